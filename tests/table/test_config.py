"""A table's configuration: read, checked by a schema made from the rulesets, its mistakes placed."""

from __future__ import annotations

from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from fuero.messages.diagnostic import FueroError
from fuero.table import config as config_module
from fuero.table.catalogue import GameEntry, OptionEntry, read_folder
from fuero.table.config import TableConfig, overlaid, read_config, schema

STONES = Path(__file__).parent / "stones"
TOY = GameEntry(
    name="toy",
    title="Toy",
    players=(2, 4),
    modules={"gates": "Gates"},
    variants={"friday": "Friday"},
    options=(
        OptionEntry("coins", "How many coins", 3, 9, (), "5", ""),
        OptionEntry("mood", "The mood", None, None, ("calm", "wild"), "calm", ""),
        OptionEntry("night", "At night", None, None, (), "no", "gates"),
    ),
)


@pytest.fixture(autouse=True)
def _one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(config_module, "shipped", lambda: (TOY,))


GOOD = """
game = "toy"
players = 3
modules = ["gates"]
seats = ["human", "random", "random"]
seed = 7

[options]
coins = 4
night = true
"""


def test_toml_and_json_say_the_same() -> None:
    expected = TableConfig("toy", 3, ("gates",), (), (("coins", "4"), ("night", "yes")), ("human", "random", "random"), 7)
    assert read_config(GOOD, "table.toml") == expected
    same = '{"game": "toy", "players": 3, "modules": ["gates"], "seats": "human,random,random", "seed": 7,'
    assert read_config(same + ' "options": {"coins": 4, "night": "yes"}}', "table.json") == expected


@pytest.mark.parametrize(
    ("old", "new", "line", "words", "hint"),
    [
        ("coins = 4", "coins = 40", 9, "options.coins is 40, but it is at most 9 in Toy", "from 3 to 9"),
        ("coins = 4", 'coins = "four"', 9, "a whole number should stand", ""),
        ("coins = 4", "coin = 4", 9, 'no option called "coin". Did you mean "coins"', "coins, mood, night"),
        ("night = true", 'mood = "gay"', 10, 'options.mood cannot be "gay"', "calm, wild"),
        ("night = true", "night = 3", 10, "options.night cannot be 3", "yes, no"),
        ('"toy"', '"toi"', 2, 'no game "toi". Did you mean "toy"', "Games are toy"),
        ("players = 3", "players = 5", 3, "players is 5, but it is at most 4 in Toy", "from 2 to 4"),
        ('["gates"]', '["gate"]', 4, 'Toy has no module "gate". Did you mean "gates"', "Modules are gates"),
        ("seed = 7", "sead = 7", 6, 'nothing called "sead". Did you mean "seed"', "players"),
        ('game = "toy"', "", 1, "does not say which game", 'game = "toy"'),
        ("players = 3", "players = ", 3, "not TOML", ""),
        ("seed = 7", "seed = -1", 6, "at least 0", ""),
    ],
)
def test_a_mistake_names_its_place_and_the_way_out(old: str, new: str, line: int, words: str, hint: str) -> None:
    with pytest.raises(FueroError) as caught:
        read_config(GOOD.replace(old, new, 1), "table.toml")
    [found] = caught.value.diagnostics
    assert words in found.message
    assert hint in found.hint
    assert (found.span.file, found.span.line) == ("table.toml", line)


def test_several_mistakes_are_gathered() -> None:
    with pytest.raises(FueroError) as caught:
        read_config(GOOD.replace("players = 3", "players = 9").replace("coins = 4", "coins = 1"), "table.toml")
    assert [d.span.line for d in caught.value.diagnostics] == [3, 9]


@pytest.mark.parametrize("text", ["{", "[1]", "game = 3", "", '{"game": ' + "[" * 50_000])
def test_odd_texts_are_told(text: str) -> None:
    with pytest.raises(FueroError):
        read_config(text, "table.toml")


def test_the_schema_is_one() -> None:
    made = schema([TOY])
    Draft202012Validator.check_schema(made)
    assert not list(Draft202012Validator(made).iter_errors({"game": "toy", "options": {"mood": "wild"}}))
    assert list(Draft202012Validator(made).iter_errors({"game": "toy", "options": {"mood": "grim"}}))
    assert not list(Draft202012Validator(made).iter_errors({"game": "./own.fuero", "modules": ["anything"]}))


def test_flags_lie_over_a_file() -> None:
    base = read_config(GOOD, "table.toml")
    laid = overlaid(base, players=4, modules=("more", "gates"), options=[("coins", "9")], seats=("random",))
    assert laid == TableConfig("toy", 4, ("gates", "more"), (), (("coins", "9"), ("night", "yes")), ("random",), 7)
    assert overlaid(None, game="toy", seed=0) == TableConfig("toy", seed=0)


def test_the_catalogue_is_read_from_rulesets() -> None:
    [entry] = read_folder(STONES)
    assert (entry.name, entry.title, entry.players) == ("stones", "Stones", (1, 4))
    assert entry.variants == {"heavy": "Heavy hands"}
    assert entry.options == (OptionEntry("begin-with", "Stones in the row", 2, 3, (), "3", ""),)


def test_a_game_given_by_its_path(tmp_path: Path) -> None:
    (tmp_path / "own.fuero").write_text((STONES / "stones.fuero").read_text())
    table = tmp_path / "table.toml"
    table.write_text('game = "./own.fuero"\n[options]\nbegin-with = 2\n')
    read = read_config(table.read_text(), str(table))
    assert Path(read.game) == tmp_path / "own.fuero" and read.options == (("begin-with", "2"),)
    with pytest.raises(FueroError, match="at most 3 in Stones"):
        read_config(table.read_text().replace("2", "4"), str(table))

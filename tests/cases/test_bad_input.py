"""A newcomer's slips at the command: each gets a message with the place and a way out, the right exit code and no traceback.

A command that fails writes nothing. Exit codes: 0 fine, 1 findings or differences, 2 wrong use, a bad configuration or file.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cases.telling import Said, told

from fuero.cli.main import main

WRONG_USE = [
    # rulesets that are none
    (["check", "no-such-game"], ['There is no game "no-such-game"', "games: "]),
    (["check", "alhambr"], ['Did you mean "alhambra"?']),
    (["check", "folder"], ['no game in the folder "folder"', "begins with: game"]),
    (["check", "empty.fuero"], ['"empty.fuero" does not say whose file it is', "first line"]),
    (["check", "letter.fuero"], ['"letter.fuero" does not say whose file it is', "first line"]),
    (["check", "letters.fuero"], ["is no UTF-8 text", "choose the encoding UTF-8"]),
    (["check", "no/such.fuero"], ['There is no file "no/such.fuero"', "give the path"]),
    (["check", ""], ['There is no game ""', "games: "]),
    (["check", "a" * 300], ["There is no game", "games: "]),
    (["check", "a" * 300 + ".fuero"], ["There is no file"]),
    (["test", "empty.fuero"], ["does not say whose file it is"]),
    (["show", "numbers", "folder"], ["no game in the folder"]),
    (["diff", "stones.fuero", "no-such-game"], ['There is no game "no-such-game"']),
    (["run", "letter.fuero"], ["does not say whose file it is"]),
    (["play", "empty.fuero", "--seats", "random"], ["does not say whose file it is"]),
    # what a table asks for
    (["run", "stones.fuero", "--players", "9"], ["played by 1 to 4, not by 9", "stones.fuero:7"]),
    (["run", "stones.fuero", "--players", "0"], ["played by 1 to 4, not by 0"]),
    (["check", "stones.fuero", "--players", "9"], ["played by 1 to 4, not by 9"]),
    (["run", "stones.fuero", "--option", "begin-wiht=2"], ['Did you mean "begin-with"?']),
    (["run", "stones.fuero", "--option", "colour=2"], ['There is no option "colour"', "There are: begin-with"]),
    (["run", "stones.fuero", "--option", "begin-with=9"], ['"begin-with" cannot be 9', "It may be 2 to 3", "stones.fuero:11"]),
    (["run", "stones.fuero", "--option", "begin-with=many"], ['"begin-with" cannot be many', "It may be 2 to 3"]),
    (["check", "stones.fuero", "--option", "begin-with=9"], ["It may be 2 to 3"]),
    (["check", "stones.fuero", "--option", "colour=2"], ["There are: begin-with"]),
    (["check", "stones.fuero", "--variant", "fast"], ['There is no variant "fast"']),
    (["play", "stones.fuero", "--module", "gates"], ['There is no module "gates"']),
    (["run", "stones.fuero", "-p", "3", "--seats", "random,random"], ["2 seats are named, but 3 play", "Name 3 seats"]),
    (["run", "stones.fuero", "--seats", "random,gready"], ['"gready"', "greedy"]),
    (["run", "stones.fuero", "--seats", "nowhere:Player"], ["nowhere"]),
    (["run", "stones.fuero", "--seats", "random,,greedy"], ['A seat is left empty in "random,,greedy"']),
    (["play", "stones.fuero", "--seats", ","], ["A seat is left empty"]),
    # numbers that are none
    (["run", "stones.fuero", "--players", "two"], ['--players is "two", where a whole number should stand', "fuero run --help"]),
    (["run", "stones.fuero", "--games", "1e3"], ['"1e3", where a whole number should stand']),
    (["run", "stones.fuero", "--games", "0"], ["At least one match"]),
    (["run", "stones.fuero", "--workers", "-1"], ["At least one match and one worker"]),
    (["play", "stones.fuero", "--seed", "x", "--seats", "random"], ['--seed is "x"']),
    (["play", "stones.fuero", "--stop-after", "-1", "--seats", "random"], ["--stop-after 0 or more"]),
    # words that are missing or unknown
    (["diff", "stones.fuero"], ["Name the two rulesets", "For example: fuero diff"]),
    (["show", "nummbers", "stones.fuero"], ['Did you mean "numbers"?']),
    (["schema"], ["Which schema?", "fuero schema config"]),
    (["schema", "table"], ['There is no schema "table"', "rules and config"]),
    (["check"], ["Which ruleset?"]),
    (["check", "stones.fuero", "--colour", "never"], ["--colour"]),
    (["chekc", "stones.fuero"], ["chekc"]),
    # files
    (["replay", "no-such-file"], ['"no-such-file" cannot be read: there is no such file']),
    (["replay", "folder"], ['"folder" cannot be read: it is a folder']),
    (["replay", "empty.fuero"], ["empty.fuero:1", "there is nothing in it", "--record FILE"]),
    (["replay", "letter.fuero"], ["letter.fuero:1", "not whole"]),
    (["replay", "letters.fuero"], ["is no UTF-8 text"]),
    (["run", "--config", "folder"], ["it is a folder"]),
    (["play", "stones.fuero", "--seats", "random", "--record", "no/folder/x"], ['there is no folder "no/folder"']),
    (["play", "stones.fuero", "--seats", "random", "--record", "folder"], ["it is a folder"]),
    (["play", "stones.fuero", "--seats", "random", "--save", "stones.fuero/x"], ['there is no folder "stones.fuero"']),
    (["play", "stones.fuero", "--seats", "random", "--save", "a" * 300], ["file name too long"]),
    (["play", "--resume", "letter.fuero"], ["letter.fuero:1"]),
    (["play", "--resume", "no-such-file"], ["there is no such file"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "said"), WRONG_USE, ids=lambda x: " ".join(x) if isinstance(x, list) and x[0].isalpha() else ""
)
@pytest.mark.usefixtures("desk")
def test_wrong_use(words: list[str], said: list[str], capsys: Said) -> None:
    text = told(words, capsys, 2)
    assert all(part in text for part in said), text


CONFIGS = {
    "unknown-key.toml": ('game = "alhambra"\nplayrs = 3\n', ['"playrs". Did you mean "players"?', "unknown-key.toml:2"]),
    "several.toml": (
        'game = "alhambra"\nplayers = "three"\n[options]\nstart-mony = 3\nstart-money = 99\n',
        ["several.toml:2", "a whole number should stand", "several.toml:4", '"start-money"?', "several.toml:5", "10 to 40"],
    ),
    "no-toml.toml": ("game = alhambra\n", ["This is not TOML", "no-toml.toml:1:8"]),
    "no-json.json": ('{"game": "alhambra",, }', ["This is not JSON", "no-json.json:1"]),
    "twice.json": ('{"game": "alhambra",\n "seed": 1,\n "seed": 2}', ['"seed" is named twice', "twice.json:2", "Leave one out"]),
    "list.json": ("[1, 2]", ["A table is an object"]),
    "empty.toml": ("", ["does not say which game is played", 'Add: game = "']),
    "unknown-game.toml": ('game = "chess"\n', ['There is no game "chess"', "unknown-game.toml:1", "Games are"]),
    "no-file.toml": ('game = "no/such.fuero"\n', ["no/such.fuero"]),
    "variant.json": ('{"game": "alhambra", "variants": ["courtyrd"]}', ['Did you mean "courtyard"?', "variant.json:1"]),
    "option.json": ('{"game": "alhambra", "options": {"end-trigger": "never"}}', ["cannot be", "It can be market-short"]),
    "players.toml": ('game = "alhambra"\nplayers = 7\n', ["at most 6", "players.toml:2", "2 to 6"]),
    "seats.toml": ('game = "alhambra"\nplayers = 3\nseats = ["random", "random"]\n', ["2 seats are named, but 3 play"]),
    "deep.json": ('{"game":' + "[" * 100_000, ["nested too deeply"]),
    "deep.toml": ("game = " + "[" * 100_000, ["nested too deeply"]),
    "no-text.toml": ("\udcff\udcfe", ["is no UTF-8 text"]),
}


@pytest.mark.parametrize("verb", ["run", "play"])
@pytest.mark.parametrize("name", CONFIGS)
def test_a_bad_configuration(name: str, verb: str, desk: Path, capsys: Said) -> None:
    text, said = CONFIGS[name]
    (desk / name).write_bytes(text.encode("utf-8", "surrogateescape"))
    found = told([verb, "--config", name], capsys, 2)
    assert all(part in found for part in said), found


# ---------------------------------------------------------------- replays


@pytest.fixture
def evening(desk: Path, capsys: Said) -> list[str]:
    """The lines of a recorded match, `evening.replay`."""
    words = ["play", "stones.fuero", "--players", "3", "--seats", "random", "--seed", "4", "--record", "evening.replay"]
    assert main(words) == 0
    capsys.readouterr()
    return (desk / "evening.replay").read_text(encoding="utf-8").splitlines()


def edited(lines: list[str], number: int, **fields: object) -> str:
    """The same record with other fields in one line (from 1)."""
    changed = json.dumps(json.loads(lines[number - 1]) | fields, ensure_ascii=False)
    return "\n".join([*lines[: number - 1], changed, *lines[number:]]) + "\n"


def test_a_truncated_replay_names_the_line_and_what_can_be_kept(desk: Path, evening: list[str], capsys: Said) -> None:
    (desk / "cut.replay").write_text("\n".join([*evening[:3], evening[3][:25]]))
    text = told(["replay", "cut.replay"], capsys, 2)
    assert "cut.replay:4" in text and "cut the file there" in text
    (desk / "cut.replay").write_text("\n".join(evening[:3]) + "\n")
    assert "all as recorded. The match is not over." in told(["replay", "cut.replay", "--verify"], capsys, 0)


def test_an_edited_replay_is_a_difference(desk: Path, evening: list[str], capsys: Said) -> None:
    (desk / "other.replay").write_text(edited(evening, 3, action="juggle", fields={}))
    text = told(["replay", "other.replay", "--verify"], capsys, 1)
    assert "1 of " in text and "decision 2" in text and '"juggle" cannot be chosen' in text
    (desk / "other.replay").write_text(edited(evening, 1, seed=5))
    assert "The deal is another" in told(["replay", "other.replay", "--verify"], capsys, 1)
    assert "cannot be gone on with" in told(["play", "--resume", "other.replay"], capsys, 2)
    (desk / "other.replay").write_text(edited(evening, 3, n=7))
    assert "other.replay:3" in told(["replay", "other.replay"], capsys, 2)
    (desk / "other.replay").write_text(edited(evening, 1, rules="nonsense", ruleset="gone"))
    assert "other.replay:1" in told(["replay", "other.replay"], capsys, 2)
    (desk / "other.replay").write_text(edited(evening, 1, format=99))
    assert "format 99" in told(["replay", "other.replay"], capsys, 2)


def test_a_replay_under_rules_that_are_not_its_own(evening: list[str], capsys: Said) -> None:
    assert evening
    assert 'There is no game "no-such-game"' in told(["replay", "evening.replay", "--under", "no-such-game"], capsys, 2)
    words = ["replay", "evening.replay", "--under", "stones.fuero", "--variant", "fast"]
    assert 'There is no variant "fast"' in told(words, capsys, 2)
    text = told(["replay", "evening.replay", "--under", "alhambra"], capsys, 1)
    assert "0 of " in text and "fuero replay evening.replay" in text
    assert "Give one of the two" in told(["replay", "evening.replay", "--under", "alhambra", "--verify"], capsys, 2)


def test_an_option_that_cannot_be_had_is_said_where_it_is_played(capsys: Said) -> None:
    words = ["run", "alhambra", "--players", "3", "--games", "1", "--seed", "1", "--option", "neutral-party=yes"]
    assert main(words) == 0
    assert 'note: The option "neutral-party" is only for 2 players' in capsys.readouterr().err

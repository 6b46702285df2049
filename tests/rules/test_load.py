"""Finding, resolving and keeping rulesets."""

from __future__ import annotations

from pathlib import Path

import pytest

from fuero.messages.diagnostic import FueroError
from fuero.rules import cache, load
from fuero.rules import nodes as r
from fuero.rules.load import examine, resolve
from fuero.rules.locate import heading, locate

GAME = """game nim "Nim"
players 2..3
number heap-size = 7
option takes "Takes at most"  1..5, usually 3
piece stick
  length : 1..3
pieces stick from "sticks.csv"
zone heap : pile of stick, open
zone hand : pile of stick per player, open
action take "Take"
  choose some-sticks : some of heap
  require few "at most {takes}"
    size of some-sticks <= takes
  effect
    move some-sticks to your hand
procedure play
  repeat until heap is empty
    ask the active player "Take"
      offer take
    set the active player to the next player
setup
  move stick to heap
end
  when    heap is empty
  winner  most points
  ties    shared
"""
CSV = "id,length,copies\nshort,1,5\nlong,3,2\n"
MODULE = 'module gold for nim "Gold"\nnumber shine = 2\nadd require take.shiny "shiny"\n  size of some-sticks >= shine - 1\n'
VARIANT = 'variant big for nim "Big" @house\nset heap-size to 9\n'


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game's folder with a module, a variant, and a module that is broken but off."""
    place = tmp_path / "games" / "nim"
    for name, text in (
        ("nim.fuero", GAME),
        ("sticks.csv", CSV),
        ("modules/gold.fuero", MODULE),
        ("modules/broken.fuero", 'module broken for nim "Broken"\nnumber = = 3\n'),
        ("variants/big.fuero", VARIANT),
    ):
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return place


def size(rules: r.Ruleset) -> int:
    value = next(n.value for n in rules.numbers if n.name == "heap-size")
    assert isinstance(value, r.Const)
    return value.value


def test_the_shipped_game_by_its_name() -> None:
    found = resolve("alhambra")
    assert found.rules.name == "alhambra"
    assert not [d for d in found.diagnostics if d.severity == "error"]


def test_a_folder_a_game_file_and_files_around_it(folder: Path) -> None:
    assert size(resolve(str(folder)).rules) == 7
    assert size(resolve("games/nim/nim.fuero").rules) == 7
    assert size(resolve("games/nim/variants/big.fuero").rules) == 9
    found = resolve("games/nim/modules/gold.fuero")
    assert [o.name for o in found.rules.overlays] == ["gold"]
    assert resolve("games/nim/nim.fuero", modules=["gold"], variants=["big"]).rules.overlays[1].name == "big"


def test_a_variant_elsewhere_finds_the_shipped_game(folder: Path) -> None:
    (folder.parent / "mine.fuero").write_text('variant mine for alhambra "Mine" @house\nset money-limit to 6\n', encoding="utf-8")
    found = resolve("games/mine.fuero")
    assert [o.name for o in found.rules.overlays] == ["mine"]


def test_a_game_file_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.fuero").write_text(GAME, encoding="utf-8")
    Path("b.fuero").write_text('game other "Other"\n', encoding="utf-8")
    Path("sticks.csv").write_text(CSV, encoding="utf-8")
    assert list(locate("a.fuero").texts) == ["a.fuero"]
    assert resolve("a.fuero").rules.name == "nim"


def test_several_files_of_one_game(folder: Path) -> None:
    (folder / "more.fuero").write_text('game nim "Nim"\nnumber extra = 1\n', encoding="utf-8")
    assert [n.name for n in resolve("games/nim/more.fuero").rules.numbers] == ["heap-size", "extra"]


def test_text_from_stdin() -> None:
    text = GAME.replace('pieces stick from "sticks.csv"', "pieces stick = 2 of each length")
    assert resolve("-", stdin=lambda: text).rules.name == "nim"
    assert resolve("-", stdin=lambda: 'variant v for alhambra "V" @house\nset money-limit to 6\n').rules.overlays[0].name == "v"


def test_options(folder: Path) -> None:
    options = {o.name: o.value for o in resolve(str(folder), options={"takes": "4"}).rules.options}
    assert isinstance(options["takes"], r.Const)
    assert options["takes"].value == 4
    for value in (9, "red", "yes"):
        with pytest.raises(FueroError):
            resolve(str(folder), options={"takes": value})
    with pytest.raises(FueroError, match="takes"):
        resolve(str(folder), options={"take": 3})


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("alhambre", 'There is no game "alhambre". Did you mean "alhambra"?'),
        ("nowhere/x.fuero", 'There is no file "nowhere/x.fuero".'),
    ],
)
def test_what_is_not_there(name: str, said: str) -> None:
    with pytest.raises(FueroError) as caught:
        resolve(name)
    assert str(caught.value) == said


def test_unknown_modules_are_guessed(folder: Path) -> None:
    with pytest.raises(FueroError, match='"gold"'):
        resolve(str(folder), modules=["gild"])


def test_a_broken_module_matters_only_where_it_is_on(folder: Path) -> None:
    assert resolve(str(folder))
    with pytest.raises(FueroError) as caught:
        resolve(str(folder), modules=["broken"])
    assert all(d.span.file == "games/nim/modules/broken.fuero" for d in caught.value.diagnostics)


def test_a_name_of_a_module_that_is_off_says_so(folder: Path) -> None:
    text = GAME.replace("heap-size = 7", "heap-size = shine")
    (folder / "nim.fuero").write_text(text, encoding="utf-8")
    [fault] = examine(str(folder)).diagnostics
    assert "gold" in fault.hint


def test_texts_come_along_for_messages(folder: Path) -> None:
    files = resolve(str(folder)).files
    assert files["games/nim/nim.fuero"] == GAME
    assert files["games/nim/sticks.csv"] == CSV


def test_heading() -> None:
    found = heading('# said before\n\nbridge a-and-b for nim of a, b "x"\n')
    assert found is not None
    assert (found.kind, found.name, found.game) == ("bridge", "a-and-b", "nim")
    assert heading("zone x : pile of y, open\n") is None


# ---------------------------------------------------------------- the cache


def test_the_second_time_nothing_is_made(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = resolve(str(folder), modules=["gold"])

    def never(*_: object) -> load.Examined:
        raise AssertionError

    monkeypatch.setattr(load, "build", never)
    again = resolve(str(folder), modules=["gold"])
    assert again.rules == first.rules
    assert again.merged.trail == first.merged.trail
    with pytest.raises(AssertionError):
        resolve(str(folder))


def test_a_changed_table_is_seen(folder: Path) -> None:
    before = resolve(str(folder)).rules
    (folder / "sticks.csv").write_text(CSV.replace("5", "6"), encoding="utf-8")
    assert resolve(str(folder)).rules.piece_sets != before.piece_sets


def test_a_damaged_cache_is_made_anew(folder: Path, own_cache: Path) -> None:
    first = resolve(str(folder)).rules
    [kept] = (own_cache / "fuero" / "rulesets").glob("*.pickle")
    for damage in (b"", b"x" * 100, kept.read_bytes()[:-1], b"\0" + kept.read_bytes()):
        kept.write_bytes(damage)
        assert cache.read(kept.stem) is None
        assert resolve(str(folder)).rules == first


def test_a_cache_that_cannot_be_written_does_no_harm(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert resolve(str(folder)).rules.name == "nim"

"""Rulesets with mistakes, at the command: each mistake has its message with its place, also where something is far too much."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from tests.cases.telling import SMALL, Said, told

from fuero.cli.main import main


def mend(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text, old
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_four_mistakes_give_four_messages(alhambra: Path, capsys: Said) -> None:
    mend(alhambra / "alhambra.fuero", "number money-limit = 5", "number money-limit = = 5")
    mend(alhambra / "money.fuero", "size of cards = 1", "size of crads = 1")
    mend(alhambra / "scoring.fuero", "    perform buildings\n", "    perform bildings\n")
    mend(alhambra / "tiles.csv", "pavilion,2,", "pavillion,2,")
    text = told(["check", "./alhambra"], capsys, 1)
    for part in (
        '"=" cannot stand here',
        'Did you mean "cards"',
        'Did you mean "buildings"',
        'Did you mean "pavilion"',
        "4 errors",
    ):
        assert part in text
    assert text.count("\n -->") + text.count("  --> ") + text.count("\n --> ") >= 4
    for verb in (["test", "./alhambra"], ["run", "./alhambra", "-n", "1"], ["diff", "alhambra", "./alhambra"]):
        assert "alhambra.fuero:" in told(verb, capsys, 2)


CSV_MISTAKES = [
    (("pav-2-new,pavilion,2,1,1,0,1", "pav-2-new,pavilion,2,1,1,0,1,9"), ["tiles.csv:2", "8 cells", "7 columns"]),
    (("pav-2-new,pavilion,2,1,1,0,1", "pav-2-new,pavilion,2"), ["tiles.csv:2", "3 cells"]),
    (("pav-2-new,pavilion,2,1,1,0,1", ",pavilion,2,1,1,0,1"), ["tiles.csv:2", "no name"]),
    (("pav-2-new,pavilion,2,1,1,0,1", "pav-2-new,pavilion,2,x,1,0,1"), ["tiles.csv:2:22", '"x" is no mark']),
    (("pav-2-new,pavilion,2,", "pav-2-new,pavilion,99,"), ["tiles.csv:2", "cost is 99", "2 to 13"]),
    (("pav-2-new,pavilion,2,", "pav-2-new,pavilion,two,"), ["tiles.csv:2", 'cost is "two"']),
    (("pav-2-new,", "pav-3-sw,"), ["tiles.csv:3", "stands here twice"]),
    (("pav-2-new,", '"pav-2-new,'), ["a quotation mark is not closed"]),
    (("id,type,", "id,kind,"), ['no column "type"', 'Nothing reads the column "kind"', "tiles.csv:1"]),
]


@pytest.mark.parametrize(("change", "said"), CSV_MISTAKES, ids=lambda x: x[-1][:12])
def test_a_csv_with_wrong_cells(change: tuple[str, str], said: list[str], alhambra: Path, capsys: Said) -> None:
    mend(alhambra / "tiles.csv", *change)
    text = told(["check", "./alhambra"], capsys, 1)
    assert all(part in text for part in said), text


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is empty"),
        (b"id,type,cost,north,east,south,west\n", "has no rows"),
        (b"\xff\xfei\x00d\x00", "no UTF-8 text"),
        (None, "there is no such file"),
    ],
)
def test_a_csv_that_is_none(content: bytes | None, said: str, alhambra: Path, capsys: Said) -> None:
    (alhambra / "tiles.csv").unlink()
    if content is not None:
        (alhambra / "tiles.csv").write_bytes(content)
    text = told(["check", "./alhambra"], capsys, 1)
    assert said in text and "tiles.csv" in text and "1 error" in text


# ---------------------------------------------------------------- too much of everything

GAME = """game heap "Heap"
players 2..3
cap 100 decisions
{more}
zone bag   : bag of stone, hidden
zone taken : pile of stone per player, open
var turns  : 0..9 = 0, open
action take "Take"
  effect
    draw 1 from bag to your taken
procedure play
  repeat until turns = 4
    perform turn as the active player
procedure turn
  ask you "What now?"
    offer take
  set turns to turns + 1
setup
  move stone to bag
end
  when   turns = 4
  winner most points
"""
FEW = "piece stone\n  weight : 1..9\npieces stone = 1 of each weight\n"


def heap(more: str = FEW, **changes: str) -> str:
    text = GAME.format(more=more)
    for old, new in changes.items():
        text = text.replace({"players": "players 2..3", "effect": "    draw 1 from bag to your taken"}[old], new)
    return text


def test_the_heap_itself_is_sound(desk: Path, capsys: Said) -> None:
    (desk / "heap.fuero").write_text(heap())
    told(["check", "heap.fuero"], capsys, 0)
    told(["run", "heap.fuero", "-n", "2"], capsys, 0)


IFS = "\n".join("  " * (2 + n) + "if 1 = 1" for n in range(200)) + "\n" + "  " * 203 + 'say "x"'
ROWS = "".join(f"  r{n} | {n % 9 + 1}\n" for n in range(4100))
TOO_MUCH = [
    (heap(effect=IFS), "nested too deeply"),
    (heap(FEW + "number n = " + "(" * 400 + "1" + " + 1)" * 400), "nested too deeply"),
    (heap(FEW + "number n = " + "1 + " * 3000 + "1"), "nested too deeply"),
    (heap("piece stone\n  weight : 1..9\npieces stone = 1000000 of each weight\n"), "1000000 copies"),
    (heap("piece stone\n  weight : 1..9\npieces stone\n     | weight\n" + ROWS), "4100 pieces are more than"),
    (heap(FEW + "var wide : 0..9 per 1..1000000 = 0, open"), "too many to be told apart"),
    (heap(FEW + "var wide : 0..9 per 1..5000 per 1..5000 = 0, open"), "would have to remember"),
    (heap(FEW + "zone field : board 100000 of stone, open"), "A board is 3 to 90 cells wide"),
    (heap(players="players 2..1000"), "This is no number of players"),
    (heap(players="players 3..2"), "This is no number of players"),
]


@pytest.mark.parametrize(("text", "said"), TOO_MUCH, ids=[said for _, said in TOO_MUCH])
def test_too_much_of_everything_is_said_by_check_and_by_run(text: str, said: str, desk: Path, capsys: Said) -> None:
    (desk / "heap.fuero").write_text(text)
    assert said in told(["check", "heap.fuero"], capsys, 1)
    assert said in told(["run", "heap.fuero", "-n", "1"], capsys, 2)


def test_bytes_that_are_no_text(desk: Path, capsys: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file in another encoding is refused as a whole, also where only a title suffers."""
    latin = heap().replace('"Heap"', '"Montón"').encode("latin-1")
    (desk / "heap.fuero").write_bytes(latin)
    text = told(["check", "heap.fuero"], capsys, 1)
    assert "heap.fuero:1" in text and "UTF-8" in text and "1 error" in text
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(latin), encoding="utf-8"))
    assert "UTF-8" in told(["check", "-"], capsys, 1)


def test_who_is_asked_where_nobody_decides(desk: Path, capsys: Said) -> None:
    (desk / "heap.fuero").write_text(
        heap().replace("    perform turn as the active player", '    ask you "What now?"\n      offer take')
    )
    text = told(["check", "heap.fuero"], capsys, 1)
    assert '"you": whose?' in text and "the active player" in text


def test_what_only_looks_like_a_file_is_no_part_of_a_game(alhambra: Path, capsys: Said) -> None:
    (alhambra / "scenarios" / "old.fuero").mkdir()
    (alhambra / "variants" / "gone.fuero").symlink_to("nowhere")
    (alhambra / "gone.csv").symlink_to("nowhere")
    told(["check", "./alhambra"], capsys, 0)


def test_a_file_that_may_not_be_read(desk: Path, capsys: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    def locked(_: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    assert desk.is_dir()
    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", locked)
        assert main(["check", "stones.fuero"]) == 2
    assert '"stones.fuero" cannot be read: permission denied' in capsys.readouterr().err


def test_a_ruleset_that_was_changed_is_read_again(desk: Path, capsys: Said) -> None:
    """Also where one program asks for many runs, as from a notebook."""
    words = ["run", "stones.fuero", "-p", "2", "-n", "3", "--seed", "1", "--format", "json"]
    hashes = set()
    for limit in (5, 7):
        (desk / "stones.fuero").write_text(SMALL.read_text(encoding="utf-8").replace("limit = 5", f"limit = {limit}"))
        assert main(words) == 0
        hashes.add(json.loads(capsys.readouterr().out)["ruleset_hash"])
    assert len(hashes) == 2

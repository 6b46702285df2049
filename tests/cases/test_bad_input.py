"""A newcomer's slips at the command: each gets a message with the place and a way out, the right exit code and no traceback.

A command that fails writes nothing. Exit codes: 0 fine, 1 findings or differences, 2 wrong use, a bad configuration or file.
"""

from __future__ import annotations

import io
import json
import shutil
import sys
from pathlib import Path

import pytest

from fuero import resources
from fuero.cli.main import main

SMALL = Path(__file__).parents[1] / "table" / "stones" / "stones.fuero"
Said = pytest.CaptureFixture[str]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a sound ruleset, and much that is none."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "empty.fuero").write_text("")
    (tmp_path / "letter.fuero").write_text("Dear all,\nwe met on Friday.\n")
    (tmp_path / "letters.fuero").write_bytes('game stones "Stones"'.encode("utf-16"))
    (tmp_path / "stones.fuero").write_text(SMALL.read_text(encoding="utf-8"), encoding="utf-8")
    return tmp_path


def told(words: list[str], capsys: Said, code: int) -> str:
    """What is said, in the command's own way; checks the exit code, and that no file came or went."""
    before = {p: p.read_bytes() if p.is_file() else b"" for p in Path.cwd().rglob("*")}
    assert main(words) == code
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err and "bug in fuero" not in err
    assert {p: p.read_bytes() if p.is_file() else b"" for p in Path.cwd().rglob("*")} == before
    return out + err


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


# ---------------------------------------------------------------- rulesets with mistakes


@pytest.fixture
def alhambra(desk: Path) -> Path:
    """A copy of a shipped game."""
    shutil.copytree(resources.rulesets() / "alhambra", desk / "alhambra")
    return desk / "alhambra"


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


def test_an_option_that_cannot_be_had_is_said_where_it_is_played(capsys: Said) -> None:
    words = ["run", "alhambra", "--players", "3", "--games", "1", "--seed", "1", "--option", "neutral-party=yes"]
    assert main(words) == 0
    assert 'note: The option "neutral-party" is only for 2 players' in capsys.readouterr().err


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

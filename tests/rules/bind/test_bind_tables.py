"""Tables, components and maps: from rows and CSV files, with mistakes row by row."""

from __future__ import annotations

import pytest
from binding import FAIR, binds, fair, faults, found

from fuero.rules import nodes as r

KITES = (
    'enum wind = low, high\npiece kite\n  wind : wind\n  length : 1..9\n  tails : set of colour\npieces kite from "kites.csv"\n'
)
READ = KITES + "  read tails from red, blue marked 1\n  ignore note\n"
CSV = "id,wind,length,red,blue,note\nGull_1,low,3,1,0,\nHawk,high,9,1,1,x\n"


def kites(rules: r.Ruleset) -> r.PieceSet:
    return next(p for p in rules.piece_sets if p.piece == "kite")


def test_a_csv_becomes_rows() -> None:
    rules = fair(READ, tables={"kites.csv": CSV})
    assert kites(rules).rows == (
        r.PieceRow("gull-1", ("low", 3, ("red",))),
        r.PieceRow("hawk", ("high", 9, ("red", "blue"))),
    )


def test_rows_in_the_text() -> None:
    hats = next(p for p in fair().piece_sets if p.piece == "hat")
    assert hats.rows == (r.PieceRow("bowler", (1, ("red",)), 2), r.PieceRow("top", (3, ("red", "blue")), 1))


def test_copies_and_rows_without_names() -> None:
    text = 'piece bead\n  colour : colour\npieces bead from "beads.csv"\n  read copies from number\n'
    rules = fair(text, tables={"beads.csv": "colour,number\nred,4\nblue,2\nred,1\n"})
    beads = next(p for p in rules.piece_sets if p.piece == "bead")
    assert beads.rows == (r.PieceRow("red", ("red",), 5), r.PieceRow("blue", ("blue",), 2))


def test_a_product() -> None:
    coins = next(p for p in fair().piece_sets if p.piece == "coin")
    assert [name for name, _ in coins.each] == ["colour", "value"]
    assert isinstance(coins.count, r.Const)
    assert coins.count.value == 2


def test_a_byte_order_mark_and_windows_lines_do_not_matter() -> None:
    rules = fair(READ, tables={"kites.csv": "\ufeff" + CSV.replace("\n", "\r\n")})
    assert len(kites(rules).rows) == 2


@pytest.mark.parametrize(
    ("csv", "line", "column", "message"),
    [
        (CSV.replace("Hawk,high,9", "Hawk,high,19"), 3, 11, "Hawk: length is 19, but it may be 1 to 9."),
        (CSV.replace("Hawk,high,9", "Hawk,high,"), 3, 11, 'Hawk: length is empty, and a number is wanted.'),
        (CSV.replace("Hawk,high", "Hawk,hgih"), 3, 6, 'Hawk: "hgih" is no wind (a wind). Did you mean "high"?'),
        (CSV.replace("Hawk,", "gull-1,"), 3, 1, 'The row "gull-1" stands here twice.'),
    ],
)
def test_a_mistake_names_its_row_and_column(csv: str, line: int, column: int, message: str) -> None:
    [fault] = found(READ, tables={"kites.csv": csv})
    assert (fault.code, fault.span.file, fault.span.line, fault.span.column) == ("table-row", "kites.csv", line, column)
    assert fault.message == message


def test_a_product_gives_every_attribute_a_value() -> None:
    assert faults("piece bead\n  colour : colour\n  value : 1..3\npieces bead = 2 of each colour\n") == ["missing-part"]


def test_every_column_is_read_or_ignored() -> None:
    [fault] = found(READ.replace("  ignore note\n", ""), tables={"kites.csv": CSV})
    assert (fault.code, fault.message) == ("unread-column", 'Nothing reads the column "note".')
    [fault] = found(READ.replace("ignore note", "ignore note, nothing"), tables={"kites.csv": CSV})
    assert fault.code == "unread-column"


def test_a_missing_file_and_a_missing_column() -> None:
    assert faults(READ) == ["no-file"]
    assert "table-row" in faults(KITES + "  ignore note, red, blue\n", tables={"kites.csv": CSV})


def test_names_of_rows_are_words_of_the_language() -> None:
    rules = fair(READ + "function tried(k: kite) : yes-no = k = hawk\n", tables={"kites.csv": CSV})
    tried = next(f for f in rules.functions if f.name == "tried")
    assert isinstance(tried.value, r.Op)
    assert tried.value.args[1] == r.PieceNamed("kite", "hawk", type=r.PieceType("kite", ("kite",)))


# ---------------------------------------------------------------- tables


def test_two_header_lines() -> None:
    [prizes] = fair().tables
    assert prizes.levels[0] == r.EnumType("colour")
    assert prizes.headings == (("red", "blue"), ("round 1", "round 2"), ("1st", "2nd"))
    assert dict(prizes.cells) == {(0, 0, 0): 1, (0, 1, 0): 8, (0, 1, 1): 2, (1, 0, 0): 2, (1, 1, 0): 9, (1, 1, 1): 3}


def test_headings_that_only_the_table_knows() -> None:
    rules = fair(
        "table losses\n         | round 1 | round 2\n  near   | 1       | 2\n  far    | 0       | "
        "1\nfunction tried = losses at (far, round 2)\n"
    )
    losses = next(t for t in rules.tables if t.name == "losses")
    assert losses.levels[0] == r.EnumType("losses.rows")
    assert any(e.name == "losses.rows" and e.members == ("near", "far") for e in rules.enums)


def test_a_row_of_one_name_needs_no_key() -> None:
    rules = fair("table shares\n  players | 2 | 3 | 4\n  cards   | 3 | 3 | 2\nfunction tried = shares at players\n")
    tried = next(f for f in rules.functions if f.name == "tried")
    assert isinstance(tried.value, r.TableRead)
    assert isinstance(tried.value.type, r.Num)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("table t\n      | 1st | 2nd\n  red | 1   |\n", "table-row"),
        ("table t\n      | 1st | 2nd\n  red | 1   | x\n", "table-row"),
        ("table t\n      | 1st\n  red | 1   | 2\n", "table-row"),
        ("table t\n      | 1st\n  red | 1\n  red | 2\n", "table-row"),
        ("table t\n        | 1st\n  red   | 1\n  green | 2\n", "unknown-name"),
    ],
)
def test_faults(text: str, code: str) -> None:
    assert faults(text) == [code]


def test_blank_means() -> None:
    rules = fair("table t, blank means 0\n      | 1st | 2nd\n  red | 1   |\n")
    assert dict(next(t for t in rules.tables if t.name == "t").cells) == {(0, 0): 1, (0, 1): 0}


def test_an_overlay_may_set_a_cell_of_a_table_in_a_file() -> None:
    text = 'table far from "far.csv"\nfunction tried = far at (red, 2nd)\n'
    rules = fair(
        text, 'variant v for fair "V" @house\nset far at (red, 2nd) to 9\n', tables={"far.csv": ",1st,2nd\nred,1,2\nblue,3,4\n"}
    )
    assert dict(next(t for t in rules.tables if t.name == "far").cells)[0, 1] == 9


# ---------------------------------------------------------------- maps

MAP = """map land of district from "land.csv"
  read neighbours from beside
zone camp : pile of coin per player per district, open
var king : district, open
"""
LAND = "id,beside,price\nnorth-shore,mill,3\nmill,north-shore old_town,5\nold-town,mill,4\n"


def test_a_map() -> None:
    rules = fair(
        MAP
        + "function tried(p: player) = size of camp of p at mill + price of king\n"
        + "function near(d: district) = count(x in neighbours of d: x != king)\n"
        + "display land as map of d\n  show camp at d, king = d\n",
        tables={"land.csv": LAND},
    )
    [land] = rules.maps
    assert land.regions == ("north-shore", "mill", "old-town")
    assert land.adjacency == (("north-shore", "mill"), ("mill", "old-town"))
    tried = next(f for f in rules.functions if f.name == "tried")
    assert isinstance(tried.type, r.Num)


def test_a_neighbour_that_is_no_region() -> None:
    [fault] = found(MAP, tables={"land.csv": LAND.replace("old_town", "new_town")})
    assert (fault.code, fault.span.line) == ("table-row", 3)


def test_a_kind_of_regions_and_names() -> None:
    more = (
        MAP
        + "enum space = castle\nkind area = district, space\n"
        + "condition free(a: area)\n  require elsewhere\n    a != king and a != castle\n"
        + "function count-there(p: player, a: area) = if a is district then size of camp of p at a else 0\n"
    )
    fair(more, tables={"land.csv": LAND})
    wrong = more.replace("if a is district then size of camp of p at a else 0", "size of camp of p at a")
    rules, found_ = binds(FAIR + wrong, tables={"land.csv": LAND})
    assert rules is None
    assert [d.code for d in found_] == ["wrong-type"]

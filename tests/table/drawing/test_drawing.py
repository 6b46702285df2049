"""Blocks, boards, maps and tracks as they are drawn."""

from __future__ import annotations

import doctest
import unicodedata
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

import fuero
import fuero.table.drawing.lines as lines
import fuero.table.drawing.look as look
import fuero.table.drawing.terms as terms
from fuero.table.drawing.block import Block, Ink, below, beside, columns, cropped, flowing, glyphs, inked, paragraph, shown, text
from fuero.table.drawing.marks import Marks
from fuero.table.drawing.plan import EAST, NORTH, SOUTH, WEST, Cell, natural_width, plan
from fuero.table.drawing.scene import Track
from fuero.table.drawing.table import table
from fuero.table.drawing.track import track

PLAIN = Ink(80)
LANDS = str(Path(__file__).parent / "rulesets" / "lands.fuero")


def told(block: Block, ink: Ink = PLAIN) -> str:
    return "\n".join(inked(block, ink))


def weights(sign: str) -> dict[str, int]:
    """The lines that a sign is made of, by its name in the standard."""
    name = unicodedata.name(sign).removeprefix("BOX DRAWINGS ")
    sides = {"VERTICAL": ("UP", "DOWN"), "HORIZONTAL": ("LEFT", "RIGHT")}
    found: dict[str, int] = {}
    heavy = {"LIGHT": lines.THIN, "HEAVY": lines.THICK}
    words = name.split()
    if sum(word in heavy for word in words) == 1:
        parts: Iterator[tuple[int, list[str]]] = iter([(heavy[next(w for w in words if w in heavy)], words)])
    else:
        parts = ((heavy[next(w for w in part.split() if w in heavy)], part.split()) for part in name.split(" AND "))
        if words[0] not in heavy:  # `DOWN HEAVY AND LEFT UP LIGHT`
            parts = iter([(heavy[part.split()[-1]], part.split()) for part in name.split(" AND ")])
    for weight, said in parts:
        for word in said:
            for side in sides.get(word, (word,)):
                if side in ("UP", "RIGHT", "DOWN", "LEFT"):
                    found[side] = weight
    return found


def test_every_corner_is_made_of_the_lines_that_meet_there() -> None:
    for up, right, down, left in product(range(3), repeat=4):
        sign = lines.corner(up, right, down, left)
        if sign != " ":
            wanted = {side: w for side, w in zip(("UP", "RIGHT", "DOWN", "LEFT"), (up, right, down, left), strict=True) if w}
            assert weights(sign) == wanted, sign
        assert lines.PLAIN[sign].isascii() and len(lines.PLAIN[sign]) == 1


def test_a_board_has_walls_open_sides_and_coordinates() -> None:
    cells = {
        (0, 0): Cell(("oak", "5"), walls=frozenset({NORTH, WEST})),
        (1, 0): Cell(("elm",), walls=frozenset({EAST})),
        (1, 1): Cell(("pond",), walls=frozenset({SOUTH})),
        (0, 1): Cell(filled=False, pick="7"),
    }
    assert told(plan(cells, 80)) == "\n".join(
        [
            "    0    1",
            "  ┏━━━━┭────┒",
            "0 ┃oak │elm ┃",
            "  ┃ 5  │    ┃",
            "  ┖────┼────┦",
            "1  [7] │pond│",
            "       ┕━━━━┙",
        ]
    )
    assert told(plan(cells, 80), Ink(80, False, "ascii")).splitlines()[1:3] == ["  ######....#", "0 #oak :elm #"]


def test_a_wall_of_either_neighbour_is_drawn() -> None:
    one = plan({(0, 0): Cell(("a",), walls=frozenset({EAST})), (1, 0): Cell(("b",))}, 80)
    other = plan({(0, 0): Cell(("a",)), (1, 0): Cell(("b",), walls=frozenset({WEST}))}, 80)
    assert told(one) == told(other) and "┃" in told(one)


def test_a_wide_board_is_narrowed_then_cut_into_bands_with_their_coordinates() -> None:
    cells = {(x, 0): Cell((f"building {x}",)) for x in range(-3, 9)}
    assert natural_width(cells) > 120
    narrow = told(plan(cells, 80))
    assert all(columns(line) <= 80 for line in narrow.splitlines()) and narrow.count("build") == 12
    assert len(narrow.splitlines()) == 4
    bands = told(plan(cells, 40))
    assert all(columns(line) <= 40 for line in bands.splitlines())
    heads = [line.split() for line in bands.splitlines() if line and not set(line) & set("─│")]
    assert [int(x) for head in heads for x in head] == list(range(-3, 9)) and len(heads) > 1


def test_an_empty_board_says_so() -> None:
    assert told(plan({}, 80)) == "(empty)"


def test_blocks_flow_and_never_leave_the_width() -> None:
    boxes = [text("x" * n, "y") for n in (10, 20, 30, 50)]
    for width in (5, 12, 33, 64, 200):
        flowed = flowing(boxes, width)
        assert flowed.width <= width
        assert sum(row.count(("x", "")) for row in flowed.rows) == sum(min(n, width) for n in (10, 20, 30, 50))
    assert told(beside([text("a", "b"), text("c")], 2)) == "a  c\nb"
    assert told(below(text("a"), text("bcd"))) == "a\nbcd"


def test_words_are_set_in_lines() -> None:
    words = [glyphs(word) for word in ["one", "two", "three", "four"]]
    assert told(paragraph(words, 9, 2)) == "one two\n  three\n  four"


def test_wide_and_joined_signs_fill_their_columns() -> None:
    assert columns("日本") == 4 and columns("e\u0301") == 1 and columns("a\x1b[31mb\u200b\n") == 6
    assert told(cropped(text("日本"), 3)) == "日"
    assert inked(text("e\u0301 \x1b[2J"), PLAIN) == ["é [2J".replace("é", "e\u0301")]


def test_what_a_stream_cannot_carry_is_written_in_plain_signs() -> None:
    assert shown("┏━┓ ½ · [a]×2", Ink(80, False, "ascii")) == "### ? . [a]x2"
    assert shown("┏━┓ ½", Ink(80, False, "latin-1")) == "### ½"


def test_colours_are_marks_around_the_same_text() -> None:
    drawn = beside([text("red", style="red"), text("bold", style="bold")])
    assert inked(drawn, Ink(80, True)) == ["\x1b[31mred\x1b[0m  \x1b[1mbold\x1b[0m"]
    assert inked(drawn, PLAIN) == ["red  bold"]


def test_a_track_says_numbers_and_where_they_stand() -> None:
    drawn = told(track(Track("Points", 0, 10, (("A", 3), ("B", 3), ("C", 10))), 40)).splitlines()
    assert drawn[0] == "Points: A 3, B 3, C 10"
    assert drawn[1].strip() == "B" and drawn[2].index("A") == drawn[1].index("B") and drawn[2].endswith("─C 10")
    assert told(track(Track("Points", 0, 10, (("A", 0), ("B", 0))), 40)) == "Points: A 0, B 0"


def test_a_map_lists_regions_with_what_lies_there_and_their_neighbours() -> None:
    game = fuero.load(LANDS, players=3)
    state = game.start(1)
    for move in ("send l moor", "send l moor", "send l fen", "send l moor"):
        state.apply(move)
    drawn = told(table(look.scene(Marks(game), state.words, 0), game.seats, 0, "", 80))
    rows = [line.rstrip() for line in drawn.splitlines()]
    at = next(i for i, row in enumerate(rows) if row.startswith("   moor 3"))
    assert rows[at] == "   moor 3      A ×2, B; flag" and rows[at + 1].strip() == "next to fen, high wood"
    assert rows[at + 2] == "   fen 2       C" and "coast 5     -" in rows[at + 6]
    assert "field" not in drawn


def test_pieces_are_called_as_they_are_drawn() -> None:
    marks = Marks(fuero.load("alhambra", players=2))
    assert marks.named("tow-8-nes") == "tower 8, walls n e s" and marks.named("pav-8-open") == "pavilion 8, no walls"
    assert marks.named("florin-3") == "florin 3" and marks.named("no-such") == ""
    assert marks.sentence("tow-8-nes goes from market red to well-known (florin-3).") == (
        "tower 8 goes from market red to well-known (florin 3)."
    )


@pytest.mark.parametrize("module", [lines, look, terms])
def test_examples_in_docstrings(module: object) -> None:
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]


ERRANDS = str(Path(__file__).parents[2] / "engine" / "constructs" / "rulesets" / "errands.fuero")


def drawn_errands(width: int = 80, *played: str) -> list[str]:
    game = fuero.load(ERRANDS, players=3)
    state = game.start(3)
    for move in played:
        state.apply(move)
    block = table(look.scene(Marks(game), state.words, 0), game.seats, 0, "", width)
    assert block.width <= width
    return [line.rstrip() for line in told(block, Ink(width)).splitlines()]


def test_a_card_is_drawn_with_the_sentence_of_the_case_that_applies_to_it() -> None:
    rows = drawn_errands(100)
    assert "  ×2  wander 1: move up to three men, anybody's, from land to land" in rows
    assert "      each home 2: one man of each of the others goes home" in rows
    assert "  ×2  open cellar 3" in rows  # its case has no sentence
    narrow = drawn_errands(40)
    at = next(i for i, row in enumerate(narrow) if "stow 1:" in row)
    assert " ".join(" ".join(narrow[at : at + 3]).split()).startswith("×2 stow 1: put up to two of your men into the cellar, and")


def test_in_the_log_and_where_it_only_lies_a_card_is_called_by_few_words() -> None:
    marks = Marks(fuero.load(ERRANDS, players=3))
    assert marks.sentence("note-stow goes from notes to spent.") == "stow 1 goes from notes to spent."
    assert marks.named("note-stow") == "stow 1: put up to two of your men into the cellar, and keep the note"
    rows = drawn_errands(80, "take n note-tally", "choose l east-land")
    assert any("spent: [tally 2]" in row for row in rows)


def test_a_map_shows_values_by_region_behind_their_names() -> None:
    rows = drawn_errands()
    assert any(row.startswith("   north land 6/3/1 capital; A, B, C; guest A B C") for row in rows)
    assert any("Guests: A north land, B north land, C north land" in row for row in rows)

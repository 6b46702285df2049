"""Maps that are grids, and the notions that ask for straight lines: what they are, and what is said where they are misused."""

from __future__ import annotations

import pytest
from tests.rules.bind.binding import fair, found

from fuero.rules import nodes as r

GRID = "map field of square = 3 by 2, corners touch\n"


def test_regions_stand_row_by_row() -> None:
    made = fair(GRID).maps[0]
    assert made.regions == ("a1", "b1", "c1", "a2", "b2", "c2")
    assert dict(made.attributes) == {"column": ("1", "2", "3", "1", "2", "3"), "row": ("1", "1", "1", "2", "2", "2")}
    assert (made.columns, made.touch, len(made.adjacency)) == (3, "corners touch", 11)


@pytest.mark.parametrize(("touch", "pairs"), [("sides touch", 7), ("hexagons touch", 9)])
def test_what_touches(touch: str, pairs: int) -> None:
    assert len(fair(GRID.replace("corners touch", touch)).maps[0].adjacency) == pairs


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("map field of square = 3 by 21, sides touch\n", "out-of-range", "1 to 20 columns and rows"),
        ("map field of square = 3 by 0, sides touch\n", "out-of-range", "1 to 20 columns and rows"),
        ("map field of square = 3 by 3, corner touch\n", "one-of-these", '"corners touch" may be what you mean'),
        (GRID + "function f(a: square) = between(a, red)\n", "wrong-type", "Two regions of one map"),
        (GRID + "function f(a: square) = longest-line(seen)\n", "wrong-type", "A set of regions"),
        (GRID + "function f(a: square) = size of reachable({a}, seen)\n", "wrong-type", "Two sets of regions"),
        (GRID + "function f(a: square) = size of across({a})\n", "wrong-count", "across"),
    ],
)
def test_misuse_is_told_at_its_line(text: str, code: str, said: str) -> None:
    told = [(d.code, d.message, d.span.line) for d in found(text)]
    assert len(told) == 1, told
    assert told[0][0] == code
    assert said in told[0][1]


def test_the_notions_give_regions() -> None:
    more = "function f(a: square, b: square) = between(a, b) + across({a}, {b}) + reachable({a}, {b})\n"
    rules = fair(GRID + more)
    kind = next(x for x in rules.functions if x.name == "f").type
    assert isinstance(kind, r.SetType)
    assert isinstance(kind.element, r.RegionType)

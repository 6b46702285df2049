"""A board as a plan: tiles as boxes, walls as thick lines, coordinates along the edges.

In: cells by coordinates (x to the east, y to the south). Out: a block no wider than asked for; a board that is too wide is cut
into bands of columns, each with its coordinates.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fuero.table.drawing.block import BLANK, Block, Glyph, below, block, columns, fitted, glyphs, text
from fuero.table.drawing.lines import NONE, THICK, THIN, corner, level, upright

At = tuple[int, int]
NORTH, EAST, SOUTH, WEST = range(4)
NARROWEST = 5
"""So wide a tile stays within its borders before a plan is cut into bands."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What is drawn at one cell: lines of text, a colour, the sides with walls; what it is called where it may be picked.

    A cell without `filled` has no borders.
    """

    lines: tuple[str, ...] = ()
    colour: str = ""
    walls: frozenset[int] = frozenset()
    filled: bool = True
    pick: str = ""

    @property
    def said(self) -> list[tuple[str, str]]:
        """Its lines with their styles."""
        found = [(line, self.colour) for line in self.lines]
        return [*found, (f"[{self.pick}]", "place")] if self.pick else found


Cells = Mapping[At, Cell]


def plan(cells: Cells, width: int, narrowest: int = NARROWEST) -> Block:
    """The whole board."""
    if not cells:
        return text("(empty)", style="faint")
    left, right = min(x for x, _ in cells), max(x for x, _ in cells)
    margin, count, wanted = _margin(cells), right - left + 1, _wanted(cells)
    room = max(1, (width - margin - 1) // (narrowest + 1))
    bands = -(-count // room) if margin + 1 + count * (min(wanted, narrowest) + 1) > width else 1
    each = -(-count // bands)
    inner = max(1, min(wanted, (width - margin - 1) // each - 1))
    starts = range(left, right + 1, each)
    return below(*[_band(cells, range(start, min(start + each, right + 1)), inner, margin) for start in starts])


def natural_width(cells: Cells) -> int:
    """How many columns the plan would fill if it had them."""
    across = [x for x, _ in cells] or [0]
    return _margin(cells) + 1 + (max(across) - min(across) + 1) * (_wanted(cells) + 1)


def _margin(cells: Cells) -> int:
    return max((len(str(y)) for _, y in cells), default=0) + 1


def _wanted(cells: Cells) -> int:
    """So many columns the widest text wants."""
    texts = [line for cell in cells.values() for line, _ in cell.said] + [str(x) for x, _ in cells]
    return max(3, *map(columns, texts)) if texts else 3


def tile(cell: Cell, inner: int) -> Block:
    """One cell alone, without coordinates, `inner` columns wide within its borders."""
    drawn = _band({(0, 0): cell}, range(1), inner, 0)
    return Block(drawn.rows[1:])


def _band(cells: Cells, across: range, inner: int, margin: int) -> Block:
    """Some columns of a board, all its rows."""
    ys = [y for _, y in cells]
    down = range(min(ys), max(ys) + 1)
    head: list[Glyph] = [BLANK] * (margin + 1)
    for x in across:
        head += [*glyphs(str(x).center(inner), "faint"), BLANK]
    rows = [head]
    for y in down:
        rows.append([BLANK] * margin + _border(cells, across, y, inner))
        height = max([1, *(len(cells[x, y].said) for x in across if (x, y) in cells)])
        for line in range(height):
            name = str(y).rjust(margin - 1) + " " if margin and line == (height - 1) // 2 else " " * margin
            row = glyphs(name, "faint")
            for x in across:
                row.append((upright(_weight(cells, (x - 1, y), (x, y), EAST)), ""))
                row += _line(cells.get((x, y)), line, inner, height)
            row.append((upright(_weight(cells, (across[-1], y), (across[-1] + 1, y), EAST)), ""))
            rows.append(row)
    rows.append([BLANK] * margin + _border(cells, across, down[-1] + 1, inner))
    return block(rows)


def _line(cell: Cell | None, line: int, inner: int, height: int) -> list[Glyph]:
    """One line of text of a cell, in its middle."""
    said = cell.said if cell is not None else []
    at = line - (height - len(said)) // 2
    if not 0 <= at < len(said):
        return [BLANK] * inner
    words, style = said[at]
    cut = glyphs(words, style)
    cut = cut if len(cut) <= inner else fitted(cut, inner)
    before = (inner - len(cut)) // 2
    return [BLANK] * before + cut + [BLANK] * (inner - len(cut) - before)


def _border(cells: Cells, across: range, y: int, inner: int) -> list[Glyph]:
    """The lines between the rows y - 1 and y."""
    row: list[Glyph] = []
    for x in (*across, across[-1] + 1):
        sides = (
            _weight(cells, (x - 1, y - 1), (x, y - 1), EAST),
            _weight(cells, (x, y - 1), (x, y), SOUTH) if x in across else NONE,
            _weight(cells, (x - 1, y), (x, y), EAST),
            _weight(cells, (x - 1, y - 1), (x - 1, y), SOUTH) if x - 1 in across else NONE,
        )
        row.append((corner(*sides), ""))
        if x in across:
            row += [(level(sides[1]), "")] * inner
    return row


def _weight(cells: Cells, one: At, other: At, side: int) -> int:
    """The line between two neighbours: `other` lies on this side (east or south) of `one`."""
    first, second = cells.get(one), cells.get(other)
    here = first is not None and first.filled
    there = second is not None and second.filled
    walled = (first is not None and here and side in first.walls) or (
        second is not None and there and (side + 2) % 4 in second.walls
    )
    return THICK if walled else THIN if here or there else NONE

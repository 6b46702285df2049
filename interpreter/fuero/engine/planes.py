"""Sets of cells of a square window, as Python ints.

A window of width W has the cells c = y * W + x, x growing to the east and y to the south; a *plane* is a set of cells, bit c
for cell c. Sides: 0 north, 1 east, 2 south, 3 west. What lies beyond the window is empty and never answered.

In: planes and widths. Out: planes, cells. Everything is pure.

The fast forms of the board's questions work on a *cropped* plane: the empty rows above are cut off, one is left. They rely
on no cell lying at the rim of the window, for then no shift by one cell can run over from one row into the next; `roomy`
gives any plane such a rim.
"""

from __future__ import annotations

from functools import lru_cache

DEFAULT_WIDTH = 64
NORTH, EAST, SOUTH, WEST = 0, 1, 2, 3
SIDES = (NORTH, EAST, SOUTH, WEST)

Links = tuple[int, int, int, int]
"""A plane per side."""


def opposite(side: int) -> int:
    """The side that faces `side`."""
    return side ^ 2


@lru_cache(maxsize=64)
def window(width: int) -> int:
    """All cells of the window."""
    return (1 << (width * width)) - 1


@lru_cache(maxsize=64)
def column(x: int, width: int) -> int:
    """The cells of one column."""
    return sum(1 << (y * width + x) for y in range(width))


@lru_cache(maxsize=64)
def rim(width: int) -> int:
    """The outermost cells of the window: a tile there is one step from a place that cannot be held."""
    row = (1 << width) - 1
    return row | (row << (width * (width - 1))) | column(0, width) | column(width - 1, width)


@lru_cache(maxsize=64)
def _before(side: int, width: int) -> int:
    """The cells that have a neighbour at `side` within the window."""
    if side == NORTH:
        return window(width) & ~((1 << width) - 1)
    if side == SOUTH:
        return (1 << (width * (width - 1))) - 1
    return window(width) & ~column(width - 1 if side == EAST else 0, width)


def neighbours_of(plane: int, side: int, width: int) -> int:
    """Where one comes from the cells of `plane` by a step over `side`; steps out of the window are dropped."""
    plane &= _before(side, width)
    if side == NORTH:
        return plane >> width
    if side == EAST:
        return plane << 1
    if side == SOUTH:
        return plane << width
    return plane >> 1


def having_neighbour(plane: int, side: int, width: int) -> int:
    """The cells whose neighbour at `side` lies in `plane`."""
    return neighbours_of(plane, side ^ 2, width)


def around(plane: int, width: int) -> int:
    """The cells of `plane` and all that touch one of them with a side or a corner."""
    plane |= neighbours_of(plane, EAST, width) | neighbours_of(plane, WEST, width)
    return plane | neighbours_of(plane, NORTH, width) | neighbours_of(plane, SOUTH, width)


def cells(plane: int) -> list[int]:
    """The cells of `plane`, lowest first."""
    out: list[int] = []
    while plane:
        top = plane.bit_length() - 1
        out.append(top)
        plane ^= 1 << top
    out.reverse()
    return out


def lowest(plane: int) -> int:
    """The first cell of `plane`; -1 if it has none."""
    return (plane & -plane).bit_length() - 1


def neighbour(cell: int, side: int, width: int) -> int:
    """The neighbour of `cell` at `side`; -1 if it lies outside the window."""
    if side == NORTH:
        return cell - width if cell >= width else -1
    if side == SOUTH:
        return cell + width if cell < width * (width - 1) else -1
    if side == EAST:
        return cell + 1 if (cell + 1) % width else -1
    return cell - 1 if cell % width else -1


@lru_cache(maxsize=1 << 14)
def line(cell: int, side: int, width: int = DEFAULT_WIDTH) -> tuple[int, ...]:
    """The cells that lie from `cell` straight towards `side`, nearest first, up to the end of the window; not `cell` itself."""
    y, x = divmod(cell, width)
    if side == NORTH:
        return tuple(range(cell - width, -1, -width))
    if side == EAST:
        return tuple(range(cell + 1, (y + 1) * width))
    if side == SOUTH:
        return tuple(range(cell + width, width * width, width))
    return tuple(range(cell - 1, cell - x - 1, -1))


def distance(a: int, b: int, width: int = DEFAULT_WIDTH) -> int:
    """How many steps over sides lead from `a` to `b`, over whatever lies between."""
    ya, xa = divmod(a, width)
    yb, xb = divmod(b, width)
    return abs(ya - yb) + abs(xa - xb)


def is_roomy(plane: int, width: int) -> bool:
    """Whether no cell of `plane` lies at the rim."""
    return not plane & rim(width)


def roomy(plane: int, width: int) -> int:
    """The same cells in a window that is wider by one cell on each side."""
    row = (1 << width) - 1
    out = 0
    at = width + 3
    while plane:
        out |= (plane & row) << at
        plane >>= width
        at += width + 2
    return out


def unroomy(plane: int, width: int) -> int:
    """The cells of a plane of the wider window that lie in the window of `width`."""
    row = (1 << width) - 1
    plane >>= width + 3
    out = at = 0
    while plane and at < width * width:
        out |= (plane & row) << at
        plane >>= width + 2
        at += width
    return out


def rows_above(plane: int, width: int) -> int:
    """By how much to shift a roomy plane down so that one empty row stays above its first cell."""
    return ((plane & -plane).bit_length() - 1) // width * width - width


def crowded(a: int, b: int, c: int, d: int) -> int:
    """The cells that lie in at least two of four planes."""
    return (a & b) | (c & d) | ((a | b) & (c | d))

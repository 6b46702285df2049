"""Notions of maps, fast: what can be reached from somewhere, the longest straight line.

In: sets of regions as masks. Out: as the plain definitions in `plain` say, for all regions at once.
"""

from __future__ import annotations

from collections.abc import Sequence


def reachable(start: int, ground: int, near: Sequence[int | None]) -> int:
    """The part of `ground` that can be reached from those of `start` that lie in it, from neighbour to neighbour in it."""
    found = edge = start & ground
    while edge:
        lowest = edge & -edge
        edge ^= lowest
        new = (near[lowest.bit_length() - 1] or 0) & ground & ~found
        found |= new
        edge |= new
    return found


def longest_line(places: int, columns: int, rows: int, axes: int) -> int:
    """How many of these places stand in one unbroken straight line at most; `axes` as in `program.lines`."""
    most = 0
    left = sum(1 << columns * y for y in range(rows))
    not_left, not_right = ~left, ~(left << columns - 1)
    for axis, step, inside in ((1, 1, not_left), (2, columns, -1), (4, columns + 1, not_left), (8, columns - 1, not_right)):
        if axes & axis:
            line, length = places, 0
            while line:
                length += 1
                line &= (line << step) & inside
            most = max(most, length)
    return most

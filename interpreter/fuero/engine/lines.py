"""Notions of maps, fast: what can be reached from somewhere, the longest straight line.

In: sets of regions as masks. Out: as the plain definitions in `plain` say, for all regions at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache


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


@cache
def _moves(columns: int, rows: int, axes: int) -> tuple[tuple[int, int], ...]:
    """For each axis and both ways along it: by how much a place moves, and where one may come to."""
    found = []
    for axis, by, across_ in ((1, 1, 1), (2, columns, 0), (4, columns + 1, 1), (8, columns - 1, -1)):
        for way in (1, -1) if axes & axis else ():
            to = [x for x in range(columns) if 0 <= x - way * across_ < columns]
            found.append((way * by, sum(1 << columns * y + x for y in range(rows) for x in to)))
    return tuple(found)


def across(start: int, over: int, columns: int, rows: int, axes: int) -> int:
    """The places behind an unbroken straight run of one or more of `over`, seen from a place of `start` beside that run."""
    found = 0
    for by, to in _moves(columns, rows, axes):
        run = (start << by if by > 0 else start >> -by) & to & over
        while run:
            run = (run << by if by > 0 else run >> -by) & to
            found |= run & ~over
            run &= over
    return found


def longest_line(places: int, columns: int, rows: int, axes: int) -> int:
    """How many of these places stand in one unbroken straight line at most; `axes` as in `program.lines`."""
    most = 0
    for by, to in _moves(columns, rows, axes)[::2]:
        line, length = places, 0
        while line:
            length += 1
            line &= (line << by) & to
        most = max(most, length)
    return most

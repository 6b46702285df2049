"""The cells that make a notion of boards fail: what is enclosed, what cannot be reached.

In: a board's planes, and a rule for a step. Out: planes. They say where a condition fails, never whether it does.
"""

from __future__ import annotations

from collections.abc import Callable

from fuero.engine.helpers import bits, gather
from fuero.engine.planes import SIDES, neighbour, neighbours_of, rim, window


def enclosed(occupied: int, width: int) -> int:
    """Empty cells from which no way over sides leads to the rim of the window.

    >>> ring = gather([x + 5 * y for x in (1, 2, 3) for y in (1, 2, 3)]) & ~(1 << 12)
    >>> bits(enclosed(ring, 5)), enclosed(ring & ~(1 << 7), 5)
    ([12], 0)
    """
    empty = window(width) & ~occupied
    outside = fringe = empty & rim(width)
    while fringe:
        around = 0
        for side in SIDES:
            around |= neighbours_of(fringe, side, width)
        fringe = around & empty & ~outside
        outside |= fringe
    return empty & ~outside


def unreached(occupied: int, start: int, step: Callable[[int, int], bool], width: int) -> int:
    """Occupied cells to which no walk over occupied cells leads from those of `start`; `step` says whether a side of a cell may
    be stepped over.
    """
    reached, todo = set(bits(start)), bits(start)
    while todo:
        cell = todo.pop()
        for side in SIDES:
            other = neighbour(cell, side, width)
            if other >= 0 and other not in reached and occupied >> other & 1 and step(cell, side):
                reached.add(other)
                todo.append(other)
    return occupied & ~gather(list(reached))

"""Straight lines on a grid: what lies between two places, worked out once for a table.

In: columns, rows, the axes of lines (1 along a row, 2 along a column, 4 up to the right, 8 up to the left). Out: for each pair of
places, row by row, the places strictly between them on a straight line, as a set; the empty set where no line joins them.
"""

from __future__ import annotations

STEPS = ((1, (1, 0)), (2, (0, 1)), (4, (1, 1)), (8, (-1, 1)))


def between(columns: int, rows: int, axes: int) -> tuple[int, ...]:
    """For place a and place b, at `a * size + b`.

    >>> between(3, 1, 1)
    (0, 0, 2, 0, 0, 0, 2, 0, 0)
    """
    size = columns * rows
    found = [0] * (size * size)
    for axis, (dx, dy) in STEPS:
        if not axes & axis:
            continue
        for a in range(size):
            x, y, passed = a % columns + dx, a // columns + dy, 0
            while 0 <= x < columns and 0 <= y < rows:
                b = y * columns + x
                found[a * size + b] = found[b * size + a] = passed
                passed |= 1 << b
                x, y = x + dx, y + dy
    return tuple(found)

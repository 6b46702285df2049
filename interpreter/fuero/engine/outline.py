"""The outline of a board and the longest unbroken run of walls on it.

In: the plane of occupied cells, four planes of walled sides, the window's width. Out: a length.

An *outer edge* is a side of an occupied cell that faces an empty cell (or the outside of the window). Walking round with the
cell to the right, the edge after the one at side s of cell c is

- at side s + 1 of c, if the cell ahead is empty: round an outward corner, staying on the same tile;
- at side s of the cell ahead, if that is occupied and the cell beside it is empty: straight on;
- at side s - 1 of the cell diagonally ahead, if both are occupied: round an inward corner.

Each outline closes into a cycle of its own, enclosed spaces have theirs. Where two occupied cells touch only with a corner,
the walk stays on its tile: an outline belongs to tiles that hang together by sides, and an outer and an inner outline
that meet in such a corner are one. (It cannot happen on a connected board that encloses nothing.) A cycle that is
walled all round counts whole.
The plain definition is in `plain`.
"""

from __future__ import annotations

from functools import lru_cache

from fuero.engine.planes import Links, cells, is_roomy, roomy, rows_above


@lru_cache(maxsize=1 << 12)
def longest_run(occ: int, walled: Links, width: int) -> int:
    """The length of the longest run of walled outer edges; 0 if there is none."""
    if not occ:
        return 0
    if not is_roomy(occ, width):
        north, east, south, west = walled
        wide = (roomy(north, width), roomy(east, width), roomy(south, width), roomy(west, width))
        return longest_run(roomy(occ, width), wide, width + 2)
    cut = rows_above(occ, width)
    occ >>= cut
    north, east, south, west = [(plane >> cut) & occ for plane in walled]
    following: dict[int, int] = {}  # an edge is 4 * cell + side
    for side, plane, ahead, outward in (
        (0, north & ~(occ << width), 1, -width),
        (1, east & ~(occ >> 1), width, 1),
        (2, south & ~(occ >> width), -1, width),
        (3, west & ~(occ << 1), -width, -1),
    ):
        for cell in cells(plane):
            front = cell + ahead
            if not occ >> front & 1:
                following[4 * cell + side] = 4 * cell + (side + 1 & 3)
            elif not occ >> (front + outward) & 1:
                following[4 * cell + side] = 4 * front + side
            else:
                following[4 * cell + side] = 4 * (front + outward) + (side - 1 & 3)
    best = 0
    left = len(following)
    for edge in following.keys() - set(following.values()):
        length = 0
        while edge in following:
            edge = following[edge]
            length += 1
        left -= length
        if length > best:
            best = length
    # What is left over lies on cycles that are walled all round; a rest of a run met again here is never the longest.
    while left > 0:
        edge = next(iter(following))
        length = 0
        while edge in following:
            edge = following.pop(edge)
            length += 1
        left = len(following)
        if length > best:
            best = length
    return best

"""Ways over a board: what can be reached from where, and what can be taken away without cutting anything off.

In: the plane of occupied cells, a start, and *links*: four planes, `links[s]` holding the cells from which one can step
over side s to the neighbour (both occupied). Out: planes, yes or no. Links may be one-way.

How taking away is fast. Where all links go both ways: fill every square of four cells linked all round; if the figure of
cells, links and such squares has no hole (cells - links + squares = 1), a cell can go exactly if its linked neighbours
form one group round about it, which is a few operations on whole planes. With a hole, the cells in doubt are looked
up among the cut points of the graph. The plain definitions are in `plain`.
"""

from __future__ import annotations

from functools import lru_cache

from fuero.engine.planes import Links, cells, crowded


def reach(start: int, links: Links, width: int) -> int:
    """The cells that can be reached from the cells of the plane `start`, these included."""
    north, east, south, west = links
    reached = start
    fresh = start
    while fresh:
        fresh = (
            ((fresh & north) >> width) | ((fresh & east) << 1) | ((fresh & south) << width) | ((fresh & west) >> 1)
        ) & ~reached
        reached |= fresh
    return reached


@lru_cache(maxsize=1 << 12)
def connected(occ: int, start: int, links: Links, width: int) -> bool:
    """Whether every occupied cell can be reached from the cell `start`."""
    return not occ & ~reach(1 << start, links, width)


@lru_cache(maxsize=1 << 12)
def connected_without(occ: int, start: int, links: Links, width: int) -> int:
    """The occupied cells other than `start` without which all the other occupied cells can be reached from `start`."""
    if not occ:
        return 0
    # Whole empty rows in front are cut off; no link leads there, so nothing is lost.
    cut = (min(start, (occ & -occ).bit_length() - 1)) // width * width
    if cut:
        occ >>= cut
        north, east, south, west = links
        links = (north >> cut, east >> cut, south >> cut, west >> cut)
    return _connected_without(occ, start - cut, links, width) << cut


def _connected_without(occ: int, start: int, links: Links, width: int) -> int:
    north, east, south, west = links
    begin = 1 << start
    lost = occ & ~reach(begin, links, width)
    if lost:
        # Nothing is reached by taking away; only a single lost cell can be the one to go.
        return lost if not lost & (lost - 1) else 0
    others = occ & ~begin
    if north >> width != south or east << 1 != west:
        return sum([1 << c for c in cells(others) if _holds_without(occ, 1 << c, begin, links, width)])
    # A side is a break if it is linked and not joined, round a square of four, to the next side clockwise.
    squares = east & south & (south >> 1) & (east >> width)
    breaks = crowded(
        north & ~(east & (east << width) & (north >> 1)),
        east & ~squares,
        south & ~(west & (west >> width) & (south << 1)),
        west & ~(north & (north << 1) & (west << width)),
    )
    doubtful = others & breaks
    if not doubtful or occ.bit_count() - east.bit_count() - south.bit_count() + squares.bit_count() == 1:
        return others & ~breaks
    return others & ~(doubtful & _cut_points(start, east, south, width))


def _holds_without(occ: int, gone: int, begin: int, links: Links, width: int) -> bool:
    north, east, south, west = links
    north &= ~(gone << width)
    east &= ~(gone >> 1)
    south &= ~(gone >> width)
    west &= ~(gone << 1)
    return not occ & ~gone & ~reach(begin, (north, east, south, west), width)


def _cut_points(start: int, east: int, south: int, width: int) -> int:
    """The cells, `start` apart, without which a connected graph falls apart (Tarjan's low points)."""
    near: dict[int, list[int]] = {start: []}
    for step, plane in ((1, east), (width, south)):
        for a in cells(plane):
            near.setdefault(a, []).append(a + step)
            near.setdefault(a + step, []).append(a)
    order = {start: 0}
    low = {start: 0}
    path = [start]
    points = 0
    while path:
        cell = path[-1]
        if near[cell]:
            other = near[cell].pop()
            if other not in order:
                order[other] = low[other] = len(order)
                path.append(other)
            elif order[other] < low[cell]:
                low[cell] = order[other]
            continue
        path.pop()
        if path:
            above = path[-1]
            if low[cell] < low[above]:
                low[above] = low[cell]
            if low[cell] >= order[above] and above != start:
                points |= 1 << above
    return points

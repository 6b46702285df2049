"""Enclosed empty space: which boards have some, which single changes would make some.

In: the plane of occupied cells, the window's width. Out: yes or no, planes. An empty cell is *enclosed* if no walk over
sides through empty cells leads from it to the outside of the window; corners let nobody through.

How it is fast. Take the occupied cells as closed unit squares: touching at a corner joins them into parts, and
corners - edges + cells = parts - enclosed areas (Euler), so the areas are counted by counting bits. If there is one part
and no enclosed area, a new cell c encloses something exactly if its empty neighbours fall into two or more groups round
about it: two occupied cells that part the groups are joined by a way through the part, which closes with c to a ring.
The plain definitions are in `plain`.
"""

from __future__ import annotations

from functools import lru_cache

from fuero.engine.planes import around, cells, crowded, is_roomy, roomy, rows_above, unroomy, window


def _euler(occ: int, width: int) -> int:
    wide = occ | (occ << 1)
    tall = occ | (occ << width)
    return (wide | (wide << width)).bit_count() - wide.bit_count() - tall.bit_count() + occ.bit_count()


def _parts(occ: int, width: int) -> int:
    """How many parts a roomy, cropped plane has, cells that touch at a corner belonging together."""
    parts = 0
    while occ:
        part = 0
        grown = occ & -occ
        while grown != part:
            part = grown
            grown |= (grown << 1) | (grown >> 1)
            grown = (grown | (grown << width) | (grown >> width)) & occ
        occ ^= part
        parts += 1
    return parts


@lru_cache(maxsize=1 << 12)
def encloses(occ: int, width: int) -> bool:
    """Whether some empty cell is enclosed."""
    if not occ:
        return False
    if not is_roomy(occ, width):
        return encloses(roomy(occ, width), width + 2)
    occ >>= rows_above(occ, width)
    return _parts(occ, width) > _euler(occ, width)


@lru_cache(maxsize=1 << 12)
def enclosing_cells(occ: int, width: int) -> int:
    """The empty cells c for which `encloses(occ with c)`."""
    if not occ:
        return 0
    if not is_roomy(occ, width):
        return unroomy(enclosing_cells(roomy(occ, width), width + 2), width)
    cut = rows_above(occ, width)
    own = occ >> cut
    parts = _parts(own, width)
    areas = parts - _euler(own, width)
    if areas:
        free = window(width) & ~occ
        single = (own << 1) & (own >> 1) & (own << width) & (own >> width) & ~own
        # Filling the only enclosed cell mends the board; any other cell leaves something enclosed.
        return free & ~(single << cut) if areas == 1 else free
    if parts > 1:
        return sum([1 << c for c in cells(around(occ, width) & ~occ) if encloses(occ | (1 << c), width)])
    north, east, south, west = own << width, own >> 1, own >> width, own << 1
    # A side is a break if it is empty and not joined, over the next corner clockwise, to the next side.
    breaks = crowded(
        ~north & (east | (north >> 1)),
        ~east & (south | (south >> 1)),
        ~south & (west | (south << 1)),
        ~west & (north | (north << 1)),
    )
    return (breaks & ~own) << cut


@lru_cache(maxsize=1 << 12)
def enclosing_removals(occ: int, width: int) -> int:
    """The occupied cells c for which `encloses(occ without c)`."""
    if not occ:
        return 0
    if not is_roomy(occ, width):
        return unroomy(enclosing_removals(roomy(occ, width), width + 2), width)
    if encloses(occ, width):
        return sum([1 << c for c in cells(occ) if encloses(occ ^ (1 << c), width)])
    return occ & (occ << 1) & (occ >> 1) & (occ << width) & (occ >> width)

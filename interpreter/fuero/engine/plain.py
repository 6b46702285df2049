"""The board's built-ins by their plain definitions: cell by cell, word for word. The fast forms are tested against these.

In and out: as in `enclosure`, `footing`, `outline`. A native engine is held to these too.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from fuero.engine.planes import SIDES, Links, cells, neighbour, window

Place = tuple[int, int]

STEP: tuple[Place, Place, Place, Place] = ((0, -1), (1, 0), (0, 1), (-1, 0))


def _places(occ: int, width: int) -> set[Place]:
    return {(cell % width, cell // width) for cell in cells(occ)}


def encloses(occ: int, width: int) -> bool:
    """Flood the empty cells from outside, over sides, within the box round the occupied cells and one cell more."""
    tiles = _places(occ, width)
    if not tiles:
        return False
    xs, ys = [x for x, _ in tiles], [y for _, y in tiles]
    box = {(x, y) for x in range(min(xs) - 1, max(xs) + 2) for y in range(min(ys) - 1, max(ys) + 2)}
    start = (min(xs) - 1, min(ys) - 1)
    seen = {start}
    todo = deque([start])
    while todo:
        x, y = todo.popleft()
        for dx, dy in STEP:
            place = (x + dx, y + dy)
            if place in box and place not in tiles and place not in seen:
                seen.add(place)
                todo.append(place)
    return len(seen) + len(tiles) < len(box)


def enclosing_cells(occ: int, width: int) -> int:
    """Every empty cell c of the window for which `encloses(occ with c)`."""
    return sum(1 << c for c in cells(window(width) & ~occ) if encloses(occ | (1 << c), width))


def enclosing_removals(occ: int, width: int) -> int:
    """Every occupied cell c for which `encloses(occ without c)`."""
    return sum(1 << c for c in cells(occ) if encloses(occ ^ (1 << c), width))


def reach(start: int, links: Links, width: int, gone: int = -1) -> int:
    """Walk from the cells of `start`, never onto `gone`."""
    seen = set(cells(start))
    todo = deque(seen)
    while todo:
        cell = todo.popleft()
        for side in SIDES:
            if links[side] >> cell & 1:
                other = neighbour(cell, side, width)
                if other not in seen and other not in (-1, gone):
                    seen.add(other)
                    todo.append(other)
    return sum(1 << cell for cell in seen)


def connected(occ: int, start: int, links: Links, width: int) -> bool:
    """Whether the walk from `start` comes to every occupied cell."""
    return not occ & ~reach(1 << start, links, width)


def connected_without(occ: int, start: int, links: Links, width: int) -> int:
    """Every occupied cell but `start` without which the walk still comes to all the others."""
    return sum(
        1 << c for c in cells(occ) if c != start and not occ & ~(1 << c) & ~reach(1 << start, links, width, gone=c)
    )


def longest_run(occ: int, walled: Links, width: int) -> int:
    """Walk round every outline, edge by edge, and take the longest run of walled edges."""
    tiles = _places(occ, width)
    open_edges = {(x, y, s) for x, y in tiles for s in SIDES if (x + STEP[s][0], y + STEP[s][1]) not in tiles}
    best = 0
    while open_edges:
        x, y, s = min(open_edges)
        outline: list[bool] = []
        while (x, y, s) in open_edges:
            open_edges.remove((x, y, s))
            outline.append(bool(walled[s] >> (y * width + x) & 1))
            (ox, oy), (ax, ay) = STEP[s], STEP[(s + 1) % 4]
            ahead, beside = (x + ax, y + ay), (x + ax + ox, y + ay + oy)
            if ahead not in tiles:
                s = (s + 1) % 4
            elif beside not in tiles:
                x, y = ahead
            else:
                (x, y), s = beside, (s - 1) % 4
        if all(outline):
            best = max(best, len(outline))
        else:
            turned = outline.index(False)
            run = 0
            for is_walled in outline[turned:] + outline[:turned]:
                run = run + 1 if is_walled else 0
                best = max(best, run)
    return best


def reachable(start: set[int], ground: set[int], near: Sequence[set[int]]) -> set[int]:
    """Walk from each place of `start` in `ground` to neighbours in it, until nothing new is found."""
    found = start & ground
    while new := {b for a in found for b in near[a]} & ground - found:
        found |= new
    return found


def longest_line(places: set[Place], steps: Sequence[Place]) -> int:
    """From each place, in each direction, go on while there is another; the longest such walk, in places."""
    most = 0
    for x, y in places:
        for dx, dy in steps:
            length = 1
            while (x + length * dx, y + length * dy) in places:
                length += 1
            most = max(most, length)
    return most


def across(start: set[Place], over: set[Place], inside: set[Place], steps: Sequence[Place]) -> set[Place]:
    """From each place of `start`, in each direction and its opposite, go on over `over`; the next place counts, if any."""
    found = set()
    for x, y in start:
        for dx, dy in (*steps, *((-dx, -dy) for dx, dy in steps)):
            length = 1
            while (x + length * dx, y + length * dy) in over:
                length += 1
            beyond = (x + length * dx, y + length * dy)
            if length > 1 and beyond in inside:
                found.add(beyond)
    return found


def between(a: Place, b: Place, inside: set[Place], steps: Sequence[Place]) -> set[Place]:
    """From `a` go on in each direction and its opposite; where `b` is met, what was passed counts."""
    for dx, dy in (*steps, *((-dx, -dy) for dx, dy in steps)):
        passed: set[Place] = set()
        at = (a[0] + dx, a[1] + dy)
        while at in inside:
            if at == b:
                return passed
            passed.add(at)
            at = (at[0] + dx, at[1] + dy)
    return set()

"""Rules about a changed board, answered for all cells at once from what is known of the board: joins and footing.

Law: each answer equals the plain one (the rule tested on the changed board), cell by cell. Where what the fast form takes for granted does not
hold of the board itself, the plain form is taken.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fuero.engine.enclosure import encloses, enclosing_cells, enclosing_removals
from fuero.engine.footing import connected_without, reach
from fuero.engine.planes import EAST, NORTH, SOUTH, WEST, Links, cells, having_neighbour, window

State = list[int]


def cells_of(board: Any, pieces: int) -> int:
    """The cells of a board on which pieces of the set lie."""
    plane = 0
    for piece, cell in board.cell_of.items():
        if pieces >> piece & 1:
            plane |= 1 << cell
    return plane


def where_cells(m: int, test: Callable[[int], Any]) -> int:
    """The cells of `m` that pass a test, one by one."""
    plane = 0
    for cell in cells(m):
        if test(cell):
            plane |= 1 << cell
    return plane


def encloses_put(board: Any, m: int) -> int:
    """The empty cells (at least those in `m`) on which a tile would enclose something."""
    if not encloses(board.occ, board.width):
        return enclosing_cells(board.occ, board.width)
    return where_cells(m, lambda c: encloses(board.occ | 1 << c, board.width))


def encloses_take(board: Any, m: int) -> int:
    """The occupied cells without whose tile something would be enclosed."""
    if not encloses(board.occ, board.width):
        return enclosing_removals(board.occ, board.width)
    return where_cells(m, lambda c: encloses(board.occ & ~(1 << c), board.width))


def encloses_swap(board: Any, m: int) -> int:
    """An exchange leaves the outline as it is."""
    return window(board.width) if encloses(board.occ, board.width) else 0


class JoinRule:
    """A rule that every pair of touching tiles keeps, and that hangs on the two tiles and the side alone."""

    def __init__(self, name: str, test: Callable[[State, int, int, int], Any], plain: Callable[[State, Any], Any], width: int):
        self.name, self.test, self.plain, self.width = name, test, plain, width
        self._pairs: dict[tuple[int, int, int], bool] = {}
        self._profiles: dict[int, int] = {}
        self._known: dict[tuple[int, ...], int] = {}
        self._bad: list[tuple[int, int, int, int]] = []
        self.pieces = 0

    def fits(self, S: State, near: int, far: int, side: int) -> bool:
        key = (near, far, side)
        known = self._pairs.get(key)
        if known is None:
            known = self._pairs[key] = bool(self.test(S, near, far, side))
        return known

    def profile(self, S: State, piece: int) -> int:
        """A number for what may lie beside a piece: pieces with equal numbers are alike to this rule."""
        known = self._profiles.get(piece)
        if known is not None:
            return known
        bad = []
        for side in (NORTH, EAST, SOUTH, WEST):
            mask = 0
            for other in range(self.pieces):
                pair = (piece, other, side) if side in (EAST, SOUTH) else (other, piece, side ^ 2)
                try:
                    good = self.fits(S, *pair)
                except (TypeError, IndexError):
                    good = False  # no tile of any board: never asked
                if not good:
                    mask |= 1 << other
            bad.append(mask)
        row = tuple(bad)
        if row not in self._known:
            self._known[row] = len(self._bad)
            self._bad.append(row)  # type: ignore[arg-type]
        self._profiles[piece] = self._known[row]
        return self._known[row]

    def holds(self, S: State, board: Any) -> bool:
        key = (self.name, "holds")
        known = board.memo.get(key)
        if known is None:
            known = board.memo[key] = bool(self.plain(S, board))
        return bool(known)

    def _at(self, S: State, board: Any, piece: int) -> int:
        profile = self.profile(S, piece)
        key = (self.name, profile)
        known = board.memo.get(key)
        if known is not None:
            return int(known)
        refused = 0
        for side, mask in enumerate(self._bad[profile]):
            plane = 0
            for other, cell in board.cell_of.items():
                if mask >> other & 1:
                    plane |= 1 << cell
            if plane:
                refused |= having_neighbour(plane, side, self.width)
        fine = window(self.width) & ~refused
        board.memo[key] = fine
        return fine

    def put(self, S: State, board: Any, piece: int, m: int) -> int:
        if self.holds(S, board):
            return self._at(S, board, piece)
        return where_cells(m, lambda c: self.plain(S, board.with_(piece, c)))

    def swap(self, S: State, board: Any, piece: int, m: int) -> int:
        if self.holds(S, board):
            return self._at(S, board, piece)
        return where_cells(m, lambda c: self.plain(S, board.exchanged(piece, c)))

    def take(self, S: State, board: Any, piece: int, m: int) -> int:
        if self.holds(S, board):
            return window(self.width)
        return where_cells(m, lambda c: self.plain(S, board.without(c)))


class FootingRule:
    """Everything can be reached on foot from the start pieces; who can pass hangs on the tile one stands on, the side, and marks on the join."""

    def __init__(
        self, name: str, test: Callable[[State, int, int], Any], planes: Callable[[State, Any], Links], marks: tuple[int, ...], width: int
    ):
        self.name, self.test, self.planes, self.marks, self.width = name, test, planes, marks, width
        self._open: dict[int, tuple[bool, ...]] = {}

    def profile(self, S: State, piece: int) -> tuple[bool, ...]:
        known = self._open.get(piece)
        if known is None:
            known = self._open[piece] = tuple(bool(self.test(S, piece, side)) for side in (NORTH, EAST, SOUTH, WEST))
        return known

    def _whole(self, S: State, board: Any, start: int) -> bool:
        key = (self.name, "holds", start)
        known = board.memo.get(key)
        if known is None:
            known = board.memo[key] = footing(board, start, self.planes(S, board))
        return bool(known)

    def _entrances(self, S: State, board: Any, piece: int) -> tuple[int, int, int, int]:
        """For each side, the cells where the piece and its neighbour there let one pass."""
        passes = self.planes(S, board)
        opened = self.profile(S, piece)
        out = []
        for side in (NORTH, EAST, SOUTH, WEST):
            coming = having_neighbour(passes[side ^ 2], side, self.width) if passes[side ^ 2] else 0
            if not opened[side]:
                coming &= self._marked(board, side)
            out.append(coming)
        return (out[0], out[1], out[2], out[3])

    def _marked(self, board: Any, side: int) -> int:
        plane = 0
        for index in self.marks:
            for join in cells(board.marks[index]):
                near, south = join >> 1, join & 1
                far = near + (self.width if south else 1)
                if side == (SOUTH if south else EAST):
                    plane |= 1 << near
                elif side == (NORTH if south else WEST):
                    plane |= 1 << far
        return plane

    def put(self, S: State, board: Any, piece: int, m: int, start: int) -> int:
        if start >> piece & 1 or not self._whole(S, board, start):
            return where_cells(m, lambda c: self._plain(S, board.with_(piece, c), start))
        a, b, c, d = self._entrances(S, board, piece)
        return a | b | c | d

    def take(self, S: State, board: Any, piece: int, m: int, start: int) -> int:
        begin = cells_of(board, start)
        if begin & (begin - 1) or not begin or not self._whole(S, board, start):
            return where_cells(m, lambda c: self._plain(S, board.without(c), start))
        links = step_links(self.planes(S, board), board.width)
        safe = connected_without(board.occ, begin.bit_length() - 1, links, board.width)
        return safe | where_cells(m & begin, lambda c: self._plain(S, board.without(c), start))

    def swap(self, S: State, board: Any, piece: int, m: int, start: int) -> int:
        begin = cells_of(board, start)
        if begin & (begin - 1) or not begin or start >> piece & 1 or not self._whole(S, board, start):
            return where_cells(m, lambda c: self._plain(S, board.exchanged(piece, c), start))
        old = step_links(self.planes(S, board), board.width)
        new = self._entrances(S, board, piece)
        fewer = (old[0] & ~new[0]) | (old[1] & ~new[1]) | (old[2] & ~new[2]) | (old[3] & ~new[3]) | begin
        sure = board.occ & ~fewer
        return sure | where_cells(m & fewer, lambda c: self._plain(S, board.exchanged(piece, c), start))

    def _plain(self, S: State, board: Any, start: int) -> bool:
        return footing(board, start, self.planes(S, board))


def step_links(passes: Links, width: int) -> Links:
    """One can step over a side where both tiles let one pass there."""
    north, east, south, west = passes
    return (
        north & having_neighbour(south, NORTH, width),
        east & having_neighbour(west, EAST, width),
        south & having_neighbour(north, SOUTH, width),
        west & having_neighbour(east, WEST, width),
    )


def footing(board: Any, start: int, passes: Links) -> bool:
    """Whether every tile can be reached from a tile of the start pieces; a board without start has nothing that could be reached."""
    begin = cells_of(board, start)
    return not board.occ & ~reach(begin, step_links(passes, board.width), board.width)

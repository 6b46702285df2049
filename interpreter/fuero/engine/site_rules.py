"""Rules about a changed board, answered for all cells at once from what is known of the board: joins and footing.

Law: each answer equals the plain one (the rule tested on the changed board), cell by cell. Where what the fast form takes for
granted does not hold of the board itself, the plain form is taken.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fuero.engine.enclosure import encloses, enclosing_cells, enclosing_removals
from fuero.engine.footing import connected_without, reach
from fuero.engine.helpers import joins
from fuero.engine.planes import EAST, NORTH, SOUTH, WEST, Links, cells, having_neighbour, rim, window

State = list[int]


def cells_of(board: Any, pieces: int) -> int:
    """The cells of a board on which pieces of the set lie."""
    plane = 0
    for piece, cell in board.cell_of.items():
        if pieces >> piece & 1:
            plane |= 1 << cell
    return plane


def start_cells(board: Any, start: int) -> int:
    """`cells_of`, remembered: for the pieces from which everything must be reached."""
    found = board.memo.get(start)
    if found is None:
        found = board.memo[start] = cells_of(board, start)
    return int(found)


def where_cells(m: int, test: Callable[[int], Any]) -> int:
    """The cells of `m` that pass a test, one by one."""
    plane = 0
    for cell in cells(m):
        if test(cell):
            plane |= 1 << cell
    return plane


def beside(board: Any) -> int:
    """The cells that have a tile at one of their sides; all of them on an empty board."""
    width, occ = board.width, board.occ
    if not occ:
        return window(width)
    return (
        having_neighbour(occ, NORTH, width)
        | having_neighbour(occ, EAST, width)
        | having_neighbour(occ, SOUTH, width)
        | having_neighbour(occ, WEST, width)
    )


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
        self._refusing: list[tuple[int, ...]] = []
        self.pieces: list[int] = []
        """The pieces that can lie on a board."""

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
        width = self.width
        # Where the piece cannot lie when `other` lies on cell `width`: one bit for each side that does not fit.
        bits = (1 << 2 * width, 1 << (width - 1), 1, 1 << (width + 1))
        row = [0] * (self.pieces[-1] + 1 if self.pieces else 0)
        for other in self.pieces:
            mask = 0
            for side in (NORTH, EAST, SOUTH, WEST):
                pair = (piece, other, side) if side in (EAST, SOUTH) else (other, piece, side ^ 2)
                try:
                    good = self.fits(S, *pair)
                except (TypeError, IndexError):
                    good = False  # no tile of any board: never asked
                if not good:
                    mask |= bits[side]
            row[other] = mask
        key = tuple(row)
        if key not in self._known:
            self._known[key] = len(self._refusing)
            self._refusing.append(key)
        self._profiles[piece] = self._known[key]
        return self._known[key]

    def holds(self, S: State, board: Any) -> bool:
        key = (self.name, "holds")
        known = board.memo.get(key)
        if known is None:
            origin = board.origin
            if origin is not None and self.holds(S, origin[0]):
                known = self._fits_at(S, board, origin[2])
            else:
                known = all(self.fits(S, (j >> 20 & 16383) - 1, (j >> 34) - 1, 1 + (j & 1)) for j in joins(board))
            board.memo[key] = known
        return bool(known)

    def _fits_at(self, S: State, board: Any, cell: int) -> bool:
        """Do the joins of one cell keep the rule? (An empty cell has none.)"""
        at, width = board.piece_at, self.width
        own = at.get(cell)
        if own is None:
            return True
        south, north = at.get(cell + width), at.get(cell - width)
        east = at.get(cell + 1) if (cell + 1) % width else None
        west = at.get(cell - 1) if cell % width else None
        return (
            (south is None or self.fits(S, own, south, SOUTH))
            and (north is None or self.fits(S, north, own, SOUTH))
            and (east is None or self.fits(S, own, east, EAST))
            and (west is None or self.fits(S, west, own, EAST))
        )

    def _at(self, S: State, board: Any, piece: int) -> int:
        profile = self.profile(S, piece)
        key = (self.name, profile)
        known = board.memo.get(key)
        if known is not None:
            return int(known)
        refusing, width = self._refusing[profile], self.width
        origin = board.origin
        if origin is not None and origin[1] in board.cell_of:
            before = origin[0].memo.get(key)
            if before is not None:  # one tile more refuses at most the cells beside it
                mask, cell = refusing[origin[1]], origin[2]
                less = mask << (cell - width) if cell >= width else mask >> (width - cell)
                fine = board.memo[key] = before & ~less
                return int(fine)
        refused = 0
        for other, cell in board.cell_of.items():
            mask = refusing[other]
            if mask:
                refused |= mask << (cell - width) if cell >= width else mask >> (width - cell)
        fine = board.memo[key] = window(width) & ~refused
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
    """Everything can be reached on foot from the start pieces; who can pass hangs on the tile one stands on, the side, and
    marks on the join.
    """

    def __init__(self, name: str, planes: TilePlanes, width: int):
        self.name, self.planes, self.marks, self.width = name, planes, planes.marks, width
        self.profile = planes.profile

    def _whole(self, S: State, board: Any, start: int) -> bool:
        key = (self.name, start)
        known = board.memo.get(key)
        if known is None:
            begin = start_cells(board, start)
            known = board.memo[key] = not board.occ & ~reach(begin, self._links(S, board), board.width)
        return bool(known)

    def _links(self, S: State, board: Any) -> Links:
        key = self.name
        known = board.memo.get(key)
        if known is None:
            known = board.memo[key] = step_links(self.planes(S, board), board.width)
        return known  # type: ignore[no-any-return]

    def _entrances(self, S: State, board: Any, piece: int) -> tuple[int, int, int, int]:
        """For each side, the cells where the piece and its neighbour there let one pass."""
        opened = self.profile(S, piece)
        key = (self.name, opened)
        known = board.memo.get(key)
        if known is not None:
            return known  # type: ignore[no-any-return]
        north, east, south, west = self.planes(S, board)
        width = self.width
        coming = [south << width, west >> 1, north >> width, east << 1]
        if self.edge(board):
            passes = (north, east, south, west)
            coming = [having_neighbour(passes[side ^ 2], side, width) for side in (NORTH, EAST, SOUTH, WEST)]
        for side in (NORTH, EAST, SOUTH, WEST):
            if not opened[side]:
                coming[side] &= self._marked(board, side) if self.marks else 0
        found = board.memo[key] = (coming[0], coming[1], coming[2], coming[3])
        return found

    def edge(self, board: Any) -> bool:
        """Does something lie at the rim, where a step could run over into the next row?"""
        return bool(board.occ & rim(self.width))

    def _marked(self, board: Any, side: int) -> int:
        return marked_plane(board, self.marks, side, self.width)

    def put(self, S: State, board: Any, piece: int, m: int, start: int) -> int:
        if start >> piece & 1 or not self._whole(S, board, start):
            return where_cells(m, lambda c: self._plain(S, board.with_(piece, c), start))
        a, b, c, d = self._entrances(S, board, piece)
        return a | b | c | d

    def take(self, S: State, board: Any, piece: int, m: int, start: int) -> int:
        begin = start_cells(board, start)
        if begin & (begin - 1) or not begin or not self._whole(S, board, start):
            return where_cells(m, lambda c: self._plain(S, board.without(c), start))
        links = self._links(S, board)
        safe = connected_without(board.occ, begin.bit_length() - 1, links, board.width)
        return safe | where_cells(m & begin, lambda c: self._plain(S, board.without(c), start))

    def swap(self, S: State, board: Any, piece: int, m: int, start: int) -> int:
        begin = start_cells(board, start)
        if begin & (begin - 1) or not begin or start >> piece & 1 or not self._whole(S, board, start):
            return where_cells(m, lambda c: self._plain(S, board.exchanged(piece, c), start))
        old = self._links(S, board)
        new = self._entrances(S, board, piece)
        fewer = (old[0] & ~new[0]) | (old[1] & ~new[1]) | (old[2] & ~new[2]) | (old[3] & ~new[3]) | begin
        # Where a way is lost but some way is left, all is well if the rest hangs together without the tile.
        some = new[0] | new[1] | new[2] | new[3]
        sure: int = (board.occ & ~fewer) | (connected_without(board.occ, begin.bit_length() - 1, old, board.width) & some)
        fewer &= some & ~sure
        return sure | where_cells(m & fewer, lambda c: self._plain(S, board.exchanged(piece, c), start))

    def _plain(self, S: State, board: Any, start: int) -> bool:
        return footing(board, start, self.planes(S, board))


class TilePlanes:
    """For each side the cells from which a rule lets one over it, where that hangs on the tile, the side and marks alone."""

    def __init__(self, name: str, test: Callable[[State, int, int], Any], marks: tuple[int, ...], width: int):
        self.name, self.test, self.marks, self.width = name, test, marks, width
        self._open: dict[int, tuple[bool, ...]] = {}

    def profile(self, S: State, piece: int) -> tuple[bool, ...]:
        known = self._open.get(piece)
        if known is None:
            known = self._open[piece] = tuple(bool(self.test(S, piece, side)) for side in (NORTH, EAST, SOUTH, WEST))
        return known

    def __call__(self, S: State, board: Any) -> Links:
        found = board.memo.get(self.name)
        if found is not None:
            return found  # type: ignore[no-any-return]
        origin = board.origin
        before = origin[0].memo.get(self.name) if origin is not None else None
        if origin is not None and before is not None and not self.marks:
            _, piece, cell = origin
            bit = 1 << cell
            if piece in board.cell_of:
                n, e, s, w = self.profile(S, piece)
                found = (before[0] | bit * n, before[1] | bit * e, before[2] | bit * s, before[3] | bit * w)
            else:
                found = (before[0] & ~bit, before[1] & ~bit, before[2] & ~bit, before[3] & ~bit)
            board.memo[self.name] = found
            return found
        north = east = south = west = 0
        for piece, cell in board.cell_of.items():
            n, e, s, w = self.profile(S, piece)
            bit = 1 << cell
            if n:
                north |= bit
            if e:
                east |= bit
            if s:
                south |= bit
            if w:
                west |= bit
        if self.marks:
            own = [board.occ & marked_plane(board, self.marks, side, self.width) for side in (NORTH, EAST, SOUTH, WEST)]
            north, east, south, west = north | own[0], east | own[1], south | own[2], west | own[3]
        found = board.memo[self.name] = (north, east, south, west)
        return found


def marked_plane(board: Any, marks: tuple[int, ...], side: int, width: int) -> int:
    """The cells with one of these marks on the join at `side`."""
    plane = 0
    for index in marks:
        for join in cells(board.marks[index]):
            near, south = join >> 1, join & 1
            far = near + (width if south else 1)
            if side == (SOUTH if south else EAST):
                plane |= 1 << near
            elif side == (NORTH if south else WEST):
                plane |= 1 << far
    return plane


def step_links(passes: Links, width: int) -> Links:
    """One can step over a side where both tiles let one pass there."""
    north, east, south, west = passes
    border = rim(width)
    if (north | east | south | west) & border:
        return (
            north & having_neighbour(south, NORTH, width),
            east & having_neighbour(west, EAST, width),
            south & having_neighbour(north, SOUTH, width),
            west & having_neighbour(east, WEST, width),
        )
    across, along = north & south << width, west & east << 1
    return (across, along >> 1, across >> width, along)


def footing(board: Any, start: int, passes: Links) -> bool:
    """Whether every tile can be reached from a tile of the start pieces; a board without start has nothing that could be
    reached.
    """
    begin = start_cells(board, start)
    return not board.occ & ~reach(begin, step_links(passes, board.width), board.width)

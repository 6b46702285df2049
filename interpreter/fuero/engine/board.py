"""Boards as immutable values, and the questions that can be asked about them.

In: a content number, 13 bits for each piece id at bit 13 * piece (0: not on the board, else cell + 1). Out: `Board`
values; boards with one piece more or fewer. Equal content gives an equal board; nothing ever changes a board, so what was
worked out about it may be kept in its `memo`.

The questions over planes live in `planes`, `enclosure`, `footing` and `outline`; they can all be imported from here.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from fuero.engine.enclosure import encloses, enclosing_cells, enclosing_removals
from fuero.engine.footing import connected, connected_without, reach
from fuero.engine.outline import longest_run
from fuero.engine.planes import (
    DEFAULT_WIDTH,
    EAST,
    NORTH,
    SIDES,
    SOUTH,
    WEST,
    Links,
    around,
    cells,
    distance,
    having_neighbour,
    line,
    lowest,
    neighbour,
    neighbours_of,
    opposite,
    rim,
    window,
)

__all__ = [
    "BITS",
    "DEFAULT_WIDTH",
    "EAST",
    "NORTH",
    "SIDES",
    "SOUTH",
    "WEST",
    "Board",
    "Boards",
    "Links",
    "around",
    "cells",
    "connected",
    "connected_without",
    "distance",
    "encloses",
    "enclosing_cells",
    "enclosing_removals",
    "having_neighbour",
    "line",
    "longest_run",
    "lowest",
    "neighbour",
    "neighbours_of",
    "opposite",
    "reach",
    "rim",
    "window",
]

BITS = 13
"""The bits of a content number that belong to one piece."""
_KEPT = 1 << 11

Content = tuple[int, int]


class Boards:
    """The boards that one machine remembers: what is kept in a board's `memo` hangs on its rules, so two games share no board.

    Two generations: a look-up renews a board, and when the young are many the old are forgotten. Cheaper than an LRU list.
    """

    __slots__ = ("old", "young")

    young: dict[Content, Board]
    old: dict[Content, Board]

    def __init__(self) -> None:
        self.young = {}
        self.old = {}

    def of(self, content: int, width: int = DEFAULT_WIDTH) -> Board:
        """The board with this content; the same object as before, as long as it is remembered."""
        known = self.young.get((content, width))
        if known is not None:
            return known
        known = self.old.get((content, width))
        if known is None:
            known = _decoded(content, width, self)
        return self.keep(known)

    def keep(self, board: Board) -> Board:
        if len(self.young) >= _KEPT:
            self.old = self.young
            self.young = {}
        self.young[board.content, board.width] = board
        return board


class Board:
    """A board of one window.

    `occ` is the plane of occupied cells, `cell_of` and `piece_at` say what lies where, in no particular order. `memo` is for
    whoever derives something from the board, under a key of its own. None of them may be changed but `memo`. `home` remembers
    it. `origin` is the board it was made from by one piece more or fewer, that piece and its cell: what was known there can be
    carried over.
    """

    __slots__ = ("cell_of", "content", "home", "memo", "occ", "origin", "piece_at", "width")

    content: int
    width: int
    occ: int
    cell_of: dict[int, int]
    piece_at: dict[int, int]
    memo: dict[Hashable, Any]
    home: Boards
    origin: tuple[Board, int, int] | None

    def __init__(
        self, content: int, width: int, occ: int, cell_of: dict[int, int], piece_at: dict[int, int], home: Boards
    ) -> None:
        """Takes parts that fit each other; `Boards.of` makes them."""
        self.content = content
        self.width = width
        self.occ = occ
        self.cell_of = cell_of
        self.piece_at = piece_at
        self.memo = {}
        self.home = home
        self.origin = None

    def _made(self, parent: Board, piece: int, cell: int) -> Board:
        """Notes where the board comes from; boards further back are let go."""
        before = parent.origin
        if before is not None:
            before[0].origin = None
        self.origin = (parent, piece, cell)
        return self.home.keep(self)

    @classmethod
    def of(cls, content: int, width: int = DEFAULT_WIDTH) -> Board:
        """The board with this content among those that belong to no game."""
        return _HOMELESS.of(content, width)

    def with_(self, piece: int, cell: int) -> Board:
        """This board with `piece` on the empty cell `cell`. Raises ValueError if the piece or the cell is taken."""
        if piece in self.cell_of or cell in self.piece_at:
            raise ValueError(f"piece {piece} cannot be put on cell {cell}: the piece or the cell is taken")
        if not 0 <= cell < self.width * self.width:
            raise ValueError(f"cell {cell} lies outside the window of width {self.width}")
        content = self.content | ((cell + 1) << (BITS * piece))
        known = self.home.young.get((content, self.width))
        if known is not None:
            return known
        cell_of = self.cell_of.copy()
        cell_of[piece] = cell
        piece_at = self.piece_at.copy()
        piece_at[cell] = piece
        return Board(content, self.width, self.occ | (1 << cell), cell_of, piece_at, self.home)._made(self, piece, cell)

    def without(self, cell: int) -> Board:
        """This board with nothing on `cell`. Raises KeyError if nothing lies there."""
        piece = self.piece_at[cell]
        content = self.content ^ ((cell + 1) << (BITS * piece))
        known = self.home.young.get((content, self.width))
        if known is not None:
            return known
        cell_of = self.cell_of.copy()
        del cell_of[piece]
        piece_at = self.piece_at.copy()
        del piece_at[cell]
        return Board(content, self.width, self.occ ^ (1 << cell), cell_of, piece_at, self.home)._made(self, piece, cell)

    def exchanged(self, piece: int, cell: int) -> Board:
        """This board with `piece` on `cell` in place of what lies there."""
        return self.without(cell).with_(piece, cell)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Board) and self.content == other.content and self.width == other.width

    def __hash__(self) -> int:
        return hash((self.content, self.width))

    def __repr__(self) -> str:
        lying = ", ".join(f"{piece} at {cell}" for piece, cell in sorted(self.cell_of.items()))
        return f"Board({lying or 'empty'})"


_HOMELESS = Boards()


def _decoded(content: int, width: int, home: Boards) -> Board:
    cell_of: dict[int, int] = {}
    piece_at: dict[int, int] = {}
    occ = 0
    rest = content
    while rest:
        piece = (rest.bit_length() - 1) // BITS
        cell = (rest >> (BITS * piece)) - 1
        rest &= (1 << (BITS * piece)) - 1
        if cell in piece_at or cell >= width * width:
            raise ValueError(f"piece {piece} cannot lie on cell {cell}: it is taken or outside the window")
        cell_of[piece] = cell
        piece_at[cell] = piece
        occ |= 1 << cell
    return Board(content, width, occ, cell_of, piece_at, home)

"""The small functions that generated text calls: sets, seats, cells, boards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from fuero.engine.board import BITS, Board, Boards
from fuero.engine.enclosure import encloses
from fuero.engine.faults import Fault, Stuck
from fuero.engine.lines import across, longest_line, reachable
from fuero.engine.outline import longest_run
from fuero.engine.planes import Links, distance, neighbour, rim, window
from fuero.program.layout import REAL

CELL_BITS = BITS
MARK_BITS = 1 << 14
"""As many joins as the widest window has."""


class Marked:
    """A board together with the marks that lie on it; shares what is known of the tiles alone."""

    __slots__ = ("board", "cell_of", "content", "marks", "memo", "occ", "origin", "piece_at", "width")

    def __init__(self, board: Board, marks: tuple[int, ...]):
        self.board, self.marks = board, marks
        self.occ, self.cell_of, self.piece_at = board.occ, board.cell_of, board.piece_at
        self.width, self.content = board.width, board.content
        self.memo: dict[Any, Any] = {}
        self.origin = None  # what marks let pass is not carried over from the board before

    def with_(self, piece: int, cell: int) -> Marked:
        return _marked(self.board.with_(piece, cell), self.marks)

    def without(self, cell: int) -> Marked:
        return _marked(self.board.without(cell), self.marks)

    def exchanged(self, piece: int, cell: int) -> Marked:
        return _marked(self.board.exchanged(piece, cell), self.marks)

    def with_marks(self, index: int, marks: int) -> Marked:
        new = list(self.marks)
        new[index] |= marks
        return _marked(self.board, tuple(new))


def _marked(board: Board, marks: tuple[int, ...]) -> Marked:
    key = ("marks", marks)
    known = board.memo.get(key)
    if known is None:
        known = board.memo[key] = Marked(board, marks)
    return known


def boards_of(boards: Boards) -> dict[str, Callable[..., Any]]:
    """The two helpers that read boards from the state, with the memory of one machine."""

    def marked(content: int, width: int, marks: tuple[int, ...]) -> Marked:
        return _marked(boards.of(content, width), marks)

    def unpack(word: int, width: int, marks: int) -> Any:
        content = word >> marks * MARK_BITS
        if not marks:
            return boards.of(content, width)
        return marked(content, width, tuple([word >> i * MARK_BITS & (1 << MARK_BITS) - 1 for i in range(marks)]))

    return {"board": boards.of, "marked": marked, "unpack": unpack}


def pack(b: Any) -> int:
    """A board with its marks as one number; `unpack` gives the board again."""
    marks = getattr(b, "marks", ())
    word: int = b.content
    for plane in reversed(marks):
        word = word << MARK_BITS | plane
    return word


def lying(b: Any) -> int:
    """The pieces on a board."""
    mask = 0
    for piece in b.cell_of:
        mask |= 1 << piece
    return mask


def spare(b: Any, pieces: int) -> int:
    """One of the pieces that does not lie on the board."""
    left = pieces & ~lying(b)
    if not left:
        raise Fault("", "all of these lie on the board already")
    return first(left)


def joins(b: Any) -> list[int]:
    """Every pair of touching tiles once, with both tiles in the value (see `program.nodes`)."""
    known = b.memo.get("joins")
    if known is None:
        known = []
        at, width = b.piece_at, b.width
        for cell in sorted(at):
            near = at[cell] + 1
            east = at.get(cell + 1) if (cell + 1) % width else None
            if east is not None:
                known.append(2 * cell | near << 20 | (east + 1) << 34)
            south = at.get(cell + width)
            if south is not None:
                known.append(2 * cell + 1 | near << 20 | (south + 1) << 34)
        b.memo["joins"] = known
    return known  # type: ignore[no-any-return]


def join(cell: int, side: int, width: int) -> int:
    """The place of the join of a cell and its neighbour: `2 * cell + (0 east, 1 south)` of the northern or western one."""
    if side == 1:
        return 2 * cell
    if side == 2:
        return 2 * cell + 1
    return 2 * (cell - width) + 1 if side == 0 else 2 * (cell - 1)


def shift(cell: int, side: int, width: int) -> int:
    return neighbour(cell, side, width)


def cell(x: int, y: int, width: int) -> int:
    """A cell by coordinates, the origin in the middle of the window."""
    half = width // 2
    if not (-half <= x < width - half and -half <= y < width - half):
        raise Fault("", f"({x}, {y}) lies beyond the board's {width} by {width} cells")
    return (y + half) * width + x + half


def coordinates(c: int, width: int) -> tuple[int, int]:
    """What `cell` reads."""
    half = width // 2
    return c % width - half, c // width - half


def cell_neighbours(c: int, width: int) -> int:
    found = 0
    for side in range(4):
        n = neighbour(c, side, width)
        if n >= 0:
            found |= 1 << n
    return found


def line_on(b: Any, c: int, side: int) -> int:
    """The tiles in a straight line from a cell, up to the first gap, as a set of cells."""
    found, at = 0, neighbour(c, side, b.width)
    while at >= 0 and at in b.piece_at:
        found |= 1 << at
        at = neighbour(at, side, b.width)
    return found


def without_all(b: Any, gone: int) -> Any:
    """The board without what lies on a set of cells."""
    for c in bits(gone):
        if c in b.piece_at:
            b = b.without(c)
    return b


def longest(b: Any, walled: Links) -> int:
    return longest_run(b.occ, walled, b.width)


def inside(m: int, width: int) -> int:
    """Cells of a window at which something may be put; its rim is no place: reaching it is a fault, said loudly."""
    if m & rim(width) & ~_far(m, width):
        raise Fault("", f"the board reaches the rim of its {width} by {width} cells")
    return m & ~rim(width)


def _far(m: int, width: int) -> int:
    """Where nearly the whole window is possible the rim means nothing yet."""
    return window(width) if m.bit_count() * 2 > width * width else 0


# ---------------------------------------------------------------- sets


def bits(m: int) -> list[int]:
    out = []
    while m:
        low = m & -m
        out.append(low.bit_length() - 1)
        m ^= low
    return out


def one(x: int) -> int:
    return 1 << x if x >= 0 else 0


def holds(m: int, x: int) -> bool:
    return x >= 0 and m >> x & 1 == 1


def only(m: int) -> int:
    if m & (m - 1):
        raise Fault("", "one single thing was meant, but there are several")
    return m.bit_length() - 1


def first(m: int) -> int:
    return (m & -m).bit_length() - 1


def first_of(members: int | Sequence[int]) -> int:
    """The first of a list; the least of a set."""
    return first(members) if isinstance(members, int) else members[0]


def span(low: int, high: int) -> int:
    if high < low:
        return 0
    if low < 0 or high > 100_000:
        raise Fault("", f"a set of numbers goes from 0 to 100000, not from {low} to {high}")
    return ((1 << (high - low + 1)) - 1) << low


def gather(members: Iterable[int]) -> int:
    m = 0
    for x in members:
        m |= 1 << x
    return m


def cyclic(m: int, start: int) -> list[int]:
    """The members from `start` upwards, then those below it."""
    members = bits(m)
    return [x for x in members if x >= start] + [x for x in members if x < start]


def cyclic_first(m: int, start: int) -> int:
    above = m >> start << start if start > 0 else m
    return first(above or m)


def greatest(keyed: Sequence[tuple[Any, int]]) -> int:
    if not keyed:
        return 0
    best = max(k for k, _ in keyed)
    return gather([x for k, x in keyed if k == best])


def least(keyed: Sequence[tuple[Any, int]]) -> int:
    if not keyed:
        return 0
    best = min(k for k, _ in keyed)
    return gather([x for k, x in keyed if k == best])


def sums(weights: Sequence[int]) -> int:
    """Every total that a part of these can make."""
    m = 1
    for w in weights:
        m |= m << w
    return m


def index(i: int, size: int) -> int:
    if not 0 <= i < size:
        raise Fault("", "nothing was there to say which one is meant")
    return i


def guard(value: int, low: int, high: int, name: str) -> int:
    if not low <= value <= high:
        raise Fault(name, f'"{name}" would become {value}, but it goes from {low} to {high}')
    return value + 0


# ---------------------------------------------------------------- zones, packed


def top(order: int, held: int) -> int:
    return order & 65535 if held else -1


def top_many(order: int, held: int, count: int) -> int:
    return gather([order >> (16 * i) & 65535 for i in range(min(count, held.bit_count()))])


def row_at(order: int, place: int) -> int:
    return (order >> (16 * (place - 1)) & 65535) - 1


def attached(held: int, packed: int, on: int) -> int:
    for p in bits(held):
        if packed >> (CELL_BITS * 2 * p) & 67108863 == on + 1:
            return p
    return -1


def idle(S: list[int], word: int) -> int:
    """Counts a loop's rounds without a real decision; a hundred in a row leave the match stuck."""
    real = S[REAL] + 1
    if word >> 8 != real:
        return real << 8
    if word & 255 >= 99:
        raise Stuck
    return word + 1


def nothing(L: list[Any], who: int, path: str) -> None:
    L.append(("nothing", who, path))


NAMES: dict[str, Callable[..., Any]] = {
    f.__name__: f
    for f in (
        lying, across, longest_line, reachable, spare, pack, joins, join, shift, cell, cell_neighbours, line_on, longest,
        without_all, inside, bits, one,
        holds, only, first, first_of, span, gather, cyclic, cyclic_first, greatest, least, sums, index, guard, top,
        top_many, row_at, attached, idle, nothing, distance, window, encloses,
    )
}  # fmt: skip
"""What generated text finds by name."""


"""Where the words of a state lie in native memory, and the way from one form to the other and back.

In: a PROGRAM. A word of the state that is a set becomes as many 64-bit words as a set has, the order of a deck an array with
the top last, the places of a row and the tiles of a board an array, the marks of a board lie with it; numbers stay one word.
Out: offsets, and two functions that keep the law that both forms say the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from fuero.program import nodes as P
from fuero.program.layout import ANSWER_WORDS, EVENTS, HEADER

ORDER_BITS, CELL_BITS, EVENT_BITS, MARK_BITS = 16, 13, 64, 1 << 14
QUEUE = 64
"""So many events can wait."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word of the state: `form` number, set (as many bits as pieces), any (a signed number as wide as a set), order, row,
    tiles, on (what stands where), area (a set of cells or joins), board (one that is kept as a number), or queue."""

    form: str
    at: int
    size: int
    zone: int = -1


@dataclass
class Memory:
    """The native layout of one program. `width`: bits of a set; `limbs`: 64-bit words of one."""

    program: P.Program
    kinds: dict[int, str]
    """The form of each word that is neither a zone's nor in the header: number, set, cells, joins or board."""
    packed: dict[int, int] = field(default_factory=dict)
    """The words in which a board is kept, with the number of its kinds of marks."""
    widest: int = 64
    """So many bits a set must have at least."""
    words: list[Word] = field(default_factory=list)
    size: int = 0
    bases: list[int] = field(default_factory=list)
    """Where each zone begins, by its id."""
    raw: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        layout = self.program.layout
        self.width = max(64, -(-max(len(layout.pieces) + 1, self._most()) // 64) * 64)
        self.limbs = self.width // 64
        self.window = max((f.size for f in layout.families if f.kind == "board"), default=0)
        self.marks = max((f.marks_index + 1 for f in layout.families), default=0)
        """So many kinds of marks have room on a board."""
        self.field = max([self.limbs, *(self._field(x) for m in self.program.menus for x in m.fields)])
        """Words of a field of a move."""
        self.words = [Word("number", -1, 0)] * layout.size
        for i in range(HEADER):
            if i == EVENTS:
                self._put(i, "queue", QUEUE + 1)
            else:
                self._put(i, "number", 1)
        for i in range(len(layout.pieces)):
            self._put(layout.where + i, "number", 1)
        for i in range(len(layout.pieces)):
            self._put(layout.keys + i, "number", 1)
        for i in range(layout.parties):
            self._put(layout.scores + i, "number", 1)
        self.place = self.size
        """Where a piece lies in its zone: cell + 1, place in a row, what it stands on + 1; one word a piece."""
        self.size += len(layout.pieces)
        for f in layout.families:
            for i in range(f.count):
                self._zone(f, f.base + i * f.stride)
        for f in layout.families:
            for i in range(f.count if f.marks_index >= 0 else 0):
                base = f.base + i * f.stride
                on = next(g for g in layout.families if g.name == f.on)
                at = self.bases[on.first + i] + self.marks_at + f.marks_index * joins_words(self.window)
                self.words[base] = Word("area", at, joins_words(self.window), f.first + i)
                self.bases[f.first + i] = at
        for _, base in self.program.answers:
            for w in range(layout.players * ANSWER_WORDS):
                self._put(base + w, "number" if w % ANSWER_WORDS < 2 else "any", 1 if w % ANSWER_WORDS < 2 else self.field)
        for i, word in enumerate(self.words):
            if word.at < 0:
                form = self.kinds.get(i, "number")
                size = {
                    "set": self.limbs,
                    "board": self.record,
                    "cells": cells_words(self.window),
                    "joins": joins_words(self.window),
                }
                self._put(i, "area" if form in ("cells", "joins") else form, size.get(form, 1))

    def _most(self) -> int:
        """The largest set of anything but cells."""
        layout = self.program.layout
        most = [v.high.bit_length() for v in layout.vars if v.shape.startswith("set")]
        return max([len(layout.pieces), *most, self.widest])

    def _put(self, word: int, form: str, size: int, zone: int = -1) -> None:
        self.words[word] = Word(form, self.size, size, zone)
        self.size += size

    def _zone(self, f: P.Family, base: int) -> None:
        zone = len(self.bases)
        self.bases.append(self.size)
        if f.marks_index >= 0:
            return
        self._put(base, "set", self.limbs, zone)
        rest = range(1, f.stride)
        match f.kind:
            case "deck":
                self._put(base + 2, "number", 1, zone)
                self._put(base + 3, "number", 1, zone)
                self._put(base + 1, "order", f.takes.bit_count(), zone)
                rest = range(4, f.stride)
            case "row":
                self._put(base + 1, "row", f.size, zone)
                rest = range(2, f.stride)
            case "board":
                self._put(base + 1, "tiles", self.record - self.limbs, zone)
                rest = range(2, f.stride)
            case kind if kind.startswith("attached"):
                self._put(base + 1, "on", 0, zone)
                rest = range(2, f.stride)
            case _:
                pass
        for i in rest:
            self._put(base + i, "number", 1, zone)

    def _field(self, f: P.Field) -> int:
        if f.form not in ("subset", "whole") or f.shape not in ("cell", "join"):
            return self.limbs
        return cells_words(self.window) if f.shape == "cell" else joins_words(self.window)

    @property
    def stamp_at(self) -> int:
        """Where in a board its stamp lies: behind its pieces, its occupied cells and what lies on each cell."""
        return self.limbs + cells_words(self.window) + grid_words(self.window)

    @property
    def marks_at(self) -> int:
        """Where in a board its marks begin."""
        return self.stamp_at + 1

    @property
    def record(self) -> int:
        """Words of a board."""
        return self.marks_at + self.marks * joins_words(self.window)

    # ------------------------------------------------------------ both ways

    def native(self, S: list[int]) -> list[int]:
        """A state of the interpreter as native words (64 bits each, not negative)."""
        layout = self.program.layout
        out = [0] * self.size
        mask = (1 << 64) - 1
        for i, word in enumerate(self.words):
            value = S[i]
            match word.form:
                case "number":
                    out[word.at] = value & mask
                case "board":
                    self._put_board(out, word.at, value, self.packed[i])
                case "set" | "any" | "area":
                    wide = value & ((1 << 64 * word.size) - 1)
                    for k in range(word.size):
                        out[word.at + k] = wide >> 64 * k & mask
                case "order":
                    count = S[i - 1].bit_count()
                    for k in range(count):
                        out[word.at + count - 1 - k] = value >> ORDER_BITS * k & 65535
                case "row":
                    for k in range(word.size):
                        piece = value >> ORDER_BITS * k & 65535
                        out[word.at + k] = piece
                        if piece:
                            out[self.place + piece - 1] = k + 1
                case "tiles":
                    held = S[i - 1]
                    for p in range(len(layout.pieces)):
                        if held >> p & 1:
                            out[self.place + p] = value >> CELL_BITS * p & 8191
                    self._put_tiles(out, word.at, value)
                case "on":
                    held = S[i - 1]
                    for p in range(len(layout.pieces)):
                        if held >> p & 1:
                            out[self.place + p] = value >> CELL_BITS * 2 * p & 67108863
                case "queue":
                    k = 0
                    while value:
                        out[word.at + 1 + k] = value & mask
                        value >>= EVENT_BITS
                        k += 1
                    out[word.at] = k
        return out

    def family(self, zone: int) -> P.Family:
        """The family of a zone by its id."""
        return next(f for f in self.program.layout.families if f.first <= zone < f.first + f.count)

    def state(self, words: list[int]) -> list[int]:
        """Native words as a state of the interpreter."""
        layout = self.program.layout
        out = [0] * layout.size
        mask = (1 << 64) - 1
        for i, word in enumerate(self.words):
            match word.form:
                case "number":
                    value = words[word.at] & mask
                    if self.unsigned(i):
                        out[i] = value
                    else:
                        out[i] = value - (1 << 64) if value >> 63 else value
                case "board":
                    out[i] = self._packed(words, word.at, self.packed[i])
                case "set" | "area" | "any":
                    wide = sum((words[word.at + k] & mask) << 64 * k for k in range(word.size))
                    if word.form == "any" and wide >> (64 * word.size - 1):
                        wide -= 1 << 64 * word.size
                    out[i] = wide
                case "order":
                    count = self._held(words, word.zone).bit_count()
                    for k in range(count):
                        out[i] |= words[word.at + count - 1 - k] << ORDER_BITS * k
                case "row":
                    for k in range(word.size):
                        out[i] |= words[word.at + k] << ORDER_BITS * k
                case "tiles" | "on":
                    bits = CELL_BITS if word.form == "tiles" else CELL_BITS * 2
                    held = self._held(words, word.zone)
                    for p in range(len(layout.pieces)):
                        if held >> p & 1:
                            out[i] |= words[self.place + p] << bits * p
                case "queue":
                    for k in range(words[word.at]):
                        out[i] |= (words[word.at + 1 + k] & mask) << EVENT_BITS * k
        return out

    def _put_tiles(self, out: list[int], at: int, content: int) -> None:
        """Occupied cells and what lies on each, from a board's content."""
        for p in range(len(self.program.layout.pieces)):
            cell = (content >> CELL_BITS * p & 8191) - 1
            if cell >= 0:
                out[at + cell // 64] |= 1 << cell % 64
                out[at + cells_words(self.window) + cell // 4] |= (p + 1) << 16 * (cell % 4)

    def _put_board(self, out: list[int], at: int, packed: int, marks: int) -> None:
        content = packed >> marks * MARK_BITS
        for k in range(marks):
            area = packed >> k * MARK_BITS & (1 << MARK_BITS) - 1
            for j in range(joins_words(self.window)):
                out[at + self.marks_at + k * joins_words(self.window) + j] = area >> 64 * j & (1 << 64) - 1
        for p in range(len(self.program.layout.pieces)):
            if content >> CELL_BITS * p & 8191:
                out[at + p // 64] |= 1 << p % 64
        self._put_tiles(out, at + self.limbs, content)

    def _packed(self, words: list[int], at: int, marks: int) -> int:
        grid = at + self.limbs + cells_words(self.window)
        content = 0
        for cell in range(self.window * self.window):
            piece = words[grid + cell // 4] >> 16 * (cell % 4) & 65535
            if piece:
                content |= (cell + 1) << CELL_BITS * (piece - 1)
        size = joins_words(self.window)
        for k in reversed(range(marks)):
            first = at + self.marks_at + k * size
            area = sum((words[first + j] & (1 << 64) - 1) << 64 * j for j in range(size))
            content = content << MARK_BITS | area
        return content

    def unsigned(self, i: int) -> bool:
        """Is this word one of 64 bits without a sign: a seed or a key?"""
        if not self.raw:
            layout = self.program.layout
            self.raw |= {1, *range(layout.keys, layout.keys + len(layout.pieces))}
            for f in layout.families:
                for base in range(f.base, f.base + f.count * f.stride, f.stride):
                    self.raw |= {base + 3} if f.kind == "deck" else {base + 1, base + 2} if f.kind == "pile" else set()
        return i in self.raw

    def _held(self, words: list[int], zone: int) -> int:
        mask = (1 << 64) - 1
        return sum((words[self.bases[zone] + k] & mask) << 64 * k for k in range(self.limbs))


def cells_words(width: int) -> int:
    """Words of a plane of a window."""
    return -(-width * width // 64)


def joins_words(width: int) -> int:
    """Words of a set of joins of a window (and of any marks)."""
    return -(-2 * width * width // 64)


def grid_words(width: int) -> int:
    """Words of what lies on each cell of a window, four cells a word."""
    return -(-width * width // 4)

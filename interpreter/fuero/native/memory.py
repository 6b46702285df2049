"""Where the words of a state lie in native memory, and the way from one form to the other and back.

In: a PROGRAM. A word of the state that is a set becomes as many 64-bit words as a set has, the order of a deck an array with the
top last, the places of a row and the tiles of a board an array; numbers stay one word. Out: offsets, and two functions that keep
the law that both forms say the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from fuero.program import nodes as P
from fuero.program.layout import ANSWER_WORDS, EVENTS, HEADER

ORDER_BITS, CELL_BITS, EVENT_BITS = 16, 13, 64
QUEUE = 64
"""So many events can wait."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word of the state: `form` number, set (as many bits as pieces), any (a signed number as wide as a set), order, row, tiles,
    on (what stands where), marks, queue, or derived from a tile's place."""

    form: str
    at: int
    size: int
    zone: int = -1


@dataclass
class Memory:
    """The native layout of one program. `width`: bits of a set; `limbs`: 64-bit words of one."""

    program: P.Program
    kinds: dict[int, str]
    """The form of each word that is neither a zone's nor in the header: number or set."""
    words: list[Word] = field(default_factory=list)
    size: int = 0
    bases: list[int] = field(default_factory=list)
    """Where each zone begins, by its id."""

    def __post_init__(self) -> None:
        layout = self.program.layout
        self.width = max(64, -(-max(len(layout.pieces) + 1, self._most()) // 64) * 64)
        self.limbs = self.width // 64
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
        for number, base in self.program.answers:
            for w in range(layout.players * ANSWER_WORDS):
                self._put(base + w, "number" if w % ANSWER_WORDS < 2 else "any", 1 if w % ANSWER_WORDS < 2 else self.limbs)
        for i, word in enumerate(self.words):
            if word.at < 0:
                form = self.kinds.get(i, "number")
                self._put(i, form, self.limbs if form == "set" else 1)

    def _most(self) -> int:
        """The largest set of anything but cells."""
        layout = self.program.layout
        most = [v.high.bit_length() for v in layout.vars if v.shape.startswith("set")]
        return max([len(layout.pieces), *most, 64])

    def _put(self, word: int, form: str, size: int, zone: int = -1) -> None:
        self.words[word] = Word(form, self.size, size, zone)
        self.size += size

    def _zone(self, f: P.Family, base: int) -> None:
        zone = len(self.bases)
        self.bases.append(self.size)
        if f.kind == "marks":
            self._put(base, "marks", self.mark_words(f), zone)
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
                self._put(base + 1, "tiles", cells_words(f.size) + f.size * f.size // 4 + 1, zone)
                rest = range(2, f.stride)
            case kind if kind.startswith("attached"):
                self._put(base + 1, "on", 0, zone)
                rest = range(2, f.stride)
            case _:
                pass
        for i in rest:
            self._put(base + i, "number", 1, zone)

    def mark_words(self, f: P.Family) -> int:
        """Words of the marks of a zone: two bits a cell of the window they lie on (one, where they lie on cells)."""
        return -(-2 * f.size * f.size // 64)

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
                case "set" | "any" | "marks":
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
                    family = self.family(word.zone)
                    held = S[i - 1]
                    for p in range(len(layout.pieces)):
                        if held >> p & 1:
                            cell = (value >> CELL_BITS * p & 8191) - 1
                            out[self.place + p] = cell + 1
                            out[word.at + cell // 64] |= 1 << cell % 64
                            out[word.at + cells_words(family.size) + cell // 4] |= (p + 1) << 16 * (cell % 4)
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
                case "set" | "marks" | "any":
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

    def unsigned(self, i: int) -> bool:
        """Is this word one of 64 bits without a sign: a seed or a key?"""
        layout = self.program.layout
        if i == 1 or layout.keys <= i < layout.keys + len(layout.pieces):
            return True
        for f in layout.families:
            if f.base <= i < f.base + f.count * f.stride:
                k = (i - f.base) % f.stride
                return (f.kind == "deck" and k == 3) or (f.kind == "pile" and k in (1, 2))
        return False

    def _held(self, words: list[int], zone: int) -> int:
        mask = (1 << 64) - 1
        return sum((words[self.bases[zone] + k] & mask) << 64 * k for k in range(self.limbs))


def cells_words(width: int) -> int:
    """Words of a plane of a window."""
    return -(-width * width // 64)

"""Moving pieces: what every statement about zones comes down to. Keeps the law that each piece lies in exactly one zone.

In: the words of a state (changed in place), the log or None. Chance is keyed as `chance` says; what a piece's arrival or
leaving sets off is queued for handlers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fuero.engine.board import Boards
from fuero.engine.chance import HIGHEST, LOWEST, H, insert_key, name_key, order_keys, roll, word_key
from fuero.engine.faults import Fault
from fuero.engine.planes import cells, rim
from fuero.program import nodes as P
from fuero.program.layout import DECISIONS, EVENTS, SEED

State = list[int]
Log = list[Any] | None
ORDER_BITS = 16
CELL_BITS = 13
EVENT_BITS = 64


def zone_names(program: P.Program) -> tuple[str, ...]:
    """The name of each zone by its id: the family's, with its keys (`hand A`, `piles 2`, `market red`)."""
    names = []
    for f in program.layout.families:
        for i in range(f.count):
            keys, rest = [], i
            for size, options in zip(reversed(f.sizes), reversed(f.key_names), strict=True):
                rest, at = divmod(rest, size)
                keys.append(options[at])
            names.append(" ".join([f.name, *reversed(keys)]))
    return tuple(names)


class Pieces:
    """The primitives for one program."""

    def __init__(self, program: P.Program):
        layout = program.layout
        self.where, self.key_words = layout.where, layout.keys
        self.kind: list[str] = []
        self.base: list[int] = []
        self.takes: list[int] = []
        self.size: list[int] = []
        self.family: list[int] = []
        self.hidden: list[bool] = []
        for number, f in enumerate(layout.families):
            for i in range(f.count):
                self.kind.append(f.kind)
                self.base.append(f.base + i * f.stride)
                self.takes.append(f.takes)
                self.size.append(f.size)
                self.family.append(number)
                self.hidden.append(f.sight.startswith("hidden"))
        self.names = zone_names(program)
        self.where_keys = [word_key(n) for n in self.names]
        self.piece_keys = [name_key(p.type, p.row if p.owner < 0 else f"{p.row}/{p.owner}", p.copy) for p in layout.pieces]
        self.piece_names = [p.row for p in layout.pieces]
        self.named = [tuple((i, self.piece_keys[i]) for i in cells(f.takes)) for f in layout.families]
        self.layout = layout
        self.upons = program.upons
        self.family_names = [f.name for f in layout.families]
        self.watching = [[(n, u) for n, u in enumerate(program.upons) if u.family == f.name] for f in layout.families]
        self.watched = bool(program.upons)
        self.boards = Boards()
        """The boards this program remembers."""
        self.fixed: dict[int, list[int]] = {}
        """For worked examples: what is to come next out of a zone, whatever chance would say."""

    # ------------------------------------------------------------ one piece

    def _leave(self, S: State, p: int, z: int) -> int:
        """Takes a piece out of its zone; gives the place it had (position from the top, place in a row, cell), or -1."""
        base = self.base[z]
        S[base] ^= 1 << p
        kind = self.kind[z]
        if kind in ("pile", "place"):
            if kind == "pile" and not S[base]:
                S[base + 1] = S[base + 2] = 0  # an empty pile is no longer one that was cut
            return -1
        if kind == "board":
            board = self.boards.of(S[base + 1], self.size[z])
            at = board.cell_of[p]
            S[base + 1] = board.without(at).content
            return at
        if kind == "row":
            order, at = S[base + 1], 0
            while order >> (ORDER_BITS * at) & 65535 != p + 1:
                at += 1
            S[base + 1] ^= (p + 1) << (ORDER_BITS * at)
            return at + 1
        if kind == "deck":
            order, at = S[base + 1], 0
            while order >> (ORDER_BITS * at) & 65535 != p:
                at += 1
            low = order & ((1 << (ORDER_BITS * at)) - 1)
            S[base + 1] = low | order >> (ORDER_BITS * (at + 1)) << (ORDER_BITS * at)
            return at
        if kind == "bag":
            S[base + 1] |= 1
            return -1
        at = (S[base + 1] >> (CELL_BITS * 2 * p) & 67108863) - 1
        S[base + 1] ^= (at + 1) << (CELL_BITS * 2 * p)
        return at

    def _enter(self, S: State, p: int, z: int, at: int) -> int:  # noqa: C901 - one case a kind of zone
        """Puts a piece into a zone; gives its place there."""
        base = self.base[z]
        if not self.takes[z] >> p & 1:
            raise Fault("", f'"{self.piece_names[p]}" cannot go to "{self.names[z]}"')
        kind = self.kind[z]
        if kind == "place" and S[base]:
            raise Fault("", f'there is already something on "{self.names[z]}"')
        S[self.where + p] = z
        bit = 1 << p
        if kind == "pile":
            if S[base + 2]:
                # The pile was cut from a deck: the piece gets a random place among it.
                word = H(S[SEED], self.where_keys[z], 0, self.piece_keys[p])
                S[self.key_words + p] = insert_key(S[base + 1], S[base + 2], word)
        elif kind == "board":
            cell = at
            if cell < 0 or cell >= self.size[z] * self.size[z] or rim(self.size[z]) >> cell & 1:
                raise Fault("", f'"{self.names[z]}" reaches beyond the {self.size[z]} by {self.size[z]} cells it has')
            board = self.boards.of(S[base + 1], self.size[z])
            if cell in board.piece_at:
                raise Fault("", f'there is already a tile on that cell of "{self.names[z]}"')
            S[base + 1] = board.with_(p, cell).content
        elif kind == "row":
            order = S[base + 1]
            if at < 0:
                at = 1
                while order >> (ORDER_BITS * (at - 1)) & 65535:
                    at += 1
            if at > self.size[z] or order >> (ORDER_BITS * (at - 1)) & 65535:
                raise Fault("", f'"{self.names[z]}" has no room for it')
            S[base + 1] |= (p + 1) << (ORDER_BITS * (at - 1))
        elif kind == "deck":
            S[base + 1] = S[base + 1] << ORDER_BITS | p
            at = 0
        elif kind == "bag":
            if S[base + 1] & 1:
                S[base + 1] += 1  # the next shuffle number: all keys are new
        elif kind.startswith("attached"):
            if at < 0:
                raise Fault("", f'"{self.names[z]}" must be told where')
            held = S[base]
            while held:
                q = held.bit_length() - 1
                if S[base + 1] >> (CELL_BITS * 2 * q) & 67108863 == at + 1:
                    raise Fault("", f'something stands there already ("{self.names[z]}")')
                held ^= 1 << q
            S[base + 1] |= (at + 1) << (CELL_BITS * 2 * p)
        S[base] |= bit
        return at

    def one(self, S: State, L: Log, p: int, z: int, at: int) -> None:
        """Moves a piece from where it is to zone `z`."""
        before = S[self.where + p]
        left = self._leave(S, p, before)
        came = self._enter(S, p, z, at)
        if L is not None:
            L.append(("move", p, before, z, left, came))
        if self.watched:
            self._notify(S, p, before, z, left, came)

    def _notify(self, S: State, p: int, before: int, z: int, left: int, came: int) -> None:
        for zone, enters, at in ((before, False, left), (z, True, came)):
            family = self.family[zone]
            for n, u in self.watching[family]:
                if u.enters == enters and u.takes >> p & 1:
                    index = zone - self.layout.families[family].first
                    entry = (n + 1) | (p + 1) << 12 | index << 28 | (at + 1) << 44
                    queue = S[EVENTS]
                    S[EVENTS] = queue | entry << (EVENT_BITS * waiting(S))

    # ------------------------------------------------------------ worked examples

    def lay(self, S: State, p: int, z: int, at: int) -> None:
        """Puts a piece somewhere, in no log and without setting anything off."""
        self._leave(S, p, S[self.where + p])
        self._enter(S, p, z, at)

    def place(self, S: State, p: int, z: int) -> int:
        """The place that a piece of zone `z` has there: cell, place in a row, what it stands on; -1 where there are no places."""
        content = S[self.base[z] + 1]
        match self.kind[z]:
            case "board":
                return (content >> (CELL_BITS * p) & 8191) - 1
            case "row":
                return next(at for at in range(1, self.size[z] + 1) if content >> (ORDER_BITS * (at - 1)) & 65535 == p + 1)
            case "attached-cells" | "attached-piece":
                return (content >> (CELL_BITS * 2 * p) & 67108863) - 1
            case _:
                return -1

    def fix(self, S: State, z: int, order: list[int]) -> None:
        """From now on these pieces come out of zone `z` before any other, also when it has been shuffled."""
        self.fixed[z] = order
        self._fixed_on_top(S, z)

    def _fixed_on_top(self, S: State, z: int) -> None:
        base = self.base[z]
        first = [p for p in self.fixed.get(z, ()) if S[base] >> p & 1]
        if self.kind[z] != "deck" or not first:
            return
        order = [S[base + 1] >> (ORDER_BITS * i) & 65535 for i in range(S[base].bit_count())]
        keys = [S[self.key_words + p] for p in order]
        S[base + 1] = 0
        for i, (p, key) in enumerate(zip([*first, *(p for p in order if p not in first)], keys, strict=True)):
            S[base + 1] |= p << (ORDER_BITS * i)
            S[self.key_words + p] = key

    # ------------------------------------------------------------ many

    def move(self, S: State, L: Log, pieces: int, source: int, z: int, at: int) -> None:
        """Moves a set of pieces; into a deck so that the least key comes to lie on top."""
        if source >= 0 and pieces & ~S[self.base[source]]:
            gone = cells(pieces & ~S[self.base[source]])
            raise Fault("", f'"{self.piece_names[gone[0]]}" is not in "{self.names[source]}"')
        if not pieces:
            return
        if pieces & (pieces - 1) == 0:
            self.one(S, L, pieces.bit_length() - 1, z, at)
            return
        members = cells(pieces)
        if L is None and not self.watched and self._at_once(S, pieces, members, z):
            return
        if self.kind[z] == "deck":
            keys = self.key_words
            members.sort(key=lambda p: (S[keys + p], self.piece_keys[p]), reverse=True)
        if L is None:
            for p in members:
                self.one(S, L, p, z, at)
            return
        # A set moves at once: one event, so that a pile nobody sees into stays one thing in everybody's memory.
        parts: list[Any] = []
        for p in members:
            self.one(S, parts, p, z, at)
        L.append(("many", z, tuple([(e[1], e[2], e[4]) for e in parts])))

    def _at_once(self, S: State, pieces: int, members: list[int], z: int) -> bool:
        """Moves a set between zones without order as a whole; False where that would not do."""
        base = self.base[z]
        source = S[self.where + members[0]]
        if self.kind[source] != "pile" or pieces & ~S[self.base[source]] or pieces & ~self.takes[z]:
            return False
        kind = self.kind[z]
        if kind == "pile":
            if S[base + 2]:
                return False
        elif kind == "bag":
            if S[base + 1] & 1:
                S[base + 1] += 1
        elif kind == "deck":
            keys = self.key_words
            members.sort(key=lambda p: (S[keys + p], self.piece_keys[p]))
            order = 0
            for p in reversed(members):
                order = order << ORDER_BITS | p
            S[base + 1] = S[base + 1] << (ORDER_BITS * len(members)) | order
        else:
            return False
        S[self.base[source]] ^= pieces
        if not S[self.base[source]]:
            S[self.base[source] + 1] = S[self.base[source] + 2] = 0
        S[base] |= pieces
        where = self.where
        for p in members:
            S[where + p] = z
        return True

    def move_some(self, S: State, L: Log, count: int, source: int, z: int, at: int) -> None:
        """Moves so many pieces of a zone, as far as there are: the first ones (of a deck, from the top)."""
        base = self.base[source]
        for _ in range(min(count, S[base].bit_count())):
            if self.kind[source] == "deck":
                p = S[base + 1] & 65535
            else:
                p = (S[base] & -S[base]).bit_length() - 1
            self.one(S, L, p, z, at)

    def order(self, S: State, z: int, shuffle: int) -> tuple[tuple[int, int], ...]:
        """All pieces that zone `z` takes, in the order of that shuffle, with their keys."""
        return order_keys(S[SEED], self.where_keys[z], shuffle, self.named[self.family[z]])

    def next(self, S: State, z: int) -> int:
        """The piece that is drawn next from a zone; -1 if there is none."""
        base = self.base[z]
        held = S[base]
        if not held:
            return -1
        for p in self.fixed.get(z, ()):
            if held >> p & 1:
                return p
        kind = self.kind[z]
        if kind == "deck":
            return S[base + 1] & 65535
        if kind == "bag":
            for p, _ in self.order(S, z, S[base + 1] >> 1):
                if held >> p & 1:
                    return p
        if held & (held - 1) == 0:
            return held.bit_length() - 1
        if kind == "pile" and S[base + 2]:
            keys = self.key_words
            return min(cells(held), key=lambda p: (S[keys + p], self.piece_keys[p]))
        # Loose pieces have no order: each draw is a chance of its own.
        which = S[base + 3] if kind == "pile" else S[DECISIONS]
        start, names = S[SEED], self.piece_keys
        return min(cells(held), key=lambda p: H(start, self.where_keys[z], which, names[p]))

    def draw(self, S: State, L: Log, count: int, source: int, z: int, at: int) -> None:
        """Draws pieces, as far as there are. A pile that is cut from a deck remembers between which keys it lay."""
        base = self.base[source]
        deck = self.kind[source] == "deck"
        cut = deck and self.kind[z] == "pile" and self.hidden[z] and not S[self.base[z]]
        interval = (LOWEST, HIGHEST)
        cut_pieces: list[int] = []
        if cut:
            target = self.base[z]
            left = S[base].bit_count() - count
            above = S[base + 3]
            below = HIGHEST
            if left > 0:
                below = S[self.key_words + (S[base + 1] >> (ORDER_BITS * count) & 65535)]
            S[target + 2] = 0
            interval = (above, below)
        for _ in range(count):
            p = self.next(S, source)
            if p < 0:
                break
            if p in self.fixed.get(source, ()):
                self.fixed[source].remove(p)
            if deck:
                S[base + 3] = S[self.key_words + p]
            elif self.kind[source] == "pile":
                if S[base + 2]:
                    S[base + 1] = S[self.key_words + p]
                else:
                    S[base + 3] += 1
            self.one(S, L, p, z, at)
            cut_pieces.append(p)
        if cut and cut_pieces:
            self._cut(S, z, cut_pieces, *interval)

    def _cut(self, S: State, z: int, members: list[int], above: int, below: int) -> None:
        """A pile has been cut from a deck: it keeps its keys, and lies between those of its neighbours.

        Where something was laid on or under the deck since it was shuffled, keys are out of order there: then the pile gets new
        ones.
        """
        base, keys = self.base[z], self.key_words
        held = [S[keys + p] for p in members]
        if any(a >= b for a, b in zip([above, *held], [*held, below], strict=True)):
            words = sorted([H(S[SEED], self.where_keys[z], S[base + 3], at) for at in range(len(members))])
            for p, word in zip(members, words, strict=True):
                S[keys + p] = word
            S[base + 3] += 1
            above, below = LOWEST, HIGHEST
        S[base + 1], S[base + 2] = above, below

    def shuffle(self, S: State, L: Log, z: int) -> None:
        """Shuffles a deck (all keys are new) or a bag; a pile forgets in which order its pieces once lay."""
        base = self.base[z]
        if self.kind[z] == "bag":
            S[base + 1] = ((S[base + 1] >> 1) + 1) * 2
        elif self.kind[z] != "deck":
            self._stir(S, z)
        else:
            S[base + 2] += 1
            S[base + 3] = LOWEST
            held, order, at = S[base], 0, 0
            for p, key in self.order(S, z, S[base + 2]):
                if held >> p & 1:
                    order |= p << (ORDER_BITS * at)
                    at += 1
                    S[self.key_words + p] = key
            S[base + 1] = order
            if self.fixed:
                self._fixed_on_top(S, z)
        if L is not None:
            L.append(("shuffle", z))

    def _stir(self, S: State, z: int) -> None:
        """The pieces of a pile get new keys, as if they had been cut from a shuffled deck."""
        base = self.base[z]
        if self.kind[z] != "pile" or not S[base]:
            return
        for p in cells(S[base]):
            S[self.key_words + p] = H(S[SEED], self.where_keys[z], S[base + 3], self.piece_keys[p])
        S[base + 1], S[base + 2] = LOWEST, HIGHEST
        S[base + 3] += 1

    def restock(self, S: State, L: Log, z: int, source: int) -> None:
        """All of `source`, shuffled, goes below what is left in the deck."""
        base = self.base[z]
        rest, kept = S[base + 1], S[base].bit_count()
        held = S[self.base[source]]
        if not held:
            return
        watched, self.watched = self.watched, False
        for p in cells(held):
            self._leave(S, p, source)
            self._enter(S, p, z, -1)
        self.watched = watched
        S[base + 2] += 1
        order, at = rest, kept
        for p, key in self.order(S, z, S[base + 2]):
            if held >> p & 1:
                order |= p << (ORDER_BITS * at)
                at += 1
                S[self.key_words + p] = key
        S[base + 1] = order
        if not kept:
            S[base + 3] = LOWEST
        if self.fixed:
            self._fixed_on_top(S, z)
        if L is not None:
            L.append(("restock", z, source, held))

    def reveal(self, S: State, L: Log, z: int) -> None:
        if L is not None:
            L.append(("reveal", z, S[self.base[z]]))

    def pick(self, S: State, L: Log, held: int, rule: str, counter: int) -> int:
        """One element of a set by chance, keyed by the rule and how often it has rolled."""
        members = cells(held)
        at = roll(S[SEED], word_key(rule), S[counter], 0, len(members) - 1)
        S[counter] += 1
        if L is not None:
            L.append(("roll", rule, at, len(members)))
        return members[at]


def waiting(S: State) -> int:
    """How many handlers wait."""
    return -(-S[EVENTS].bit_length() // EVENT_BITS)


def drop_waiting(S: State, since: int) -> None:
    """What waits beyond the first `since` will not be handled."""
    S[EVENTS] &= (1 << (since * EVENT_BITS)) - 1


def globals_for(pieces: Pieces) -> dict[str, Callable[..., Any]]:
    """The primitives by the names that generated text uses."""
    return {
        "move": pieces.move,
        "move_some": pieces.move_some,
        "draw": pieces.draw,
        "shuffle": pieces.shuffle,
        "restock": pieces.restock,
        "reveal": pieces.reveal,
        "pick": pieces.pick,
        "waiting": waiting,
        "drop_waiting": drop_waiting,
    }

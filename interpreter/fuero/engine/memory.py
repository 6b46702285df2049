"""What one player remembers: every piece whose place is known, and pools of pieces whose places the player cannot tell apart.

In: the log as that player saw it (a hidden piece is -1). Out: for each zone segments from the top down; a segment holds known pieces and so many of
each pool, in an order nobody knows. A reveal takes a piece out of its pool, a shuffle makes one segment of a deck, a piece drawn unseen takes its
share of the pool along. Law: the deals that fit a memory are exactly those the player cannot rule out by what was shown, all equally likely.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from fuero.engine.helpers import bits

BOX = 0


@dataclass
class Segment:
    """Some places of a zone: `known` pieces lie there, and `unknown[pool]` pieces of each pool; the order within is anybody's guess."""

    known: int = 0
    unknown: dict[int, int] = field(default_factory=dict)
    number: int = 0

    def size(self) -> int:
        return self.known.bit_count() + sum(self.unknown.values())

    def copy(self) -> Segment:
        return Segment(self.known, self.unknown.copy(), self.number)


class Memory:
    """One player's memory. `pools[k]` is the set of pieces in pool k; `bound[piece]` limits a piece to segments, where a pool alone would say too little."""

    def __init__(self, kinds: list[str], pieces: int):
        self.kinds = kinds
        self.numbers = 0
        self.zones: list[list[Segment]] = [[self._fresh()] for _ in kinds]
        self.zones[BOX][0].known = (1 << pieces) - 1
        self.pools: dict[int, int] = {}
        self.bound: dict[int, frozenset[int]] = {}
        self.next_pool = 0
        self.seen = 0

    def _fresh(self, known: int = 0) -> Segment:
        self.numbers += 1
        return Segment(known, {}, self.numbers)

    def read(self, events: Iterable[tuple[Any, ...]]) -> None:
        """Takes in further events, hidden pieces as -1."""
        for e in events:
            self.seen += 1
            match e[0]:
                case "move":
                    self._move(e[1], e[2], e[3], e[4])
                case "many":
                    self._many(e[1], e[2])
                case "shuffle":
                    self._shuffle(e[1])
                case "restock":
                    self._restock(e[1], e[2])
                case "reveal":
                    self._reveal(e[1], e[2])

    # ------------------------------------------------------------ one piece

    def _segment(self, zone: int, at: int) -> Segment:
        """The segment of a deck in which the place `at` (from the top) lies; of other zones the only one."""
        segments = self.zones[zone]
        if self.kinds[zone] != "deck":
            return segments[0]
        for s in segments:
            size = s.size()
            if at < size:
                return s
            at -= size
        return segments[-1]

    def _move(self, p: int, source: int, target: int, left: int) -> None:
        s = self._segment(source, max(left, 0))
        if p >= 0:
            self._take(p, s)
            self._tidy(source)
            self._arrive(target).known |= 1 << p
            return
        p, pool = self._take_unseen(s)
        self._tidy(source)
        arrived = self._arrive(target)
        if p >= 0:
            arrived.known |= 1 << p
        else:
            arrived.unknown[pool] = arrived.unknown.get(pool, 0) + 1
            self._allow(pool, arrived.number)

    def _take(self, p: int, s: Segment) -> None:
        """A piece that is seen leaves a segment."""
        if s.known >> p & 1:
            s.known ^= 1 << p
            return
        for pool, count in s.unknown.items():
            if self.pools[pool] >> p & 1:
                self.pools[pool] ^= 1 << p
                self._less(s, pool, count)
                self.bound.pop(p, None)
                return
        # Not where it was thought to be: an imagined deal goes on from here; what is seen counts.
        for segments in self.zones:
            for other in segments:
                other.known &= ~(1 << p)
        for pool in self.pools:
            if self.pools[pool] >> p & 1:
                self.pools[pool] ^= 1 << p

    def _less(self, s: Segment, pool: int, count: int) -> None:
        if count == 1:
            del s.unknown[pool]
        else:
            s.unknown[pool] = count - 1

    def _take_unseen(self, s: Segment) -> tuple[int, int]:
        """An unseen piece leaves: known after all if it was the only one, else one of a pool (made for the purpose where several kinds mingle)."""
        if s.size() == 1 and s.known:
            p = s.known.bit_length() - 1
            s.known = 0
            return p, -1
        if s.known or len(s.unknown) > 1:
            self._mingle(s)
        for pool, count in s.unknown.items():
            self._less(s, pool, count)
            return -1, pool
        return -1, self._pool(0)

    def _pool(self, pieces: int) -> int:
        self.next_pool += 1
        self.pools[self.next_pool] = pieces
        return self.next_pool

    def _mingle(self, s: Segment) -> None:
        """All that is in a segment becomes one pool; each piece stays bound to where it may be."""
        olds = list(s.unknown)
        new = self._pool(s.known)
        for p in bits(s.known):
            self.bound[p] = frozenset((s.number,))
        count = s.known.bit_count()
        s.known = 0
        for old in olds:
            places = frozenset(x.number for segments in self.zones for x in segments if old in x.unknown)
            for p in bits(self.pools[old]):
                self.bound[p] = self.bound.get(p, places)
            self.pools[new] |= self.pools.pop(old)
            for segments in self.zones:
                for x in segments:
                    if old in x.unknown:
                        x.unknown[new] = x.unknown.get(new, 0) + x.unknown.pop(old)
        s.unknown[new] = s.unknown.get(new, 0) + count

    def _allow(self, pool: int, number: int) -> None:
        """A piece of the pool has come to a further segment: whatever of it could have been where it came from may be there."""
        for p in bits(self.pools[pool]):
            if p in self.bound:
                self.bound[p] |= {number}

    def _arrive(self, zone: int) -> Segment:
        """The segment that takes an arriving piece: of a deck a new one on top."""
        if self.kinds[zone] != "deck":
            return self.zones[zone][0]
        s = self._fresh()
        self.zones[zone].insert(0, s)
        return s

    def _tidy(self, zone: int) -> None:
        """Empty segments of a deck go; neighbours that hold only the same pool are one."""
        if self.kinds[zone] != "deck":
            return
        kept: list[Segment] = []
        for s in self.zones[zone]:
            if s.size() == 0:
                continue
            last = kept[-1] if kept else None
            plain = last is not None and not s.known and not last.known and len(s.unknown) == 1 and s.unknown.keys() == last.unknown.keys()
            if last is not None and plain and not any(self.pools[k] >> p & 1 for k in s.unknown for p in self.bound):
                for k, n in s.unknown.items():
                    last.unknown[k] += n
            else:
                kept.append(s)
        self.zones[zone] = kept or [self._fresh()]

    # ------------------------------------------------------------ many

    def _many(self, target: int, moved: tuple[tuple[int, int, int], ...]) -> None:
        """A set moves at once. A whole zone nobody sees stays one segment; else piece by piece."""
        sources = {source for _, source, _ in moved}
        unseen = all(p < 0 for p, _, _ in moved)
        if unseen and len(sources) == 1:
            source = next(iter(sources))
            segments = self.zones[source]
            if sum(s.size() for s in segments) == len(moved):
                self.zones[source] = [self._fresh()]
                if self.kinds[target] == "deck":
                    self.zones[target] = [*segments, *self.zones[target]]
                    self._tidy(target)
                else:
                    self._join(self.zones[target][0], segments)
                return
        if self.kinds[target] == "deck" and not unseen and all(p >= 0 for p, _, _ in moved):
            # Which pieces is plain, in which order (by their keys) is not.
            known = 0
            for p, source, left in moved:
                self._take(p, self._segment(source, max(left, 0)))
                known |= 1 << p
            for source in sources:
                self._tidy(source)
            self.zones[target].insert(0, self._fresh(known))
            self._tidy(target)
            return
        for p, source, left in moved:
            self._move(p, source, target, left)

    def _join(self, into: Segment, segments: list[Segment]) -> None:
        for s in segments:
            into.known |= s.known
            for pool, count in s.unknown.items():
                into.unknown[pool] = into.unknown.get(pool, 0) + count
            for p, places in self.bound.items():
                if s.number in places:
                    self.bound[p] = places | {into.number}

    def _shuffle(self, zone: int) -> None:
        if self.kinds[zone] == "deck":
            whole = self._fresh()
            self._join(whole, self.zones[zone])
            self.zones[zone] = [whole]

    def _restock(self, zone: int, source: int) -> None:
        whole = self._fresh()
        self._join(whole, self.zones[source])
        self.zones[source] = [self._fresh()]
        self.zones[zone].append(whole)
        self._tidy(zone)

    def _reveal(self, zone: int, pieces: int) -> None:
        for p in bits(pieces):
            for s in self.zones[zone]:
                if s.known >> p & 1:
                    break
            else:
                for s in self.zones[zone]:
                    found = next((k for k in s.unknown if self.pools[k] >> p & 1), None)
                    if found is not None:
                        self._take(p, s)
                        s.known |= 1 << p
                        break

    # ------------------------------------------------------------ values

    def copy(self) -> Memory:
        other = Memory.__new__(Memory)
        other.kinds = self.kinds
        other.numbers = self.numbers
        other.zones = [[s.copy() for s in segments] for segments in self.zones]
        other.pools = self.pools.copy()
        other.bound = self.bound.copy()
        other.next_pool = self.next_pool
        other.seen = self.seen
        return other

"""One way in which everything may lie, for all that a player has been shown: heaps of known pieces and members of pools.

In: what leaves a heap, seen or unseen, and what is thrown together. Out: the ways in which a piece may be in a heap, and deals
drawn by chance. Law: a pool has as many members as places, and its members are known pieces or members of older pools.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from fuero.engine.helpers import bits

BOX = 0


@dataclass(slots=True)
class Segment:
    """A heap: `known` pieces and `unknown[pool]` members of each pool; the order within is anybody's guess."""

    known: int = 0
    unknown: dict[int, int] = field(default_factory=dict)
    number: int = 0

    def size(self) -> int:
        return self.known.bit_count() + sum(self.unknown.values()) if self.unknown else self.known.bit_count()

    def copy(self) -> Segment:
        return Segment(self.known, self.unknown.copy(), self.number)


Route = tuple[float, tuple[int, ...], int]
"""One way in which a piece may be in a heap: how likely, through which pools, and which of the pieces looked for."""


class World:
    """One way in which everything may lie. `pools[n]` holds the members of pool n; its places are counted in segments and in
    younger pools.

    `shown[n]` tells what was chosen and shown out of pool n: (class, how many of it have left the pool since, itself included).
    A deal in which more equal pieces could have been shown comes up so much more often than it should, and is drawn anew so
    much more often.
    """

    __slots__ = ("moving", "numbers", "pools", "shown", "weight", "zones")

    def __init__(self, zones: int, pieces: int):
        self.weight = 1.0
        self.zones: list[list[Segment]] = [[Segment(0, {}, z)] for z in range(zones)]
        self.zones[BOX][0].known = (1 << pieces) - 1
        self.moving = Segment(0, {}, zones)
        """Pieces on their way to one place."""
        self.numbers = zones
        self.pools: dict[int, Segment] = {}
        self.shown: dict[int, tuple[tuple[int, int], ...]] = {}

    def copy(self) -> World:
        other = World.__new__(World)
        other.weight = self.weight
        other.zones = [[s.copy() for s in segments] for segments in self.zones]
        other.moving = self.moving.copy()
        other.numbers = self.numbers
        other.pools = {n: s.copy() for n, s in self.pools.items()}
        other.shown = self.shown.copy()
        return other

    def fresh(self) -> Segment:
        self.numbers += 1
        return Segment(0, {}, self.numbers)

    def heaps(self) -> Iterator[Segment]:
        """Everything that holds something: pools, the oldest first, then zones."""
        yield from self.pools.values()
        for segments in self.zones:
            yield from segments
        yield self.moving

    # ------------------------------------------------------------ unseen pieces

    def pool_of(self, s: Segment) -> int:
        """The pool to which a piece drawn unseen from a heap belongs, made for the purpose if several kinds are mingled there."""
        if s.known or len(s.unknown) != 1:
            pool = self.fresh()
            pool.known, pool.unknown = s.known, s.unknown
            self.pools[pool.number] = pool
            s.known, s.unknown = 0, {pool.number: pool.size()}
        return next(iter(s.unknown))

    def take_unseen(self, s: Segment) -> tuple[int, int]:
        """An unseen piece leaves a heap: (piece, -1) if it can only be that one, else (-1, its pool)."""
        if s.known and s.size() == 1:
            p, s.known = s.known.bit_length() - 1, 0
            return p, -1
        pool = self.pool_of(s)
        less(s.unknown, pool)
        return -1, pool

    def merge(self, into: Segment, segments: Iterable[Segment]) -> None:
        """Heaps are thrown together; a pool that lies there as a whole is one no longer."""
        for s in segments:
            into.known |= s.known
            for pool, count in s.unknown.items():
                into.unknown[pool] = into.unknown.get(pool, 0) + count
        self.dissolve(into)

    def dissolve(self, s: Segment) -> None:
        """Pools of which every place is in one heap are part of that heap."""
        for pool in sorted(s.unknown, reverse=True):
            whole = self.pools[pool]
            if pool not in self.shown and s.unknown.get(pool) == whole.size():
                del s.unknown[pool], self.pools[pool]
                s.known |= whole.known
                for older, count in whole.unknown.items():
                    s.unknown[older] = s.unknown.get(older, 0) + count
                self.dissolve(s)
                return

    # ------------------------------------------------------------ seen pieces

    def routes(self, s: Segment, wanted: int) -> list[Route]:
        """All ways in which one of the wanted pieces may be in a heap; the chances add up to how many of them are to be
        expected there.
        """
        found: list[Route] = []
        here = s.known & wanted
        if here:
            found.append((float(here.bit_count()), (), here))
        for pool, count in s.unknown.items():
            inner = self.pools[pool]
            share = count / inner.size()
            found += [(w * share, (pool, *chain), mask) for w, chain, mask in self.routes(inner, wanted)]
        return found

    def take_by(self, s: Segment, route: Route, p: int, group: int) -> None:
        """Piece `p` leaves a heap in which it was by that route."""
        _, chain, mask = route
        if not mask >> p & 1:
            self.swap(p, (mask & -mask).bit_length() - 1)
        at = s
        for pool in chain:
            less(at.unknown, pool)
            if pool in self.shown:
                self.shown[pool] = tuple([(g, count + (g == group)) for g, count in self.shown[pool]])
            at = self.pools[pool]
        at.known ^= 1 << p
        for pool in chain:
            if not self.pools[pool].size():
                del self.pools[pool]
                for _, count in self.shown.pop(pool, ()):
                    self.weight /= count

    def swap(self, p: int, q: int) -> None:
        """Two equal pieces that lie hidden change names."""
        both = 1 << p | 1 << q
        for s in self.heaps():
            if (s.known & both).bit_count() == 1:
                s.known ^= both

    def chosen(self, s: Segment, group: int) -> None:
        """An equal of what else may lie in a heap was chosen from it and shown: the heap's unknown part is kept apart as it is
        now.
        """
        pool = next(iter(s.unknown))
        if len(s.unknown) > 1 or s.unknown[pool] != self.pools[pool].size():
            apart = self.fresh()
            apart.unknown = s.unknown
            pool = apart.number
            self.pools[pool] = apart
            s.unknown = {pool: apart.size()}
        self.shown[pool] = (*self.shown.get(pool, ()), (group, 1))

    # ------------------------------------------------------------ values

    def likelihood(self) -> float:
        """How likely this world is, if of what was chosen and shown no equals were left."""
        value = self.weight
        for entries in self.shown.values():
            for _, count in entries:
                value /= count
        return value

    def draw(self, rng: random.Random, groups: Sequence[int]) -> dict[int, list[int]] | None:
        """The pieces that come to lie in each segment besides the known ones, by the segment's number; None if this deal must
        be drawn anew.
        """
        places: dict[int, list[tuple[int, int]]] = {pool: [] for pool in self.pools}
        for s in self.heaps():
            for pool, count in s.unknown.items():
                places[pool].append((s.number, count))
        dealt: dict[int, list[int]] = {}
        for pool in sorted(self.pools):
            members = bits(self.pools[pool].known) + dealt.pop(pool, [])
            rng.shuffle(members)
            at = 0
            for number, count in places[pool]:
                dealt.setdefault(number, []).extend(members[at : at + count])
                at += count
            for group, left in self.shown.get(pool, ()):
                more = sum([groups[p] == group for p in members])
                if more and rng.random() * (left + more) >= left:
                    return None
        return dealt


def less(counts: dict[int, int], key: int) -> None:
    if counts[key] == 1:
        del counts[key]
    else:
        counts[key] -= 1

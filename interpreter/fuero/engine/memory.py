"""What one player remembers: every piece whose place is known, and pools of pieces whose places the player cannot tell apart.

In: the log as that player saw it (a hidden piece is -1). Out: for each zone segments from the top down; a segment holds known
pieces and so many members of each pool, in an order nobody knows. Law: the deals that fit a memory are exactly those the player
cannot rule out by what was shown, each as likely as it is. What others' choices betray is left out: whoever could show a piece
is taken to have been as likely to show it.

A pool is itself a heap: its members are known pieces and members of older pools, and they lie in a random order on the pool's
places. So a piece drawn unseen from a heap in which known and unknown pieces are mingled needs no list of exceptions: the heap
becomes a pool. A piece seen is traced back through the pools in which it may have been; where there are several ways it may
have come, each is a world of its own, with its weight.

Equal pieces are equal: a player sees names, not copies. A piece that comes out of what is hidden counts as any of its equals
that could be there.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from fuero.engine.helpers import bits
from fuero.engine.worlds import Route, Segment, World

TRIES = 1000
"""How often a deal is drawn anew before giving up."""
MOST_WORLDS = 64
"""So many ways things may have come are kept; beyond that the least likely ones are left out."""


@dataclass(frozen=True, slots=True)
class Secret:
    """A value that somebody set unseen: the number of the answer that set it, all that the answer could have been, and the name
    of the function that makes the value of it (empty: the value hangs on more than the answer).
    """

    asked: int = -1
    made: str = ""
    options: tuple[tuple[int, ...], ...] = ()


class Memory:
    """What one player has been shown so far.

    `kinds` tells for each zone what kind it is, `open` whether the player sees what lies there, `by_chance` whether what comes
    out of it is drawn by chance (else somebody who sees it has chosen); `groups` gives each piece's class of equals; `made` are
    the functions from answers to values kept of them.
    """

    def __init__(
        self,
        kinds: list[str],
        open_zones: list[bool],
        by_chance: list[bool],
        groups: list[int],
        made: Mapping[str, Callable[..., int]],
    ):
        self.kinds, self.open, self.by_chance, self.groups, self.made = kinds, open_zones, by_chance, groups, made
        self.equals: dict[int, int] = {}
        for p, g in enumerate(groups):
            self.equals[g] = self.equals.get(g, 0) | 1 << p
        self.worlds = [World(len(kinds), len(groups))]
        self.answers: dict[tuple[int, int], tuple[int, tuple[tuple[int, ...], ...]]] = {}
        self.secrets: dict[tuple[str, int], Secret] = {}
        """Values of variables, by name and index, that were set unseen and have not been shown since."""
        self.seen = 0

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
                case "decide" if e[6] is not None:
                    self.answers[e[6][0], e[1]] = (self.seen, e[6][1])
                case "set":
                    self._set(e[1], e[2], e[3], e[4])
                case "reveal-var":
                    self._show(e[1], e[2])

    # ------------------------------------------------------------ one piece

    def _segment(self, w: World, zone: int, at: int) -> Segment:
        """The segment of a deck in which the place `at` (from the top) lies; of other zones the only one."""
        segments = w.zones[zone]
        if self.kinds[zone] != "deck":
            return segments[0]
        for s in segments:
            size = s.size()
            if at < size:
                return s
            at -= size
        return segments[-1]

    def _move(self, p: int, source: int, target: int, left: int) -> None:
        lots = self._leave(p, source, left)
        for w, lot in zip(self.worlds, lots, strict=True):
            self._put(self._arrive(w, target), *lot)

    def _leave(self, p: int, source: int, left: int) -> list[tuple[int, int]]:
        """A piece (-1: unseen) leaves a zone; for each world that fits, the piece, or -1 and its pool."""
        if p >= 0:
            self._seen_in(p, source, left, True)
            lots = [(p, -1)] * len(self.worlds)
        else:
            lots = [w.take_unseen(self._segment(w, source, max(left, 0))) for w in self.worlds]
        if self.kinds[source] == "deck":
            for w in self.worlds:
                self._tidy(w, source)
        return lots

    @staticmethod
    def _put(s: Segment, p: int, pool: int) -> None:
        if p >= 0:
            s.known |= 1 << p
        else:
            s.unknown[pool] = s.unknown.get(pool, 0) + 1

    def _seen_in(self, p: int, zone: int, left: int, leaves: bool) -> None:
        """A piece is seen in a zone (at a place of it, or -1) and leaves it or stays there: only the ways in which it could be
        there remain.
        """
        if len(self.worlds) == 1:
            w = self.worlds[0]
            s = self._segment(w, zone, max(left, 0))
            if s.known >> p & 1 and (self.open[zone] or self.equals[self.groups[p]] == 1 << p):
                s.known ^= leaves << p
                return
        after: list[World] = []
        for w in self.worlds:
            after += self._ways(w, p, zone, left, leaves)
        if not after:  # of the ways it may have come too many had to be left out: what is seen counts
            after = self._ways(self.worlds[0], p, zone, left, leaves, -1)
        if not after:
            raise LookupError("a piece was seen where nothing can be")
        self.worlds = _likeliest(after)

    def _ways(self, w: World, p: int, zone: int, left: int, leaves: bool, instead: int = 0) -> list[World]:
        """The worlds that a world becomes when a piece is seen; `instead`: pieces of which one is taken to have been this one."""
        wanted = instead or (1 << p if self.open[zone] else self.equals[self.groups[p]])
        heaps = [self._segment(w, zone, left)] if left >= 0 else w.zones[zone]
        chosen = leaves and not self.by_chance[zone]
        found: list[tuple[int, Route]] = []
        for i, s in enumerate(w.zones[zone]):
            if not any(s is h for h in heaps):
                continue
            known = s.known & wanted
            if known and (chosen or not leaves):
                return [self._way(w, zone, i, (1.0, (), known), p, leaves, False)]
            found += [(i, route) for route in w.routes(s, wanted)]
        return [
            self._way(w if len(found) == 1 else w.copy(), zone, i, route, p, leaves, chosen) for i, route in found
        ]

    def _way(self, w: World, zone: int, i: int, route: Route, p: int, leaves: bool, chosen: bool) -> World:
        s = w.zones[zone][i]
        group = self.groups[p]
        w.weight *= route[0]
        w.take_by(s, route, p, group)
        if not leaves:
            s.known |= 1 << p
        elif chosen and s.unknown and w.routes(s, self.equals[group]):
            w.chosen(s, group)
        return w

    def _arrive(self, w: World, zone: int) -> Segment:
        """The segment that takes an arriving piece: of a deck a new one on top."""
        if self.kinds[zone] != "deck":
            return w.zones[zone][0]
        s = w.fresh()
        w.zones[zone].insert(0, s)
        return s

    @staticmethod
    def _tidy(w: World, zone: int) -> None:
        """Empty segments of a deck go; neighbours that hold only the same pool are one."""
        kept: list[Segment] = []
        for s in w.zones[zone]:
            if not s.size():
                continue
            last = kept[-1] if kept else None
            if (
                last is not None
                and not s.known
                and not last.known
                and len(s.unknown) == 1
                and s.unknown.keys() == last.unknown.keys()
            ):
                for k, n in s.unknown.items():
                    last.unknown[k] += n
            else:
                kept.append(s)
        w.zones[zone] = kept or [w.fresh()]

    # ------------------------------------------------------------ many

    def _many(self, target: int, moved: tuple[tuple[int, int, int], ...]) -> None:
        """A set moves at once. A whole zone nobody sees into stays as it is; else piece by piece, into a deck in an order
        nobody knows.
        """
        source = moved[0][1]
        whole = all(p < 0 and z == source for p, z, _ in moved) and len(moved) == sum(
            s.size() for s in self.worlds[0].zones[source]
        )
        if whole:
            for w in self.worlds:
                segments = w.zones[source]
                w.zones[source] = [w.fresh()]
                if self.kinds[target] == "deck":
                    w.zones[target] = [*segments, *w.zones[target]]
                    self._tidy(w, target)
                else:
                    w.merge(w.zones[target][0], segments)
            return
        if self.kinds[target] != "deck":
            for p, z, left in moved:
                self._move(p, z, target, left)
            return
        for w in self.worlds:
            w.moving = w.fresh()
        for p, z, left in moved:
            lots = self._leave(p, z, left)
            for w, lot in zip(self.worlds, lots, strict=True):
                self._put(w.moving, *lot)
        for w in self.worlds:
            w.zones[target].insert(0, w.moving)
            w.moving = w.fresh()
            self._tidy(w, target)

    def _shuffle(self, zone: int) -> None:
        if self.kinds[zone] == "deck":
            for w in self.worlds:
                whole = w.fresh()
                w.merge(whole, w.zones[zone])
                w.zones[zone] = [whole]

    def _restock(self, zone: int, source: int) -> None:
        for w in self.worlds:
            whole = w.fresh()
            w.merge(whole, w.zones[source])
            w.zones[source] = [w.fresh()]
            w.zones[zone].append(whole)
            self._tidy(w, zone)

    def _reveal(self, zone: int, pieces: int) -> None:
        """All that lies in a zone is shown (of a deck: not in which order)."""
        for p in bits(pieces):
            for w in self.worlds:
                # A known equal that is not among the ones shown is this one by another name.
                held = [s for s in w.zones[zone] if s.known & self.equals[self.groups[p]] & ~pieces]
                if held and not any(s.known >> p & 1 for s in w.zones[zone]):
                    other = held[0].known & self.equals[self.groups[p]] & ~pieces
                    w.swap(p, (other & -other).bit_length() - 1)
            if not all(any(s.known >> p & 1 for s in w.zones[zone]) for w in self.worlds):
                self._seen_in(p, zone, -1, False)

    def _show(self, name: str, values: tuple[int, ...]) -> None:
        """All values of a name are shown; what else was made of the same answers is known so much better."""
        for at, value in enumerate(values):
            shown = self.secrets.pop((name, at), None)
            if shown is None or not shown.made:
                continue
            fits = tuple([o for o in shown.options if self.made[shown.made](*o) == value])
            for key, secret in self.secrets.items():
                if secret.asked == shown.asked:
                    self.secrets[key] = replace(secret, options=fits)

    def _set(self, name: str, index: int, known: bool, answer: tuple[int, int, str] | None) -> None:
        """A value the player does not see is set; `answer`: to what, by whom, and how the value is made of it."""
        if known:
            self.secrets.pop((name, index), None)
        elif answer is None or answer[:2] not in self.answers:
            self.secrets[name, index] = Secret()
        else:
            ask, who, made = answer
            number, options = self.answers[ask, who]
            self.secrets[name, index] = Secret(number, made, options)

    # ------------------------------------------------------------ values

    def draw(self, rng: random.Random) -> tuple[World, dict[int, list[int]]] | None:
        """A deal that fits, each as likely as it is: the world, and what lies in each segment besides the known pieces; None if
        none was found.
        """
        chances = [w.likelihood() for w in self.worlds]
        for _ in range(TRIES):
            w = self.worlds[0] if len(chances) == 1 else rng.choices(self.worlds, chances)[0]
            dealt = w.draw(rng, self.groups)
            if dealt is not None:
                return w, dealt
        return None

    def known(self, zone: int) -> list[int]:
        """The pieces that are sure to lie in a zone."""
        return bits(self._sure(zone))

    def _sure(self, zone: int) -> int:
        sure = -1
        for w in self.worlds:
            here = 0
            for s in w.zones[zone]:
                here |= s.known
            sure &= here
        return sure

    def pools(self) -> list[tuple[list[int], dict[int, int]]]:
        """Pieces that cannot be told apart by place, and how many of them lie in each zone; pools that hang together are one."""
        parent: dict[tuple[str, int], tuple[str, int]] = {}

        def root(x: tuple[str, int]) -> tuple[str, int]:
            while parent.setdefault(x, x) != x:
                x = parent[x]
            return x

        sure = [self._sure(z) for z in range(len(self.kinds))]
        held: dict[int, int] = {}
        for number, w in enumerate(self.worlds):
            for n, pool in w.pools.items():
                for p in bits(pool.known):
                    parent[root(("piece", p))] = root((f"pool {number}", n))
                for older in pool.unknown:
                    parent[root((f"pool {number}", older))] = root((f"pool {number}", n))
            for z, segments in enumerate(w.zones):
                held[z] = sum(s.size() for s in segments) - sure[z].bit_count()
                for s in segments:
                    if len(self.worlds) > 1:
                        for p in bits(s.known & ~sure[z]):
                            parent[root(("piece", p))] = root(("zone", z))
                        for n in s.unknown:
                            parent[root((f"pool {number}", n))] = root(("zone", z))
        found: dict[tuple[str, int], tuple[list[int], dict[int, int]]] = {}
        for kind, p in sorted(parent):
            if kind == "piece":
                found.setdefault(root((kind, p)), ([], {}))[0].append(p)
        for z, segments in enumerate(self.worlds[0].zones):
            if len(self.worlds) > 1:
                if held[z] and root(("zone", z)) in found:
                    found[root(("zone", z))][1][z] = held[z]
                continue
            for s in segments:
                for n, count in s.unknown.items():
                    places = found[root(("pool 0", n))][1]
                    places[z] = places.get(z, 0) + count
        return list(found.values())

    def copy(self) -> Memory:
        other = Memory.__new__(Memory)
        other.kinds, other.open, other.by_chance = self.kinds, self.open, self.by_chance
        other.groups, other.equals, other.made = self.groups, self.equals, self.made
        other.worlds = [w.copy() for w in self.worlds]
        other.answers, other.secrets = self.answers.copy(), self.secrets.copy()
        other.seen = self.seen
        return other


def _likeliest(worlds: list[World]) -> list[World]:
    """At most so many worlds, their weights adding up to one."""
    if len(worlds) > MOST_WORLDS:
        worlds = sorted(worlds, key=World.likelihood, reverse=True)[:MOST_WORLDS]
    total = sum(w.weight for w in worlds)
    for w in worlds:
        w.weight /= total
    return worlds

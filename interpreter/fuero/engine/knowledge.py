"""What a player was ever shown, as data, and deals that fit it.

A `Knowledge` is what player programs get. It holds the view, the log as the player saw it, the pools; and an imagined table made from these alone,
so neither the seed, nor what lies hidden, nor anybody else's moves can be read out of it.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from fuero.engine.decision import Decision
from fuero.engine.events import Event
from fuero.engine.helpers import bits
from fuero.engine.memory import BOX, Memory, Segment
from fuero.messages.diagnostic import Diagnostic, FueroError
from fuero.program.layout import ANSWER_WORDS, ASKING, EVENTS, PENDING, SEED

if TYPE_CHECKING:
    from fuero.engine.game import Game
    from fuero.engine.state import State

TRIES = 1000
"""How often a deal that breaks what is bound is drawn again before giving up."""


def hide(game: Game, events: list[Any], viewer: int) -> list[Any]:
    """The log with every piece that the viewer could not see as -1, and others' secret answers emptied."""
    sight = game.sight
    out: list[Any] = []
    for e in events:
        if e[0] == "move":
            _, p, source, target, left, came = e
            if source != BOX and not sight.content(source, viewer) and not sight.content(target, viewer):
                e = ("move", -1, source, target, left, came)
        elif e[0] == "many":
            _, target, moved = e
            seen = sight.content(target, viewer)
            e = ("many", target, tuple((p if seen or s == BOX or sight.content(s, viewer) else -1, s, left) for p, s, left in moved))
        elif e[0] == "decide" and e[4] and e[1] != viewer:
            e = ("decide", e[1], "", (), True)
        elif e[0] == "roll":
            e = ("roll", e[1], -1, e[3])
        elif e[0] == "restock" and not sight.content(e[2], viewer):
            e = ("restock", e[1], e[2], 0)
        out.append(e)
    return out


def remember(state: State, viewer: int) -> Memory:
    """The viewer's memory at a state; the part already read is kept with the state."""
    kept = state.memories.get(viewer)
    raw = state.log_raw or []
    if kept is None or kept.seen > len(raw):
        kept = state.memories[viewer] = Memory(state.machine.pieces.kind, len(state.machine.layout.pieces))
    kept.read(hide(state.game, raw[kept.seen :], viewer))
    return kept


class Knowledge:
    """Everything `player` was ever shown up to a moment of a match."""

    def __init__(self, state: State, player: int):
        self.player = player
        self.view: dict[str, Any] = state.view(player)
        """What the table shows the player now."""
        self._memory = remember(state, player).copy()
        self._imagined = redeal(state, player, self._memory, random.Random(0))

    def log(self) -> list[Event]:
        """What happened, as the player saw it."""
        return self._imagined.log(self.player)

    @property
    def decision(self) -> Any:
        """The player's own question, if the player is asked now, else None."""
        return next((d for d in self._imagined.pending if d.player == self.player), None)

    def pools(self) -> list[tuple[list[str], dict[str, int]]]:
        """Pieces that the player cannot tell apart by place: their names, and how many of them lie in each zone."""
        words = self._imagined.machine.words
        found = []
        for pool, pieces in sorted(self._memory.pools.items()):
            places: dict[str, int] = {}
            for zone, segments in enumerate(self._memory.zones):
                count = sum(s.unknown.get(pool, 0) for s in segments)
                if count:
                    places[words.zones[zone]] = count
            if pieces and places:
                found.append((sorted(words.rows[p] for p in bits(pieces)), places))
        return found

    def known(self, zone: str) -> list[str]:
        """The pieces that the player knows to lie in a zone, by the zone's name as views write it."""
        words = self._imagined.machine.words
        at = words.zones.index(zone)
        return sorted(words.rows[p] for s in self._memory.zones[at] for p in bits(s.known))

    def determinise(self, seed: int) -> State:
        """A table that fits all the player was shown: each such deal equally likely, drawn by `seed`; chance to come is drawn anew too.

        What others' choices betray is left out. Raises FueroError if no fitting deal is found in 1000 tries.
        """
        return redeal(self._imagined, self.player, self._memory, random.Random(seed))

    def standing(self) -> dict[int, int]:
        """The final scoring applied to the imagined table as it is: points by seat."""
        return self._imagined.standing()


def redeal(state: State, viewer: int, memory: Memory, rng: random.Random) -> State:
    """A copy of a state in which everything that the viewer cannot know is dealt anew."""
    deal = _deal(memory, rng)
    S = state.words.copy()
    pieces = state.machine.pieces
    for zone, segments in enumerate(memory.zones):
        held = [(s, s.known | deal.get(s.number, 0)) for s in segments]
        content = 0
        for _, part in held:
            content |= part
        kind = pieces.kind[zone]
        base = pieces.base[zone]
        if kind.startswith("marks"):
            continue
        if kind == "deck":
            _order(state, S, zone, held, rng)
        elif any(s.unknown for s in segments) and kind in ("row", "board", "attached-cells", "attached-piece"):
            _swap_places(S, zone, content, pieces, rng)
        if kind in ("bag", "pile", "place", "deck"):
            S[base] = content
            for p in bits(content):
                S[pieces.where + p] = zone
    S[SEED] = rng.getrandbits(64)
    S[EVENTS] = 0
    _blur_keys(state, S, memory, rng)
    other = state.copy()
    other.words = S
    other.log_raw = hide(state.game, state.log_raw or [], viewer)
    other.memories = {viewer: memory.copy()}
    other._past = []
    _resample(other, viewer, rng)
    return other


def _deal(memory: Memory, rng: random.Random) -> dict[int, int]:
    """For each segment the pieces of its pools: all deals equally likely; those that break a bound are drawn again."""
    deal: dict[int, int] = {}
    for pool, pieces in sorted(memory.pools.items()):
        slots: list[int] = []
        for segments in memory.zones:
            for s in segments:
                slots += [s.number] * s.unknown.get(pool, 0)
        members = bits(pieces)
        for _ in range(TRIES):
            rng.shuffle(members)
            if all(p not in memory.bound or n in memory.bound[p] for p, n in zip(members, slots, strict=False)):
                break
        else:
            text = f"No deal was found in {TRIES} tries that fits everything that was shown."
            raise FueroError((Diagnostic("no-deal", "error", text),))
        for p, n in zip(members, slots, strict=False):
            deal[n] = deal.get(n, 0) | 1 << p
    return deal


def _order(state: State, S: list[int], zone: int, held: list[tuple[Segment, int]], rng: random.Random) -> None:
    """Lays a deck's segments one below the other, each in a random order."""
    order, at = 0, 0
    for _, part in held:
        members = bits(part)
        rng.shuffle(members)
        for p in members:
            order |= p << (16 * at)
            at += 1
    S[state.machine.pieces.base[zone] + 1] = order


def _swap_places(S: list[int], zone: int, content: int, pieces: Any, rng: random.Random) -> None:
    """Pieces lying face down on places that everybody sees: the places stay, the pieces change."""
    base, kind = pieces.base[zone], pieces.kind[zone]
    old = bits(S[base])
    new = bits(content)
    rng.shuffle(new)
    width = 16 if kind == "row" else 13 if kind == "board" else 26
    packed = 0
    if kind == "row":
        places = [k for k in range(pieces.size[zone]) if S[base + 1] >> (16 * k) & 65535]
        for k, p in zip(places, new, strict=False):
            packed |= (p + 1) << (16 * k)
    else:
        for before, p in zip(old, new, strict=False):
            packed |= (S[base + 1] >> (width * before) & ((1 << width) - 1)) << (width * p)
    S[base], S[base + 1] = content, packed
    for p in new:
        S[pieces.where + p] = zone


def _blur_keys(state: State, S: list[int], memory: Memory, rng: random.Random) -> None:
    """Keys tell of the seed: pieces get new ones, in the order in which they lie."""
    pieces = state.machine.pieces
    for i in range(len(state.machine.layout.pieces)):
        S[pieces.key_words + i] = 0
    for zone, kind in enumerate(pieces.kind):
        base = pieces.base[zone]
        if kind == "deck":
            count = S[base].bit_count()
            keys = sorted(rng.getrandbits(64) for _ in range(count))
            for at, key in enumerate(keys):
                S[pieces.key_words + (S[base + 1] >> (16 * at) & 65535)] = key
            S[base + 3] = 0
        elif kind == "pile" and S[base + 2]:
            members = bits(S[base])
            rng.shuffle(members)
            for p, key in zip(members, sorted(rng.getrandbits(63) + 1 for _ in members), strict=True):
                S[pieces.key_words + p] = key
            S[base + 1], S[base + 2] = 0, (1 << 64) - 1


def _resample(state: State, viewer: int, rng: random.Random) -> None:
    """Others' secret values and answers, as far as the viewer cannot know them, are drawn anew among those that could be."""
    S, machine = state.words, state.machine
    for v in machine.layout.vars:
        if v.sight == "open" or v.name == "score":
            continue
        count = 1
        for size in v.sizes:
            count *= size
        for i in range(count):
            owner = state.game.viewer.owner_of(v, i)
            if v.sight.startswith("owner") and owner == viewer:
                continue
            if v.high - v.low < 1 << 20 and S[v.base + i] != v.initial:
                S[v.base + i] = rng.randint(max(v.low, 0), v.high)
    info = machine.asks.get(S[ASKING])
    if info is None or not info.many or not any(S[info.answers + w * ANSWER_WORDS] for w in range(machine.players)):
        return
    for who in range(machine.players):
        base = info.answers + who * ANSWER_WORDS
        if who == viewer or S[base] not in (1, 2) or not S[PENDING]:
            continue
        decision = Decision(state, who)
        move = decision.nth(rng.randrange(decision.count()))
        S[base] = 1 if move.offer >= 0 else 2
        S[base + 1] = move.offer
        for i, value in enumerate(move.values):
            S[base + 2 + i] = value

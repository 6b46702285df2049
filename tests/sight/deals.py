"""All deals of a small ruleset, one by one: chance is replaced by a script that tries every outcome, each as likely as it is.

In: a game, moves by their words. Out: for what a player saw, every table that could be behind it, with its weight. Meant for
the tests: it counts, and knows nothing of memories.
"""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

import fuero.engine.pieces as engine
from fuero.engine.game import Game
from fuero.engine.helpers import bits
from fuero.engine.state import IllegalMove, State

STEP = 1 << 40
"""How far the keys of neighbours in a shuffled deck lie apart."""


class Script:
    """Answers `choose(n)` with every number in turn, run by run."""

    def __init__(self) -> None:
        self.digits: list[tuple[int, int]] = []
        self.at = 0

    def runs(self) -> Iterator[None]:
        """Once for every way in which all choices can fall."""
        while True:
            self.at = 0
            yield
            del self.digits[self.at :]
            while self.digits and self.digits[-1][0] + 1 == self.digits[-1][1]:
                self.digits.pop()
            if not self.digits:
                return
            last, n = self.digits.pop()
            self.digits.append((last + 1, n))

    def choose(self, n: int) -> int:
        if self.at == len(self.digits):
            self.digits.append((0, n))
        chosen, of = self.digits[self.at]
        assert of == n
        self.at += 1
        return chosen

    @property
    def weight(self) -> Fraction:
        product = 1
        for _, n in self.digits:
            product *= n
        return Fraction(1, product)


@contextmanager
def scripted(game: Game, script: Script) -> Iterator[Callable[[], None]]:
    """Chance follows the script; the function given forgets the shuffles of the run before."""
    pieces = game.machine.pieces
    orders: dict[tuple[int, int], tuple[tuple[int, int], ...]] = {}
    usual_next = pieces.next

    def order(S: list[int], z: int, which: int) -> tuple[tuple[int, int], ...]:
        if (z, which) not in orders:
            held = bits(S[pieces.base[z]])
            ways = list(permutations(held))
            chosen = ways[script.choose(len(ways))]
            orders[z, which] = tuple((p, (i + 1) * STEP) for i, p in enumerate(chosen))
        return orders[z, which]

    def following(S: list[int], z: int) -> int:
        held = bits(S[pieces.base[z]])
        if pieces.kind[z] == "pile" and not S[pieces.base[z] + 2] and len(held) > 1:
            return held[script.choose(len(held))]
        if pieces.kind[z] == "bag" and len(held) > 1:
            return held[script.choose(len(held))]
        return usual_next(S, z)

    def insert(above: int, below: int, word: int) -> int:
        gaps = -(-(below - above) // STEP)
        return above + script.choose(gaps) * STEP + STEP // 2

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pieces, "order", order)
        patch.setattr(pieces, "next", following)
        patch.setattr(engine, "insert_key", insert)
        yield orders.clear


def seen(state: State, player: int) -> str:
    """What a player was shown: the view and the log in words."""
    return json.dumps([state.view(player), [str(e) for e in state.log(player)]])


def truth(state: State) -> str:
    """What lies where, by names: hidden zones and values included."""
    machine, S = state.machine, state.words
    names, found = machine.words.rows, []
    for z, name in enumerate(machine.words.zones):
        base, kind = machine.pieces.base[z], machine.pieces.kind[z]
        held = [names[p] for p in bits(S[base])]
        if kind == "deck":
            held = [names[S[base + 1] >> (16 * k) & 65535] for k in range(len(held))]
        elif kind in ("bag", "pile"):
            held.sort()
        found.append(f"{name}: {' '.join(held)}")
    for v in machine.layout.vars:
        if v.sight != "open":
            count = 1
            for size in v.sizes:
                count *= size
            found.append(f"{v.name}: {S[v.base : v.base + count]}")
    return "; ".join(found)


Play = Sequence[tuple[int, str]]


def hand(state: State, player: int) -> list[str]:
    """The pieces in a player's own zones, by name."""
    sight, machine = state.game.sight, state.machine
    own = [z for z, owner in enumerate(sight.owner) if owner == player]
    return [machine.words.rows[p] for z in own for p in bits(state.words[machine.pieces.base[z]])]


def play(state: State, moves: Play, choose: Callable[[int], int]) -> bool:
    """Plays moves of these players by their words; False if one is not allowed. `lay-down c ?` takes any piece of the player's
    own, `any` any move.
    """
    for player, move in moves:
        if move == "any":
            decision = next(d for d in state.pending if d.player == player)
            move = str(decision.nth(choose(decision.count())))
        if move.endswith("?"):
            held = hand(state, player)
            if not held:
                return False
            move = move.replace("?", held[choose(len(held))])
        try:
            state.apply(move, player)
        except IllegalMove:
            return False
    return True


def all_deals(game: Game, moves: Play, player: int) -> dict[str, dict[str, Fraction]]:
    """For each thing that the player can have seen after these moves: every table it may be, with its chance."""
    script = Script()
    found: dict[str, dict[str, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    with scripted(game, script) as forget:
        for _ in script.runs():
            forget()
            state = game.start(0)
            if play(state, moves, script.choose):
                found[seen(state, player)][truth(state)] += script.weight
    return found


def matches(game: Game, moves: Play, count: int) -> Iterator[State]:
    """Real matches after these moves, by seed."""
    made, seed = 0, 0
    while made < count and seed < 50 * count:
        state = game.start(seed)
        if play(state, moves, random.Random(seed).randrange):
            made += 1
            yield state
        seed += 1


Sample = dict[str, int]


def drawn(state: Any, player: int, count: int) -> Sample:
    """How often each table comes out of the player's knowledge."""
    knowledge = state.knowledge(player)
    sample: Sample = defaultdict(int)
    for k in range(count):
        sample[truth(knowledge.determinise(k))] += 1
    return sample

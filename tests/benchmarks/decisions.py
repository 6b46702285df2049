"""How long one decision takes in the interpreter: counting its moves, drawing one, walking to one field by field.

In: a shipped game, how many play, how many matches. Out: the slowest decisions. What is slow is measured three times more and the
least time counts, as a machine in use interrupts. Nothing here is asserted.

    python -m tests.benchmarks.decisions [--ruleset alhambra] [--players 2..5] [--matches 1000] [--option NAME=VALUE] [--seed 1]
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from dataclasses import dataclass

import fuero
from fuero.engine.decision import Decision
from fuero.engine.state import State

SUSPECT = 0.002
"""Seconds from which a decision is measured again."""


@dataclass(frozen=True, order=True)
class Slow:
    """A decision and how long it took: seconds, moves, where."""

    seconds: float
    moves: int
    what: str
    path: str
    players: int
    seed: int
    number: int


def walk(decision: Decision, chance: random.Random) -> None:
    """Field by field to a whole move, each pick by chance."""
    at = decision.walk()
    while at.move is None:
        at = at.pick(chance.choice(at.options()))


def measured(state: State, seat: int, chance: random.Random) -> list[tuple[str, float, int]]:
    """Seconds to count, to draw and to walk, each on a decision made anew."""
    found = []
    number = chance.random()
    seed = chance.random()

    def count(d: Decision) -> None:
        d.count()

    def draw(d: Decision) -> None:
        d.nth(int(d.count() * number))

    def stroll(d: Decision) -> None:
        walk(d, random.Random(seed))

    tasks: list[tuple[str, Callable[[Decision], None]]] = [("count", count), ("draw", draw), ("walk", stroll)]
    for what, task in tasks:
        best = 1e9
        for _ in range(4):
            decision = Decision(state, seat)
            started = time.perf_counter()
            task(decision)
            best = min(best, time.perf_counter() - started)
            if best < SUSPECT:
                break
        found.append((what, best, Decision(state, seat).count()))
    return found


def slowest(ruleset: str, players: int, matches: int, first: int, options: dict[str, str], keep: int = 3) -> list[Slow]:
    """The slowest decisions of some matches by chance, most time first."""
    game = fuero.load(ruleset, players=players, options=options)
    worst: list[Slow] = []
    for seed in range(first, first + matches):
        chance = random.Random(seed)
        state = game.start(seed, log=False)
        number = 0
        while (decision := state.decision) is not None:
            for what, seconds, moves in measured(state, decision.player, chance):
                worst.append(Slow(seconds, moves, what, decision.path, players, seed, number))
            worst = sorted(worst, reverse=True)[:keep]
            state.apply(decision.nth(chance.randrange(decision.count())))
            number += 1
    return worst


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ruleset", default="alhambra")
    parser.add_argument("--players", default="2..5")
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    low, _, high = asked.players.partition("..")
    options = dict(part.split("=", 1) for part in asked.option)
    for players in range(int(low), int(high or low) + 1):
        for slow in slowest(asked.ruleset, players, asked.matches, asked.seed, options):
            print(
                f"{asked.ruleset} {players} players: {slow.seconds * 1000:.2f} ms to {slow.what} {slow.moves} moves "
                f"({slow.path}, seed {slow.seed}, decision {slow.number})",
                flush=True,
            )


if __name__ == "__main__":
    main()

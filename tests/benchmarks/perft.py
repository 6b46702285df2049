"""How many positions there are after so many decisions: a count that is compared with other programs for the same game.

In: a ruleset, how many play, how deep. Out: for each depth the number of ways to get there; a match that has ended is none.

    python -m tests.benchmarks.perft RULESET DEPTH [--players 2] [--engine native|interpreter]
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

import fuero
from fuero.engine.state import State


def perft(state: Any, depth: int) -> int:
    """Ways of `depth` decisions from here, one seat at a time; at least 1. A pass that the rules offer counts."""
    decision = state.decision
    if decision is None:
        return 0
    count = int(decision.count())
    if depth == 1:
        return count
    ways = 0
    for k in range(count):
        after = state.copy()
        if isinstance(after, State):
            after.apply(decision.nth(k))
        else:
            after.step(k)  # the quick way of the native engine
        ways += perft(after, depth - 1)
    return ways


def opened(ruleset: str, players: int, engine: str) -> Any:
    """The game, on one of the two engines. Raises NoNative where that one cannot be had."""
    game = fuero.load(ruleset, players=players)
    if engine == "interpreter":
        return game
    from fuero.native.game import NativeGame

    return NativeGame(game)


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.perft", description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("ruleset")
    parser.add_argument("depth", type=int)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--engine", choices=("native", "interpreter"), default="native")
    given = parser.parse_args(arguments)
    start = opened(given.ruleset, given.players, given.engine).start(0, log=False)
    for depth in range(1, given.depth + 1):
        print(f"{depth:2} {perft(start, depth):12,}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""OpenSpiel's side: its C++ core, asked for many random matches at once, and a loop in Python over its states.

`MCTSBot` with one simulation and an evaluator of n rollouts plays n random matches inside C++. Random matches of the core are not
counted by decisions; the loop's are.
"""

from __future__ import annotations

import random
from typing import Any

from tests.benchmarks.workers.serve import Missing, Play, serve

NAMES = {
    "tic-tac-toe": "tic_tac_toe",
    "connect-four": "connect_four",
    "breakthrough": "breakthrough",
    "hex": "hex",
    "reversi": "othello",
    "gomoku": "gomoku",
}
"""What our games are called there."""
ROLLOUTS = 400


def opened(game: str, players: int, how: str) -> Play:
    """A game. `how` is core or loop."""
    try:
        import pyspiel
    except ImportError as e:
        raise Missing("open_spiel is not installed: pip install -e '.[bench]'") from e
    if game not in NAMES or players != 2:
        raise Missing("OpenSpiel does not have it")
    theirs: Any = pyspiel.load_game(NAMES[game])
    if how == "core":

        def core(seed: int) -> tuple[int, int]:
            evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, seed & 0x7FFFFFFF)
            pyspiel.MCTSBot(theirs, evaluator, 1.4, 1, 10, False, 7, False).step(theirs.new_initial_state())
            return ROLLOUTS, 0

        return core

    def loop(seed: int) -> tuple[int, int]:
        rng = random.Random(seed)
        state, decisions = theirs.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            decisions += 1
        return 1, decisions

    return loop


if __name__ == "__main__":
    serve(opened)

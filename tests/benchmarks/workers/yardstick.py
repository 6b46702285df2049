"""The yardstick's side: a program of one game that was lowered by hand, in the folder given.

The folder holds `run.py` with `native(players)`, which gives a function of (first seed, how many) → (checksum, decisions), and
`big.py` with `make(players)`, whose first value is the same in Python.
"""

from __future__ import annotations

import importlib
import sys

from tests.benchmarks.workers.serve import Missing, Play, serve

GAME = "alhambra"


def opened(game: str, players: int, how: str) -> Play:
    """A game. `how` is native or python."""
    if game != GAME:
        raise Missing("the yardstick has only one game")
    try:
        found = importlib.import_module("run" if how == "native" else "big")
        run = found.native(players) if how == "native" else found.make(players)[0]
    except (ImportError, AttributeError) as e:
        raise Missing(f"the yardstick cannot be read: {e}") from e
    many = 50 if how == "native" else 5

    def play(seed: int) -> tuple[int, int]:
        return many, run(seed, many)[1]

    return play


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])
    serve(opened)

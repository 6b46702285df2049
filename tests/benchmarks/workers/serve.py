"""What all sides of the comparison have in common: asked for so many seconds of play, they say how much was played in them.

In: on standard input a line of JSON, `{"game": …, "players": …, "how": …, "seconds": …}`. Out: a line of JSON, `{"games": …,
"decisions": …, "seconds": …}`, in seconds of processor time; `{"missing": why}` where a side does not have it. The first time a
game is asked for, it is played for a while before the clock runs. Needs nothing but Python, as each side runs under its own.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable

Play = Callable[[int], tuple[int, int]]
"""Plays some matches with seeds from this one on; how many, and their decisions (0: not counted)."""
WARM = 0.3


class Missing(Exception):
    """This side does not have that, and why."""


def spent(play: Play, seconds: float, seed: int) -> tuple[int, int, float]:
    """Plays at least so long: matches, decisions, seconds of processor time."""
    games = decisions = 0
    started = time.process_time()
    while (used := time.process_time() - started) < seconds or not games:
        played, decided = play(seed + games)
        games += played
        decisions += decided
    return games, decisions, used


def serve(opened: Callable[[str, int, str], Play]) -> None:
    """Answers until the input ends."""
    known: dict[tuple[str, int, str], Play] = {}
    seed = 0
    for line in sys.stdin:
        asked = json.loads(line)
        key = (asked["game"], asked["players"], asked["how"])
        try:
            if key not in known:
                known[key] = opened(*key)
                spent(known[key], WARM, 0)
            games, decisions, seconds = spent(known[key], asked["seconds"], seed)
            seed += games
            answer = {"games": games, "decisions": decisions, "seconds": seconds}
        except Missing as e:
            answer = {"missing": str(e)}
        print(json.dumps(answer), flush=True)

"""What a command costs from its start to its end: time by the clock on the wall, and memory at its highest.

In: the arguments of `fuero`, a cache folder. Out: seconds, megabytes.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True)
class Cost:
    seconds: float
    megabytes: float


def cost(arguments: Sequence[str], cache: str) -> Cost:
    """One run of the command. Raises RuntimeError where it fails."""
    command = [sys.executable, "-m", "fuero.cli.main", *arguments]
    env = os.environ | {"XDG_CACHE_HOME": cache}
    started = time.perf_counter()
    with open(os.devnull, "w") as nothing:
        process = subprocess.Popen(command, env=env, stdout=nothing, stderr=nothing)
        _, status, used = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"fuero {' '.join(arguments)} failed")
    unit = 1 if sys.platform == "darwin" else 1024
    return Cost(seconds, used.ru_maxrss * unit / 1_000_000)


def starts(ruleset: str, players: int, engine: str, rounds: int) -> tuple[Cost, Cost]:
    """One match as the very first thing (nothing kept), and again with what was kept: the median of some."""
    arguments = ["run", ruleset, "--players", str(players), "--games", "1", "--seed", "1", "--engine", engine]
    cold, cached = [], []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as cache:
            cold.append(cost(arguments, cache))
            cached.append(cost(arguments, cache))
    return _middle(cold), _middle(cached)


def _middle(costs: Sequence[Cost]) -> Cost:
    return Cost(median(c.seconds for c in costs), median(c.megabytes for c in costs))

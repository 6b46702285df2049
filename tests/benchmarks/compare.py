"""Each side of a comparison measured in the same minutes: pinned to one core, after warm-up, round by round in turn.

In: lines (a game and how many play) and sides. Out: for each the median over the rounds of matches and decisions a second of
processor time. Law: within a round every side of a line is measured right after the other, so that what else the machine does
falls on all of them.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Side:
    """One program that plays: `program` is the file under `workers`, with `arguments`; `how` is which way of it."""

    title: str
    program: str
    how: str
    arguments: tuple[str, ...] = ()
    python: str = sys.executable


@dataclass(frozen=True)
class Line:
    game: str
    players: int


@dataclass(frozen=True)
class Figure:
    """What was measured: matches and decisions a second (0 where they are not counted), or why not."""

    matches: float = 0.0
    decisions: float = 0.0
    missing: str = ""


def pin() -> int | None:
    """Keeps this process and those it starts on one core; which, or None where the system has no such thing."""
    if not hasattr(os, "sched_setaffinity"):
        return None
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return core


class Workers:
    """The programs, each started once."""

    def __init__(self) -> None:
        self.running: dict[tuple[str, str, tuple[str, ...]], subprocess.Popen[str]] = {}

    def ask(self, side: Side, line: Line, seconds: float) -> dict[str, Any]:
        """So many seconds of play."""
        key = (side.python, side.program, side.arguments)
        if key not in self.running:
            command = [side.python, "-m", f"tests.benchmarks.workers.{side.program}", *side.arguments]
            self.running[key] = subprocess.Popen(
                command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
            )
        process = self.running[key]
        assert process.stdin is not None
        assert process.stdout is not None
        asked = {"game": line.game, "players": line.players, "how": side.how, "seconds": seconds}
        try:
            print(json.dumps(asked), file=process.stdin, flush=True)
            answer = process.stdout.readline()
        except OSError:
            answer = ""
        if not answer:
            del self.running[key]
            return {"missing": f"{side.title} broke off"}
        found: dict[str, Any] = json.loads(answer)
        return found

    def close(self) -> None:
        for process in self.running.values():
            with contextlib.suppress(OSError):
                process.communicate(timeout=10)


def measured(
    lines: Iterable[tuple[Line, Sequence[Side]]], seconds: float, rounds: int, tell: Any = None
) -> Mapping[tuple[Line, Side], Figure]:
    """All lines, each with its sides."""
    found: dict[tuple[Line, Side], Figure] = {}
    workers = Workers()
    try:
        for line, sides in lines:
            if tell is not None:
                tell(f"{line.game}, {line.players} players")
            heard: dict[Side, list[dict[str, Any]]] = {side: [] for side in sides}
            for _ in range(rounds):
                for side in sides:
                    if not any("missing" in answer for answer in heard[side]):
                        heard[side].append(workers.ask(side, line, seconds))
            for side, answers in heard.items():
                missing = next((a["missing"] for a in answers if "missing" in a), "")
                rates = (0.0, 0.0) if missing else (_rate(answers, "games"), _rate(answers, "decisions"))
                found[line, side] = Figure(*rates, missing)
    finally:
        workers.close()
    return found


def _rate(answers: Sequence[Mapping[str, float]], what: str) -> float:
    return median(a[what] / a["seconds"] for a in answers)

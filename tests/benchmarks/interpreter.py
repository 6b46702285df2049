"""How fast the interpreter is: matches by chance, and the waits of somebody who is writing rules.

In: a shipped game, how many play, how long to measure. Out: a table. Nothing here is asserted; a machine in use gives other
numbers, so compare only what was measured in the same minute.

    python -m tests.benchmarks.interpreter [--ruleset alhambra] [--players 3] [--seconds 5] [--yardstick FOLDER]

The yardstick is a folder with a `run.py PLAYERS GAMES` that prints a row beginning with `python` and holding `… decisions/s`
for a hand-written program of the same game; the ratio to that row is added.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import fuero
from fuero import resources
from fuero.engine.game import calm
from fuero.syntax.parse import parse_text


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    what: str
    value: str


def playouts(ruleset: str, players: int, seconds: float) -> tuple[float, float, int]:
    """Matches and decisions per second of processor time, and how many matches were measured."""
    game = fuero.load(ruleset, players=players)
    game.playout(0, 0)
    matches = decisions = 0
    started = time.process_time()
    while (used := time.process_time() - started) < seconds or not matches:
        with calm():  # as `fuero run` does: matches in batches of ten
            for _ in range(10):
                matches += 1
                decisions += game.playout(matches, matches).decisions
    used = time.process_time() - started
    return matches / used, decisions / used, matches


def yardstick(folder: Path, players: int) -> float | None:
    """Decisions per second of the yardstick's row in Python; None where it does not tell."""
    command = [sys.executable, "-u", str(folder / "run.py"), str(players), "2000"]
    env = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    with subprocess.Popen(command, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        rate = None
        for line in process.stdout:
            found = re.match(r"python\b.*?([\d.]+) decisions/s", line)
            if found:
                rate = float(found[1])
                break
        process.kill()
    return rate


def wait_for(arguments: Sequence[str], cache: Path) -> float:
    """How long a command takes from its start to its end, by the clock on the wall. Raises RuntimeError where it fails."""
    started = time.perf_counter()
    run = subprocess.run(
        [sys.executable, "-m", "fuero.cli.main", *arguments],
        env=os.environ | {"XDG_CACHE_HOME": str(cache)},
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode != 0:
        raise RuntimeError(f"fuero {' '.join(arguments)} failed: {(run.stderr or run.stdout)[-400:]}")
    return time.perf_counter() - started


def waits(ruleset: str, players: int) -> list[Row]:
    """What an author waits for, on a copy of the ruleset: with nothing kept, after a change, without one."""
    with tempfile.TemporaryDirectory() as place:
        folder, cache = Path(place) / ruleset, Path(place) / "cache"
        shutil.copytree(resources.rulesets() / ruleset, folder)
        file = next(p for p in sorted(folder.glob("*.fuero")) if p.read_text(encoding="utf-8").startswith("game"))
        one = ["run", str(folder), "--players", str(players), "--games", "1", "--seed", "1"]

        def change() -> None:
            with file.open("a", encoding="utf-8") as opened:
                opened.write("# one line more\n")

        found = [("first result, nothing kept", one, wait_for(one, cache))]
        change()
        found.append(("first result after a change", one, wait_for(one, cache)))
        found.append(("first result without a change", one, wait_for(one, cache)))
        check = ["check", str(folder)]
        wait_for(check, cache)
        change()
        found.append(("fuero check after a change", check, wait_for(check, cache)))
        found.append(("fuero check without a change", check, wait_for(check, cache)))
    return [Row(what, f"{seconds:.2f} s") for what, _, seconds in found]


def parsing() -> Row:
    """How many lines of rules are read in a second of processor time."""
    lines = 'condition c(g: board)\n  require same "walls meet walls"\n    every(j in joins of g: meets(j)) and size of a <= 3\n'
    text = lines * 1_000
    parse_text("number n = 1\n", "warm")
    started = time.process_time()
    _, mistakes = parse_text(text, "measured")
    assert not mistakes
    return Row("lines parsed a processor second", f"{text.count(chr(10)) / (time.process_time() - started):.0f}")


def table(rows: Sequence[Row]) -> str:
    """The rows, one a line, values under one another."""
    width = max(len(r.what) for r in rows)
    return "\n".join(f"{r.what:{width}}  {r.value:>14}" for r in rows)


def measure(ruleset: str, players: int, seconds: float, beside: Path | None) -> list[Row]:
    """All rows."""
    matches, decisions, count = playouts(ruleset, players, seconds)
    rows = [
        Row("matches measured", f"{count}"),
        Row("matches a processor second", f"{matches:.2f}"),
        Row("decisions a processor second", f"{decisions:.0f}"),
    ]
    if beside is not None:
        rate = yardstick(beside, players)
        rows.append(Row("decisions a second, yardstick", f"{rate:.0f}" if rate else "it does not tell"))
        if rate:
            rows.append(Row("ratio to the yardstick", f"{decisions / rate:.3f}"))
    return [*rows, parsing(), *waits(ruleset, players)]


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    about = (__doc__ or "").partition("\n\n")[0]
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.interpreter", description=about)
    parser.add_argument("--ruleset", default="alhambra")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--yardstick", type=Path, metavar="FOLDER")
    given = parser.parse_args(arguments)
    print(f"{given.ruleset}, {given.players} players, Python {sys.version.partition(' ')[0]}")
    print(table(measure(given.ruleset, given.players, given.seconds, given.yardstick)))
    return 0


if __name__ == "__main__":
    sys.exit(main())

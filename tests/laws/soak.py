"""Long runs: whole matches of the random player, the laws at some of their decisions, and each match against its playout.

In: rulesets, numbers of players, seeds. Out: one JSON line a finished match, appended to a file; a match that stands there
already is not played again, so a run can be stopped and gone on with at any moment. The exit code is 1 if any match, now or
before, broke a law.

    python -m tests.laws.soak --ruleset alhambra --players 2..6 --seeds 1000 --resume FILE
                              [--workers 2] [--share 0.01] [--overlays]
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from tests.laws import laws
from tests.laws.matches import answer
from tests.laws.tables import Table, open_table, overlaid, read_folder_players

from fuero.lab.simulate import player_seed
from fuero.players.by_chance import RandomPlayer
from fuero.table.catalogue import shipped

Line = dict[str, Any]
BLOCK = 25
"""So many seeds are played at one table before the next table has its turn."""


@dataclass(frozen=True)
class Job:
    """One match to be played: the table, the seed, how often the laws are tried."""

    table: Table
    seed: int
    share: float

    @property
    def key(self) -> str:
        return f"{self.table} {self.seed}"


def play(job: Job) -> Line:
    """Plays a match; the line that is kept of it. Whatever goes wrong is what was broken."""
    line: Line = {"match": job.key, "decisions": 0, "tried": 0, "end": "", "broken": []}
    try:
        _play(job, line)
    except Exception as e:  # noqa: BLE001 - a soak goes on and tells
        line["broken"].append(f"{type(e).__name__}: {e}")
    line["broken"] = line["broken"][:10]
    return line


_open: list[Table] = []
"""The table that this process has open: one at a time, as each remembers the boards it has seen."""


def _play(job: Job, line: Line) -> None:
    if _open != [job.table]:
        open_table.cache_clear()
        _open[:] = [job.table]
    game = open_table(job.table)
    rng = random.Random(job.key)
    own = player_seed(job.seed)
    seats = [RandomPlayer(p, own) for p in range(game.players)]
    state = game.start(job.seed)
    while (decision := state.decision) is not None:
        if rng.random() < job.share:
            line["tried"] += 1
            line["broken"] += [f"decision {state.decisions}: {b}" for b in laws.all_laws(state, rng)]
        state.apply(answer(seats[decision.player], decision), decision.player)
        line["decisions"] = state.decisions
    line["broken"] += laws.conserved(state) + laws.lasting(state)
    line["end"] = state.outcome.kind if state.outcome else ""
    fast = game.playout(job.seed, own)
    scores = tuple(state.scores.values())[: game.players]
    if (scores, state.decisions, line["end"]) != (fast.scores, fast.decisions, fast.outcome):
        line["broken"].append(f"move by move {scores} after {state.decisions}, at once {fast}")


def finished(path: Path) -> dict[str, Line]:
    """The lines of an earlier run, by match. A last line that was cut off is left out."""
    found: dict[str, Line] = {}
    if path.exists():
        for text in path.read_text(encoding="utf-8").splitlines():
            try:
                line = json.loads(text)
                found[line["match"]] = line
            except (ValueError, KeyError, TypeError):
                continue
    return found


def run(jobs: Iterable[Job], workers: int) -> Iterator[Line]:
    """The lines of all jobs as they finish."""
    if workers <= 1:
        yield from map(play, jobs)
        return
    waiting = iter(jobs)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        running: set[Future[Line]] = {pool.submit(play, job) for job in islice(waiting, 2 * workers)}
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            running |= {pool.submit(play, job) for job in islice(waiting, len(done))}
            for future in done:
                yield future.result()


def soak(jobs: Iterable[Job], path: Path, workers: int = 1, say: bool = False) -> list[Line]:
    """Plays what is not in the file yet, appends it; all lines that broke a law, of earlier runs too."""
    before = finished(path)
    broken = [line for line in before.values() if line["broken"]]
    started, count, decisions = time.monotonic(), 0, 0
    cut = path.exists() and not path.read_bytes().endswith(b"\n") and path.stat().st_size > 0
    with path.open("a", encoding="utf-8") as file:
        if cut:
            file.write("\n")
        for line in run((job for job in jobs if job.key not in before), workers):
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
            file.flush()
            count, decisions = count + 1, decisions + line["decisions"]
            if line["broken"]:
                broken.append(line)
                print(f"{line['match']}: {line['broken'][0]}", file=sys.stderr)
            if say and count % 100 == 0:
                print(f"{count} matches, {decisions} decisions, {time.monotonic() - started:.0f} s", file=sys.stderr)
    if say:
        print(f"{len(before)} matches stood in the file, {count} played now ({decisions} decisions); {len(broken)} broke a law.")
    return broken


def tables(rulesets: list[str], players: str, overlays: bool) -> list[Table]:
    """All tables that the command names."""
    found: list[Table] = []
    for ruleset in rulesets or [g.name for g in shipped()]:
        low, high = next((g.players for g in shipped() if g.name == ruleset), None) or read_folder_players(Path(ruleset))
        first, _, last = players.partition("..")
        wanted = range(int(first), int(last or first) + 1) if players else range(low, high + 1)
        found += [Table(ruleset, n) for n in wanted if low <= n <= high]
        if overlays:
            found += [t for t in overlaid() if t.ruleset == ruleset]
    return found


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.laws.soak", description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--ruleset", action="append", default=[], help="a shipped name or a path; usually all shipped games")
    parser.add_argument("--players", default="", help="2..6 or 3; usually all that the game allows")
    parser.add_argument("--seeds", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--share", type=float, default=0.01, help="the part of the decisions at which the laws are tried")
    parser.add_argument("--overlays", action="store_true", help="each module and variant alone too")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--resume", type=Path, required=True, metavar="FILE")
    given = parser.parse_args(arguments)
    named = tables(given.ruleset, given.players, given.overlays)
    seeds = range(given.first, given.first + given.seeds)
    blocks = [seeds[i : i + BLOCK] for i in range(0, len(seeds), BLOCK)]
    jobs = (Job(t, seed, given.share) for block in blocks for t in named for seed in block)
    try:
        return 1 if soak(jobs, given.resume, given.workers, say=True) else 0
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())

"""Every mutant under the worked examples: a bench and mutants in, what became of each out.

Whether a mutant is noticed does not depend on the order in which examples are played, nor on the number of workers. Examples
that come by the changed rule are played first, and among them those that noticed the last change of that rule, so that most
mutants take one example. No mutant runs for ever: loops, decisions and idle rounds are counted by the engine itself.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from fuero.engine.game import calm
from fuero.lab.mutants.concerns import concerned
from fuero.lab.mutants.make import change_of, is_refused, means_the_same
from fuero.lab.mutants.nodes import Bench, Fate, Mutant, Outcome
from fuero.messages.diagnostic import FueroError
from fuero.program.lower import lower
from fuero.program.nodes import Program
from fuero.rules.nodes import Ruleset

Progress = Callable[[int], None]
_UNLOWERED = (TypeError, IndexError, KeyError, ValueError, AttributeError, StopIteration, AssertionError)
"""What rules that could not have been written come to where they are laid out for a table."""


@dataclass
class Trials:
    """A bench with what is learnt on the way."""

    bench: Bench
    reach: list[frozenset[str]] = field(init=False)
    programs: dict[int, Program] = field(default_factory=dict)
    recent: dict[str, list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        with calm():
            self.reach = [self.bench.reach(k) for k in range(len(self.bench.titles))]
        self.tables = [*self.bench.tables()]
        low, high = self.bench.rules.players
        seen = {players for _, players in self.tables}
        self.tables += [(self.bench.rules, players) for players in range(low, high + 1) if players not in seen]

    def outcome(self, mutant: Mutant) -> Outcome:
        """What becomes of one mutant."""
        names = concerned(self.bench.rules, mutant)
        reached = [names is None or bool(rules & names) for rules in self.reach]
        return Outcome(mutant, self._fate(mutant, reached), sum(reached))

    def _fate(self, mutant: Mutant, reached: Sequence[bool]) -> Fate:
        rules = self.bench.rules
        if means_the_same(mutant, rules):
            return "same"
        change = change_of(mutant, rules)
        if mutant.group in ("procedures", "cases", "setup", "upons", "actions") and is_refused(change(rules), rules):
            return "refused"
        plays = self._plays_otherwise(change)
        if plays is not True:
            return "refused" if plays is None else "same"
        trial = self.bench.trial(change)
        recent = self.recent.setdefault(mutant.rule or mutant.group, [])

        def turn(k: int) -> tuple[bool, int, int]:
            """The nearest first: of those that noticed nothing yet, who come by the fewest rules."""
            return not reached[k], recent.index(k) if k in recent else len(recent), len(self.reach[k])

        for example in sorted(range(len(reached)), key=turn):
            if trial.fails(example):
                recent[:] = [example, *(k for k in recent if k != example)]
                return "noticed"
        return "survived"

    def _plays_otherwise(self, change: Callable[[Ruleset], Ruleset]) -> bool | None:
        """Whether the program differs at some table; None where the changed rules cannot be laid out."""
        for k, (rules, players) in enumerate(self.tables):
            there = change(rules)
            if there is rules:
                continue
            if players not in range(there.players[0], there.players[1] + 1):
                return True
            try:
                program = lower(there, players)
            except (FueroError, *_UNLOWERED):
                return None
            if k not in self.programs:
                self.programs[k] = lower(rules, players)
            if program != self.programs[k]:
                return True
        return False


_trials: list[Trials] = []
"""The bench of this process; a worker that was forked finds its parent's."""


def _open(bench: Bench) -> None:
    """What a worker does first: an interrupt from the keyboard is for the first process to answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if not _trials:
        _trials.append(Trials(bench))


def _some(mutants: Sequence[Mutant]) -> list[tuple[Fate, int]]:
    with calm():
        found = [_trials[0].outcome(mutant) for mutant in mutants]
    return [(outcome.fate, outcome.reached) for outcome in found]


def run(bench: Bench, mutants: Sequence[Mutant], workers: int = 1, progress: Progress | None = None) -> list[Outcome]:
    """What becomes of each mutant, in their order. `progress` is told how many more are done."""
    _trials[:] = [Trials(bench)]
    size = max(1, min(8, len(mutants) // (4 * workers) or 1))
    shares = [mutants[at : at + size] for at in range(0, len(mutants), size)]
    fates: list[tuple[Fate, int]] = []
    try:
        for some in _played(bench, shares, workers):
            fates += some
            if progress is not None:
                progress(len(some))
    finally:
        _trials.clear()
    return [Outcome(mutant, fate, reached) for mutant, (fate, reached) in zip(mutants, fates, strict=True)]


def _played(bench: Bench, shares: Sequence[Sequence[Mutant]], workers: int) -> Iterator[list[tuple[Fate, int]]]:
    if workers == 1 or len(shares) < 2:
        yield from map(_some, shares)
        return
    forked = "fork" in multiprocessing.get_all_start_methods()
    context: Any = multiprocessing.get_context("fork" if forked else None)
    with ExitStack() as stack:
        pool = ProcessPoolExecutor(min(workers, len(shares)), mp_context=context, initializer=_open, initargs=(bench,))
        stack.callback(pool.shutdown, wait=True, cancel_futures=True)
        yield from pool.map(_some, shares)

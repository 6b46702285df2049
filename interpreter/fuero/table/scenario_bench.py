"""The scenarios of a ruleset, played again under changed rules.

A resolved ruleset comes in; for a change of its rules it can be asked of each scenario whether it still holds, and of each which
rules it comes by. Keeps the law that a change which makes a scenario impossible counts as one that it notices.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from fuero.engine.faults import Fault
from fuero.engine.game import Game
from fuero.messages.diagnostic import FueroError
from fuero.rules.load import Resolved
from fuero.rules.nodes import Ruleset
from fuero.syntax import nodes as s
from fuero.table.scenario_rows import Case, cases
from fuero.table.scenario_run import Failed, Run
from fuero.table.scenario_setting import Setting, Settings

Change = Callable[[Ruleset], Ruleset]

_BROKEN = (TypeError, IndexError, KeyError, ValueError, ZeroDivisionError, AttributeError, RecursionError, StopIteration)
"""What a rule that makes no sense can come to where scenarios are read; the unchanged rules never do."""


@dataclass
class Example:
    """A scenario with its cases read."""

    overlay: str
    title: str
    cases: tuple[Case, ...]


@dataclass
class ScenarioBench:
    """All scenarios of one ruleset (those whose title holds `only`)."""

    resolved: Resolved
    only: str = ""
    settings: Settings = field(init=False)
    examples: list[Example] = field(init=False)

    def __post_init__(self) -> None:
        self.settings = Settings(self.resolved)
        self.examples = [
            Example(overlay, scenario.title, tuple(cases(scenario)))
            for overlay, scenario in self.resolved.merged.scenarios
            if self.only in scenario.title
        ]

    def __getstate__(self) -> tuple[Resolved, str]:
        return self.resolved, self.only

    def __setstate__(self, state: tuple[Resolved, str]) -> None:
        self.resolved, self.only = state
        self.__post_init__()

    @property
    def rules(self) -> Ruleset:
        return self.resolved.rules

    @property
    def titles(self) -> Sequence[str]:
        return [example.title for example in self.examples]

    def tables(self) -> Sequence[tuple[Ruleset, int]]:
        """The rules and numbers of players under which the scenarios run, the most used first."""
        used = [self.settings.of(case.parts) for example in self.examples for case in example.cases]
        by_use = Counter(id(setting) for setting in used).most_common()
        known = {id(setting): setting for setting in used}
        return [(known[one].rules, known[one].game.players) for one, _ in by_use]

    def reach(self, example: int) -> frozenset[str]:
        """The rules that a scenario comes by: everything of which a function ran, from laying out to the last comparison."""
        trial = Changed(self, _as_they_are)
        for case in self.examples[example].cases:
            trial.setting(case.parts)
        called: set[str] = set()

        def note(frame: FrameType, event: str, _: Any) -> None:
            if event == "call" and frame.f_code.co_filename.startswith("<rules of "):
                called.add(frame.f_code.co_name)

        before = sys.getprofile()
        sys.setprofile(note)
        try:
            trial.fails(example)
        finally:
            sys.setprofile(before)
        machines = [setting.game.machine for setting in trial.made.values()]
        return frozenset(machine.rule_named(name) for machine in machines[:1] for name in called)

    def trial(self, change: Change) -> Changed:
        """The same scenarios under changed rules."""
        return Changed(self, change)


def _as_they_are(rules: Ruleset) -> Ruleset:
    return rules


@dataclass
class Changed:
    """One change; the tables it is tried at are made when they are asked for."""

    bench: ScenarioBench
    change: Change
    made: dict[int, Setting] = field(default_factory=dict)

    def fails(self, example: int) -> bool:
        """Whether the scenario no longer holds: something is not as it expects, or its rules cannot be carried out."""
        one = self.bench.examples[example]
        try:
            for case in one.cases:
                Run(self.setting(case.parts), one.overlay, case.parts).run()
        except (Failed, FueroError, Fault, *_BROKEN):
            return True
        return False

    def setting(self, parts: Iterable[s.ScenarioPart]) -> Setting:
        """The table that these lines ask for, under the changed rules."""
        asked = self.bench.settings.of(tuple(parts))
        if id(asked) not in self.made:
            rules = self.change(asked.rules)
            self.made[id(asked)] = Setting(rules, asked.merged, Game(rules, asked.game.players))
        return self.made[id(asked)]

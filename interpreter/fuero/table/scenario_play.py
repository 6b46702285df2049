"""The scenarios of a ruleset played for somebody who watches: what they come to, not whether they hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fuero.engine.state import State
from fuero.table.scenario_bench import ScenarioBench
from fuero.table.scenario_run import Run


@dataclass(frozen=True, slots=True)
class ScenarioPlays:
    """All scenarios of a bench, by number."""

    bench: ScenarioBench

    def __len__(self) -> int:
        return len(self.bench.examples)

    def play(self, number: int) -> Iterator[State]:
        """Its cases one after the other, each as the table stands at its end. Raises Failed or FueroError where one does not
        hold.
        """
        example = self.bench.examples[number]
        for case in example.cases:
            run = Run(self.bench.settings.of(case.parts), example.overlay, case.parts)
            run.run()
            yield run.state

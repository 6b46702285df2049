"""Plays the scenarios of a ruleset: the worked examples that its author wrote down.

A resolved ruleset comes in; for each of its scenarios a result goes out: it holds, or where it fails, what was expected and what
was found. Keeps the law that nothing an author writes makes a traceback.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from fuero.engine.faults import Fault
from fuero.messages.diagnostic import NOWHERE, Diagnostic, FueroError, Span
from fuero.messages.nearest import nearest
from fuero.rules.load import Resolved
from fuero.syntax import nodes as s
from fuero.table.scenario_rows import Case, cases
from fuero.table.scenario_run import Failed, Run
from fuero.table.scenario_setting import Settings


@dataclass(frozen=True, slots=True)
class ScenarioResult:
    """One scenario. `place` is the line that fails, `message` says all of it in a few lines, `cites` are its sources."""

    title: str
    span: Span
    passed: bool
    message: str = ""
    expected: str = ""
    found: str = ""
    place: Span = NOWHERE
    cites: tuple[str, ...] = ()

    @property
    def finding(self) -> Diagnostic | None:
        """The same as a finding, for tools that gather them; None where the scenario holds."""
        if self.passed:
            return None
        told = f"{self.expected} is expected, and found is: {self.found}" if self.expected else self.found
        return Diagnostic("scenario-failed", "error", f'"{self.title}": {told}', self.place)


def run_all(resolved: Resolved, only: str | None = None) -> list[ScenarioResult]:
    """Plays all scenarios of a ruleset (those whose title holds `only`), in their order.

    A scenario runs under the rules that are given, with what its own lines add to them.
    """
    settings = Settings(resolved)
    return [
        run_one(settings, overlay, scenario)
        for overlay, scenario in resolved.merged.scenarios
        if only is None or only in scenario.title
    ]


def run_one(settings: Settings, overlay: str, scenario: s.Scenario) -> ScenarioResult:
    """Plays one scenario: all rows of its examples, up to the first that fails."""
    cites = tuple(f"{c.rulebook}/{c.section}" if c.section else c.rulebook for c in scenario.cites)
    case = Case(())
    try:
        for case in cases(scenario):
            Run(settings.of(case.parts), overlay, case.parts).run()
    except Failed as e:
        message = _message(settings, case, e.place, (f"expected: {e.expected}", f"found: {e.found}", *e.notes))
        return ScenarioResult(scenario.title, scenario.span, False, message, e.expected, e.found, e.place, cites)
    except FueroError as e:
        e = FueroError(tuple(_among_headings(d, scenario) for d in e.diagnostics))
        first = e.diagnostics[0]
        place = first.span if first.span.line else scenario.span
        notes = [d.message + (f" ({d.hint})" if d.hint else "") for d in e.diagnostics]
        message = _message(settings, case, place, notes)
        return ScenarioResult(scenario.title, scenario.span, False, message, "", first.message, place, cites)
    except Fault as e:
        message = _message(settings, case, scenario.span, (str(e),))
        return ScenarioResult(scenario.title, scenario.span, False, message, "", str(e), scenario.span, cites)
    return ScenarioResult(scenario.title, scenario.span, True, cites=cites)


def _among_headings(d: Diagnostic, scenario: s.Scenario) -> Diagnostic:
    """A name that is unknown, where it may be a heading of the examples that was meant."""
    match = re.fullmatch(r'There is no (?:[a-z ]+)?"([^"]+)" here\.', d.message)
    headings = [cell.text for part in scenario.parts if isinstance(part, s.Examples) for cell in part.rows[0].cells]
    close = nearest(match[1], headings) if match else None
    return d if close is None else replace(d, message=f'{d.message} Did you mean "{close}" (a heading of the examples)?')


def _message(settings: Settings, case: Case, place: Span, notes: Iterable[str]) -> str:
    """The line that fails, and under it what there is to say."""
    text = settings.resolved.files.get(place.file, "").splitlines()
    line = text[place.line - 1].strip() if 0 < place.line <= len(text) else ""
    row = (f"case: {case.row}",) if case.row else ()
    return "\n".join((f"{place.file}, line {place.line}: {line}", *row, *notes))

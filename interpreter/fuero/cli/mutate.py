"""`test --mutate`: changes the rules one place at a time, and lists what no scenario notices."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence

from fuero.cli.common import drawn_seed, read_input, wrong
from fuero.cli.console import Bar, Color, out, say
from fuero.cli.worked import own
from fuero.lab.mutants import report
from fuero.lab.mutants.make import mutants
from fuero.lab.mutants.nodes import Mutant
from fuero.lab.mutants.run import run
from fuero.rules.load import Resolved, resolve
from fuero.table.scenario_bench import ScenarioBench
from fuero.table.scenarios import run_all


def mutate(
    rulesets: Sequence[str],
    only: str,
    rule: str,
    sample: int | None,
    seed: int | None,
    workers: int,
    at_least: float | None,
    format: str,
    color: Color,
) -> int:
    """Reports for each ruleset; 0 where enough is noticed (everything, unless `at_least` per cent are said), else 1. Raises
    FueroError.
    """
    if workers < 1 or (sample is not None and sample < 1):
        raise wrong("wrong-use", "At least one process and one change are needed.")
    told, enough = [], True
    for name in rulesets:
        resolved = own(resolve(name, stdin=read_input))
        if not _holds(name, resolved, only):
            return 1
        chosen = _chosen(name, mutants(resolved.rules), rule, sample, seed)
        bench = ScenarioBench(resolved, only)
        with Bar(len(chosen), "changes", color) as bar:
            outcomes = run(bench, chosen, workers, bar.step)
        found = report.tally(outcomes)
        enough = enough and (found.noticed == found.counted if at_least is None else found.share * 100 >= at_least)
        told.append((name, resolved, outcomes, len(bench.titles)))
    if format == "json":
        reports = [report.data(name, outcomes, scenarios, resolved.files) for name, resolved, outcomes, scenarios in told]
        out(json.dumps(reports[0] if len(reports) == 1 else reports, ensure_ascii=False, indent=2))
    else:
        for name, resolved, outcomes, _ in told:
            out("\n".join(report.lines(name, outcomes, resolved.files)))
    return 0 if enough else 1


def _holds(name: str, resolved: Resolved, only: str) -> bool:
    """Whether the scenarios hold as things are: else nothing can be said of changes."""
    failed = [result for result in run_all(resolved, only or None) if not result.passed]
    for result in failed:
        say(f"failed: {result.title}\n  " + result.message.replace("\n", "\n  "))
    if failed:
        say(f'The scenarios of "{name}" must hold before the rules are changed.')
    return not failed


def _chosen(name: str, made: list[Mutant], rule: str, sample: int | None, seed: int | None) -> list[Mutant]:
    """The changes that were asked for: of one rule, or some drawn by chance, in the order of the ruleset."""
    if rule:
        made = [m for m in made if rule in (m.rule, m.part) or m.part.startswith((f"{rule}.", f"{rule} "))]
        if not made:
            raise wrong(
                "wrong-use", f'"{name}" has no rule "{rule}" that could be changed.', f"fuero show seams {name} lists them."
            )
    if sample is None or sample >= len(made):
        return made
    if seed is None:
        seed = drawn_seed()
        say(f"seed {seed}")
    return [made[k] for k in sorted(random.Random(seed).sample(range(len(made)), sample))]

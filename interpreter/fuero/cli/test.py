"""The verb `test`: the scenarios of a ruleset, and what they do not say of its rules."""

from __future__ import annotations

import json
import sys
from typing import Annotated

from cyclopts import Parameter

from fuero.cli.common import ColorFlag, Place, TextOrJson
from fuero.cli.console import bold, coloured, out, say


def test(
    *rulesets: Place,
    only: Annotated[str, Parameter(name="--only", help="Run the scenarios whose title holds this text.")] = "",
    mutate: Annotated[
        bool,
        Parameter(name="--mutate", negative="", help="Change the rules one place at a time, and list what no scenario notices."),
    ] = False,
    rule: Annotated[str, Parameter(name="--rule", help="With --mutate: change only this rule.")] = "",
    sample: Annotated[int | None, Parameter(name="--sample", help="With --mutate: so many changes, drawn by the seed.")] = None,
    seed: Annotated[
        int | None, Parameter(name="--seed", help="With --sample: which ones. Without it one is drawn and printed.")
    ] = None,
    at_least: Annotated[
        float | None, Parameter(name="--at-least", help="With --mutate: how many in a hundred must be noticed; all, if not said.")
    ] = None,
    workers: Annotated[
        int, Parameter(name=("--workers", "-j"), help="With --mutate: how many processes; the result does not depend on it.")
    ] = 1,
    format: TextOrJson = "text",
    color: ColorFlag = "auto",
) -> int:
    """Play the scenarios of rulesets, and show where one fails, what it expected and what it found. Exit code 1 if one fails.

    For a game, those of its modules and variants are played as well, each with its own overlay on. With --mutate the rules of the
    game (or of the module or variant that is named) are changed one place at a time; exit code 1 if a change is not noticed by
    any of its scenarios, or by fewer than --at-least.

    Example: fuero test GAME --mutate --rule buy

    Parameters
    ----------
    rulesets
        Shipped names, paths to files, or folders.
    """
    from fuero.cli.common import example, read_input, wrong
    from fuero.cli.worked import with_overlays
    from fuero.table.scenarios import run_all

    if not rulesets:
        raise wrong("wrong-use", "Of which ruleset?", f"For example: fuero test {example()}")
    if mutate:
        from fuero.cli.mutate import mutate as run_mutants

        return run_mutants(rulesets, only, rule, sample, seed, workers, at_least, format, color)
    if rule or sample is not None or seed is not None or at_least is not None:
        raise wrong("wrong-use", "--rule, --sample, --seed and --at-least go with --mutate.")
    results = [
        (name, result)
        for name in rulesets
        for resolved in with_overlays(name, read_input)
        for result in run_all(resolved, only or None)
    ]
    failed = [result for _, result in results if not result.passed]
    if format == "json":
        told = [
            {
                "ruleset": name,
                "title": result.title,
                "passed": result.passed,
                "message": result.message,
                "expected": result.expected,
                "found": result.found,
                "cites": list(result.cites),
                "file": (result.place if result.place.file else result.span).file,
                "line": (result.place if result.place.file else result.span).line,
            }
            for name, result in results
        ]
        out(json.dumps({"scenarios": len(results), "failed": len(failed), "results": told}, ensure_ascii=False, indent=2))
        return 1 if failed else 0
    colour = coloured(color, sys.stdout)
    for result in failed:
        out(bold(f"failed: {result.title}", colour))
        out("  " + result.message.replace("\n", "\n  "))
        out()
    if not results:
        say("There is no scenario" + (f' whose title holds "{only}".' if only else "."))
        return 2 if only else 0
    out(
        f"{len(results)} {'scenario' if len(results) == 1 else 'scenarios'}, "
        + (f"{len(failed)} failed." if failed else all_hold(len(results)))
    )
    return 1 if failed else 0


def all_hold(count: int) -> str:
    """
    >>> all_hold(1), all_hold(2), all_hold(9)
    ('it holds.', 'both hold.', 'all hold.')
    """
    return {1: "it holds.", 2: "both hold."}.get(count, "all hold.")

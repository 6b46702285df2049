"""The verb `check`: everything that is wrong with rulesets, or, when nothing is, what they come to."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from fuero.cli.common import (
    ColorFlag,
    Modules,
    Options,
    Place,
    Players,
    Variants,
    example,
    listed,
    print_findings,
    read_input,
    settings,
    wrong,
)
from fuero.cli.console import coloured, out, say
from fuero.messages.diagnostic import Diagnostic, FueroError

if TYPE_CHECKING:
    from fuero.rules.load import Resolved
    from fuero.rules.nodes import Ruleset

Format = Annotated[Literal["text", "json", "sarif", "github"], Parameter(name="--format", help="How the findings are written.")]


def check(
    *rulesets: Place,
    players: Players = None,
    module: Modules = (),
    variant: Variants = (),
    option: Options = (),
    strict: Annotated[bool, Parameter(name="--strict", negative="", help="Warnings count as findings.")] = False,
    cost: Annotated[bool, Parameter(name="--cost", negative="", help="Tell rules that machine code cannot run quickly.")] = False,
    format: Format = "text",
    color: ColorFlag = "auto",
) -> int:
    """Check rulesets: names, types, ranges, tables, and how overlays fit together. Exit code 1 if something is wrong.

    Example: fuero check friday.fuero

    Parameters
    ----------
    rulesets
        Shipped names, or paths; a path to a variant or module means its game with it; - is standard input.
    """
    if not rulesets:
        raise wrong("wrong-use", "Which ruleset?", f"For example: fuero check {example()}")
    findings: list[Diagnostic] = []
    texts: dict[str, str] = {}
    accounts: list[str] = []
    failed = 0
    for name in rulesets:
        found, files, account, failing = _checked(name, listed(module), listed(variant), settings(option), players)
        findings += found
        if cost and not any(d.severity == "error" for d in found):
            for line in _costs(name, listed(module), listed(variant), settings(option), players):
                say(f"note: {line}")
        texts |= files
        accounts += [account] if account else []
        failed += failing
    if format == "text":
        if findings:
            print_findings(findings, color, texts)
        for line in accounts:
            out(line)
    else:
        from fuero.messages.render import render

        sys.stdout.write(render(findings, format, texts, coloured(color, sys.stdout)))
    errors = sum(d.severity == "error" for d in findings)
    warnings = sum(d.severity == "warning" for d in findings)
    if format == "text" and errors + warnings:
        say(f"{_count(errors, 'error')}, {_count(warnings, 'warning')}.")
    if any(d.severity == "error" and (d.code in NOT_FOR_THIS or d.code in NOT_THERE and not d.span.file) for d in findings):
        return 2
    return 1 if errors or failed or (strict and warnings) else 0


def _costs(
    name: str, modules: tuple[str, ...], variants: tuple[str, ...], options: dict[str, str], players: int | None
) -> list[str]:
    """A sentence for each rule that machine code looks at thing by thing, or cannot run at all."""
    import fuero
    from fuero.native.coverage import coverage

    game = fuero.load(name, modules=modules, variants=variants, options=options, players=players)
    found = coverage(game.machine.program)
    told = [
        f'"{rule}" has no native form ({reason}): the interpreter plays the whole game.' for rule, reason in found.interpreted
    ]
    told += [f'"{rule}" is looked at one by one: {reason}.' for rule, reason in found.notes]
    return told or ["Machine code runs every rule, and none of them one by one."]


NOT_FOR_THIS = ("players-range", "wrong-option")
NOT_THERE = ("unknown-module", "unknown-variant", "unknown-option", "option-clash")
"""Findings about what the command asked for, not about the ruleset; the second kind only where no file is named."""


def _checked(
    name: str, modules: tuple[str, ...], variants: tuple[str, ...], options: dict[str, str], players: int | None
) -> tuple[tuple[Diagnostic, ...], dict[str, str], str, int]:
    """What is wrong with one ruleset, its texts, the account of it (empty where an error is found), how many scenarios fail.

    What was found of the same files by the same program is kept in the user's cache folder; then neither grammar nor rules
    are touched.
    """
    from fuero.rules import cache
    from fuero.rules.locate import STDIN, locate

    located = locate(name, read_input)
    files = located.texts | located.tables
    choices = (
        "check",
        _program(),
        located.game,
        *sorted(located.modules | set(modules)),
        "|",
        *sorted(located.variants | set(variants)),
    )
    key = cache.key(files, (*choices, "|", repr(sorted(options.items())), str(players)))
    match cache.read(key):
        case (tuple() as found, str() as account, int() as failed):
            return found, files, account, failed
    from fuero.rules.load import Resolved, examine

    typed = located.texts.get(STDIN, "")
    seen = examine(name, modules=modules, variants=variants, options=options, players=players, stdin=lambda: typed)
    found = seen.diagnostics
    account, failed = "", 0
    if seen.rules is not None and seen.merged is not None:
        from fuero.checker import findings

        found += (*findings(seen.rules, seen.merged), *_beyond_any_table(seen.rules, players))
        if not any(d.severity == "error" for d in found):
            account, failed = _account(Resolved(seen.rules, seen.merged, seen.files, found))
    cache.write(key, (found, account, failed))
    return found, files, account, failed


def _beyond_any_table(rules: Ruleset, players: int | None) -> tuple[Diagnostic, ...]:
    """What shows only when the pieces are counted out for so many players: what no table could hold."""
    from fuero.program.lower import lower

    low, high = rules.players
    for count in range(low, high + 1) if players is None else (players,):
        try:
            lower(rules, count)
        except FueroError as error:
            return error.diagnostics
    return ()


def _program() -> str:
    """What tells one build of this program from another: an account also hangs on the engine, which plays the scenarios."""
    package = Path(__file__).resolve().parent.parent
    stats = ((path, path.stat()) for path in sorted(package.rglob("*.py")))
    return " ".join(f"{path.name} {stat.st_size} {stat.st_mtime_ns}" for path, stat in stats)


def _count(number: int, word: str) -> str:
    """
    >>> _count(1, "rule"), _count(0, "rule"), _count(3, "scenario")
    ('1 rule', '0 rules', '3 scenarios')
    """
    return f"{number} {word}{'' if number == 1 else 's'}"


def _account(resolved: Resolved) -> tuple[str, int]:
    """One line on a ruleset in which nothing is wrong, and how many of an overlay's scenarios fail."""
    from fuero.cli.worked import own, titles
    from fuero.lab.account import account, changes, sources_of_changes
    from fuero.rules.load import resolve

    rules = resolved.rules
    mine = own(resolved)
    scenarios = titles(mine)
    if rules.overlays:
        base = resolve(_game_file(resolved.files)).rules
        text = f"{', '.join(overlay.title or overlay.name for overlay in rules.overlays)}: {changes(base, rules)}."
        held, failed = _hold(mine) if scenarios else ("", 0)
        return " ".join(part for part in (text, held, sources_of_changes(base, rules)) if part), failed
    counted = account(rules)
    sums = (_count(counted.rules, "rule"), _count(counted.numbers, "number"), _count(len(scenarios), "scenario"))
    words = [
        _count(counted.house, "house rule") if counted.house else "",
        f"{counted.assumed} assumed" if counted.assumed else "",
    ]
    without = ", ".join(word for word in words if word)
    text = f"{rules.title}: {', '.join(sums)}." + (f" From no rulebook: {without}." if without else "")
    if counted.uncited:
        text += f" Without a source: {_count(counted.uncited, 'rule')} (fuero show uncited)."
    return text, 0


def _hold(resolved: Resolved) -> tuple[str, int]:
    from fuero.cli.test import all_hold
    from fuero.table.scenarios import run_all

    results = run_all(resolved)
    failed = [result.title for result in results if not result.passed]
    count = _count(len(results), "scenario")
    if failed:
        return f"{count}, {len(failed)} failed: {', '.join(failed)} (fuero test shows why).", len(failed)
    return f"{count}, {all_hold(len(results))}", 0


def _game_file(files: Mapping[str, str]) -> str:
    """The file of the game itself: what overlays change is seen against it."""
    from fuero.rules.locate import heading

    return next(path for path, text in files.items() if (head := heading(text)) is not None and head.kind == "game")

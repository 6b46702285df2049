"""Where a rule stands, and what its parts came to: the notes under a scenario that failed.

Rules, terms and a state come in; lines of text go out.
"""

from __future__ import annotations

from fuero.engine.faults import Fault
from fuero.engine.state import State
from fuero.messages.diagnostic import NOWHERE, FueroError, Span
from fuero.rules import nodes as r
from fuero.rules.bind.types import bare
from fuero.table.scenario_terms import Evaluator


def rule_of(rules: r.Ruleset, path: str) -> Span:
    """The place of a rule, or of a part of one, by its path."""
    name = path.split(".", 1)[0]
    for group in (rules.actions, rules.parts, rules.functions, rules.cases, rules.procedures, rules.majorities, rules.points):
        for rule in group:
            if rule.name == name:
                parts = getattr(rule, "parts", ()) or getattr(rule, "cases", ())
                found = next((p for p in parts if getattr(p, "path", "") == path), None)
                origin = getattr(found, "origin", rule.origin)
                return origin.span if origin.span != NOWHERE else rule.origin.span
    return NOWHERE


def place_of(rules: r.Ruleset, path: str) -> str:
    """` (file, line n)`, or nothing."""
    span = rule_of(rules, path)
    return f" ({span.file}, line {span.line})" if span.line else ""


def trace(values: Evaluator, state: State, term: r.Term) -> tuple[str, ...]:
    """For each rule that a comparison asks: where it stands, and what its parts came to."""
    lines: list[str] = []
    for call in _calls(term):
        rule = next((p for p in values.game.rules.parts if p.name == call.rule), None)
        lines.append(f"rule: {bare(call.rule)}{place_of(values.game.rules, call.rule)}")
        if rule is None or len(rule.parts) < 2 or rule.combine == "union":
            continue
        try:
            args = values.arguments(state, call)
            for k, part in enumerate(rule.parts):
                came = values.function(state, rule.name, args, k)
                told = str(came) if rule.combine == "sum" else "holds" if came else "does not hold"
                lines.append(f"  {bare(part.path)}: {told}")
        except (Fault, FueroError, TypeError, IndexError, KeyError, ValueError):
            continue  # a later part relies on an earlier one that fails
    return tuple(dict.fromkeys(lines))


def _calls(term: r.Term) -> list[r.Call]:
    """The rules that are asked at the outermost level of a term."""
    match term:
        case r.Call():
            return [term]
        case r.Op(_, args):
            return [call for arg in args for call in _calls(arg)]
        case r.Is(inner):
            return _calls(inner)
        case _:
            return []

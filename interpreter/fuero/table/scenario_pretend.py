"""Values that a scenario pretends: `count-of(A, red) is 4` stands for all that would make it so.

Rules and facts come in, amended rules go out: the function has one more case, before all others. So a pretended value is a rule
like any other, and nothing of it outlives the game that is made from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from fuero.rules import nodes as r
from fuero.rules.bind.scenario import ScenarioBinder
from fuero.syntax import nodes as s
from fuero.table.scenario_rows import wrong


def pretended(rules: r.Ruleset, binder: ScenarioBinder, facts: Sequence[s.Fact]) -> r.Ruleset:
    """The rules with the values that the facts give for certain arguments; what was ruled before goes on under another name."""
    functions = {f.name: f for f in rules.functions}
    parts = {p.name: p for p in rules.parts}
    for fact in facts:
        call = binder.target(fact.about)
        assert isinstance(call, r.Call)
        if len(fact.values) != 1:
            raise wrong("A function has one value.", fact.span)
        if call.rule in parts:
            ruled = replace(parts.pop(call.rule), name=f"{call.rule} as ruled")
            parts[ruled.name] = ruled
            asked = r.Call(ruled.name, tuple(r.Local(p.name, type=p.type) for p in ruled.params), type=ruled.type)
            functions[call.rule] = r.Function(call.rule, ruled.params, ruled.type, asked, origin=ruled.origin)
        function = functions[call.rule]
        tests = tuple(
            r.Op("=", (r.Local(p.name, type=p.type), a), type=r.YesNo(), span=fact.span)
            for p, a in zip(function.params, call.args, strict=True)
        )
        when = r.Op("and", tests, type=r.YesNo()) if tests else r.Const(1, type=r.YesNo())
        case = r.TermCase(f"{call.rule}.pretended", when, binder.term(fact.values[0], function.type))
        functions[call.rule] = replace(function, cases=(case, *function.cases))
    return replace(rules, functions=tuple(functions.values()), parts=tuple(parts.values()))


def is_pretence(binder: ScenarioBinder, fact: s.Fact) -> bool:
    """Does this fact give a function's value?"""
    return isinstance(binder.target(fact.about), r.Call)

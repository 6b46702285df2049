"""What is left open: cases that miss a value of their list, majorities that do not say what a tie is worth.

In: the index and the merged syntax. Out: findings. Law: a guard covers a value if it asks for nothing else, or if another case
of the same value has the contrary guard. That no case applies is a fault in the middle of a match, so a value without any case is
an error.
"""

from __future__ import annotations

from collections.abc import Iterator

from fuero.checker.index import Index
from fuero.checker.places import Places, heading
from fuero.checker.truth import CONTRARY, bare, conjuncts, same
from fuero.messages.diagnostic import Diagnostic
from fuero.rules import nodes as R
from fuero.rules.compose import Merged
from fuero.syntax import nodes as s

WIDEST = 24
"""Ranges of more numbers are not gone through."""
Guards = dict[str, list[list[R.Term]]]


def incomplete(index: Index, merged: Merged) -> list[Diagnostic]:
    places = Places(index.rules, merged)
    found: list[Diagnostic] = []
    for cases in index.rules.cases:
        found += _cases(index.rules, places, cases)
    return found + list(_ties(index.rules, places, merged))


# ---------------------------------------------------------------- cases


def _cases(rules: R.Ruleset, places: Places, cases: R.Cases) -> list[Diagnostic]:
    if not cases.cases:
        return []
    open_ones: list[tuple[R.Param, list[str], list[str]]] = []
    for param in cases.params:
        guards: Guards = {v: [] for v in _values(rules, param.type)}
        spoken_of = [_sorted_in(guards, param, case.when) for case in cases.cases]
        if not guards or not any(spoken_of):
            continue
        none = [v for v, several in guards.items() if not several]
        some = [v for v, several in guards.items() if several and not _covered(several)]
        if not none and not some:
            return []  # whatever else they ask, this tells all cases apart
        open_ones.append((param, none, some))
    for param, none, some in open_ones[:1]:
        if none:
            message = f'"{cases.name}" has no case for: {_listed(none)}.'
            hint = f"add a case: when {param.name} {'is' if isinstance(param.type, R.PieceType) else '='} {none[0]}"
            return _told(places, cases, "error", message, hint)
        if some:
            message = f'"{cases.name}" has cases for {_listed(some)} only under conditions, and none for the rest.'
            return _told(places, cases, "warning", message, "Add a case with the contrary condition.")
    return []


def _told(places: Places, cases: R.Cases, severity: str, message: str, hint: str) -> list[Diagnostic]:
    found = places.whole("case-missing", message, cases, "not complete", hint, message)
    return [
        Diagnostic(d.code, "error" if severity == "error" else "warning", d.message, d.span, d.caption, d.others, hint=hint)
        for d in found
    ]


def _listed(names: list[str]) -> str:
    return ", ".join(names[:6]) + (" …" if len(names) > 6 else "")


def _values(rules: R.Ruleset, kind: R.Type) -> tuple[str, ...]:
    match kind:
        case R.EnumType(name=name):
            return next((e.members for e in rules.enums if e.name == name), ())
        case R.YesNo():
            return ("yes", "no")
        case R.Num(low=R.Const(value=low), high=R.Const(value=high), half=False) if high - low < WIDEST:
            return tuple(str(n) for n in range(low, high + 1))
        case R.PieceType(pieces=pieces):
            return pieces
        case _:
            return ()


def _sorted_in(guards: Guards, param: R.Param, when: R.Term) -> bool:
    """Notes the case under the values it is for, with what it asks besides; False where it speaks of none of them."""
    parts = conjuncts(when)
    for k, part in enumerate(parts):
        asked = _asked(param, part, guards)
        if asked is None:
            continue
        for value in asked:
            guards.get(value, []).append(parts[:k] + parts[k + 1 :])
        return True
    for several in guards.values():  # a case for whatever comes, under conditions of its own
        several.append(parts)
    return False


def _asked(param: R.Param, part: R.Term, guards: Guards) -> list[str] | None:
    """The values that a statement about the parameter lets through."""
    match part:
        case R.Local(name=name) if name == param.name and isinstance(param.type, R.YesNo):
            return ["yes"]
        case R.Op("not", (inner,)) if (let := _asked(param, bare(inner), guards)) is not None:
            return [v for v in guards if v not in let]
        case R.Op("or", args):
            each = [_asked(param, bare(a), guards) for a in args]
            return [v for one in each for v in one or ()] if None not in each else None
        case R.Op("=", (a, b)) if (value := _value(param, a, b)) is not None:
            return [value]
        case R.Op("!=", (a, b)) if (value := _value(param, a, b)) is not None:
            return [v for v in guards if v != value]
        case R.Op("in", (a, R.SetOf(items=items))) if _is(param, a):
            named = [_name(i) for i in items]
            return [n for n in named if n is not None] if None not in named else None
        case R.Op(("<" | "<=" | ">" | ">=") as op, (a, R.Const(value=bound))) if _is(param, a) and isinstance(param.type, R.Num):
            return [v for v in guards if _holds(op, int(v), bound)]
        case R.Is(term=a, pieces=pieces, negated=negated) if _is(param, a) and pieces:
            return [v for v in guards if (v in pieces) != negated]
        case _:
            return None


def _holds(op: str, a: int, b: int) -> bool:
    return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op]


def _is(param: R.Param, term: R.Term) -> bool:
    term = bare(term)
    return isinstance(term, R.Local) and term.name == param.name


def _value(param: R.Param, a: R.Term, b: R.Term) -> str | None:
    if _is(param, a):
        return _name(b)
    return _name(a) if _is(param, b) else None


def _name(term: R.Term) -> str | None:
    match bare(term):
        case R.Member(name=name):
            return name
        case R.Const(value=value, type=R.YesNo()):
            return "yes" if value else "no"
        case R.Const(value=value):
            return str(value)
        case _:
            return None


def _covered(several: list[list[R.Term]]) -> bool:
    """One case without a further condition, two whose single conditions are contrary, or conditions too rich to judge."""
    if any(not guards for guards in several):
        return True
    single = [g[0] for g in several if len(g) == 1]
    if any(_contrary(a, b) for k, a in enumerate(single) for b in single[k + 1 :]):
        return True
    return len(several) > 2 or any(len(g) > 1 for g in several) and len(several) > 1


def _contrary(a: R.Term, b: R.Term) -> bool:
    match a, b:
        case R.Op("not", (inner,)), _ if same(inner, b):
            return True
        case _, R.Op("not", (inner,)) if same(inner, a):
            return True
        case R.Op(), R.Op() if a.op in CONTRARY and CONTRARY[a.op] == b.op:
            return all(same(x, y) for x, y in zip(a.args, b.args, strict=True))
        case R.Is(), R.Is() if a.what == b.what and a.negated != b.negated:
            return same(a.term, b.term)
        case R.Is(what="empty" | "filled"), R.Is(what="empty" | "filled") if a.what != b.what and a.negated == b.negated:
            return same(a.term, b.term)
        case _:
            return False


# ---------------------------------------------------------------- ties


def _ties(rules: R.Ruleset, places: Places, merged: Merged) -> Iterator[Diagnostic]:
    """The rules know only what is done; the text tells whether it was said."""
    unsaid = {node.span for node in merged.declarations if isinstance(node, s.Majority) and not node.ties}
    for majority in rules.majorities:
        if majority.origin.span in unsaid and places.told(majority.origin.span):
            message = f'"{majority.name}" does not say what a tie is worth; so those who tie share their places, rounded down.'
            hint = "If that is meant, say it: ties share rounded down"
            yield Diagnostic("no-ties", "warning", message, heading(majority), "no line about ties", hint=hint)

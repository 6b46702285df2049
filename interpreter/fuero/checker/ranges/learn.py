"""What follows for numbers, sizes and what is there from a condition's being true, or false.

In: facts and a condition. Out: more facts. Law: only what must hold; of two alternatives, only what both say.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fuero.checker.ranges import intervals as iv
from fuero.checker.ranges.facts import Facts, plain, size, there
from fuero.checker.ranges.intervals import Interval
from fuero.rules import nodes as R
from fuero.rules.bind.types import strip

if TYPE_CHECKING:
    from fuero.checker.ranges.values import Values

_FLIPPED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}
_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}


def learned(values: Values, facts: Facts, condition: R.Term, truth: bool) -> Facts:
    match condition:
        case R.Op(op="not", args=(inner,)):
            return learned(values, facts, inner, not truth)
        case R.Op(op="and" | "or" as op, args=args):
            if (op == "and") == truth:
                for arg in args:
                    facts = learned(values, facts, arg, truth)
                return facts
            ways: list[Facts] = []
            before = facts
            for arg in args:
                ways.append(learned(values, before, arg, truth))
                before = learned(values, before, arg, not truth)
            joined = ways[0]
            for way in ways[1:]:
                joined = joined.join(way)
            return joined
        case R.Op(op="<" | "<=" | ">" | ">=" | "=" | "!=" as op, args=(a, b)) if _number(a) and _number(b):
            holds = op if truth else _FLIPPED[op]
            facts = _bound(values, facts, a, holds, values.of(b, facts))
            return _bound(values, facts, b, _MIRRORED[holds], values.of(a, facts))
        case R.Op(op="=" | "!=" as op, args=(a, b)) if (op == "=") == truth:
            for one, other in ((a, b), (b, a)):
                if values.there(other, facts) == (1, 1):
                    facts = _there(values, facts, one, True)
            return facts
        case R.Op(op="in", args=(a, domain)) if truth and _number(a):
            return _note(facts, a, values.elements(domain, facts))
        case R.Is(term=term, what="filled" | "empty" as what, negated=negated):
            return _there(values, facts, term, ((what == "filled") != negated) == truth)
        case R.Is(term=term, what="full", negated=negated):
            return _full(values, facts, term, negated != truth)
        case R.Is(term=term, pieces=pieces, negated=negated) if pieces and negated != truth:
            return _there(values, facts, term, True)
        case R.BuiltIn(name="full", args=(term,)):
            return _full(values, facts, term, truth)
        case R.Fold(word="any", domain=domain) if truth:
            return facts.learn(size(domain), (1, None))
        case R.VarRead() | R.Local() | R.Call():
            known = facts.learn(plain(condition), (int(truth), int(truth)))
            rule = values.parts.get(condition.rule) if isinstance(condition, R.Call) else None
            if rule is not None and not rule.params and truth and rule.combine == "all":
                for part in rule.parts:
                    known = learned(values, known, part.term, True)
            return known
        case _:
            low, high = values.of(condition, facts)
            return replace(facts, dead=True) if (high == 0 if truth else low == 1) else facts


def _number(term: R.Term) -> bool:
    return isinstance(strip(term.type), R.Num)


def _bound(values: Values, facts: Facts, term: R.Term, op: str, other: Interval) -> Facts:
    low, high = other
    match op:
        case "<":
            return _note(facts, term, (None, iv.plus(high, -1)))
        case "<=":
            return _note(facts, term, (None, high))
        case ">":
            return _note(facts, term, (iv.plus(low, 1), None))
        case ">=":
            return _note(facts, term, (low, None))
        case "=":
            return _note(facts, term, other)
        case _:
            mine = values.of(term, facts)
            if low is not None and low == high:
                if mine[0] == low:
                    return _note(facts, term, (low + 1, None))
                if mine[1] == low:
                    return _note(facts, term, (None, low - 1))
            return facts


def _note(facts: Facts, term: R.Term, interval: Interval) -> Facts:
    """A number's fact; a constant needs none, and what is known of `x + 2` says something of `x`."""
    match term:
        case R.Const() | R.Setting() | R.PlayerCount():
            return facts
        case R.Op(op="+", args=(inner, R.Const(value=by))):
            return _note(facts, inner, iv.add(interval, (-by, -by)))
        case R.Op(op="-", args=(inner, R.Const(value=by))):
            return _note(facts, inner, iv.add(interval, (by, by)))
        case R.BuiltIn(name="narrowed", args=(inner,)):
            return _note(facts, inner, interval)
        case R.BuiltIn(name="size", args=(inner,)):
            return facts.learn(size(inner), interval)
        case _:
            return facts.learn(plain(term), interval)


def _there(values: Values, facts: Facts, term: R.Term, truth: bool) -> Facts:
    """Something is there, or nothing: of a zone or set, that it holds one at least, or none."""
    match term:
        case R.BuiltIn(name="narrowed" | "tiles", args=(inner,)):
            return _there(values, facts, inner, truth)
        case R.ZoneRead() if term.zone in facts.untouched:
            return replace(facts, dead=True) if truth else facts
        case R.ZoneRead():
            return facts.learn(size(term), (1, None) if truth else (0, 0))
        case _ if isinstance(strip(term.type), R.SetType | R.ListType | R.BoardType):
            return facts.learn(size(term), (1, None) if truth else (0, 0))
        case _:
            known = facts.learn(there(term), (int(truth), int(truth)))
            if isinstance(term, R.BuiltIn) and term.name in ("top", "first-of") and truth:
                known = known.learn(size(term.args[0]), (1, None))
            return known


def _full(values: Values, facts: Facts, term: R.Term, truth: bool) -> Facts:
    if not isinstance(term, R.ZoneRead) or (room := values.room(term.zone)) is None:
        return facts
    return facts.learn(size(term), (room, room) if truth else (0, room - 1))

"""Between which numbers a term lies, how many a set can hold, whether something is there: from declarations, from what a
rule says of itself, and from what is known at the place (`Facts`).

In: a ruleset, terms, facts. Out: intervals that hold for every permitted number of players and every option. Law: a declared
range of a parameter or result counts only while it is trusted (see `flow`): those are not looked at again in play.
"""

from __future__ import annotations

from fuero.checker.ranges import intervals as iv
from fuero.checker.ranges.facts import Facts, plain
from fuero.checker.ranges.intervals import ANSWER, UNKNOWN, Interval
from fuero.checker.ranges.sizes import Sizes
from fuero.rules import nodes as R
from fuero.rules.bind.types import strip

DEEP = 12  # rules that use rules that use rules …


class Values(Sizes):
    """Numbers and answers; sizes and what is there come from `Sizes`."""

    def doubt(self, rule: str) -> None:
        """From here on terms stand in this rule (`kind name`)."""
        start = f"argument {rule} "
        self.doubted = frozenset(d.removeprefix(start) for d in self.distrusted if d.startswith(start))

    # ---------------------------------------------------------------- numbers

    def of(self, term: R.Term, facts: Facts) -> Interval:
        """The interval of a number (of an answer: 0 for no, 1 for yes)."""
        found = self._built(term, facts)
        known = facts.of(plain(term)) if facts.known else None
        return found if known is None else iv.meet(found, known)

    def _built(self, term: R.Term, facts: Facts) -> Interval:
        match term:
            case R.Const(value=value):
                return value, value
            case R.PlayerCount():
                return self.rules.players
            case R.Setting(name=name):
                if name in self.fixed:
                    return self.of(self.fixed[name], Facts())
                return self.of_type(self.open[name]) if name in self.open else UNKNOWN
            case R.Op():
                return self._op(term, facts)
            case R.Is(term=inner, what="filled" | "empty" as what, negated=negated):
                is_there = self.there(inner, facts)
                return is_there if (what == "filled") != negated else (1 - (is_there[1] or 0), 1 - (is_there[0] or 0))
            case R.Is(term=R.Local(name=name), pieces=pieces, negated=negated) if pieces and name in self.row:
                answer = int((self.row[name][0] in pieces) != negated)
                return answer, answer
            case R.IfTerm(condition=condition, then=then, otherwise=other):
                low, high = self.of(condition, facts)
                from fuero.checker.ranges.learn import learned

                if low == 1:
                    return self.of(then, facts)
                if high == 0:
                    return self.of(other, facts)
                return iv.hull(
                    self.of(then, learned(self, facts, condition, True)), self.of(other, learned(self, facts, condition, False))
                )
            case R.BuiltIn(name="narrowed" | "only", args=(inner,)):
                return (
                    iv.meet(self.of(inner, facts), self.of_type(term.type)) if isinstance(strip(inner.type), R.Num) else UNKNOWN
                )
            case R.BuiltIn(name="size", args=(inner,)):
                return self.size(inner, facts)
            case R.Attr(attribute=attribute, of=R.Local(name=name), total=False) if name in self.row:
                number = self.row[name][1].get(attribute)
                return (number, number) if isinstance(number, int) else self.of_type(term.type)
            case R.Attr(attribute=attribute, of=inner, total=True):
                return self._sum(inner, facts, lambda var: R.Attr(attribute, R.Local(var), type=_number(term.type)))
            case R.Call(rule=rule, args=(inner,), total=True):
                kind = self._result_type(rule)
                return self._sum(inner, facts, lambda var: R.Call(rule, (R.Local(var),), type=kind))
            case R.Call():
                return self.call(term, facts)
            case R.Fold():
                return self._fold(term, facts)
            case R.Local(name=name) if name.startswith("?") or name in self.doubted:
                return UNKNOWN
            case _:
                return self.of_type(term.type)

    def _op(self, term: R.Op, facts: Facts) -> Interval:
        parts = [self.of(a, facts) for a in term.args] if term.op not in ("in", "union", "minus", "shift-cell") else []
        match term.op, parts:
            case "+", [a, b]:
                return iv.add(a, b)
            case "-", [a, b]:
                return iv.subtract(a, b)
            case "*", [a, b]:
                return iv.multiply(a, b)
            case (("div-down" | "div-up"), [a, b]):
                return iv.divide(a, b, term.op == "div-up")
            case "not", [(low, high)]:
                return 1 - (1 if high is None else high), 1 - (low or 0)
            case "and", _:
                return min(p[0] or 0 for p in parts), min(1 if p[1] is None else p[1] for p in parts)
            case "or", _:
                return max(p[0] or 0 for p in parts), max(1 if p[1] is None else p[1] for p in parts)
            case (("=" | "!=" | "<" | "<=" | ">" | ">="), [a, b]) if _numbers(*term.args):
                return iv.compared(term.op, a, b)
            case _:
                return ANSWER if isinstance(term.type, R.YesNo) else UNKNOWN

    def call(self, term: R.Call, facts: Facts) -> Interval:
        """What a rule gives for these arguments: worked out from its body; its declared range counts where it is trusted."""
        declared = self.of_type(term.type) if f"result {term.rule}" not in self.distrusted else UNKNOWN
        rule = self.functions.get(term.rule) or self.parts.get(term.rule)
        if rule is None or self.depth >= DEEP or not isinstance(strip(term.type), R.Num | R.YesNo):
            return declared
        inside = Facts()
        rows, doubted = self.row, self.doubted
        self.row, self.depth = {}, self.depth + 1
        for param, arg in zip(rule.params, term.args, strict=False):
            if isinstance(strip(param.type), R.Num | R.YesNo):
                self.row, kept = rows, self.row
                value = self.of(arg, facts)
                self.row = kept
                if not iv.empty(value):
                    inside = inside.learn(R.Local(param.name), value)
            elif isinstance(arg, R.Local) and arg.name in rows:
                self.row[param.name] = rows[arg.name]
        self.doubt(f"rule {term.rule}")
        found = self.result(rule, inside)
        self.row, self.doubted, self.depth = rows, doubted, self.depth - 1
        return iv.meet(found, declared)

    def result(self, rule: R.Function | R.Parts, facts: Facts) -> Interval:
        """What a rule's body comes to."""
        match rule:
            case R.Function(value=value, cases=cases):
                found = self.of(value, facts)
                for case in cases:
                    found = iv.hull(found, self.of(case.value, facts))
                return found
            case R.Parts(combine="sum", parts=parts):
                total: Interval = (0, 0)
                for part in parts:
                    total = iv.add(total, self.of(part.term, facts))
                return total
            case R.Parts(combine="all" | "any"):
                return ANSWER
            case _:
                return UNKNOWN

    def _result_type(self, rule: str) -> R.Type:
        known = self.functions.get(rule) or self.parts.get(rule)
        return R.AnyType() if known is None else known.type

    def _fold(self, term: R.Fold, facts: Facts) -> Interval:
        facts = facts.forget((f"local {term.var}",))
        match term.word:
            case "count":
                return 0, self.size(term.domain, facts)[1]
            case "total":
                return self._added(term.domain, facts, term.var, term.bodies[0]) if term.bodies else UNKNOWN
            case "highest" | "lowest" if len(term.bodies) == 1:
                inner = self.elements(term.domain, facts)
                known = facts if inner == UNKNOWN or iv.empty(inner) else facts.learn(R.Local(term.var), inner)
                return self.of(term.bodies[0], known)
            case "every" | "any":
                return ANSWER
            case _:
                return UNKNOWN

    def _sum(self, domain: R.Term, facts: Facts, body: object) -> Interval:
        return self._added(domain, facts, "?", body("?"))  # type: ignore[operator]

    def _added(self, domain: R.Term, facts: Facts, var: str, body: R.Term) -> Interval:
        """The sum of a number over a set: so many times its range; over pieces at most that of all pieces there are."""
        _, most = self.size(domain, facts)
        low, high = self.of(body, facts)
        bound: Interval = (
            0 if low is not None and low >= 0 else None if low is None or most is None else low * most,
            0 if high is not None and high <= 0 else None if high is None or most is None else high * most,
        )
        kind = strip(domain.type)
        element = strip(kind.element) if isinstance(kind, R.SetType) else None
        if isinstance(element, R.PieceType):
            bound = iv.meet(bound, self.stock.total(element.pieces, var, body))
        return bound


def _number(of: R.Type) -> R.Type:
    inner = strip(of)
    return R.Num(half=inner.half) if isinstance(inner, R.Num) else R.Num()


def _numbers(a: R.Term, b: R.Term) -> bool:
    return isinstance(strip(a.type), R.Num) and isinstance(strip(b.type), R.Num)

"""Between which numbers a term lies, how many a set can hold, whether something is there: from declarations, from what a
rule says of itself, and from what is known at the place (`Facts`).

In: a ruleset, terms, facts. Out: intervals that hold for every permitted number of players and every option. Law: a declared
range of a parameter or result counts only while it is trusted (see `flow`): those are not looked at again in play.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from fuero.checker.ranges import intervals as iv
from fuero.checker.ranges.facts import Facts, plain, size, there
from fuero.checker.ranges.intervals import ANSWER, UNKNOWN, Interval
from fuero.checker.ranges.stock import Stock
from fuero.rules import nodes as R
from fuero.rules.bind.types import strip

DEEP = 12  # rules that use rules that use rules …


@dataclass
class Values:
    """`distrusted` names declared ranges that are not proved: `argument KIND RULE PARAM`, `result RULE`."""

    rules: R.Ruleset
    distrusted: frozenset[str] = frozenset()
    depth: int = 0
    row: dict[str, tuple[str, Mapping[str, int | str]]] = field(default_factory=dict)
    """Local names that stand for one certain row of the components while its numbers are added up."""
    doubted: frozenset[str] = frozenset()
    """Parameters of the rule gone through whose declared range does not count."""

    def __post_init__(self) -> None:
        self.fixed: dict[str, R.Term] = {n.name: n.value for n in self.rules.numbers}
        self.fixed |= {o.name: o.value for o in self.rules.options if o.value is not None}
        self.open = {o.name: o.type for o in self.rules.options if o.value is None}
        self.zones = {z.name: z for z in self.rules.zones}
        self.vars = {v.name: v for v in self.rules.vars}
        self.functions = {f.name: f for f in self.rules.functions}
        self.parts = {p.name: p for p in self.rules.parts}
        self.stock = Stock(self.rules, self)

    def doubt(self, rule: str) -> None:
        """From here on terms stand in this rule (`kind name`)."""
        start = f"argument {rule} "
        self.doubted = frozenset(d.removeprefix(start) for d in self.distrusted if d.startswith(start))

    # ---------------------------------------------------------------- types

    def of_type(self, of: R.Type) -> Interval:
        inner = strip(of)
        match inner:
            case R.Num(low=low, high=high):
                return (
                    None if low is None else self.of(low, Facts())[0],
                    None if high is None else self.of(high, Facts())[1],
                )
            case R.YesNo():
                return ANSWER
            case _:
                return UNKNOWN

    def members(self, of: R.Type) -> int | None:
        """How many members a finite type has at most."""
        match strip(of):
            case R.Num() as number:
                low, high = self.of_type(number)
                return None if low is None or high is None else max(0, high - low + 1)
            case R.YesNo():
                return 2
            case R.PlayerType():
                return self.rules.players[1]
            case R.PartyType():
                return self.rules.players[1] + bool(self.rules.neutral)
            case R.EnumType(name=name):
                return next((len(e.members) for e in self.rules.enums if e.name == name), None)
            case R.RegionType(map=name):
                return next((len(m.regions) for m in self.rules.maps if m.name == name), None)
            case R.UnionType(members=members):
                counts = [self.members(m) for m in members]
                return None if None in counts else sum(c for c in counts if c is not None)
            case R.SideType():
                return 4
            case R.PieceType(pieces=pieces):
                return self.stock.count(pieces)
            case _:
                return None

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
                return _compared(term.op, a, b)
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

    # ---------------------------------------------------------------- sets

    def size(self, term: R.Term, facts: Facts) -> Interval:
        """How many a set, a zone or a list holds."""
        low, high = self._size(term, facts)
        known = facts.of(size(term))
        if isinstance(term, R.ZoneRead) and term.zone in facts.untouched:
            known = (0, 0)
        return (low, high) if known is None else iv.meet((low, high), known)

    def _size(self, term: R.Term, facts: Facts) -> Interval:
        kind = strip(term.type)
        match term:
            case R.SetOf(items=items):
                return (1 if items else 0, len(items))
            case R.RangeSet(low=a, high=b):
                wide = iv.add(iv.subtract(self.of(b, facts), self.of(a, facts)), (1, 1))
                return max(0, wide[0] or 0), None if wide[1] is None else max(0, wide[1])
            case R.AllOf(of=of):
                exact = self.rules.players[0] if isinstance(of, R.PlayerType) else 0
                return (exact, self.members(of))
            case R.BuiltIn(name="others" | "seats-from" as name):
                less = int(name == "others")
                return self.rules.players[0] - less, self.rules.players[1] - less
            case R.Fold(word="those", domain=domain):
                return 0, self.size(domain, facts)[1]
            case R.Fold(word="most" | "fewest" | "highest" | "lowest", domain=domain):
                return 0, self.size(domain, facts)[1]
            case R.Op(op="union", args=(a, b)):
                (al, ah), (bl, bh) = self.size(a, facts), self.size(b, facts)
                return max(al or 0, bl or 0), iv.plus(ah, bh)
            case R.Op(op="minus", args=(a, _)):
                return 0, self.size(a, facts)[1]
            case R.IfTerm(then=a, otherwise=b):
                return iv.hull(self.size(a, facts), self.size(b, facts))
            case R.BuiltIn(name="tiles" | "narrowed", args=(inner,)):
                return self.size(inner, facts)
            case R.ZoneRead(zone=name):
                room = self.room(name)
                most = None if (zone := self.zones.get(name)) is None or zone.piece is None else self.members(zone.piece)
                return 0, most if room is None else room if most is None else min(room, most)
            case _:
                element = kind.element if isinstance(kind, R.SetType) else None
                return 0, None if element is None else self.members(element)

    def room(self, zone: str) -> int | None:
        """How many a zone can hold at most; None where it has no limit of its own."""
        known = self.zones.get(zone)
        match known:
            case R.Zone(kind="place"):
                return 1
            case R.Zone(kind="row", size=wide) if wide is not None:
                return self.of(wide, Facts())[0]
            case _:
                return None

    def elements(self, term: R.Term, facts: Facts) -> Interval:
        """Between which numbers the members of a set of numbers lie."""
        kind = strip(term.type)
        match term:
            case R.SetOf(items=items) if items:
                found = self.of(items[0], facts)
                for item in items[1:]:
                    found = iv.hull(found, self.of(item, facts))
                return found
            case R.SetOf():
                return (1, 0)
            case R.RangeSet(low=a, high=b):
                return self.of(a, facts)[0], self.of(b, facts)[1]
            case R.Op(op="union", args=(a, b)):
                (x, y) = self.elements(a, facts), self.elements(b, facts)
                return y if iv.empty(x) else x if iv.empty(y) else iv.hull(x, y)
            case R.Op(op="minus", args=(a, _)) | R.Fold(word="those", domain=a):
                return self.elements(a, facts)
            case R.IfTerm(then=a, otherwise=b):
                return iv.hull(self.elements(a, facts), self.elements(b, facts))
            case R.AllOf(of=of):
                return self.of_type(of)
            case _:
                return self.of_type(kind.element) if isinstance(kind, R.SetType | R.ListType) else UNKNOWN

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

    # ---------------------------------------------------------------- whether something is there

    def there(self, term: R.Term, facts: Facts) -> Interval:
        """1 where there is certainly something, 0 where there is certainly nothing."""
        if isinstance(term, R.ZoneRead):
            low, high = self.size(term, facts)
            return int((low or 0) > 0), int(high is None or high > 0)
        known = facts.of(there(term))
        if known is not None:
            return known
        match term:
            case R.Nothing():
                return (0, 0)
            case R.BuiltIn(name="size", args=(_,)):
                return (1, 1)
            case R.BuiltIn(name="narrowed", args=(inner,)):
                return self.there(inner, facts)
            case R.IfTerm(then=a, otherwise=b):
                return iv.hull(self.there(a, facts), self.there(b, facts))
            case R.BuiltIn(name="top" | "first-of" | "only", args=(inner, *_)):
                low, high = self.size(inner, facts)
                return int((low or 0) > 0), int(high is None or high > 0)
            case R.BoardAt(board=R.ZoneRead(zone=zone)) | R.RowAt(row=R.ZoneRead(zone=zone)) | R.AttachedAt(zone=zone) if (
                zone in facts.untouched
            ):
                return (0, 0)
            case R.BoardAt() | R.RowAt() | R.AttachedAt():
                return (0, 1)
            case _ if isinstance(term.type, R.SetType | R.BoardType):
                low, high = self.size(term, facts)
                return int((low or 0) > 0), int(high is None or high > 0)
            case _:
                return (0, 1) if isinstance(term.type, R.OrNone | R.AnyType) else (1, 1)

    def is_spot(self, term: R.Term) -> bool:
        """A place that holds one thing or nothing, whatever has been learned of it."""
        match term:
            case R.ZoneRead(zone=zone):
                known = self.zones.get(zone)
                return known is not None and known.kind == "place"
            case R.BoardAt() | R.RowAt() | R.AttachedAt():
                return True
            case R.BuiltIn(name="narrowed", args=(inner,)):
                return self.is_spot(inner)
            case _:
                return False


def _number(of: R.Type) -> R.Type:
    inner = strip(of)
    return R.Num(half=inner.half) if isinstance(inner, R.Num) else R.Num()


def _numbers(a: R.Term, b: R.Term) -> bool:
    return isinstance(strip(a.type), R.Num) and isinstance(strip(b.type), R.Num)


def _compared(op: str, a: Interval, b: Interval) -> Interval:
    less = _below(a, b, strict=True)
    less_or = _below(a, b, strict=False)
    match op:
        case "<":
            return less
        case "<=":
            return less_or
        case ">":
            return 1 - less_or[1], 1 - less_or[0]
        case ">=":
            return 1 - less[1], 1 - less[0]
        case _:
            apart = iv.empty(iv.meet(a, b))
            same = a == b and a[0] is not None and a[0] == a[1]
            low, high = (0, 0) if apart else (1, 1) if same else (0, 1)
            return (low, high) if op == "=" else (1 - high, 1 - low)


def _below(a: Interval, b: Interval, strict: bool) -> tuple[int, int]:
    add = int(strict)
    sure = a[1] is not None and b[0] is not None and a[1] + add <= b[0]
    never = a[0] is not None and b[1] is not None and a[0] + add > b[1]
    return int(sure), int(not never)

"""How many members a type has, how many a set or zone can hold, whether something is there.

In: a ruleset, terms, facts. Out: intervals. Numbers are asked of `Values`, which is made of this.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from fuero.checker.ranges import intervals as iv
from fuero.checker.ranges.facts import Facts, size, there
from fuero.checker.ranges.intervals import ANSWER, UNKNOWN, Interval
from fuero.checker.ranges.stock import Stock
from fuero.rules import nodes as R
from fuero.rules.bind.types import strip


@dataclass
class Sizes:
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

    def of(self, term: R.Term, facts: Facts) -> Interval:
        """The interval of a number."""
        raise NotImplementedError

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

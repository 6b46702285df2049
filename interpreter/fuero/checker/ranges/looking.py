"""Looks at each place of a term or statement: can what stands there leave its range?

In: a ruleset's terms with what is known where they stand. Out: places, noted once each; one that is met on several ways is
proved only if it is on all of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from fuero.checker.ranges import intervals as iv
from fuero.checker.ranges.effects import Effects
from fuero.checker.ranges.facts import Facts, parts, size, there
from fuero.checker.ranges.learn import learned
from fuero.checker.ranges.places import Place, Sort
from fuero.checker.ranges.values import Values
from fuero.messages.diagnostic import Span
from fuero.rules import nodes as R
from fuero.rules.bind.types import bare, strip
from fuero.rules.bind.walk import walk
from fuero.rules.text import term_text

GUARDED: frozenset[Sort] = frozenset({"set", "key", "room", "there", "divisor"})
"""Sorts that the engine looks at again in play."""


class Looking:
    def __init__(self, rules: R.Ruleset, distrusted: frozenset[str]) -> None:
        self.rules = rules
        self.values = Values(rules, distrusted)
        self.effects = Effects(rules)
        self.tables = {t.name: t for t in rules.tables}
        self.watched = {u.zone for u in rules.upons}
        self.broken: frozenset[str] = frozenset()
        self._places: dict[tuple[str, int, Sort], Place] = {}
        self._here = ""
        self._number: dict[int, int] = {}

    def begin(self, name: str, node: object) -> None:
        """From here on places are counted in this rule."""
        self._here = name
        self.values.doubt(name)
        self._number = {}
        for number, inner in enumerate(walk(node)):
            self._number.setdefault(id(inner), number)

    def found(self) -> tuple[Place, ...]:
        return tuple(self._places.values())

    def note(
        self, node: R.Typed | R.Placed, sort: Sort, says: str, proved: bool, never: bool = False, gone: Span | None = None
    ) -> None:
        """One place. A node that stands twice in a rule is one place."""
        key = (self._here, self._number.get(id(node), -1), sort)
        before = self._places.get(key)
        if before is not None and not before.proved:
            proved, says = False, before.says
        span: Span = node.span
        never = never and (before is None or before.never)
        self._places[key] = Place(key, says, proved, never, sort in GUARDED, span, gone)

    # ---------------------------------------------------------------- numbers

    def number(
        self, node: R.Typed | R.Placed, sort: Sort, value: iv.Interval, allowed: iv.Interval, half: bool, what: str, facts: Facts
    ) -> bool:
        """A number that must lie in a range."""
        if allowed == iv.UNKNOWN:
            return True
        proved = facts.dead or iv.within(value, allowed)
        never = not facts.dead and not iv.empty(value) and iv.empty(iv.meet(value, allowed))
        says = f"{what} {iv.said(value, half)}, and it may be {iv.said(allowed, half)}."
        self.note(node, sort, says, proved, never)
        return proved

    def assigned(self, node: R.SetVar, target: R.VarRead, value: R.Term, facts: Facts) -> None:
        var = self.values.vars.get(target.var)
        kind = None if var is None else strip(var.type)
        if isinstance(kind, R.Num):
            what = f'"{bare(target.var)}" becomes'
            self.number(node, "set", self.values.of(value, facts), self.values.of_type(kind), kind.half, what, facts)
        elif isinstance(kind, R.SetType) and isinstance(kind.element, R.Num):
            allowed = self.values.of_type(kind.element)
            what = f'"{bare(target.var)}" gets members'
            self.number(node, "set", self.values.elements(value, facts), allowed, kind.element.half, what, facts)

    def argument(self, rule: str, param: R.Param, node: R.Typed | R.Placed | R.Offered, arg: R.Term, facts: Facts) -> None:
        kind = strip(param.type)
        what = f'what is handed to "{bare(rule.split(" ", 1)[1])}" as "{param.name}" is'
        label = f"argument {rule} {param.name}"
        if isinstance(kind, R.Num):
            allowed = self.values.of_type(kind)
            if not self.number(arg, "argument", self.values.of(arg, facts), allowed, kind.half, what, facts):
                self.broken |= {label}
        elif not isinstance(param.type, R.OrNone | R.AnyType | R.ZoneType):
            self.present(arg, arg, facts)

    def result(self, label: str, node: R.Function, value: R.Term, facts: Facts) -> None:
        self.given(label, node, self.values.of(value, facts), node.type, value, f'"{bare(node.name)}" gives')

    def given(self, label: str, node: R.Function | R.Parts, value: iv.Interval, of: R.Type, at: R.Term, what: str) -> None:
        kind = strip(of)
        if isinstance(kind, R.Num) and not self.number(at, "result", value, self.values.of_type(kind), kind.half, what, Facts()):
            self.broken |= {label}

    # ---------------------------------------------------------------- room, and what may be missing

    def room(self, node: R.Move | R.Draw | R.Restock, target: R.Term, many: iv.Interval, facts: Facts) -> None:
        """May so many pieces come to the target?"""
        match target:
            case R.ZoneRead(zone=zone) if (room := self.values.room(zone)) is not None:
                held = self.values.size(target, facts)
                after = iv.add(held, many)
                proved = facts.dead or (after[1] is not None and after[1] <= room)
                never = not facts.dead and after[0] is not None and after[0] > room
                there = iv.said(held)
                says = f'"{bare(zone)}" has room for {room}, {there} may be there, and {iv.said(many)} may come.'
                self.note(node, "room", says, proved, never)
            case R.BoardAt(board=R.ZoneRead(zone=zone)) | R.AttachedAt(zone=zone) | R.RowAt(row=R.ZoneRead(zone=zone)):
                free = self.values.there(target, facts)
                taken = not facts.dead and free == (1, 1)
                says = f'there may be something at that place of "{bare(zone)}" already.'
                self.note(node, "room", says, facts.dead or free[1] == 0, taken)
                if isinstance(target, R.BoardAt):
                    self._rim(node, zone, target.cell, facts)
            case _:
                return

    def _rim(self, node: R.Move | R.Draw | R.Restock, zone: str, cell: R.Term, facts: Facts) -> None:
        """A board is a window of cells, and a tile must not come to its outermost ones."""
        wide = self.values.zones[zone].size
        inside = False
        if isinstance(cell, R.CellAt) and wide is not None and (size := self.values.of(wide, Facts())[0]) is not None:
            allowed = (1 - size // 2, (size - 1) // 2 - 1)
            inside = all(iv.within(self.values.of(at, facts), allowed) for at in (cell.x, cell.y))
        self.note(node, "rim", f'the tile may come to the rim of "{bare(zone)}".', facts.dead or inside)

    def present(self, node: R.Typed | R.Placed, term: R.Term, facts: Facts) -> None:
        """Something that may be missing is used as if it were there."""
        if not (isinstance(term.type, R.OrNone) or self.values.is_spot(term)):
            return
        is_there = self.values.there(term, facts)
        self.note(
            node,
            "there",
            f"{self.called(term)} may be missing where it is used here.",
            facts.dead or is_there[0] == 1,
            never=not facts.dead and is_there == (0, 0),
            gone=facts.emptied.get(size(term)) or facts.emptied.get(there(term)),
        )

    def called(self, term: R.Term) -> str:
        """A term as its author would write it."""
        return f'"{term_text(term)}"'

    # ---------------------------------------------------------------- terms

    def check_all(self, terms: Iterable[R.Term], facts: Facts) -> None:
        for term in terms:
            self.check(term, facts)

    def check_bound(self, bind: R.Bound, facts: Facts) -> Facts:
        self.check(bind.domain, facts)
        if bind.start is not None:
            self.check(bind.start, facts)
        if bind.where is not None:
            self.check(bind.where, self.bind(replace(bind, where=None), facts))
        return facts

    def bind(self, bind: R.Bound, facts: Facts) -> Facts:
        raise NotImplementedError

    def check_choice(self, part: R.Choice, facts: Facts) -> None:
        self.check(part.domain, facts)
        for term in (part.low, part.high):
            if term is not None:
                self.check(term, facts)

    def check(self, term: R.Term, facts: Facts) -> None:
        """Looks at a term and all below it, each part with what is known where it is worked out."""
        match term:
            case R.Op(op="and" | "or" as op, args=args):
                for arg in args:
                    self.check(arg, facts)
                    facts = learned(self.values, facts, arg, op == "and")
                return
            case R.IfTerm(condition=condition, then=then, otherwise=otherwise):
                self.check(condition, facts)
                self.check(then, learned(self.values, facts, condition, True))
                self.check(otherwise, learned(self.values, facts, condition, False))
                return
            case R.Fold(var=var, domain=domain, start=start, where=where, bodies=bodies):
                kind = strip(domain.type)
                element = kind.element if isinstance(kind, R.SetType | R.ListType) else R.AnyType()
                bound = R.Bound(var, element, domain, start, where, span=term.span)
                inner = self.bind(bound, self.check_bound(bound, facts))
                self.check_all(bodies, inner)
                return
            case R.Op(op="div-down" | "div-up", args=(_, divisor)) if not isinstance(divisor, R.Const):
                low, high = self.values.of(divisor, facts)
                never = low == high == 0
                self.note(term, "divisor", f"the divisor is {iv.said((low, high))}.", (low or 0) > 0 or (high or 0) < 0, never)
            case R.ZoneRead(zone=zone, keys=keys) if zone in self.values.zones:
                self._keys(term, zone, keys, self.values.zones[zone].per, facts)
            case R.VarRead(var=var, keys=keys) if var in self.values.vars:
                self._keys(term, var, keys, self.values.vars[var].per, facts)
            case R.PiecesAt(piece=piece, keys=keys):
                each = next((p.each for p in self.rules.piece_sets if p.piece == piece), ())
                self._keys(term, piece, keys, tuple(kind for _, kind in each), facts)
            case R.TableRead(table=table, keys=table_keys):
                known = self.tables.get(table)
                levels = () if known is None else known.levels
                self._keys(term, table, tuple(k or R.Nothing() for k in table_keys), levels, facts)
            case R.RowAt(row=R.ZoneRead(zone=zone), place=place):
                room = self.values.room(zone)
                what = f'the place of "{bare(zone)}" is'
                self.number(term, "key", self.values.of(place, facts), (1, room), False, what, facts)
            case R.BuiltIn(name="item", args=(of, place)):
                _, most = self.values.size(of, facts)
                self.number(term, "key", self.values.of(place, facts), (1, most), False, "the place in the list is", facts)
            case R.BuiltIn(name="only", args=(of,)):
                many = self.values.size(of, facts)
                self.note(
                    term,
                    "there",
                    f"{self.called(of)} may be missing: one is wanted, and there are {iv.said(many)}.",
                    facts.dead or many == (1, 1),
                    many == (0, 0),
                )
            case R.Attr(of=of):
                self.present(term, of, facts)
            case R.Call(rule=rule, args=args) if not term.total:
                node = self.effects.nodes.get(f"rule {rule}")
                for param, arg in zip(getattr(node, "params", ()), args, strict=False):
                    self.argument(f"rule {rule}", param, term, arg, facts)
            case _:
                pass
        for name in parts(term):
            value = getattr(term, name)
            for inner in value if isinstance(value, tuple) else (value,):
                if isinstance(inner, R.Typed):
                    self.check(inner, facts)  # type: ignore[arg-type]

    def _keys(self, node: R.Term, name: str, keys: tuple[R.Term, ...], wanted: tuple[R.Type, ...], facts: Facts) -> None:
        """Keys that are numbers: each must be among the places there are."""
        value: iv.Interval = (0, 0)
        worst: tuple[iv.Interval, iv.Interval, bool] | None = None
        for key, want in zip(keys, wanted, strict=False):
            kind = strip(want)
            if not isinstance(kind, R.Num) or isinstance(key, R.AllOf | R.Nothing):
                continue
            value, allowed = self.values.of(key, facts), self.values.of_type(kind)
            if worst is None or not iv.within(value, allowed):
                worst = (value, allowed, kind.half)
        if worst is not None:
            self.number(node, "key", worst[0], worst[1], worst[2], f'the place of "{bare(name)}" is', facts)

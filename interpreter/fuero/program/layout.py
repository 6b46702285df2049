"""RULES and a table (players, options) → what is where: settings, index spaces, pieces, zones, variables, words of the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import product

from fuero.messages.diagnostic import Diagnostic, FueroError
from fuero.program import nodes as P
from fuero.rules import nodes as R

MISSING = -(1 << 60)
"""Stands in a column of facts for pieces that do not have the attribute, and in a table for an empty cell."""

# Words at the front of every state.
PC, SEED, DECISIONS, OUTCOME, OUTCOME_RULE, PENDING, REAL, ASKING, EVENTS = range(9)
HEADER = 10
ANSWER_WORDS = 10
MOST_MEMBERS = 100_000
MOST_WORDS = 1_000_000
"""Beyond these no match could be copied, told or searched in reasonable time."""
SIDES = ("north", "east", "south", "west")


class LowerError(FueroError):
    """A ruleset cannot be laid out at this table."""


def fail(message: str, span: object = None) -> LowerError:
    """A diagnostic for what cannot be laid out, at `span` if it is one."""
    place = {"span": span} if span is not None else {}
    return LowerError((Diagnostic("cannot-lay-out", "error", message, **place),))  # type: ignore[arg-type]


@dataclass
class Space:
    """The index space of a finite type: elements 0 … size - 1 (numbers: from `low`); `shape` tells how a value is written."""

    size: int
    low: int
    shape: str
    names: tuple[str, ...]


@dataclass
class Table:
    """A ruleset at a table: everything that is known before the first shuffle."""

    rules: R.Ruleset
    players: int
    options: Mapping[str, int]
    settings: dict[str, int] = field(default_factory=dict)
    party_names: tuple[str, ...] = ()
    pieces: list[P.PieceInfo] = field(default_factory=list)
    columns: dict[str, list[int]] = field(default_factory=dict)
    masks: dict[str, int] = field(default_factory=dict)
    rows: dict[tuple[str, str], int] = field(default_factory=dict)
    products: dict[str, tuple[tuple[Space, ...], dict[tuple[int, ...], int]]] = field(default_factory=dict)
    families: dict[str, P.Family] = field(default_factory=dict)
    vars: dict[str, P.VarInfo] = field(default_factory=dict)
    size: int = HEADER
    zones: int = 0
    members: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        r = self.rules
        self.enums = {e.name: e.members for e in r.enums}
        self.maps = {m.name: m for m in r.maps}
        self.map_of = {m.of: m for m in r.maps}
        self.functions = {f.name: f for f in r.functions}
        self.piece_types = {p.name: p for p in r.pieces}
        self._settings()
        neutral = bool(r.neutral) and r.neutral_when is not None and bool(self.static(r.neutral_when))
        self.party_names = (r.neutral,) if neutral else ()
        self.parties = self.players + len(self.party_names)
        self._pieces()
        self.where = self.take(len(self.pieces))
        self.keys = self.take(len(self.pieces))
        self.scores = self.take(self.parties)
        self._zones()
        self._vars()

    def take(self, count: int, span: object = None) -> int:
        """Reserves words of the state; gives the first."""
        first = self.size
        self.size += count
        if self.size > MOST_WORDS:
            raise fail(f"A match would have to remember {self.size} things, and {MOST_WORDS} are possible.", span)
        return first

    # ------------------------------------------------------------ settings

    def _settings(self) -> None:
        for option in self.rules.options:
            if option.name in self.options:
                self.settings[option.name] = self.options[option.name]
        pending: list[R.Option | R.Number] = [o for o in self.rules.options if o.name not in self.settings]
        pending += list(self.rules.numbers)
        while pending:
            left: list[R.Option | R.Number] = []
            for thing in pending:
                try:
                    self.settings[thing.name] = self._setting(thing)
                except KeyError:
                    left.append(thing)
            if len(left) == len(pending):
                raise fail(f'"{left[0].name}" depends on itself', left[0].origin.span)
            pending = left

    def _setting(self, thing: R.Option | R.Number) -> int:
        if isinstance(thing, R.Number):
            return self.static(thing.value)
        if thing.value is not None:
            return self.static(thing.value)
        for low, high, value in thing.defaults:
            if low <= self.players <= high:
                return self.static(value)
        return self.static(thing.usually)

    def static(self, term: R.Term, env: Mapping[str, int] | None = None) -> int:
        """The value of a term that hangs on players, options and numbers only. KeyError where a setting is not known yet."""
        env = env or {}

        def ev(t: R.Term) -> int:
            return self.static(t, env)

        match term:
            case R.Const(value):
                return value
            case R.Nothing():
                return -1
            case R.Setting(name):
                return self.settings[name]
            case R.PlayerCount():
                return self.players
            case R.Member(name):
                return self.member(name, term.type)
            case R.SeatConst(index):
                return index
            case R.Local(name):
                return env[name]
            case R.IfTerm(condition, then, otherwise):
                return ev(then) if ev(condition) else ev(otherwise)
            case R.SetOf(items):
                mask = 0
                for item in items:
                    mask |= 1 << ev(item)
                return mask
            case R.RangeSet(low, high):
                return sum(1 << i for i in range(ev(low), ev(high) + 1))
            case R.AllOf(of):
                space = self.space(of)
                return sum(1 << (space.low + i) for i in range(space.size))
            case R.Call(rule, args) if rule in self.functions and not self.functions[rule].cases:
                function = self.functions[rule]
                return self.static(function.value, {p.name: ev(a) for p, a in zip(function.params, args, strict=True)})
            case R.Op(op, args):
                return self._static_op(op, args, ev)
            case R.BuiltIn("size", (of,)):
                return ev(of).bit_count()
            case _:
                raise fail(
                    "This must be known before the match begins: numbers, options and the number of players only.", term.span
                )

    @staticmethod
    def _static_op(op: str, args: tuple[R.Term, ...], ev: Callable[[R.Term], int]) -> int:
        values = [ev(a) for a in args]
        a = values[0]
        b = values[1] if len(values) > 1 else 0
        match op:
            case "+":
                return a + b
            case "-":
                return a - b
            case "*":
                return a * b
            case "div-down":
                return a // b
            case "div-up":
                return -(-a // b)
            case "and":
                return int(all(values))
            case "or":
                return int(any(values))
            case "not":
                return int(not a)
            case "=":
                return int(a == b)
            case "!=":
                return int(a != b)
            case "<":
                return int(a < b)
            case "<=":
                return int(a <= b)
            case ">":
                return int(a > b)
            case ">=":
                return int(a >= b)
            case "in":
                return int(a >= 0 and b >> a & 1)
            case "union":
                return a | b
            case _:
                return a & ~b

    # ------------------------------------------------------------ index spaces

    def space(self, of: R.Type) -> Space:
        """The index space of a finite type."""
        found = self._space(of)
        if found.shape.startswith(("region ", "union ")):
            self.members[found.shape] = found.names
        return found

    def _space(self, of: R.Type) -> Space:
        match of:
            case R.YesNo():
                return Space(2, 0, "yes-no", ("no", "yes"))
            case R.Num(low, high, half):
                if low is None or high is None:
                    raise fail("The range of this number must be known.")
                first, last = self.static(low), self.static(high)
                if last - first >= MOST_MEMBERS:
                    raise fail(
                        f"The numbers from {first} to {last} are too many to be told apart one by one.",
                        getattr(low, "span", None),
                    )
                return Space(last - first + 1, first, "half" if half else "number", tuple(str(i) for i in range(first, last + 1)))
            case R.EnumType(name):
                return Space(len(self.enums[name]), 0, f"enum {name}", self.enums[name])
            case R.PlayerType():
                return Space(self.players, 0, "player", tuple("ABCDEF"[: self.players]))
            case R.PartyType():
                return Space(self.parties, 0, "party", tuple("ABCDEF"[: self.players]) + self.party_names)
            case R.RegionType(name):
                regions = (self.maps.get(name) or self.map_of[name]).regions
                return Space(len(regions), 0, f"region {name}", regions)
            case R.UnionType(name, members):
                spaces = [self.space(m) for m in members]
                return Space(sum(s.size for s in spaces), 0, f"union {name}", tuple(n for s in spaces for n in s.names))
            case R.SideType():
                return Space(4, 0, "side", SIDES)
            case R.OrNone(inner):
                return self.space(inner)
            case R.PieceType():
                return Space(len(self.pieces), 0, "piece", tuple(p.row for p in self.pieces))
            case _:
                raise fail("This kind of thing has no fixed list of members.")

    def member(self, name: str, of: R.Type) -> int:
        """The index of a member by name, in the index space of its type."""
        if isinstance(of, R.OrNone):
            of = of.inner
        if isinstance(of, (R.PlayerType, R.PartyType)) and name == self.rules.neutral:
            return self.players
        names = self.space(of).names
        if name not in names:
            raise fail(f'"{name}" is not among {", ".join(names)}')
        return names.index(name)

    def union_offset(self, union: R.UnionType, of: R.Type) -> int:
        """Where the members of `of` begin in a union's index space."""
        at = 0
        for member in union.members:
            if member == of:
                return at
            at += self.space(member).size
        raise fail(f'"{union.name}" has no such members')

    # ------------------------------------------------------------ pieces

    def _pieces(self) -> None:
        names = {a.name for p in self.rules.pieces for a in p.attributes} | {"owner"}
        self.columns = {n: [] for n in sorted(names)}
        groups: dict[tuple[object, ...], int] = {}
        for piece_set in self.rules.piece_sets:
            piece = self.piece_types[piece_set.piece]
            if piece_set.count is None:
                for row in piece_set.rows:
                    values = {a.name: self._value(v, a.type) for a, v in zip(piece.attributes, row.values, strict=True)}
                    self._add(piece, row.name, values, row.copies, -1, groups, ())
                continue
            spaces = tuple(self.space(t) for _, t in piece_set.each)
            table: dict[tuple[int, ...], int] = {}
            attributes = {a.name for a in piece.attributes}
            for combination in product(*(range(s.low, s.low + s.size) for s in spaces)):
                values = {n: v for (n, _), v in zip(piece_set.each, combination, strict=True) if n in attributes}
                words = [
                    s.names[v - s.low]
                    for (n, _), s, v in zip(piece_set.each, spaces, combination, strict=True)
                    if n in attributes
                ]
                owner = next(
                    (v for (n, t), v in zip(piece_set.each, combination, strict=True) if isinstance(t, R.PlayerType)), -1
                )
                extra = tuple(v for (n, _), v in zip(piece_set.each, combination, strict=True) if n not in attributes)
                table[combination] = self._add(
                    piece, R.product_name(piece.name, words), values, self.static(piece_set.count), owner, groups, extra
                )
            self.products[piece.name] = (spaces, table)
        if len(self.pieces) > 4000:
            raise fail(f"{len(self.pieces)} pieces are more than the 4000 that a match can hold.")

    def _add(
        self,
        piece: R.Piece,
        row: str,
        values: Mapping[str, int],
        copies: int,
        owner: int,
        groups: dict[tuple[object, ...], int],
        extra: tuple[int, ...],
    ) -> int:
        if copies < 0 or copies > 4000:
            raise fail(f'"{row}" has {copies} copies; 0 to 4000 are possible.', piece.origin.span)
        signature = (piece.name, tuple(sorted(values.items())), owner, extra, row if not values else "")
        group = groups.setdefault(signature, len(groups))
        mask = 0
        for copy in range(copies):
            index = len(self.pieces)
            mask |= 1 << index
            self.pieces.append(P.PieceInfo(piece.name, row, group, copy, owner))
            for name, column in self.columns.items():
                column.append(owner if name == "owner" and owner >= 0 else values.get(name, MISSING))
        self.masks[piece.name] = self.masks.get(piece.name, 0) | mask
        self.rows[piece.name, row] = self.rows.get((piece.name, row), 0) | mask
        return mask

    def _value(self, value: R.Value, of: R.Type) -> int:
        if isinstance(value, int):
            return value
        if isinstance(value, tuple):
            element = of.element if isinstance(of, R.SetType) else of
            return sum(1 << self.member(v, element) for v in value)
        if value in ("yes", "no") and isinstance(of, R.YesNo):
            return int(value == "yes")
        if value == "none":
            return -1
        return self.member(value, of)

    def mask_of(self, names: tuple[str, ...]) -> int:
        """All pieces of these piece types, as a set."""
        mask = 0
        for name in names:
            mask |= self.masks.get(name, 0)
        return mask

    # ------------------------------------------------------------ zones and variables

    STRIDE = {"place": 1, "row": 2, "deck": 4, "bag": 2, "pile": 4, "board": 2, "marks-cells": 1, "marks-joins": 1}

    def _zones(self) -> None:
        self._family(R.Zone("box", "pile", None, None, "", (), "hidden"))
        marks: dict[str, int] = {}
        # A cell is a number in one window for all boards, so that it means the same place on each: the widest one serves them
        # all.
        self.window = max((self.static(z.size) for z in self.rules.zones if z.kind == "board" and z.size is not None), default=0)
        for zone in self.rules.zones:
            if zone.kind.startswith("marks"):
                marks[zone.on] = marks.get(zone.on, -1) + 1
                self._family(zone, marks[zone.on])
            else:
                self._family(zone)

    def _family(self, zone: R.Zone, marks_index: int = -1) -> None:
        spaces = [self.space(t) for t in zone.per]
        count = 1
        for s in spaces:
            count *= s.size
        stride = self.STRIDE.get(zone.kind, 2)
        takes = self.mask_of(zone.piece.pieces) if isinstance(zone.piece, R.PieceType) else (1 << len(self.pieces)) - 1
        size = self.static(zone.size) if zone.size is not None else 0
        if zone.kind == "board" and not 3 <= size <= 90:
            raise fail(f'A board is 3 to 90 cells wide; "{zone.name}" would be {size}.', zone.origin.span)
        size = self.window if zone.kind == "board" else size
        self.families[zone.name] = P.Family(
            zone.name,
            zone.kind,
            self.zones,
            count,
            self.take(count * stride),
            stride,
            tuple(s.size for s in spaces),
            tuple(s.shape for s in spaces),
            zone.sight,
            zone.owner_key,
            size,
            takes,
            zone.on,
            marks_index,
            tuple(s.names for s in spaces),
        )
        self.key_lows = getattr(self, "key_lows", {})
        self.key_lows[zone.name] = tuple(s.low for s in spaces)
        self.zones += count

    def _vars(self) -> None:
        number = R.Num(R.Const(0), R.Const(max(self.players - 1, 0)))
        for name in ("active-player", "start-player"):
            self._var(R.Var(name, R.PlayerType(), (), R.Const(0, type=number), "open"))
        self.vars["score"] = P.VarInfo(
            "score",
            self.scores,
            (self.parties,),
            0,
            -(1 << 30),
            1 << 30,
            "open",
            -1,
            "number",
            "",
            ("party",),
            (self.space(R.PartyType()).names,),
        )
        self.key_lows["score"] = (0,)
        for var in self.rules.vars:
            self._var(var)

    def _var(self, var: R.Var) -> None:
        spaces = [self.space(t) for t in var.per]
        count = 1
        for s in spaces:
            count *= s.size
        low, high, shape, default = self.bounds(var.type)
        initial = self.static(var.initial) if var.initial is not None else default
        if var.initial is not None and isinstance(var.type, R.Num) and not low <= initial <= high:
            raise fail(f'"{var.name}" begins with {initial}, but goes from {low} to {high}.', var.origin.span)
        self.vars[var.name] = P.VarInfo(
            var.name,
            self.take(count, var.origin.span),
            tuple(s.size for s in spaces),
            initial,
            low,
            high,
            var.sight,
            var.owner_key,
            shape,
            var.forgotten,
            tuple(s.shape for s in spaces),
            tuple(s.names for s in spaces),
        )
        self.key_lows[var.name] = tuple(s.low for s in spaces)

    def bounds(self, of: R.Type) -> tuple[int, int, str, int]:
        """Least and greatest stored value of a type, how it is written, and the value a variable has when none is given."""
        match of:
            case R.OrNone(inner):
                low, high, shape, _ = self.bounds(inner)
                return min(low, -1), high, shape, -1
            case R.SetType(element) | R.ListType(element):
                if isinstance(element, R.PieceType):
                    return 0, (1 << len(self.pieces)) - 1, "pieces", 0
                if isinstance(element, (R.CellType, R.JoinType)):
                    return 0, (1 << 16400) - 1, "cells" if isinstance(element, R.CellType) else "joins", 0
                space = self.space(element)
                return 0, (1 << (space.low + space.size)) - 1, f"set {space.shape}", 0
            case R.PieceType():
                return 0, len(self.pieces) - 1, "piece", 0
            case R.Num(low_term, high_term, half) if low_term is not None and high_term is not None:
                low, high = self.static(low_term), self.static(high_term)
                return low, high, "half" if half else "number", low
            case R.CellType():
                return 0, 8099, "cell", 0
            case R.JoinType():
                return 0, 16199, "join", 0
            case R.ZoneType() | R.BoardType() | R.AnyType():
                raise fail("A variable cannot hold this.")
            case _:
                space = self.space(of)
                return space.low, space.low + space.size - 1, space.shape, space.low

    def layout(self) -> P.Layout:
        """The finished layout (call last: routines reserve words too)."""
        return P.Layout(
            self.size,
            self.players,
            self.parties,
            self.party_names,
            tuple(self.pieces),
            tuple(self.families.values()),
            tuple(self.vars.values()),
            self.where,
            self.keys,
            self.scores,
        )

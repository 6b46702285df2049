"""RULES terms → PROGRAM terms: zones and variables become words, members become indices, halves are doubled, attributes become
columns.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, cast

from fuero.program import nodes as P
from fuero.program.built_ins import built_in, column_of, inner
from fuero.program.layout import LowerError, Space, Table, fail
from fuero.program.printed import add_table, table_read
from fuero.program.shared import NO, NONE, area_of
from fuero.rules import nodes as R
from fuero.rules.bind.walk import walk


@dataclass
class Terms:
    """Lowers terms of one table. `tables` and `lists` gather the constants that terms look up."""

    table: Table
    tables: dict[str, tuple[int, ...]] = field(default_factory=dict)
    lists: dict[str, tuple[tuple[int, ...], ...]] = field(default_factory=dict)
    this_args: dict[str, P.Term] = field(default_factory=dict)
    boards: dict[str, P.Term] = field(default_factory=dict)
    """What the names of boards stand for that a `let` has kept."""
    you: P.Term = P.Local("you")
    """Who decides where the term stands: the routine's own `you`, or whoever a choice is handed to."""

    def __post_init__(self) -> None:
        t = self.table
        self.parts = {p.name: p for p in t.rules.parts}
        self.functions = {f.name: f for f in t.rules.functions}
        self.returns: dict[str, R.Type] = {p.name: p.type for p in t.rules.parts} | {f.name: f.type for f in t.rules.functions}
        self.params: dict[str, tuple[R.Param, ...]] = {p.name: p.params for p in t.rules.parts}
        self.params |= {f.name: f.params for f in t.rules.functions}
        self.rule_tables = {x.name: x for x in t.rules.tables}
        for name, column in t.columns.items():
            self.tables[f"attribute {name}"] = tuple(column)
        self.tables["group"] = tuple(p.group for p in t.pieces)
        for rule_table in t.rules.tables:
            add_table(self, rule_table)

    # ------------------------------------------------------------ tables and texts

    @staticmethod
    def _add_index(index: P.Term, key: P.Term, space: Space) -> P.Term:
        key = key if space.low == 0 else P.Arith("-", key, P.Const(space.low))
        if index == NO:
            return key
        return P.Arith("+", P.Arith("*", index, P.Const(space.size)), key)

    def quoted(self, values: R.Quoted) -> tuple[tuple[str, str, P.Term], ...]:
        """What a text quotes: name, how the value is written, value."""
        return tuple((name, self.shape(term.type), self.lower(term)) for name, term in values)

    def shape(self, of: R.Type) -> str:
        """How a value of a type is written. What has no words in a text (a board) is a mistake."""
        inner = of.inner if isinstance(of, R.OrNone) else of
        if isinstance(inner, R.Num):
            return "half" if inner.half else "number"  # its range does not matter here
        if isinstance(inner, R.ZoneType):
            return "zone"
        return self.table.bounds(inner)[2]

    # ------------------------------------------------------------ coercions

    @staticmethod
    def is_half(of: R.Type) -> bool:
        if isinstance(of, R.OrNone):
            of = of.inner
        return isinstance(of, R.Num) and of.half

    def number(self, term: R.Term, half: bool) -> P.Term:
        """A number, doubled if `half` and not so already."""
        lowered = self.lower(term)
        if half and not self.half(term):
            return P.Const(lowered.value * 2) if isinstance(lowered, P.Const) else P.Arith("*", lowered, P.Const(2))
        return lowered

    def half(self, term: R.Term) -> bool:
        """Is this number stored doubled? Its type says so."""
        return self.is_half(term.type)

    def as_type(self, term: R.Term, of: R.Type) -> P.Term:
        """A value as it is stored where type `of` is wanted: halves doubled, members shifted into a union, a lone element taken
        out of a set.
        """
        if self.is_half(of):
            return self.number(term, True)
        inner = of.inner if isinstance(of, R.OrNone) else of
        source = term.type.inner if isinstance(term.type, R.OrNone) else term.type
        if isinstance(inner, R.UnionType) and not isinstance(source, (R.UnionType, R.AnyType)):
            offset = self.table.union_offset(inner, source)
            lowered = self.lower(term)
            if offset == 0:
                return lowered
            if isinstance(lowered, P.Const):
                return P.Const(lowered.value + offset) if lowered.value >= 0 else lowered
            shifted = P.Arith("+", lowered, P.Const(offset))
            return P.Select(P.Compare("=", lowered, NONE), NONE, shifted) if isinstance(term.type, R.OrNone) else shifted
        if isinstance(inner, R.SetType) and not isinstance(source, R.AnyType):
            return self._set_as(term, inner.element)
        if isinstance(inner, (R.PieceType, R.PlayerType, R.EnumType, R.CellType)) and isinstance(source, R.SetType):
            return P.Only(self.lower(term), span=term.span)
        return self.lower(term)

    def _set_as(self, term: R.Term, element: R.Type) -> P.Term:
        """A value as a set of `element`: members of a union's part are counted as the union counts them."""
        held = self.as_set(term)
        own = term.type.element if isinstance(term.type, (R.SetType, R.ListType)) else term.type
        own = own.inner if isinstance(own, R.OrNone) else own
        if not isinstance(element, R.UnionType) or isinstance(own, (R.UnionType, R.AnyType)):
            return held
        offset = self.table.union_offset(element, own)
        if isinstance(held, P.Const):
            return P.Const(held.value << offset)
        return held if offset == 0 else P.Arith("*", held, P.Const(1 << offset))

    def _narrowed(self, lowered: P.Term, of: R.Type, to: R.Type) -> P.Term:
        """A value of a union `of` (or a set of such) that is known to belong to the part `to`, as that part counts."""
        whole = isinstance(of, R.SetType)
        union = of.element if isinstance(of, R.SetType) else of
        part = to.element if isinstance(to, R.SetType) else to
        union, part = (t.inner if isinstance(t, R.OrNone) else t for t in (union, part))
        if not isinstance(union, R.UnionType) or isinstance(part, (R.UnionType, R.AnyType)):
            return lowered
        offset = self.table.union_offset(union, part)
        if offset == 0:
            return lowered
        return P.Arith("div-down", lowered, P.Const(1 << offset)) if whole else P.Arith("-", lowered, P.Const(offset))

    def as_set(self, term: R.Term) -> P.Term:
        """A value as a set: zones by content, boards by their tiles, single things as the set of one."""
        if isinstance(term, R.PieceNamed):
            return P.Const(self.table.rows.get((term.piece, term.row), 0))
        if isinstance(term, R.ZoneRead) and not isinstance(term.type, R.SetType):
            return self.mask(term)
        if isinstance(term.type, R.BoardType):
            return P.BuiltIn("pieces", (self.lower(term),), span=term.span)
        if isinstance(term.type, (R.SetType, R.ListType)) or isinstance(term, (R.AllOf, R.RangeSet, R.SetOf)):
            return self.lower(term)
        if isinstance(term, R.Nothing):
            return NO
        return P.Single(self.place(term), area_of(term.type), span=term.span)

    def place(self, term: R.Term) -> P.Term:
        """An element as a set holds it: of a join, the place alone."""
        of = term.type.inner if isinstance(term.type, R.OrNone) else term.type
        lowered = self.lower(term)
        return P.BuiltIn("join-place", (lowered,)) if isinstance(of, R.JoinType) else lowered

    # ------------------------------------------------------------ words

    def index(self, name: str, keys: tuple[R.Term, ...], per: tuple[R.Type, ...]) -> P.Term:
        """The index of a zone in its family, or of a value in its variable."""
        sizes = self.table.families[name].sizes if name in self.table.families else self.table.vars[name].sizes
        lows = self.table.key_lows[name]
        index: P.Term = NO
        for i, key in enumerate(keys):
            lowered = self.as_type(key, per[i]) if i < len(per) else self.lower(key)
            if self._may_leave(key, lowered, lows[i], sizes[i]):
                shifted = P.Arith("-", lowered, P.Const(lows[i])) if lows[i] else lowered
                lowered = P.BuiltIn("index", (shifted, P.Const(sizes[i])), span=key.span)
                index = self._add_index(index, lowered, Space(sizes[i], 0, "", ()))
            else:
                index = self._add_index(index, lowered, Space(sizes[i], lows[i], "", ()))
        return index

    def _may_leave(self, key: R.Term, lowered: P.Term, low: int, size: int) -> bool:
        """Could this key name no place among `size` from `low` on? Then it is checked when it is used."""
        if isinstance(lowered, P.Const):
            if low <= lowered.value < low + size:
                return False
            raise fail("There is no such place.", key.span)
        if isinstance(lowered, P.Only) or self._hands_on_nothing(key):
            return True
        if isinstance(key.type, R.Num) and isinstance(key, R.Local):
            try:
                first, last, _, _ = self.table.bounds(key.type)
            except (LowerError, KeyError):
                return True
            return first < low or last >= low + size
        return isinstance(key.type, (R.OrNone, R.AnyType, R.Num))

    def _hands_on_nothing(self, key: R.Term) -> bool:
        """May a rule that is called here hand on nothing, whatever its result is said to be?"""
        for x in walk(key):
            if isinstance(x, R.Call) and (f := self.table.functions.get(x.rule)) is not None:
                values = (f.value, *(c.value for c in f.cases))
                kinds = [getattr(part, "type", None) for value in values for part in walk(value)]
                if any(isinstance(kind, (R.OrNone, R.AnyType)) for kind in kinds) or any(map(self._hands_on_nothing, values)):
                    return True
        return False

    def zone_index(self, term: R.ZoneRead | R.AttachedAt) -> P.Term:
        zone = next((z for z in self.table.rules.zones if z.name == term.zone), None)
        return self.index(term.zone, term.keys, zone.per if zone else ())

    def word(self, base: int, index: P.Term, count: int, stride: int) -> P.Term:
        if isinstance(index, P.Const):
            if not 0 <= index.value < count:
                raise fail("There is no such place.")
            return P.Load(base + stride * index.value)
        return P.LoadAt(base, index, count, stride)

    def mask(self, term: R.ZoneRead) -> P.Term:
        """The content of a zone as a set (for marks, the marks)."""
        family = self.table.families[term.zone]
        return self.word(family.base, self.zone_index(term), family.count, family.stride)

    def var(self, term: R.VarRead) -> P.Term:
        info = self.table.vars[term.var]
        count = 1
        for s in info.sizes:
            count *= s
        var = next((v for v in self.table.rules.vars if v.name == term.var), None)
        per = var.per if var else (R.PartyType(),)
        return self.word(info.base, self.index(term.var, term.keys, per), count, 1)

    def unpacked(self, kept: P.Term, of: R.BoardType) -> P.Term:
        """The board that is kept as a number."""
        families = self.table.families.values()
        zone = of.zone or next(f.name for f in families if f.kind == "board")
        marks = sum(f.on == zone and f.marks_index >= 0 for f in families)
        return P.BuiltIn("unpack", (kept, P.Const(marks)), width=self.width_of(of))

    def width_of(self, board: R.Type) -> int:
        if isinstance(board, R.BoardType) and board.zone in self.table.families:
            return self.table.families[board.zone].size
        boards = [f for f in self.table.families.values() if f.kind == "board"]
        return boards[0].size if boards else 0

    # ------------------------------------------------------------ terms

    def lower(self, term: R.Term) -> P.Term:  # noqa: C901 - one case a node
        """A term by its natural value (see `program.nodes`)."""
        t = self.table
        span = term.span
        match term:
            case R.Const(value):
                return P.Const(value)
            case R.Member(name):
                return P.Const(t.member(name, term.type))
            case R.SeatConst(index):
                return P.Const(index)
            case R.Nothing():
                return NONE
            case R.PieceNamed(piece, row):
                mask = t.rows.get((piece, row), 0)
                return P.Const((mask & -mask).bit_length() - 1)
            case R.PiecesAt():
                return self._pieces_at(term)
            case R.AllOf(of):
                if isinstance(of, R.PieceType):
                    return P.Const(t.mask_of(of.pieces))
                space = t.space(of)
                return P.Const(((1 << space.size) - 1) << space.low)
            case R.Local(name):
                return self.boards.get(name) or P.Local(name)
            case R.Setting(name):
                return P.Const(t.settings[name])
            case R.PlayerCount():
                return P.Const(t.players)
            case R.You():
                return self.you
            case R.ThisArg(procedure):
                if procedure not in self.this_args:
                    raise fail(f'"{procedure}" runs without an argument, so there is no "this {procedure}".', span)
                return self.this_args[procedure]
            case R.VarRead():
                return self.var(term)
            case R.ZoneRead(zone):
                return self._zone_value(term)
            case R.BoardAt(board, cell):
                return P.TileAt(self.lower(board), self.lower(cell), span=span)
            case R.RowAt(R.ZoneRead() as row_zone, at):
                family = t.families[row_zone.zone]
                order = self.word(family.base + 1, self.zone_index(row_zone), family.count, family.stride)
                return P.BuiltIn("row-at", (order, self.lower(at)), span=span)
            case R.RowAt():
                raise fail("A place is asked of a row that lies on the table.", span)
            case R.AttachedAt(zone, _, on):
                family = t.families[zone]
                packed = self.word(family.base + 1, self.zone_index(term), family.count, family.stride)
                held = self.word(family.base, self.zone_index(term), family.count, family.stride)
                return P.BuiltIn("attached", (held, packed, self.lower(on)), span=span)
            case R.MarksOf(zone, board):
                return P.MarksOf(self.lower(board), t.families[zone].marks_index, span=span)
            case R.Attr(attribute, of, total):
                table = column_of(self, attribute, of.type)
                if total:
                    return P.Reduce(
                        "total", "+x", self.as_set(of), None, None, (P.Lookup(table, P.Local("+x")),), True, span=span
                    )
                return P.Lookup(table, self._one(of), span=span)
            case R.TableRead():
                return table_read(self, term)
            case R.Call(rule, args, total):
                params = self.params[rule]
                if total:
                    whole = P.Call(rule, (P.Local("+x"),))
                    return P.Reduce(
                        "total", "+x", self.as_set(args[0]), None, None, (whole,), self._holds_pieces(args[0].type), span=span
                    )
                return P.Call(rule, tuple(self.as_type(a, p.type) for a, p in zip(args, params, strict=True)), span=span)
            case R.Op():
                return self._op(term)
            case R.Is():
                return self._is(term)
            case R.IfTerm(condition, then, otherwise):
                return P.Select(
                    self.lower(condition), self.as_type(then, term.type), self.as_type(otherwise, term.type), span=span
                )
            case R.Fold():
                return self._fold(term)
            case R.SetOf(items):
                return self._set_of(items, term.type.element if isinstance(term.type, R.SetType) else R.AnyType())
            case R.RangeSet(low, high):
                return P.NumberRange(self.lower(low), self.lower(high), span=span)
            case R.CellAt(x, y):
                return P.BuiltIn("cell", (self.lower(x), self.lower(y)), width=self.width_of(R.AnyType()), span=span)
            case R.WithTile(board, piece, cell):
                held = self.lower(board)
                if isinstance(piece, R.PieceNamed):  # one of its like that does not lie there yet
                    named: P.Term = P.BuiltIn("spare", (held, self.as_set(piece)), span=piece.span)
                else:
                    named = self._one(piece)
                return P.WithTile(held, named, self.lower(cell), span=span)
            case R.WithoutTile(board, R.BuiltIn("only", (cells,))):
                return P.BuiltIn("without-all", (self.lower(board), self.lower(cells)), span=span)
            case R.WithoutTile(board, cell):
                return P.WithoutTile(self.lower(board), self.lower(cell), span=span)
            case R.WithMarks(board, zone, marks):
                return P.WithMarks(self.lower(board), t.families[zone].marks_index, self.lower(marks), span=span)
            case R.BuiltIn():
                return built_in(self, term)

    def _one(self, term: R.Term) -> P.Term:
        """A single thing, also where a set of one is written."""
        return P.Only(self.lower(term), span=term.span) if isinstance(term.type, R.SetType) else self.lower(term)

    def _pieces_at(self, term: R.PiecesAt) -> P.Term:
        t = self.table
        if not term.keys:
            mask = t.masks.get(term.piece, 0)
            if isinstance(term.type, R.SetType):
                return P.Const(mask)
            return P.Const((mask & -mask).bit_length() - 1)
        spaces, combos = t.products[term.piece]
        asked = [i for i, key in enumerate(term.keys) if not isinstance(key, R.AllOf)]
        size = 1
        for i in asked:
            size *= spaces[i].size
        dense = [0] * size
        for combo, mask in combos.items():
            at = 0
            for i in asked:
                at = at * spaces[i].size + combo[i] - spaces[i].low
            dense[at] |= mask
        name = " ".join(["pieces", term.piece, *(str(i) for i in asked if len(asked) < len(spaces))])
        self.tables[name] = tuple(dense)
        index: P.Term = NO
        for i in asked:
            index = self._add_index(index, self.lower(term.keys[i]), spaces[i])
        found = P.Lookup(name, index, span=term.span)
        return found if isinstance(term.type, R.SetType) else P.BuiltIn("first", (found,))

    def _zone_value(self, term: R.ZoneRead) -> P.Term:
        if isinstance(term.type, R.ZoneType):
            return P.Arith("+", P.Const(self.table.families[term.zone].first), self.zone_index(term))
        family = self.table.families[term.zone]
        if family.kind == "board":
            return P.BoardOf(term.zone, self.zone_index(term), span=term.span)
        if family.kind == "place":
            return P.BuiltIn("first", (self.mask(term),), span=term.span)
        return self.mask(term)

    def _set_of(self, items: tuple[R.Term, ...], element: R.Type) -> P.Term:
        parts = [self._member(i, element) for i in items]
        mask = 0
        rest: list[P.Term] = []
        for part in parts:
            if isinstance(part, P.Const):
                mask |= part.value
            elif isinstance(part, P.Single) and isinstance(part.element, P.Const):
                mask |= 1 << part.element.value
            else:
                rest.append(part)
        result: P.Term | None = P.Const(mask) if mask or not rest else None
        for part in rest:
            result = part if result is None else P.SetOp("or", result, part)
        assert result is not None
        return result

    def _member(self, item: R.Term, element: R.Type) -> P.Term:
        """One thing in braces, as a set."""
        if isinstance(item.type, R.PieceType) or isinstance(item, R.PieceNamed):
            return self.as_set(item)
        if isinstance(element, R.UnionType) or self.is_half(element):
            return P.Single(self.as_type(item, element))
        return P.Single(self.place(item), area_of(element) or area_of(item.type))

    def _op(self, term: R.Op) -> P.Term:
        span = term.span
        op, args = term.op, term.args
        match op:
            case "and":
                return P.And(tuple(self.lower(a) for a in args), span=span)
            case "or":
                return P.Or(tuple(self.lower(a) for a in args), span=span)
            case "not":
                return P.Not(self.lower(args[0]), span=span)
            case "union":
                return P.SetOp("or", *(self._set_as(a, inner(term.type)) for a in args), span=span)
            case "minus":
                return P.SetOp("and-not", *(self._set_as(a, inner(term.type)) for a in args), span=span)
            case "shift-cell":
                return P.BuiltIn("shift", (self.lower(args[0]), self.lower(args[1])), width=self.width_of(R.AnyType()), span=span)
            case "in":
                return self._contains(args[0], args[1], span)
            case "+" | "-":
                half = self.half(term)
                return P.Arith(op, self.number(args[0], half), self.number(args[1], half), span=span)
            case "*":
                return P.Arith("*", self.lower(args[0]), self.lower(args[1]), span=span)
            case "div-down" | "div-up":
                left, right = self.lower(args[0]), self.lower(args[1])
                if self.half(args[0]) and not self.half(term):
                    right = P.Arith("*", right, P.Const(2))
                return P.Arith(op, left, right, span=span)
            case _:
                return self._compare(op, args[0], args[1])

    def _contains(self, element: R.Term, container: R.Term, span: object) -> P.Term:
        held = self.as_set(container)
        if isinstance(element, R.PieceNamed):
            return P.Compare("!=", P.SetOp("and", held, self.as_set(element)), NO)
        if isinstance(element.type, R.SetType):
            return P.Compare("=", P.SetOp("and-not", self._set_as(element, inner(container.type)), held), NO)
        of = container.type.element if isinstance(container.type, R.SetType) else R.AnyType()
        if isinstance(of, R.JoinType):
            return P.Contains(held, self.place(element))
        return P.Contains(held, self.as_type(element, of))

    def _compare(self, sign: str, left: R.Term, right: R.Term) -> P.Term:
        op = cast(Literal["=", "!=", "<", "<=", ">", ">="], sign)
        if isinstance(left, R.PieceNamed):
            left, right = right, left
        if isinstance(right, R.PieceNamed):
            found: P.Term = P.Contains(self.as_set(right), self.lower(left))
            return found if op == "=" else P.Not(found)
        if isinstance(left.type, R.JoinType) and isinstance(right.type, R.JoinType):  # the same place, whatever lies there
            return P.Compare(op, self.place(left), self.place(right))
        if self._is_piece(left) and self._is_piece(right):
            return P.Compare(op, P.Lookup("group", self.lower(left)), P.Lookup("group", self.lower(right)))
        if isinstance(left.type, R.SetType) or isinstance(right.type, R.SetType):
            if isinstance(left.type, R.SetType) and isinstance(right.type, R.SetType):
                union = next((e for e in (left.type.element, right.type.element) if isinstance(e, R.UnionType)), R.AnyType())
                return P.Compare(op, self._set_as(left, union), self._set_as(right, union))
            return P.Compare(op, self._one(left), self._one(right))
        for a, b in ((left, right), (right, left)):
            of = a.type.inner if isinstance(a.type, R.OrNone) else a.type
            if isinstance(of, R.UnionType):
                pair = (self.lower(a), self.as_type(b, of))
                return P.Compare(op, pair[0], pair[1])
        half = self.half(left) or self.half(right)
        return P.Compare(op, self.number(left, half), self.number(right, half))

    @staticmethod
    def _is_piece(term: R.Term) -> bool:
        of = term.type.inner if isinstance(term.type, R.OrNone) else term.type
        return isinstance(of, R.PieceType)

    def _is(self, term: R.Is) -> P.Term:
        of = term.term
        span = term.span
        if term.what in ("empty", "filled", "full"):
            if term.what == "full":
                assert isinstance(of, R.ZoneRead)
                family = self.table.families[of.zone]
                result: P.Term = P.Compare(">=", P.Size(self.mask(of)), P.Const(max(family.size, 1)), span=span)
                return P.Not(result) if term.negated else result
            empty: P.Term
            if isinstance(of, R.ZoneRead) or isinstance(of.type, R.SetType):
                empty = P.Compare("=", self.as_set(of), NO, span=span)
            else:
                empty = P.Compare("=", self.lower(of), NONE, span=span)
            wanted = (term.what == "empty") != term.negated
            return empty if wanted else P.Not(empty, span=span)
        if term.what in ("player", "neutral") and not term.pieces:
            is_player: P.Term = P.Compare("<", self.lower(of), P.Const(self.table.players), span=span)
            return is_player if (term.what == "player") != term.negated else P.Not(is_player)
        found: P.Term = P.Contains(P.Const(self._asked(term)), self.lower(of), span=span)
        return P.Not(found) if term.negated else found

    def _asked(self, term: R.Is) -> int:
        """All values of which `is NAME` holds: pieces, or the members of one part of a union."""
        if term.pieces:
            return self.table.mask_of(term.pieces)
        of = term.term.type.inner if isinstance(term.term.type, R.OrNone) else term.term.type
        parts = of.members if isinstance(of, R.UnionType) else (of,)
        mask = at = 0
        for part in parts:
            space = self.table.space(part)
            if term.what in (getattr(part, "name", ""), getattr(part, "map", "")):
                mask |= ((1 << space.size) - 1) << (at + space.low)
            at += space.size
        return mask

    def _fold(self, term: R.Fold) -> P.Term:
        half = self.half(term) if term.word in ("total", "highest", "lowest") else False
        numbers = tuple(
            self.number(b, half) if term.word in ("total", "highest", "lowest") else self._key(b) for b in term.bodies
        )
        domain, start = self.ordered(term.domain, term.start)
        found = P.Reduce(
            term.word,
            term.var,
            domain,
            start,
            None if term.where is None else self.lower(term.where),
            numbers,
            self._holds_pieces(term.domain.type),
            span=term.span,
        )
        return self._narrowed(found, term.domain.type, term.type) if isinstance(term.type, R.SetType) else found

    def ordered(self, domain: R.Term, start: R.Term | None) -> tuple[P.Term, P.Term | None]:
        """A domain as a set, and the element from which it is gone through in a circle, if it is."""
        if isinstance(domain, R.BuiltIn) and domain.name == "seats-from":
            return self.lower(domain), self.as_type(domain.args[0], R.PlayerType())
        element = domain.type.element if isinstance(domain.type, (R.SetType, R.ListType)) else R.AnyType()
        return self.as_set(domain), None if start is None else self.as_type(start, element)

    @staticmethod
    def _holds_pieces(of: R.Type) -> bool:
        element = of.element if isinstance(of, R.SetType) else of.inner if isinstance(of, R.OrNone) else of
        return isinstance(element, (R.PieceType, R.BoardType))

    def _key(self, term: R.Term) -> P.Term:
        return self.lower(term)

"""And, or, not, comparisons, `in`, `is`, sums and products, `if … then … else`, and boards as they would be: `with`,
`without`.

Written operators come in, bound ones go out. What the left side of `and` says is known on its right; so it is for `or`
and `if`.
"""

from __future__ import annotations

from fuero.rules import nodes as r
from fuero.rules.bind import bounds, terms, typetext, zones
from fuero.rules.bind.coerce import coerce, mismatch, same_grain, tiles
from fuero.rules.bind.names import unknown_name
from fuero.rules.bind.scope import Scope
from fuero.rules.bind.types import ANY, CELL, JOIN, NUMBER, SIDE, YES_NO, describe, element, join_as, overlaps, strip
from fuero.syntax import nodes as s

STATES = ("empty", "filled", "full")


def operator(scope: Scope, node: s.Term, hint: r.Type | None) -> r.Term:
    span = node.span
    match node:
        case s.Not(term=inner):
            return r.Op("not", (terms.condition(scope, inner),), type=YES_NO, span=span)
        case s.And(left=left, right=right):
            first = terms.condition(scope, left)
            return r.Op("and", (first, terms.condition(scope.knowing(first), right)), type=YES_NO, span=span)
        case s.Or(left=left, right=right):
            first = terms.condition(scope, left)
            return r.Op("or", (first, terms.condition(scope.knowing(first, False), right)), type=YES_NO, span=span)
        case s.Compare():
            return _compare(scope, node)
        case s.In(left=left, right=right, negated=negated):
            return _in(scope, left, right, negated, node)
        case s.Is():
            return _is(scope, node)
        case s.Binary(op=op, left=left, right=right):
            return _binary(scope, node, op, left, right, hint)
        case s.Divide():
            return _divide(scope, node, hint)
        case s.With():
            return _with(scope, node)
        case s.Without(board=board, what=what):
            whole = _board(scope, board)
            return r.WithoutTile(whole, terms.expect(scope, what, CELL), type=whole.type, span=span)
        case _:
            return terms.broken(span)


def if_term(scope: Scope, node: s.IfTerm, hint: r.Type | None) -> r.Term:
    condition = terms.condition(scope, node.condition)
    then = terms.term(scope.knowing(condition), node.then, hint)
    otherwise = terms.term(scope.knowing(condition, False), node.otherwise, hint or then.type)
    if isinstance(then.type, r.BoardType) != isinstance(otherwise.type, r.BoardType):
        then, otherwise = (tiles(scope, t) if isinstance(t.type, r.BoardType) else t for t in (then, otherwise))
    if isinstance(hint, r.ZoneType):
        then, otherwise = coerce(scope, then, hint), coerce(scope, otherwise, hint)
    then, otherwise = same_grain(scope, then, otherwise)
    kind = join_as(then.type, otherwise.type, hint)
    if kind is None:
        scope.world.findings.report(
            "wrong-type",
            f"One side is {describe(then.type)}, the other {describe(otherwise.type)}.",
            node.span,
            caption="both must be of one kind",
        )
        kind = ANY
    if isinstance(kind, r.Num):
        low, high = bounds.of_term(scope.world, r.IfTerm(condition, then, otherwise))
        kind = bounds.number_type((low, high), kind.half)
    return r.IfTerm(condition, then, otherwise, type=kind, span=node.span)


# ---------------------------------------------------------------- comparing


def _compare(scope: Scope, node: s.Compare) -> r.Term:
    left, right = _pair(scope, node.left, node.right)
    if node.op not in ("=", "!="):
        left = coerce(scope, left, _grain(left))
        if left.type != ANY:
            right = coerce(scope, right, _grain(right))
    elif not overlaps(left.type, right.type):
        left, right = _meet(scope, left, right)
        if not overlaps(left.type, right.type):
            scope.world.findings.report(
                "wrong-type",
                f"{describe(left.type).capitalize()} can never be {describe(right.type)}.",
                node.span,
                caption="these are compared",
            )
    left, right = same_grain(scope, left, right)
    return r.Op(node.op, (left, right), type=YES_NO, span=node.span)


def _grain(term: r.Term) -> r.Type:
    kind = strip(term.type)
    return r.Num(half=kind.half) if isinstance(kind, r.Num) else NUMBER


def _pair(scope: Scope, left: s.Term, right: s.Term) -> tuple[r.Term, r.Term]:
    """Both sides; each helps to find what the other's bare names mean."""
    if isinstance(left, s.Name | s.SetLiteral) and not isinstance(right, s.Name | s.SetLiteral):
        second = terms.term(scope, right)
        return terms.term(scope, left, second.type), second
    first = terms.term(scope, left)
    if isinstance(left, s.Name) and len(scope.world.find_values(left.text, left.span)) > 1 and left.text not in scope.locals:
        second = terms.term(scope, right)
        return terms.term(scope, left, second.type), second
    second = terms.term(scope, right, first.type)
    return first, second


def _meet(scope: Scope, left: r.Term, right: r.Term) -> tuple[r.Term, r.Term]:
    """A set of one beside an element, a board beside a set."""
    a, b = strip(left.type), strip(right.type)
    if isinstance(a, r.SetType) and not isinstance(b, r.SetType) and overlaps(a.element, b):
        return coerce(scope, left, b), right
    if isinstance(b, r.SetType) and not isinstance(a, r.SetType) and overlaps(b.element, a):
        return left, coerce(scope, right, a)
    if isinstance(a, r.BoardType) and isinstance(b, r.SetType):
        return tiles(scope, left), right
    if isinstance(b, r.BoardType) and isinstance(a, r.SetType):
        return left, tiles(scope, right)
    return left, right


def _in(scope: Scope, left: s.Term, right: s.Term, negated: bool, node: s.Term) -> r.Term:
    whole = as_set(scope, terms.term(scope, right))
    inner = element(whole.type)
    member = terms.term(scope, left, inner)
    if inner is None:
        if not isinstance(whole.type, r.AnyType):
            mismatch(scope, whole, r.SetType(ANY))
    elif not overlaps(member.type, inner):
        if isinstance(member.type, r.SetType) and overlaps(member.type.element, inner):
            member = coerce(scope, member, inner)
        else:
            scope.world.findings.report(
                "wrong-type",
                f"{describe(member.type).capitalize()} can never be in {describe(whole.type)}.",
                node.span,
                caption="asked here",
            )
    found = r.Op("in", (member, whole), type=YES_NO, span=node.span)
    return r.Op("not", (found,), type=YES_NO, span=node.span) if negated else found


def as_set(scope: Scope, term: r.Term) -> r.Term:
    """A term as something that has elements: a board's tiles, what stands in one place."""
    if isinstance(strip(term.type), r.BoardType):
        return tiles(scope, term)
    if isinstance(term.type, r.OrNone) and element(term.type) is None:
        return r.SetOf((term,), type=r.SetType(strip(term.type)), span=term.span)
    return term


# ---------------------------------------------------------------- `is`


def _is(scope: Scope, node: s.Is) -> r.Term:
    inner = terms.term(scope, node.term)
    what, span = node.what.text, node.span
    kind = strip(inner.type)
    if what in STATES or (what in ("asked", "winner") and scope.scenario):
        if what in ("empty", "filled") and not isinstance(
            inner.type, r.OrNone | r.SetType | r.ListType | r.BoardType | r.AnyType
        ):
            scope.world.findings.report("wrong-type", f"{describe(kind).capitalize()} is never empty.", span)
        return r.Is(inner, what, (), node.negated, type=YES_NO, span=span)
    if what in ("player", "neutral") and isinstance(kind, r.PartyType | r.PlayerType | r.AnyType):
        return r.Is(inner, what, (), node.negated, type=YES_NO, span=span)
    symbol = scope.world.find(what, node.what.span)
    asked = typetext.named(scope.world, symbol) if symbol is not None else None
    if asked is None:
        words = [*STATES, "player", *(("asked", "winner") if scope.scenario else ()), *typetext.type_names(scope.world, span)]
        unknown_name(scope, what, node.what.span, wanted="kind of thing", names=words)
        return terms.broken(span)
    if isinstance(kind, r.SetType) and overlaps(kind.element, asked):
        inner = coerce(scope, inner, kind.element)
        kind = strip(inner.type)
    if not overlaps(kind, asked):
        scope.world.findings.report("wrong-type", f"{describe(kind).capitalize()} is never {describe(asked)}.", span)
    match asked:
        case r.PieceType(name=name, pieces=pieces):
            return r.Is(inner, name, pieces, node.negated, type=YES_NO, span=span)
        case r.EnumType(name=name) | r.RegionType(map=name) | r.UnionType(name=name):
            return r.Is(inner, name, (), node.negated, type=YES_NO, span=span)
        case _:
            return terms.broken(span)


# ---------------------------------------------------------------- sums


def _binary(scope: Scope, node: s.Term, op: str, left: s.Term, right: s.Term, hint: r.Type | None) -> r.Term:
    first = terms.term(scope, left, hint)
    kind = strip(first.type)
    if isinstance(kind, r.BoardType):
        first = tiles(scope, first)
        kind = first.type
    if kind == CELL and op == "+":
        return r.Op("shift-cell", (first, terms.expect(scope, right, SIDE)), type=CELL, span=node.span)
    if isinstance(kind, r.SetType) and op in ("+", "-"):
        return _of_sets(scope, node, op, first, kind, right, hint)
    second = terms.term(scope, right, hint)
    if isinstance(second.type, r.SetType) and isinstance(kind, r.AnyType):
        return r.Op("union" if op == "+" else "minus", (first, second), type=second.type, span=node.span)
    first = coerce(scope, first, _grain(first))
    if first.type != ANY:
        second = coerce(scope, second, _grain(second))
    if isinstance(first.type, r.AnyType) or isinstance(second.type, r.AnyType):
        return r.Op(_arithmetic(op), (first, second), type=NUMBER, span=node.span)
    if op != "*":
        first, second = same_grain(scope, first, second)
    elif _half(first) and _half(second):
        scope.world.findings.report("wrong-type", "Two numbers that count by halves cannot be multiplied.", node.span)
    made = r.Op(_arithmetic(op), (first, second), span=node.span)
    kind = bounds.number_type(bounds.of_term(scope.world, made), _half(first) or _half(second))
    return r.Op(made.op, made.args, type=kind, span=node.span)


def _arithmetic(op: str) -> r.OpName:
    return "+" if op == "+" else "-" if op == "-" else "*"


def _half(term: r.Term) -> bool:
    kind = strip(term.type)
    return isinstance(kind, r.Num) and kind.half


def _of_sets(scope: Scope, node: s.Term, op: str, first: r.Term, kind: r.SetType, right: s.Term, hint: r.Type | None) -> r.Term:
    second = as_set(scope, terms.term(scope, right, kind))
    if not isinstance(second.type, r.SetType):
        if not isinstance(second.type, r.AnyType):
            advice = f"put braces around it: {'{…}'}" if overlaps(second.type, kind.element) else ""
            scope.world.findings.report(
                "wrong-type",
                f"{describe(kind).capitalize()} and {describe(second.type)} cannot be put together.",
                second.span,
                hint=advice,
            )
        return r.Op("union" if op == "+" else "minus", (first, second), type=kind, span=node.span)
    if op == "-":
        return r.Op("minus", (first, second), type=kind, span=node.span)
    both = join_as(kind, second.type, hint)
    if both is None:
        scope.world.findings.report(
            "wrong-type", f"{describe(kind).capitalize()} and {describe(second.type)} cannot be put together.", node.span
        )
    return r.Op("union", (first, second), type=both or kind, span=node.span)


def _divide(scope: Scope, node: s.Divide, hint: r.Type | None) -> r.Term:
    """A division rounds to whole numbers, or to halves where the result counts by halves."""
    first = terms.term(scope, node.left)
    first = coerce(scope, first, _grain(first))
    second = terms.expect(scope, node.right, NUMBER)
    wanted = strip(hint) if hint is not None else None
    to_half = isinstance(wanted, r.Num) and wanted.half
    if to_half and not _half(first):
        first = r.Op("*", (first, r.Const(2, type=NUMBER)), type=r.Num(half=True), span=first.span)
    elif _half(first) and not to_half:
        second = r.Op("*", (second, r.Const(2, type=NUMBER)), type=NUMBER, span=second.span)
        if isinstance(node.right, s.Integer):
            second = r.Const(node.right.value * 2, type=NUMBER, span=second.span)
    made = r.Op("div-up" if node.up else "div-down", (first, second), span=node.span)
    if bounds.of_term(scope.world, second) == (0, 0):
        scope.world.findings.report("out-of-range", "Nothing can be divided by 0.", node.span)
    kind = bounds.number_type(bounds.of_term(scope.world, made), bool(to_half))
    return r.Op(made.op, made.args, type=kind, span=node.span)


# ---------------------------------------------------------------- boards as they would be


def _board(scope: Scope, node: s.Term) -> r.Term:
    whole = terms.term(scope, node)
    if not isinstance(whole.type, r.BoardType | r.AnyType):
        mismatch(scope, whole, r.BoardType(""))
    return whole


def _with(scope: Scope, node: s.With) -> r.Term:
    whole = _board(scope, node.board)
    zone = whole.type.zone if isinstance(whole.type, r.BoardType) else ""
    if node.on is not None:
        piece = terms.term(scope, node.what)
        cell = terms.expect(scope, node.on, CELL)
        return r.WithTile(whole, piece, cell, type=whole.type, span=node.span)
    marks = terms.term(scope, node.what)
    inner = element(marks.type)
    found = []
    for symbol in scope.world.of_kind("zone"):
        known = zones.zone(scope.world, symbol)
        kind = {"marks-cells": CELL, "marks-joins": JOIN}.get(known.kind)
        if kind is not None and (not zone or known.on == zone) and inner in (kind, ANY):
            found.append(known.name)
    if len(found) != 1:
        why = "no marks of that kind lie on this board" if not found else f"several kinds of marks lie on it: {', '.join(found)}"
        scope.world.findings.report("which-one", f"These cannot be put on the board: {why}.", node.span)
        return whole
    return r.WithMarks(whole, found[0], marks, type=whole.type, span=node.span)

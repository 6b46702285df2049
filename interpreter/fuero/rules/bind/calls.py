"""Calls: `worth(c)`, `worth of c`, `total worth of pay`, and the built-in notions, which are called like any function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fuero.messages.diagnostic import Place, Span
from fuero.rules import nodes as r
from fuero.rules.bind import bounds, grids, signatures, terms
from fuero.rules.bind.coerce import board_piece, mismatch
from fuero.rules.bind.names import all_names, unknown_name
from fuero.rules.bind.operators import as_set
from fuero.rules.bind.scope import Scope
from fuero.rules.bind.types import ANY, CELL, COUNT, JOIN, NUMBER, PLAYER, SIDE, YES_NO, describe, element, fits, overlaps, strip
from fuero.rules.bind.world import Symbol
from fuero.syntax import nodes as s

Given = Callable[[r.Type], r.Term]
RULES = ("function", "condition", "ways", "total", "pool")


def apply(scope: Scope, node: s.Apply, hint: r.Type | None) -> r.Term:
    """`name(x, y)`: a rule, or a built-in notion."""
    word = node.name.text
    symbol = scope.world.find(word, node.name.span)
    if symbol is not None and symbol.kind in RULES:
        return call(scope, symbol, node.args, node.span)
    built_in = BUILT_INS.get(word)
    if built_in is not None:
        return _built_in(scope, word, built_in, [_bound(scope, arg) for arg in node.args], node.args, node.span)
    if symbol is not None:
        hint_ = (
            f'to run it, write "perform {word}(…)" in a rule that does something'
            if symbol.kind in ("procedure", "cases", "majority")
            else ""
        )
        scope.world.findings.report("wrong-type", f'"{word}" is {symbol}, and a value is wanted here.', node.span, hint=hint_)
    else:
        unknown_name(scope, word, node.name.span, names=all_names(scope, node.span) | set(BUILT_INS))
    return terms.broken(node.span)


def _bound(scope: Scope, arg: s.Term) -> Given:
    return lambda want: terms.expect(scope, arg, want)


def call(scope: Scope, symbol: Symbol, args: tuple[s.Term, ...], span: Span) -> r.Term:
    params = signatures.params(scope.world, symbol)
    count(scope, symbol, len(params), len(args), span)
    bound = tuple(terms.expect(scope, arg, param.type) for arg, param in zip(args, params, strict=False))
    return r.Call(symbol.full, bound, type=signatures.result(scope.world, symbol), span=span)


def count(scope: Scope, symbol: Symbol, wanted: int, given: int, span: Span) -> None:
    """Reports a wrong number of things in parentheses."""
    if wanted != given:
        takes = "nothing" if not wanted else "one thing" if wanted == 1 else f"{wanted} things"
        scope.world.findings.report(
            "wrong-count",
            f'"{symbol.name}" takes {takes} in parentheses; here {"is" if given == 1 else "are"} {given or "none"}.',
            span,
            others=(Place(symbol.span, "declared here"),),
        )


def of(scope: Scope, symbol: Symbol, value: r.Term, total: bool, span: Span, only_if_fits: bool) -> r.Term | None:
    """`f of x` for a rule of one parameter; None where an attribute of that name is what is meant."""
    params = signatures.params(scope.world, symbol)
    asked = element(value.type) if total else value.type
    ok = len(params) == 1 and asked is not None and fits(strip(asked), params[0].type)
    if only_if_fits and not ok:
        return None
    if len(params) != 1:
        count(scope, symbol, len(params), 1, span)
        return terms.broken(span)
    kind = signatures.result(scope.world, symbol)
    if not total:
        return r.Call(symbol.full, (terms.coerce(scope, value, params[0].type),), type=kind, span=span)
    value = as_set(scope, value)
    if not ok:
        mismatch(scope, value, r.SetType(params[0].type))
    grain = strip(kind)
    if not isinstance(grain, r.Num | r.AnyType):
        scope.world.findings.report(
            "wrong-type", f'Only numbers can be added up, and "{symbol.name}" gives {describe(kind)}.', span
        )
    low = bounds.of_type(scope.world, grain)[0]
    summed = bounds.number_type((0 if low is not None and low >= 0 else None, None), isinstance(grain, r.Num) and grain.half)
    return r.Call(symbol.full, (value,), True, type=summed, span=span)


# ---------------------------------------------------------------- built-in notions

Result = Callable[[Scope, tuple[r.Term, ...]], r.Type]
BOARD = r.BoardType("")
RULE = r.EnumType("a rule")  # stands for: the name of a rule or attribute
SET = r.SetType(ANY)


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """`args` are the wanted types (the last `optional` of them may be missing); `gives` says the type of the result."""

    args: tuple[r.Type, ...]
    gives: Result
    optional: int = 0


def _is(t: r.Type) -> Result:
    return lambda scope, args: t


def _first_element(scope: Scope, args: tuple[r.Term, ...]) -> r.Type:
    return r.OrNone(strip(element(args[0].type) or ANY))


def _top(scope: Scope, args: tuple[r.Term, ...]) -> r.Type:
    inner = strip(element(args[0].type) or ANY)
    return r.SetType(inner) if len(args) > 1 else r.OrNone(inner)


def _neighbours(scope: Scope, args: tuple[r.Term, ...]) -> r.Type:
    return r.SetType(strip(args[0].type))


def _like_first(scope: Scope, args: tuple[r.Term, ...]) -> r.Type:
    return r.SetType(strip(element(args[-1].type) or ANY))


def _piece(scope: Scope, args: tuple[r.Term, ...]) -> r.Type:
    return board_piece(scope, "")


BUILT_INS: dict[str, BuiltIn] = {
    "size": BuiltIn((SET,), _is(COUNT)),
    "full": BuiltIn((ANY,), _is(YES_NO)),
    "top": BuiltIn((SET, NUMBER), _top, optional=1),
    "first-of": BuiltIn((SET,), lambda scope, args: strip(element(args[0].type) or ANY)),
    "only": BuiltIn((SET,), _first_element),
    "opposite": BuiltIn((SIDE,), _is(SIDE)),
    "join": BuiltIn((CELL, SIDE), _is(JOIN)),
    "side": BuiltIn((JOIN,), _is(SIDE)),
    "near": BuiltIn((JOIN,), _piece),
    "far": BuiltIn((JOIN,), _piece),
    "cells": BuiltIn((BOARD,), _is(r.SetType(CELL))),
    "joins": BuiltIn((BOARD,), _is(r.SetType(JOIN))),
    "tiles": BuiltIn(
        (BOARD,), lambda scope, args: r.SetType(board_piece(scope, getattr(strip(args[0].type), "zone", "")), bag=True)
    ),
    "line": BuiltIn((BOARD, CELL, SIDE), _is(r.ListType(CELL))),
    "connected": BuiltIn((BOARD, SET, RULE), _is(YES_NO)),
    "encloses": BuiltIn((BOARD,), _is(YES_NO)),
    "longest-run": BuiltIn((BOARD, RULE), _is(COUNT)),
    "across": BuiltIn((SET, SET), _like_first),
    "between": BuiltIn((ANY, ANY), _neighbours),
    "longest-line": BuiltIn((SET,), _is(COUNT)),
    "reachable": BuiltIn((SET, SET), _like_first),
    "neighbours": BuiltIn((ANY,), _neighbours),
    "adjacent": BuiltIn((ANY, ANY), _is(YES_NO)),
    "distance": BuiltIn((ANY, ANY), _is(COUNT)),
    "sums": BuiltIn((SET, RULE), _is(r.SetType(COUNT))),
    "next-player": BuiltIn((PLAYER,), _is(PLAYER)),
    "left-neighbour": BuiltIn((PLAYER,), _is(PLAYER)),
    "right-neighbour": BuiltIn((PLAYER,), _is(PLAYER)),
    "others": BuiltIn((PLAYER,), _is(r.SetType(PLAYER))),
    "seats-from": BuiltIn((PLAYER,), _is(r.ListType(PLAYER))),
    "zone-of": BuiltIn((ANY,), _is(r.ZoneType())),
}


def built_in_of(scope: Scope, word: str, value: r.Term, span: Span) -> r.Term | None:
    """`size of x`, `top of stock`, `near of j` …"""
    built_in = BUILT_INS.get(word)
    if built_in is None:
        return None
    return _built_in(scope, word, built_in, [lambda want: terms.coerce(scope, value, want)], (None,), span, value)


def _built_in(
    scope: Scope,
    word: str,
    built_in: BuiltIn,
    given: list[Given],
    written: tuple[s.Term | None, ...],
    span: Span,
    value: r.Term | None = None,
) -> r.Term:
    least, most = len(built_in.args) - built_in.optional, len(built_in.args)
    if not least <= len(given) <= most:
        said = str(most) if least == most else f"{least} to {most}"
        scope.world.findings.report("wrong-count", f'"{word}" takes {said} thing(s) in parentheses; here are {len(given)}.', span)
        return terms.broken(span)
    args: list[r.Term] = []
    for make, want, node in zip(given, built_in.args, written, strict=False):
        if want is RULE:
            args.append(_rule(scope, word, node, args))
        elif want is SET:
            args.append(_collection(scope, value if node is None else terms.term(scope, node)))
        else:
            args.append(make(want))
    name = word
    if word == "cells":
        name = "window" if scope.domain else "cells"
    if word in ("adjacent", "distance", "neighbours") and args:
        _places(scope, args)
    if word in grids.NOTIONS and args:
        grids.check(scope, word, args, span)
    return r.BuiltIn(name, tuple(args), type=built_in.gives(scope, tuple(args)), span=span)


def _collection(scope: Scope, term: r.Term | None) -> r.Term:
    assert term is not None
    made = as_set(scope, term)
    if element(made.type) is None:
        mismatch(scope, made, SET)
    return made


def _places(scope: Scope, args: list[r.Term]) -> None:
    kinds = [strip(a.type) for a in args]
    fine = all(isinstance(k, r.CellType | r.RegionType | r.UnionType | r.AnyType) for k in kinds)
    if not fine or (len(kinds) == 2 and not overlaps(kinds[0], kinds[1])):
        scope.world.findings.report("wrong-type", "Two cells or two regions are wanted here.", args[-1].span)


def _rule(scope: Scope, word: str, node: s.Term | None, before: list[r.Term]) -> r.Term:
    """The name of a rule (or attribute) that a built-in notion asks; anything else is reported."""
    if isinstance(node, s.Name) and node.text not in scope.locals:
        symbol = scope.world.find(node.text, node.span)
        if symbol is not None and symbol.kind in RULES:
            _takes(scope, word, symbol, node.span, before)
            return r.Member(symbol.full, type=ANY, span=node.span)
        if word == "sums":
            return r.Member(node.text, type=ANY, span=node.span)
        unknown_name(scope, node.text, node.span, wanted="rule", names=[x.name for x in scope.world.of_kind(*RULES)])
        return terms.broken(node.span)
    assert node is not None
    given = terms.term(scope, node)
    if given.type != ANY:
        message = f"The name of a rule is wanted here, and this is {describe(given.type)}."
        scope.world.findings.report("wrong-type", message, node.span)
    return terms.broken(node.span)


def _takes(scope: Scope, word: str, symbol: Symbol, span: Span, before: list[r.Term]) -> None:
    params = [p.type for p in signatures.params(scope.world, symbol)]
    wanted: list[r.Type] = [element(before[0].type) or ANY] if word == "sums" else [BOARD, CELL, SIDE]
    if len(params) != len(wanted) or not all(overlaps(a, b) for a, b in zip(params, wanted, strict=True)):
        said = ", ".join(describe(t) for t in wanted)
        scope.world.findings.report(
            "wrong-type", f'"{word}" asks a rule that takes ({said}); "{symbol.name}" takes something else.', span
        )

"""Terms with one thing changed: a number, a comparison, a sign, a rounding, who is meant, an order, a condition left out.

A term comes in, terms of the same type go out, each with what was changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fuero.lab.mutants.edits import Edit, Place, World, quoted
from fuero.lab.mutants.nodes import Sort
from fuero.messages.diagnostic import NOWHERE
from fuero.rules import nodes as r

_RELATIONS: dict[r.OpName, r.OpName] = {"=": "!=", "!=": "=", "<": "<=", "<=": "<", ">": ">=", ">=": ">"}
_SIGNS: dict[r.OpName, r.OpName] = {"+": "-", "-": "+", "*": "+", "union": "minus", "minus": "union"}
_ROUNDINGS: dict[r.OpName, r.OpName] = {"div-down": "div-up", "div-up": "div-down"}
_SIDES = ("north", "east", "south", "west")
_ASKED = {"next-player", "left-neighbour", "opposite"}
"""Notions that give something other of the kind they are asked of."""


def of_term(term: r.Term, world: World, place: Place) -> Iterator[Edit]:
    """The term with one change at its outermost level; what was not written, but put there to make halves fit, stays."""
    if isinstance(term, r.Const | r.Op) and term.span == NOWHERE:
        return
    for new, sort in _changed(term, world):
        yield Edit(new, sort, quoted(term), quoted(new), place)


def _changed(term: r.Term, world: World) -> Iterator[tuple[r.Term, Sort]]:
    match term:
        case r.Const(value=value, type=r.YesNo()):
            yield replace(term, value=1 - value), "value"
        case r.Const():
            for new in numbers(term):
                yield new, "number"
        case r.Member(name=name, type=kind):
            names = _SIDES if isinstance(kind, r.SideType) else world.members.get(_named(kind), ())
            if name in names and len(names) > 1:
                yield replace(term, name=names[(names.index(name) + 1) % len(names)]), "value"
        case r.You() | r.VarRead(type=r.PlayerType()):
            yield following(term), "who"
        case r.BuiltIn(name=name, args=(inner,)) if name in _ASKED:
            yield inner, "who" if name != "opposite" else "value"
        case r.Op():
            yield from _operation(term)
        case r.Is(negated=negated):
            yield replace(term, negated=not negated), "clause turned round"
        case r.IfTerm(condition=condition, then=then, otherwise=otherwise):
            for one in (otherwise,) if narrows(condition) else (then, otherwise):
                yield (one if isinstance(one.type, r.Num) else replace(one, type=term.type)), "clause left out"
            for turned in turned_round(condition):
                yield replace(term, condition=turned), "clause turned round"
        case r.Fold():
            yield from _fold(term)
        case r.SetOf(items=items):
            for k in range(len(items)):
                yield replace(term, items=(*items[:k], *items[k + 1 :])), "value"
        case r.WithTile(board=board) | r.WithoutTile(board=board) | r.WithMarks(board=board):
            yield board, "value"
        case _:
            pass


def _named(kind: r.Type) -> str:
    match kind:
        case r.EnumType(name) | r.RegionType(name):
            return name
        case _:
            return ""


def numbers(term: r.Const) -> Iterator[r.Const]:
    """One more and one less; never below nothing, unless it was."""
    step = 2 if isinstance(term.type, r.Num) and term.type.half else 1
    yield replace(term, value=term.value + step)
    if term.value != 0:
        yield replace(term, value=term.value - step)


def following(who: r.Term) -> r.BuiltIn:
    """The player after this one."""
    return r.BuiltIn("next-player", (who,), type=r.PlayerType(), span=who.span)


def _operation(term: r.Op) -> Iterator[tuple[r.Term, Sort]]:
    op, args = term.op, term.args
    if op in _RELATIONS:
        yield replace(term, op=_RELATIONS[op]), "comparison"
    elif op in _ROUNDINGS:
        yield replace(term, op=_ROUNDINGS[op]), "rounding"
    elif op in _SIGNS and len(args) == 2:
        yield replace(term, op=_SIGNS[op]), "arithmetic"
    elif op == "in":
        yield _not(term), "clause turned round"
    elif op == "not":
        yield args[0], "clause turned round"
    elif op in ("and", "or"):
        yield replace(term, op="or" if op == "and" else "and"), "comparison"
        for k in range(len(args)):
            rest = (*args[:k], *args[k + 1 :])
            if op == "or" or not narrows(args[k]):
                yield (rest[0] if len(rest) == 1 else replace(term, args=rest)), "clause left out"
            for turned in turned_round(args[k]):
                yield replace(term, args=(*args[:k], turned, *args[k + 1 :])), "clause turned round"


def turned_round(condition: r.Term) -> Iterator[r.Term]:
    """The opposite of a condition, where changing its own sign would not give it already."""
    match condition:
        case r.Op("=" | "!=" | "in" | "not" | "and" | "or" | "<" | "<=" | ">" | ">=") | r.Is() | r.Const():
            return
        case _:
            yield _not(condition)


def narrows(condition: r.Term) -> bool:
    """Whether what stands under a condition may need it to be sound: it says of what kind a thing is."""
    match condition:
        case r.Is(what=what, pieces=pieces, negated=False):
            return bool(pieces) or what in ("player", "neutral")
        case r.Op("and", args):
            return any(map(narrows, args))
        case _:
            return False


def _not(condition: r.Term) -> r.Op:
    return r.Op("not", (condition,), type=r.YesNo(), span=condition.span)


def _fold(term: r.Fold) -> Iterator[tuple[r.Term, Sort]]:
    match term.word:
        case "every":
            yield replace(term, word="any"), "comparison"
        case "any":
            yield replace(term, word="every"), "comparison"
        case "most":
            yield replace(term, word="fewest"), "comparison"
        case "fewest":
            yield replace(term, word="most"), "comparison"
        case "highest":
            yield replace(term, word="lowest"), "comparison"
        case "lowest":
            yield replace(term, word="highest"), "comparison"
        case _:
            pass
    if term.where is not None and not narrows(term.where):
        yield replace(term, where=None), "clause left out"
    if term.where is not None:
        for turned in turned_round(term.where):
            yield replace(term, where=turned), "clause turned round"
    if term.word in ("every", "any"):
        for turned in turned_round(term.bodies[0]):
            yield replace(term, bodies=(turned, *term.bodies[1:])), "clause turned round"
    if term.start is not None:
        yield replace(term, start=None), "order"
        if isinstance(term.start.type, r.PlayerType):
            yield replace(term, start=following(term.start)), "order"
    if len(term.bodies) > 1:
        for k in range(len(term.bodies)):
            yield replace(term, bodies=(*term.bodies[:k], *term.bodies[k + 1 :])), "ties"
        for k in range(len(term.bodies) - 1):
            swapped = (*term.bodies[:k], term.bodies[k + 1], term.bodies[k], *term.bodies[k + 2 :])
            yield replace(term, bodies=swapped), "order"

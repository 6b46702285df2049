"""Terms and types to text: the canonical spelling, with no parentheses but those that are needed.

Read back, the text gives the same tree. `print_term` also serves messages and traces.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from fuero.syntax import nodes as n

# How tightly a term holds together; an operand that is looser than its place asks for is put in parentheses.
_IF, _OR, _AND, _NOT, _RELATION, _BOARD, _RANGE, _SUM, _PRODUCT, _CHAIN, _ATOM = range(11)
SUM, CHAIN, RANGE, BOARD = _SUM, _CHAIN, _RANGE, _BOARD
_LEVELS: dict[type[n.Node], int] = {
    n.IfTerm: _IF,
    n.Or: _OR,
    n.And: _AND,
    n.Not: _NOT,
    n.Compare: _RELATION,
    n.In: _RELATION,
    n.Is: _RELATION,
    n.With: _BOARD,
    n.Without: _BOARD,
    n.RangeTerm: _RANGE,
    n.Divide: _PRODUCT,
    n.Chain: _CHAIN,
}


def print_term(term: n.Term, level: int = _IF) -> str:
    """The term as text, in parentheses if it is looser than `level`."""
    text = _bare(term)
    return f"({text})" if _level(term) < level else text


def _level(term: n.Term) -> int:
    if isinstance(term, n.Binary):
        return _PRODUCT if term.op == "*" else _SUM
    return _LEVELS.get(type(term), _ATOM)


def print_terms(terms: Iterable[n.Term]) -> str:
    return ", ".join(print_term(term) for term in terms)


def _bare(term: n.Term) -> str:
    match term:
        case n.Name(text):
            return text
        case n.Numbered(name, number):
            return f"{name} {number}"
        case n.Integer(value):
            return str(value)
        case n.Ordinal(value):
            return ordinal(value)
        case n.Seat(letter):
            return letter
        case n.Apply(name, args):
            return f"{name.text}({print_terms(args)})"
        case n.You():
            return "you"
        case n.Your(name):
            return f"your {name.text}"
        case n.The(first, second):
            return f"the {first} {second}"
        case n.This(name):
            return f"this {name.text}"
        case n.OtherPlayers():
            return "other players"
        case n.PlayerCount():
            return "players"
        case n.NoneTerm():
            return "none"
        case n.Keys(items):
            return f"({print_terms(items)})"
        case n.SetLiteral(items):
            return f"{{{print_terms(items)}}}"
        case n.Fold(fold, bind, bodies):
            return f"{fold}({print_bind(bind)}{': ' + print_terms(bodies) if bodies else ''})"
        case n.Chain(links, at, total):
            text = " of ".join(print_term(link, _ATOM) for link in links)
            return ("total " if total else "") + text + (f" at {print_term(at, _ATOM)}" if at is not None else "")
        case n.Not(inner):
            return f"not {print_term(inner, _NOT)}"
        case n.And(left, right):
            return f"{print_term(left, _AND)} and {print_term(right, _NOT)}"
        case n.Or(left, right):
            return f"{print_term(left, _OR)} or {print_term(right, _AND)}"
        case n.Compare(op, left, right):
            return f"{print_term(left, _BOARD)} {op} {print_term(right, _BOARD)}"
        case n.In(left, right, negated):
            return f"{print_term(left, _BOARD)} {'not in' if negated else 'in'} {print_term(right, _BOARD)}"
        case n.Is(inner, what, negated):
            return f"{print_term(inner, _BOARD)} is {'not ' if negated else ''}{what.text}"
        case n.With(board, what, on):
            text = f"{print_term(board, _BOARD)} with {print_term(what, _RANGE)}"
            return text + (f" on {print_term(on, _RANGE)}" if on is not None else "")
        case n.Without(board, what):
            return f"{print_term(board, _BOARD)} without {print_term(what, _RANGE)}"
        case n.RangeTerm(low, high):
            return f"{print_term(low, _SUM)}..{print_term(high, _SUM)}"
        case n.Binary(op, left, right):
            level = _level(term)
            return f"{print_term(left, level)} {op} {print_term(right, level + 1)}"
        case n.Divide(left, right, up):
            return f"{print_term(left, _PRODUCT)} / {print_term(right, _CHAIN)} rounded {'up' if up else 'down'}"
        case n.IfTerm(condition, then, otherwise):
            return f"if {print_term(condition)} then {print_term(then)} else {print_term(otherwise)}"
        case _:
            assert_never(term)


def ordinal(value: int) -> str:
    """`1st`, `2nd`, `11th` …"""
    ending = "th" if 10 < value % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
    return f"{value}{ending}"


def print_bind(bind: n.Bind) -> str:
    text = f"{bind.name.text} in {print_term(bind.domain, _RANGE)}"
    if bind.start is not None:
        text += f" clockwise from {print_term(bind.start, _CHAIN)}"
    return text + where(bind.where)


def where(term: n.Term | None) -> str:
    return f" where {print_term(term)}" if term is not None else ""


def print_count(term: n.Term) -> str:
    """Where a number of things is wanted: a plain number or name, anything else in parentheses."""
    plain = isinstance(term, n.Name | n.PlayerCount) or (isinstance(term, n.Integer) and term.value >= 0)
    return _bare(term) if plain else f"({_bare(term)})"


def print_call(call: n.Call) -> str:
    return call.name.text + (f"({print_terms(call.args)})" if call.args else "")


def print_field(field: n.Field) -> str:
    text = f"{field.name.text} : "
    if field.many is not None:
        count = f" {print_count(field.many.count)}" if field.many.count is not None else ""
        text += f"{field.many.kind}{count} of "
    return text + print_term(field.domain, _BOARD)


def print_fields(fields: Iterable[n.Field]) -> str:
    return ", ".join(print_field(field) for field in fields)


def print_type(type: n.TypeText) -> str:
    match type:
        case n.TypeName(name):
            return name
        case n.TypeOf(outer, inner):
            return f"{outer} of {print_type(inner)}"
        case n.TypeRange(low, high, by):
            return f"{_bound(low)}..{_bound(high)}{' by ' + by if by else ''}"
        case n.TypeOrNone(inner):
            return f"{print_type(inner)} or none"
        case _:
            assert_never(type)


def _bound(term: n.Term) -> str:
    return _bare(term) if isinstance(term, n.Name | n.Integer | n.PlayerCount) else f"({_bare(term)})"


def print_params(params: Iterable[n.Param]) -> str:
    inside = ", ".join(f"{param.name.text}: {print_type(param.type)}" for param in params)
    return f"({inside})" if inside else ""

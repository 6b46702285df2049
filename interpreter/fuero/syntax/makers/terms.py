"""Makers of terms and types."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fuero.messages.diagnostic import Span
from fuero.syntax import nodes as n
from fuero.syntax.lines import Token
from fuero.syntax.makers.common import several, value, word

Terms = tuple[n.Term, ...]


# ---- types


def named(span: Span, name: Token) -> n.TypeName:
    return n.TypeName(name.value, span=span)


def of_type(span: Span, outer: Token, inner: n.TypeText) -> n.TypeOf:
    return n.TypeOf(outer.value, inner, span=span)


def between(span: Span, low: n.Term, high: n.Term, by: Token | None) -> n.TypeRange:
    return n.TypeRange(low, high, by.value if by else "", span=span)


def or_none(span: Span, inner: n.TypeText) -> n.TypeOrNone:
    return n.TypeOrNone(inner, span=span)


def names(span: Span, *tokens: Token) -> tuple[n.Word, ...]:
    return tuple(word(token, span) for token in tokens)


# ---- from loose to tight


def choice(span: Span, condition: n.Term, then: n.Term, otherwise: n.Term) -> n.IfTerm:
    return n.IfTerm(condition, then, otherwise, span=span)


def or_(span: Span, left: n.Term, right: n.Term) -> n.Or:
    return n.Or(left, right, span=span)


def and_(span: Span, left: n.Term, right: n.Term) -> n.And:
    return n.And(left, right, span=span)


def not_(span: Span, term: n.Term) -> n.Not:
    return n.Not(term, span=span)


def compare(span: Span, left: n.Term, sign: Token, right: n.Term) -> n.Compare:
    return n.Compare(sign.value, left, right, span=span)  # type: ignore[arg-type]


def equal(span: Span, left: n.Term, right: n.Term) -> n.Compare:
    return n.Compare("=", left, right, span=span)


def in_(span: Span, left: n.Term, right: n.Term) -> n.In:
    return n.In(left, right, span=span)


def not_in(span: Span, left: n.Term, right: n.Term) -> n.In:
    return n.In(left, right, True, span=span)


def is_(span: Span, term: n.Term, what: Token) -> n.Is:
    return n.Is(term, word(what, span), span=span)


def is_not(span: Span, term: n.Term, what: Token) -> n.Is:
    return n.Is(term, word(what, span), True, span=span)


def with_(span: Span, board: n.Term, what: n.Term, on: n.Term | None) -> n.With:
    return n.With(board, what, on, span=span)


def without(span: Span, board: n.Term, what: n.Term) -> n.Without:
    return n.Without(board, what, span=span)


def range_(span: Span, low: n.Term, high: n.Term) -> n.RangeTerm:
    return n.RangeTerm(low, high, span=span)


def plus(span: Span, left: n.Term, right: n.Term) -> n.Binary:
    return n.Binary("+", left, right, span=span)


def minus(span: Span, left: n.Term, right: n.Term) -> n.Binary:
    return n.Binary("-", left, right, span=span)


def product(span: Span, left: n.Term, right: n.Term) -> n.Binary:
    return n.Binary("*", left, right, span=span)


def divide(span: Span, left: n.Term, right: n.Term, up: bool) -> n.Divide:
    return n.Divide(left, right, up, span=span)


def rounding(_span: Span, direction: str) -> bool:
    return direction == "up"


# ---- chains


def chain_of(span: Span, first: n.Term, links: Terms, at: n.Term | None) -> n.Chain:
    return n.Chain((first, *links), at, span=span)


def chain_at(span: Span, first: n.Term, at: n.Term) -> n.Chain:
    return n.Chain((first,), at, span=span)


def total_of(span: Span, first: Token, links: Terms, at: n.Term | None) -> n.Chain:
    return n.Chain((name(word(first, span).span, first), *links), at, True, span=span)


def total_at(span: Span, first: Token, at: n.Term) -> n.Chain:
    return n.Chain((name(word(first, span).span, first),), at, True, span=span)


# ---- atoms


def name(span: Span, token: Token) -> n.Name:
    return n.Name(token.value, span=span)


def numbered(span: Span, token: Token, number: Token) -> n.Numbered:
    return n.Numbered(token.value, int(number.value), span=span)


def integer(span: Span, token: Token) -> n.Integer:
    return n.Integer(int(token.value), span=span)


def ordinal(span: Span, token: Token) -> n.Ordinal:
    return n.Ordinal(int(token.value[:-2]), span=span)


def seat(span: Span, token: Token) -> n.Seat:
    return n.Seat(token.value, span=span)


def apply(span: Span, token: Token, args: Terms) -> n.Apply:
    return n.Apply(word(token, span), args, span=span)


def you(span: Span) -> n.You:
    return n.You(span=span)


def your(span: Span, token: Token) -> n.Your:
    return n.Your(word(token, span), span=span)


def the(span: Span, first: Token, second: Token) -> n.The:
    return n.The(first.value, second.value, span=span)


def this(span: Span, token: Token) -> n.This:
    return n.This(word(token, span), span=span)


def others(span: Span) -> n.OtherPlayers:
    return n.OtherPlayers(span=span)


def player_count(span: Span) -> n.PlayerCount:
    return n.PlayerCount(span=span)


def none(span: Span) -> n.NoneTerm:
    return n.NoneTerm(span=span)


def keys(span: Span, *items: n.Term) -> n.Keys:
    return n.Keys(items, span=span)


def set_of(span: Span, items: Terms | None) -> n.SetLiteral:
    return n.SetLiteral(items or (), span=span)


def fold(span: Span, fold_word: n.FoldWord, bind: n.Bind, bodies: Terms | None) -> n.Fold:
    return n.Fold(fold_word, bind, bodies or (), span=span)


def bind(span: Span, token: Token, domain: n.Term, start: n.Term | None, where: n.Term | None) -> n.Bind:
    return n.Bind(word(token, span), domain, start, where, span=span)


def call(span: Span, token: Token, args: Terms | None) -> n.Call:
    return n.Call(word(token, span), args or (), span=span)


MAKERS: dict[str, Callable[..., Any]] = {
    "named": named,
    "of_type": of_type,
    "between": between,
    "or_none": or_none,
    "names": names,
    "choice": choice,
    "or_": or_,
    "and_": and_,
    "not_": not_,
    "compare": compare,
    "equal": equal,
    "in_": in_,
    "not_in": not_in,
    "is_": is_,
    "is_not": is_not,
    "with_": with_,
    "without": without,
    "range": range_,
    "plus": plus,
    "minus": minus,
    "product": product,
    "divide": divide,
    "rounding": rounding,
    "direction": value,
    "chain_of": chain_of,
    "chain_at": chain_at,
    "total_of": total_of,
    "total_at": total_at,
    "links": several,
    "name": name,
    "numbered": numbered,
    "integer": integer,
    "ordinal": ordinal,
    "seat": seat,
    "apply": apply,
    "you": you,
    "your": your,
    "the": the,
    "this": this,
    "others": others,
    "player_count": player_count,
    "none": none,
    "keys": keys,
    "set_of": set_of,
    "fold": fold,
    "fold_word": value,
    "bind": bind,
    "call": call,
    "exprs": several,
}

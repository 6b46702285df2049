"""Makers of amendments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from fuero.messages.diagnostic import Span
from fuero.syntax import nodes as n
from fuero.syntax.lines import Token
from fuero.syntax.makers.common import at, text, unsaid, value, word


def _target_and_name(token: Token, span: Span) -> tuple[n.Word, n.Word]:
    """`pay.cards` is the new `cards` of `pay`."""
    target, dot, name = token.value.rpartition(".")
    place = at(token, span)
    if not dot:
        message = f'"{token.value}" does not say to which rule the new part belongs.'
        raise unsaid("one-of-these", message, place, "Write the rule, a dot and the new name, as in: rule.part")
    cut = place.column + len(target)
    return (
        n.Word(target, span=Span(place.file, place.line, place.column, place.line, cut)),
        n.Word(name, span=Span(place.file, place.line, cut + 1, place.line, place.end_column)),
    )


def add_part(
    span: Span,
    kind: Literal["require", "way", "part"],
    path: Token,
    over: n.Word | None,
    label: Token | None,
    cites: n.Cites | None,
    term: n.Term,
) -> n.AddPart:
    target, name = _target_and_name(path, span)
    return n.AddPart(target, n.Part(kind, name, text(label), term, cites or (), span=span), over, span=span)


def add_case(
    span: Span,
    path: Token,
    over: n.Word | None,
    label: Token | None,
    when: n.Term,
    cites: n.Cites | None,
    body: n.Block | n.Term,
) -> n.AddCase:
    target, name = _target_and_name(path, span)
    return n.AddCase(target, n.Case(name, when, body, cites or (), text(label), span=span), over, span=span)


def add_field(span: Span, field: n.Field, target: n.Word, cites: n.Cites | None) -> n.AddField:
    return n.AddField(field, target, cites or (), span=span)


def add_offer(span: Span, call: n.Call, when: n.Term | None, target: n.Word, cites: n.Cites | None) -> n.AddOffer:
    end = when.span if when is not None else call.span
    place = Span(span.file, call.span.line, call.span.column, end.end_line, end.end_column)
    return n.AddOffer(n.Offer(call, when, span=place), target, cites or (), span=span)


def drop(span: Span, target: n.Word, over: n.Word | None, cites: n.Cites | None) -> n.Drop:
    return n.Drop(target, over, cites or (), span=span)


def replace(
    span: Span,
    target: n.Word,
    over: n.Word | None,
    label: Token | None,
    cites: n.Cites | None,
    body: n.Block | n.Term,
) -> n.Replace:
    return n.Replace(target, text(label), body, over, cites or (), span=span)


def setting(
    span: Span,
    target: Token | n.Term,
    over: n.Word | None,
    term: n.Term | tuple[str, ...],
    cites: n.Cites | None,
) -> n.SetAmend:
    what: n.Word | n.Term
    if isinstance(target, Token):
        what = word(target, span)
    elif isinstance(target, n.Name):
        what = n.Word(target.text, span=target.span)
    else:
        what = target
    return n.SetAmend(what, term, over, cites or (), span=span)


def set_phrases(_span: Span, *phrases: str | Token) -> tuple[str, ...]:
    return tuple(phrase.value if isinstance(phrase, Token) else phrase for phrase in phrases)


def set_phrase(_span: Span, first: Token, *rest: str | Token) -> str:
    return " ".join([first.value, *(part.value if isinstance(part, Token) else part for part in rest)])


def except_(span: Span, target: n.Word, name: Token, over: n.Word | None, when: n.Term, cites: n.Cites | None) -> n.Except:
    return n.Except(target, word(name, span), when, over, cites or (), span=span)


def extend(span: Span, name: Token, members: tuple[n.Word, ...], cites: n.Cites | None) -> n.Extend:
    return n.Extend(word(name, span), members, cites or (), span=span)


def hook(
    span: Span,
    kind: Literal["before", "after", "instead"],
    target: n.Word,
    name: Token,
    over: n.Word | None,
    cites: n.Cites | None,
    body: n.Block,
) -> n.Hook:
    return n.Hook(kind, target, word(name, span), body, over, cites or (), span=span)


def upon(
    span: Span,
    piece: Token,
    type: n.TypeText,
    border: str,
    zone: n.Term,
    name: Token,
    cites: n.Cites | None,
    body: n.Block,
) -> n.Upon:
    return n.Upon(word(piece, span), type, border == "enters", zone, word(name, span), body, cites or (), span=span)


def order(span: Span, first: n.Word, then: n.Word, cites: n.Cites | None) -> n.Order:
    return n.Order(first, then, cites or (), span=span)


def over(_span: Span, path: n.Word) -> n.Word:
    return path


MAKERS: dict[str, Callable[..., Any]] = {
    "add_part": add_part,
    "add_case": add_case,
    "add_field": add_field,
    "add_offer": add_offer,
    "drop": drop,
    "replace": replace,
    "setting": setting,
    "set_phrases": set_phrases,
    "set_phrase": set_phrase,
    "except_": except_,
    "extend": extend,
    "hook": hook,
    "hook_kind": value,
    "upon": upon,
    "border": value,
    "order": order,
    "over": over,
}

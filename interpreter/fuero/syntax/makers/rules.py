"""Makers of rules that are made of named parts, and of actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from fuero.messages.diagnostic import Span
from fuero.syntax import nodes as n
from fuero.syntax.lines import Token
from fuero.syntax.makers.common import several, text, value, word

Params = tuple[n.Param, ...]


def rule(
    span: Span,
    kind: Literal["condition", "ways", "total", "pool"],
    name: Token,
    params: Params | None,
    type: n.TypeText | None,
    label: Token | None,
    cites: n.Cites | None,
    *lines: n.Part | n.Relies,
) -> n.Rule:
    parts = tuple(line for line in lines if isinstance(line, n.Part))
    relies = tuple(line for line in lines if isinstance(line, n.Relies))
    return n.Rule(kind, word(name, span), params or (), type, text(label), parts, relies, cites or (), span=span)


def part(
    span: Span,
    kind: Literal["require", "way", "part"],
    name: Token,
    label: Token | None,
    cites: n.Cites | None,
    term: n.Term,
) -> n.Part:
    return n.Part(kind, word(name, span), text(label), term, cites or (), span=span)


def relies(span: Span, path: n.Word, why: Token | None) -> n.Relies:
    return n.Relies(path, text(why), span=span)


def cases(span: Span, name: Token, params: Params | None, label: Token | None, cites: n.Cites | None, *lines: n.Case) -> n.Cases:
    return n.Cases(word(name, span), params or (), text(label), lines, cites or (), span=span)


def case(
    span: Span, name: Token, label: Token | None, when: n.Term, cites: n.Cites | None, body: n.Block
) -> n.Case:
    return n.Case(word(name, span), when, body, cites or (), text(label), span=span)


def function(
    span: Span, name: Token, params: Params | None, type: n.TypeText | None, term: n.Term, cites: n.Cites | None
) -> n.Function:
    return n.Function(word(name, span), params or (), type, term, cites or (), span=span)


def param(span: Span, name: Token, type: n.TypeText) -> n.Param:
    return n.Param(word(name, span), type, span=span)


def action(
    span: Span,
    name: Token,
    params: Params | None,
    label: Token | None,
    cites: n.Cites | None,
    *parts: n.Fields | n.Let | n.Part | n.Effect,
) -> n.Action:
    return n.Action(word(name, span), params or (), text(label), parts, cites or (), span=span)


def choose_fields(span: Span, fields: tuple[n.Field, ...], where: n.Term | None) -> n.Fields:
    return n.Fields(fields, where, span=span)


def effect(span: Span, body: n.Block) -> n.Effect:
    return n.Effect(body, span=span)


def field(span: Span, name: Token, many: n.HowMany | None, domain: n.Term) -> n.Field:
    return n.Field(word(name, span), many, domain, span=span)


def how_many_word(span: Span, token: Token) -> n.HowMany:
    return n.HowMany(token.value, span=span)  # type: ignore[arg-type]


def up_to(span: Span, count: n.Term) -> n.HowMany:
    return n.HowMany("up to", count, span=span)


def exactly(span: Span, count: n.Term) -> n.HowMany:
    return n.HowMany("exactly", count, span=span)


MAKERS: dict[str, Callable[..., Any]] = {
    "rule": rule,
    "part": part,
    "relies": relies,
    "cases": cases,
    "case": case,
    "function": function,
    "params": several,
    "param": param,
    "action": action,
    "choose_fields": choose_fields,
    "effect": effect,
    "fields": several,
    "field": field,
    "how_many_word": how_many_word,
    "up_to": up_to,
    "exactly": exactly,
    "rule_kind": value,
    "part_kind": value,
}

"""Makers of worked examples."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fuero.messages.diagnostic import Span
from fuero.messages.nearest import nearest
from fuero.syntax import nodes as n
from fuero.syntax.lines import Token
from fuero.syntax.makers.common import several, text, unsaid, word

Terms = tuple[n.Term, ...]
Pay = tuple[n.Seat, n.Term]
GivenField = tuple[n.Word, n.Term]


def scenario(span: Span, title: Token, cites: n.Cites | None, *parts: n.ScenarioPart) -> n.Scenario:
    return n.Scenario(text(title), parts, cites or (), span=span)


def _seat(token: Token, span: Span) -> n.Seat:
    return n.Seat(token.value, span=word(token, span).span)


def seats(span: Span, *tokens: Token) -> tuple[n.Seat, ...]:
    return tuple(_seat(token, span) for token in tokens)


def seated(span: Span, named: tuple[n.Seat, ...]) -> n.ScenarioPlayers:
    return n.ScenarioPlayers(named, span=span)


def scenario_with(span: Span, kind: Token, names: tuple[n.Word, ...]) -> n.ScenarioWith:
    return n.ScenarioWith(kind.value, names, span=span)


def scenario_set(span: Span, kind: Token, name: Token, term: n.Term) -> n.ScenarioWith:
    return n.ScenarioWith(kind.value, (word(name, span),), term, span=span)


def start_from(span: Span, phrase: str, seed: Token | None, number: Token | None) -> n.ScenarioStart:
    _only_seed(seed, span)
    return n.ScenarioStart(phrase, int(number.value) if number else None, span=span)


def _only_seed(token: Token | None, span: Span) -> None:
    if token is not None and token.value != "seed":
        message = f'After the comma there can only be "seed" and a number, not "{token.value}".'
        hint = 'Did you mean "seed"?' if nearest(token.value, ["seed"]) else ""
        raise unsaid("one-of-these", message, word(token, span).span, hint)


def given(span: Span, *facts: n.Fact) -> n.Given:
    return n.Given(facts, span=span)


def chance(span: Span, fact: n.Fact) -> n.Chance:
    return n.Chance(fact, span=span)


def fact_is(span: Span, about: n.Term, values: Terms) -> n.Fact:
    return n.Fact(about, values, span=span)


def fact_drawn(span: Span, about: n.Term, *rows: n.Row) -> n.Fact:
    return n.Fact(about, (), rows, span=span)


def do_call(span: Span, call: n.Call) -> n.DoCall:
    return n.DoCall(call, span=span)


def do_play(span: Span, seat: Token, play: n.Play) -> n.DoPlay:
    return n.DoPlay(_seat(seat, span), play, span=span)


def refuse(span: Span, seat: Token, play: n.Play, because: n.Word) -> n.Refuse:
    return n.Refuse(_seat(seat, span), play, because, span=span)


def examples(span: Span, *rows: n.Row) -> n.Examples:
    return n.Examples(rows, span=span)


def play(span: Span, action: Token, fields: tuple[GivenField, ...] | None) -> n.Play:
    return n.Play(word(action, span), fields or (), span=span)


def given_field(span: Span, name: Token, term: n.Term) -> GivenField:
    return word(name, span), term


def expect_line(_span: Span, expectation: n.ScenarioPart) -> n.ScenarioPart:
    return expectation


def expect_term(span: Span, term: n.Term) -> n.ExpectTerm:
    return n.ExpectTerm(term, span=span)


def expect_pays(span: Span, rule: n.Term, *pays: Pay) -> n.ExpectPays:
    return n.ExpectPays(rule, pays, span=span)


def pay(span: Span, seat: Token, points: n.Term) -> Pay:
    return _seat(seat, span), points


def expect_holds(span: Span, zone: n.Term, pieces: Terms) -> n.ExpectHolds:
    return n.ExpectHolds(zone, pieces, span=span)


def expect_may(span: Span, seat: Token, play: n.Play) -> n.ExpectMay:
    return n.ExpectMay(_seat(seat, span), play, True, span=span)


def expect_may_not(span: Span, seat: Token, play: n.Play, because: n.Word | None) -> n.ExpectMay:
    return n.ExpectMay(_seat(seat, span), play, False, because, span=span)


MAKERS: dict[str, Callable[..., Any]] = {
    "scenario": scenario,
    "seats": seats,
    "seated": seated,
    "scenario_with": scenario_with,
    "scenario_set": scenario_set,
    "start_from": start_from,
    "given": given,
    "chance": chance,
    "fact_is": fact_is,
    "fact_drawn": fact_drawn,
    "do_call": do_call,
    "do_play": do_play,
    "refuse": refuse,
    "examples": examples,
    "play": play,
    "given_fields": several,
    "given_field": given_field,
    "expect_line": expect_line,
    "expect_term": expect_term,
    "expect_pays": expect_pays,
    "pay": pay,
    "expect_holds": expect_holds,
    "expect_may": expect_may,
    "expect_may_not": expect_may_not,
}

"""Makers of statements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fuero.messages.diagnostic import Span
from fuero.syntax import nodes as n
from fuero.syntax.lines import Token
from fuero.syntax.makers.common import several, text, value, word

Offers = tuple[n.Offer, ...]
FieldNodes = tuple[n.Field, ...]


def move(span: Span, what: n.Term, source: n.Term | None, target: n.Term) -> n.Move:
    return n.Move(what, source, target, span=span)


def draw(span: Span, count: n.Term, source: n.Term, target: n.Term) -> n.Draw:
    return n.Draw(count, source, target, span=span)


def shuffle(span: Span, zone: n.Term) -> n.Shuffle:
    return n.Shuffle(zone, span=span)


def restock(span: Span, zone: n.Term, source: n.Term) -> n.Restock:
    return n.Restock(zone, source, span=span)


def reveal(span: Span, what: n.Term) -> n.Reveal:
    return n.Reveal(what, span=span)


def set_to(span: Span, target: n.Term, term: n.Term) -> n.SetTo:
    return n.SetTo(target, term, span=span)


def let(span: Span, name: Token, term: n.Term) -> n.Let:
    return n.Let(word(name, span), term, span=span)


def score(span: Span, points: n.Term, who: n.Term, label: Token | None, cites: n.Cites | None) -> n.Score:
    return n.Score(points, who, text(label), cites or (), span=span)


def say(span: Span, sentence: Token) -> n.Say:
    return n.Say(text(sentence), span=span)


def finish(span: Span) -> n.Finish:
    return n.Finish(span=span)


def if_(span: Span, condition: n.Term, then: n.Block, otherwise: n.Block | n.If | None) -> n.If:
    return n.If(condition, then, (otherwise,) if isinstance(otherwise, n.If) else otherwise, span=span)


def for_(span: Span, bind: n.Bind, body: n.Block) -> n.ForEach:
    return n.ForEach(bind, body, span=span)


def repeat(span: Span, at_most: n.Term | None, until: str, condition: n.Term, body: n.Block) -> n.Repeat:
    return n.Repeat(at_most, until == "until", condition, body, span=span)


def choose(
    span: Span,
    times: n.Times | None,
    fields: FieldNodes,
    sentence: Token | None,
    where: n.Term | None,
    by: n.Term | None,
    cites: n.Cites | None,
    body: n.Block,
    otherwise: n.Block | None,
) -> n.Choose:
    chooser = "chance" if isinstance(by, n.Name) and by.text == "chance" else by
    return n.Choose(times, fields, where, chooser, body, otherwise, cites or (), text(sentence), span=span)  # type: ignore[arg-type]


def up_to_times(span: Span, count: n.Term) -> n.Times:
    return n.Times(count, True, span=span)


def exactly_times(span: Span, count: n.Term) -> n.Times:
    return n.Times(count, False, span=span)


def ask(span: Span, who: n.Term, sentence: Token | None, offers: Offers, otherwise: n.Block | None) -> n.Ask:
    return n.Ask(who, text(sentence), offers, otherwise, span=span)


def offer(span: Span, call: n.Call, when: n.Term | None) -> n.Offer:
    return n.Offer(call, when, span=span)


def secretly(
    span: Span, bind: n.Bind, fields: FieldNodes, sentence: Token | None, where: n.Term | None, body: n.Block
) -> n.Secretly:
    return n.Secretly(bind, fields, where, body, text(sentence), span=span)


def perform(span: Span, call: n.Call, who: n.Term | None) -> n.Perform:
    return n.Perform(call, who, span=span)


def open_(span: Span, call: n.Call) -> n.Open:
    return n.Open(call, span=span)


def step(span: Span, name: Token, label: Token | None, cites: n.Cites | None, *body: n.Statement) -> n.Step:
    return n.Step(word(name, span), text(label), body, cites or (), span=span)


def within(span: Span, name: Token, window: Token, body: n.Block) -> n.Within:
    return n.Within(word(name, span), word(window, span), body, span=span)


def leave(span: Span, name: Token) -> n.Leave:
    return n.Leave(word(name, span), span=span)


MAKERS: dict[str, Callable[..., Any]] = {
    "block": several,
    "move": move,
    "draw": draw,
    "shuffle": shuffle,
    "restock": restock,
    "reveal": reveal,
    "set_to": set_to,
    "let": let,
    "score": score,
    "say": say,
    "finish": finish,
    "if_": if_,
    "for_": for_,
    "repeat": repeat,
    "until": value,
    "choose": choose,
    "up_to_times": up_to_times,
    "exactly_times": exactly_times,
    "ask": ask,
    "offers": several,
    "offer": offer,
    "secretly": secretly,
    "perform": perform,
    "open": open_,
    "step": step,
    "within": within,
    "leave": leave,
}

"""Makers of the flow of a game, of points, and of how things are drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fuero.messages.diagnostic import Span
from fuero.syntax import nodes as n
from fuero.syntax.lines import Token
from fuero.syntax.makers.common import Said, once, said, several, text, value, where, word

Params = tuple[n.Param, ...]


def procedure(span: Span, name: Token, params: Params | None, cites: n.Cites | None, body: n.Block) -> n.Procedure:
    return n.Procedure(word(name, span), params or (), body, cites or (), span=span)


def setup(span: Span, cites: n.Cites | None, body: n.Block) -> n.Setup:
    return n.Setup(body, cites or (), span=span)


def end(span: Span, cites: n.Cites | None, *parts: Said) -> n.End:
    return n.End(
        tuple(part.value for part in parts if part.what == "when"),
        tuple(part.value for part in parts if part.what == "perform"),
        once(parts, "winner", ""),
        once(parts, "ties", ()),
        cites or (),
        where(parts),
        span=span,
    )


def window(
    span: Span, name: Token, params: Params | None, label: Token | None, cites: n.Cites | None, *parts: Said | n.Offer
) -> n.Window:
    lines = tuple(part for part in parts if isinstance(part, Said))
    return n.Window(
        word(name, span),
        params or (),
        text(label),
        once(lines, "opens"),
        once(lines, "asks"),
        tuple(part for part in parts if isinstance(part, n.Offer)),
        once(lines, "closes", ""),
        cites or (),
        where(lines),
        span=span,
    )


def opens(span: Span, moment: str, path: n.Word) -> Said:
    return Said("opens", (moment, path), span)


def majority(
    span: Span, name: Token, params: Params | None, each: n.Bind | None, cites: n.Cites | None, *parts: Said | n.Bonus
) -> n.Majority:
    lines = tuple(part for part in parts if isinstance(part, Said))
    return n.Majority(
        word(name, span),
        params or (),
        each,
        once(lines, "among"),
        once(lines, "counting"),
        once(lines, "minimum"),
        once(lines, "pays"),
        once(lines, "places"),
        once(lines, "ties", ()),
        tuple(part for part in parts if isinstance(part, n.Bonus)),
        cites or (),
        where(lines),
        span=span,
    )


def bonus(span: Span, name: Token, label: Token, points: n.Term, to: str, when: n.Term | None, cites: n.Cites | None) -> n.Bonus:
    return n.Bonus(word(name, span), text(label), points, to, when, cites or (), span=span)


def points(span: Span, name: Token, label: Token | None, cites: n.Cites | None, *parts: Said) -> n.Points:
    every, scored = once(parts, "scored", ("", None))
    return n.Points(
        word(name, span),
        text(label),
        every,
        scored,
        once(parts, "for each"),
        once(parts, "when"),
        once(parts, "pays"),
        cites or (),
        span=span,
    )


def scored_every(span: Span, name: Token) -> Said:
    return Said("scored", (name.value, None), span)


def scored_in(span: Span, term: n.Term) -> Said:
    return Said("scored", ("", term), span)


def phrase(_span: Span, *words: Token) -> str:
    return " ".join(token.value for token in words)


def display(
    span: Span,
    name: Token,
    label: Token | None,
    shape: Token,
    shown: n.Word | n.Term | None,
    cites: n.Cites | None,
    *parts: n.DisplayPart,
) -> n.Display:
    of = shown if isinstance(shown, n.Word) else None
    drawn = None if isinstance(shown, n.Word) else shown
    return n.Display(word(name, span), text(label), word(shape, span), of, drawn, parts, cites or (), span=span)


def shown_of(span: Span, name: Token) -> n.Word:
    return word(name, span)


def text_(span: Span, terms: tuple[n.Term, ...]) -> n.DisplayPart:
    return n.DisplayPart("text", terms, span=span)


def show(span: Span, terms: tuple[n.Term, ...]) -> n.DisplayPart:
    return n.DisplayPart("show", terms, span=span)


def colour(span: Span, term: n.Term) -> n.DisplayPart:
    return n.DisplayPart("colour", (term,), span=span)


def edges(span: Span, term: n.Term) -> n.DisplayPart:
    return n.DisplayPart("edges", (term,), span=span)


def picture(span: Span, file: Token) -> n.DisplayPart:
    return n.DisplayPart("picture", file=text(file), span=span)


MAKERS: dict[str, Callable[..., Any]] = {
    "procedure": procedure,
    "setup": setup,
    "end": end,
    "when": said("when"),
    "then_perform": said("perform"),
    "winner": said("winner"),
    "ties": said("ties"),
    "window": window,
    "opens": opens,
    "asks": said("asks"),
    "closes": said("closes"),
    "moment": value,
    "majority": majority,
    "among": said("among"),
    "counting": said("counting"),
    "minimum": said("minimum"),
    "pays": said("pays"),
    "places": said("places"),
    "bonus": bonus,
    "points": points,
    "scored_every": scored_every,
    "scored_in": scored_in,
    "each": said("for each"),
    "phrase": phrase,
    "phrases": several,
    "display": display,
    "shown_of": shown_of,
    "text_": text_,
    "show": show,
    "colour": colour,
    "edges": edges,
    "picture": picture,
}

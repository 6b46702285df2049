"""Makers of a file's first line, and of the facts about a ruleset."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fuero.messages.diagnostic import Span
from fuero.syntax import nodes as n
from fuero.syntax.lines import Token
from fuero.syntax.makers.common import text, word


def game(span: Span, name: Token, title: Token, cites: n.Cites | None) -> n.Head:
    return n.Head("game", word(name, span), "", text(title), cites=cites or (), span=span)


def module(span: Span, name: Token, game: Token, title: Token, cites: n.Cites | None) -> n.Head:
    return n.Head("module", word(name, span), game.value, text(title), cites=cites or (), span=span)


def variant(span: Span, name: Token, game: Token, title: Token, cites: n.Cites | None) -> n.Head:
    return n.Head("variant", word(name, span), game.value, text(title), cites=cites or (), span=span)


def bridge(span: Span, name: Token, game: Token, of: tuple[n.Word, ...], title: Token | None, cites: n.Cites | None) -> n.Head:
    return n.Head("bridge", word(name, span), game.value, text(title), of, cites or (), span=span)


def labels(span: Span, name: Token, game: Token, *lines: n.Label) -> n.Head:
    return n.Head("labels", word(name, span), game.value, labels=lines, span=span)


def label(span: Span, path: n.Word, sentence: Token, *forms: tuple[str, str]) -> n.Label:
    return n.Label(path, text(sentence), forms, span=span)


def form(_span: Span, name: Token, sentence: Token) -> tuple[str, str]:
    return name.value, text(sentence)


def rulebook(span: Span, name: Token, title: Token, language: Token | None, *sections: n.Section) -> n.Rulebook:
    return n.Rulebook(word(name, span), text(title), language.value if language else "", sections, span=span)


def section(span: Span, name: Token, title: Token | None) -> n.Section:
    return n.Section(word(name, span), text(title), span=span)


def counts(_span: Span, low: Token, high: Token | None) -> tuple[int, int]:
    return int(low.value), int((high or low).value)


def players(span: Span, counted: tuple[int, int], cites: n.Cites | None) -> n.PlayersRange:
    return n.PlayersRange(*counted, cites or (), span=span)


def neutral(span: Span, name: Token, title: Token, when: n.Term, cites: n.Cites | None) -> n.Neutral:
    return n.Neutral(word(name, span), text(title), when, cites or (), span=span)


def cap(span: Span, count: Token, unit: Token, cites: n.Cites | None) -> n.Cap:
    return n.Cap(int(count.value), unit.value, cites or (), span=span)


def needs(span: Span, kind: Token, names: tuple[n.Word, ...]) -> n.Needs:
    return n.Needs(kind.value, names, span=span)


def uses(span: Span, kind: Token, names: tuple[n.Word, ...]) -> n.Uses:
    return n.Uses(kind.value, names, span=span)


def why(span: Span, reason: Token) -> n.Why:
    return n.Why(text(reason), span=span)


def cites(span: Span, *tokens: Token) -> n.Cites:
    made = []
    for token in tokens:
        rulebook, _, section = token.value[1:].partition("/")
        made.append(n.Cite(rulebook, section, span=word(token, span).span))
    return tuple(made)


def path(span: Span, token: Token) -> n.Word:
    return n.Word(token.value, span=span)


MAKERS: dict[str, Callable[..., Any]] = {
    "game": game,
    "module": module,
    "variant": variant,
    "bridge": bridge,
    "labels": labels,
    "label": label,
    "form": form,
    "rulebook": rulebook,
    "section": section,
    "counts": counts,
    "players": players,
    "neutral": neutral,
    "cap": cap,
    "needs": needs,
    "uses": uses,
    "why": why,
    "cites": cites,
    "path": path,
}

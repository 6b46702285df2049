"""Makers of the vocabulary: options, numbers, kinds, components, zones, variables, tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fuero.messages.diagnostic import Span
from fuero.syntax import nodes as n
from fuero.syntax.lines import Token
from fuero.syntax.makers.common import Said, at, once, several, text, value, word

Words = tuple[n.Word, ...]
OptionPart = n.WithPlayers | n.OnlyPlayers | n.OnlyWith | n.NotWith | n.Needs


def option(
    span: Span, name: Token, sentence: Token, type: n.TypeText, usually: n.Term, cites: n.Cites | None, *parts: OptionPart
) -> n.Option:
    return n.Option(word(name, span), text(sentence), type, usually, parts, cites or (), span=span)


def with_players(span: Span, counted: tuple[int, int], default: n.Term) -> n.WithPlayers:
    return n.WithPlayers(*counted, default, span=span)


def only_players(span: Span, counted: tuple[int, int]) -> n.OnlyPlayers:
    return n.OnlyPlayers(*counted, span=span)


def only_with(span: Span, kind: Token, names: Words) -> n.OnlyWith:
    return n.OnlyWith(kind.value, names, span=span)


def not_with(span: Span, kind: Token, names: Words) -> n.NotWith:
    return n.NotWith(kind.value, names, span=span)


def number(span: Span, name: Token, term: n.Term, cites: n.Cites | None) -> n.Number:
    return n.Number(word(name, span), term, cites or (), span=span)


def enum(span: Span, name: Token, members: Words, cites: n.Cites | None) -> n.Enum:
    return n.Enum(word(name, span), members, cites or (), span=span)


def kind(span: Span, name: Token, members: Words, cites: n.Cites | None) -> n.Kind:
    return n.Kind(word(name, span), members, cites or (), span=span)


def map_(span: Span, name: Token, of: Token, file: Token, cites: n.Cites | None, *mapping: n.Read | n.Ignore) -> n.Map:
    return n.Map(word(name, span), word(of, span), text(file), mapping, cites or (), span=span)


def map_grid(
    span: Span, name: Token, of: Token, columns: Token, rows: Token, touch: str, cites: n.Cites | None
) -> n.Map:
    grid = n.Grid(int(columns.value), int(rows.value), touch, span=span)
    return n.Map(word(name, span), word(of, span), "", (), cites or (), grid, span=span)


def piece(span: Span, name: Token, cites: n.Cites | None, *attributes: n.Attribute) -> n.Piece:
    return n.Piece(word(name, span), attributes, cites or (), span=span)


def attribute(span: Span, name: Token, type: n.TypeText) -> n.Attribute:
    return n.Attribute(word(name, span), type, span=span)


def pieces_count(span: Span, name: Token, count: n.Term, each: Words | None, cites: n.Cites | None) -> n.PiecesCount:
    return n.PiecesCount(word(name, span), count, each or (), cites or (), span=span)


def pieces_file(span: Span, name: Token, file: Token, cites: n.Cites | None, *mapping: n.Read | n.Ignore) -> n.PiecesFile:
    return n.PiecesFile(word(name, span), text(file), mapping, cites or (), span=span)


def pieces_rows(span: Span, name: Token, cites: n.Cites | None, *rows: n.Row) -> n.PiecesRows:
    return n.PiecesRows(word(name, span), rows, cites or (), span=span)


def read(span: Span, name: Token, columns: Words, marked: Token | None) -> n.Read:
    return n.Read(word(name, span), columns, marked.value if marked else "", span=span)


def ignore(span: Span, columns: Words) -> n.Ignore:
    return n.Ignore(columns, span=span)


Holds = tuple[n.Word, str, n.TypeText | None, n.Word | None, n.Word | None]


def holds(span: Span, kind: Token, size: str | None, of: n.TypeText | None, on: Token | None, on_of: Token | None) -> Holds:
    return word(kind, span), size or "", of, word(on, span) if on else None, word(on_of, span) if on_of else None


def zone(
    span: Span,
    name: Token,
    held: Holds,
    per: tuple[n.TypeText, ...] | None,
    sight: tuple[str, ...] | None,
    cites: n.Cites | None,
    *always: n.Term,
) -> n.Zone:
    return n.Zone(word(name, span), *held, per or (), sight or (), always, cites or (), span=span)


def per(_span: Span, type: n.TypeText) -> n.TypeText:
    return type


def sight(_span: Span, *words: Token) -> str:
    return " ".join(token.value for token in words)


def always(_span: Span, term: n.Term) -> n.Term:
    return term


def var(
    span: Span,
    name: Token,
    type: n.TypeText,
    per: tuple[n.TypeText, ...] | None,
    initial: n.Term | None,
    traits: tuple[str | Said, ...] | None,
    cites: n.Cites | None,
) -> n.Var:
    seen = tuple(trait for trait in traits or () if isinstance(trait, str))
    forgotten = once(tuple(trait for trait in traits or () if not isinstance(trait, str)), "forgotten", "")
    return n.Var(word(name, span), type, per or (), initial, seen, forgotten, cites or (), span=span)


def forgotten(span: Span, name: Token) -> Said:
    return Said("forgotten", name.value, span)


def table(span: Span, name: Token, file: Token | None, blank: n.Term | None, cites: n.Cites | None, *rows: n.Row) -> n.Table:
    return n.Table(word(name, span), text(file), blank, rows, cites or (), span=span)


def row(span: Span, *cells: Token) -> n.Row:
    return n.Row(tuple(n.Cell(cell.value, span=at(cell, span)) for cell in cells), span=span)


MAKERS: dict[str, Callable[..., Any]] = {
    "option": option,
    "with_players": with_players,
    "only_players": only_players,
    "only_with": only_with,
    "not_with": not_with,
    "number": number,
    "enum": enum,
    "kind": kind,
    "map_file": map_,
    "map_grid": map_grid,
    "piece": piece,
    "attribute": attribute,
    "pieces_count": pieces_count,
    "pieces_file": pieces_file,
    "pieces_rows": pieces_rows,
    "read": read,
    "ignore": ignore,
    "zone": zone,
    "holds": holds,
    "size": value,
    "pers": several,
    "per": per,
    "sights": several,
    "sight": sight,
    "always": always,
    "var": var,
    "traits": several,
    "forgotten": forgotten,
    "table": table,
    "row": row,
}

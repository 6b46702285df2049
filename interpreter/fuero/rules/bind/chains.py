"""Which word of a flat chain belongs to which: `colour of plot of p at c` is the colour of what lies on p's plot at c.

Each `of` takes all that stands right of it; but the one thing in the chain that has places (a zone for each of
something, a board's or row's cells, a table, a board value) takes the key first. None or two such things are an error
that asks for parentheses.
"""

from __future__ import annotations

from fuero.messages.diagnostic import Span
from fuero.rules import nodes as r
from fuero.rules.bind import calls, kinds, reading, tables, terms, zones
from fuero.rules.bind.attributes import attribute
from fuero.rules.bind.coerce import board_piece
from fuero.rules.bind.names import all_names, unknown_name
from fuero.rules.bind.scope import Scope
from fuero.rules.bind.types import CELL, NUMBER, PARTY, PLAYER, describe, fits, overlaps, strip
from fuero.rules.bind.world import Symbol, did_you_mean
from fuero.syntax import nodes as s

RULES = ("function", "condition", "ways", "total", "pool")
Keys = tuple[s.Term, ...]


def chain(scope: Scope, node: s.Chain, hint: r.Type | None) -> r.Term:
    links = node.links
    last = len(links) - 1
    keys = None if node.at is None else node.at.items if isinstance(node.at, s.Keys) else (node.at,)
    taker = -1
    if keys is not None:
        takers = [i for i, link in enumerate(links) if _has_places(scope, link, i < last)]
        if len(takers) != 1:
            _misread(scope, node, [_said(links[i]) for i in takers])
            return terms.broken(node.span)
        taker = takers[0]
    value = _head(scope, links[last], keys if taker == last else None, hint if last == 0 else None)
    for i in range(last - 1, -1, -1):
        if isinstance(value.type, r.AnyType) and isinstance(value, r.Nothing):
            return value
        span = Span(node.span.file, links[i].span.line, links[i].span.column, node.span.end_line, node.span.end_column)
        at = keys if taker == i else None
        value = scope.narrow(_apply(scope, links[i], value, at, node.total and i == 0, span if links[i].span.line else node.span))
    return value


def _misread(scope: Scope, node: s.Chain, takers: list[str]) -> None:
    assert node.at is not None
    if takers:
        message = f'Both "{takers[0]}" and "{takers[1]}" have places, so it is not clear whose the key behind "at" is.'
        hint = f"put parentheses around the one that is meant, as in ({takers[1]} … at …)"
    elif unknown := [x for link in node.links if (x := _unknown(scope, link)) is not None]:
        for word in unknown:
            unknown_name(scope, word.text, word.span)
        return
    else:
        message, hint = 'Nothing in this chain has places, so there is nothing for "at" to say.', ""
    scope.world.findings.report("no-places", message, node.at.span, hint=hint)


def _unknown(scope: Scope, link: s.Term) -> s.Word | None:
    """The word of a link that means nothing here."""
    match link:
        case s.Name(text=text, span=span):
            word = s.Word(text, span=span)
        case s.Your(name=s.Word() as word):
            pass
        case _:
            return None
    known = word.text in calls.BUILT_INS or word.text in all_names(scope, word.span)
    return None if known else word


def _said(link: s.Term) -> str:
    match link:
        case s.Name(text=text):
            return text
        case s.Your(name=word) | s.Apply(name=word):
            return word.text
        case _:
            return "…"


def _has_places(scope: Scope, link: s.Term, owned: bool) -> bool:
    match link:
        case s.Name(text=text) if text in scope.locals:
            return isinstance(strip(scope.locals[text]), r.BoardType | r.ListType)
        case s.Name(text=text, span=span) | s.Your(name=s.Word(text=text, span=span)):
            symbol = scope.world.find(text, span)
            if symbol is None:
                return False
            if symbol.kind in ("zone", "var"):
                # behind `of` only what has an owner (or marks of a board) is a zone; anything else is an attribute of that name
                return zones.has_places(scope.world, symbol) and (not owned or zones.owner_type(scope.world, symbol) is not None)
            if symbol.kind == "piece":
                return _piece_places(scope, symbol)
            return symbol.kind == "table" and not owned
        case s.With() | s.Without():
            return True
        case s.Chain() | s.Apply() | s.IfTerm():
            scope.world.findings.muted += 1
            try:
                kind = strip(terms.term(scope, link).type)
            finally:
                scope.world.findings.muted -= 1
            return isinstance(kind, r.BoardType | r.ListType)
        case _:
            return False


def _piece_places(scope: Scope, symbol: Symbol) -> bool:
    return any(not isinstance(t, r.PlayerType | r.PartyType) for _, t in kinds.product_keys(scope.world, symbol.full))


# ---------------------------------------------------------------- the last link


def _head(scope: Scope, link: s.Term, keys: Keys | None, hint: r.Type | None) -> r.Term:
    if isinstance(link, s.Your):
        return your(scope, link.name, keys, hint)
    if keys is None:
        return terms.term(scope, link, hint)
    if isinstance(link, s.Name) and link.text not in scope.locals:
        symbol = scope.world.find(link.text, link.span)
        if symbol is not None:
            return scope.narrow(_declared(scope, symbol, None, keys, link.span))
    return scope.narrow(_at(scope, terms.term(scope, link), keys, link.span))


def your(scope: Scope, word: s.Word, keys: Keys | None, hint: r.Type | None = None) -> r.Term:
    """`your hand`, `your plot at spot`, `your left-neighbour`."""
    owner = terms.you(scope, word.span, f"your {word.text}")
    return scope.narrow(_owned(scope, word.text, owner, keys, False, word.span))


def _declared(scope: Scope, symbol: Symbol, owner: r.Term | None, keys: Keys | None, span: Span) -> r.Term:
    """A zone, variable, table or component with its owner and keys."""
    if symbol.kind in ("zone", "var"):
        return reading.read(scope, symbol, owner, keys, span)
    if symbol.kind == "table":
        return tables.lookup(scope, symbol, keys or (), span)
    given = list(keys or ())
    bound: list[r.Term] = []
    for _, kind in kinds.product_keys(scope.world, symbol.full):
        if owner is not None and isinstance(kind, r.PlayerType | r.PartyType):
            bound.append(terms.coerce(scope, owner, kind))
        elif given and overlaps(terms.term(scope, given[0], kind).type, kind):
            bound.append(terms.expect(scope, given.pop(0), kind))
        else:
            bound.append(r.AllOf(kind, type=r.SetType(kind), span=span))  # whichever it is
    if given:
        scope.world.findings.report("wrong-type", f'"{symbol.name}" is not made for each of this.', given[0].span)
    return terms.pieces_at(scope, symbol, tuple(bound), span)


def _at(scope: Scope, value: r.Term, keys: Keys, span: Span) -> r.Term:
    """A cell of a board value, a place of a list."""
    kind = strip(value.type)
    if isinstance(kind, r.BoardType):
        where = s.Keys(keys, span=keys[0].span) if len(keys) == 2 else keys[0]
        piece = board_piece(scope, kind.zone)
        return r.BoardAt(value, terms.expect(scope, where, CELL), type=r.OrNone(piece), span=span)
    if isinstance(kind, r.ListType):
        return r.BuiltIn("item", (value, terms.expect(scope, keys[0], NUMBER)), type=kind.element, span=span)
    if not isinstance(kind, r.AnyType):
        scope.world.findings.report("no-places", f"{describe(kind).capitalize()} has no places.", span)
    return terms.broken(span)


# ---------------------------------------------------------------- links to the left


def _apply(scope: Scope, link: s.Term, value: r.Term, keys: Keys | None, total: bool, span: Span) -> r.Term:
    if not isinstance(link, s.Name):
        scope.world.findings.report(
            "wrong-type", 'Left of "of" stands an attribute, a function of one thing, or something that has an owner.', link.span
        )
        return terms.broken(span)
    return _owned(scope, link.text, value, keys, total, span, link.span)


def _owned(scope: Scope, word: str, value: r.Term, keys: Keys | None, total: bool, span: Span, at: Span | None = None) -> r.Term:
    """`word of value`: tried in turn as something with an owner, a function of one thing, an attribute, a built-in notion."""
    world = scope.world
    symbol = None if word in scope.locals else world.find(word, at or span)
    if symbol is not None and symbol.kind in ("zone", "var"):
        found = _possession(scope, symbol, value, keys, span)
        if found is not None:
            return found
    if symbol is not None and symbol.kind == "piece" and _owner_component(scope, symbol, value):
        return _declared(scope, symbol, value, keys, span)
    if symbol is not None and symbol.kind in RULES:
        call = calls.of(
            scope, symbol, value, total, span, only_if_fits=attribute(scope, word, value, total, span, quiet=True) is not None
        )
        if call is not None:
            return call
    found = attribute(scope, word, value, total, span)
    if found is not None:
        return found
    built_in = calls.built_in_of(scope, word, value, span)
    if built_in is not None:
        return built_in
    if word == "score" and fits(strip(value.type), PARTY):
        return r.VarRead("score", (value,), type=NUMBER, span=span)
    _meaningless(scope, word, value, symbol, at or span)
    return terms.broken(span)


def _possession(scope: Scope, symbol: Symbol, value: r.Term, keys: Keys | None, span: Span) -> r.Term | None:
    """`hand of p`, `gate of g` (marks of a board value), `lodger of t` (what stands on a piece)."""
    kind = strip(value.type)
    if isinstance(kind, r.BoardType) and symbol.kind == "zone":
        known = zones.zone(scope.world, symbol)
        if known.kind.startswith("marks-"):
            marks = r.MarksOf(known.name, value, type=zones.content(scope.world, known), span=span)
            if keys is None:
                return marks
            inner = zones.spot(scope.world, known)
            key = terms.expect(scope, keys[0], inner[0]) if inner else terms.term(scope, keys[0])
            return r.Op("in", (key, marks), type=r.YesNo(), span=span)
    wanted = zones.owner_type(scope.world, symbol)
    if wanted is None:
        return None
    if isinstance(kind, r.SetType) and fits(kind.element, wanted):
        value = terms.coerce(scope, value, wanted)
    elif (
        not fits(kind, wanted)
        and not isinstance(kind, r.AnyType)
        and attribute(scope, symbol.name, value, False, span, quiet=True) is not None
    ):
        return None
    return reading.read(scope, symbol, value, keys, span)


def _owner_component(scope: Scope, symbol: Symbol, value: r.Term) -> bool:
    each = kinds.product_keys(scope.world, symbol.full)
    return fits(strip(value.type), PLAYER) and any(isinstance(t, r.PlayerType | r.PartyType) for _, t in each)


def _meaningless(scope: Scope, word: str, value: r.Term, symbol: Symbol | None, span: Span) -> None:
    if isinstance(value.type, r.AnyType):
        return
    if symbol is not None and symbol.kind in RULES:
        return
    if symbol is not None or word in scope.locals:
        scope.world.findings.report(
            "whose",
            f'"{word}" has no owner and is no attribute of {describe(value.type)}, so "{word} of …" says nothing.'
            f"{did_you_mean(word, _attributes_of(scope, value.type))}",
            span,
        )
        return
    kind = strip(value.type)
    if any(word in names for names in attribute_names(scope).values()):
        scope.world.findings.report("wrong-type", f'{describe(kind).capitalize()} has no "{word}".', span)
        return
    unknown_name(scope, word, span)


def _attributes_of(scope: Scope, kind: r.Type) -> list[str]:
    """The attributes of the pieces that a value may be."""
    inner = strip(kind)
    inner = strip(inner.element) if isinstance(inner, r.SetType) else inner
    named = attribute_names(scope)
    return sorted({name for piece in getattr(inner, "pieces", ()) for name in named.get(piece, ())})


def attribute_names(scope: Scope) -> dict[str, set[str]]:
    """Each piece with the names of its attributes."""
    found: dict[str, set[str]] = {}
    for symbol in scope.world.of_kind("piece"):
        if isinstance(symbol.node, s.Piece):
            found[symbol.full] = {a.name.text for a in symbol.node.attributes}
    return found

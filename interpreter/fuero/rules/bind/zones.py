"""Zones and variables: what each holds, whose it is, who sees it; and how a chain's owner and keys name one of them.

A declaration comes in, its RULES form goes out, made once at its first use. Keeps the law that sight is declared.
"""

from __future__ import annotations

from dataclasses import replace

from fuero.messages.diagnostic import Span
from fuero.rules import nodes as r
from fuero.rules.bind import terms, typetext
from fuero.rules.bind.names import unknown_name
from fuero.rules.bind.scope import Scope
from fuero.rules.bind.types import ANY, CELL, JOIN, NUMBER, PLAYER
from fuero.rules.bind.world import Symbol, World
from fuero.syntax import nodes as s

ZONE_KINDS = ("place", "row", "deck", "bag", "pile", "board", "marks")
SIGHTS: dict[tuple[str, ...], r.Sight] = {
    ("open",): "open",
    ("hidden",): "hidden",
    ("owner",): "owner",
    ("owner", "size open"): "owner size open",
    ("hidden", "size open"): "hidden size open",
    ("covered",): "covered",
}
BOX = r.Zone("box", "pile", None, None, "", (), "open")


def zone(world: World, symbol: Symbol) -> r.Zone:
    return world.once("zone", symbol.full, lambda: _zone(world, symbol), replace(BOX, name=symbol.full))


def zone_named(world: World, full: str) -> r.Zone | None:
    """A zone by its full name."""
    symbol = next((x for x in world.of_kind("zone") if x.full == full), None)
    return None if symbol is None else zone(world, symbol)


def var(world: World, symbol: Symbol) -> r.Var:
    return world.once("var", symbol.full, lambda: _var(world, symbol), r.Var(symbol.full, ANY, (), None, "open"))


def _zone(world: World, symbol: Symbol) -> r.Zone:
    node = symbol.node
    assert isinstance(node, s.Zone)
    scope = Scope(world, here="a zone", overlay=symbol.owner)
    kind, on = _kind(scope, node)
    piece = None if node.of is None else typetext.resolve(scope, node.of)
    if piece is not None and not isinstance(piece, r.PieceType | r.AnyType):
        world.findings.report(
            "wrong-type", "A zone holds pieces, and this is no kind of piece.", node.of.span if node.of else node.span
        )
        piece = r.AnyType()
    size = None
    if node.size:
        word = s.Integer(int(node.size), span=node.span) if node.size.isdecimal() else s.Name(node.size, span=node.span)
        size = terms.expect(scope, word, NUMBER)
    elif kind in ("row", "board"):
        world.findings.report(
            "missing-part", f"A {kind} needs a number: how many places it has.", node.span, hint=f"{kind} 6 of …"
        )
    per = tuple(typetext.resolve(scope, t) for t in node.per)
    board = world.find(on, node.on_of.span if node.on_of else node.span) if on and kind != "attached-piece" else None
    if board is not None:
        on = board.full
        per = per or zone(world, board).per
    return r.Zone(
        symbol.full,
        kind,
        size,
        piece,
        on,
        per,
        _sight(world, node, node.sight),
        (),
        _owner_key(per),
        origin=world.origin(node.span, node.cites, symbol.name, symbol.full),
    )


def always(world: World, symbol: Symbol) -> tuple[r.Term, ...]:
    """What a zone promises of every lasting state, asked of the zone itself under the keys `key-1`, `key-2` …"""
    node, known = symbol.node, zone(world, symbol)
    assert isinstance(node, s.Zone)
    names = {f"key-{i + 1}": t for i, t in enumerate(known.per)}
    keys = tuple(r.Local(name, type=t) for name, t in names.items())
    itself = r.ZoneRead(known.name, keys, type=content(world, known))
    scope = Scope(world, names, here="a zone's promise", overlay=symbol.owner, spots={symbol.full: itself})
    return tuple(terms.condition(scope, promise) for promise in node.always)


def _kind(scope: Scope, node: s.Zone) -> tuple[str, str]:
    kind = node.kind.text
    if kind not in ZONE_KINDS:
        scope.world.findings.report(
            "one-of-these", f'A zone can be one of: {", ".join(ZONE_KINDS)}. "{kind}" is not among them.', node.kind.span
        )
        return "pile", ""
    if node.on is None:
        return kind, ""
    if node.on_of is None:
        symbol = scope.world.find(node.on.text, node.on.span)
        found = None if symbol is None else typetext.named(scope.world, symbol)
        if not isinstance(found, r.PieceType):
            unknown_name(scope, node.on.text, node.on.span, wanted="piece")
            return "pile", ""
        return "attached-piece", found.name
    if node.on.text not in ("cells", "joins"):
        scope.world.findings.report(
            "one-of-these", f'Things lie on one of: cells, joins. "{node.on.text}" is not among them.', node.on.span
        )
    board = scope.world.find(node.on_of.text, node.on_of.span)
    if board is None or not isinstance(board.node, s.Zone) or board.node.kind.text != "board":
        unknown_name(scope, node.on_of.text, node.on_of.span, wanted="board")
        return "pile", ""
    return ("marks" if kind == "marks" else "attached") + "-" + node.on.text, node.on_of.text


def _sight(world: World, node: s.Zone | s.Var, words: tuple[str, ...]) -> r.Sight:
    if not words:
        world.findings.report(
            "missing-part",
            f'Who sees "{node.name.text}"?',
            node.span,
            hint="say one of: open, hidden, owner, owner, size open, covered",
        )
        return "open"
    found = SIGHTS.get(words) or SIGHTS.get(tuple(" ".join(words).replace("size open", "size-open").split()))
    if found is None:
        joined = " ".join(words).replace(",", "")
        found = next((sight for sight in SIGHTS.values() if sight == joined), None)
    if found is None:
        said = ", ".join(words)
        world.findings.report(
            "one-of-these",
            f'Who sees a thing is one of: open; hidden; owner; "owner, size open"; "hidden, size open"; covered. "{said}" is not among them.',
            node.span,
        )
        return "open"
    return found


def _owner_key(per: tuple[r.Type, ...]) -> int:
    return next((i for i, t in enumerate(per) if isinstance(t, r.PlayerType | r.PartyType)), -1)


def _var(world: World, symbol: Symbol) -> r.Var:
    node = symbol.node
    assert isinstance(node, s.Var)
    scope = Scope(world, here="a variable", overlay=symbol.owner)
    kind = typetext.resolve(scope, node.type)
    per = tuple(typetext.resolve(scope, t) for t in node.per)
    initial = None if node.initial is None else terms.expect(scope, node.initial, kind)
    forgotten = ""
    if node.forgotten:
        found = world.find(node.forgotten, node.span)
        if found is None or found.kind != "procedure":
            unknown_name(scope, node.forgotten, node.span, wanted="procedure", names=[x.name for x in world.of_kind("procedure")])
        else:
            forgotten = found.full
    origin = world.origin(node.span, node.cites, symbol.name, symbol.full)
    return r.Var(symbol.full, kind, per, initial, _sight(world, node, node.sight), forgotten, _owner_key(per), origin=origin)


# ---------------------------------------------------------------- reading


def content(world: World, known: r.Zone) -> r.Type:
    """The type of one zone's content as a value."""
    piece: r.Type = known.piece or ANY
    match known.kind:
        case "place":
            return r.OrNone(piece)
        case "board":
            return r.BoardType(known.name)
        case "marks-cells":
            return r.SetType(CELL)
        case "marks-joins":
            return r.SetType(JOIN)
        case "attached-piece":
            return r.OrNone(piece)
        case _:
            return r.SetType(piece, bag=True)


def spot(world: World, known: r.Zone) -> tuple[r.Type, r.Type] | None:
    """The type of a place inside one zone, and what stands there; None for zones without such places."""
    piece: r.Type = known.piece or ANY
    match known.kind:
        case "board":
            return CELL, r.OrNone(piece)
        case "row":
            return r.Num(low=r.Const(1, type=NUMBER), high=known.size), r.OrNone(piece)
        case "attached-cells":
            return CELL, r.OrNone(piece)
        case "marks-cells":
            return CELL, r.YesNo()
        case "marks-joins":
            return JOIN, r.YesNo()
        case _:
            return None


def owner_type(world: World, symbol: Symbol) -> r.Type | None:
    """The type of what stands behind `of`: a player, or the piece that a thing belongs to; None for a thing without an owner."""
    per = _per(world, symbol)
    index = _owner_index(per)
    if symbol.kind == "zone" and (known := zone(world, symbol)).kind == "attached-piece":
        return typetext_piece(world, known.on)
    return None if index < 0 else per[index]


def typetext_piece(world: World, name: str) -> r.Type:
    """The piece type of a piece or kind by its name as a type."""
    for symbol in world.of_kind("piece", "kind"):
        if symbol.full == name and (found := typetext.named(world, symbol)) is not None:
            return found
    return ANY


def has_places(world: World, symbol: Symbol) -> bool:
    """Does `at` mean anything behind this thing?"""
    per = _per(world, symbol)
    extra = len(per) - (1 if _owner_index(per) >= 0 else 0)
    return extra > 0 or (symbol.kind == "zone" and spot(world, zone(world, symbol)) is not None)


def _per(world: World, symbol: Symbol) -> tuple[r.Type, ...]:
    return zone(world, symbol).per if symbol.kind == "zone" else var(world, symbol).per


def _owner_index(per: tuple[r.Type, ...]) -> int:
    """The key that `of` fills: a player or party, else a piece."""
    index = _owner_key(per)
    return index if index >= 0 else next((i for i, t in enumerate(per) if isinstance(t, r.PieceType)), -1)


def read(scope: Scope, symbol: Symbol, owner: r.Term | None, at: tuple[s.Term, ...] | None, span: Span) -> r.Term:
    """One zone or variable, or a place in it, from its owner (behind `of`, or `your`) and its keys (behind `at`)."""
    world = scope.world
    known = zone(world, symbol) if symbol.kind == "zone" else var(world, symbol)
    if symbol.full in scope.spots and owner is None:
        keys: tuple[r.Term, ...] = getattr(scope.spots[symbol.full], "keys", ())
        rest = list(at or ())
    else:
        if isinstance(known, r.Zone) and known.kind == "attached-piece" and not known.per and owner is not None:
            return r.AttachedAt(known.name, (), owner, type=content(world, known), span=span)
        found = _keys(scope, symbol, known.per, owner, list(at or ()), span)
        if found is None:
            return r.Nothing(span=span)
        keys, rest = found
    if isinstance(known, r.Var):
        if rest:
            _no_place(scope, symbol, rest[0])
        return r.VarRead(known.name, keys, type=known.type, span=span)
    whole = r.ZoneRead(known.name, keys, type=content(world, known), span=span)
    return whole if not rest else _inside(scope, symbol, known, whole, rest, span)


def _keys(
    scope: Scope, symbol: Symbol, per: tuple[r.Type, ...], owner: r.Term | None, at: list[s.Term], span: Span
) -> tuple[tuple[r.Term, ...], list[s.Term]] | None:
    """The keys in their declared order, and what is left over for a place inside."""
    index = _owner_index(per)
    keys: list[r.Term] = []
    if not per or (scope.whole and owner is None and not at):
        return (), at
    for i, wanted in enumerate(per):
        if i == index and owner is not None:
            keys.append(terms.coerce(scope, owner, wanted))
        elif i == index and scope.each:
            keys.append(r.AllOf(wanted, type=r.SetType(wanted), span=span))
        elif i == index:
            whose = f"your {symbol.name}" if scope.decider else f"{symbol.name} of p"
            what = "player" if isinstance(wanted, r.PlayerType | r.PartyType) else "piece"
            scope.world.findings.report(
                "whose", f'"{symbol.name}": whose? There is one for each {what}.', span, hint=f'write for instance "{whose}"'
            )
            return None
        elif at:
            keys.append(terms.expect(scope, at.pop(0), wanted))
        else:
            scope.world.findings.report(
                "which-one", f'"{symbol.name}": which one? There are several.', span, hint=f'say which: "{symbol.name} at …"'
            )
            return None
    return tuple(keys), at


def _inside(scope: Scope, symbol: Symbol, known: r.Zone, whole: r.ZoneRead, rest: list[s.Term], span: Span) -> r.Term:
    place = spot(scope.world, known)
    if place is None:
        _no_place(scope, symbol, rest[0])
        return whole
    wanted, gives = place
    if len(rest) == 2 and wanted == CELL:
        where: r.Term = terms.expect(scope, s.Keys(tuple(rest), span=rest[0].span), CELL)
    else:
        where = terms.expect(scope, rest[0], wanted)
        if len(rest) > 1:
            _no_place(scope, symbol, rest[1])
    match known.kind:
        case "board":
            return r.BoardAt(whole, where, type=gives, span=span)
        case "row":
            return r.RowAt(whole, where, type=gives, span=span)
        case "attached-cells":
            return r.AttachedAt(known.name, whole.keys, where, type=gives, span=span)
        case _:
            return r.Op("in", (where, whole), type=gives, span=span)


def _no_place(scope: Scope, symbol: Symbol, key: s.Term) -> None:
    scope.world.findings.report(
        "no-places", f'"{symbol.name}" has no such places, so nothing can be said with this key.', key.span
    )


def active(player: str, span: Span) -> r.VarRead:
    """`the active player`, `the start player`."""
    return r.VarRead(player, (), type=PLAYER, span=span)

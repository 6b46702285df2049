"""Zones and variables: what each holds, whose it is, who sees it, which places it has.

A declaration comes in, its RULES form goes out, made once at its first use. Keeps the law that sight is declared.
"""

from __future__ import annotations

from dataclasses import replace

from fuero.rules import nodes as r
from fuero.rules.bind import terms, typetext
from fuero.rules.bind.names import unknown_name
from fuero.rules.bind.scope import Scope
from fuero.rules.bind.types import ANY, CELL, JOIN, NUMBER
from fuero.rules.bind.world import Symbol, World, did_you_mean
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
            "one-of-these",
            f'A zone can be one of: {", ".join(ZONE_KINDS)}. "{kind}" is not among them.{did_you_mean(kind, list(ZONE_KINDS))}',
            node.kind.span,
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
            "one-of-these",
            f'Things lie on one of: cells, joins. "{node.on.text}" is not among '
            f"them.{did_you_mean(node.on.text, ['cells', 'joins'])}",
            node.on.span,
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
            'Who sees a thing is one of: open; hidden; owner; "owner, size open"; "hidden, size open"; '
            f'covered. "{said}" is not among them.{did_you_mean(said, [", ".join(known) for known in SIGHTS])}',
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
    index = owner_index(per)
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
    extra = len(per) - (1 if owner_index(per) >= 0 else 0)
    return extra > 0 or (symbol.kind == "zone" and spot(world, zone(world, symbol)) is not None)


def _per(world: World, symbol: Symbol) -> tuple[r.Type, ...]:
    return zone(world, symbol).per if symbol.kind == "zone" else var(world, symbol).per


def owner_index(per: tuple[r.Type, ...]) -> int:
    """The key that `of` fills: a player or party, else a piece."""
    index = _owner_key(per)
    return index if index >= 0 else next((i for i, t in enumerate(per) if isinstance(t, r.PieceType)), -1)

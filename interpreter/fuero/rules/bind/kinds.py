"""What kinds, pieces and maps are made of: the members of a kind, a piece's attributes, the regions of a map.

Each is made once, at its first use; kinds may hold kinds.
"""

from __future__ import annotations

from fuero.rules import nodes as r
from fuero.rules.bind import typetext
from fuero.rules.bind.names import unknown_name
from fuero.rules.bind.scope import Scope
from fuero.rules.bind.types import ANY
from fuero.rules.bind.world import Symbol, World
from fuero.syntax import nodes as s


def kind_type(world: World, symbol: Symbol) -> r.Type:
    """A kind of pieces, or a union of other finite kinds."""
    return world.once("kind", symbol.full, lambda: _kind_type(world, symbol), ANY)


def _kind_type(world: World, symbol: Symbol) -> r.Type:
    assert isinstance(symbol.node, s.Kind)
    scope = Scope(world)
    pieces: set[str] = set()
    others: list[r.Type] = []
    for word in symbol.node.members:
        member = world.find(word.text, word.span)
        found = None if member is None else typetext.named(world, member)
        match found:
            case None:
                unknown_name(scope, word.text, word.span, wanted="type", names=typetext.type_names(world, word.span))
            case r.PieceType(pieces=more):
                pieces |= set(more)
            case r.UnionType(members=members):
                others += [m for m in members if m not in others]
            case _ if found not in others:
                others.append(found)
            case _:
                pass
    if pieces and others:
        world.findings.report(
            "wrong-type",
            f'The kind "{symbol.name}" mixes pieces with things that are no pieces.',
            symbol.span,
            hint="make two kinds",
        )
    if others:
        return r.UnionType(symbol.full, tuple(others))
    return r.PieceType(symbol.full, tuple(sorted(pieces))) if pieces else ANY


def piece(world: World, full: str) -> r.Piece | None:
    """A piece with its attributes' types, by its full name."""
    symbol = next((x for x in world.of_kind("piece") if x.full == full), None)
    if symbol is None:
        return None
    return world.once("piece", full, lambda: _piece(world, symbol), r.Piece(full, ()))


def _piece(world: World, symbol: Symbol) -> r.Piece:
    node = symbol.node
    assert isinstance(node, s.Piece)
    scope = Scope(world, here="a piece's attributes", overlay=symbol.owner)
    attributes: dict[str, r.Attribute] = {}
    for attribute in node.attributes:
        if attribute.name.text in attributes:
            world.findings.report("name-taken", f'"{attribute.name.text}" is an attribute already.', attribute.name.span)
        attributes[attribute.name.text] = r.Attribute(attribute.name.text, typetext.resolve(scope, attribute.type))
    return r.Piece(symbol.full, tuple(attributes.values()), origin=world.origin(node.span, node.cites, symbol.name, symbol.full))


def attribute(world: World, full: str, name: str) -> r.Type | None:
    """The type of a piece's attribute; also of a key by which its components are made (`owner` for players)."""
    known = piece(world, full)
    for found in known.attributes if known else ():
        if found.name == name:
            return found.type
    for key, kind in product_keys(world, full):
        if key == name or (name == "owner" and isinstance(kind, r.PlayerType)):
            return kind
    return None


def product_keys(world: World, full: str) -> tuple[tuple[str, r.Type], ...]:
    """Names and types by which `pieces P = n of each …` makes its pieces; empty for pieces from rows."""
    return world.once("product", full, lambda: _product_keys(world, full), ())


def _product_keys(world: World, full: str) -> tuple[tuple[str, r.Type], ...]:
    node = components(world, full)
    if not isinstance(node, s.PiecesCount):
        return ()
    known = {a.name: a.type for a in (piece(world, full) or r.Piece(full, ())).attributes}
    scope = Scope(world, here="the components")
    keys: list[tuple[str, r.Type]] = []
    for word in node.each:
        kind = known.get(word.text) or typetext.resolve(scope, s.TypeName(word.text, span=word.span))
        keys.append((word.text, kind))
    return tuple(keys)


def components(world: World, full: str) -> s.PiecesCount | s.PiecesFile | s.PiecesRows | None:
    """The declaration that says which pieces of a type there are."""
    for node in world.merged.declarations:
        if isinstance(node, s.PiecesCount | s.PiecesFile | s.PiecesRows):
            symbol = world.find(node.name.text, node.name.span)
            if symbol is not None and symbol.full == full:
                return node
    return None


def map_name(world: World, symbol: Symbol) -> str:
    """The full name of the map a symbol belongs to (`region` means the map whose regions they are)."""
    assert isinstance(symbol.node, s.Map)
    return world.full(symbol.node.name.text, symbol.owner)

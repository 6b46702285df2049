"""How things are drawn: the thing, its shape, and terms about each piece, cell or region that is drawn."""

from __future__ import annotations

from dataclasses import replace

from fuero.rules import nodes as r
from fuero.rules.bind import bounds, calls, signatures, terms, zones
from fuero.rules.bind.names import unknown_name
from fuero.rules.bind.scope import Scope
from fuero.rules.bind.types import ANY, NUMBER, bare, strip
from fuero.rules.bind.world import Symbol, World, did_you_mean
from fuero.syntax import nodes as s

SHAPES = ("plan", "map", "cards", "row", "pile", "track")


def display(world: World, node: s.Display) -> r.Display | None:
    owner = world.owner(node.span)
    symbol = world.find(node.name.text, node.name.span)
    scope = Scope(world, here="a display", path=f"display {node.name.text}", overlay=owner, each=True, decider=True)
    if (symbol is None and node.name.text != "score") or (symbol is not None and symbol.kind not in ("zone", "var", "map")):
        unknown_name(scope, node.name.text, node.name.span, wanted="zone, variable or map")
        return None
    if node.shape.text not in SHAPES:
        world.findings.report(
            "one-of-these",
            f'A thing is drawn as one of: {", ".join(SHAPES)}. "{node.shape.text}" is not among '
            f"them.{did_you_mean(node.shape.text, list(SHAPES))}",
            node.shape.span,
        )
    var = ""
    if node.of is not None:
        var = node.of.text
        scope = scope.with_local(node.of, _drawn(world, symbol))
    low, high = _track(scope, node)
    parts = tuple(_part(scope, p, _drawn(world, symbol), var) for p in node.parts)
    full = symbol.full if symbol is not None else node.name.text
    return r.Display(
        full, node.label, node.shape.text, var, low, high, parts, origin=world.origin(node.span, (), f"display {node.name.text}")
    )


def _drawn(world: World, symbol: Symbol | None) -> r.Type:
    """What the parts speak of: a piece of the zone, a region of the map."""
    if symbol is None:
        return ANY
    match symbol.kind:
        case "zone":
            return zones.zone(world, symbol).piece or ANY
        case "map":
            return r.RegionType(symbol.full)
        case _:
            return zones.var(world, symbol).type


def _track(scope: Scope, node: s.Display) -> tuple[int, int]:
    if node.range is None:
        return 0, 0
    term = terms.term(scope, node.range)
    inner = strip(term.type)
    low, high = bounds.of_type(scope.world, inner.element if isinstance(inner, r.SetType) else NUMBER)
    return low or 0, high or 0


def _part(scope: Scope, node: s.DisplayPart, kind: r.Type, var: str) -> r.DisplayPart:
    """A term about pieces that only some of a kind know of is drawn for those alone."""
    made = []
    for term in node.terms:
        scope_ = scope
        if isinstance(kind, r.PieceType) and var:
            asked = [
                p
                for p in kind.pieces
                if _quiet(replace(scope, locals={**scope.locals, var: r.PieceType(p, (p,))}), term, node.kind)
            ]
            if asked and len(asked) < len(kind.pieces):
                scope_ = replace(scope, locals={**scope.locals, var: r.PieceType(bare(kind.name), tuple(sorted(asked)))})
        made.append(_term(scope_, term, node.kind))
    return r.DisplayPart(node.kind, tuple(made), node.file)


def _term(scope: Scope, node: s.Term, kind: str) -> r.Term:
    """A value; as a text also a cases rule, which stands for the sentence of the case that applies."""
    if kind == "text" and isinstance(node, s.Apply):
        symbol = scope.world.find(node.name.text, node.name.span)
        if symbol is not None and symbol.kind == "cases":
            params = signatures.params(scope.world, symbol)
            calls.count(scope, symbol, len(params), len(node.args), node.span)
            args = tuple(terms.expect(scope, arg, param.type) for arg, param in zip(node.args, params, strict=False))
            return r.Call(symbol.full, args, type=ANY, span=node.span)
    return terms.term(scope, node)


def _quiet(scope: Scope, node: s.Term, kind: str) -> bool:
    """Does a term bind without a finding?"""
    found = scope.world.findings
    before, found.muted = found.heard, found.muted + 1
    try:
        _term(scope, node, kind)
    finally:
        found.muted -= 1
    return found.heard == before

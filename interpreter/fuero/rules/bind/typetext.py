"""Types as written become types as meant: `set of side`, `0..60 by half`, `player or none`, `hand-card`."""

from __future__ import annotations

from fuero.messages.diagnostic import Span
from fuero.rules import nodes as r
from fuero.rules.bind import bounds, kinds, terms
from fuero.rules.bind.names import unknown_name
from fuero.rules.bind.scope import Scope
from fuero.rules.bind.types import ANY, CELL, JOIN, NUMBER, PARTY, PLAYER, SIDE, YES_NO, ZONE
from fuero.rules.bind.world import Symbol, World, did_you_mean
from fuero.syntax import nodes as s

PLAIN: dict[str, r.Type] = {
    "yes-no": YES_NO,
    "player": PLAYER,
    "party": PARTY,
    "cell": CELL,
    "side": SIDE,
    "join": JOIN,
    "zone": ZONE,
    "number": NUMBER,
}
BUILT_IN = frozenset({*PLAIN, "board"})
"""Words that are a type of the language alone, so that nothing declared can be meant by them where a type stands."""


def resolve(scope: Scope, written: s.TypeText) -> r.Type:
    """The type a text means; a fault is reported and counts as any type."""
    world = scope.world
    match written:
        case s.TypeName(name=name) if name in BUILT_IN and _declared(world, name, written.span):
            return ANY
        case s.TypeName(name="board"):
            return board_type(world)
        case s.TypeName(name=name) if name in PLAIN:
            return PLAIN[name]
        case s.TypeName(name=name):
            symbol = world.find(name, written.span)
            known = None if symbol is None else named(world, symbol)
            if known is None:
                unknown_name(scope, name, written.span, wanted="type", names=type_names(world, written.span))
                return ANY
            return known
        case s.TypeOf(outer=outer, inner=inner) if outer in ("set", "bag"):
            return r.SetType(resolve(scope, inner), bag=outer == "bag")
        case s.TypeOf(outer="list", inner=inner):
            return r.ListType(resolve(scope, inner))
        case s.TypeOf(outer=outer):
            world.findings.report(
                "one-of-these",
                f'Before "of" a type can say one of: set, bag, list. "{outer}" is not among '
                f"them.{did_you_mean(outer, ['set', 'bag', 'list'])}",
                written.span,
            )
            return ANY
        case s.TypeRange(low=low, high=high, by=by):
            return _range(scope, written, low, high, by)
        case s.TypeOrNone(inner=inner):
            return r.OrNone(resolve(scope, inner))


def _declared(world: World, name: str, span: Span) -> bool:
    """Whether a type was declared under the name of one of the language: reported there, and nothing more comes of it here."""
    symbol = world.find(name, span)
    return symbol is not None and symbol.kind in ("enum", "kind", "piece", "map")


def _range(scope: Scope, written: s.TypeRange, low: s.Term, high: s.Term, by: str) -> r.Type:
    half = by == "half"
    if by and not half:
        scope.world.findings.report("one-of-these", f'After "by" there can be: half. "{by}" is not among them.', written.span)
    grain = r.Num(half=half)
    bounds_ = terms.expect(scope, low, grain), terms.expect(scope, high, grain)
    result = r.Num(*bounds_, half=half)
    least, most = bounds.of_type(scope.world, result)
    if least is not None and most is not None and least > most:
        scope.world.findings.report(
            "out-of-range", "This range is empty: its first number is greater than its last.", written.span
        )
    return result


def named(world: World, symbol: Symbol) -> r.Type | None:
    """The type that a declared name is, or None if it is no type."""
    match symbol.kind:
        case "enum":
            return r.EnumType(symbol.full)
        case "kind":
            return kinds.kind_type(world, symbol)
        case "piece":
            return r.PieceType(symbol.full, (symbol.full,))
        case "map":
            return r.RegionType(kinds.map_name(world, symbol))
        case _:
            return None


def board_type(world: World) -> r.BoardType:
    """`board` as a parameter's type: like the only board zone, or like any of several."""
    boards = [z.full for z in world.of_kind("zone") if isinstance(z.node, s.Zone) and z.node.kind.text == "board"]
    return r.BoardType(boards[0] if len(boards) == 1 else "")


def type_names(world: World, span: Span) -> list[str]:
    seen = world.visible(world.owner(span))
    declared = [x.name for x in world.of_kind("enum", "kind", "piece", "map") if x.owner in seen]
    return sorted({*BUILT_IN, "set", "list", *declared})

"""Built-in notions: RULES → PROGRAM. One function, one case a notion; maps and what hangs on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fuero.program import lines
from fuero.program import nodes as P
from fuero.program.layout import MISSING, OUTCOME
from fuero.rules import nodes as R

if TYPE_CHECKING:
    from fuero.program.terms import Terms


def built_in(lowering: Terms, term: R.BuiltIn) -> P.Term:
    t = lowering.table
    args, span = term.args, term.span
    match term.name:
        case "narrowed":
            return lowering._narrowed(lowering.lower(args[0]), args[0].type, term.type)
        case "size":
            return P.Size(lowering.as_set(args[0]), span=span)
        case "only":
            return P.Only(lowering.as_set(args[0]), span=span)
        case "top":
            zone = args[0]
            assert isinstance(zone, R.ZoneRead)
            family = t.families[zone.zone]
            index = lowering.zone_index(zone)
            if family.kind != "deck":
                return P.BuiltIn("first", (lowering.mask(zone),), span=span)
            order = lowering.word(family.base + 1, index, family.count, family.stride)
            mask = lowering.word(family.base, index, family.count, family.stride)
            if len(args) > 1:
                return P.BuiltIn("top-many", (order, mask, lowering.lower(args[1])), span=span)
            return P.BuiltIn("top", (order, mask), span=span)
        case "tiles":
            on = args[0]
            return lowering.mask(on) if isinstance(on, R.ZoneRead) else P.BuiltIn("pieces", (lowering.lower(on),), span=span)
        case "seats-from":
            return P.Const((1 << t.players) - 1)
        case "match-ends":
            return P.Compare("=", P.Load(OUTCOME), P.Const(1))
        case "cells" | "joins" | "encloses":
            return P.BuiltIn(term.name, (lowering.lower(args[0]),), span=span)
        case "window":
            return P.BuiltIn("window", (lowering.lower(args[0]),), width=lowering.width_of(args[0].type), span=span)
        case "near" | "far":
            return P.BuiltIn(term.name, tuple(lowering.lower(a) for a in args), span=span)
        case "connected":
            board, start, rule = args
            assert isinstance(rule, R.Member)
            return P.BuiltIn("connected", (lowering.lower(board), lowering.as_set(start)), rule=rule.name, span=span)
        case "longest-run":
            board, rule = args
            assert isinstance(rule, R.Member)
            return P.BuiltIn(term.name, (lowering.lower(board),), rule=rule.name, span=span)
        case "sums":
            held, rule = args
            weight: P.Term
            if isinstance(rule, R.Member) and rule.name in lowering.returns:
                weight = P.Call(rule.name, (P.Local("+x"),))
            else:
                assert isinstance(rule, R.Member)
                weight = P.Lookup(f"attribute {rule.name}", P.Local("+x"))
            return P.BuiltIn("sums", (P.Reduce("total", "+x", lowering.as_set(held), None, None, (weight,), True),), span=span)
        case "next-player":
            return P.BuiltIn("next", (lowering.lower(args[0]),), span=span)
        case "left-neighbour":
            return P.BuiltIn("next", (lowering.lower(args[0]),), span=span)
        case "right-neighbour":
            return P.BuiltIn("previous", (lowering.lower(args[0]),), span=span)
        case "others":
            return P.SetOp("and-not", P.Const((1 << t.players) - 1), P.Single(lowering.lower(args[0])), span=span)
        case "neighbours" | "adjacent" | "distance" if (of := regions_in(lowering, args)) is not None:
            return on_map(lowering, term, of)
        case "between":
            return on_map(lowering, term, the_map(args))
        case "reachable":
            near = neighbours_table(lowering, the_map(args))
            return P.BuiltIn("reachable", tuple(lowering.as_set(a) for a in args), table=near, span=span)
        case "across" | "longest-line":
            grid = map_of(lowering, the_map(args))
            shape = (grid.columns, len(grid.regions) // grid.columns, AXES[grid.touch])
            return P.BuiltIn(term.name, (*(lowering.as_set(a) for a in args), *(P.Const(x) for x in shape)), span=span)
        case "first-of":
            return P.BuiltIn("first-of", (lowering.lower(args[0]),), span=span)
        case "zone-of":
            return P.LoadAt(t.where, lowering.lower(args[0]), len(t.pieces), 1, span=span)
        case "full":
            zone = args[0]
            assert isinstance(zone, R.ZoneRead)
            return P.Compare(">=", P.Size(lowering.mask(zone)), P.Const(max(t.families[zone.zone].size, 1)), span=span)
        case _:
            return P.BuiltIn(
                term.name,
                tuple(lowering.lower(a) for a in args),
                width=lowering.width_of(args[0].type if args else R.AnyType()),
                span=span,
            )


def column_of(lowering: Terms, attribute: str, of: R.Type) -> str:
    """The name of the facts that an attribute reads: of pieces by their number, of regions by their place in the map."""
    asked = inner(of)
    if not isinstance(asked, R.RegionType):
        return f"attribute {attribute}"
    region_map = map_of(lowering, asked)
    name = f"attribute {region_map.name} {attribute}"
    if name not in lowering.tables:
        lowering.tables[name] = tuple(int(v) for v in dict(region_map.attributes)[attribute])
    return name


def map_of(lowering: Terms, of: R.RegionType) -> R.Map:
    return lowering.table.maps.get(of.map) or lowering.table.map_of[of.map]


def inner(of: R.Type) -> R.Type:
    """The type of a value, or of the members of a set."""
    inner = of.inner if isinstance(of, R.OrNone) else of
    inner = inner.element if isinstance(inner, (R.SetType, R.ListType)) else inner
    return inner.inner if isinstance(inner, R.OrNone) else inner


def regions_in(lowering: Terms, args: tuple[R.Term, ...]) -> R.RegionType | R.UnionType | None:
    """The type that regions are compared in; None for cells."""
    kinds = [inner(a.type) for a in args]
    unions = [k for k in kinds if isinstance(k, R.UnionType)]
    return next((k for k in (*unions, *kinds) if isinstance(k, (R.RegionType, R.UnionType))), None)


AXES = {"sides touch": 3, "corners touch": 15, "hexagons touch": 11}
"""The directions of straight lines: 1 along a row, 2 along a column, 4 up to the right, 8 up to the left."""


def the_map(args: tuple[R.Term, ...]) -> R.RegionType:
    """The map of whose regions these speak."""
    return next(k for k in (inner(a.type) for a in args) if isinstance(k, R.RegionType))


def neighbours_table(lowering: Terms, of: R.RegionType) -> str:
    """The name of a map's table of neighbours."""
    name = f"neighbours {of.map}"
    if name not in lowering.tables:
        lowering.tables[name] = adjacency(lowering, of)
    return name


def on_map(lowering: Terms, term: R.BuiltIn, of: R.RegionType | R.UnionType) -> P.Term:
    """Which regions touch, and how many borders lie between two; what is no region touches nothing."""
    name = f"{term.name} {of.map if isinstance(of, R.RegionType) else of.name}"
    near = adjacency(lowering, of)
    size = len(near)
    if name not in lowering.tables:
        if term.name == "between":
            assert isinstance(of, R.RegionType)
            grid = map_of(lowering, of)
            lowering.tables[name] = lines.between(grid.columns, size // grid.columns, AXES[grid.touch])
        else:
            lowering.tables[name] = near if term.name != "distance" else tuple(d for a in range(size) for d in distances(near, a))
    first = lowering.as_type(term.args[0], of)
    if term.name == "neighbours":
        return P.Lookup(name, first, span=term.span)
    second = lowering.as_type(term.args[1], of)
    if term.name == "adjacent":
        return P.Contains(P.Lookup(name, first), second, span=term.span)
    if term.name == "between":
        absent = P.Or((P.Compare("=", first, P.Const(-1)), P.Compare("=", second, P.Const(-1))))
        found = P.Lookup(name, P.Arith("+", P.Arith("*", first, P.Const(size)), second), span=term.span)
        if isinstance(term.args[0].type, R.OrNone) or isinstance(term.args[1].type, R.OrNone):
            return P.Select(absent, P.Const(0), found)
        return found
    return P.Lookup(name, P.Arith("+", P.Arith("*", first, P.Const(size)), second), span=term.span)


def adjacency(lowering: Terms, of: R.RegionType | R.UnionType) -> tuple[int, ...]:
    masks: list[int] = []
    for part in of.members if isinstance(of, R.UnionType) else (of,):
        at = len(masks)
        masks += [0] * lowering.table.space(part).size
        if isinstance(part, R.RegionType):
            region_map = map_of(lowering, part)
            index = {name: at + i for i, name in enumerate(region_map.regions)}
            for a, b in region_map.adjacency:
                masks[index[a]] |= 1 << index[b]
                masks[index[b]] |= 1 << index[a]
    return tuple(masks)


def distances(near: tuple[int, ...], start: int) -> list[int]:
    """Steps from one region to each; nothing to read where no way leads."""
    found = [MISSING] * len(near)
    edge, step = {start}, 0
    while edge:
        for a in edge:
            found[a] = step
        edge = {b for a in edge for b in range(len(near)) if near[a] >> b & 1 and found[b] == MISSING}
        step += 1
    return found

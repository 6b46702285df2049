"""Grids: maps whose regions are the squares or hexagons of so many columns and rows, named `a1`, `b1` … from the lower left.

In: the declaration. Out: the map, each region with its `column` and its `row`, and what touches what. The notions that ask for
straight lines are looked at here as well. Law: regions stand row by row, so a step in one direction is always the same step in
that order.
"""

from __future__ import annotations

from fuero.messages.diagnostic import Span
from fuero.rules import nodes as r
from fuero.rules.bind import maps, phrases
from fuero.rules.bind.scope import Scope
from fuero.rules.bind.types import element, strip
from fuero.rules.bind.world import World
from fuero.syntax import nodes as s

LETTERS = "abcdefghijklmnopqrstuvwxyz"
MOST = 20
"""So many columns and rows at most."""

STEPS = {
    "sides touch": ((1, 0), (0, 1)),
    "corners touch": ((1, 0), (0, 1), (1, 1), (-1, 1)),
    "hexagons touch": ((1, 0), (0, 1), (-1, 1)),
}
"""Columns and rows to those that touch, each pair once."""

NOTIONS = ("across", "between", "longest-line", "reachable")


def made(world: World, node: s.Map, full: str, origin: r.Origin) -> r.Map:
    """The map."""
    grid = node.grid
    assert grid is not None
    if not (1 <= grid.columns <= MOST and 1 <= grid.rows <= MOST):
        world.findings.report("out-of-range", f"A map has 1 to {MOST} columns and rows.", node.span)
        return r.Map(full, node.of.text, (), (), (), origin=origin)
    if grid.touch not in STEPS:
        phrases.one_of(world, f"{grid.columns} by {grid.rows},", tuple(STEPS), grid.touch, node.span)
        return r.Map(full, node.of.text, (), (), (), origin=origin)
    places = [(x, y) for y in range(grid.rows) for x in range(grid.columns)]
    names = {(x, y): f"{LETTERS[x]}{y + 1}" for x, y in places}
    pairs = [
        (names[x, y], names[x + dx, y + dy]) for x, y in places for dx, dy in STEPS[grid.touch] if (x + dx, y + dy) in names
    ]
    attributes = (("column", tuple(str(x + 1) for x, _ in places)), ("row", tuple(str(y + 1) for _, y in places)))
    return r.Map(
        full, node.of.text, tuple(names.values()), attributes, tuple(pairs), grid.columns, grid.touch, origin=origin
    )


def check(scope: Scope, word: str, args: list[r.Term], span: Span) -> None:
    """Reports places that lie on no map, or on different ones, and lines asked of a map that is no grid."""
    kinds = [strip((element(a.type) or a.type) if word != "between" else a.type) for a in args]
    if any(isinstance(k, r.AnyType) for k in kinds):
        return
    if any(not isinstance(k, r.RegionType) for k in kinds) or len(set(kinds)) > 1:
        known = {"between": "Two regions of one map are", "longest-line": "A set of regions is"}
        wanted = known.get(word, "Two sets of regions are")
        scope.world.findings.report("wrong-type", f'{wanted} wanted here, for "{word}".', span)
        return
    kind = kinds[0]
    assert isinstance(kind, r.RegionType)
    symbol = next((x for x in scope.world.of_kind("map") if x.full == kind.map), None)
    if word != "reachable" and symbol is not None and not maps.game_map(scope.world, symbol).columns:
        scope.world.findings.report(
            "wrong-type", f'"{word}" asks for straight lines, and only a map made of columns and rows has them.', span
        )

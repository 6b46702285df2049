"""Whole declarations with one thing changed: what has no statement or term of its own to change.

A declaration comes in with its name; the same with another cell, component, tie rule or setting goes out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Literal

from fuero.lab.mutants.edits import Edit, Place, World
from fuero.lab.mutants.nodes import Sort
from fuero.rules import nodes as r
from fuero.rules.text import term_text

_TIES = (("share rounded down",), ("share rounded up",), ("slide",), ("full",), ("full", "next moves up"), ("nobody",))
_SIDES = ("north", "east", "south", "west")
_CLOSES: tuple[Literal["everyone passes", "first use", "one round"], ...] = ("everyone passes", "first use", "one round")


def of_declaration(node: Any, rules: r.Ruleset, world: World, place: Place) -> Iterator[Edit]:
    """The declaration with one change that belongs to it as a whole."""
    trail = {entry.path: entry.span for entry in node.origin.trail}
    for new, sort, part, was, now in _changed(node, rules, world):
        span = trail.get(part, place.span) if sort == "table cell" else place.span  # an overlay may have set this cell
        yield Edit(new, sort, was, now, Place(part or place.part, span))


_Changed = tuple[Any, Sort, str, str, str]


def _changed(node: Any, rules: r.Ruleset, world: World) -> Iterator[_Changed]:  # noqa: C901 - one case a declaration
    match node:
        case r.Table():
            yield from _cells(node)
        case r.PieceSet():
            yield from _components(node, rules, world)
        case r.Var(forgotten=forgotten) if forgotten:
            yield replace(node, forgotten=""), "clause left out", "", f"forgotten each {forgotten}", ""
        case r.Map(adjacency=pairs, columns=0):
            for k, (a, b) in enumerate(pairs):
                rest = (*pairs[:k], *pairs[k + 1 :])
                yield replace(node, adjacency=rest), "component", f"{node.name}.{a}", f"{a} touches {b}", ""
        case r.Majority():
            yield from _majority(node)
        case r.Points(when=when, only=only):
            if when is not None:
                yield replace(node, when=None), "clause left out", "", f"when {term_text(when)}", ""
            if only is not None:
                after = f"after {node.after} {term_text(only)}"
                yield replace(node, only=None), "clause left out", "", after, f"every {node.after}"
        case r.Window(closes=closes):
            for close in _CLOSES:
                if close != closes:
                    yield replace(node, closes=close), "order", "", f"closes when {closes}", f"closes when {close}"
        case r.End():
            for k, when in enumerate(node.when):
                rest_when = (*node.when[:k], *node.when[k + 1 :])
                yield replace(node, when=rest_when), "end", "", f"when {term_text(when)}", ""
            other: Literal["most points", "fewest points"] = "fewest points" if node.winner == "most points" else "most points"
            yield replace(node, winner=other), "end", "", f"winner {node.winner}", f"winner {other}"
        case _:
            pass


def _cells(table: r.Table) -> Iterator[_Changed]:
    for k, (indices, value) in enumerate(table.cells):
        heads = [table.headings[level][i] for level, i in enumerate(indices)]
        at = heads[0] if len(heads) == 1 else f"({', '.join(heads)})"
        for other in (value + 1, value - 1):
            if other >= 0 or value < 0:
                cells = (*table.cells[:k], (indices, other), *table.cells[k + 1 :])
                yield replace(table, cells=cells), "table cell", f"{table.name} at {at}", str(value), str(other)


def _components(pieces: r.PieceSet, rules: r.Ruleset, world: World) -> Iterator[_Changed]:
    attributes = next((p.attributes for p in rules.pieces if p.name == pieces.piece), ())
    for k, row in enumerate(pieces.rows):
        for new, was, now in _rows(row, attributes, world):
            rows = (*pieces.rows[:k], new, *pieces.rows[k + 1 :])
            yield replace(pieces, rows=rows), "component", f"{pieces.piece}.{row.name}", was, now
    for k, (name, kind) in enumerate(pieces.each):
        match kind:
            case r.Num(low=r.Const() as low, high=r.Const() as high) if low.value < high.value:
                for low_too, high_too in ((low.value + 1, high.value), (low.value, high.value - 1)):
                    fewer = replace(kind, low=replace(low, value=low_too), high=replace(high, value=high_too))
                    each = (*pieces.each[:k], (name, fewer), *pieces.each[k + 1 :])
                    was, now = f"each {name} {low.value}..{high.value}", f"{low_too}..{high_too}"
                    yield replace(pieces, each=each), "component", pieces.piece, was, now
            case _:
                pass


def _rows(row: r.PieceRow, attributes: tuple[r.Attribute, ...], world: World) -> Iterator[tuple[r.PieceRow, str, str]]:
    """One component with another value, each attribute once, or one copy more."""
    for k, (attribute, value) in enumerate(zip(attributes, row.values, strict=True)):
        other = _other(attribute.type, value, world)
        if other is not None:
            values = (*row.values[:k], other, *row.values[k + 1 :])
            yield replace(row, values=values), f"{attribute.name} {_said(value)}", _said(other)
    yield replace(row, copies=row.copies + 1), f"copies {row.copies}", str(row.copies + 1)


def _other(kind: r.Type, value: r.Value, world: World) -> r.Value | None:
    match kind, value:
        case r.Num(high=high), int() if not (isinstance(high, r.Const) and value >= high.value):
            return value + 1
        case r.Num(), int():
            return value - 1
        case r.EnumType(name), str():
            return _next(value, world.members.get(name, ()))
        case r.SetType(element=element), tuple():
            names = _SIDES if isinstance(element, r.SideType) else world.members.get(getattr(element, "name", ""), ())
            if not names:
                return None
            return tuple(n for n in names if (n in value) != (n == names[0]))
        case _:
            return None


def _next(value: str, names: tuple[str, ...]) -> str | None:
    return names[(names.index(value) + 1) % len(names)] if value in names and len(names) > 1 else None


def _said(value: r.Value) -> str:
    return (" ".join(value) or "none") if isinstance(value, tuple) else str(value)


def _majority(majority: r.Majority) -> Iterator[_Changed]:
    for ties in _TIES:
        if ties != majority.ties:
            yield replace(majority, ties=ties), "ties", "", f"ties {', '.join(majority.ties)}", f"ties {', '.join(ties)}"
    if majority.minimum is not None:
        yield replace(majority, minimum=None), "clause left out", "", f"minimum {term_text(majority.minimum)}", ""
    if majority.places is not None:
        yield replace(majority, places=None), "clause left out", "", f"places {term_text(majority.places)}", ""

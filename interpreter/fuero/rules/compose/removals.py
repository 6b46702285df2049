"""Amendments that take away: `drop` for good, `except` in a case that is named.

A world and one change come in; the world's declarations are exchanged for changed ones, what was there is handed back. Keeps the
laws that a dropped moment stays as an empty one, and that of several exceptions one suffices.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from fuero.rules.compose.blocks import holder, sides
from fuero.rules.compose.bodies import refuse, set_core, store
from fuero.rules.compose.changes import Change
from fuero.rules.compose.paths import Target, node_of
from fuero.rules.compose.tree import get, put, rewrite
from fuero.rules.compose.world import World, own_name
from fuero.syntax.nodes import (
    Action,
    And,
    Bonus,
    Cases,
    Display,
    Effect,
    Except,
    Field,
    Fields,
    Function,
    If,
    IfTerm,
    Integer,
    Majority,
    Node,
    Not,
    Number,
    Offer,
    Open,
    Option,
    Or,
    Part,
    Perform,
    Points,
    Procedure,
    Rule,
    SetLiteral,
    Step,
    Table,
    Term,
    Upon,
    Window,
    Word,
)

# ---------------------------------------------------------------- drop


def drop(world: World, change: Change, target: Target) -> object:
    thing = world.things[target.thing]
    before = node_of(world, target)
    word = change.node.target.text if hasattr(change.node, "target") and isinstance(change.node.target, Word) else ""
    if target.prop:
        if target.prop not in ("minimum", "places", "when"):
            raise refuse("cannot-drop", f'"{word}" cannot be left out: without it nobody knows what is meant.', change)
        value = getattr(before, target.prop)
        store(world, target, dataclasses.replace(before, **{target.prop: () if isinstance(value, tuple) else None}))
        return value
    if not target.spot:
        return _drop_thing(world, change, target, word)
    if isinstance(before, Step | Effect):
        spot = holder(world, target)
        assert spot is not None
        return set_core(world, target, spot, (), usual=False)
    world.removed[change.site] = change.span
    if isinstance(before, Offer):
        place = get(thing.node, target.spot[:-1])
        offers = tuple(offer for offer in place.offers if offer.call.name.text != before.call.name.text)
        thing.node = put(thing.node, target.spot[:-1], dataclasses.replace(place, offers=offers))
        return before
    thing.node = put(thing.node, target.spot, None)
    if isinstance(before, Field):
        line = get(thing.node, target.spot[:-1])
        if isinstance(line, Fields) and not line.fields:
            thing.node = put(thing.node, target.spot[:-1], None)
    return before


def _drop_thing(world: World, change: Change, target: Target, word: str) -> object:
    """A whole declaration goes, and with it what would offer, perform or open it."""
    thing = world.things[target.thing]
    node = thing.node
    if isinstance(node, Number):
        raise refuse(
            "cannot-drop", f'"{word}" is a number; it cannot be left out.', change, f"Give it another value: set {word} to …"
        )
    if isinstance(node, Option | Table):
        raise refuse("cannot-drop", f'"{word}" cannot be left out, because other rules read it.', change)
    if not isinstance(node, Rule | Cases | Function | Action | Procedure | Window | Majority | Points | Upon | Display):
        raise refuse("cannot-drop", f'"{word}" is a thing of the game, not a rule; it cannot be left out.', change)
    world.removed[change.site] = change.span
    world.remove(thing)
    name = own_name(node)
    if name is None:
        return node

    def means_it(word: Word) -> bool:
        return word.text == name and world.lookup(name, world.owner_of(word)) is None and thing.owner in _seen(world, word)

    def without(at: Node) -> Any:
        if isinstance(at, Offer) and isinstance(node, Action) and means_it(at.call.name):
            return ()
        if isinstance(at, Perform) and not isinstance(node, Action) and means_it(at.call.name):
            return ()
        if isinstance(at, Open) and means_it(at.call.name):
            return ()
        return at

    for other in world.things.values():
        if isinstance(other.node, Action | Procedure | Cases | Upon | Window) or own_name(other.node) == "setup":
            other.node = rewrite(other.node, without)
    return node


def _seen(world: World, word: Word) -> tuple[str, ...]:
    return world.visible(world.owner_of(word))


# ---------------------------------------------------------------- except


def excuse(world: World, change: Change, target: Target) -> object:
    node = change.node
    assert isinstance(node, Except)
    before = node_of(world, target)
    if isinstance(before, Part):
        store(world, target, excused_part(world, before, target, node))
    elif isinstance(before, Rule):
        parts = tuple(dataclasses.replace(part, term=excused(before.kind, part.term, node)) for part in before.parts)
        store(world, target, dataclasses.replace(before, parts=parts))
    elif isinstance(before, Points | Bonus):
        unless = Not(node.when, span=node.span)
        when = unless if before.when is None else And(unless, before.when, span=node.span)
        store(world, target, dataclasses.replace(before, when=when))
    elif isinstance(before, Action) or (spot := holder(world, target)) is None:
        raise refuse(
            "cannot-except",
            f'"{node.target.text}" is no part that could be excused.',
            change,
            "Name a part of a rule, a clause of an action, a step or an effect.",
        )
    else:
        thing = world.things[target.thing]
        core = sides(world, get(thing.node, spot).body).core
        body = (If(Not(node.when, span=node.span), core, span=node.span),) if core else ()
        set_core(world, target, spot, body, usual=False)
    return before


def excused_part(world: World, part: Part, target: Target, node: Except) -> Part:
    owner = world.things[target.thing].node
    kind = owner.kind if isinstance(owner, Rule) else "condition"
    return dataclasses.replace(part, term=excused(kind, part.term, node))


def excused(kind: str, term: Term, node: Except) -> Term:
    """Excused means: true in a condition, false among ways, nought in a total, empty in a pool."""
    if kind == "condition":
        return Or(node.when, term, span=node.span)
    if kind == "ways":
        return And(Not(node.when, span=node.span), term, span=node.span)
    nothing: Term = Integer(0, span=node.span) if kind == "total" else SetLiteral((), span=node.span)
    return IfTerm(node.when, nothing, term, span=node.span)

"""Amendments that only add: parts, cases, fields, offers, members of a kind.

A world and one change come in; the world's declarations are exchanged for longer ones. Keeps the law that what is added stands
after what is there, in the canonical order of overlays.
"""

from __future__ import annotations

import dataclasses

from fuero.messages.diagnostic import Diagnostic, Place
from fuero.rules.compose.bodies import Refused, refuse, store
from fuero.rules.compose.changes import Change
from fuero.rules.compose.paths import Target, node_of
from fuero.rules.compose.tree import put, walk
from fuero.rules.compose.world import World
from fuero.syntax.nodes import (
    Action,
    AddCase,
    AddField,
    AddOffer,
    AddPart,
    Ask,
    Cases,
    Effect,
    Enum,
    Extend,
    Fields,
    Function,
    Kind,
    Let,
    Name,
    Rule,
    Window,
)

PART_OF = {"condition": "require", "ways": "way", "total": "part", "pool": "part"}


def extend(world: World, change: Change, target: Target) -> object:
    node = change.node
    before = node_of(world, target)
    assert isinstance(node, Extend)
    if not isinstance(before, Kind | Enum):
        raise refuse("cannot-extend", f'"{node.name.text}" has no members to which others could be added.', change)
    there = {(world.owner_of(member), member.text) for member in before.members}
    new = tuple(member for member in node.members if (change.overlay, member.text) not in there)
    there_in_the_game = {text for owner, text in there if not owner}
    new = tuple(m for m in new if m.text not in there_in_the_game or world.declared(change.overlay, m.text) is not None)
    store(world, target, dataclasses.replace(before, members=(*before.members, *new)))
    return before


def add_part(world: World, change: Change, target: Target) -> object:
    node = change.node
    before = node_of(world, target)
    assert isinstance(node, AddPart)
    if not isinstance(before, Rule | Action):
        raise refuse("wrong-part", f'"{node.target.text}" is not made of parts that could be added to.', change)
    fitting = "require" if isinstance(before, Action) else PART_OF[before.kind]
    if node.part.kind != fitting:
        what = "An action" if isinstance(before, Action) else f'"{node.target.text}" ({before.kind})'
        raise refuse(
            "wrong-part",
            f'{what} is made of "{fitting}", not of "{node.part.kind}".',
            change,
            f"Write: add {fitting} {node.target.text}.{node.part.name.text}",
        )
    if isinstance(before, Rule):
        store(world, target, dataclasses.replace(before, parts=(*before.parts, node.part)))
    else:
        place = next((i for i, part in enumerate(before.parts) if isinstance(part, Effect)), len(before.parts))
        store(world, target, dataclasses.replace(before, parts=(*before.parts[:place], node.part, *before.parts[place:])))
    return None


def add_case(world: World, change: Change, target: Target) -> object:
    node = change.node
    before = node_of(world, target)
    assert isinstance(node, AddCase)
    if isinstance(before, Cases) == isinstance(node.case.body, tuple) and isinstance(before, Cases | Function):
        store(world, target, dataclasses.replace(before, cases=(*before.cases, node.case)))
        return None
    if isinstance(before, Cases):
        raise refuse("wrong-body", f'The cases of "{node.target.text}" say what is done; this one holds only a value.', change)
    if isinstance(before, Function):
        raise refuse("wrong-body", f'The cases of "{node.target.text}" give a value; this one is a list of things to do.', change)
    raise refuse("wrong-part", f'"{node.target.text}" has no cases.', change, "Cases can be added to cases and to functions.")


def add_field(world: World, change: Change, target: Target) -> object:
    """The new choice stands after the others, and after each `let` that it reads itself."""
    node = change.node
    before = node_of(world, target)
    assert isinstance(node, AddField)
    if not isinstance(before, Action):
        raise refuse("wrong-part", f'"{node.target.text}" is no action, so nothing can be chosen in it.', change)
    read = {at.text for _, at in walk(node.field) if isinstance(at, Name)}
    place = 0
    for index, part in enumerate(before.parts):
        if isinstance(part, Fields) or isinstance(part, Let) and part.name.text in read:
            place = index + 1
    line = Fields((node.field,), span=node.span)
    store(world, target, dataclasses.replace(before, parts=(*before.parts[:place], line, *before.parts[place:])))
    return None


def add_offer(world: World, change: Change, target: Target) -> object:
    node = change.node
    before = node_of(world, target)
    assert isinstance(node, AddOffer)
    if isinstance(before, Window):
        store(world, target, dataclasses.replace(before, offers=(*before.offers, node.offer)))
        return None
    # questions that other overlays' hooks put into the step are not the step's own
    owner = world.owner_of(before)
    asks = [(spot, at) for spot, at in walk(before) if isinstance(at, Ask) and world.owner_of(at) == owner]
    if not asks:
        raise refuse("no-question", f'Nothing is asked in "{node.target.text}", so nothing can be offered there.', change)
    if len(asks) > 1:
        raise Refused(
            Diagnostic(
                "which-ask",
                "error",
                f'"{node.target.text}" asks {len(asks)} questions, so it is not clear where to offer this.',
                change.span,
                "offered here",
                tuple(Place(at.span, f"question: {at.text}" if at.text else "a question") for _, at in asks),
                hint="Name the step that holds only the one question.",
            )
        )
    spot, ask = asks[0]
    store(world, target, put(before, spot, dataclasses.replace(ask, offers=(*ask.offers, node.offer))))
    return None

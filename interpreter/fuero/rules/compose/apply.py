"""One change applied to the world, and written into the trail.

A world and a change come in; either the world is changed and the trail tells it, or a diagnostic goes out and nothing
has happened.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from fuero.messages.diagnostic import Diagnostic
from fuero.rules.compose import additions, bodies, removals, settings
from fuero.rules.compose.bodies import Refused
from fuero.rules.compose.changes import Change
from fuero.rules.compose.model import TrailEntry
from fuero.rules.compose.paths import Target, offer_name, resolve, written
from fuero.rules.compose.world import Site, World
from fuero.syntax.nodes import AddCase, AddField, AddOffer, AddPart, Drop, Except, Extend, Hook, Replace, SetAmend, Word

DOING: dict[type, Callable[[World, Change, Target], object]] = {
    Extend: additions.extend,
    AddPart: additions.add_part,
    AddCase: additions.add_case,
    AddField: additions.add_field,
    AddOffer: additions.add_offer,
    SetAmend: settings.set_value,
    Replace: bodies.replace,
    Drop: removals.drop,
    Except: removals.excuse,
}


def aim(world: World, change: Change) -> Target | Diagnostic:
    """The target of a change in this world; its site says what the change touches, a new part's own name included."""
    node = change.node
    if isinstance(node, SetAmend):
        found = settings.locate(world, change)
        return found if isinstance(found, Diagnostic) else found[0]
    word: Word = node.name if isinstance(node, Extend) else node.target
    return resolve(world, word, change.overlay)


def touched(world: World, change: Change, target: Target) -> Site:
    site = target.site
    node = change.node
    if isinstance(node, Extend):
        return (*site, "=members")
    if isinstance(node, AddOffer):
        return (*site, offer_name(world, node.offer), f"offer with {node.offer.call.args!r}")
    bare = tuple(name for name in site if name != "=")  # a function's plain value is apart from its cases
    if isinstance(node, AddPart | AddCase | AddField):
        return (*bare, change.name)
    return bare if isinstance(node, Drop) else site


def apply(world: World, change: Change) -> TrailEntry | Diagnostic:
    target = aim(world, change)
    if isinstance(target, Diagnostic):
        return target
    change = dataclasses.replace(change, site=touched(world, change, target))
    node = change.node
    doing = bodies.hook if change.hooks else bodies.replace if isinstance(node, Hook) else DOING[type(node)]
    try:
        before = doing(world, change, target)
    except Refused as refused:
        return refused.diagnostic
    entry = TrailEntry(change.overlay, change.kind, change.span, change.cites, before)
    path = written(target.site if isinstance(node, AddOffer | Extend) else change.site)
    world.trail.setdefault(path, []).append(entry)
    return entry

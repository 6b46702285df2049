"""From a path as an amendment writes it (`buy.reward`, `gates/gate`, `turn.act.pass`) to the node it means.

A path, the scope of the file it stands in and the world come in; a `Target` or a diagnostic goes out. Keeps the law that
everything nameable can be amended, and that an unknown target is answered with the nearest name or the overlay to switch on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from fuero.messages.diagnostic import Diagnostic, Place
from fuero.messages.nearest import nearest
from fuero.rules.compose.tree import Spot, get, walk
from fuero.rules.compose.world import Pieces, Site, Thing, World, hook_key, own_name
from fuero.syntax.nodes import (
    Action,
    Bonus,
    Case,
    Cases,
    Effect,
    End,
    Field,
    Function,
    Let,
    Majority,
    Node,
    Offer,
    Part,
    Points,
    Procedure,
    Rule,
    Setup,
    Step,
    Upon,
    Window,
    Word,
)

PROPERTIES: dict[type, tuple[str, ...]] = {
    Majority: ("each", "among", "counting", "minimum", "pays", "places", "ties"),
    Points: ("scored", "each", "when", "pays"),
    Window: ("asks", "closes"),
    End: ("when", "winner", "ties"),
}
WITH_STEPS = (Action, Procedure, Setup, Step, Effect, Case, Cases, Upon)


@dataclass(frozen=True, slots=True)
class Target:
    """A thing and a spot in it. `prop` names a property (`ties`) that is no node of its own; `site` is the same in all worlds."""

    thing: int
    spot: Spot
    site: Site
    prop: str = ""


def node_of(world: World, target: Target) -> Any:
    return get(world.things[target.thing].node, target.spot)


def name_of(node: Node) -> str:
    """The name by which a path finds this node inside its declaration; empty where none does."""
    if isinstance(node, Effect):
        return "effect"
    if isinstance(node, Offer):
        return node.call.name.text
    if isinstance(node, Part | Case | Let | Field | Step | Bonus):
        return node.name.text
    return ""


def inside(root: Node) -> Iterator[tuple[Spot, Node]]:
    """All that can be named below a node, as a path would find it: what stands in the declaration first, then what is deeper."""
    deep = isinstance(root, WITH_STEPS)
    for spot, node in walk(root):
        if spot and name_of(node) and (deep or isinstance(node, Part | Case | Bonus | Offer)):
            yield spot, node


def site_of(world: World, thing: Thing, spot: Spot) -> Site:
    """The names on the way from a declaration to a spot in it. A hook's step carries its owner: `gates/close`."""
    site = [thing.title]
    for length in range(1, len(spot) + 1):
        node = get(thing.node, spot[:length])
        if isinstance(node, Node) and (name := name_of(node)):
            if isinstance(node, Offer):
                name = offer_name(world, node)
            elif world.is_hook(node):
                assert isinstance(node, Step)
                name = world.hook_key(node)
            site.append(name)
    return tuple(site)


def offer_name(world: World, offer: Offer) -> str:
    """Two offers are of one action if their words mean the same, wherever they stand."""
    word = offer.call.name
    action = world.lookup(word.text, world.owner_of(word))
    return f"offer {action.title if action else word.text}"


def written(site: Site) -> str:
    """A site as a path of the language: `turn.act`, `prizes at (…)`, `gates/close` for a hook's step."""
    names = [name for name in site[1:] if not name.startswith("offer ") and name != "="]
    if not names:
        return site[0]
    if names[-1].startswith("("):
        return f"{site[0]} at {names[-1]}"
    return names[-1] if "/" in names[-1] else f"{site[0]}.{names[-1]}"


def resolve(world: World, path: Word, scope: str) -> Target | Diagnostic:
    """The one thing a path means in a scope."""
    qualifier, rest = path.text.split("/", 1) if "/" in path.text else ("", path.text)
    if qualifier == world.game:
        qualifier = ""
    elif qualifier and qualifier not in world.level_of:
        return unknown_overlay(world, path, qualifier)
    first, *later = rest.split(".")
    owners = (qualifier,) if "/" in path.text else world.visible(scope)
    for owner in owners:
        if thing := world.declared(owner, first):
            found = _follow(world, thing, (), later, (*world.visible(scope), owner), path)
            if found is not None:
                return found
        elif (hook := find_hook(world, owner, first)) is not None:
            found = _follow(world, world.things[hook[0]], hook[1], later, (*world.visible(scope), owner), path)
            if found is not None:
                return found
    if qualifier and later and (thing := world.declared("", first)):
        found = _follow(world, thing, (), later, (qualifier,), path)
        if found is not None:
            return found
    return unknown_target(world, path, scope)


def find_hook(world: World, owner: str, name: str) -> tuple[int, Spot] | None:
    """Where the step of a hook (or the rule of an `upon`) stands now."""
    for key, thing in world.things.items():
        if isinstance(thing.node, Upon) and thing.owner == owner and thing.node.name.text == name:
            return key, ()
    key_text = hook_key(owner, name)
    if key_text not in world.hooked:
        return None
    for key, thing in world.things.items():
        if isinstance(thing.node, WITH_STEPS):
            for spot, node in walk(thing.node):
                if isinstance(node, Step) and node.name.text == name and world.hook_key(node) == key_text:
                    return key, spot
    return None


def _follow(
    world: World, thing: Thing, spot: Spot, names: list[str], owners: tuple[str, ...], path: Word
) -> Target | Diagnostic | None:
    for place, name in enumerate(names):
        node = get(thing.node, spot)
        if place == len(names) - 1 and name in PROPERTIES.get(type(node), ()):
            return Target(thing.key, spot, (*site_of(world, thing, spot), name), name)
        found = [(len(at), at, below) for at, below in inside(node) if name_of(below) == name and world.owner_of(below) in owners]
        found.sort(key=lambda item: (_rank(item[2]), item[0]))
        if not found:
            return None
        if len(found) > 1 and _rank(found[0][2]) == _rank(found[1][2]) and not isinstance(found[0][2], Offer):
            return Diagnostic(
                "which-target",
                "error",
                f'"{path.text}" stands in two places, so it is not clear which of them is meant.',
                path.span,
                others=tuple(Place(below.span, "here") for _, _, below in found[:2]),
                hint="Give one of the two another name.",
            )
        spot = (*spot, *found[0][1])
    site = site_of(world, thing, spot)
    return Target(thing.key, spot, (*site, "=") if not names and isinstance(thing.node, Function) else site)


def _rank(node: Node) -> int:
    """Which of several things of one name a path means: a part or case before a step, a step before a let, an offer last."""
    kinds = (Part | Case | Bonus | Effect, Step, Field | Let, Offer)
    return next(rank for rank, kind in enumerate(kinds) if isinstance(node, kind))


def unknown_overlay(world: World, path: Word, name: str, rules: bool = False) -> Diagnostic:
    """Nothing to be over is called so; with `rules`, a rule that relies on others may have been meant as well."""
    if name in world.off:
        return _switched_off(path, path.text, world.off[name], name)
    relying = [known for thing, known in world.named() if rules and isinstance(thing.node, Rule) and thing.node.relies]
    guess = nearest(name, (*world.level_of, *world.off, *relying))
    return Diagnostic(
        "unknown-target",
        "error",
        f'There is no module, bridge or variant "{name}".' + (f' Did you mean "{guess}"?' if guess else ""),
        path.span,
        "named here",
        hint=f'Write "{guess}" instead.' if guess else "",
    )


def _switched_off(path: Word, what: str, kind: str, name: str) -> Diagnostic:
    return Diagnostic(
        "unknown-target",
        "error",
        f'"{what}" belongs to the {kind} "{name}", which this ruleset does not use.',
        path.span,
        "named here",
        hint=f"Add: uses {kind} {name}",
    )


def unknown_target(world: World, path: Word, scope: str) -> Diagnostic:
    """Nothing has this name: say where it belongs, or which name is near."""
    bare = path.text.split("/")[-1]
    first, *later = bare.split(".")
    if found := world.names_off.get(bare) or (world.names_off.get(first) if not world.lookup(first, scope) else None):
        return _switched_off(path, bare, *found)
    for owner in sorted(world.level_of):
        if owner not in world.visible(scope) and (world.declared(owner, first) or hook_key(owner, first) in world.hooked):
            return Diagnostic(
                "unknown-target",
                "error",
                f'"{first}" belongs to {world.overlay_words(owner)}, which this file does not name among those it needs.',
                path.span,
                "named here",
                hint=f"Add: needs {world.kind_of[owner]} {owner}",
            )
    thing = world.lookup(first, scope)
    if not thing and not later and (parts := _parts_called(world, first, scope)):
        return _without_owner(path, first, parts)
    if thing and later:
        names = [*PROPERTIES.get(type(thing.node), ()), *(name_of(node) for _, node in inside(thing.node))]
        guess, where = nearest(later[-1], sorted(set(names))), f'in "{first}"'
        whole = f"{first}.{guess}"
    else:
        known = {name for t, name in world.named() if t.owner in world.visible(scope)}
        guess, where = nearest(first, sorted(known)), "here"
        whole = ".".join((guess or "", *later))
    there = world.lookup(guess, scope) if guess and not (thing and later) else thing
    return Diagnostic(
        "unknown-target",
        "error",
        f'There is no "{later[-1] if thing and later else first}" {where}.' + (f' Did you mean "{whole}"?' if guess else ""),
        path.span,
        "nothing has this name",
        others=(Place(there.node.span, f'"{own_name(there.node)}" stands here'),) if there else (),
        hint=f'Write "{whole}" instead.' if guess else "",
    )


def _parts_called(world: World, name: str, scope: str) -> list[tuple[str, Node]]:
    """Parts of that name inside what the scope sees, with their whole paths."""
    found: dict[str, Node] = {}
    for thing, known in world.named():
        if thing.owner in world.visible(scope):
            for _, node in inside(thing.node):
                if name_of(node) == name and not isinstance(node, Offer):
                    found.setdefault(f"{known}.{name}", node)
    return sorted(found.items())


def _without_owner(path: Word, name: str, parts: list[tuple[str, Node]]) -> Diagnostic:
    """A part's name without the rule it is a part of."""
    one = len(parts) == 1
    message = f'There is no "{name}" here.' + (f' Did you mean "{parts[0][0]}"?' if one else "")
    listed = " or ".join((", ".join(where for where, _ in parts[:-1]), parts[-1][0]))
    hint = f'Write "{parts[0][0]}" instead.' if one else f"A part is named with what it belongs to: {listed}"
    others = tuple(Place(node.span, f'"{where}" stands here') for where, node in parts)
    return Diagnostic("unknown-target", "error", message, path.span, "nothing has this name", others=others, hint=hint)


def rows_of(world: World, thing: Thing) -> Thing | None:
    """The declaration that holds the rows a cell is set in: a table, or the components of a piece."""
    if not own_name(thing.node):
        return thing
    name = own_name(thing.node)
    same = [
        t for t in world.things.values() if t.owner == thing.owner and isinstance(t.node, Pieces) and t.node.name.text == name
    ]
    return same[0] if len(same) == 1 else None

"""The pipeline: select, gather, apply level by level, look at the whole, hand over one ruleset.

Sources and a selection come in; a `Merged` and diagnostics go out, None in its place when any of them is an error. Keeps the law
of levels: game, modules, bridges, variants, the table's own choices.
"""

from __future__ import annotations

from fuero.messages.diagnostic import Diagnostic, Place
from fuero.rules.compose.changes import Change, change_of, opening_of
from fuero.rules.compose.hooks import arrange_upons, check_cases, check_moments
from fuero.rules.compose.levels import Levels
from fuero.rules.compose.model import LEVELS, Merged, Selection, Sources
from fuero.rules.compose.options import check_options, choose_options
from fuero.rules.compose.orders import idle_orders, read_orders
from fuero.rules.compose.select import Chosen, choose
from fuero.rules.compose.unread import check_leaning, check_unread, read_in
from fuero.rules.compose.world import World, own_name
from fuero.syntax.nodes import (
    AddCase,
    AddField,
    AddOffer,
    AddPart,
    Declaration,
    Display,
    Drop,
    Except,
    Extend,
    Head,
    Hook,
    Needs,
    Order,
    Replace,
    Scenario,
    SetAmend,
    Upon,
    Uses,
    Why,
    Window,
)

AMENDING = AddPart | AddCase | AddField | AddOffer | Drop | Replace | SetAmend | Except | Extend | Hook


def compose(sources: Sources, selection: Selection) -> tuple[Merged | None, list[Diagnostic]]:
    """One ruleset out of a game's files, as a table wants to play it."""
    chosen, found = choose(sources, selection)
    if chosen is None or _failed(found):
        return None, _sorted(found)
    world = World(
        game=selection.game,
        things={},
        scope_of={file.path: owner for owner, files in chosen.files.items() for file in files},
        sees=dict(chosen.sees),
        level_of={overlay.name: LEVELS[overlay.kind] for overlay in chosen.overlays},
        kind_of={overlay.name: overlay.kind for overlay in chosen.overlays},
        names_off=chosen.names_off,
        off=chosen.off,
    )
    scenarios, changes, orders = _gather(world, chosen)
    found += _taken_names(world) + _taken_hooks(world, changes)
    found += read_orders(world, orders, changes)
    at_first = read_in(world)
    levels = Levels(world)
    for level in range(max(LEVELS.values()) + 1):
        levels.run([change for change in changes if change.level == level])
    found += levels.finish()
    if not _failed(found):
        applied = [change for change, _ in levels.applied]
        found += idle_orders(world, orders, applied)
        found += check_moments(world, applied) + arrange_upons(world) + check_cases(world, applied)
        found += check_unread(world, at_first, levels.applied) + check_leaning(world, applied)
    found += choose_options(world, selection, chosen.options)
    found += check_options(world, selection.players)
    if _failed(found):
        return None, _sorted(found)
    merged = Merged(
        game=chosen.game,
        overlays=chosen.overlays,
        declarations=tuple(thing.node for thing in world.things.values()),
        scope_of=world.scope_of,
        sees=world.sees,
        trail={path: tuple(entries) for path, entries in sorted(world.trail.items())},
        chosen=tuple(sorted(world.chosen.items())),
        scenarios=scenarios,
        labels=chosen.labels,
        file_cells=tuple(world.file_cells),
    )
    return merged, _sorted(found)


def _failed(found: list[Diagnostic]) -> bool:
    return any(diagnostic.severity == "error" for diagnostic in found)


def _sorted(found: list[Diagnostic]) -> list[Diagnostic]:
    unique = list(dict.fromkeys(found))
    return sorted(unique, key=lambda d: (d.span.file, d.span.line, d.span.column, d.code, d.message))


Gathered = tuple[tuple[tuple[str, Scenario], ...], list[Change], list[tuple[str, Order]]]


def _gather(world: World, chosen: Chosen) -> Gathered:
    """Declarations go into the world, in base order and then by overlay; amendments and orders are kept for later."""
    scenarios: list[tuple[str, Scenario]] = []
    changes: list[Change] = []
    orders: list[tuple[str, Order]] = []
    for owner, files in chosen.files.items():
        level = world.level_of.get(owner, 0)
        for file in files:
            for place, node in enumerate(file.declarations):
                if isinstance(node, AMENDING):
                    changes.append(change_of(node, owner, level, file.path, place))
                elif isinstance(node, Order):
                    orders.append((owner, node))
                elif isinstance(node, Scenario):
                    scenarios.append((owner, node))
                elif not isinstance(node, Head | Needs | Uses | Why):
                    world.add(owner, node)
                    if isinstance(node, Window) and (opening := opening_of(node, owner, level, file.path, place)):
                        changes.append(opening)
    return tuple(scenarios), changes, orders


def _taken_names(world: World) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    first: dict[tuple[str, str, bool], Declaration] = {}
    for thing in world.things.values():
        drawn = isinstance(thing.node, Display)
        name = thing.node.name.text if isinstance(thing.node, Display | Upon) else own_name(thing.node)
        if name is None or isinstance(thing.node, Upon):
            continue
        taken = first.get((thing.owner, name, drawn)) or first.get(("", name, drawn))
        if taken is None:
            first[thing.owner, name, drawn] = thing.node
            continue
        message = f'"{name}" is the name of something else already.'
        if name in ("setup", "end"):
            message = f"There is one {name} only, and it is written already."
        hint = "Add to it: after setup.STEP as NAME" if name == "setup" else "Pick another name."
        found.append(
            Diagnostic("name-taken", "error", message, thing.node.span, "named here", (Place(taken.span, "and here"),), hint=hint)
        )
    return found


def _taken_hooks(world: World, changes: list[Change]) -> list[Diagnostic]:
    """Hooks and `upon` rules have a name of their own in their overlay; an exception, one of its own at its target."""
    found: list[Diagnostic] = []
    first: dict[str, Change | Upon] = {}
    named: list[tuple[str, Change | Upon]] = [(c.key, c) for c in changes if isinstance(c.node, Hook)]
    named += [(f"{c.node.target.text} {c.key}", c) for c in changes if isinstance(c.node, Except)]
    named += [(f"{t.owner}/{t.node.name.text}", t.node) for t in world.things.values() if isinstance(t.node, Upon)]
    for key, change in named:
        if key in first:
            message = f'"{key.split("/")[-1]}" is the name of another change already.'
            others = (Place(first[key].span, "and here"),)
            found.append(Diagnostic("name-taken", "error", message, change.span, "named here", others, hint="Pick another name."))
        first.setdefault(key, change)
    return found

"""`order A before B`, wherever it stands: which hook must come before which.

Order lines and the changes that are on come in; `world.order` is filled, lines that name nothing are reported. A line that names
an overlay that is off waits for it: it changes nothing.
"""

from __future__ import annotations

from fuero.messages.diagnostic import Diagnostic
from fuero.messages.nearest import nearest
from fuero.rules.compose.blocks import when_of
from fuero.rules.compose.changes import Change
from fuero.rules.compose.paths import unknown_overlay, written
from fuero.rules.compose.world import World
from fuero.syntax.nodes import Order, Rule, Upon, Word


def read_orders(world: World, orders: list[tuple[str, Order]], changes: list[Change]) -> list[Diagnostic]:
    keys = {change.key for change in changes if change.hooks}
    keys |= {f"{thing.owner}/{thing.node.name.text}" for thing in world.things.values() if isinstance(thing.node, Upon)}
    found: list[Diagnostic] = []
    for owner, order in orders:
        first, then = (_key(world, word, owner, keys) for word in (order.first, order.then))
        if isinstance(first, str) and isinstance(then, str):
            world.order.setdefault(first, set()).add(then)
        found += [end for end in (first, then) if isinstance(end, Diagnostic)]
    for change in changes:
        if change.over is not None:
            found += _check_over(world, change.over, changes)
    return found


def idle_orders(world: World, orders: list[tuple[str, Order]], changes: list[Change]) -> list[Diagnostic]:
    """Order lines between hooks that never meet at one moment: they say nothing, and whoever wrote them should know."""
    moments = {change.key: (change.site, when_of(change)) for change in changes if change.hooks}
    found: list[Diagnostic] = []
    for owner, order in orders:
        first, then = (_key(world, word, owner, set(moments)) for word in (order.first, order.then))
        if isinstance(first, str) and isinstance(then, str) and moments[first] != moments[then]:
            message = f'"{order.first.text}" and "{order.then.text}" do not happen at one moment, so this line changes nothing.'
            places = tuple(f'"{key.lstrip("/")}" happens {moments[key][1]} "{written(moments[key][0])}"' for key in (first, then))
            found.append(Diagnostic("order-idle", "warning", message, order.span, notes=places, hint="Take the line out."))
    return found


def _key(world: World, word: Word, owner: str, keys: set[str]) -> str | Diagnostic | None:
    overlay, slash, name = word.text.partition("/")
    if not slash:
        name, owners = overlay, world.visible(owner)
    elif overlay in world.off:
        return None
    elif overlay not in world.level_of and overlay != world.game:
        return unknown_overlay(world, word, overlay)
    else:
        owners = ("",) if overlay == world.game else (overlay,)
    for one in owners:
        if f"{one}/{name}" in keys:
            return f"{one}/{name}"
    guess = nearest(word.text, sorted(keys)) or nearest(name, sorted(key.split("/")[-1] for key in keys))
    return Diagnostic(
        "unknown-target",
        "error",
        f'Nothing that happens at a moment is called "{word.text}".' + (f' Did you mean "{guess}"?' if guess else ""),
        word.span,
        "named here",
        hint=f'Write "{guess}" instead.' if guess else "",
    )


def _relying(world: World, word: Word) -> bool:
    """A rule that relies on others: who drops one of these says so of it, where it is to stay as it is."""
    titles = {thing.title for thing in world.things.values() if isinstance(thing.node, Rule) and thing.node.relies}
    return word.text in titles


def _check_over(world: World, word: Word, changes: list[Change]) -> list[Diagnostic]:
    overlay, _, name = word.text.partition("/")
    if overlay in world.off:
        return []
    if overlay not in world.level_of:
        return [] if _relying(world, word) else [unknown_overlay(world, word, overlay, rules=True)]
    theirs = [change for change in changes if change.overlay == overlay]
    if not name or any(name == change.name for change in theirs) or "." in name:
        return []
    guess = nearest(name, sorted({change.name for change in theirs}))
    message = f'{world.overlay_words(overlay).capitalize()} changes nothing under the name "{name}".'
    return [
        Diagnostic(
            "unknown-target", "error", message, word.span, "named here", hint=f"Write: over {overlay}/{guess}" if guess else ""
        )
    ]

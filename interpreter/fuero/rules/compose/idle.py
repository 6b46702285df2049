"""Amendments that leave everything as it was: a value set to what it is already, a rule replaced by itself.

One applied change, with what stood there before, comes in; a warning goes out, or None. Law: what another overlay has amended as
well is not told, for without that one the change may matter.
"""

from __future__ import annotations

from fuero.messages.diagnostic import Diagnostic, Place, Span
from fuero.rules.compose.apply import aim
from fuero.rules.compose.cells import heading
from fuero.rules.compose.changes import VERBS, Change
from fuero.rules.compose.paths import node_of, written
from fuero.rules.compose.tree import uses_usual
from fuero.rules.compose.world import World
from fuero.syntax.nodes import Name, Number, Option, Replace, SetAmend
from fuero.syntax.print import print_term


def idle(world: World, change: Change, before: object) -> Diagnostic | None:
    """To be asked after the change was applied."""
    path = written(change.site)
    if any(entry.overlay != change.overlay for entry in world.trail.get(path, ())):
        return None
    said, declared = "", None
    if isinstance(change.node, SetAmend):
        target = aim(world, change)
        if isinstance(target, Diagnostic):
            return None
        thing = world.things[target.thing].node
        declared = thing.span
        said = _set(change.node, before, thing if isinstance(thing, Option) else None)
    elif isinstance(change.node, Replace) and not uses_usual(change.node.body):
        target = aim(world, change)
        if not isinstance(target, Diagnostic) and node_of(world, target) == before:
            declared = getattr(before, "span", None)
            said = "so"
    return _told(path, said, change, declared) if said else None


def _set(node: SetAmend, before: object, option: Option | None) -> str:
    """The value as text if it is what was there, else nothing."""
    value = node.value
    match before:
        case None if option is not None:  # no table and no overlay had chosen
            same = option.usually == value and not any(hasattr(part, "value") for part in option.parts)
        case Number(value=was):
            same = was == value
        case tuple():
            same = before == (value if isinstance(value, tuple) else (value.text,) if isinstance(value, Name) else ())
        case str():
            now = ", ".join(value) if isinstance(value, tuple) else heading(value)
            same = before == now
        case _:
            same = before == value
    if not same:
        return ""
    return ", ".join(value) if isinstance(value, tuple) else print_term(value)


def _told(path: str, said: str, change: Change, declared: Span | None) -> Diagnostic:
    others = () if declared is None else (Place(declared, "it stands here"),)
    return Diagnostic(
        "changes-nothing",
        "warning",
        f'"{path}" is {said} already, so this changes nothing.',
        change.span,
        VERBS[change.kind],
        others,
        hint="Write what it shall be, or leave the line out.",
    )


def gone_already(change: Change, by: Change) -> Diagnostic:
    """An overlay drops, or makes an exception from, what it has dropped itself."""
    return Diagnostic(
        "changes-nothing",
        "warning",
        f'"{written(by.site)}" is dropped already, so this changes nothing.',
        change.span,
        VERBS[change.kind],
        (Place(by.span, VERBS[by.kind]),),
        hint="Leave one of the two out.",
    )

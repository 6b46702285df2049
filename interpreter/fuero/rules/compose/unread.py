"""Amended rules that nothing reads any more because of another overlay, and rules that lean on what is dropped.

The world before and after, and the changes with what stood there before them, come in; diagnostics go out.
"""

from __future__ import annotations

from collections.abc import Iterable

from fuero.messages.diagnostic import Diagnostic, Place
from fuero.rules.compose.changes import VERBS, Change, covers
from fuero.rules.compose.clashes import unread
from fuero.rules.compose.paths import resolve
from fuero.rules.compose.tree import walk
from fuero.rules.compose.world import Thing, World
from fuero.syntax.nodes import Apply, Call, Cases, Function, Name, Node, Number, Relies, Rule, Table, Your

READ_BY_NAME = (Number, Function, Rule, Table, Cases)


def readers(world: World, root: object) -> set[int]:
    """The keys of the things whose names stand in a tree (or in a list of trees)."""
    found: set[int] = set()
    roots = root if isinstance(root, tuple) else (root,)
    for node in (node for item in roots if isinstance(item, Node) for _, node in walk(item)):
        if isinstance(node, Name):
            text, at = node.text, node
        elif isinstance(node, Apply | Your | Call):
            text, at = node.name.text, node.name  # type: ignore[assignment]
        else:
            continue
        if thing := world.lookup(text, world.owner_of(at)):
            found.add(thing.key)
    return found


def read_in(world: World) -> set[int]:
    """Every thing that some other thing reads by name."""
    found: set[int] = set()
    for thing in world.things.values():
        found |= readers(world, thing.node) - {thing.key}
    return found


def check_unread(world: World, at_first: set[int], changes: list[tuple[Change, object]]) -> list[Diagnostic]:
    """`at_first` is what was read before any amendment; `changes` come with what stood there before each."""
    now = read_in(world)
    found: list[Diagnostic] = []
    for change, _ in changes:
        thing = _thing(world, change)
        if thing is None or thing.key in now or thing.key not in at_first or not isinstance(thing.node, READ_BY_NAME):
            continue
        for by, before in changes:
            elsewhere = by.overlay != change.overlay and by.site[0] != change.site[0]
            takes = elsewhere and by.kind in ("replace", "drop", "instead") and not covers(by, change)
            if takes and thing.key in readers(world, before):
                found.append(unread(world, change, by))
                break
    return found


def _thing(world: World, change: Change) -> Thing | None:
    owner, _, name = change.site[0].rpartition("/")
    return world.declared(owner, name)


def check_leaning(world: World, changes: Iterable[Change]) -> list[Diagnostic]:
    """A rule `relies on` a part that is gone: a warning at the line that dropped it."""
    changes = list(changes)
    dropped = {change.site: change for change in changes if change.kind in ("drop", "replace")}
    found: list[Diagnostic] = []
    for thing in world.things.values():
        if not isinstance(thing.node, Rule):
            continue
        for line in thing.node.relies:
            word = line.path
            target = resolve(world, word, thing.owner)
            site = tuple(word.text.split("/")[-1].split("."))
            change = dropped.get(site) or dropped.get(site[:1])
            if isinstance(target, Diagnostic) and change is not None:
                if not _settled(thing, change, changes):
                    found.append(_leaning(thing, line, change))
            elif isinstance(target, Diagnostic):
                found.append(target)
    return found


def _settled(thing: Thing, change: Change, changes: Iterable[Change]) -> bool:
    """Somebody has said what the rule is to mean now: by an amendment of it, or with `over` that it stays as it is."""
    if change.over is not None and change.over.text == thing.title:
        return True
    return any(other.site[0] == thing.title and other.level >= change.level for other in changes if other is not change)


def _leaning(thing: Thing, line: Relies, change: Change) -> Diagnostic:
    gone, rule = line.path.text, thing.title
    why = line.why or "it relies on it"
    parts = thing.node.parts if isinstance(thing.node, Rule) else ()
    part = f"{rule}.{parts[0].name.text}" if len(parts) == 1 else rule
    return Diagnostic(
        "leans-on",
        "warning",
        f'Without "{gone}" the rule "{rule}" is no longer clear: {why}.',
        change.span,
        VERBS[change.kind],
        (Place(line.span, "relied on here"),),
        hint=f"Say what it means now: replace {part}; or that it stays as it is: {change.kind} {gone} over {rule}",
    )

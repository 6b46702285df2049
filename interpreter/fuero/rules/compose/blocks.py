"""Blocks that hooks can stand in: what is at their front, in the middle and at their end, and in which order hooks run.

A world and a target come in; the block's three parts, or the target with a new block, go out. Keeps the law that the order of
hooks is what an `order` line or `over` says, else level, overlay and place in the file, never the order of mention at the table.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass

from fuero.rules.compose.changes import Change, covers
from fuero.rules.compose.paths import Target, node_of
from fuero.rules.compose.tree import Spot, put
from fuero.rules.compose.world import World
from fuero.syntax.nodes import Action, Block, Case, Effect, Procedure, Setup, Step, Upon


@dataclass(frozen=True, slots=True)
class Sides:
    front: tuple[Step, ...]
    core: Block
    end: tuple[Step, ...]


def holder(world: World, target: Target) -> Spot | None:
    """The spot of the node whose `body` is the block of a target; None where there is no block."""
    if target.prop:
        return None
    node = node_of(world, target)
    if isinstance(node, Action):
        for index, part in enumerate(node.parts):
            if isinstance(part, Effect):
                return (*target.spot, ("parts", index))
        thing = world.things[target.thing]
        thing.node = put(thing.node, target.spot, dataclasses.replace(node, parts=(*node.parts, Effect((), span=node.span))))
        return (*target.spot, ("parts", len(node.parts)))
    if isinstance(node, Effect | Step | Procedure | Setup | Upon) or isinstance(node, Case) and isinstance(node.body, tuple):
        return target.spot
    return None


def sides(world: World, block: Block) -> Sides:
    first = 0
    while first < len(block) and hook_at(world, block, first, "before"):
        first += 1
    last = len(block)
    while last > first and hook_at(world, block, last - 1, "after"):
        last -= 1
    return Sides(
        tuple(s for s in block[:first] if isinstance(s, Step)),
        block[first:last],
        tuple(s for s in block[last:] if isinstance(s, Step)),
    )


def hook_at(world: World, block: Block, place: int, kind: str) -> bool:
    step = block[place]
    if not isinstance(step, Step):
        return False
    change = world.hooked.get(world.hook_key(step))
    return change is not None and when_of(change) == kind


def when_of(change: Change) -> str:
    return str(getattr(change.node, "kind", "")) if change.kind == "window" else change.kind


def in_order(world: World, changes: Iterable[Change]) -> list[Change]:
    """Hooks of one moment as they run: what must come first first, all else by level, overlay and place in the file."""
    waiting = sorted(changes, key=lambda change: change.rank)
    done: list[Change] = []
    while waiting:
        free = (a for a in waiting if not any(comes_before(world, b, a) for b in waiting if b is not a))
        chosen = next(free, waiting[0])  # a circle of order lines is reported elsewhere
        waiting.remove(chosen)
        done.append(chosen)
    return done


def comes_before(world: World, first: Change, second: Change) -> bool:
    return said_before(world, first.key, second.key) or covers(second, first)


def said_before(world: World, first: str, second: str) -> bool:
    """Whether `order` lines, one after another, lead from the first hook to the second."""
    seen: set[str] = set()
    todo = [first]
    while todo:
        for later in world.order.get(todo.pop(), ()):
            if later == second:
                return True
            if later not in seen:
                seen.add(later)
                todo.append(later)
    return False


def sorted_steps(world: World, steps: Iterable[Step]) -> tuple[Step, ...]:
    by_key = {world.hook_key(step): step for step in steps}
    return tuple(by_key[change.key] for change in in_order(world, (world.hooked[key] for key in by_key)))

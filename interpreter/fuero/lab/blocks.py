"""Blocks of statements with the named things inside them taken out.

`diff` compares a step for what stands directly in it: a change in an inner step, or in what a menu offers, is then a
change of that inner thing alone. A block comes in, blocks and named things go out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import fields, replace
from typing import Any

from fuero.rules.nodes import Ask, Block, Statement, Step


def hollow(block: Block) -> Block:
    """The block with every inner step reduced to its name, and every menu emptied."""
    return tuple(_hollow(s) for s in block)


def _hollow(statement: Statement) -> Statement:
    if isinstance(statement, Step):
        return Step(statement.path, "", ())
    emptied = replace(statement, offers=()) if isinstance(statement, Ask) else statement
    return _with_blocks(emptied, hollow)


def keeping_steps(block: Block, paths: Collection[str]) -> Block:
    """A hollow block in which only the steps of these paths are left."""
    kept = [s for s in block if not isinstance(s, Step) or s.path in paths]
    return tuple(_with_blocks(s, lambda inner: keeping_steps(inner, paths)) for s in kept)


def steps_in(block: Block) -> Iterator[Step]:
    """The steps of a block that stand in no other step of it."""
    for statement in block:
        if isinstance(statement, Step):
            yield statement
        else:
            for inner in _blocks(statement):
                yield from steps_in(inner)


def menus_in(block: Block) -> Iterator[Ask]:
    """The menus of a block that stand in no inner step."""
    for statement in block:
        if isinstance(statement, Step):
            continue
        if isinstance(statement, Ask):
            yield statement
        for inner in _blocks(statement):
            yield from menus_in(inner)


_BLOCKS = ("then", "body", "otherwise")


def _blocks(statement: Statement) -> list[Block]:
    names = [f.name for f in fields(statement)]
    return [getattr(statement, name) for name in _BLOCKS if name in names]


def _with_blocks(statement: Statement, change: Callable[[Block], Block]) -> Statement:
    names = {f.name for f in fields(statement)}
    changed: dict[str, Any] = {name: change(getattr(statement, name)) for name in _BLOCKS if name in names}
    return replace(statement, **changed) if changed else statement

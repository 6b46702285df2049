"""Changed copies of a node: every way to change one thing in it or below it.

A node of RULES comes in; `Edit`s go out, each with a whole new node. Keeps two laws: exactly one thing differs, and it still has
the type that is wanted there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

from fuero.lab.mutants.edits import Edit, Place, World, inside
from fuero.lab.mutants.flow import in_block, of_part
from fuero.lab.mutants.terms import of_term
from fuero.rules import nodes as r
from fuero.rules.bind.walk import children
from fuero.rules.hashes import SAID

_ALONE = SAID | {
    ("Repeat", "at_most"),  # says how long a loop may last before it is stopped; where it decides anything the match is broken
    ("Zone", "always"),  # a promise about positions; it decides nothing
    ("SetVar", "target"),
    ("Option", "value"),
}
"""Fields in which nothing is changed: what is only said, and what decides nothing."""

_TYPES = tuple(r.Type.__args__)
"""The range of a value says what may be, not what is."""


def edits(node: Any, world: World, place: Place) -> Iterator[Edit]:
    """All changed copies of a node, those of the node itself before those of what stands in it."""
    if isinstance(node, tuple):
        yield from in_block(node, place)
        for k, item in enumerate(node):
            for edit in edits(item, world, place):
                yield replace(edit, new=(*node[:k], edit.new, *node[k + 1 :]))
        return
    if not hasattr(node, "__dataclass_fields__") or isinstance(node, _TYPES):
        return
    place = inside(node, place)
    if isinstance(node, r.Typed):
        yield from of_term(cast(r.Term, node), world, place)
    else:
        yield from of_part(node, place)
    cls: type = type(node)
    for name in children(cls):
        if (cls.__name__, name) not in _ALONE:
            for edit in edits(getattr(node, name), world, place):
                new = replace(node, **{name: edit.new})
                if world.is_there(new):
                    yield replace(edit, new=new)

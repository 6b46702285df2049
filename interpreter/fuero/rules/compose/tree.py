"""Walking and rebuilding syntax trees by the place of a node in them.

A tree and a place (`Spot`: field names and positions from the root) come in; nodes or a new tree go out. Trees are never
changed; what is not touched is shared.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import Any

from fuero.syntax.nodes import Block, Name, Node, Perform, Statement, Term

Hop = tuple[str, int]  # a field, and the position in it; -1 where the field holds the node itself
Spot = tuple[Hop, ...]


_FIELDS: dict[type, tuple[str, ...]] = {}


def _fields(kind: type) -> tuple[str, ...]:
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple(f.name for f in dataclasses.fields(kind) if f.name != "span")
    return _FIELDS[kind]


def children(node: Any) -> Iterator[tuple[Hop, Node]]:
    for name in _fields(type(node)):
        value = getattr(node, name)
        if isinstance(value, Node):
            yield (name, -1), value
        elif isinstance(value, tuple):
            for index, item in enumerate(value):
                if isinstance(item, Node):
                    yield (name, index), item


def walk(node: Node, spot: Spot = ()) -> Iterator[tuple[Spot, Node]]:
    """The node and all below it, outermost and first ones first."""
    yield spot, node
    for hop, child in children(node):
        yield from walk(child, (*spot, hop))


def get(node: Any, spot: Spot) -> Any:
    for name, index in spot:
        node = getattr(node, name)
        if index >= 0:
            node = node[index]
    return node


def put(node: Any, spot: Spot, new: Any) -> Any:
    """The tree with `new` at the spot; None takes a list's item out, or empties a field."""
    if not spot:
        return new
    (name, index), rest = spot[0], spot[1:]
    value = getattr(node, name)
    if index < 0:
        return dataclasses.replace(node, **{name: put(value, rest, new)})
    item = put(value[index], rest, new)
    items = (*value[:index], *(() if item is None else (item,)), *value[index + 1 :])
    return dataclasses.replace(node, **{name: items})


def rewrite(node: Any, change: Callable[[Node], Any]) -> Any:
    """The tree rebuilt from below; where `change` gives a tuple inside a list, its items take the node's place."""
    new: dict[str, Any] = {}
    for name in _fields(type(node)):
        value = getattr(node, name)
        if isinstance(value, Node):
            got: Any = rewrite(value, change)
        elif isinstance(value, tuple) and any(isinstance(item, Node) for item in value):
            got = rewrite_all(value, change)
        else:
            continue
        if got is not value:
            new[name] = got
    return change(dataclasses.replace(node, **new) if new else node)


def rewrite_all(items: tuple[Any, ...], change: Callable[[Node], Any]) -> tuple[Any, ...]:
    out: list[Any] = []
    for item in items:
        got = rewrite(item, change) if isinstance(item, Node) else item
        out.extend(got) if isinstance(got, tuple) and isinstance(item, Node) else out.append(got)
    same = len(out) == len(items) and all(a is b for a, b in zip(out, items, strict=True))
    return items if same else tuple(out)


def is_usual(node: object) -> bool:
    if isinstance(node, Perform):
        return node.call.name.text == "usual" and not node.call.args
    return isinstance(node, Name) and node.text == "usual"


def uses_usual(body: Block | Term) -> bool:
    parts = body if isinstance(body, tuple) else (body,)
    return any(is_usual(node) for part in parts for _, node in walk(part))


def with_usual_term(body: Term, usual: Term) -> Term:
    result: Term = rewrite(body, lambda node: usual if isinstance(node, Name) and node.text == "usual" else node)
    return result


def with_usual_block(body: Block, usual: Block) -> tuple[Statement, ...]:
    return rewrite_all(body, lambda node: usual if isinstance(node, Perform) and is_usual(node) else node)

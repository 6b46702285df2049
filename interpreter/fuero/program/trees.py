"""Walking PROGRAM trees: what is inside, what is free, what becomes of it when locals are replaced."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from fuero.messages.diagnostic import Span
from fuero.program import nodes as P


def walk(node: object) -> list[Any]:
    """All PROGRAM nodes inside a node, itself included."""
    found: list[Any] = []
    todo = [node]
    while todo:
        x = todo.pop()
        if isinstance(x, tuple):
            todo.extend(x)
        elif is_dataclass(x) and not isinstance(x, Span):
            found.append(x)
            todo.extend(getattr(x, f.name) for f in fields(x))
    return found


def free(node: object) -> set[str]:
    """The locals that a term reads and does not bind itself."""
    match node:
        case P.Local(name):
            return {name}
        case P.Reduce(_, var, domain, start, where, keys):
            return free(domain) | (free(start) if start else set()) | ((free(where) | free(keys)) - {var})
        case tuple():
            return set().union(*(free(x) for x in node)) if node else set()
        case _ if is_dataclass(node) and not isinstance(node, Span):
            return set().union(*(free(getattr(node, f.name)) for f in fields(node)))
        case _:
            return set()


def substitute(node: Any, env: Mapping[str, P.Term]) -> Any:
    """A term with locals replaced (bound ones are left alone; bound names never clash with free ones: nothing hides another
    name).
    """
    match node:
        case P.Local(name):
            return env.get(name, node)
        case P.Reduce() if node.var in env:
            inner = {k: v for k, v in env.items() if k != node.var}
            return replace(
                node,
                domain=substitute(node.domain, env),
                start=substitute(node.start, env),
                where=substitute(node.where, inner),
                keys=substitute(node.keys, inner),
            )
        case tuple():
            return tuple(substitute(x, env) for x in node)
        case _ if is_dataclass(node) and not isinstance(node, (Span, type)):
            changes = {}
            for f in fields(node):
                old = getattr(node, f.name)
                if isinstance(old, (tuple,)) or (is_dataclass(old) and not isinstance(old, Span)):
                    new = substitute(old, env)
                    if new is not old:
                        changes[f.name] = new
            return replace(node, **changes) if changes else node
        case _:
            return node


def same(a: Any, b: Any) -> bool:
    """Equal but for the width that a built-in remembers."""
    if isinstance(a, P.BuiltIn) and isinstance(b, P.BuiltIn):
        return a.name == b.name and len(a.args) == len(b.args) and all(same(x, y) for x, y in zip(a.args, b.args, strict=True))
    return bool(a == b)


def replaced(node: Any, old: P.Term, new: P.Term) -> Any:
    """`old` by `new` wherever it stands."""
    if isinstance(node, tuple):
        return tuple(replaced(x, old, new) for x in node)
    if not is_dataclass(node) or isinstance(node, (Span, type)):
        return node
    if same(node, old):
        return new
    changes = {}
    for f in fields(node):
        value = getattr(node, f.name)
        if isinstance(value, tuple) or (is_dataclass(value) and not isinstance(value, Span)):
            result = replaced(value, old, new)
            if result != value:
                changes[f.name] = result
    return replace(node, **changes) if changes else node

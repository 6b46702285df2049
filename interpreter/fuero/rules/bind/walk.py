"""Going through bound rules: every node below a node, in order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache

from fuero.rules import nodes as r

_LEAVE_OUT = {"type", "span", "origin"}


@cache
def children(cls: type) -> tuple[str, ...]:
    """The fields of a node class that may hold further nodes."""
    return tuple(f.name for f in fields(cls) if f.name not in _LEAVE_OUT)


def walk(node: object) -> Iterator[object]:
    """The node and everything below it; types, places and origins are left out."""
    stack = [node]
    while stack:
        top = stack.pop()
        if isinstance(top, tuple):
            stack.extend(reversed(top))
        elif is_dataclass(top) and not isinstance(top, type):
            yield top
            stack.extend(getattr(top, name) for name in reversed(children(type(top))))


def declared(rules: r.Ruleset) -> dict[str, object]:
    """Every rule that can be called, performed, offered or opened, under `kind name`."""
    found: dict[str, object] = {f"procedure {p.name}": p for p in (*rules.procedures, rules.setup)}
    found |= {f"rule {f.name}": f for f in rules.functions}
    found |= {f"rule {f.name}": f for f in rules.parts}
    found |= {f"cases {c.name}": c for c in rules.cases}
    found |= {f"action {a.name}": a for a in rules.actions}
    found |= {f"window {w.name}": w for w in rules.windows}
    found |= {f"majority {m.name}": m for m in rules.majorities}
    found |= {f"points {p.name}": p for p in rules.points}
    found |= {f"upon {u.name}": u for u in rules.upons}
    return found


def called(node: object) -> Iterator[tuple[str, r.Placed | r.Typed]]:
    """What a rule's body calls, performs, offers or opens, with the place."""
    for inner in walk(node):
        match inner:
            case r.Call(rule=rule):
                yield f"rule {rule}", inner
            case r.Member(name=name, type=r.AnyType()):
                yield f"rule {name}", inner
            case r.Perform(kind=kind, rule=rule):
                yield f"{kind} {rule}", inner
            case r.OpenWindow(window=window) | r.Within(window=window):
                yield f"window {window}", inner
            case r.Offered(action=action):
                yield f"action {action}", inner
            case _:
                pass

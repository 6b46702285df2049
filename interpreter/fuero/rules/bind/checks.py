"""What must hold of the whole ruleset: nothing calls itself, everything ends, what may be done where somebody decides.

Comes after binding; takes the finished rules and reports, changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from fuero.messages.diagnostic import Place, Span
from fuero.rules import nodes as r
from fuero.rules.bind.types import overlaps
from fuero.rules.bind.walk import called, declared, walk
from fuero.rules.bind.world import World


def check(world: World, rules: r.Ruleset) -> None:
    _recursion(world, rules)
    _endless(world, rules)


def _recursion(world: World, rules: r.Ruleset) -> None:
    """Follows calls, offers, windows and what is triggered by moves; a ring is reported once, with its path."""
    nodes = declared(rules)
    edges: dict[str, list[tuple[str, Span]]] = {}
    for name, node in nodes.items():
        out = [(to, inner.span) for to, inner in called(node) if to in nodes]
        out += [
            (f"upon {u.name}", move.span)
            for move in walk(node)
            if isinstance(move, r.Move | r.Draw)
            for u in rules.upons
            if _triggers(move, u)
        ]
        edges[name] = out
    done: set[str] = set()
    reported: set[frozenset[str]] = set()
    for start in nodes:
        _follow(world, start, edges, [], {}, done, reported)


def _follow(
    world: World,
    name: str,
    edges: dict[str, list[tuple[str, Span]]],
    path: list[str],
    places: dict[str, Span],
    done: set[str],
    reported: set[frozenset[str]],
) -> None:
    if name in done:
        return
    path.append(name)
    for to, span in edges[name]:
        if to in path:
            ring = path[path.index(to) :]
            if frozenset(ring) not in reported:
                reported.add(frozenset(ring))
                said = " > ".join(n.split(" ", 1)[1] for n in [*ring, to])
                others = tuple(Place(places[n], f"on the way: {n}") for n in ring[1:] if n in places)
                world.findings.report(
                    "calls-itself",
                    f'"{to.split(" ", 1)[1]}" comes back to itself: {said}.',
                    span,
                    others=others,
                    hint="rules do not call themselves; a loop says how often at most: repeat at most …",
                )
            continue
        _follow(world, to, edges, path, {**places, to: span}, done, reported)
    path.pop()
    done.add(name)


def _triggers(move: r.Move | r.Draw, upon: r.Upon) -> bool:
    """May this move set off what an `upon` does?"""
    zones = [move.target] if upon.enters else [move.source, move.what if isinstance(move, r.Move) else None]
    if not any(_zone(term) == upon.zone for term in zones):
        return False
    kind: r.Type = r.AnyType()
    if isinstance(move, r.Move):
        kind = move.what.type.element if isinstance(move.what.type, r.SetType) else move.what.type
        if isinstance(kind, r.Num):
            return True
    return overlaps(kind, upon.piece.type)


def _zone(term: r.Term | None) -> str:
    match term:
        case r.ZoneRead(zone=zone) | r.AttachedAt(zone=zone):
            return zone
        case r.BoardAt(board=inner) | r.RowAt(row=inner):
            return _zone(inner)
        case _:
            return ""


# ---------------------------------------------------------------- everything ends


def _endless(world: World, rules: r.Ruleset) -> None:
    for name, loop in endless_loops(rules):
        world.findings.report(
            "endless",
            "This could go on for ever: nothing in it asks anybody, and it does not say how often at most.",
            loop.span,
            caption=f"in {name}",
            hint="repeat at most 100 …",
        )


def endless_loops(rules: r.Ruleset) -> Iterator[tuple[str, r.Repeat]]:
    """The loops that need not end, each with the rule it stands in."""
    nodes = declared(rules)
    asks: dict[str, bool] = {}
    for name, node in nodes.items():
        for inner in walk(node):
            if isinstance(inner, r.Repeat) and inner.at_most is None and not _asks(inner.body, nodes, asks, ()):
                yield name, inner


def _asks(block: r.Block, nodes: dict[str, object], known: dict[str, bool], path: tuple[str, ...]) -> bool:
    """Is somebody asked on every way through the block? (A loop counts: where it runs over nothing, the outer one ends
    too or is stuck.)
    """
    return any(_asks_one(s, nodes, known, path) for s in block)


def _asks_one(node: r.Statement, nodes: dict[str, object], known: dict[str, bool], path: tuple[str, ...]) -> bool:
    match node:
        case r.Choose(chance=chance, body=body):
            return not chance or _asks(body, nodes, known, path)
        case r.Ask() | r.Secretly() | r.OpenWindow() | r.Finish():
            return True
        case r.If(then=then, otherwise=otherwise):
            return _asks(then, nodes, known, path) and _asks(otherwise, nodes, known, path)
        case r.ForEach(body=body) | r.Repeat(body=body) | r.Step(body=body) | r.Within(body=body):
            return _asks(body, nodes, known, path)
        case r.Perform(kind=kind, rule=rule):
            name = f"{kind} {rule}"
            if name in path or name not in nodes:
                return False
            if name not in known:
                target = nodes[name]
                deeper = (*path, name)
                match target:
                    case r.Procedure(body=body):
                        known[name] = _asks(body, nodes, known, deeper)
                    case r.Cases(cases=cases):
                        known[name] = bool(cases) and all(_asks(c.body, nodes, known, deeper) for c in cases)
                    case _:
                        known[name] = False
            return known[name]
        case _:
            return False

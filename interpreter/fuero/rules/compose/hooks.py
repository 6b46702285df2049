"""The last look at the merged ruleset: hooks of one moment that need an order, cases whose guards overlap.

The world after all levels and the changes that made it come in; diagnostics go out, `upon` rules are put in order, guards of
lower levels are narrowed. Keeps the law that what could differ by order is an error until it is said.
"""

from __future__ import annotations

import dataclasses
from itertools import combinations

from fuero.messages.diagnostic import Diagnostic, Place, Span
from fuero.rules.compose.blocks import in_order, said_before, when_of
from fuero.rules.compose.changes import VERBS, Change, covers
from fuero.rules.compose.effects import ANYWHERE, Effects, Reader, disturbing
from fuero.rules.compose.guards import disjoint
from fuero.rules.compose.paths import find_hook, written
from fuero.rules.compose.tree import get
from fuero.rules.compose.world import Thing, World
from fuero.syntax.nodes import And, Case, Cases, Function, Hook, Is, Name, Not, Step, TypeName, Upon, Word


def check_moments(world: World, changes: list[Change]) -> list[Diagnostic]:
    """Every pair of hooks at one moment that still stands."""
    moments: dict[tuple[str, ...], list[Change]] = {}
    for change in changes:
        if change.hooks:
            moments.setdefault((*change.site, when_of(change)), []).append(change)
    reader = Reader(world)
    found: list[Diagnostic] = []
    for moment, hooks in moments.items():
        if len(hooks) < 2:
            continue
        touched = {}
        for hook in hooks:
            if place := find_hook(world, hook.overlay, hook.name):
                thing = world.things[place[0]]
                step = get(thing.node, place[1])
                assert isinstance(step, Step)
                touched[hook.key] = reader.hook(step, thing.node)
        standing = [hook for hook in hooks if hook.key in touched]
        what = f'{moment[-1]} "{written(moment[:-1])}"'
        for a, b in combinations(sorted(standing, key=lambda hook: hook.rank), 2):
            if trouble := _pair(world, a, b, touched[a.key], touched[b.key], what):
                found.append(trouble)
    return found


def _pair(world: World, a: Change, b: Change, one: Effects, two: Effects, what: str) -> Diagnostic | None:
    first, second = said_before(world, a.key, b.key) or covers(b, a), said_before(world, b.key, a.key) or covers(a, b)
    if first and second:
        return _circle(a.key, b.key, a.span, b.span)
    if first or second or a.overlay == b.overlay and a.file == b.file:
        return None
    return needs_order(a.key, b.key, a.span, b.span, one, two, what)


def _circle(a: str, b: str, here: Span, there: Span) -> Diagnostic:
    a, b = a.lstrip("/"), b.lstrip("/")
    return Diagnostic(
        "order-circle",
        "error",
        f'"{a}" is to come before "{b}", and "{b}" before "{a}".',
        here,
        "this one",
        (Place(there, "and this one"),),
        hint="Take out one of the lines that give an order.",
    )


def needs_order(a: str, b: str, here: Span, there: Span, one: Effects, two: Effects, what: str) -> Diagnostic | None:
    if one.asks and two.asks:
        why = "both may ask somebody"
    elif keys := disturbing(one, two):
        names = " and ".join(f'"{key}"' if key != ANYWHERE else key for key in sorted(keys))
        why = f"what one does to {names} matters to the other"
    else:
        return None
    a, b = a.lstrip("/"), b.lstrip("/")  # the game's own hooks go by their bare names
    return Diagnostic(
        "needs-order",
        "error",
        f'"{a}" and "{b}" both happen {what}, and {why}: somebody must say which comes first.',
        here,
        "this happens",
        (Place(there, "and this, at the same moment"),),
        hint=f"Add: order {a} before {b} (or the other way round)",
    )


# ---------------------------------------------------------------- upon


def arrange_upons(world: World) -> list[Diagnostic]:
    """Rules upon the same zone run in the order that was said; those that need one and have none are reported."""
    reader = Reader(world)
    moments: dict[tuple[str, bool], list[Thing]] = {}
    for thing in world.things.values():
        if isinstance(thing.node, Upon):
            for zone in sorted(reader.zones(thing.node.zone, {})):
                moments.setdefault((zone, thing.node.enters), []).append(thing)
    found: list[Diagnostic] = []
    for (zone, enters), things in moments.items():
        if len(things) < 2:
            continue
        ordered = in_order(world, [_as_change(world, thing) for thing in things])
        by_key = {f"{thing.owner}/{_name(thing)}": (thing.owner, thing.node) for thing in things}
        for a, b in combinations(sorted(things, key=lambda thing: thing.key), 2):
            found += _upon_pair(world, reader, a, b, f'when something {"enters" if enters else "leaves"} "{zone}"')
        for thing, change in zip(sorted(things, key=lambda thing: thing.key), ordered, strict=True):
            thing.owner, thing.node = by_key[change.key]
    return found


def _name(thing: Thing) -> str:
    assert isinstance(thing.node, Upon)
    return thing.node.name.text


def _as_change(world: World, thing: Thing) -> Change:
    assert isinstance(thing.node, Upon)
    hook = Hook("after", thing.node.name, thing.node.name, (), span=thing.node.span)
    return Change(hook, thing.owner, world.level_of.get(thing.owner, 0), "", thing.key, "after", thing.node.name.text)


def _upon_pair(world: World, reader: Reader, a: Thing, b: Thing, what: str) -> list[Diagnostic]:
    assert isinstance(a.node, Upon) and isinstance(b.node, Upon)
    first, second = f"{a.owner}/{_name(a)}", f"{b.owner}/{_name(b)}"
    one_way, other_way = said_before(world, first, second), said_before(world, second, first)
    if one_way and other_way:
        return [_circle(first, second, a.node.span, b.node.span)]
    if one_way or other_way or a.node.span.file == b.node.span.file or _other_pieces(world, a.node, b.node):
        return []
    trouble = needs_order(first, second, a.node.span, b.node.span, reader.of_thing(a), reader.of_thing(b), what)
    return [trouble] if trouble else []


def _other_pieces(world: World, a: Upon, b: Upon) -> bool:
    if not isinstance(a.type, TypeName) or not isinstance(b.type, TypeName):
        return False
    piece = Name("piece", span=a.span)
    one = Is(piece, Word(a.type.name, span=a.type.span), span=a.span)
    return disjoint(world, one, Is(piece, Word(b.type.name, span=b.type.span), span=b.span), frozenset({"piece"}))


# ---------------------------------------------------------------- cases


def check_cases(world: World, changes: list[Change]) -> list[Diagnostic]:
    """Of two cases that may both apply, the higher level wins, or the one that says `over`; else they clash."""
    by_site = {change.site: change for change in changes if change.kind == "add"}
    found: list[Diagnostic] = []
    for thing in world.things.values():
        node = thing.node
        if isinstance(node, Cases | Function) and any(by_site.get((thing.title, case.name.text)) for case in node.cases):
            locals_ = frozenset(param.name.text for param in node.params)
            cases = list(node.cases)
            for i, j in combinations(range(len(cases)), 2):
                a, b = (by_site.get((thing.title, cases[k].name.text)) for k in (i, j))
                if a is None and b is None or disjoint(world, node.cases[i].when, node.cases[j].when, locals_):
                    continue
                yields = _which_yields(a, b)
                if yields is None:
                    assert a is not None and b is not None
                    found.append(_both(world, a, b))
                else:
                    lower, higher = (i, j) if yields else (j, i)
                    cases[lower] = _narrowed(cases[lower], node.cases[higher])
            thing.node = dataclasses.replace(node, cases=tuple(cases))
    return found


def _which_yields(a: Change | None, b: Change | None) -> bool | None:
    """True when the first gives way, False when the second does, None when nobody says."""
    if a is None or b is None:
        return a is None
    if covers(a, b) != covers(b, a):
        return covers(b, a)
    return None if a.level == b.level else a.level < b.level


def _both(world: World, a: Change, b: Change) -> Diagnostic:
    mine, theirs = world.overlay_words(a.overlay), world.overlay_words(b.overlay)
    return Diagnostic(
        "two-answers",
        "error",
        f'Two cases, "{written(a.site)}" ({mine}) and "{written(b.site)}" ({theirs}), may both apply and say different things.',
        a.span,
        VERBS["add"],
        (Place(b.span, "and here"),),
        hint=f"Add `over {b.overlay}` to the first or `over {a.overlay}` to the second, or make one guard exclude the other."
        if a.overlay != b.overlay
        else "Make one guard exclude the other.",
    )


def _narrowed(case: Case, by: Case) -> Case:
    return dataclasses.replace(case, when=And(case.when, Not(by.when, span=by.when.span), span=case.when.span))

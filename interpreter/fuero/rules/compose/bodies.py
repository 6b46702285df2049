"""Amendments of what a rule says or does: replace, instead, drop, except, and hooks before and after a moment.

A world and one change come in; the world's declarations are exchanged for changed ones. What was there is handed back for the
trail. Keeps the laws that a moment outlives its content, and that `usual` is what was there before.
"""

from __future__ import annotations

import dataclasses
from functools import reduce
from typing import Any

from fuero.messages.diagnostic import Diagnostic
from fuero.rules.compose.blocks import holder, sides, sorted_steps
from fuero.rules.compose.changes import Change
from fuero.rules.compose.paths import Target, node_of
from fuero.rules.compose.tree import get, put, uses_usual, with_usual_block, with_usual_term
from fuero.rules.compose.world import World
from fuero.syntax.nodes import (
    Action,
    And,
    Binary,
    Block,
    Bonus,
    Case,
    Effect,
    Field,
    Function,
    Hook,
    Integer,
    Let,
    Name,
    Number,
    Or,
    Part,
    Replace,
    Rule,
    SetLiteral,
    Step,
    Term,
)


class Refused(Exception):
    """A change that its target cannot take."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def refuse(code: str, message: str, change: Change, hint: str = "") -> Refused:
    return Refused(Diagnostic(code, "error", message, change.span, "this does not fit", hint=hint))


def store(world: World, target: Target, new: Any) -> None:
    thing = world.things[target.thing]
    thing.node = put(thing.node, target.spot, new)


# ---------------------------------------------------------------- hooks


def hook(world: World, change: Change, target: Target) -> object:
    """Puts the step of a hook in front of, or behind, what the moment holds."""
    node = change.node
    assert isinstance(node, Hook)
    spot = holder(world, target)
    if spot is None:
        raise refuse(
            "no-moment",
            f'"{node.target.text}" is no moment of the game, so nothing can happen {node.kind} it.',
            change,
            "Name a step, a procedure, a case or the effect of an action.",
        )
    thing = world.things[target.thing]
    world.hooked[change.key] = change
    step = Step(node.name, "", node.body, node.cites, span=node.span)
    whole = get(thing.node, spot)
    parts = sides(world, whole.body)
    if node.kind == "before":
        body: Block = (*sorted_steps(world, (*parts.front, step)), *parts.core, *parts.end)
    else:
        body = (*parts.front, *parts.core, *sorted_steps(world, (*parts.end, step)))
    thing.node = put(thing.node, spot, dataclasses.replace(whole, body=body))
    return None


def set_core(world: World, target: Target, spot: tuple[tuple[str, int], ...], new: Block, usual: bool = True) -> Block:
    """Exchanges what a moment itself holds; the hooks around it stay. Gives what was there."""
    thing = world.things[target.thing]
    whole = get(thing.node, spot)
    parts = sides(world, whole.body)
    core = with_usual_block(new, parts.core) if usual else new
    thing.node = put(thing.node, spot, dataclasses.replace(whole, body=(*parts.front, *core, *parts.end)))
    return parts.core


# ---------------------------------------------------------------- replace and instead


def replace(world: World, change: Change, target: Target) -> object:
    node = change.node
    assert isinstance(node, Replace | Hook)
    before = node_of(world, target)
    label = node.label if isinstance(node, Replace) else ""
    if isinstance(node.body, tuple):
        if isinstance(before, Action) and isinstance(node, Replace):
            return _replace_action(world, node, node.body, target)
        spot = holder(world, target)
        if spot is None:
            raise refuse("wrong-body", f'"{node.target.text}" holds a value, not a list of things to do.', change)
        core = set_core(world, target, spot, node.body)
        if label and isinstance(now := node_of(world, target), Step):
            store(world, target, dataclasses.replace(now, label=label))
        return core
    store(world, target, _with_value(before, target.prop, node, label, change))
    return getattr(before, target.prop) if target.prop else before


def _replace_action(world: World, node: Replace, body: Block, target: Target) -> object:
    """With `usual`, the action keeps the choices and clauses that what was there needs; else it is only what is written."""
    before: Action = node_of(world, target)
    kept = before.parts if uses_usual(body) else ()
    effect = next((part for part in before.parts if isinstance(part, Effect)), Effect((), span=node.span))
    new = dataclasses.replace(effect, body=with_usual_block(body, effect.body))
    parts = (*(part for part in kept if not isinstance(part, Effect)), new)
    store(
        world,
        target,
        dataclasses.replace(before, label=node.label or before.label, parts=parts, cites=node.cites or before.cites),
    )
    return before


def _with_value(old: Any, prop: str, node: Replace | Hook, label: str, change: Change) -> Any:
    """The node with the new term where its value stood."""
    term = node.body
    assert not isinstance(term, tuple)
    if prop and not isinstance(value := getattr(old, prop), tuple | str) and prop not in ("each", "among", "asks"):
        return dataclasses.replace(old, **{prop: with_usual_term(term, value) if value is not None else term})
    cites = node.cites or getattr(old, "cites", ())
    match old:
        case Part(term=usual):
            return dataclasses.replace(old, term=with_usual_term(term, usual), label=label or old.label, cites=cites)
        case Number(value=usual) | Function(value=usual):
            return dataclasses.replace(old, value=with_usual_term(term, usual), cites=cites)
        case Let(value=usual):
            return dataclasses.replace(old, value=with_usual_term(term, usual))
        case Field(domain=usual):
            return dataclasses.replace(old, domain=with_usual_term(term, usual))
        case Bonus(points=usual):
            return dataclasses.replace(old, points=with_usual_term(term, usual), label=label or old.label, cites=cites)
        case Case(body=usual) if not isinstance(usual, tuple):
            return dataclasses.replace(old, body=with_usual_term(term, usual), cites=cites)
        case Rule():
            kind = {"condition": "require", "ways": "way"}.get(old.kind, "part")
            part = Part(kind, old.name, label, with_usual_term(term, joined(old)), cites, span=node.span)  # type: ignore[arg-type]
            return dataclasses.replace(old, parts=(part,), cites=cites)
    raise refuse(
        "wrong-body", f'"{node.target.text}" is a list of things to do; a value alone cannot stand in its place.', change
    )


def joined(rule: Rule) -> Term:
    """What a rule of named parts says as one term."""
    terms = [part.term for part in rule.parts]
    if not terms:
        if rule.kind in ("total", "pool"):
            return Integer(0, span=rule.span) if rule.kind == "total" else SetLiteral((), span=rule.span)
        return Name("yes" if rule.kind == "condition" else "no", span=rule.span)
    if rule.kind == "condition":
        return reduce(lambda a, b: And(a, b, span=rule.span), terms)
    if rule.kind == "ways":
        return reduce(lambda a, b: Or(a, b, span=rule.span), terms)
    return reduce(lambda a, b: Binary("+", a, b, span=rule.span), terms)

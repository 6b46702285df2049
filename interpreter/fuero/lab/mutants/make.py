"""All mutants of a ruleset, and making one.

RULES come in; a list of `Mutant` goes out in the order of the ruleset, each different from the others and from the original in
meaning. Changed are the game's own rules, or those of the overlays that are on. Not changed are sentences, sources and drawings,
who sees what (a worked example speaks of the table, not of what a seat knows), the cap on decisions, and the ranges of settings.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from fuero.lab.mutants.declared import of_declaration
from fuero.lab.mutants.edits import Edit, Place, World, quoted, world_of
from fuero.lab.mutants.every import edits
from fuero.lab.mutants.nodes import Mutant
from fuero.lab.mutants.terms import turned_round
from fuero.lab.named import overlays_of_files
from fuero.messages.diagnostic import NOWHERE
from fuero.rules import nodes as r
from fuero.rules.bind import privacy
from fuero.rules.bind.checks import endless_loops
from fuero.rules.hashes import same_meaning

_LISTS = (
    "options", "numbers", "maps", "piece_sets", "vars", "tables", "functions", "parts", "cases", "actions", "procedures",
    "windows", "majorities", "points", "upons",
)  # fmt: skip
_SINGLE = ("setup", "end")
_HOOKS = ("points", "upons")
"""Declarations that can be left out whole: nothing else asks for them."""


def mutants(rules: r.Ruleset) -> list[Mutant]:
    """Every mutant of the game's own rules; where overlays are on, of what stands in their files instead."""
    world = world_of(rules)
    files = overlays_of_files(rules)
    wanted = {overlay.name for overlay in rules.overlays} or {""}
    found: list[Mutant] = []
    seen: dict[tuple[str, str], list[Any]] = {}
    for mutant in _all(rules, world):
        overlay = files.get(mutant.place.file, "")
        if overlay not in wanted:
            continue
        known = seen.setdefault((mutant.group, mutant.rule), [declaration(rules, mutant.group, mutant.rule)])
        if not any(mutant.new == other for other in known):
            known.append(mutant.new)
            found.append(mutant)
    return found


def _all(rules: r.Ruleset, world: World) -> Iterator[Mutant]:
    yield from _frame(rules)
    for group in _LISTS:
        for node in getattr(rules, group):
            yield from _of(group, _name(node), node, rules, world)
    for group in _SINGLE:
        yield from _of(group, "", getattr(rules, group), rules, world)


def _of(group: str, name: str, node: Any, rules: r.Ruleset, world: World) -> Iterator[Mutant]:
    place = Place(name or group, node.origin.span)
    if group in _HOOKS:
        yield Mutant(group, name, name, "moment left out", name, "", place.span, None)
    for edit in (*of_declaration(node, rules, world, place), *edits(node, world, place)):
        yield _mutant(group, name, edit)


def _mutant(group: str, name: str, edit: Edit) -> Mutant:
    return Mutant(group, name, edit.place.part, edit.sort, edit.was, edit.now, edit.place.span, edit.new)


def _frame(rules: r.Ruleset) -> Iterator[Mutant]:
    """The number of players, and when there is a neutral party; RULES do not know the place of these lines."""
    low, high = rules.players
    if low < high:
        for players in ((low + 1, high), (low, high - 1)):
            was, now = f"players {low}..{high}", "{}..{}".format(*players)
            yield Mutant("players", "", "players", "number", was, now, NOWHERE, players)
    when = rules.neutral_when
    if when is not None:
        said = f"neutral {rules.neutral} when {quoted(when)}"
        yield Mutant("neutral_when", "", rules.neutral, "clause left out", said, f"neutral {rules.neutral}", NOWHERE, None)
        for turned in turned_round(when):
            now = f"when {quoted(turned)}"
            yield Mutant("neutral_when", "", rules.neutral, "clause turned round", said, now, NOWHERE, turned)


def _name(node: Any) -> str:
    return str(node.piece) if isinstance(node, r.PieceSet) else str(node.name)


def declaration(rules: r.Ruleset, group: str, name: str) -> Any:
    """The declaration that a mutant speaks of; None where these rules have none."""
    held = getattr(rules, group)
    if group not in _LISTS:
        return held
    return next((node for node in held if _name(node) == name), None)


def changed(rules: r.Ruleset, mutant: Mutant, original: r.Ruleset) -> r.Ruleset:
    """The rules with a mutant's change in them.

    `original` are those it was made of; where `rules` say something else at that place, they are left as they are.
    """
    here, there = (declaration(x, mutant.group, mutant.rule) for x in (rules, original))
    new = mutant.new
    if isinstance(here, r.Option) and isinstance(there, r.Option) and isinstance(new, r.Option):
        there, new = replace(there, value=here.value), replace(new, value=here.value)
    if here != there:
        return rules
    if mutant.group not in _LISTS:
        return replace(rules, **{mutant.group: new})
    held = [new if node is here else node for node in getattr(rules, mutant.group)]
    lists: dict[str, Any] = {mutant.group: tuple([node for node in held if node is not None])}
    made = replace(rules, **lists)
    return privacy.mark(made) if mutant.group in ("cases", "actions", "procedures", "setup", "upons") else made


def change_of(mutant: Mutant, original: r.Ruleset) -> partial[r.Ruleset]:
    """The change as something that can be made to any rules."""
    return partial(changed, mutant=mutant, original=original)


def is_refused(rules: r.Ruleset, known: r.Ruleset) -> bool:
    """Whether the checker would not take these rules: a loop that need not end, where `known` has none."""
    return any(True for _ in endless_loops(rules)) and not any(True for _ in endless_loops(known))


def means_the_same(mutant: Mutant, original: r.Ruleset) -> bool:
    """Whether nothing but words differs."""
    return same_meaning(mutant.new, declaration(original, mutant.group, mutant.rule))

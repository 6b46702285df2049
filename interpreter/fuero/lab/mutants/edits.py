"""One change of one node: what stands there instead, what sort of change it is, and where, in an author's words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fuero.lab.mutants.nodes import Sort
from fuero.messages.diagnostic import NOWHERE, Span
from fuero.rules import nodes as r
from fuero.rules.text import term_text

LONGEST = 90
"""How much of a term is quoted."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a change is made: the nearest place in the text, and the finest name around it."""

    part: str
    span: Span


@dataclass(frozen=True, slots=True)
class Edit:
    """A changed node."""

    new: Any
    sort: Sort
    was: str
    now: str
    place: Place


@dataclass(frozen=True, slots=True)
class World:
    """What must be known of the ruleset to change terms: the members of finite types by name, and what each zone and variable
    is kept for.
    """

    members: Mapping[str, tuple[str, ...]]
    per: Mapping[str, tuple[r.Type, ...]]

    def is_there(self, node: Any) -> bool:
        """Whether every key of a zone or variable that is written as a number is one of its range; else check refuses it."""
        if not isinstance(node, r.ZoneRead | r.VarRead):
            return True
        wanted = self.per.get(node.zone if isinstance(node, r.ZoneRead) else node.var, ())
        return all(_within(key, kind) for key, kind in zip(node.keys, wanted, strict=False))


def _within(key: r.Term, kind: r.Type) -> bool:
    if not isinstance(key, r.Const) or not isinstance(kind, r.Num):
        return True
    low, high = (bound.value if isinstance(bound, r.Const) else key.value for bound in (kind.low, kind.high))
    return low <= key.value <= high


def world_of(rules: r.Ruleset) -> World:
    """The members of enums and maps, the keys of zones and variables."""
    members = {e.name: e.members for e in rules.enums} | {m.name: m.regions for m in rules.maps}
    return World(members, {zone.name: zone.per for zone in rules.zones} | {var.name: var.per for var in rules.vars})


def inside(node: Any, place: Place) -> Place:
    """The place of a node that stands at `place`."""
    span = getattr(node, "span", NOWHERE)
    origin = getattr(node, "origin", None)
    if span == NOWHERE and isinstance(origin, r.Origin):
        span = origin.span
    part = place.part
    if isinstance(node, r.Step | r.Part | r.Require | r.TermCase | r.BlockCase | r.Bonus):
        part = node.path
    return Place(part, span if span != NOWHERE else place.span)


def quoted(term: r.Term) -> str:
    """A term as an author would write it, cut short where it is long."""
    return cut(term_text(term))


def cut(text: str) -> str:
    """
    >>> cut("short")
    'short'
    """
    first, *rest = text.split("\n")
    return first if not rest and len(first) <= LONGEST else first[:LONGEST].rstrip() + " …"

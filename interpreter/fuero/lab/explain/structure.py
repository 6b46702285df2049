"""The answer to "what is this rule?", as data.

Made by `gather`, laid out by `text`. Frozen and plain, so that it goes to JSON field by field.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from fuero.messages.diagnostic import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class Source:
    """A citation: `short` as it is written (`@book/section`, without `@` for house and assumed), `title` in words."""

    short: str
    title: str


@dataclass(frozen=True, slots=True)
class Amended:
    """One change of a base rule, in the order in which it applies: by which overlay, how, and the line as it is written.

    `before` is what stood there, where that is known as one line.
    """

    overlay: str
    title: str
    how: str
    line: str
    before: str
    sources: tuple[Source, ...]
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number, option or table cell that the rule holds, with its value (or the term, where it hangs on the table)."""

    kind: str
    name: str
    value: str
    sources: tuple[Source, ...]
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Relation:
    """Another thing that this one reads, or that reads this one; `how` is the word for it."""

    kind: str
    name: str
    how: str
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class PartOf:
    """A named part of a rule: its kind, its own name, its sentence with numbers filled in, the overlay that brings it."""

    kind: str
    name: str
    sentence: str
    overlay: str
    sources: tuple[Source, ...]
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Example:
    """A scenario: it `names` the rule in what it expects or refuses, `cites` a section that the rule cites, or only `uses` it."""

    title: str
    how: Literal["names", "cites", "uses"]
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Explained:
    """Everything about one thing of a ruleset.

    `overlay` is empty for the game itself. `text` is the rule as it stands after all changes, without citations.
    """

    game: str
    kind: str
    name: str
    sentence: str
    overlay: str
    text: str
    span: Span
    sources: tuple[Source, ...]
    inherited: bool
    parts: tuple[PartOf, ...]
    changes: tuple[Amended, ...]
    quantities: tuple[Quantity, ...]
    reads: tuple[Relation, ...]
    readers: tuple[Relation, ...]
    examples: tuple[Example, ...]
    notes: tuple[str, ...] = ()

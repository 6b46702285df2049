"""A diagnostic is data: what is wrong, where, and at most one thing to do. Rendering lives in `render`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of source text.

    Lines and columns count from 1; the end column is one past the last character.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int


NOWHERE = Span("", 0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Place:
    """A further place that a message points at, with a caption for the mark under it."""

    span: Span
    caption: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding.

    `code` is a key of the registry, `message` one plain sentence (already filled in), `caption` stands under the mark.
    """

    code: str
    severity: Severity
    message: str
    span: Span = NOWHERE
    caption: str = ""
    others: tuple[Place, ...] = ()
    notes: tuple[str, ...] = ()
    hint: str = ""


@dataclass(slots=True)
class FueroError(Exception):
    """A user's mistake, or several: carries every finding, sorted by place."""

    diagnostics: tuple[Diagnostic, ...] = field(default_factory=tuple)

    def __str__(self) -> str:
        return "; ".join(d.message for d in self.diagnostics)

"""What the registry holds for one code."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """A kind of message: `bad` is text (of a file, or a command) that brings it, `good` the same text mended."""

    code: str
    title: str
    explanation: str
    bad: str
    good: str

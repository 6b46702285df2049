"""Composition: a game's files and a table's wishes become one ruleset, still as SYNTAX.

`compose(Sources, Selection)` gives a `Merged` and diagnostics. Everything is a value;
the order of files and of mention never shows.
"""

from __future__ import annotations

from fuero.rules.compose.cells import Found, NoCell, find_cell, put_cell
from fuero.rules.compose.merge import compose
from fuero.rules.compose.model import FileCell, Merged, Overlay, Selection, Sources, TrailEntry

__all__ = [
    "FileCell",
    "Found",
    "Merged",
    "NoCell",
    "Overlay",
    "Selection",
    "Sources",
    "TrailEntry",
    "compose",
    "find_cell",
    "put_cell",
]

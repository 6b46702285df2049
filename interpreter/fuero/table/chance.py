"""What chance has decided, in words, for a replay: which piece came out of what nobody sees, and how a roll fell.

In: a state and where its log stood. Out: one text an outcome. Players never get these: they are for the table's own file.
"""

from __future__ import annotations

from typing import Any


def log_length(state: Any) -> int:
    """Where a state's log stands now."""
    return int(state.log_length)


def chance_since(state: Any, start: int) -> tuple[str, ...]:
    """The outcomes of chance since the log stood at `start`: `red-5 from stock to hand A`."""
    found: tuple[str, ...] = state.chance_since(start)
    return found

"""What chance has decided, in words, for a replay: which piece came out of what nobody sees, and how a roll fell.

In: a state and where its log stood. Out: one text an outcome. Players never get these: they are for the table's own file.
"""

from __future__ import annotations

from typing import Any

from fuero.engine.events import moved


def log_length(state: Any) -> int:
    """Where a state's log stands now."""
    return len(state.log_raw or ())


def chance_since(state: Any, start: int) -> tuple[str, ...]:
    """The outcomes of chance since the log stood at `start`: `red-5 from stock to hand A`."""
    sight, words = state.game.sight.sight, state.machine.words
    found: list[str] = []
    for event in (state.log_raw or ())[start:]:
        for piece, source, target in moved(event):
            if sight[source].startswith("hidden") and words.zones[source] != "box":
                found.append(f"{words.rows[piece]} from {words.zones[source]} to {words.zones[target]}")
        if event[0] == "roll":
            found.append(f"{event[1]}: {event[2] + 1} of {event[3]}")
    return tuple(found)

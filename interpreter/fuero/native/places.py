"""Where the ways in leave what they find, and the bounds that hold for all programs."""

from __future__ import annotations

from dataclasses import dataclass

PLAYERS_KEY = "players of a match"
"""The key under which the seed of a match's seats is made from the match's own."""
CHUNK = 32
"""So many matches are played, or moves listed, in one call."""
LISTED = 2048
FUEL = 1 << 27
"""So many rounds of loops a decision may take, or a whole match of random seats."""
MOST_TEXT = 6_000_000
"""Letters of lowered text times the words of a set; beyond, a compiler would take minutes."""
MOST_WORDS = 1 << 24
"""Words of memory (128 MB)."""
ENTRIES = ("prepare", "start", "refresh", "count", "nth", "apply", "decide", "playout", "many", "hash_state", "moves")


@dataclass(frozen=True, slots=True)
class Places:
    """Where the ways in leave what they find, as words of the memory."""

    initial: int
    """The state before a set-up."""
    records: int
    """Of each match: decisions, outcome, its rule, fault, scores, uses, lines of points, points by rule and party."""
    record: int
    """Words of one record."""
    uses: int
    scoring: int
    listed: int
    """Moves: offer and fields of each."""
    move: int
    """Words of a listed move."""
    spent: int
    """The fault of a call that took too long."""
    outside: int
    """The fault of a checked build that reached beyond its memory."""

"""What a player program is: knowledge and a decision in, one of its moves out.

The law kept: a program never holds a state, so it cannot know more than its seat was shown.
"""

from __future__ import annotations

from typing import Protocol

from fuero.players.contract import Decision, Knowledge, Move


class Player(Protocol):
    """A program that answers for one seat. It may keep a memory of its own through one match."""

    def choose(self, knowledge: Knowledge, decision: Decision) -> Move:
        """One of the decision's moves."""
        ...


class Maker(Protocol):
    """Makes a player for one seat of one match.

    `player_seed` is apart from the match's seed; `answered` is how many decisions the seat has already made (a resumed match).
    """

    def __call__(self, seat: int, player_seed: int, answered: int = 0) -> Player: ...

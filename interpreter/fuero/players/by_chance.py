"""The random player: every move of a decision equally likely.

Keyed, as all chance is: the answer to a seat's own decision number n is a pure function of player seed, seat and n, so a
resumed match and a parallel one go on alike.
"""

from __future__ import annotations

from fuero.engine.chance import player_word
from fuero.players.contract import Decision, Knowledge, Move


def pick(word: int, count: int) -> int:
    """A number in 0 .. count - 1 from a 64-bit word: multiply and shift."""
    return (word * count) >> 64


class RandomPlayer:
    """Draws its moves evenly."""

    __slots__ = ("answered", "player_seed", "seat")

    def __init__(self, seat: int, player_seed: int, answered: int = 0) -> None:
        self.seat = seat
        self.player_seed = player_seed
        self.answered = answered

    def choose(self, knowledge: Knowledge, decision: Decision) -> Move:
        return self.answer(decision)

    def answer(self, decision: Decision) -> Move:
        """One of the moves; knowledge is without effect."""
        word = player_word(self.player_seed, self.seat, self.answered)
        self.answered += 1
        move: Move = decision.nth(pick(word, decision.count()))
        return move

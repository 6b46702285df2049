"""The greedy player: one move ahead, by the standing it would leave.

It never sees a state: it draws a few deals that fit what it was shown, tries a sample of its moves in each and takes the move
with the best average lead over the best of the others. A move that one of the deals refuses is judged by the other deals.
"""

from __future__ import annotations

from collections.abc import Mapping

from fuero.engine.chance import H, player_word, word_key
from fuero.engine.state import IllegalMove
from fuero.players.by_chance import pick
from fuero.players.contract import Decision, Knowledge, Move

_DEAL = word_key("greedy deal")
_SAMPLE = word_key("greedy sample")


def lead(standing: Mapping[int, int], seat: int) -> int:
    """How far `seat` is before the best of the others (its own points where it plays alone)."""
    others = [points for other, points in standing.items() if other != seat]
    return standing[seat] - max(others, default=0)


class GreedyPlayer:
    """Looks one move ahead over `deals` deals and at most `moves` of its moves."""

    def __init__(self, seat: int, player_seed: int, answered: int = 0, *, deals: int = 2, moves: int = 32) -> None:
        self.seat = seat
        self.player_seed = player_seed
        self.answered = answered
        self.deals = deals
        self.moves = moves

    def choose(self, knowledge: Knowledge, decision: Decision) -> Move:
        word = player_word(self.player_seed, self.seat, self.answered)
        self.answered += 1
        sample = [decision.nth(k) for k in self._sample(word, decision.count())]
        if len(sample) == 1:
            only: Move = sample[0]
            return only
        deals = [knowledge.determinise(H(word, _DEAL, self.seat, n)) for n in range(self.deals)]
        worth = [self._worth(move, deals) for move in sample]
        best = max(worth)
        equal = [move for move, value in zip(sample, worth, strict=True) if value == best]
        chosen: Move = equal[pick(word, len(equal))]
        return chosen

    def _sample(self, word: int, count: int) -> list[int]:
        """Which moves to try: all, or `moves` different ones drawn evenly."""
        if count <= self.moves:
            return list(range(count))
        chosen: dict[int, None] = {}
        turn = 0
        while len(chosen) < self.moves:
            chosen[pick(H(word, _SAMPLE, self.seat, turn), count)] = None
            turn += 1
        return list(chosen)

    def _worth(self, move: Move, deals: list[object]) -> float:
        total, tried = 0, 0
        for deal in deals:
            after = deal.copy()  # type: ignore[attr-defined]
            try:
                after.apply(move, self.seat)
            except IllegalMove:
                continue
            total += lead(after.standing(), self.seat)
            tried += 1
        return total / tried if tried else float("-inf")

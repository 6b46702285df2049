"""Score lines: points by formula and by rank, each with its rule, source, place and how a tie was settled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fuero.engine.faults import Fault
from fuero.engine.ranks import parse_ties, payouts

State = list[int]
Log = list[Any] | None


class Points:
    """The primitives for one program: where the scores lie."""

    def __init__(self, scores: int, parties: int, players: int):
        self.scores, self.parties, self.players = scores, parties, players

    def score(self, S: State, L: Log, points: int, who: int, label: str, rule: str, cites: Sequence[str]) -> None:
        """A line of points for one party; nothing is written for no points."""
        if not 0 <= who < self.parties:
            raise Fault(rule, "nobody is there to get these points")
        if points == 0:
            return
        S[self.scores + who] += points
        if L is not None:
            L.append(("score", who, points, label, rule, tuple(cites), (), 0, (), ""))

    def rank(
        self,
        S: State,
        L: Log,
        rule: str,
        who: Sequence[int],
        counts: Sequence[int],
        minimum: int,
        pays: Sequence[int] | int,
        places: int | None,
        ties: tuple[str, ...],
        bonuses: Sequence[tuple[str, Sequence[int], str]],
        of: Sequence[tuple[str, int]],
        cites: Sequence[str],
    ) -> None:
        """Points by rank among those who take part; a single number is what the first place pays. A bonus says what each of them
        would get."""
        if isinstance(pays, int):
            pays = (pays,)
        paid = payouts(counts, minimum, pays, parse_ties(ties), places)
        for i, p in enumerate(paid):
            if p.points:
                S[self.scores + who[i]] += p.points
                if L is not None:
                    tied = tuple(who[j] for j in p.tied_with)
                    L.append(
                        (
                            "score",
                            who[i],
                            p.points,
                            "",
                            rule,
                            tuple(cites),
                            tuple(of),
                            p.place,
                            tied,
                            ", ".join(ties) if tied else "",
                        )
                    )
        for label, each, to in bonuses:
            chosen = [i for i, p in enumerate(paid) if p.place and (to == "everybody" or p.place == 1)]
            if to == "a sole first" and len(chosen) > 1:
                continue
            for i in chosen:
                if not each[i]:
                    continue
                S[self.scores + who[i]] += each[i]
                if L is not None:
                    L.append(("score", who[i], each[i], label, rule, tuple(cites), tuple(of), paid[i].place, (), ""))

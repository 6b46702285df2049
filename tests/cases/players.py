"""A player program for the case of the turn that never ends: it puts a tile on the reserve and back as long as it may."""

from __future__ import annotations

from typing import Any


class ToAndFro:
    """Redesigns whenever that is on offer, else builds, else takes what comes first."""

    def __init__(self, seat: int, seed: int, decisions: int = 0) -> None:
        self.seat = seat

    def choose(self, knowledge: Any, decision: Any) -> Any:
        for wanted in ("remove", "build"):
            if wanted in decision.actions():
                walk = decision.walk().pick(next(o for o in decision.walk().options() if o.split()[0] == wanted))
                while walk.move is None:
                    walk = walk.pick(walk.options()[0])
                return walk.move
        buys = [n for n in range(min(decision.count(), 200)) if decision.nth(n).action == "buy"]
        return decision.nth(buys[0] if buys else 0)

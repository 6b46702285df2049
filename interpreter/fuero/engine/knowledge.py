"""What a player was ever shown, as data, and deals that fit it.

A `Knowledge` is what player programs get. It holds the view, the log as the player saw it, the pools; and an imagined table
made from these alone, so neither the seed, nor what lies hidden, nor anybody else's moves can be read out of it.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from fuero.engine.events import Event, hide
from fuero.engine.memory import Memory
from fuero.engine.redeal import redeal
from fuero.messages.diagnostic import Diagnostic, FueroError

if TYPE_CHECKING:
    from fuero.engine.decision import Decision
    from fuero.engine.state import State


def remember(state: State, viewer: int) -> tuple[Memory, list[Any]]:
    """The viewer's memory at a state, and the log as the viewer saw it; what has been read already is kept with the state."""
    raw = state.log_raw or []
    kept = state.memories.get(viewer)
    if kept is None or kept[0].seen > len(raw):
        kept = state.memories[viewer] = (state.game.blank_memory(viewer), [])
    memory, log = kept
    if memory.seen < len(raw):
        new = hide(state.game.sight, state.machine, raw, memory.seen, viewer)
        try:
            memory.read(new)
        except LookupError:
            del state.memories[viewer]
            text = "What was shown cannot be followed here: something was laid out by hand."
            raise FueroError((Diagnostic("no-deal", "error", text),)) from None
        log += new
    return kept


class Knowledge:
    """Everything `player` was ever shown up to a moment of a match."""

    def __init__(self, state: State, player: int):
        self.player = player
        self.view: dict[str, Any] = state.view(player)
        """What the table shows the player now."""
        memory, log = remember(state, player)
        self._memory = memory.copy()
        self._imagined = redeal(state, player, self._memory, random.Random(0), log.copy())

    def log(self) -> list[Event]:
        """What happened, as the player saw it."""
        return self._imagined.log(self.player)

    @property
    def decision(self) -> Decision | None:
        """The player's own question, if the player is asked now, else None. Its moves are those of the true table."""
        return next((d for d in self._imagined.pending if d.player == self.player), None)

    def pools(self) -> list[tuple[list[str], dict[str, int]]]:
        """Pieces that the player cannot tell apart by place: their names, and how many of them lie in each zone."""
        words = self._imagined.machine.words
        return [
            (sorted([words.rows[p] for p in pieces]), {words.zones[z]: count for z, count in places.items()})
            for pieces, places in self._memory.pools()
        ]

    def known(self, zone: str) -> list[str]:
        """The pieces that the player knows to lie in a zone, by the zone's name as views write it."""
        words = self._imagined.machine.words
        return sorted([words.rows[p] for p in self._memory.known(words.zones.index(zone))])

    def determinise(self, seed: int) -> State:
        """A table that fits all the player was shown, each such deal as likely as it is, drawn by `seed`; chance to come is
        drawn anew too.

        What others' choices betray is left out. Raises FueroError if no fitting deal is found in 1000 tries.
        """
        base = self._imagined
        return redeal(base, self.player, self._memory.copy(), random.Random(seed), (base.log_raw or []).copy())

    def standing(self) -> dict[int, int]:
        """The final scoring applied to the imagined table as it is: points by seat."""
        return self._imagined.standing()

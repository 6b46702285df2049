"""What a player knows of a native match: the interpreter's knowledge, whose deals are native matches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fuero.engine.knowledge import Knowledge

if TYPE_CHECKING:
    from fuero.native.game import NativeGame
    from fuero.native.match import NativeState


class NativeKnowledge:
    """Everything one player was ever shown."""

    def __init__(self, game: NativeGame, plain: Knowledge):
        self._game, self._plain = game, plain

    @property
    def decision(self) -> Any:
        """The player's own question, on a table imagined from nothing but this."""
        return self._plain.decision

    def determinise(self, seed: int) -> NativeState:
        """A table that fits all the player was shown, as the interpreter deals it, to be played on natively."""
        return self._game.adopt(self._plain.determinise(seed))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "_plain":
            raise AttributeError(name)
        return getattr(self._plain, name)

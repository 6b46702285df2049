"""Names of players, and seats written as text.

In: `random`, `greedy`, `human`, or `module:Class` for a program of one's own. Out: makers of players, or a Diagnostic that
lists what there is.
"""

from __future__ import annotations

from importlib import import_module
from typing import cast

from fuero.messages.diagnostic import Diagnostic, FueroError
from fuero.messages.nearest import nearest
from fuero.players.by_chance import RandomPlayer
from fuero.players.greedy import GreedyPlayer
from fuero.players.player import Maker

HUMAN = "human"
"""The seat of a person: no program answers for it."""

_SHIPPED: dict[str, Maker] = {"greedy": GreedyPlayer, "random": RandomPlayer}


def names() -> tuple[str, ...]:
    """The names of the shipped players."""
    return tuple(_SHIPPED)


def _wrong(code: str, message: str, hint: str = "") -> FueroError:
    return FueroError((Diagnostic(code, "error", message, hint=hint),))


def maker(name: str) -> Maker:
    """What makes the player called `name`. Raises FueroError if there is none."""
    if name in _SHIPPED:
        return _SHIPPED[name]
    module, colon, attribute = name.partition(":")
    if not colon:
        near = nearest(name, [*_SHIPPED, HUMAN])
        guess = f' Did you mean "{near}"?' if near else ""
        raise _wrong(
            "unknown-player",
            f'There is no player called "{name}".{guess}',
            f"Players are {', '.join([*_SHIPPED, HUMAN])}, or module:Class for a program of your own.",
        )
    try:
        found = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise _wrong("unknown-player", f'The player "{name}" cannot be loaded: {error}.') from error
    if not callable(found):
        raise _wrong("unknown-player", f'"{name}" is no player: it cannot be called with a seat and a seed.')
    return cast(Maker, found)


def seats(text: str, players: int | None) -> tuple[str, ...]:
    """The seats that `text` names: one name stands for all seats, else one name a seat, with commas between.

    Every name is checked. Raises FueroError if the number of names and the number of players differ.
    """
    given = [part.strip() for part in text.split(",") if part.strip()]
    if not given:
        raise _wrong("wrong-seats", "No seat is named.", "Write one name for all seats, or one for each: random,random,human")
    if len(given) == 1 and players is not None:
        given = given * players
    if players is not None and len(given) != players:
        raise _wrong(
            "wrong-seats",
            f"{len(given)} seats are named, but {players} play.",
            f"Name {players} seats, or one name for all of them, or leave out the number of players.",
        )
    for name in dict.fromkeys(given):
        if name != HUMAN:
            maker(name)
    return tuple(given)

"""A compiled program as plain data: machine code, and all that a run of matches needs to know beside it.

Nothing here hangs on how it was made, so that a cached start neither lowers nor prints anything.
"""

from __future__ import annotations

from dataclasses import dataclass

from fuero.native.places import Places
from fuero.native.scratch import Scratch


@dataclass(frozen=True, slots=True)
class Built:
    """`code` is an object file; `state` and `memory` count words; `image` are the words of a fresh memory that are not 0, with
    where they lie; `initial` is the state before a set-up as bytes.
    """

    code: bytes
    state: int
    memory: int
    field: int
    """Words of a field of a move."""
    initial: bytes
    image: tuple[tuple[int, int], ...]
    players: int
    parties: int
    winner: str
    faults: tuple[tuple[str, str], ...]
    rules: tuple[str, ...]
    """The rules that can end a match."""
    uses: tuple[str, ...]
    """What is counted in a match: routines and choices by name."""
    scoring: tuple[str, ...]
    """The rules that give points."""
    places: Places
    scratch: Scratch
    scores: int
    checked: bool = False

    @property
    def fuel(self) -> int:
        return self.scratch.fuel

"""A match in which both engines make every step and must agree: `fuero play --engine native`.

The interpreter's match is the one at the table, as only it can tell what happened. Each set-up and each move is made by machine
code as well, from the same words; a difference is a bug of this program and ends the match.
"""

from __future__ import annotations

from fuero.engine.decision import Decision, Move
from fuero.engine.game import Game
from fuero.engine.state import State
from fuero.native.game import NativeGame


class EnginesDiffer(Exception):  # noqa: N818 - reads as what it is
    """The two engines came to different states: a bug of this program."""


class MirroredState(State):
    """A match of the interpreter whose every step machine code makes as well."""

    __slots__ = ("native",)

    native: NativeGame

    def perform(self, move: Move, decision: Decision) -> None:
        """Makes a move with both engines. Raises what `State.perform` raises, or EnginesDiffer."""
        before = self.words.copy()
        super().perform(move, decision)
        session = self.native.session
        session.let_go()
        session.load(self.native.memory.native(before))
        scratch, width = self.native.built.scratch, self.native.built.field
        session.words[scratch.offer] = move.offer
        for i, value in enumerate(move.values):
            for k in range(width):
                word = value >> 64 * k & (1 << 64) - 1
                session.words[scratch.fields + i * width + k] = word - (1 << 64) if word >> 63 else word
        fault = session.apply(decision.player, int(move.offer < 0 and move.you == 1))
        self.compare(fault)

    def compare(self, fault: int) -> None:
        """Raises EnginesDiffer where machine code stands elsewhere."""
        words = self.native.memory.state(self.native.session.state_words())
        if fault or words != self.words:
            at = next((i for i, (a, b) in enumerate(zip(self.words, words, strict=True)) if a != b), -1)
            told = f"fault {self.native.built.faults[fault - 1]}" if fault else f"word {at} of the state"
            raise EnginesDiffer(f"The engines differ after decision {self.decisions}: {told}.")


class MirroredGame(Game):
    """A game whose matches are mirrored; all else is the interpreter's."""

    def __init__(self, native: NativeGame):
        self.__dict__.update(native.game.__dict__)
        self.native = native

    def start(self, seed: int, log: bool = True) -> State:
        """A match from its set-up on. Raises Fault, EnginesDiffer."""
        plain = super().start(seed, log)
        state = MirroredState(self, plain.words, plain.log_raw)
        state.native = self.native
        session = self.native.session
        session.let_go()
        state.compare(session.start(seed))
        return state

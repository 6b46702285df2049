"""A game played by machine code, in the shape of the interpreter's `Game`.

In: a `Game` of the interpreter. Out: states in the shape of `State`, playouts, and whole runs of matches with a record of each.
Law: everything that comes out is what the interpreter gives; what machine code cannot tell (sentences, views, what was shown) is
asked of the interpreter.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from fuero.engine.chance import word_key
from fuero.engine.faults import Fault
from fuero.engine.game import Game
from fuero.engine.machine import CAPPED, ENDED
from fuero.engine.playout import MatchRecord
from fuero.engine.playout import playout as interpreted
from fuero.engine.state import State
from fuero.native.match import NativeState
from fuero.native.memory import Memory
from fuero.native.opening import opened
from fuero.native.places import CHUNK, PLAYERS_KEY
from fuero.native.session import Code, Session
from fuero.native.typing_ import Kinds
from fuero.rules import nodes as R

_KEY = word_key(PLAYERS_KEY)


@dataclass(frozen=True, slots=True)
class Detail:
    """What a match was made of: uses of each routine, and for each rule that gives points how many lines it wrote and how many
    points each party got. Only what is not 0 is there.
    """

    uses: Mapping[str, int]
    lines: Mapping[str, int]
    points: Mapping[tuple[str, int], int]


class NativeGame:
    """One game under machine code. Immutable but for one memory a thread."""

    def __init__(self, game: Game, code: Code | None = None, *, checked: bool = False):
        """Compiles if need be. Raises NoNative where the game has no native form, or llvmlite is missing."""
        self.game = game
        self.code = code if code is not None else opened(game, checked=checked)
        self.built = self.code.built
        self._own = threading.local()

    # ------------------------------------------------------------ what it is

    @property
    def rules(self) -> R.Ruleset:
        return self.game.rules

    @property
    def players(self) -> int:
        return self.game.players

    @property
    def options(self) -> Mapping[str, str]:
        return self.game.options

    @property
    def notes(self) -> Sequence[str]:
        return self.game.notes

    @property
    def seats(self) -> Sequence[str]:
        return self.game.seats

    @property
    def meaning_hash(self) -> str:
        return self.game.meaning_hash

    @property
    def source_hash(self) -> str:
        return self.game.source_hash

    @property
    def session(self) -> Session:
        """This thread's memory."""
        found: Session | None = getattr(self._own, "session", None)
        if found is None:
            found = self._own.session = Session(self.code)
        return found

    @cached_property
    def memory(self) -> Memory:
        """Where words of the interpreter's state lie, and the way between the two forms."""
        program = self.game.machine.program
        return Memory(program, Kinds(program).words())

    # ------------------------------------------------------------ matches

    def start(self, seed: int, log: bool = True) -> NativeState:
        """A match from its set-up to the first decision. Raises Fault."""
        state = NativeState(self, self.session, seed if log else None)
        state.begin(seed)
        return state

    def adopt(self, state: State) -> NativeState:
        """A match of the interpreter at the same moment, to be gone on with natively; what was shown so far stays known."""
        found = NativeState(self, self.session, None)
        found.take_over(state)
        return found

    def playout(self, seed: int, player_seed: int) -> MatchRecord:
        """A whole match of random seats, in figures, as `Game.playout` gives it."""
        state = NativeState(self, self.session, None)
        state.begin(seed)
        session = state.held()
        if session.playout(player_seed):
            return self.game.playout(seed, player_seed)  # raises the fault, with its rule and place
        words, built = session.words, self.built
        scores = tuple(words[built.scores : built.scores + built.players])
        return self._record(seed & (1 << 64) - 1, words[2], words[3], words[4], scores)

    def run(self, first: int, games: int, key: int = _KEY) -> Iterator[list[MatchRecord]]:
        """Matches of random seats with the seeds first, first + 1, …, some at a time. The seats of a match draw from a seed made
        of the match's and `key`. Raises Fault as the interpreter would.
        """
        for records in self.raw(first, games, key):
            yield [self.figures(seed, raw) for seed, raw in records]

    def raw(self, first: int, games: int, key: int = _KEY) -> Iterator[list[tuple[int, tuple[int, ...]]]]:
        """The same as words, each with its seed: what `figures` and `detail` read."""
        session = self.session
        done = 0
        while done < games:
            some = session.many(first + done, min(CHUNK, games - done), key)
            if some and some[-1][3]:
                self._raise(first + done + len(some) - 1, key, some[-1][3])
            yield [(first + done + i, raw) for i, raw in enumerate(some)]
            done += len(some)

    def _raise(self, seed: int, key: int, fault: int) -> None:
        from fuero.engine.chance import H

        machine = self.game.machine
        if fault != self.built.places.spent:
            interpreted(machine, machine.start(seed), H(seed & (1 << 64) - 1, key, 0, 0))
        raise Fault(*self.built.faults[fault - 1])

    def figures(self, seed: int, raw: tuple[int, ...]) -> MatchRecord:
        """The figures of a match that was played inside."""
        return self._record(seed, raw[0], raw[1], raw[2], raw[4 : 4 + self.built.players])

    def detail(self, raw: tuple[int, ...]) -> Detail:
        """What a match that was played inside was made of."""
        built = self.built
        at = 4 + built.players
        uses = dict(zip(built.uses, raw[at:], strict=False))
        lines = dict(zip(built.scoring, raw[at + len(built.uses) :], strict=False))
        at += len(built.uses) + len(built.scoring)
        points = {
            (rule, party): raw[at + i * built.parties + party]
            for i, rule in enumerate(built.scoring)
            for party in range(built.parties)
        }
        return Detail(*({name: n for name, n in found.items() if n} for found in (uses, lines, points)))  # type: ignore[arg-type]

    def _record(self, seed: int, decisions: int, outcome: int, rule: int, scores: tuple[int, ...]) -> MatchRecord:
        kind = "ended" if outcome == ENDED else "capped" if outcome == CAPPED else "stuck"
        shares: tuple[Fraction, ...] = (_NONE,) * len(scores)
        if kind == "ended":
            best = min(scores) if self.built.winner == "fewest points" else max(scores)
            share = Fraction(1, scores.count(best))
            shares = tuple([share if s == best else _NONE for s in scores])
        rules = self.built.rules
        named = {"ended": rules[rule] if rules else "end", "capped": "cap"}.get(kind, "")
        return MatchRecord(seed, scores, shares, decisions, kind, named)

    def __getattr__(self, name: str) -> Any:
        """What only the interpreter has: words, sight, tellers."""
        if name.startswith("__") or name == "game":
            raise AttributeError(name)
        return getattr(self.game, name)


_NONE = Fraction(0)

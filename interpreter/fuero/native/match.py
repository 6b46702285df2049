"""A match under machine code, in the shape of the interpreter's `State`.

Many matches share the one memory of a session: the one that is worked on lies in it, the others are kept as bytes. A match keeps
how it came about (its set-up and moves), from which an interpreter's match is made where something is asked that only that knows.

Laws: as those of `State`: copy, equality and hash are those of the words; a refused move or a fault leaves no trace.
"""

from __future__ import annotations

import weakref
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from fuero.engine.decision import Move, Reason
from fuero.engine.faults import Fault
from fuero.engine.machine import ENDED
from fuero.engine.state import IllegalMove, Outcome, State
from fuero.messages.diagnostic import Diagnostic, FueroError
from fuero.native.choosing import NativeDecision, NativeMove
from fuero.native.knowing import NativeKnowledge
from fuero.native.session import Session
from fuero.program.layout import ASKING, DECISIONS, OUTCOME, PENDING, SEED

if TYPE_CHECKING:
    from fuero.native.game import NativeGame

Past = tuple[Any, int, Any] | None
"""The moves made, the last first: what came before, who decided, and the move: its number, or the interpreter's move."""


class NativeState:
    """One match. Made by `NativeGame.start`; it belongs to the thread that made it."""

    __slots__ = (
        "__weakref__",
        "_base",
        "_decisions",
        "_kept",
        "_logged",
        "_past",
        "_shadow",
        "_told",
        "game",
        "session",
        "version",
    )

    def __init__(self, game: NativeGame, session: Session, logged: int | None):
        self.game, self.session = game, session
        self.version = 0
        """Goes up with every change."""
        self._kept: bytes | None = None
        """The words as they are, where they do not lie in the session's memory alone."""
        self._base: State | int = 0
        """Where the moves began: a seed, or a match of the interpreter."""
        self._logged = logged is not None
        self._past: Past = None
        self._decisions: tuple[NativeDecision, ...] | None = None
        self._shadow: State | None = None
        """The interpreter's match, as far as it was needed, and after how many of the moves it stands."""
        self._told: Past = None

    # ------------------------------------------------------------ the memory

    def held(self) -> Session:
        """The session with this match in its memory."""
        session = self.session
        if session.holder is not None and session.holder() is self:
            return session
        session.let_go()
        assert self._kept is not None
        session.restore(self._kept)
        session.holder = weakref.ref(self)
        return session

    def _seize(self) -> Session:
        """The session, its memory about to get this match's words."""
        session = self.session
        if session.holder is None or session.holder() is not self:
            session.let_go()
        session.holder = weakref.ref(self)
        self._kept = None
        self._decisions = None
        self.version += 1
        return session

    def begin(self, seed: int) -> None:
        """The set-up. Raises Fault."""
        self._base, self._past = seed, None
        fault = self._seize().start(seed)
        if fault:
            self.session.holder = None
            self._tell(fault)

    def take_over(self, state: State) -> None:
        """The match stands as one of the interpreter's."""
        self._base, self._past, self._shadow, self._told = state.copy(), None, None, None
        self._logged = state.log_raw is not None
        self._seize().load(self.game.memory.native(state.words))

    def _tell(self, fault: int, move: Move | None = None, who: int = 0) -> None:
        """Raises a fault as the interpreter has it: with its rule and place. The match is as it was."""
        rule, message = self.game.built.faults[fault - 1]
        if fault != self.game.built.places.spent:
            if move is None and isinstance(self._base, int):
                self.game.game.start(self._base)
            elif move is not None:
                self.plain().apply(move, who)
        raise Fault(rule, message)

    def _word(self, at: int) -> int:
        return int(self.held().words[at])

    # ------------------------------------------------------------ deciding

    @property
    def pending(self) -> tuple[NativeDecision, ...]:
        """Everybody who may answer now, by seat; empty when the match is over."""
        if self._decisions is None:
            words = self.held().words
            if words[OUTCOME]:
                self._decisions = ()
            else:
                asking, pending = words[ASKING], words[PENDING]
                self._decisions = tuple(
                    [NativeDecision(self, p, asking) for p in range(pending.bit_length()) if pending >> p & 1]
                )
        return self._decisions

    @property
    def decision(self) -> NativeDecision | None:
        """The first of `pending`; None when the match is over."""
        pending = self.pending
        return pending[0] if pending else None

    def _asked(self, player: int | None) -> NativeDecision:
        for decision in self.pending:
            if player is None or decision.player == player:
                return decision
        if not self.pending:
            raise IllegalMove("", (Reason("", "The match is over."),))
        raise IllegalMove("", (Reason("", f"{self.game.seats[player or 0]} is not asked now."),))

    def apply(self, move: NativeMove | Move | str | int, player: int | None = None) -> None:
        """Performs a move, or the move with this number, and goes on to the next decision. Raises IllegalMove or Fault; then the
        match is as it was.
        """
        decision = self._asked(player)
        if isinstance(move, int):
            move = decision.nth(move)
        if isinstance(move, NativeMove) and move.decision is decision and move.version == self.version:
            self._perform(decision, move.offer, move.words, move.chosen, move.k)
            return
        plain = self.plain()
        if not isinstance(move, str | Move):
            move = str(move)
        try:
            read = next(d for d in plain.pending if d.player == decision.player).read(move)
        except FueroError:
            plain.apply(move, decision.player)  # refuses, with its reasons
            raise
        self._perform(decision, read.offer, decision.written(read.menu, read.values), int(read.you == 1 and read.offer < 0), read)

    def _perform(self, decision: NativeDecision, offer: int, words: tuple[int, ...], chosen: int, how: int | Move) -> None:
        session = self.held()
        scratch = self.game.built.scratch
        memory = session.words
        before = self._kept
        memory[scratch.offer] = offer
        if words:
            at = scratch.fields
            memory[at : at + len(words)] = list(words)
        who = decision.player
        # A fault is rare: what stood before it is then made again from the beginning of the moves.
        fault = session.apply(who, chosen)
        if fault:
            self._again(before)
            self._tell(fault, self.plain_decision(who).nth(how) if isinstance(how, int) else how, who)
        self._kept = None
        self._decisions = None
        self.version += 1
        self._past = (self._past, who, how)

    def _again(self, before: bytes | None) -> None:
        """Puts the match back to where the moves kept lead."""
        session = self.session
        if before is not None:
            session.restore(before)
        else:
            shadow = self.shadow(with_log=False)
            session.load(self.game.memory.native(shadow.words))
        session.holder = weakref.ref(self)

    def step(self, k: int, player: int | None = None) -> None:
        """Performs move number k, the quickest way. Raises IndexError beyond `count`."""
        decision = self._asked(player)
        real = decision.real()
        session = self.held()
        if 0 <= k < real:
            if session.counted != (self.version, id(self), decision.player):
                session.count(decision.player)
            session.nth(decision.player, k)
            chosen = 0
        elif k == real and decision.passes():
            session.words[self.game.built.scratch.offer] = -1
            chosen = int(decision.optional and real > 0)
        else:
            raise IndexError(k)
        who = decision.player
        before = self._kept
        fault = session.apply(who, chosen)
        if fault:
            self._again(before)
            self._tell(fault, self.plain_decision(who).nth(k), who)
        self._kept = None
        self._decisions = None
        self.version += 1
        self._past = (self._past, who, k)

    def playout(self, player_seed: int) -> None:
        """Plays to the end with random seats that draw from `player_seed`, each from its first decision on; what happened in it
        is not remembered. Raises Fault.
        """
        session = self.held()
        fault = session.playout(player_seed)
        self._logged = False
        self._kept = None
        self._decisions = None
        self.version += 1
        if fault:
            session.holder = None
            raise Fault(*self.game.built.faults[fault - 1])

    # ------------------------------------------------------------ the interpreter's match

    def plain(self) -> State:
        """The interpreter's state with these words, without a log."""
        words = self.game.memory.state(self.held().state_words())
        return State(self.game.game, words, None)

    def plain_decision(self, who: int) -> Any:
        """The interpreter's own decision of a seat at this moment."""
        return next(d for d in self.plain().pending if d.player == who)

    def shadow(self, with_log: bool = True) -> State:
        """The interpreter's match that the moves lead to. Raises FueroError for a match played without a log."""
        if with_log and not self._logged:
            raise FueroError((Diagnostic("no-log", "error", "This match keeps no log, so nobody remembers what was shown."),))
        todo = []
        past = self._past
        while past is not None and past is not self._told:
            todo.append((past[1], past[2]))
            past = past[0]
        shadow = self._shadow if past is self._told else None
        if shadow is None:
            shadow = self._base.copy() if isinstance(self._base, State) else self.game.game.start(self._base)
        for who, how in reversed(todo):
            asked = next(d for d in shadow.pending if d.player == who)
            shadow.perform(asked.nth(how) if isinstance(how, int) else asked.read(how), asked)
        self._shadow, self._told = shadow, self._past
        return shadow

    def _reload(self, shadow: State) -> None:
        self._base, self._past, self._told, self._shadow = shadow.copy(), None, None, shadow
        self._seize().load(self.game.memory.native(shadow.words))

    def take_back(self, player: int) -> None:
        """Takes a secret answer back. Raises UndoRefused."""
        shadow = self.shadow()
        shadow.take_back(player)
        self._reload(shadow)

    def undo(self, player: int | None = None) -> None:
        """Takes the last decision back. Raises UndoRefused."""
        shadow = self.shadow()
        shadow.undo(player)
        self._reload(shadow)

    def why_not(self, move: Any, player: int | None = None) -> Sequence[Any]:
        """The clauses that forbid a move, with their sentences and citations."""
        return self.plain().why_not(move if isinstance(move, str | Move) else str(move), player)

    # ------------------------------------------------------------ what it shows

    def view(self, player: int | None) -> dict[str, Any]:
        """What the table shows a player now."""
        return self.plain().view(player)

    def knowledge(self, player: int) -> NativeKnowledge:
        """Everything the player was ever shown. Raises FueroError for a match played without a log."""
        return NativeKnowledge(self.game, self.shadow().knowledge(player))

    def log(self, player: int | None = None) -> Sequence[Any]:
        """What happened, as `player` saw it."""
        return self.shadow().log(player)

    def log_since(self, start: int, player: int | None = None) -> Sequence[Any]:
        """The log from event number `start` on."""
        return self.shadow().log_since(start, player)

    @property
    def score_lines(self) -> Sequence[Any]:
        """Every line of points so far."""
        return self.shadow().score_lines if self._logged else []

    def standing(self) -> dict[int, int]:
        """What the match's end would bring as things are."""
        return self.game.game.standing(self.plain())

    @property
    def scores(self) -> Mapping[str, int]:
        """Points by party name."""
        at = self.game.built.scores
        words = self.held().words[at : at + self.game.built.parties]
        return dict(zip(self.game.game.machine.words.parties, words, strict=True))

    @property
    def ranking(self) -> Sequence[Sequence[int]]:
        """Seats in groups from best to worst."""
        at, built = self.game.built.scores, self.game.built
        scores = self.held().words[at : at + built.players]
        best_first = sorted(set(scores), reverse=built.winner != "fewest points")
        return [[p for p, s in enumerate(scores) if s == value] for value in best_first]

    @property
    def shares(self) -> dict[int, Fraction]:
        """1/k for each of k winners; all 0 unless the match has ended by its rules."""
        if self._word(OUTCOME) != ENDED:
            return {p: Fraction(0) for p in range(self.game.players)}
        winners = self.ranking[0]
        return {p: Fraction(int(p in winners), len(winners)) for p in range(self.game.players)}

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended; None while it goes on."""
        return self.plain().outcome if self._word(OUTCOME) else None

    # ------------------------------------------------------------ values

    def copy(self) -> NativeState:
        """An independent match at the same moment."""
        other = NativeState.__new__(NativeState)
        if self._kept is None:
            self._kept = self.session.save()
        other.game, other.session, other._kept = self.game, self.session, self._kept
        other.version = 0
        other._base, other._logged, other._past = self._base, self._logged, self._past
        other._decisions = None
        other._shadow, other._told = None, None
        return other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NativeState) and self.game.built is other.game.built and self.hash() == other.hash()

    def __hash__(self) -> int:
        return self.hash()

    def hash(self) -> int:
        """A hash of the words, of 64 bits."""
        return self.held().hash()

    def hash_hex(self) -> str:
        """The interpreter's hash of the state by names."""
        return self.plain().hash_hex()

    @property
    def seed(self) -> int:
        """The match's seed: for saves and for after the end, never for a player."""
        return self._word(SEED) & (1 << 64) - 1

    @property
    def decisions(self) -> int:
        """How many decisions have been taken."""
        return self._word(DECISIONS)

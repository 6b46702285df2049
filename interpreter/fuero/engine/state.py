"""A match at one moment: a flat list of words and, where it is kept, the log. The public face of the engine.

Laws: every state is over or has somebody who may answer; copy, equality and hash are those of the words; a refused move leaves
no trace.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from fuero.engine.decision import Decision, Move, Reason, parse_move, sentence
from fuero.engine.domains import in_domain
from fuero.engine.emit_terms import JOIN_PLACE
from fuero.engine.events import Event, ScoreLine, moved
from fuero.engine.faults import Fault
from fuero.engine.helpers import bits, gather
from fuero.engine.machine import CAPPED, ENDED, STUCK, Machine
from fuero.messages.diagnostic import Diagnostic, FueroError
from fuero.program import nodes as P
from fuero.program.layout import ANSWER_WORDS, ASKING, DECISIONS, OUTCOME, OUTCOME_RULE, PENDING, SEED

if TYPE_CHECKING:
    from fuero.engine.game import Game
    from fuero.engine.knowledge import Knowledge
    from fuero.engine.memory import Memory


MOST_OPTIONS = 1000
"""Of a secret answer so many possibilities are remembered one by one."""


class IllegalMove(FueroError):  # noqa: N818 - reads as what it is
    """A move that is not allowed now, with the reasons. The state is as it was."""

    def __init__(self, move: str, reasons: tuple[Reason, ...]):
        text = "; ".join(str(r) for r in reasons) or f'"{move}" is not allowed now.'
        super().__init__((Diagnostic("illegal-move", "error", text),))
        self.reasons = reasons


class UndoRefused(Exception):  # noqa: N818 - reads as what it is
    """Taking back is not possible, and why."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match came to its end: `ended` by the rules, `capped` after too many decisions, `stuck` where the rules have a gap;
    the rule that ended it.
    """

    kind: str
    rule: str
    text: str


class State:
    """One match. Made by `Game.start`; changed by `apply`."""

    __slots__ = ("_decisions", "_past", "game", "log_raw", "machine", "memories", "words")

    def __init__(self, game: Game, words: list[int], log: list[Any] | None):
        self.game = game
        self.machine: Machine = game.machine
        self.words = words
        self.log_raw = log
        self._past: list[tuple[list[int], int, int]] | None = [] if log is not None else None
        self._decisions: tuple[Decision, ...] | None = None
        self.memories: dict[int, tuple[Memory, list[Any]]] = {}
        """What players remember, as far as it has been worked out, and the log as they saw it."""

    # ------------------------------------------------------------ deciding

    @property
    def pending(self) -> tuple[Decision, ...]:
        """Everybody who may answer now, by seat; empty when the match is over."""
        if self._decisions is None:
            self._decisions = () if self.words[OUTCOME] else tuple(Decision(self, p) for p in bits(self.words[PENDING]))
        return self._decisions

    @property
    def decision(self) -> Decision | None:
        """The first of `pending`; None when the match is over."""
        pending = self.pending
        return pending[0] if pending else None

    def apply(self, move: Move | str, player: int | None = None) -> None:
        """Performs a move (of `player`, who need be named only where several may answer) and goes on to the next decision.

        Raises IllegalMove with the reasons, leaving the state untouched; Fault when a rule cannot go on (the state is then as
        before the move).
        """
        decision = self._asked(player)
        if isinstance(move, Move) and move.menu >= 0 and self._still(decision, move):
            read = move
        else:
            try:
                read = decision.read(move)
            except FueroError as e:
                reasons = tuple(self.why_not(move, decision.player)) or tuple(Reason("", d.message) for d in e.diagnostics)
                raise IllegalMove(str(move), reasons) from None
        self.perform(read, decision)

    def _asked(self, player: int | None) -> Decision:
        for decision in self.pending:
            if player is None or decision.player == player:
                return decision
        if not self.pending:
            raise IllegalMove("", (Reason("", "The match is over."),))
        raise IllegalMove("", (Reason("", f"{self.machine.words.seats[player or 0]} is not asked now."),))

    def _still(self, decision: Decision, move: Move) -> bool:
        """Was this move made for this very decision?"""
        for offered in decision._offers():
            if (offered[0], offered[1], offered[2], offered[3]) == (move.menu, move.you, move.args, move.offer):
                return self.machine.legal(self.words, move.menu, move.you, move.args, move.values)
        return False

    def perform(self, move: Move, decision: Decision) -> None:
        """`apply` for a move that `decision` itself has just given."""
        S, L = self.words, self.log_raw
        before = S.copy()
        many = self.machine.asks[S[ASKING]].many
        length = len(L) if L is not None else 0
        if L is not None:
            chosen = self.machine.chosen(S, move.menu, move.values) if move.menu >= 0 else ()
            L.append(("decide", decision.player, move.action, move.fields, many, chosen, self._secret_options(decision)))
        if self._past is not None:
            self._past.append((before, length, decision.player))
        self._decisions = None
        try:
            self.machine.apply(S, L, decision.player, move.offer, move.menu, move.you, move.args, move.values)
        except BaseException:
            S[:] = before
            if L is not None:
                del L[length:]
            if self._past is not None:
                self._past.pop()
            self.memories = {}
            raise

    def _secret_options(self, decision: Decision) -> tuple[int, dict[int, tuple[tuple[int, ...], ...]]] | None:
        """Of an answer whose fields are kept as secret values: what, for all that each other player knows, it could be."""
        ask = decision._info.number
        if ask not in self.machine.kept_secret:
            return None
        options: dict[int, tuple[tuple[int, ...], ...]] = {}
        for viewer in range(self.machine.players):
            if viewer == decision.player:
                continue
            try:
                imagined = self.knowledge(viewer).determinise(0)
            except FueroError:  # laid out by hand: nobody can follow what was shown, now or later
                continue
            other = Decision(imagined, decision.player)
            if other.count() <= MOST_OPTIONS:
                options[viewer] = tuple([move.values for move in other.each() if move.menu >= 0])
        return ask, options

    def changed(self) -> None:
        """To be called after words were changed from outside (a worked example lays things out)."""
        self._decisions = None

    def take_back(self, player: int) -> None:
        """Takes a secret answer back while others have not answered yet. Raises UndoRefused if there is none."""
        S = self.words
        info = self.machine.asks[S[ASKING]]
        if not info.many or S[OUTCOME] or not S[PENDING] or not S[info.answers + player * ANSWER_WORDS]:
            raise UndoRefused("There is no answer that could be taken back.")
        base = info.answers + player * ANSWER_WORDS
        S[base : base + ANSWER_WORDS] = [0] * ANSWER_WORDS
        S[PENDING] |= 1 << player
        S[DECISIONS] -= 1
        self._decisions = None
        if self._past is not None:
            for i in range(len(self._past) - 1, -1, -1):
                if self._past[i][2] == player:
                    _, length, _ = self._past[i]
                    assert self.log_raw is not None
                    del self.log_raw[length]
                    self._past[i + 1 :] = [(w, n - 1, p) for w, n, p in self._past[i + 1 :]]
                    del self._past[i]
                    break

    def undo(self, player: int | None = None) -> None:
        """Takes the last decision back. Raises UndoRefused where somebody else has decided since, or something new has come to
        light, and names it.
        """
        if not self._past:
            raise UndoRefused("There is nothing to take back.")
        words, length, who = self._past[-1]
        if player is not None and who != player:
            raise UndoRefused(f"{self.machine.words.seats[who]} has decided since.")
        assert self.log_raw is not None
        seen = self._came_to_light(self.log_raw[length:], who)
        if seen:
            raise UndoRefused(f"Since then {seen} has come to light.")
        self._past.pop()
        self.words[:] = words
        del self.log_raw[length:]
        self._decisions = None
        self.memories = {}

    def _came_to_light(self, events: Iterable[tuple[Any, ...]], who: int) -> str:
        sight, words = self.game.sight, self.machine.words
        for e in events:
            for p, source, target in moved(e):
                if sight.owner[source] == who and sight.sight[source].startswith("owner"):
                    continue
                for viewer in range(self.machine.players):
                    if sight.content(target, viewer) and not sight.content(source, viewer):
                        return words.rows[p] if sight.content(target, who) else "a piece"
            if e[0] == "reveal":
                return str(words.zones[e[1]])
            if e[0] == "reveal-var":
                return str(e[1])
            if e[0] in ("roll", "use"):
                return "what chance or others chose"
        return ""

    def why_not(self, move: Move | str, player: int | None = None) -> list[Reason]:
        """The clauses that forbid a move, in order, with their sentences and citations; empty when it is allowed."""
        try:
            decision = self._asked(player)
        except IllegalMove as e:
            return list(e.reasons)
        if decision.contains(move) if isinstance(move, Move) else self._reads(decision, move):
            return []
        try:
            action, given = parse_move(move) if isinstance(move, str) else (move.action, dict(move.fields))
        except FueroError as e:
            return [Reason("", d.message) for d in e.diagnostics]
        reasons: list[Reason] = []
        for menu, you, args, _ in self.machine.offers[decision._info.number](self.words, decision.player):
            m = self.machine.menus[menu].menu
            offered = dict(decision.given(menu, args))
            if (m.name if m.routine else "choose") == action and all(given.get(n, v) == v for n, v in offered.items()):
                found = self._why(menu, you, args, {n: v for n, v in given.items() if n not in offered})
                if not reasons or len(found) < len(reasons):
                    reasons = found
        if not reasons:
            names = ", ".join(decision.actions())
            return [Reason(decision.path, f'"{action}" cannot be chosen now; what can: {names}.')]
        return reasons

    @staticmethod
    def _reads(decision: Decision, move: str) -> bool:
        try:
            decision.read(move)
        except FueroError:
            return False
        return True

    def _why(self, menu: int, you: int, args: tuple[int, ...], given: dict[str, str]) -> list[Reason]:
        """Which clauses fail for these field values; a value outside its field's set is a reason of its own."""
        S, code, words = self.words, self.machine.menus[menu], self.machine.words
        m = code.menu
        values: tuple[int, ...] = ()
        reasons: list[Reason] = []
        for i, f in enumerate(m.fields):
            if f.name not in given:
                return [Reason(m.name, f'"{f.name}" is missing: {m.name} chooses {", ".join(x.name for x in m.fields)}.')]
            pool = self._pool(menu, you, args, values, i)
            joins: list[int] = []
            if isinstance(pool, list):  # words name the place of a join; an element knows the tiles that touch there too
                joins, pool = pool, gather([x & JOIN_PLACE for x in pool])
            try:
                if f.form in ("subset", "whole"):
                    value = words.set_value(f.shape, given[f.name], pool or 0)
                else:
                    value = words.value(f.shape, given[f.name], pool)
            except (ValueError, Fault) as e:
                return [Reason(m.name, sentence(str(e)))]
            chosen = value if f.form in ("subset", "whole") else 1 << value if value >= 0 else 0
            if pool is not None and chosen & ~pool:
                missing = words.set_text(f.shape, chosen & ~pool)
                reasons.append(Reason(f"{m.name}.{f.name}", f"{missing} cannot be chosen as {f.name} here.", m.cites))
            values = (*values, next((x for x in joins if x & JOIN_PLACE == value), value))
        extra = [n for n in given if n not in {f.name for f in m.fields}]
        if extra:
            return [Reason(m.name, f'"{m.name}" has nothing called "{extra[0]}".')]
        for test, clause, need in code.clauses:
            try:
                good = test(S, you, *args, *values[:need])
            except (Fault, TypeError, IndexError, KeyError, ValueError):
                break  # an earlier clause has failed on which this one relies
            if not good:
                reasons += self._failing(clause, S, m, you, args, values)
        if not reasons:
            for i, domain in enumerate(code.domains):
                if not in_domain(domain(S, you, *args, *values[:i]), values[i]):
                    f = m.fields[i]
                    reasons.append(Reason(f"{m.name}.{f.name}", f"{given[f.name]} cannot be chosen as {f.name} here.", m.cites))
                    break
        return reasons

    def _pool(self, menu: int, you: int, args: tuple[int, ...], values: tuple[int, ...], i: int) -> int | list[int] | None:
        try:
            found = self.machine.menus[menu].pools[i](self.words, you, *args, *values)
            return found if isinstance(found, list) else int(found)
        except (Fault, TypeError, IndexError, KeyError, ValueError):
            return None

    def _failing(
        self, clause: P.Clause, S: list[int], m: P.Menu, you: int, args: tuple[int, ...], values: tuple[int, ...]
    ) -> list[Reason]:
        """A failed clause; where it is a condition of named parts, the parts that fail."""
        found = self.machine.failing(clause, S, m, you, args, values)
        return [Reason(c.path, sentence(said or c.path.rpartition(".")[2].replace("-", " ")), c.cites) for c, said in found]

    # ------------------------------------------------------------ what it shows

    def view(self, player: int | None) -> dict[str, Any]:
        """What the table shows a player now, as plain data (None: what everybody sees)."""
        return self.game.viewer.view(self.words, player)

    def knowledge(self, player: int) -> Knowledge:
        """Everything the player was ever shown. Raises FueroError for a match played without a log."""
        from fuero.engine.knowledge import Knowledge

        if self.log_raw is None:
            raise FueroError((Diagnostic("no-log", "error", "This match keeps no log, so nobody remembers what was shown."),))
        return Knowledge(self, player)

    def log(self, player: int | None = None) -> list[Event]:
        """What happened, as `player` saw it (None: as everybody saw it)."""
        return self.game.teller.tell(self.log_raw or (), player)

    def log_since(self, start: int, player: int | None = None) -> list[Event]:
        """The log from raw event number `start` on; `log_length` is where it stands now."""
        return self.game.teller.tell((self.log_raw or [])[start:], player)

    def trace(self, player: int | None = None) -> list[Event]:
        """The log with every rule as it fired: steps and cases, each with its path and what it cites."""
        return self.game.teller.trace(self.log_raw or (), player)

    def chance_since(self, start: int) -> tuple[str, ...]:
        """What chance has decided since the log stood at `start`, in words: `red-5 from stock to hand A`. For the table's own
        file, never for a player.
        """
        return self.game.teller.chance((self.log_raw or ())[start:])

    @property
    def log_length(self) -> int:
        """Where the log stands now: what `log_since` and `chance_since` count from."""
        return len(self.log_raw or ())

    @property
    def scores(self) -> dict[str, int]:
        """Points by party name (seats, then neutrals)."""
        at = self.machine.layout.scores
        return {name: self.words[at + i] for i, name in enumerate(self.machine.words.parties)}

    def _seat_scores(self) -> list[int]:
        at = self.machine.layout.scores
        return self.words[at : at + self.machine.players]

    @property
    def ranking(self) -> list[list[int]]:
        """Seats in groups from best to worst; neutrals take no part. Place of a group: 1 + how many seats stand before it."""
        scores = self._seat_scores()
        best_first = sorted(set(scores), reverse=self.machine.program.winner != "fewest points")
        return [[p for p, s in enumerate(scores) if s == value] for value in best_first]

    @property
    def shares(self) -> dict[int, Fraction]:
        """1/k for each of k winners, 0 for the others; all 0 unless the match has ended by its rules."""
        if self.words[OUTCOME] != ENDED:
            return {p: Fraction(0) for p in range(self.machine.players)}
        winners = self.ranking[0]
        return {p: Fraction(int(p in winners), len(winners)) for p in range(self.machine.players)}

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended; None while it goes on."""
        S = self.words
        match S[OUTCOME]:
            case 0:
                return None
            case _ if S[OUTCOME] == ENDED:
                rule = self.machine.rules[S[OUTCOME_RULE]] if self.machine.rules else "end"
                return Outcome("ended", rule, "The match has ended by its rules.")
            case _ if S[OUTCOME] == CAPPED:
                return Outcome("capped", "cap", f"The match was stopped after {S[DECISIONS]} decisions.")
            case _:
                assert S[OUTCOME] == STUCK
                return Outcome("stuck", "", "Nothing could be decided a hundred times in a row: a gap in the rules.")

    @property
    def score_lines(self) -> list[ScoreLine]:
        """Every line of points so far: rule, source, place, tie handling, points. `scoring` counts the runs of scoring rules,
        from 1.
        """
        return self.game.score_lines(self.log_raw or ())

    def standing(self) -> dict[int, int]:
        """The final scoring applied to the position as it is: points by seat. A pure function of the state."""
        return self.game.standing(self)

    # ------------------------------------------------------------ values

    def copy(self) -> State:
        """An independent match at the same moment."""
        other = State.__new__(State)
        other.game, other.machine = self.game, self.machine
        other.words = self.words.copy()
        other.log_raw = None if self.log_raw is None else self.log_raw.copy()
        other._past = None if self._past is None else self._past.copy()
        other._decisions = None
        other.memories = {p: (memory.copy(), log.copy()) for p, (memory, log) in self.memories.items()}
        return other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.machine is other.machine and self.words == other.words

    def __hash__(self) -> int:
        return hash(tuple(self.words))

    def hash_hex(self) -> str:
        """A 64-bit hash of the state by names (never tied to where words lie); it tells of hidden things, so it is for replays
        of ended matches.
        """
        return hashlib.blake2b(self.game.named_state(self.words).encode(), digest_size=8).hexdigest()

    @property
    def seed(self) -> int:
        """The match's seed: for saves and for after the end, never for a player."""
        return self.words[SEED]

    @property
    def decisions(self) -> int:
        """How many decisions have been taken."""
        return self.words[DECISIONS]

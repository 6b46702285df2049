"""A decision of a native match: its moves counted, found by number, listed; in words only where words are asked for.

Laws: as those of the interpreter's decisions, whose order and words these have.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from fuero.engine.decision import PASS
from fuero.engine.faults import Fault
from fuero.native.places import LISTED
from fuero.native.session import Session

if TYPE_CHECKING:
    from fuero.native.match import NativeState

_WORD = (1 << 64) - 1


class NativeMove:
    """One move of a native decision; equal to any move with the same words."""

    __slots__ = ("_fields", "chosen", "decision", "k", "offer", "version", "words")

    def __init__(self, decision: NativeDecision, k: int, offer: int, words: tuple[int, ...], chosen: int):
        self.decision, self.version = decision, decision.state.version
        self.k, self.offer, self.words, self.chosen = k, offer, words, chosen
        self._fields: tuple[tuple[str, str], ...] | None = None

    @property
    def action(self) -> str:
        """What it does, by name."""
        if self.offer < 0:
            return PASS
        menu = self.decision.menu(self.offer)
        return menu.name if menu.routine else "choose"

    @property
    def fields(self) -> tuple[tuple[str, str], ...]:
        """What it chooses, by name, in words."""
        if self._fields is None:
            self._fields = self.decision.fields(self)
        return self._fields

    def __str__(self) -> str:
        return " ".join([self.action, ", ".join(f"{n} {v}" for n, v in self.fields)]).strip()

    def __eq__(self, other: object) -> bool:
        action, fields = getattr(other, "action", None), getattr(other, "fields", None)
        return action is not None and (self.action, self.fields) == (action, fields)

    def __hash__(self) -> int:
        return hash((self.action, self.fields))

    def __repr__(self) -> str:
        return f"NativeMove({self})"


class NativeMoves(Sequence[NativeMove]):
    """All moves of a decision, made only when asked for."""

    def __init__(self, decision: NativeDecision):
        self._decision = decision

    def __len__(self) -> int:
        return self._decision.count()

    def __getitem__(self, k: Any) -> Any:
        if isinstance(k, slice):
            return [self._decision.nth(i) for i in range(*k.indices(len(self)))]
        return self._decision.nth(k if k >= 0 else len(self) + k)

    def __iter__(self) -> Iterator[NativeMove]:
        return self._decision.each()


class NativeDecision:
    """One player's question at a native match; it speaks of the match as long as that stands there."""

    __slots__ = ("_info", "_real", "asking", "player", "state", "version")

    def __init__(self, state: NativeState, player: int, asking: int):
        self.state, self.player, self.asking = state, player, asking
        self.version = state.version
        self._info = state.game.game.machine.asks[asking]
        self._real = -1

    # ------------------------------------------------------------ what is asked

    @property
    def path(self) -> str:
        return self._info.step.path

    @property
    def question(self) -> str:
        return self._info.step.text or self.path.rpartition(".")[2].replace("-", " ")

    @property
    def cites(self) -> tuple[str, ...]:
        return self._info.step.cites

    @property
    def optional(self) -> bool:
        return self._info.step.decline

    # ------------------------------------------------------------ moves by number

    def _counted(self) -> Session:
        """The session, which has counted the moves of this very decision last."""
        state = self.state
        session = state.held()
        mark = (state.version, id(state), self.player)
        if session.counted != mark:
            found = session.count(self.player)
            fault = session.words[state.game.built.scratch.fault]
            if fault:
                session.counted = None
                if fault != state.game.built.places.spent:
                    state.plain_decision(self.player).count()  # raises the fault, with its rule and place
                raise Fault(*state.game.built.faults[fault - 1])
            self._real = found
            session.counted = mark
        return session

    def real(self) -> int:
        """How many moves there are, a pass not counted."""
        if self._real < 0:
            session = self._counted()
            if self._real < 0:  # counted by another decision object of the same moment
                self._real = session.count(self.player)
        return self._real

    def passes(self) -> bool:
        """Is a pass one of the moves?"""
        return self.optional or not self.real()

    def count(self) -> int:
        """How many moves there are; at least one."""
        real = self.real()
        return real + 1 if self.optional or not real else real

    def nth(self, k: int) -> NativeMove:
        """The move with index k. Raises IndexError beyond `count`."""
        real = self.real()
        if k < 0 or k > real or (k == real and not self.passes()):
            raise IndexError(k)
        if k == real:
            return NativeMove(self, k, -1, (), int(self.optional and real > 0))
        session = self._counted()
        session.nth(self.player, k)
        scratch = self.state.game.built.scratch
        offer = session.words[scratch.offer]
        n = len(self.menu(offer).fields) * self.state.game.built.field
        return NativeMove(self, k, offer, tuple(session.words[scratch.fields : scratch.fields + n]), 0)

    def each(self) -> Iterator[NativeMove]:
        """All moves in order."""
        real = self.real()
        for first in range(0, real, LISTED):
            session = self.state.held()
            session.counted = None
            for i, found in enumerate(session.moves(self.player, first)):
                n = len(self.menu(found[0]).fields) * self.state.game.built.field
                yield NativeMove(self, first + i, found[0], found[1 : 1 + n], 0)
        if self.passes():
            yield self.nth(real)

    @property
    def moves(self) -> NativeMoves:
        """All moves as a lazy sequence."""
        return NativeMoves(self)

    # ------------------------------------------------------------ words

    def menu(self, offer: int) -> Any:
        """The menu of an offer."""
        machine = self.state.game.game.machine
        return machine.menus[machine.menu_numbers[self._info.step.offers[offer].menu]].menu

    def values(self, move: NativeMove) -> tuple[int, ...]:
        """The fields of a move as the interpreter has them."""
        if move.offer < 0:
            return ()
        width = self.state.game.built.field
        return tuple([_wide(move.words[i * width : (i + 1) * width]) for i in range(len(self.menu(move.offer).fields))])

    def written(self, menu: int, values: tuple[int, ...]) -> tuple[int, ...]:
        """The interpreter's values of a move as words."""
        width = self.state.game.built.field
        return tuple([_signed(value >> 64 * k & _WORD) for value in values for k in range(width)])

    def fields(self, move: NativeMove) -> tuple[tuple[str, str], ...]:
        """A move's fields in words."""
        if move.offer < 0:
            return ()
        menu = self.menu(move.offer)
        if sum(o.menu == menu.name for o in self._info.step.offers) > 1 and menu.params:
            if move.version != self.state.version:
                raise IndexError("This move is of an earlier moment of the match.")
            plain: tuple[tuple[str, str], ...] = self.state.plain_decision(self.player).nth(move.k).fields
            return plain
        words = self.state.game.game.machine.words
        return tuple(
            (f.name, words.set_text(f.shape, v) if f.form in ("subset", "whole") else words.text(f.shape, v))
            for f, v in zip(menu.fields, self.values(move), strict=True)
        )

    def parse(self, text: str) -> Any:
        """A move from its words. Raises FueroError if there is none such."""
        return self.state.plain_decision(self.player).read(text)

    read = parse

    def actions(self) -> list[str]:
        """What can be chosen first."""
        found: list[str] = self.state.plain_decision(self.player).actions()
        return found

    def walk(self) -> Any:
        """The decision field by field; each step offers only what can be completed."""
        return self.state.plain_decision(self.player).walk()

    def __repr__(self) -> str:
        return f"NativeDecision({self.state.game.seats[self.player]}: {self.question}, {self.count()} moves)"


def _signed(word: int) -> int:
    return word - (1 << 64) if word >> 63 else word


def _wide(words: tuple[int, ...]) -> int:
    """Words, the lowest first, as one number with a sign."""
    found = 0
    for k, word in enumerate(words):
        found |= (word & _WORD) << 64 * k
    top = 64 * len(words)
    return found - (1 << top) if found >> (top - 1) else found

"""The pieces of a game as they are drawn: by the display that speaks of them, else by their names.

In: a piece, what a viewer sees of the state, the number of a display. Out: marks. Equal pieces have equal marks.
"""

from __future__ import annotations

import re
from functools import cached_property

from fuero.engine.game import Game
from fuero.engine.helpers import bits
from fuero.engine.words import SIDES
from fuero.table.drawing.block import PALETTE
from fuero.table.drawing.scene import Mark
from fuero.table.drawing.terms import DisplayTerms, Drawn, plainly

_NAMES = re.compile(r"[^\W_]+(?:[-/][^\W_]+)+")
"""What may be the name of a row in a sentence: words joined by hyphens."""


class Marks:
    """Makes marks of one game's pieces."""

    def __init__(self, game: Game):
        self.game, self.machine = game, game.machine
        self.words, self.layout = game.machine.words, game.machine.layout
        self.terms = DisplayTerms(game)
        self.families = {f.name: f for f in self.layout.families}

    def mark(self, piece: int, S: list[int], you: int, display: int | None = None) -> Mark:
        """A piece as a display says, or as the first display says that has something to say of it."""
        numbers = range(len(self.game.rules.displays)) if display is None else (display,)
        for number in numbers:
            if display is None and not self._takes(number, piece):
                continue
            texts = [self.text(t, S, piece, you) for t in self.terms.parts(number, "text") if not _is_sentence(t)]
            does = [said for t in self.terms.parts(number, "text") if _is_sentence(t) and (said := self.text(t, S, piece, you))]
            sides = [v for t in self.terms.parts(number, "edges") if (v := t.of(S, piece, you)) is not None]
            lines = tuple([text for text in texts if text])
            if display is None and not lines and not sides and not does:
                continue
            walls = frozenset([side for value in sides for side in bits(value)]) if sides else None
            return Mark(lines or (self._name(piece),), self.colour(number, S, piece, you), walls, "; ".join(does))
        return Mark((self._name(piece),), self._owner_colour(piece))

    def lying(self, piece: int, S: list[int], you: int) -> str:
        """A piece among others, in few words: where only one kind of players' pieces can lie, whose it is says all."""
        owner, said = self.layout.pieces[piece].owner, self.mark(piece, S, you).said
        if owner < 0 or said != self._name(piece):
            return said
        seat = self.words.seats[owner]
        row = self.layout.pieces[piece].row
        return seat if len(self._beside[row]) == 1 else f"{seat} {plainly(row)}"

    @cached_property
    def _beside(self) -> dict[str, set[str]]:
        """For each name of what belongs to players: the names of what belongs to them and can lie in the same zones."""
        found: dict[str, set[str]] = {p.row: {p.row} for p in self.layout.pieces if p.owner >= 0}
        for f in self.layout.families[1:]:
            rows = {self.layout.pieces[p].row for p in bits(f.takes) if self.layout.pieces[p].owner >= 0}
            for row in rows:
                found[row] |= rows
        return found

    def _takes(self, number: int, piece: int) -> bool:
        """Can this piece lie in what a display draws?"""
        family = self.families.get(self.game.rules.displays[number].name)
        return family is not None and bool(family.takes >> piece & 1)

    def text(self, term: Drawn, S: list[int], thing: int, you: int) -> str:
        value = term.of(S, thing, you)
        if value is None:
            one = term.shape.removeprefix("list ")
            return "/".join([self.terms.words(one, member) for member in term.listed(S, thing, you)])
        if term.shape == "yes-no":
            return term.name if value else ""
        return self.terms.words(term.shape, value) if value >= 0 or term.shape in ("number", "half") else ""

    def _name(self, piece: int) -> str:
        """The row's name; with its owner where several players have such pieces."""
        info = self.layout.pieces[piece]
        return plainly(info.row) + (f" {self.words.seats[info.owner]}" if info.owner >= 0 and info.row in self._shared else "")

    @cached_property
    def _shared(self) -> frozenset[str]:
        """Rows of which several players have one, and that can lie where another player's can."""
        shared = set()
        for f in self.layout.families[1:]:
            if f.owner_key < 0:
                shared |= {self.layout.pieces[p].row for p in bits(f.takes) if self.layout.pieces[p].owner >= 0}
        return frozenset(shared)

    def _owner_colour(self, piece: int) -> str:
        owner = self.layout.pieces[piece].owner
        return PALETTE[owner % len(PALETTE)] if owner >= 0 else ""

    def colour(self, number: int, S: list[int], thing: int, you: int) -> str:
        for term in self.terms.parts(number, "colour"):
            value = term.of(S, thing, you)
            if value is not None and value >= 0:
                named = self.words.text(term.shape, value)
                return named if named in PALETTE else PALETTE[value % len(PALETTE)]
        return ""

    # ------------------------------------------------------------ in words

    def named(self, row: str) -> str:
        """A piece by the name of its row, as it is read aloud: what is drawn on it, and its walls. Empty where there is no such
        piece, or several that are drawn differently.
        """
        found = {self._said(p) for p in self.machine.distinct(self.words.by_row.get(row, 0))}
        return found.pop() if len(found) == 1 else ""

    def sentence(self, text: str) -> str:
        """A sentence of the log in which pieces are called as they are drawn."""
        return _NAMES.sub(lambda m: self._short(m[0]), text)

    def _said(self, piece: int) -> str:
        mark = self.mark(piece, self._nothing, 0)
        if mark.walls is None:
            return mark.told
        return f"{mark.said}, {'walls ' + ' '.join(SIDES[s][0] for s in sorted(mark.walls)) if mark.walls else 'no walls'}"

    def _short(self, row: str) -> str:
        found = {self.mark(p, self._nothing, 0).said for p in self.machine.distinct(self.words.by_row.get(row, 0))}
        return found.pop() if len(found) == 1 else row

    @cached_property
    def _nothing(self) -> list[int]:
        """A state in which nothing lies anywhere."""
        return self.machine.initial.copy()


def _is_sentence(term: Drawn) -> bool:
    """Does a term say what a piece does?"""
    return term.shape.startswith("sentence ")

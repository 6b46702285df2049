"""How many pieces there are, and what a number of theirs comes to over all of them: bounds for whole sets of pieces.

In: a ruleset's components. Out: counts and sums that no set of pieces can exceed, since every piece is there once.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import TYPE_CHECKING

from fuero.checker.ranges import intervals as iv
from fuero.checker.ranges.facts import Facts
from fuero.checker.ranges.intervals import UNKNOWN, Interval
from fuero.rules import nodes as R
from fuero.rules.bind.types import strip

if TYPE_CHECKING:
    from fuero.checker.ranges.sizes import Sizes

MANY = 400  # more different rows than this are not looked at one by one
Row = Mapping[str, int | str]


class Stock:
    def __init__(self, rules: R.Ruleset, values: Sizes) -> None:
        self.rules, self.values = rules, values
        self._rows: dict[str, list[tuple[Row, int]] | None] = {}
        self._counts: dict[str, int | None] = {}

    def count(self, pieces: tuple[str, ...]) -> int | None:
        """At most so many pieces of these types are in the game."""
        counts = [self._count(p) for p in pieces]
        return None if None in counts else sum(c for c in counts if c is not None)

    def _count(self, piece: str) -> int | None:
        if piece not in self._counts:
            total: int | None = 0
            for one in self._sets(piece):
                more = _copies(one) if one.count is None else self._product(one)
                total = iv.plus(total, more)
            self._counts[piece] = total
        return self._counts[piece]

    def _product(self, one: R.PieceSet) -> int | None:
        assert one.count is not None
        found = self.values.of(one.count, Facts())[1]
        for _, kind in one.each:
            wide = self.values.members(kind)
            found = None if found is None or wide is None else found * wide
        return found

    def _sets(self, piece: str) -> list[R.PieceSet]:
        return [p for p in self.rules.piece_sets if p.piece == piece]

    def total(self, pieces: tuple[str, ...], var: str, body: R.Term) -> Interval:
        """The least and the greatest sum of `body` over any set of such pieces, each looked at by its row."""
        low = high = 0
        rows_before = self.values.row
        try:
            for piece in pieces:
                rows = self.rows(piece)
                if rows is None:
                    return UNKNOWN
                for row, copies in rows:
                    self.values.row = {**rows_before, var: (piece, row)}
                    a, b = self.values.of(body, Facts())
                    if a is None or b is None:
                        return UNKNOWN
                    low, high = low + min(0, a) * copies, high + max(0, b) * copies
        finally:
            self.values.row = rows_before
        return low, high

    def rows(self, piece: str) -> list[tuple[Row, int]] | None:
        """The different rows of a piece type with the most copies there can be of each; None where there are too many."""
        if piece not in self._rows:
            self._rows[piece] = self._made(piece)
        return self._rows[piece]

    def _made(self, piece: str) -> list[tuple[Row, int]] | None:
        known = next((p for p in self.rules.pieces if p.name == piece), None)
        if known is None:
            return None
        found: list[tuple[Row, int]] = []
        for one in self._sets(piece):
            if one.count is None:
                for row in one.rows:
                    values = {a.name: v for a, v in zip(known.attributes, row.values, strict=False) if isinstance(v, int | str)}
                    found.append((values, row.copies))
                continue
            copies = self.values.of(one.count, Facts())[1]
            words = [self._words(kind) for _, kind in one.each]
            wide = 1
            for some in words:
                wide *= 0 if some is None else len(some)
            if copies is None or any(w is None for w in words) or wide > MANY:
                return None
            names = [name for name, _ in one.each]
            found += [
                (dict(zip(names, combination, strict=True)), copies)
                for combination in product(*(w for w in words if w is not None))
            ]
        return found if len(found) <= MANY else None

    def _words(self, kind: R.Type) -> list[int | str] | None:
        match strip(kind):
            case R.Num() as number:
                low, high = self.values.of_type(number)
                return None if low is None or high is None or high - low > MANY else list(range(low, high + 1))
            case R.EnumType(name=name):
                known = next((e for e in self.rules.enums if e.name == name), None)
                return None if known is None else [*known.members]
            case _:
                wide = self.values.members(kind)
                return None if wide is None or wide > MANY else [""] * wide


def _copies(one: R.PieceSet) -> int:
    return sum(row.copies for row in one.rows)

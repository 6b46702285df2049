"""The rules of a board as planes of pieces: for each side, those that let one pass and those that do not fit beside a piece.

A plane of a board has the cells on which a piece of some set lies. Which sets are needed hangs on the rules alone, so they are
found while lowering; pieces for which all of them are the same have one profile. In: a lowering, the rules. Out: sets, numbers,
tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fuero.native import statics
from fuero.native.base import Env

if TYPE_CHECKING:
    from fuero.native.cells import Cells as Lowering
    from fuero.program import nodes as P

FIRST = 10
"""Words of a row before its planes of pieces."""
MOST = 21
"""So many planes of pieces there may be."""
WIDTH = FIRST + MOST + 1
NOTHING = 1
"""The word of a row in which no cell ever is."""
_MOST_TILES = 128


class Ground:
    """Joins `joins` (a function near, far, side), ways `passing` (piece, side), start pieces `begin`: for a program's boards."""

    def __init__(self, low: Lowering, joins: str, passing: str, begin: int):
        self.low, self.begin = low, begin
        self.name = ""
        """What the function is called that keeps what is known of a board; where that lies, and its text in the lowering."""
        self.at = self.cuts = self.text_at = -1
        takes = 0
        for f in low.program.layout.families:
            if f.kind == "board":
                takes |= f.takes
        self.takes = takes
        self.tiles = [p for p in range(len(low.program.layout.pieces)) if takes >> p & 1]
        self.planes: list[int] = []
        self.good = False
        if len(self.tiles) > _MOST_TILES or begin < 0:
            return
        sides = [(p, s) for p in self.tiles for s in range(4)]
        pairs = [(p, q, s) if s in (1, 2) else (q, p, s ^ 2) for p, s in sides for q in self.tiles]
        passes, fits = statics.values(low, passing, sides), statics.values(low, joins, pairs)
        if passes is None or fits is None:
            return
        self.passes = dict(zip(sides, map(bool, passes), strict=True))
        many = len(self.tiles)
        self.unfit = {
            key: sum(1 << q for q, fit in zip(self.tiles, fits[many * i : many * (i + 1)], strict=True) if not fit)
            for i, key in enumerate(sides)
        }
        self.ways = [self.plane(sum(1 << p for p in self.tiles if self.passes[p, s])) for s in range(4)]
        self.pairs: list[tuple[int, int, int]] = []
        """Side, and two planes: no piece of the first may have one of the second beyond that side."""
        for s in (1, 2):
            for unfit in sorted({self.unfit[p, s] for p in self.tiles} - {0}):
                mine = self.plane(sum(1 << p for p in self.tiles if self.unfit[p, s] == unfit))
                self.pairs.append((s, mine, self.plane(unfit)))
        self.start = self.plane(begin & takes)
        rows = []
        for p in range(len(low.program.layout.pieces)):
            if takes >> p & 1:
                rows.append(
                    tuple(self.ways[s ^ 2] if self.passes[p, s] else NOTHING for s in range(4))
                    + tuple(NOTHING if self.passes[p, s] else 2 + s for s in range(4))
                    + tuple(self.plane(self.unfit[p, s]) for s in range(4))
                )
            else:
                rows.append((NOTHING,) * 12)
        found: dict[object, int] = {}
        profile = [found.setdefault(row if (takes & ~begin) >> p & 1 else p, len(found)) for p, row in enumerate(rows)]
        self.profiles = len(found)
        self.good = len(self.planes) <= MOST
        if not self.good:
            return
        self.sites, self.profile, self.members = low._fresh("SITE"), low._fresh("PROFILE"), low._fresh("MEMBER")
        low.tables[self.sites] = tuple(x for row in rows for x in row)
        low.tables[self.profile] = tuple(profile)
        self._list()

    def _list(self) -> None:
        pieces = range(len(self.low.program.layout.pieces))
        self.low.tables[self.members] = tuple(sum(1 << k for k, m in enumerate(self.planes) if m >> p & 1) for p in pieces)

    def plane(self, members: int) -> int:
        """The word of a row for the cells with these pieces."""
        if not members:
            return NOTHING
        if members not in self.planes:
            self.planes.append(members)
            if self.good:
                self._list()
        return FIRST + self.planes.index(members)

    def holding(self, condition: P.Term, local: str) -> int | None:
        """The pieces of boards for which a condition on one piece (the local) holds; None where that is not known beforehand, or
        there is no room for one more plane."""
        if not self.low.space.pure(condition):
            return None
        text = self.low.flag(condition, Env({local: ("p", "int")}))
        found = statics.values(self.low, "holds", [(p,) for p in self.tiles], f"def holds(p: int) -> int:\n    return {text}\n")
        if found is None:
            return None
        members = sum(1 << p for p, yes in zip(self.tiles, found, strict=True) if yes)
        return members if members in self.planes or len(self.planes) < MOST else None

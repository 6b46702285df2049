"""The tables at which the laws are tried: every shipped game, each of its modules and variants alone, and the small rulesets
beside this file.

In: what lies in the folders. Out: `Table` values, and games opened once a process.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import fuero
from fuero.engine.game import Game
from fuero.table.catalogue import read_folder, shipped

SMALL = Path(__file__).parent / "rulesets"


@dataclass(frozen=True)
class Table:
    """A ruleset, what is on, and how many play."""

    ruleset: str
    players: int
    modules: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()

    def __str__(self) -> str:
        name = Path(self.ruleset).stem
        return "-".join([name, str(self.players), *self.modules, *self.variants])


@lru_cache(maxsize=32)
def open_table(table: Table) -> Game:
    """The game at that table."""
    return fuero.load(table.ruleset, modules=table.modules, variants=table.variants, players=table.players)


def small() -> list[Table]:
    """The made-up rulesets, with the fewest and the most players."""
    return [Table(str(path), n) for path in sorted(SMALL.glob("*.fuero")) for n in read_folder_players(path)]


def read_folder_players(path: Path) -> tuple[int, int]:
    """The least and the greatest number of players of the game in one file."""
    name = path.stem
    return next(entry.players for entry in read_folder(path.parent) if entry.name == name)


def base_games() -> list[Table]:
    """Each shipped game alone, with every number of players."""
    return [Table(g.name, n) for g in shipped() for n in range(g.players[0], g.players[1] + 1)]


def overlaid() -> list[Table]:
    """Each shipped game with one module or one variant, at one number of players that differs from overlay to overlay."""
    found = []
    for g in shipped():
        low, high = g.players
        start = max(low, min(3, high))
        names = [((m,), ()) for m in g.modules] + [((), (v,)) for v in g.variants]
        for i, (modules, variants) in enumerate(names):
            found.append(Table(g.name, start + i % (high - start + 1), modules, variants))
    return found

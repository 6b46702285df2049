"""What lies on a table as things to draw: pieces as marks, zones, maps and values as items, the whole as a scene.

Plain data between those who look (`look`) and those who draw (`table`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fuero.table.drawing.plan import At, Cell


@dataclass(frozen=True, slots=True)
class Mark:
    """A piece as it is drawn: its lines of text, a colour, the sides with walls (None: its walls are not drawn), and what it
    does, in a sentence (empty: nothing is said of that).
    """

    lines: tuple[str, ...]
    colour: str = ""
    walls: frozenset[int] | None = None
    does: str = ""

    @property
    def said(self) -> str:
        """In few words."""
        return " ".join(self.lines)

    @property
    def told(self) -> str:
        """With what it does."""
        return f"{self.said}: {self.does}" if self.does else self.said

    def cell(self, more: Sequence[str] = (), pick: str = "") -> Cell:
        """As a tile, with what lies on it."""
        return Cell((*self.lines, *more), self.colour, self.walls or frozenset(), pick=pick)


@dataclass(frozen=True, slots=True)
class Plan:
    """A board: its tiles by cell."""

    title: str
    zone: str
    cells: dict[At, Cell]


@dataclass(frozen=True, slots=True)
class Strip:
    """Places in order, each with a caption (or none) and the piece that lies there (None: none). `tiles`: drawn as boxes."""

    title: str
    places: tuple[tuple[str, Mark | None], ...]
    tiles: bool


@dataclass(frozen=True, slots=True)
class Count:
    """Things of which only the number is shown."""

    title: str
    number: int
    hidden: bool


@dataclass(frozen=True, slots=True)
class Track:
    """Numbers of parties or members on a track from `low` to `high`."""

    title: str
    low: int
    high: int
    values: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Regions:
    """A map as a list: of each region its name, a colour, what is said of it, what lies there, and its neighbours."""

    title: str
    rows: tuple[tuple[str, str, tuple[str, ...], tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """Values with names."""

    title: str
    pairs: tuple[tuple[str, str], ...]


Item = Plan | Strip | Count | Track | Regions | Facts


@dataclass(frozen=True, slots=True)
class Scene:
    """The whole table: what belongs to nobody, then each seat's own things; how many lie where nobody sees them."""

    common: tuple[Item, ...]
    seats: tuple[tuple[Item, ...], ...]
    unseen: tuple[tuple[str, int], ...]

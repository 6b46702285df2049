"""What composition takes and gives: parsed files and a table config in, one merged ruleset (still SYNTAX) out.

Everything here is a value. Keeps the law that the order in which files or modules are named never shows: whoever builds a
`Merged` sorts first.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from fuero.messages.diagnostic import NOWHERE, Span
from fuero.syntax.nodes import Cites, Declaration, File, Head, Scenario, Term

GAME, MODULE, BRIDGE, VARIANT, CONFIG = range(5)
LEVELS = {"game": GAME, "module": MODULE, "bridge": BRIDGE, "variant": VARIANT}


@dataclass(frozen=True, slots=True)
class Sources:
    """Every parsed file of a game: its base files, modules, variants, bridges, labels, whether they are on or off."""

    files: tuple[File, ...]


@dataclass(frozen=True, slots=True)
class Selection:
    """What a table wants to play. `players` is None where any number is meant; options come as written terms."""

    game: str
    players: int | None = None
    modules: frozenset[str] = frozenset()
    variants: frozenset[str] = frozenset()
    options: tuple[tuple[str, Term], ...] = ()


@dataclass(frozen=True, slots=True)
class Overlay:
    """A module, bridge or variant that is on. `needs` are the overlays it brought along."""

    name: str
    kind: str
    title: str
    span: Span = field(default=NOWHERE, compare=False)
    cites: Cites = ()
    needs: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class TrailEntry:
    """One amendment that touched a thing; `before` is the node (or value) that stood there before it."""

    overlay: str
    kind: str
    span: Span = field(default=NOWHERE, compare=False)
    cites: Cites = ()
    before: object | None = None


@dataclass(frozen=True, slots=True)
class FileCell:
    """A changed cell of a table whose rows stand in a file of its own: whoever reads that file applies it with `put_cell`."""

    table: str
    keys: tuple[str, ...]
    text: str
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Merged:
    """One ruleset. No amendment is left in it but `upon`, which is a rule of its own.

    A node's file (`scope_of`) says whose words it uses; the words are never renamed.
    """

    game: Head
    overlays: tuple[Overlay, ...]
    declarations: tuple[Declaration, ...]
    scope_of: dict[str, str]
    sees: dict[str, tuple[str, ...]]
    trail: dict[str, tuple[TrailEntry, ...]]
    chosen: tuple[tuple[str, Term], ...]
    scenarios: tuple[tuple[str, Scenario], ...]
    labels: tuple[Head, ...] = ()
    file_cells: tuple[FileCell, ...] = ()

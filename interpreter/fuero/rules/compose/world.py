"""The ruleset while it is being merged: every declaration that is on, whose it is, and who sees whose names.

Selected files come in; `World` is filled and changed only inside one `compose` call and never leaves it. Keeps the laws that new
names belong to their overlay and that a file sees its own names, then those it needs, then its game's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fuero.messages.diagnostic import Span
from fuero.rules.compose.model import FileCell, TrailEntry
from fuero.syntax.nodes import (
    Action,
    Cases,
    Declaration,
    Display,
    End,
    Enum,
    Function,
    Kind,
    Majority,
    Map,
    Neutral,
    Node,
    Number,
    Option,
    Piece,
    PiecesCount,
    PiecesFile,
    PiecesRows,
    Points,
    Procedure,
    Rule,
    Setup,
    Step,
    Table,
    Term,
    Upon,
    Var,
    Window,
    Zone,
)

if TYPE_CHECKING:
    from fuero.rules.compose.changes import Change

Pieces = PiecesCount | PiecesFile | PiecesRows
Named = (
    Neutral | Option | Number | Enum | Kind | Map | Piece | Zone | Var | Table | Rule | Cases | Function | Action
    | Procedure | Window | Majority | Points
)  # fmt: skip
Site = tuple[str, ...]


def own_name(declaration: Declaration) -> str | None:
    """The name under which a rule text finds it; None for what is named after another thing or not at all."""
    if isinstance(declaration, Setup):
        return "setup"
    if isinstance(declaration, End):
        return "end"
    if isinstance(declaration, Named):
        return declaration.name.text
    return None


@dataclass(slots=True)
class Thing:
    """One declaration of the merged ruleset and its owner (empty for the game)."""

    key: int
    owner: str
    node: Declaration

    @property
    def title(self) -> str:
        name = own_name(self.node) or (self.node.name.text if isinstance(self.node, Pieces | Display | Upon) else "")
        return f"{self.owner}/{name}" if self.owner else name


@dataclass(slots=True)
class World:
    """`hooked` knows the steps that hooks made, `order` which hooks must come later than one, `removed` what was dropped."""

    game: str
    things: dict[int, Thing]
    scope_of: dict[str, str]
    sees: dict[str, tuple[str, ...]]
    level_of: dict[str, int]
    kind_of: dict[str, str]
    names_off: dict[str, tuple[str, str]] = field(default_factory=dict)
    off: dict[str, str] = field(default_factory=dict)
    hooked: dict[str, Change] = field(default_factory=dict)
    order: dict[str, set[str]] = field(default_factory=dict)
    index: dict[tuple[str, str], int] = field(default_factory=dict)
    removed: dict[Site, Span] = field(default_factory=dict)
    trail: dict[str, list[TrailEntry]] = field(default_factory=dict)
    chosen: dict[str, Term] = field(default_factory=dict)
    file_cells: list[FileCell] = field(default_factory=list)

    def copy(self) -> World:
        """A world to try changes on; nodes are shared, since they never change."""
        return World(
            self.game,
            {key: Thing(thing.key, thing.owner, thing.node) for key, thing in self.things.items()},
            self.scope_of,
            self.sees,
            self.level_of,
            self.kind_of,
            self.names_off,
            self.off,
            dict(self.hooked),
            self.order,
            dict(self.index),
            dict(self.removed),
            {path: list(entries) for path, entries in self.trail.items()},
            dict(self.chosen),
            list(self.file_cells),
        )

    def owner_of(self, node: Node) -> str:
        return self.scope_of.get(node.span.file, "")

    def visible(self, scope: str) -> tuple[str, ...]:
        """Whose names a scope's words may mean, first ones first."""
        return (scope, *self.sees.get(scope, ()), "") if scope else ("",)

    def declared(self, owner: str, name: str) -> Thing | None:
        key = self.index.get((owner, name))
        return self.things.get(key) if key is not None else None

    def add(self, owner: str, node: Declaration) -> None:
        key = max(self.things, default=-1) + 1
        self.things[key] = Thing(key, owner, node)
        if name := own_name(node):
            self.index.setdefault((owner, name), key)

    def remove(self, thing: Thing) -> None:
        del self.things[thing.key]
        if (name := own_name(thing.node)) and self.index.get((thing.owner, name)) == thing.key:
            del self.index[thing.owner, name]

    def lookup(self, name: str, scope: str) -> Thing | None:
        """What a bare name means in a scope: its own, then what it needs, then the game's."""
        for owner in self.visible(scope):
            if found := self.declared(owner, name):
                return found
        return None

    def hook_key(self, step: Step) -> str:
        return hook_key(self.owner_of(step.name), step.name.text)

    def is_hook(self, node: object) -> bool:
        return isinstance(node, Step) and self.hook_key(node) in self.hooked

    def overlay_words(self, name: str) -> str:
        """How a message calls an overlay, on or off."""
        kind = self.kind_of.get(name) or self.off.get(name)
        return f'the {kind} "{name}"' if kind else "the game"

    def named(self) -> Iterator[tuple[Thing, str]]:
        for thing in self.things.values():
            if name := own_name(thing.node):
                yield thing, name


def hook_key(owner: str, name: str) -> str:
    return f"{owner}/{name}"

"""The screen of a match in the terminal: what it can show, the table drawn on it, and the words for what can be picked.

In: a game and what the terminal can do. Out: lines for one viewer at a time, made of what that viewer may see.
"""

from __future__ import annotations

import os
import shutil
import sys
from typing import Any

from fuero.cli.choices import Options, cell_of
from fuero.cli.console import Color, coloured
from fuero.engine.game import Game
from fuero.players import contract
from fuero.rules import nodes as r
from fuero.table.drawing.block import Block, Ink, below, glyphs, inked, paragraph, shown
from fuero.table.drawing.look import scene
from fuero.table.drawing.marks import Marks
from fuero.table.drawing.scene import Plan
from fuero.table.drawing.table import board, table
from fuero.table.drawing.terms import inside, plainly

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
NARROWEST, WIDEST = 30, 160


def ink_of(color: Color) -> Ink:
    """What standard output can show now."""
    stream = sys.stdout
    width = shutil.get_terminal_size((80, 24)).columns
    if "COLUMNS" not in os.environ and not stream.isatty():
        width = 80
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return Ink(max(NARROWEST, min(width, WIDEST)), coloured(color, stream), encoding)


def can_clear() -> bool:
    """Is there a terminal on both sides, one that can be wiped?"""
    return sys.stdout.isatty() and sys.stdin.isatty() and os.environ.get("TERM", "dumb") != "dumb"


class Screen:
    """Draws one game's tables, and finds the words for its options."""

    def __init__(self, game: contract.Game, color: Color = "auto"):
        assert isinstance(game, Game)
        self.game, self.color = game, color
        self.marks = Marks(game)
        self._labels = {action.name: action.label for action in game.rules.actions}

    @property
    def ink(self) -> Ink:
        return ink_of(self.color)

    def lines(self, drawn: Block) -> list[str]:
        """A block as this screen shows it."""
        return inked(drawn, self.ink)

    def said(self, text: str) -> str:
        """A sentence as this screen shows it, pieces called as they are drawn."""
        return shown(self.marks.sentence(text), self.ink)

    def wrapped(self, text: str, indent: int = 4) -> list[str]:
        """A sentence in as many lines as it needs, all but the first indented further than it."""
        said = self.marks.sentence(text)
        start = len(said) - len(said.lstrip(" "))
        words = [glyphs(" " * start * (at == 0) + word) for at, word in enumerate(said.split())]
        return self.lines(paragraph(words, self.ink.width, start + indent))

    # ------------------------------------------------------------ the table

    def table(self, state: Any, viewer: int | None, turn: str) -> list[str]:
        """The whole table before a viewer."""
        return self.lines(table(scene(self.marks, state.words, viewer), self.game.seats, viewer, turn, self.ink.width))

    def boards(self, state: Any, viewer: int, walk: Any) -> list[str]:
        """The boards on which a cell is to be picked, with the numbers of the options in their places."""
        at = {cell: str(n) for n, text in enumerate(walk.options(), 1) if (cell := cell_of(text)) is not None}
        look = scene(self.marks, state.words, viewer)
        own = [item for item in look.seats[viewer] if isinstance(item, Plan)]
        plans = own or [item for item in look.common if isinstance(item, Plan)]
        meant = self._boards_meant(walk.action, walk.field)
        plans = [item for item in plans if item.zone.split(" ")[0] in meant] or plans
        return self.lines(below(*[board(item, self.ink.width, at) for item in plans]))

    def _boards_meant(self, action: str, field: str) -> set[str]:
        """The boards of which the rule of a field speaks."""
        for rule in self.game.rules.actions:
            if rule.name == action:
                choices = [part for part in rule.parts if isinstance(part, r.Choice) and part.name == field]
                return {node.zone for node in inside(tuple(choices)) if isinstance(node, r.ZoneRead)}
        return set()

    # ------------------------------------------------------------ words for options

    def field(self, walk: Any) -> str:
        """What is picked next; a field that is called by a letter, by what it is one of."""
        kinds = {
            part.name: part.type
            for rule in self.game.rules.actions
            if rule.name == walk.action
            for part in rule.parts
            if isinstance(part, r.Choice)
        }
        kind = kinds.get(walk.field)
        kind = kind.element if isinstance(kind, r.SetType) else kind
        name = walk.field
        if len(name) == 1 and isinstance(kind, r.PieceType | r.EnumType):
            name = kind.name
        elif len(name) == 1 and isinstance(kind, r.RegionType):
            name = next((m.of for m in self.game.rules.maps if m.name == kind.map), name)
        elif len(name) == 1 and kind is None:
            name = self._called(walk.shape) or name
        return plainly(name)

    def _called(self, shape: str) -> str:
        """What a value of a shape is one of: a region, a member of an enum, a player; empty for anything else."""
        kind, _, name = shape.partition(" ")
        match kind:
            case "region":
                return next((m.of for m in self.game.rules.maps if m.name == name), "")
            case "enum":
                return name
            case "player" | "number" | "piece":
                return kind
            case _:
                return ""

    def options(self, walk: Any, state: Any, viewer: int) -> Options:
        """What can be picked next, with labels."""
        written = tuple(walk.options())
        return Options(written, tuple([self.label(walk, text, state, viewer) for text in written]))

    def label(self, walk: Any, written: str, state: Any, viewer: int) -> str:
        """One option for a person to read."""
        if walk.action is None:
            name, _, given = written.partition(" ")
            said = self._labels.get(name) or plainly(name)
            return f"{said} ({self.marks.sentence(given)})" if given else said
        shape = walk.shape
        if shape == "piece":
            return self.marks.named(written) or plainly(written)
        if shape in ("cell", "join", "number", "half") or written == "done":
            return written
        there = self._lying_at(shape, written, state, viewer)
        return plainly(written) + (f": {there}" if there else "")

    def _lying_at(self, shape: str, written: str, state: Any, viewer: int) -> str:
        """What lies in the places that are named by such a value, where there is one such row of places."""
        layout, sight = self.marks.layout, self.game.sight
        families = [f for f in layout.families if f.kind == "place" and f.key_shapes == (shape,) and not f.on]
        if len(families) != 1 or written not in families[0].key_names[0]:
            return ""
        zone = families[0].first + families[0].key_names[0].index(written)
        held = state.words[self.marks.machine.pieces.base[zone]] if sight.content(zone, viewer) else 0
        return self.marks.mark(held.bit_length() - 1, self.game.viewer.shown(state.words, viewer), viewer).said if held else ""

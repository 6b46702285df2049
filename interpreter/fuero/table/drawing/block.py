"""Rectangles of text with colours, set side by side or one under the other, and the lines that a screen gets of them.

In: texts with the names of styles. Out: lines; nothing is printed here. Law: a line is never wider than its block, and the
lines without colour are those with colour less the marks of colour.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from fuero.table.drawing.lines import PLAIN

Glyph = tuple[str, str]
"""A sign that fills one column (empty for the second column of a wide sign), and its style."""

BLANK: Glyph = (" ", "")
PALETTE = ("yellow", "cyan", "magenta", "green", "blue", "red")
"""Colours in the order in which values get them."""
_CODES = {"red": 31, "green": 32, "yellow": 33, "blue": 34, "magenta": 35, "cyan": 36, "bold": 1, "faint": 2, "place": 7}


@dataclass(frozen=True, slots=True)
class Ink:
    """What the screen can show: how many columns, colours or none, which signs."""

    width: int = 80
    colour: bool = False
    encoding: str = "utf-8"

    @property
    def fine(self) -> bool:
        """Can lines of boxes be drawn with their own signs?"""
        return encodable("─━┏┽·×", self.encoding)


@dataclass(frozen=True, slots=True)
class Block:
    """Rows of glyphs, all of one width."""

    rows: tuple[tuple[Glyph, ...], ...] = ()

    @property
    def width(self) -> int:
        return len(self.rows[0]) if self.rows else 0

    @property
    def height(self) -> int:
        return len(self.rows)


def encodable(text: str, encoding: str) -> bool:
    """Can a stream of this encoding carry the text?"""
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def glyphs(text: str, style: str = "") -> list[Glyph]:
    """A text column by column; what is no visible sign is left out, so a text can never steer the screen."""
    found: list[Glyph] = []
    for sign in text:
        kind = unicodedata.category(sign)
        if kind in ("Mn", "Me") and found:
            found[-1] = (found[-1][0] + sign, found[-1][1])
        elif kind[0] not in "CM" and kind not in ("Zl", "Zp"):
            found.append((sign, style))
            if unicodedata.east_asian_width(sign) in "WF":
                found.append(("", style))
    return found


def columns(text: str) -> int:
    """How many columns a text fills."""
    return len(glyphs(text))


def block(rows: Iterable[Sequence[Glyph]]) -> Block:
    """Rows filled up with blanks to the longest."""
    found = [tuple(row) for row in rows]
    width = max(map(len, found), default=0)
    return Block(tuple([row + (BLANK,) * (width - len(row)) for row in found]))


def text(*lines: str, style: str = "") -> Block:
    """Lines of one style."""
    return block([glyphs(line, style) for line in lines])


def fitted(row: Sequence[Glyph], width: int) -> list[Glyph]:
    """A row cut or filled up to a width; a wide sign that is cut through becomes a blank."""
    cut = list(row[:width]) + [BLANK] * (width - len(row))
    if len(row) > width and width and row[width][0] == "":
        cut[-1] = BLANK
    return cut


def cropped(of: Block, width: int) -> Block:
    """A block no wider than `width`."""
    return of if of.width <= width else Block(tuple([tuple(fitted(row, width)) for row in of.rows]))


def below(*blocks: Block) -> Block:
    """One under the other, at the left edge."""
    return block([row for one in blocks for row in one.rows])


def beside(blocks: Sequence[Block], gap: int = 2) -> Block:
    """Side by side, at the upper edge."""
    height = max((b.height for b in blocks), default=0)
    rows: list[list[Glyph]] = [[] for _ in range(height)]
    for number, one in enumerate(blocks):
        for at, row in enumerate(rows):
            row += [BLANK] * gap if number else []
            row += one.rows[at] if at < one.height else (BLANK,) * one.width
    return block(rows)


def flowing(blocks: Sequence[Block], width: int, gap: int = 2) -> Block:
    """Side by side as far as they fit, then below, as words in a text; what is wider than `width` alone is cut."""
    lines: list[Block] = []
    row: list[Block] = []
    used = 0
    for one in (cropped(b, width) for b in blocks if b.height):
        if row and used + gap + one.width > width:
            lines.append(beside(row, gap))
            row, used = [], 0
        used += one.width + (gap if row else 0)
        row.append(one)
    if row:
        lines.append(beside(row, gap))
    return below(*lines)


def paragraph(words: Sequence[Sequence[Glyph]], width: int, indent: int = 0) -> Block:
    """Pieces of text set one behind the other, a blank between, in as many lines as needed; all but the first are indented."""
    rows: list[list[Glyph]] = [[]]
    for word in words:
        piece = list(word)
        row = rows[-1]
        if row and len(row) + 1 + len(piece) > width:
            row = [BLANK] * min(indent, max(0, width - len(piece)))
            rows.append(row)
            row += piece
        else:
            row += [BLANK, *piece] if row and len(rows[-1]) > 0 else piece
    return block([fitted(row, min(len(row), width)) for row in rows])


def inked(of: Block, ink: Ink) -> list[str]:
    """The lines for a screen, blanks at their ends left out."""
    lines = []
    for row in of.rows:
        signs = list(row[: ink.width])
        while signs and signs[-1][0] in (" ", "") and "place" not in signs[-1][1]:
            if signs[-1][0] == "" and len(signs) > 1 and signs[-2][0] != " ":
                break
            signs.pop()
        parts = []
        for style, same in groupby(signs, key=lambda g: g[1]):
            said = shown("".join([g[0] for g in same]), ink)
            codes = [str(_CODES[word]) for word in style.split() if word in _CODES]
            parts.append(f"\x1b[{';'.join(codes)}m{said}\x1b[0m" if ink.colour and codes else said)
        lines.append("".join(parts).rstrip() if not ink.colour else "".join(parts))
    return lines


def shown(said: str, ink: Ink) -> str:
    """A text in signs that the stream can carry: lines of boxes in plain signs, all else that it has not as `?`."""
    if not ink.fine:
        said = "".join([PLAIN.get(sign, sign) for sign in said])
    return said if encodable(said, ink.encoding) else said.encode(ink.encoding, "replace").decode(ink.encoding)

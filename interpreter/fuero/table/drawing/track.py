"""Numbers on a track: each with its owner's name, and where they stand between the ends."""

from __future__ import annotations

from fuero.table.drawing.block import BLANK, PALETTE, Block, Glyph, below, block, columns, glyphs, paragraph
from fuero.table.drawing.scene import Track

SHORTEST = 20
"""A line shorter than this says nothing."""


def track(item: Track, width: int) -> Block:
    """The numbers in words; below, where there is room and more than one stands there, the line with a name's first letter at
    each number (those at one place above each other).
    """
    colours = [PALETTE[i % len(PALETTE)] for i in range(len(item.values))]
    words: list[list[Glyph]] = [glyphs(f"{item.title}:", "bold")]
    for at, ((name, value), colour) in enumerate(zip(item.values, colours, strict=True)):
        comma = "," if at < len(item.values) - 1 else ""
        words.append(glyphs(f"{name} {value}".strip() + comma, colour))
    said = paragraph(words, width, 2)
    ends = (str(item.low), str(item.high))
    length = min(width, 100) - sum(map(columns, ends)) - 2
    if len(item.values) < 2 or item.high <= item.low or length < SHORTEST or not any(v != item.low for _, v in item.values):
        return said
    standing: dict[int, list[Glyph]] = {}
    for (name, value), colour in zip(item.values, colours, strict=True):
        part = min(max(value, item.low), item.high) - item.low
        standing.setdefault(part * (length - 1) // (item.high - item.low), []).append((name[:1] or "?", colour))
    lead = [BLANK] * (columns(ends[0]) + 1)
    rows = []
    for line in range(max(map(len, standing.values())) - 1, 0, -1):
        rows.append([*lead, *[standing[x][line] if len(standing.get(x, ())) > line else BLANK for x in range(length)]])
    line_ = [standing[x][0] if x in standing else ("─", "faint") for x in range(length)]
    rows.append([*glyphs(ends[0], "faint"), BLANK, *line_, BLANK, *glyphs(ends[1], "faint")])
    return below(said, block(rows))

"""What stands below each other: lines in, texts with columns lined up out.

Zones, variables and kinds of one run have their sign below each other, parts of majorities, points, windows, ends and displays
their values, attributes and labels likewise; rows of tables have their pipes so; citations begin in one column.
"""

from __future__ import annotations

from collections.abc import Sequence

from fuero.syntax.lines import Token
from fuero.syntax.tidy.layout import Line
from fuero.syntax.tidy.spacing import spaced

CITES_AT = 72
_APART = "   "  # before a citation that has no room there
_SIGNS = {"zone": ":", "var": ":", "kind": "="}
_VALUES_AT = {"majority": 10, "points": 9, "end": 9, "window": 8, "display": 8}
"""Where values begin: two blanks behind the longest usual keyword."""
_HEADS = ("game", "module", "variant", "bridge")
LEVEL = "  "


def texts(lines: Sequence[Line], breaks: frozenset[int]) -> list[str]:
    """The text of each line, indented. `breaks` are lines before which something stands, so that no run goes over them."""
    padded = _paddings(lines, breaks)
    tables = _tables(lines)
    return [tables[place] if place in tables else _text(line, padded.get(place)) for place, line in enumerate(lines)]


def _text(line: Line, padding: tuple[int, int] | None) -> str:
    """One line; `padding` is how many of its words stand in the first column, and how wide that is."""
    words = list(line.tokens)
    cites: list[Token] = []
    while words and words[-1].type == "CITE":
        cites.insert(0, words.pop())
    text = LEVEL * (line.depth + (line.goes_on and not _closes(line)))
    if padding is not None:
        count, width = padding
        text += spaced(line, words[:count]).ljust(width)
        text += spaced(line, words[count:])
    else:
        text += spaced(line, words)
    if cites:
        aside = line.opener in _HEADS and not line.depth
        text = text.ljust(CITES_AT) if len(text) < CITES_AT and not aside else text + _APART
        text += " ".join(cite.value for cite in cites)
    return text.rstrip()


def _closes(line: Line) -> bool:
    return line.tokens[0].value in (")", "}") and line.tokens[0].type != "STRING"


def _paddings(lines: Sequence[Line], breaks: frozenset[int]) -> dict[int, tuple[int, int]]:
    found: dict[int, tuple[int, int]] = {}
    run: list[tuple[int, int]] = []  # places and how many words stand in the first column
    key: object = None
    for place, line in enumerate(lines):
        if line.cells is not None or line.goes_on:
            continue
        now, count = _kind(line)
        deeper = key is not None and isinstance(key, tuple) and line.depth > key[0]
        if now != key and not deeper or line.number in breaks:
            found |= _widths(lines, run)
            run, key = [], now
        if now is not None and now == key:
            run.append((place, count))
    found |= _widths(lines, run)
    return found


def _widths(lines: Sequence[Line], run: list[tuple[int, int]]) -> dict[int, tuple[int, int]]:
    """All of a run get the width of the longest, and one blank."""
    if not run:
        return {}
    first = lines[run[0][0]]
    if first.depth and first.owner in _VALUES_AT:
        width = _VALUES_AT[first.owner]
        lengths = {place: len(spaced(lines[place], lines[place].tokens[:count])) + 1 for place, count in run}
        return {place: (count, max(width, lengths[place])) for place, count in run}
    width = max(len(spaced(lines[place], lines[place].tokens[:count])) for place, count in run) + 1
    return {place: (count, width) for place, count in run}


def _kind(line: Line) -> tuple[tuple[int, str] | None, int]:
    """What a line is lined up with (its depth first), and how many of its words stand in the first column."""
    values = [token.value for token in line.tokens]
    if not line.depth and line.opener in _SIGNS:
        sign = _SIGNS[line.opener]
        return ((0, line.opener), values.index(sign)) if sign in values else (None, 0)
    if line.depth == 1 and line.owner in _VALUES_AT and len(values) > 1:
        return (1, line.owner), 2 if values[:2] == ["for", "each"] else 1
    if line.depth == 1 and line.owner == "piece" and len(values) > 1 and values[1] == ":":
        return (1, "piece"), 1
    if line.depth == 1 and line.owner == "labels":
        return (1, "labels"), 1
    return None, 0


def _tables(lines: Sequence[Line]) -> dict[int, str]:
    found: dict[int, str] = {}
    at = 0
    while at < len(lines):
        end = at
        while end < len(lines) and lines[end].cells is not None and lines[end].depth == lines[at].depth:
            if end > at and (lines[end].owner, lines[end].within) != (lines[at].owner, lines[at].within):
                break
            end += 1
        if end > at:
            rows = _rows([line.cells or [] for line in lines[at:end]], LEVEL * lines[at].depth)
            found |= dict(zip(range(at, end), rows, strict=True))
        at = max(end, at + 1)
    return found


def _rows(rows: Sequence[Sequence[str]], indent: str) -> list[str]:
    """The rows of one table. Below an empty corner the names of rows have two blanks behind them, and numbers stand to the
    right there, their sign hanging out on the left.
    """
    widths: list[int] = []
    for row in rows:
        widths.extend([0] * (len(row) - len(widths)))
        for place, cell in enumerate(row):
            widths[place] = max(widths[place], len(cell))
    names = [row[0] for row in rows]
    corner = not names[0]
    numbers = corner and all(name.lstrip("-").isdigit() for name in names if name)
    if numbers and any(name.startswith("-") for name in names):
        indent = indent[:-1]
    out = []
    for row in rows:
        first = row[0].rjust(widths[0]) if numbers else row[0].ljust(widths[0])
        rest = [cell.ljust(widths[place]) for place, cell in enumerate(row) if place]
        out.append((indent + " | ".join([first + (" " if corner else ""), *rest])).rstrip())
    return out

"""Cells of a table, found by their headings as a rulebook reader would find them.

Rows as written and the keys of an amendment come in; the place of the one cell, or what is wrong, goes out. Two header lines are
those whose first cell is empty; an empty cell of the upper one repeats its left neighbour. Keys stand in any order.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from fuero.messages.nearest import nearest
from fuero.syntax.nodes import Cell, Chain, Integer, Keys, Name, Numbered, Ordinal, Row, Term

ENDINGS = {1: "st", 2: "nd", 3: "rd"}


@dataclass(frozen=True, slots=True)
class NoCell:
    """Why no single cell was found: one sentence, and a heading that may have been meant."""

    message: str
    guess: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    row: int
    column: int
    headings: tuple[str, ...]


def heading(term: Term) -> str | None:
    """A constant as a table prints it; None for what no cell can hold."""
    match term:
        case Name(text=text):
            return text
        case Integer(value=value):
            return str(value)
        case Numbered(name=name, number=number):
            return f"{name} {number}"
        case Ordinal(value=value):
            return ordinal(value)
        case _:
            return None


def ordinal(value: int) -> str:
    return f"{value}{'th' if 10 < value % 100 < 14 else ENDINGS.get(value % 10, 'th')}"


def keys_of(chain: Chain) -> tuple[Term, ...]:
    if chain.at is None:
        return ()
    return chain.at.items if isinstance(chain.at, Keys) else (chain.at,)


def header_lines(rows: tuple[Row, ...]) -> int:
    leading = 0
    while leading < min(2, len(rows)) and rows[leading].cells and not rows[leading].cells[0].text:
        leading += 1
    return leading or 1


def columns(rows: tuple[Row, ...]) -> list[tuple[str, ...]]:
    """The headings of every column, upper one first; the first column holds the rows' own headings."""
    heads = rows[: header_lines(rows)]
    width = max((len(row.cells) for row in rows), default=0)
    lines: list[list[str]] = []
    for number, row in enumerate(heads):
        line = [cell.text for cell in row.cells] + [""] * (width - len(row.cells))
        if number < len(heads) - 1:
            for column in range(2, width):
                line[column] = line[column] or line[column - 1]
        lines.append(line)
    return [tuple(line[column] for line in lines if line[column]) for column in range(width)]


def find_cell(rows: tuple[Row, ...], keys: tuple[str, ...]) -> Found | NoCell:
    """The one cell that all keys are headings of."""
    heads = columns(rows)
    used = [
        c for c in range(1, len(heads)) if any(_text(row, c) for row in rows[header_lines(rows) - 1 :])
    ]  # not after a last pipe
    found: list[Found] = []
    for number in range(header_lines(rows), len(rows)):
        label = _text(rows[number], 0)
        for column in used:
            left = [label, *heads[column]]
            for key in keys:
                if key not in left:
                    break
                left.remove(key)
            else:
                found.append(Found(number, column, (label, *heads[column])))
    if len(found) == 1:
        return found[0]
    if found:
        return NoCell(f"({', '.join(keys)}) stands for {len(found)} cells of this table, not for one.")
    known = {_text(row, 0) for row in rows[header_lines(rows) :]} | {h for head in heads[1:] for h in head}
    for key in keys:
        if key not in known:
            return NoCell(f'This table has no heading "{key}".', nearest(key, sorted(known)) or "")
    return NoCell(f"This table has no cell ({', '.join(keys)}).")


def put_cell(rows: tuple[Row, ...], place: Found, text: str) -> tuple[Row, ...]:
    row = rows[place.row]
    empty = Cell("", span=row.span)
    cells = [*row.cells, *[empty] * (place.column + 1 - len(row.cells))]
    cells[place.column] = dataclasses.replace(cells[place.column], text=text)
    return (*rows[: place.row], dataclasses.replace(row, cells=tuple(cells)), *rows[place.row + 1 :])


def text_at(rows: tuple[Row, ...], place: Found) -> str:
    return _text(rows[place.row], place.column)


def _text(row: Row, column: int) -> str:
    return row.cells[column].text if column < len(row.cells) else ""

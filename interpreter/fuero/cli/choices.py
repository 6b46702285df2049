"""The options of a question as a person reads, finds and names them.

In: the options as a decision writes them, and labels for people. Out: lines, and which options a typed line may mean. Nothing
is printed here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from fuero.table.drawing.block import Block, below, beside, block, columns, glyphs, paragraph

PAGE = 20
"""So many options are listed at a time."""
_CELL = re.compile(r"\(?\s*([-−]?\d+)(?:\s*,\s*|\s+)([-−]?\d+)\s*\)?$")


@dataclass(frozen=True, slots=True)
class Options:
    """What can be picked: each option as it is written in a move, and its label."""

    written: tuple[str, ...]
    labels: tuple[str, ...]

    def with_another(self, written: str, label: str) -> Options:
        """The same options and one more behind them."""
        return Options((*self.written, written), (*self.labels, label))

    def page(self, start: int, width: int) -> Block:
        """The options from `start` on, numbered, with what is typed for them where the label says something else and there is
        room; a label that is too long goes on in the next line.
        """
        shown = range(start, min(start + PAGE, len(self.written)))
        lead = len(str(shown[-1] + 1)) if shown else 1
        told = [i for i in shown if self.labels[i] != self.written[i].replace("-", " ") and self.labels[i] != self.written[i]]
        wide = max([columns(self.labels[i]) for i in told], default=0)
        rows: list[Block] = []
        for i in shown:
            row = [*glyphs(f"  {str(i + 1).rjust(lead)}  ", "bold"), *glyphs(self.labels[i])]
            if len(row) > width:
                words = [glyphs(word) for word in self.labels[i].split()]
                rows.append(beside([block([row[: lead + 4]]), paragraph(words, max(8, width - lead - 4), 2)], 0))
                continue
            if i in told and 2 * lead + wide + columns(self.written[i]) + 8 <= width:
                row += glyphs(" " * (wide - columns(self.labels[i]) + 3) + self.written[i], "faint")
            rows.append(block([row]))
        return below(*rows)

    def inline(self, start: int, width: int) -> Block:
        """Short options one behind the other."""
        shown = range(start, min(start + PAGE, len(self.written)))
        words = [[*glyphs("  "), *glyphs(f"{i + 1} ", "bold"), *glyphs(self.labels[i])] for i in shown]
        return paragraph(words, width)

    def rest(self, start: int) -> str:
        """What is said of the options that stand on other pages; empty where there are none."""
        left = len(self.written) - start - PAGE
        if left <= 0 and start == 0:
            return ""
        more = f"{left} more: type more" if left > 0 else "These are the last: type more for the first"
        return f"  {more}, or the beginning of one."

    def meant(self, line: str) -> list[int]:
        """The options that a typed text may mean: one written or called just so; else all that begin so; else all in which a
        word begins so.
        """
        wanted = line.casefold()
        both = [(i, text.casefold()) for i, pair in enumerate(zip(self.written, self.labels, strict=True)) for text in pair]
        for fits in (
            lambda text: text == wanted,
            lambda text: text.startswith(wanted),
            lambda text: re.search(rf"(?<!\w){re.escape(wanted)}", text) is not None,
        ):
            found = list(dict.fromkeys([i for i, text in both if fits(text)]))
            if found:
                return found
        return []

    def several(self, line: str) -> list[str] | None:
        """Several options named by their numbers one behind the other, `done` perhaps at the end; None if the line is something
        else.
        """
        words = line.replace(",", " ").split()
        end = ["done"] if words[-1:] == ["done"] else []
        numbers = words[: len(words) - len(end)]
        if len(words) < 2 or not all(word.isdecimal() and 1 <= int(word) <= len(self.written) for word in numbers):
            return None
        return [self.written[int(word) - 1] for word in numbers] + end


def as_cell(line: str) -> str:
    """A cell as moves write it, from the ways in which people type one; anything else as it is.

    >>> as_cell("1 -2"), as_cell("1,-2"), as_cell("( 1, -2 )"), as_cell("north")
    ('(1, -2)', '(1, -2)', '(1, -2)', 'north')
    """
    found = _CELL.match(line)
    return f"({int(found[1].replace('−', '-'))}, {int(found[2].replace('−', '-'))})" if found else line


def cell_of(written: str) -> tuple[int, int] | None:
    """
    >>> cell_of("(1, -2)"), cell_of("north")
    ((1, -2), None)
    """
    found = _CELL.match(written)
    return (int(found[1]), int(found[2])) if found else None

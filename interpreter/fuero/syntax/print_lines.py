"""Lines in the making: what the printers say line by line, in; text with comments and blank lines put back, out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from fuero.messages.diagnostic import NOWHERE, Span
from fuero.syntax import nodes as n
from fuero.syntax.lines import cut
from fuero.syntax.print_terms import print_term
from fuero.syntax.tables import tables


class Lines:
    """Text, line by line; each line knows the line of the source it comes from (0: unknown)."""

    def __init__(self) -> None:
        self.depth = 0
        self.texts: list[str] = []
        self.sources: list[int] = []

    def say(self, text: str, span: Span = NOWHERE, cites: n.Cites = ()) -> None:
        for cite in cites:
            text += f"  @{cite.rulebook}" + (f"/{cite.section}" if cite.section else "")
        self.texts.append(("  " * self.depth + text).rstrip())
        self.sources.append(span.line)

    def blank(self, line: int, filled: set[int]) -> None:
        """An empty line above what came from this line of the source and the comments right above it."""
        while line - 1 in filled:
            line -= 1
        self.texts.append("")
        self.sources.append(line - 1)

    @contextmanager
    def below(self) -> Iterator[None]:
        self.depth += 1
        yield
        self.depth -= 1

    def term(self, term: n.Term) -> None:
        """A term on a line of its own; one that would be read as a keyword goes in parentheses."""
        self.say(as_line(print_term(term)), term.span)

    def columns(self, pairs: Iterable[tuple[str, str, Span]]) -> None:
        """Lines of two halves, the second halves below each other."""
        lines = list(pairs)
        width = max((len(left) for left, _, _ in lines), default=0)
        for left, right, span in lines:
            self.say(f"{left.ljust(width)} {right}", span)

    def rows(self, rows: tuple[n.Row, ...]) -> None:
        """A table, lined up."""
        cells = [[_cell(cell.text) for cell in row.cells] for row in rows]
        widths: list[int] = []
        for line in cells:
            widths.extend([0] * (len(line) - len(widths)))
            for place, cell in enumerate(line):
                widths[place] = max(widths[place], len(cell))
        for row, line in zip(rows, cells, strict=True):
            self.say(" | ".join(cell.ljust(widths[place]) for place, cell in enumerate(line)), row.span)

    def text(self, comments: Iterable[n.Comment] = ()) -> str:
        """All lines, each comment on or above the line it was written at."""
        texts, sources = list(self.texts), list(self.sources)
        for comment in comments:
            line = comment.span.line
            same = [place for place, source in enumerate(sources) if source == line and texts[place]]
            if same and not comment.alone and "#" not in _outside_texts(texts[same[-1]]):
                texts[same[-1]] += f"  #{comment.text}"
                continue
            place = next((place for place, source in enumerate(sources) if source >= line), len(texts))
            below = texts[place] if place < len(texts) else ""
            texts.insert(place, " " * (len(below) - len(below.lstrip())) + f"#{comment.text}")
            sources.insert(place, line)
        return "\n".join(texts) + "\n" if texts else ""


def _outside_texts(line: str) -> str:
    return "".join(line.split('"')[::2])


def _cell(text: str) -> str:
    awkward = any(sign in text for sign in "|#") or text != " ".join(text.split())
    return f'"{text}"' if awkward and '"' not in text else text


def as_line(text: str) -> str:
    """A term that begins a line: in parentheses where its first word would be taken for a keyword."""
    first = text.split(" ")[0].split("(")[0].split("..")[0].rstrip(",")
    if first in tables().leading and first not in tables().inner:
        (piece,) = cut(f"piece x\n  {text}\n", "").pieces
        if next(token for token in piece.tokens if token.line == 1 and token.value).type != "NAME":
            return f"({text})"
    return text

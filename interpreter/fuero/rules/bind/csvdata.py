"""CSV files as rows with places, so that a mistake in a row names file, line and column; and columns matched to what is
read from them.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from fuero.messages.diagnostic import Place, Span
from fuero.messages.nearest import nearest
from fuero.rules.bind.world import World, did_you_mean
from fuero.syntax import nodes as s

NO_TEXT = "\ufffd"
"""What stands in a text where the file's bytes were no UTF-8."""


def rows(world: World, file: str, span: Span) -> tuple[s.Row, ...]:
    """The lines of a CSV beside the file that names it; a file that cannot be read is reported and gives no rows."""
    return world.once("csv", f"{span.file}:{file}", lambda: _rows(world, file, span), ())


def _rows(world: World, file: str, span: Span) -> tuple[s.Row, ...]:
    try:
        text = world.read_file(span.file, file)
    except (OSError, UnicodeDecodeError, KeyError) as fault:
        why = "there is no such file" if isinstance(fault, FileNotFoundError | KeyError) else "it cannot be read as text (UTF-8)"
        world.findings.report("no-file", f'The table "{file}" is missing: {why}.', span)
        return ()
    path = str(PurePosixPath(span.file).parent / file) if span.file else file
    if NO_TEXT in text:
        before = text[: text.index(NO_TEXT)].split("\n")
        line, column = len(before), len(before[-1]) + 1
        world.findings.report(
            "not-utf-8",
            f'The table "{file}" is no UTF-8 text.',
            Span(path, line, column, line, column + 1),
            hint="Save the file again and choose the encoding UTF-8 (a spreadsheet has it as a kind of CSV).",
        )
        return ()
    found: list[s.Row] = []
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff")), strict=True)
    try:
        for cells in reader:
            if any(c.strip() for c in cells):
                found.append(_row(path, reader.line_num, cells))
    except csv.Error:
        world.findings.report(
            "table-row",
            "This line is no CSV: a quotation mark is not closed.",
            Span(path, reader.line_num, 1, reader.line_num, 2),
        )
    if len(found) < 2:
        world.findings.report(
            "table-row",
            f'The table "{file}" has no rows.' if found else f'The table "{file}" is empty.',
            span,
            hint="its first line names the columns, each further line is a row",
        )
    if found and len(found[0].cells) == 1 and found[0].cells[0].text.count(";"):
        world.findings.report(
            "table-row",
            f'In "{file}" semicolons stand between the cells, and commas are wanted.',
            found[0].span,
            hint="a spreadsheet asks for the sign when it saves a table as CSV: choose the comma",
        )
        return ()
    if not found:
        return ()
    broken = widths(world, tuple(found))
    return tuple(row for row in found if row.span not in broken)  # nothing stands where it should in such a row: told once


def widths(world: World, rows: tuple[s.Row, ...]) -> set[Span]:
    """Each row has a cell for each column of the header; more, or fewer, are reported. Out: the places of rows with fewer."""
    wide = len(rows[0].cells)
    while wide > 1 and not rows[0].cells[wide - 1].text:
        wide -= 1  # a pipe or comma at the end opens no further column
    wrong = [row for row in rows[1:] if len(row.cells) < wide or any(cell.text for cell in row.cells[wide:])]
    if len(wrong) > 2 and len(wrong) == len(rows) - 1 and len({len(row.cells) for row in wrong}) == 1:
        world.findings.report(
            "table-row",
            f"This line names {wide} columns, and every row has {_cells(len(wrong[0].cells))}.",
            rows[0].span,
            others=(Place(wrong[0].span, "the first row"),),
        )
        return {row.span for row in wrong}
    for row in wrong:
        extra = [cell for cell in row.cells[wide:] if cell.text]
        world.findings.report(
            "table-row",
            f"This row has {_cells(len(row.cells))}, and the first line names {wide} columns.",
            extra[0].span if extra else row.span,
            others=(Place(rows[0].span, "the columns"),),
        )
    return {row.span for row in wrong if len(row.cells) < wide}


def _cells(count: int) -> str:
    return f"{count} cell{'' if count == 1 else 's'}"


def _row(path: str, line: int, cells: list[str]) -> s.Row:
    made: list[s.Cell] = []
    column = 1
    for cell in cells:
        text = cell.strip()
        made.append(s.Cell(text, span=Span(path, line, column, line, column + max(len(cell), 1))))
        column += len(cell) + 1
    return s.Row(tuple(made), span=Span(path, line, 1, line, max(column - 1, 2)))


def normal(text: str) -> str:
    """A name as the language spells it: small letters, hyphens."""
    return "-".join(text.strip().lower().replace("_", " ").replace("-", " ").split())


@dataclass(frozen=True, slots=True)
class Columns:
    """A header and what is read from it: name → (columns, mark); every column is read, ignored or reported."""

    index: dict[str, int]
    reads: dict[str, tuple[tuple[s.Word, ...], str]]
    guessed: frozenset[str] = frozenset()
    """Names that a misspelt column seems to have meant; that is reported already."""

    def of(self, name: str) -> tuple[tuple[str, ...], str] | None:
        """The columns that a name is read from, and the mark that counts in them."""
        if name in self.reads:
            words, mark = self.reads[name]
            return tuple(w.text for w in words if w.text in self.index), mark
        return ((name,), "") if name in self.index else None


def columns(world: World, header: s.Row, mapping: Iterable[s.Read | s.Ignore], taken: Sequence[str], span: Span) -> Columns:
    """Matches a header line to a mapping; `taken` are names that are read where a column has that name."""
    index: dict[str, int] = {}
    for i, cell in enumerate(header.cells):
        name = normal(cell.text)
        if name and name in index:
            world.findings.report(
                "table-row",
                f'The column "{name}" stands here twice.',
                cell.span,
                others=(Place(header.cells[index[name]].span, "here first"),),
                hint="leave one of them out, or give it another name",
            )
        index.setdefault(name, i)
    reads: dict[str, tuple[tuple[s.Word, ...], str]] = {}
    ignored: set[str] = set()
    for entry in mapping:
        words = entry.columns
        for word in words:
            if word.text not in index:
                world.findings.report(
                    "unread-column",
                    f'There is no column "{word.text}" in this table.{did_you_mean(word.text, list(index))}',
                    word.span,
                )
        if isinstance(entry, s.Read):
            reads[entry.name.text] = (words, entry.marked)
        else:
            ignored |= {w.text for w in words}
    used = ignored | {w.text for words, _ in reads.values() for w in words} | {name for name in taken if name not in reads}
    missing = [name for name in taken if name not in index and name not in reads]
    guessed: set[str] = set()
    for name, i in index.items():
        if name not in used and name:
            close = nearest(name, [m for m in missing if m not in guessed and m != "copies"])
            guessed |= {close} if close else set()
            world.findings.report(
                "unread-column",
                f'Nothing reads the column "{name}".' + (f' Did you mean "{close}"?' if close else ""),
                header.cells[i].span,
                hint="" if close else f'write "read … from {name}" or "ignore {name}" below the line that names the table',
            )
    return Columns(index, reads, frozenset(guessed))

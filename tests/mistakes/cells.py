"""Mistakes in tables: a cell too few or too many, a lost pipe, cells misspelt, emptied or out of range; in a rule file and in a
CSV beside it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.mistakes import slips
from tests.mistakes.seeded import Mistake, Operator, Page


def _rows(page: Page) -> list[int]:
    return [i for i, line in enumerate(page.lines) if "|" in line and '"' not in line and not line.lstrip().startswith("#")]


def _filled(page: Page) -> list[int]:
    """Rows whose cells must all say something: of tables and examples, not of drawings (an empty cell is an empty place), and not
    the upper of two headings."""
    out = []
    for at in _rows(page):
        head = at
        while head >= 0 and "|" in page.lines[head]:
            head -= 1
        owner = page.lines[head].strip()
        if owner == "examples" or (owner.startswith(("table ", "pieces ")) and page.lines[at].partition("|")[0].strip()):
            out.append(at)
    return out


def _row(
    name: str, change: Callable[[list[str], Random], list[str] | None], rows: Callable[[Page], list[int]] = _rows
) -> Operator:
    """A row between pipes, changed cell by cell; what stays the same is no mistake."""

    def operator(page: Page, chance: Random) -> list[Mistake]:
        out = []
        for at in rows(page):
            cells = page.lines[at].split("|")
            new = change(list(cells), chance)
            if new is not None and new != cells:
                text = "|".join(new)
                out.append(page.with_lines(name, at, 1, [text], page.lines[at].strip(), text.strip()))
        return out

    return operator


def _csv(name: str, change: Callable[[list[str], Random], list[str] | None], header: bool = False) -> Operator:
    def operator(page: Page, chance: Random) -> list[Mistake]:
        out = []
        for at, line in enumerate(page.lines if page.is_table else ()):
            cells, counted = line.split(","), list[str]()
            if "mark" in name and page.lines[0].endswith(",copies"):
                counted = [cells.pop()]  # another number of copies is as good as this one
            if line and (at == 0) == header:
                new = change(list(cells), chance)
                if new is not None and new != cells:
                    text = ",".join([*new, *counted])
                    was, now = next(((a, b) for a, b in zip(cells, new, strict=False) if a != b), ("", ""))
                    was, now = next(((a, b) for a, b in zip(was.split(), now.split(), strict=False) if a != b), (was, now))
                    if "misspelt" in name:
                        out.append(page.with_lines(name, at, 1, [text], was, now, wanted=was))
                    else:
                        out.append(page.with_lines(name, at, 1, [text], line, text))
        return out

    return operator


def _dropped(cells: list[str], chance: Random) -> list[str]:
    del cells[chance.randrange(len(cells))]
    return cells


def _added(cells: list[str], _: Random) -> list[str]:
    return [*cells, " 7"]


def _emptied(cells: list[str], chance: Random) -> list[str] | None:
    full = [i for i, cell in enumerate(cells) if cell.strip() and i]
    if not full:
        return None
    at = chance.choice(full)
    cells[at] = " " * len(cells[at])
    return cells


def _pipe_lost(cells: list[str], chance: Random) -> list[str] | None:
    at = chance.randrange(len(cells) - 1)
    return [*cells[:at], cells[at] + " " + cells[at + 1], *cells[at + 2 :]]


def _misspelt(cells: list[str], chance: Random) -> list[str] | None:
    words = [i for i, cell in enumerate(cells) if len(cell.strip()) > 2 and cell.strip()[0].isalpha()]
    if not words:
        return None
    at = chance.choice(words)
    word = cells[at].strip()
    cells[at] = cells[at].replace(word, chance.choice(list(slips.SLIPS.values()))(word, chance))
    return cells


def _misspelt_value(cells: list[str], chance: Random) -> list[str] | None:
    """Not the id: a new id is as good as the old one."""
    rest = _misspelt(cells[1:], chance)
    return None if rest is None else [cells[0], *rest]


def _word(cells: list[str], chance: Random) -> list[str] | None:
    """A word in place of a number."""
    numbers = [i for i, cell in enumerate(cells) if cell.strip().isdigit()]
    if not numbers:
        return None
    cells[chance.choice(numbers)] = " two"
    return cells


def _large(cells: list[str], chance: Random) -> list[str] | None:
    """The cost, out of its range."""
    if len(cells) < 3 or not cells[2].isdigit():
        return None
    cells[2] = str(chance.choice([0, 1, 14, 20, 99]))
    return cells


def _not_a_mark(cells: list[str], chance: Random) -> list[str] | None:
    """Neither 0 nor 1 where a wall is marked."""
    marks = [i for i, cell in enumerate(cells) if i > 2 and cell in ("0", "1")]
    if not marks:
        return None
    cells[chance.choice(marks)] = chance.choice(["2", "x", "yes"])
    return cells


def _semicolons(cells: list[str], _: Random) -> list[str] | None:
    return [";".join(cells)]


def _id(cells: list[str], _: Random) -> list[str] | None:
    """An id that is no name."""
    cells[0] = cells[0].replace("-", " ", 1).capitalize()
    return cells


def _row_doubled(page: Page, _: Random) -> list[Mistake]:
    lines = [i for i, line in enumerate(page.lines) if i and line] if page.is_table else _table_rows(page)
    return [
        page.with_lines("row doubled", i, 1, [page.lines[i]] * 2, page.lines[i], "twice") for i in lines
    ]


def _row_dropped(page: Page, _: Random) -> list[Mistake]:
    """A row of a table that has one for each of a kind: the table is to be looked at."""
    out = []
    for at in _table_rows(page):
        head = at
        while page.lines[head][:1] in (" ", "#"):
            head -= 1
        lines = frozenset(range(head + 1, page.block(head)))
        out.append(page.with_lines("row dropped", at, 1, [], page.lines[at], "", lines=lines))
    return out


def _table_rows(page: Page) -> list[int]:
    """Rows of declared tables, headings left out."""
    out = []
    for at, word, _ in page.declared():
        if word == "table":
            rows = [i for i in range(at + 1, page.block(at)) if page.lines[i].partition("|")[0].strip()]
            out += rows
    return out


MISSPELT: dict[str, Operator] = {
    "CSV cell misspelt": _csv("CSV cell misspelt", _misspelt_value),
    "CSV heading misspelt": _csv("CSV heading misspelt", _misspelt, header=True),
}
OTHERS: dict[str, Operator] = {
    "cell dropped": _row("cell dropped", _dropped),
    "cell added": _row("cell added", _added),
    "cell emptied": _row("cell emptied", _emptied, _filled),
    "pipe lost": _row("pipe lost", _pipe_lost),
    "cell misspelt": _row("cell misspelt", _misspelt),
    "word for a number in a cell": _row("word for a number in a cell", _word),
    "row doubled": _row_doubled,
    "row dropped": _row_dropped,
    "CSV cell dropped": _csv("CSV cell dropped", _dropped),
    "CSV cell added": _csv("CSV cell added", _added),
    "CSV cell out of range": _csv("CSV cell out of range", _large),
    "CSV cell with a word": _csv("CSV cell with a word", _word),
    "CSV cell with a wrong mark": _csv("CSV cell with a wrong mark", _not_a_mark),
    "CSV with semicolons": _csv("CSV with semicolons", _semicolons),
    "CSV id that is no name": _csv("CSV id that is no name", _id),
}

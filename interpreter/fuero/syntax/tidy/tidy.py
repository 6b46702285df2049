"""A rule file put in order: text in, the same rules in the one form out.

Words, their order and the author's line breaks stay, and so does every comment. Indentation, blanks, columns, spellings that only
look alike, line ends and empty lines become those of the shipped files.

Laws: the result parses to an equal tree with the same comments; tidying it again changes nothing.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence

from fuero.messages.diagnostic import Diagnostic
from fuero.syntax import nodes as n
from fuero.syntax.parse import parse_text
from fuero.syntax.tidy.columns import LEVEL, texts
from fuero.syntax.tidy.layout import Line, Page, Remark, page


class NotTheSame(Exception):
    """The result would say something else: a bug here, and the text is better left alone."""


def tidy_text(text: str, path: str) -> tuple[str | None, list[Diagnostic]]:
    """The tidied text, and nothing with the mistakes where there are any. Raises NotTheSame rather than change a meaning."""
    before, found = parse_text(text, path)
    if found:
        return None, found
    made = tidied(page(text))
    after, mistakes = parse_text(made, path)
    if mistakes or (after.head, after.declarations) != (before.head, before.declarations) or _said(after) != _said(before):
        raise NotTheSame(f"{path} cannot be tidied without a change of what it says")
    return made, []


def _said(file: n.File) -> list[tuple[str, bool]]:
    return [(comment.text, comment.alone) for comment in file.comments]


def tidied(written: Page) -> str:
    """The text of a page."""
    lines, remarks = written.lines, written.remarks
    numbers = sorted([line.number for line in lines] + [remark.number for remark in remarks])
    filled = {line.number for line in lines}
    breaks = frozenset(number for number in filled if number - 1 not in filled)
    said = dict(zip((line.number for line in lines), _with_notes(lines, texts(lines, breaks)), strict=True))
    said |= _remarks(written)
    out: list[str] = []
    last = None
    for number in numbers:
        if last is not None and number > last + 1:
            out.append("")
        out.append(said[number])
        last = number
    return "".join(f"{line}\n" for line in out)


def _with_notes(lines: Sequence[Line], said: list[str]) -> list[str]:
    """Comments behind lines: two blanks away, or below each other where their author had them so."""
    out = list(said)
    run: list[int] = []
    for place, line in enumerate(lines):
        if run and (line.note is None or line.number != lines[run[-1]].number + 1):
            _note(lines, out, run)
            run = []
        if line.note is not None:
            run.append(place)
    _note(lines, out, run)
    return out


def _note(lines: Sequence[Line], out: list[str], run: Sequence[int]) -> None:
    together = len({lines[place].note_column for place in run}) == 1
    width = max((len(out[place]) for place in run), default=0)
    for place in run:
        out[place] = f"{out[place].ljust(width if together else 0)}  {lines[place].note}"


def _remarks(written: Page) -> dict[int, str]:
    """Comments on lines of their own: as deep as the next line, or as a line above that is still open where they were put."""
    out: dict[int, str] = {}
    numbers = [line.number for line in written.lines]
    for remark in written.remarks:
        at = bisect(numbers, remark.number)
        depth = _depth(written, remark, written.lines[at - 1 : at] if at else [], written.lines[at : at + 1])
        out[remark.number] = LEVEL * depth + remark.text
    return out


def _depth(written: Page, remark: Remark, above: list[Line], below: list[Line]) -> int:
    least = below[0].depth + below[0].goes_on if below else 0
    if not above or (below and below[0].goes_on):
        return least
    most = max(above[0].depth, least)
    levels = written.levels[above[0].number]
    put = sum(1 for level in levels if 0 < level <= remark.typed)
    return min(max(put, least), most)

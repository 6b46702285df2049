"""The lines of a text without mistakes: text in; its physical lines with words, depth, comment and place in the structure out."""

from __future__ import annotations

from dataclasses import dataclass, field

from fuero.syntax import source
from fuero.syntax.lines import Token, cut


@dataclass(slots=True)
class Line:
    """One physical line that says something.

    `number` counts from 0. `opener` is the first word of the line that it goes on with or of itself, `owner` that of the
    line above it in the structure, `within` that of the declaration. `depth` counts levels; a line that goes on with the one
    above has the depth of that one and `goes_on`; `brackets` are open where it begins.
    """

    number: int
    depth: int
    opener: str
    owner: str
    within: str
    goes_on: bool
    brackets: int
    tokens: list[Token]
    cells: list[str] | None = None
    note: str | None = None  # the comment behind it
    note_column: int = 0


@dataclass(slots=True)
class Remark:
    """A comment on a line of its own, and how far to the right its author put it."""

    number: int
    text: str
    typed: int


@dataclass(slots=True)
class Page:
    """A whole text; `typed` is the indentation of each of its lines as written, `levels` those that are open at a line."""

    lines: list[Line] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    levels: dict[int, tuple[int, ...]] = field(default_factory=dict)


def page(text: str) -> Page:
    """The lines of a text that parses. Twins of other spellings are replaced here, outside of quoted texts and comments."""
    plain, _ = source.lines(text)
    mended = cut("\n".join(plain), "")
    made = Page()
    for piece in mended.pieces:
        _piece(made, piece.tokens, mended.plain)
    behind = {line.number: line for line in made.lines}
    for comment in mended.comments:
        number, column, said = comment.span.line - 1, comment.span.column - 1, f"#{comment.text}"
        if comment.alone:
            made.remarks.append(Remark(number, said, column))
        else:
            behind[number].note, behind[number].note_column = said, column
    return made


def _piece(made: Page, tokens: list[Token], plain: list[str]) -> None:
    openers: list[str] = []  # first words of the lines that are open, outermost first
    typed: list[int] = []
    depth = 0
    logical: list[Token] = []
    for token in tokens:
        if token.type == "_IN":
            depth += 1
        elif token.type == "_OUT":
            depth -= 1
        elif token.type == "_NL":
            first = logical[0]
            del openers[depth:], typed[depth:]
            openers.append(first.value)
            typed.append(len(plain[first.line]) - len(plain[first.line].lstrip(" ")))
            _lines(made, logical, depth, openers, tuple(typed), plain)
            logical = []
        elif token.type != "$END":
            logical.append(token)


def _lines(
    made: Page, logical: list[Token], depth: int, openers: list[str], typed: tuple[int, ...], plain: list[str]
) -> None:
    """A logical line cut where its author broke it."""
    row = any(token.type == "CELL" for token in logical)
    owner = openers[depth - 1] if depth else ""
    brackets = 0
    for number in sorted({token.line for token in logical}):
        here = [token for token in logical if token.line == number]
        line = Line(number, depth, openers[depth], owner, openers[0], number != logical[0].line, brackets, here)
        if not row:
            brackets += sum((token.value in ("(", "{")) - (token.value in (")", "}")) for token in here if token.type != "STRING")
        if row:
            line.cells = [_cell(plain[number][token.column : token.end]) for token in here if token.type == "CELL"]
        made.levels[number] = typed
        made.lines.append(line)


def _cell(raw: str) -> str:
    quoted = len(raw) > 1 and raw[0] == raw[-1] == '"' and '"' not in raw[1:-1]
    return raw if quoted else " ".join(raw.split())

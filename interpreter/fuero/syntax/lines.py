"""Plain text to pieces: text in, for each line at the left edge the words and signs up to the next such line out.

Here a word becomes a keyword or a name, a line that starts with a joining word continues the line above, indentation becomes
_IN and _OUT, and a line with pipes becomes cells. Which words lead, join or are reserved is read from the grammar. What cannot be
read becomes a token no rule of the grammar has (BAD, MISFIT), so that each piece has one first mistake.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass, field

from fuero.messages.diagnostic import Span
from fuero.syntax import nodes as n
from fuero.syntax import source
from fuero.syntax.tables import sign_pattern, tables

# Signs of other languages: read whole, so that one mistake gives one message.
_TWIN = (
    r"(?=[-+*/=!&|<>'\d])(?:===?|!==|[-+*/]=|&&|\|\||<>|=<|=>|->|\+\+|--(?!\d)|\*\*|//.*|/\*.*|\d+(?:-\d+)+(?![\w-])|'[^'\n]*')"
)
# In an indented line a word before one of these is a name even as the first (`score of p > 3`, `move : yes-no`), unless the
# grammar has the two side by side (`scored in …`, `repeat at most …`). At the left edge the first word is a keyword.
AFTER_NAME = ("of", "at", "is", "in", "and", "or", ":", "=", "+", "-", "*", "/", ",", ")", "(", "..")


class Token:
    """A word or sign and where it stands: line and columns count from 0, as an editor shows them."""

    __slots__ = ("type", "value", "line", "column", "end")

    def __init__(self, type: str, value: str, line: int, column: int, end: int) -> None:
        self.type, self.value, self.line, self.column, self.end = type, value, line, column, end

    def __repr__(self) -> str:
        return f"{self.type}:{self.value}@{self.line + 1}:{self.column + 1}"


@dataclass(slots=True)
class Piece:
    """What stands from one line at the left edge to the next."""

    tokens: list[Token]
    unclosed: Token | None = None  # an opening bracket that nothing closes


@dataclass(slots=True)
class Source:
    """A file cut in pieces; `plain` are its lines as the grammar knows them."""

    path: str
    plain: list[str]
    pieces: list[Piece] = field(default_factory=list)
    comments: list[n.Comment] = field(default_factory=list)

    def span(self, first: Token, last: Token) -> Span:
        return Span(self.path, first.line + 1, first.column + 1, last.line + 1, last.end + 1)


@dataclass(frozen=True, slots=True)
class _Scanner:
    pattern: re.Pattern[str]
    signs: dict[str, str]
    after_name: frozenset[str]


@functools.cache
def _scanner() -> _Scanner:
    read = tables()
    groups = "|".join(f"(?P<{name}>{pattern})" for name, pattern in read.patterns)
    sign = sign_pattern(read.signs)
    pattern = rf' *(?:(?P<TWIN>{_TWIN})|(?P<COMMENT>#.*)|{groups}|(?P<SIGN>{sign})|(?P<BAD>"[^\n]*|\w[\w-]*|[^ ]))'
    types = {read.words.get(text) or read.signs[text] for text in AFTER_NAME}
    return _Scanner(re.compile(pattern), read.signs, frozenset(types | {"COMPARE"}))


def cut(text: str, path: str) -> Source:
    """Read a file into pieces."""
    plain, columns = source.lines(text)
    result = Source(path, plain)
    scanner = _scanner()
    find, signs = scanner.pattern.finditer, scanner.signs
    piece: _Layout | None = None
    for number, line in enumerate(plain):
        tokens: list[Token] = []
        row = False
        for match in find(line):
            kind = match.lastgroup or "BAD"
            start, end = match.span(kind)
            value = line[start:end]
            if kind == "SIGN":
                kind = signs[value]
                row = row or value == "|"
            elif kind == "COMMENT":
                comment = Token(kind, value.rstrip(), number, start, start + len(value.rstrip()))
                _as_typed([comment], columns)
                result.comments.append(n.Comment(comment.value[1:], not tokens, span=result.span(comment, comment)))
                continue
            elif kind == "TWIN":
                kind = "BAD"
                row = row or value == "||"
            tokens.append(Token(kind, value, number, start, end))
        if not tokens:
            continue
        if row:
            tokens = _cells(tokens, line)
        if columns:
            _as_typed(tokens, columns)
        indent = len(line) - len(line.lstrip(" "))
        if piece is None or (indent == 0 and not (piece.brackets and tokens[0].value in ")}")):
            if piece is not None:
                result.pieces.append(piece.done())
            piece = _Layout()
        piece.add(tokens, indent, row)
    if piece is not None:
        result.pieces.append(piece.done())
    return result


def _as_typed(tokens: list[Token], columns: dict[int, list[int]]) -> None:
    """Back to the author's columns, where reading changed the length of the line."""
    places = columns.get(tokens[0].line)
    if places:
        for token in tokens:
            token.column, token.end = places[token.column], places[token.end]


_CELL = re.compile(r'((?:"[^"]*"|[^|"]|")*)(\|?)')


def _cells(tokens: list[Token], line: str) -> list[Token]:
    """A line with pipes: cells and pipes by turns, an empty cell where nothing stands."""
    start, end, number = tokens[0].column, tokens[-1].end, tokens[0].line
    out: list[Token] = []
    while True:
        match = _CELL.match(line, start, end)
        assert match is not None  # the pattern fits the empty text
        raw = match.group(1)
        text = raw.strip()
        left = start + len(raw) - len(raw.lstrip()) if text else match.end(1)
        out.append(Token("CELL", _unquoted(text), number, left, left + len(text)))
        if not match.group(2):
            return out
        out.append(Token("VBAR", "|", number, match.start(2), match.end(2)))
        start = match.end(2)


def _unquoted(text: str) -> str:
    """A cell that is one quoted text without its quotes; of any other, words one blank apart."""
    if len(text) > 1 and text[0] == text[-1] == '"' and '"' not in text[1:-1]:
        return text[1:-1]
    return " ".join(text.split())


class _Layout:
    """One piece in the making: physical lines in, tokens with _NL, _IN and _OUT out."""

    __slots__ = ("out", "levels", "line", "indent", "row", "after_row", "brackets", "texts")

    def __init__(self) -> None:
        self.out: list[Token] = []
        self.levels = [0]
        self.line: list[Token] = []  # the logical line so far
        self.indent = 0
        self.row = False
        self.after_row = False
        self.brackets: list[Token] = []
        self.texts = False  # in a file of labels no word below the first line is a keyword

    def add(self, tokens: list[Token], indent: int, row: bool) -> None:
        first = tokens[0]
        if self.line and not (self.brackets or (not row and indent and self._joins(first))):
            self._end_line()
        if not self.line:
            self.indent, self.row = indent, row
        for token in tokens:
            if token.type in ("LPAR", "LBRACE"):
                self.brackets.append(token)
            elif token.type in ("RPAR", "RBRACE") and self.brackets:
                self.brackets.pop()
        self.line.extend(tokens)

    def done(self) -> Piece:
        self._end_line()
        last = self.out[-1]
        self.out.extend(Token("_OUT", "", last.line, last.end, last.end) for _ in self.levels[1:])
        self.out.append(Token("$END", "", last.line, last.end, last.end))
        return Piece(self.out, self.brackets[0] if self.brackets else None)

    def _joins(self, token: Token) -> bool:
        if token.type == "NAME":
            return token.value in tables().joining
        return token.type not in tables().starters and token.type != "BAD"

    def _end_line(self) -> None:
        tokens, self.line = self.line, []
        first, indent, levels, out = tokens[0], self.indent, self.levels, self.out
        before = out[-1] if out else first
        if self.row and self.after_row and len(levels) > 1 and indent > levels[-2]:
            indent = levels[-1]  # rows of one table may stand anywhere right of their owner
        self.after_row = self.row
        if indent > levels[-1]:
            levels.append(indent)
            out.append(Token("_IN", "", first.line, first.column, first.column))
        while indent < levels[-1]:
            levels.pop()
            out.append(Token("_OUT", "", before.line, before.end, before.end))
        if indent != levels[-1]:
            out.append(Token("MISFIT", "", first.line, 0, first.column))
            levels.append(indent)
        if not self.row:
            self._keywords(tokens)
        out.extend(tokens)
        last = tokens[-1]
        out.append(Token("_NL", "", last.line, last.end, last.end))

    def _keywords(self, tokens: list[Token]) -> None:
        read = tables()
        words, inner = read.words, read.inner
        first = tokens[0]
        opening = first.value if first.type == "NAME" else ""
        for token in tokens:
            if token.type == "NAME" and token.value in inner:
                token.type = words[token.value]
        if self.texts:
            if first.type in words.values():
                first.type = "NAME"
            return
        keyword = words.get(opening)
        if keyword is None or opening not in read.leading:
            return
        after = tokens[1].type if len(tokens) > 1 else ""
        as_name = self.indent and after in _scanner().after_name and after not in read.after_first.get(keyword, ())
        if as_name and opening not in inner:
            first.type = "NAME"
            return
        first.type = keyword
        if len(tokens) > 1 and tokens[1].value in read.as_second.get(opening, ()) and tokens[1].type == "NAME":
            tokens[1].type = words[tokens[1].value]
        self.texts = keyword == "LABELS" and not self.out

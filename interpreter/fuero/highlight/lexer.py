"""A lexer for Pygments: a text in, its words and signs with their classes out.

It cuts lines the way the reader of rule files does, so a word has the colour of a keyword exactly where it is one.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Any, ClassVar

from pygments.lexer import Lexer
from pygments.token import (
    Comment,
    Error,
    Keyword,
    Literal,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Text,
    Whitespace,
)

from fuero.syntax.lines import Token, cut
from fuero.syntax.tables import tables

_PLAIN: dict[str, Any] = {
    "STRING": String.Double,
    "CITE": Name.Decorator,
    "SEAT": Name.Constant,
    "PATH": Name.Namespace,
    "INT": Number.Integer,
    "NEG": Number.Integer,
    "ORD": Number.Integer,
    "COMPARE": Operator,
    "BAD": Error,
    "_OF_EACH": Operator.Word,
    "COMMENT": Comment.Single,
}
_OPERATORS = frozenset("=+-*/") | {".."}


class FueroLexer(Lexer):  # type: ignore[misc]  # Pygments comes without types
    """Rules of board games, as fuero reads them."""

    name = "fuero"
    aliases: ClassVar[list[str]] = ["fuero"]
    filenames: ClassVar[list[str]] = ["*.fuero"]
    mimetypes: ClassVar[list[str]] = ["text/x-fuero"]
    url = ""
    version_added = ""

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, Any, str]]:
        """Every letter of the text once, in order, each piece with its place and class."""
        text = unicodedata.normalize("NFC", text)
        starts = [0]
        for line in text.split("\n"):
            starts.append(starts[-1] + len(line) + 1)
        at = 0
        for start, end, kind in sorted(_classes(text, starts), key=lambda piece: piece[:2]):
            if start < at or end <= start:
                continue
            yield from _between(text, at, start)
            yield start, kind, text[start:end]
            at = end
        yield from _between(text, at, len(text))


def _between(text: str, start: int, end: int) -> Iterator[tuple[int, Any, str]]:
    if start < end:
        said = text[start:end]
        yield start, Whitespace if not said.strip() else Text, said


def _classes(text: str, starts: list[int]) -> Iterator[tuple[int, int, Any]]:
    source = cut(text, "")
    for comment in source.comments:
        line = starts[comment.span.line - 1]
        yield line + comment.span.column - 1, line + comment.span.end_column - 1, Comment.Single
    for piece in source.pieces:
        first, depth = True, 0  # `first` in its line
        head: Token | None = None
        words = piece.tokens
        for place, token in enumerate(words):
            if token.type in ("_IN", "_OUT", "_NL", "MISFIT", "$END"):
                first = first or token.type == "_NL"
                depth += (token.type == "_IN") - (token.type == "_OUT")
                continue
            names = head is not None and words[place - 1] is head and not depth
            kind = _class(token, words[place + 1], first, depth, names)
            yield starts[token.line] + token.column, starts[token.line] + token.end, kind
            head, first = token if first else head, False


def _class(token: Token, after: Token, first: bool, depth: int, names: bool) -> Any:
    """The class of one word or sign; `first` in its line, `depth` of the line, `names` what a declaration declares."""
    if token.type in _PLAIN:
        return _PLAIN[token.type]
    if token.type == "CELL":
        return Number.Integer if token.value.lstrip("-").isdigit() else Literal
    if token.type == "NAME":
        return Name.Class if names else Name.Function if after.type == "LPAR" else Name
    if token.value in tables().words:
        if first:
            return Keyword if depth else Keyword.Declaration
        return Operator.Word if token.type in tables().operators or token.value == "not" else Keyword
    return Operator if token.value in _OPERATORS else Punctuation

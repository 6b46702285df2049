"""Blanks between the words of one line: words and signs in, one text out."""

from __future__ import annotations

from collections.abc import Sequence

from fuero.syntax.lines import Token
from fuero.syntax.tidy.layout import Line

_FOLDS = frozenset({"every", "any", "count", "total", "most", "fewest", "highest", "lowest", "those"})
_WIDE = "   "  # between the sentence of an option and its type


def spaced(line: Line, tokens: Sequence[Token]) -> str:
    """These words of a line with the blanks that belong between them."""
    text = ""
    depth = line.brackets
    for place, token in enumerate(tokens):
        before = tokens[place - 1] if place else None
        text += _gap(line, tokens, place, depth) if before is not None else ""
        text += " ".join(token.value.split()) if token.type == "_OF_EACH" else token.value
        if _sign(token) in ("(", "{"):
            depth += 1
        elif _sign(token) in (")", "}"):
            depth -= 1
    return text


def _sign(token: Token) -> str:
    """What a token is as a sign; a text is none."""
    return "" if token.type == "STRING" else token.value


def _gap(line: Line, tokens: Sequence[Token], place: int, depth: int) -> str:
    before, token = tokens[place - 1], tokens[place]
    left, right = _sign(before), _sign(token)
    if left in ("(", "{") or right in (")", "}", ",") or ".." in (left, right):
        return ""
    if right == ":":
        return "" if depth else " "
    if right == "(":
        return _before_bracket(line, tokens, place)
    if line.opener == "option" and not line.depth and before.type == "STRING":
        return _WIDE
    if line.owner == "option" and line.opener == "with" and left == "players":
        return "  "
    return " "


def _before_bracket(line: Line, tokens: Sequence[Token], place: int) -> str:
    """`f(x)`, `count(…)`, but `at (0, 0)`; in a scenario `spot (1, 1)` is a field and its value, so there blanks stay."""
    before = tokens[place - 1]
    apart = before.end < tokens[place].column
    if before.type == "NAME":
        return " " if apart and line.within == "scenario" else ""
    return "" if before.value in _FOLDS and before.type != "STRING" and not apart else " "

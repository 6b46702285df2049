"""What one small change would put right: a line and the place where reading stuck in, a hint out (empty where none is sure).

A hint is given only where the line reads on with it.
"""

from __future__ import annotations

from fuero.syntax import wording
from fuero.syntax.lines import Token
from fuero.syntax.machine import reads
from fuero.syntax.tables import tables

_VALUE = ("NAME", "INT", "NEG")
_PLACE = ("NAME", "PATH", "INT", "RPAR")


def setting(line: list[Token], stuck: Token, kinds: frozenset[str]) -> str:
    """`set x = 6`, `set x 6`, `set x y`: what is set stands there, and "to" is missing."""
    words = tables().words
    if not line or line[0].type != words["set"] or words["to"] not in kinds:
        return ""
    if stuck.type == "EQUAL":
        what, value = _upto(line, stuck), _behind(line, stuck)
    elif stuck.type in _VALUE:
        what, value = _upto(line, stuck), [stuck, *_behind(line, stuck)]
    elif stuck not in line and line[-1].type == "INT":
        what, value = line[1:-1], line[-1:]  # `x 6` was read as one place
    else:
        return ""
    if not what or what[-1].type not in _PLACE or (len(value) > 1 and value[1].type in _VALUE):
        return ""
    return f"Write: set {_text(what)} to {_text(value) or '…'}"


def first_word(line: list[Token], stuck: Token, above: list[Token]) -> str:
    """`requre k "…"`: the word of the language that the first word was meant to be, if the line reads on with it."""
    read = tables()
    near = wording.nearest(line[0].value, frozenset(read.words[word] for word in read.leading))
    if not near or near == line[0].value:
        return ""
    before = above[: next(i for i, t in enumerate(above) if t is line[0])]
    meant = Token(read.words[near], near, line[0].line, line[0].column, line[0].end)
    return f'Should the line begin with "{near}"?' if reads([*before, meant, *_upto(line, stuck), stuck]) else ""


def _upto(line: list[Token], stuck: Token) -> list[Token]:
    return line[1 : next(i for i, token in enumerate(line) if token is stuck)]


def _behind(line: list[Token], stuck: Token) -> list[Token]:
    return line[next(i for i, token in enumerate(line) if token is stuck) + 1 :]


def _text(tokens: list[Token]) -> str:
    """The words as they would be typed; blanks stand where they stood."""
    out = ""
    for last, token in zip([None, *tokens], tokens, strict=False):
        apart = last is not None and token.column > last.end
        out += (" " if apart else "") + token.value
    return out

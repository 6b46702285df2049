"""Mistakes in the words of the language: misspelt, left out, doubled, taken from other languages."""

from __future__ import annotations

from random import Random

from tests.mistakes import slips
from tests.mistakes.seeded import Mistake, Operator, Page, keywords

from fuero.syntax.lines import Token

_FOREIGN = {
    "otherwise": ("else", "elif"),
    "repeat": ("while", "loop"),
    "procedure": ("def", "function"),
    "function": ("def",),
    "number": ("const",),
    "perform": ("call", "do"),
    "for": ("foreach",),
    "yes": ("True", "true"),
    "no": ("False", "false"),
    "none": ("None", "null"),
}
_WORD = ("NAME", "INT", "STRING", "CELL", "VBAR", "PATH", "CITE", "SEAT", "ORD", "NEG", "COMPARE")


def _is_keyword(token: Token) -> bool:
    return token.type not in _WORD and token.value in keywords() and token.value.isalpha()


def _first(page: Page) -> list[bool]:
    """Which of the tokens stands first in its line."""
    out, line = [], -1
    for token in page.tokens:
        out.append(token.line != line)
        line = token.line
    return out


def _misspelt(name: str, leading: bool) -> Operator:
    def operator(page: Page, chance: Random) -> list[Mistake]:
        out = []
        for token, first in zip(page.tokens, _first(page), strict=True):
            if _is_keyword(token) and first == leading and len(token.value) > 2:
                new = chance.choice(list(slips.SLIPS.values()))(token.value, chance)
                if new != token.value and new not in keywords():
                    out.append(page.put(name, token, new, wanted=token.value))
        return out

    return operator


def _dropped(name: str, leading: bool) -> Operator:
    """A word of the language is forgotten."""

    def operator(page: Page, _: Random) -> list[Mistake]:
        out = []
        for token, first in zip(page.tokens, _first(page), strict=True):
            if _is_keyword(token) and first == leading:
                line = page.lines[token.line]
                new = line[: token.column] + line[token.end :].lstrip(" ")
                if new.strip():
                    out.append(page.with_lines(name, token.line, 1, [new], token.value, ""))
        return out

    return operator


def _doubled(page: Page, _: Random) -> list[Mistake]:
    """A word of the language is typed twice."""
    return [page.put("word doubled", t, f"{t.value} {t.value}") for t in page.tokens if _is_keyword(t)]


def _foreign(page: Page, chance: Random) -> list[Mistake]:
    out = []
    for token in page.tokens:
        if token.type not in ("CELL", "STRING") and token.value in _FOREIGN:
            out.append(page.put("word of another language", token, chance.choice(_FOREIGN[token.value])))
    return out


def _capital(page: Page, _: Random) -> list[Mistake]:
    return [page.put("word with a capital", t, t.value.capitalize(), wanted=t.value) for t in page.tokens if _is_keyword(t)]


def _glued(page: Page, _: Random) -> list[Mistake]:
    """The blank after a word of the language is forgotten."""
    out = []
    for token in page.tokens:
        line = page.lines[token.line]
        if _is_keyword(token) and line[token.end : token.end + 2].strip() and line[token.end : token.end + 1] == " ":
            new = line[: token.end] + line[token.end + 1 :]
            out.append(page.with_lines("blank dropped", token.line, 1, [new], token.value + " ", token.value))
    return out


MISSPELT: dict[str, Operator] = {}
OTHERS: dict[str, Operator] = {
    "first word misspelt": _misspelt("first word misspelt", True),
    "inner word misspelt": _misspelt("inner word misspelt", False),
    "word with a capital": _capital,
    "first word dropped": _dropped("first word dropped", True),
    "inner word dropped": _dropped("inner word dropped", False),
    "word doubled": _doubled,
    "word of another language": _foreign,
    "blank dropped": _glued,
}

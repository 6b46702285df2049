"""Mistakes in signs: brackets and quotation marks, signs of programming languages, signs that typesetting makes of others."""

from __future__ import annotations

import re
from random import Random

from tests.mistakes.seeded import Mistake, Operator, Page

_OTHER = {"(": "{", ")": "}", "{": "(", "}": ")"}
_TYPESET = {'"': "“”", "-": "–−", "*": "×", "<=": "≤", ">=": "≥", " ": "\u00a0\u2003"}


def _signs(page: Page, values: tuple[str, ...], types: tuple[str, ...] = ()) -> list[int]:
    return [i for i, t in enumerate(page.tokens) if t.value in values and t.type not in ("CELL", "STRING", *types)]


def _bracket_dropped(page: Page, _: Random) -> list[Mistake]:
    return [page.put("bracket dropped", page.tokens[i], "") for i in _signs(page, ("(", ")", "{", "}"))]


def _bracket_swapped(page: Page, _: Random) -> list[Mistake]:
    picked = [page.tokens[i] for i in _signs(page, ("(", ")", "{", "}"))]
    return [page.put("bracket of another sort", t, _OTHER[t.value]) for t in picked]


def _bracket_doubled(page: Page, _: Random) -> list[Mistake]:
    picked = [page.tokens[i] for i in _signs(page, ("(", ")"))]
    return [page.put("bracket doubled", t, t.value * 2) for t in picked]


def _quote_dropped(page: Page, chance: Random) -> list[Mistake]:
    texts = [t for t in page.tokens if t.type == "STRING"]
    return [page.put("quotation mark dropped", t, t.value[1:] if chance.random() < 0.5 else t.value[:-1]) for t in texts]


def _quotes_single(page: Page, _: Random) -> list[Mistake]:
    texts = [t for t in page.tokens if t.type == "STRING" and "'" not in t.value]
    return [page.put("single quotation marks", t, f"'{t.value[1:-1]}'") for t in texts]


def _sign_dropped(page: Page, _: Random) -> list[Mistake]:
    """A colon, comma, equals sign or the sign of a range is forgotten."""
    signs = (":", ",", "=", "..", ">=", "<=", "+", "-", "*", "/")
    return [page.put("sign dropped", page.tokens[i], "") for i in _signs(page, signs)]


def _programmers(page: Page, chance: Random) -> list[Mistake]:
    """A sign of a programming language in place of one of this."""
    instead = {
        "=": ("==", ":=", "==="),
        "and": ("&&", "&"),
        "or": ("||",),
        "not": ("!",),
        "..": ("-", "...", ":"),
        "!=": ("<>", "!=="),
        ":": ("::", "="),
        ",": (";",),
        ">=": ("=>",),
        "<=": ("=<",),
        "of": (".", "->"),
        "at": ("[",),
    }
    out = []
    for token in page.tokens:
        if token.type not in ("CELL", "STRING", "NAME") and token.value in instead:
            out.append(page.put("programmer's sign", token, chance.choice(instead[token.value])))
    return out


def _line_end(page: Page, chance: Random) -> list[Mistake]:
    """A line ends as in a programming language."""
    out = []
    for at, line in enumerate(page.lines):
        if line.strip() and "|" not in line and not line.lstrip().startswith("#") and not page.is_table:
            sign = chance.choice([";", ":", " {", " // so"])
            out.append(page.with_lines("programmer's line end", at, 1, [line + sign], "", sign))
    return out


def _typeset(page: Page, chance: Random) -> list[Mistake]:
    """What a word processor makes of a sign."""
    out = []
    for at, line in enumerate(page.lines):
        plain = line.partition("#")[0]
        found = list(re.finditer(r'<=|>=|"|(?<= )[-*](?= )|(?<=\S) (?=\S)', plain))
        found = [m for m in found if m[0] == '"' or plain[: m.start()].count('"') % 2 == 0]  # texts stay as they are
        if found and not page.is_table and plain.strip():
            match = chance.choice(found)
            new = chance.choice(_TYPESET[match[0]])
            out.append(
                page.with_lines("typeset sign", at, 1, [line[: match.start()] + new + line[match.end() :]], match[0], new)
            )
    return out


MISSPELT: dict[str, Operator] = {}
OTHERS: dict[str, Operator] = {
    "bracket dropped": _bracket_dropped,
    "bracket of another sort": _bracket_swapped,
    "bracket doubled": _bracket_doubled,
    "quotation mark dropped": _quote_dropped,
    "single quotation marks": _quotes_single,
    "sign dropped": _sign_dropped,
    "programmer's sign": _programmers,
    "programmer's line end": _line_end,
    "typeset sign": _typeset,
}

"""Mistakes in values: out of range, of the wrong type, written in a way that numbers are not."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.mistakes.seeded import Mistake, Operator, Page

from fuero.syntax.lines import Token


def _numbers(name: str, change: Callable[[str], str], where: Callable[[Page, int], bool] = lambda page, at: True) -> Operator:
    def operator(page: Page, _: Random) -> list[Mistake]:
        tokens = page.tokens
        picked = [t for i, t in enumerate(tokens) if t.type == "INT" and where(page, i)]
        return [page.put(name, t, change(t.value)) for t in picked]

    return operator


def _bound(page: Page, at: int) -> bool:
    """A number for which the language or a declaration gives a range: an option's usual value, a start, a chosen value."""
    tokens = page.tokens
    line = [t for t in tokens if t.line == tokens[at].line]
    before = tokens[at - 1].value if at else ""
    first = line[0].value
    return (first == "option" and before == "usually") or (first == "var" and before == "=")


def _word_for_number(page: Page, _: Random) -> list[Mistake]:
    """A text stands where a number is wanted."""
    return [page.put("text for a number", t, f'"{t.value}"') for t in page.tokens if t.type == "INT"]


def _yes_for_number(page: Page, _: Random) -> list[Mistake]:
    return [page.put("yes for a number", t, "yes") for t in page.tokens if t.type == "INT"]


def _number_for_name(page: Page, chance: Random) -> list[Mistake]:
    return [page.put("number for a name", t, str(chance.randrange(10))) for t in _inside(page)]


def _name_for_text(page: Page, _: Random) -> list[Mistake]:
    return [page.put("quotes dropped", t, t.value.strip('"')) for t in page.tokens if t.type == "STRING" and len(t.value) > 3]


def _seat(page: Page, chance: Random) -> list[Mistake]:
    """A seat that nobody has, or one in small letters."""
    out = []
    for token in page.tokens:
        if token.type == "SEAT" and not page.lines[token.line].lstrip().startswith("players"):
            out.append(page.put("wrong seat", token, chance.choice(["G", "Z", token.value.lower(), "F"])))
    return out


def _reversed(page: Page, _: Random) -> list[Mistake]:
    """The two ends of a range are exchanged."""
    out = []
    tokens = page.tokens
    for i in range(1, len(tokens) - 1):
        left, mid, right = tokens[i - 1 : i + 2]
        if mid.value == ".." and left.type == right.type == "INT" and int(left.value) < int(right.value):
            line = page.lines[mid.line]
            new = f"{line[: left.column]}{right.value}..{left.value}{line[right.end :]}"
            out.append(page.with_lines("range reversed", mid.line, 1, [new], line, new))
    return out


def _inside(page: Page) -> list[Token]:
    """Names that do not stand first in their line nor right after the first word."""
    by_line: dict[int, int] = {}
    out = []
    for token in page.tokens:
        by_line[token.line] = by_line.get(token.line, 0) + 1
        if token.type == "NAME" and by_line[token.line] > 2:
            out.append(token)
    return out


MISSPELT: dict[str, Operator] = {}
OTHERS: dict[str, Operator] = {
    "number out of range": _numbers("number out of range", lambda n: str(int(n) + 900), _bound),
    "number with a point": _numbers("number with a point", lambda n: n + ".5"),
    "number with a comma": _numbers("number with a comma", lambda n: n + ",5"),
    "number with a unit": _numbers("number with a unit", lambda n: n + "x"),
    "text for a number": _word_for_number,
    "yes for a number": _yes_for_number,
    "number for a name": _number_for_name,
    "quotes dropped": _name_for_text,
    "wrong seat": _seat,
    "range reversed": _reversed,
}

"""Mistakes in lines: wrong indentation, lines lost, doubled, run together or torn."""

from __future__ import annotations

import re
from random import Random

from tests.mistakes.seeded import Mistake, Operator, Page, indent, names_of


def _rule_lines(page: Page) -> list[int]:
    """Lines that say something, tables left out (rows may stand anywhere)."""
    if page.is_table:
        return []
    return [i for i, line in enumerate(page.lines) if line.strip() and "|" not in line and not line.lstrip().startswith("#")]


def _above(page: Page, at: int) -> int:
    at -= 1
    while at >= 0 and (not page.lines[at].strip() or page.lines[at].lstrip().startswith("#")):
        at -= 1
    return at


def _more(page: Page, chance: Random) -> list[Mistake]:
    out = []
    for at in _rule_lines(page):
        if at:
            by = chance.choice([1, 2])
            out.append(page.with_lines("indented more", at, 1, [" " * by + page.lines[at]], "", " " * by))
    return out


def _less(page: Page, chance: Random) -> list[Mistake]:
    out = []
    for at in _rule_lines(page):
        depth = indent(page.lines[at])
        if depth:
            by = chance.choice([n for n in (1, 2) if n <= depth])
            out.append(page.with_lines("indented less", at, 1, [page.lines[at][by:]], " " * by, ""))
    return out


def _tabs(page: Page, _: Random) -> list[Mistake]:
    out = []
    for at in _rule_lines(page):
        depth = indent(page.lines[at])
        if depth and depth % 2 == 0:
            out.append(page.with_lines("tabs", at, 1, ["\t" * (depth // 2) + page.lines[at].lstrip()], "  ", "\t"))
    return out


def _head_dropped(page: Page, _: Random) -> list[Mistake]:
    """The line to which an indented block belongs is lost: what stood below it is to be looked at, the line above, or each
    line that speaks of what it declared."""
    out = []
    lines = _rule_lines(page)
    for at, after in zip(lines, lines[1:], strict=False):
        if indent(page.lines[after]) > indent(page.lines[at]):
            right = frozenset({after, _above(page, at) + 1}) | _speaking(page, at)
            out.append(page.with_lines("head of a block dropped", at, 1, [], page.lines[at], "", lines=right))
    return out


_MAY_STAND_ALONE = re.compile(r" *(step|zone|option|rulebook|piece|pieces|map|display|scenario|game|module|variant)\b")
"""What needs no lines below it: without them it says less, and says it well."""


def _speaking(page: Page, at: int) -> frozenset[int]:
    """The lines, numbered without line `at`, that speak of what line `at` declared."""
    name = next((name for line, _, name in page.declared() if line == at), "")
    whole = re.compile(rf"(?<![\w.-]){re.escape(name)}(?![\w-])")
    left = [*page.lines[:at], *page.lines[at + 1 :]]
    return frozenset(i + 1 for i, line in enumerate(left) if name and whole.search(re.sub(r'"[^"]*"|#.*', "", line)))


def _body_dropped(page: Page, _: Random) -> list[Mistake]:
    """All that stood below a line that needs some is lost: the line itself is to be looked at."""
    out = []
    for at in _rule_lines(page):
        end = page.block(at)
        if end > at + 1 and not _MAY_STAND_ALONE.match(page.lines[at]):
            right = frozenset({at + 1})
            out.append(page.with_lines("block dropped", at + 1, end - at - 1, [], page.lines[at + 1], "", lines=right))
    return out


def _doubled(page: Page, _: Random) -> list[Mistake]:
    """A named part is there twice: either may be pointed at."""
    out = []
    for at in _rule_lines(page):
        if re.match(r" +(require|part|way|case|step|section) ", page.lines[at]):
            end = page.block(at)
            block = list(page.lines[at:end])
            right = frozenset({at + 1, end + 1})
            out.append(page.with_lines("part doubled", at, end - at, block * 2, page.lines[at], "twice", lines=right))
    return out


def _joined(page: Page, _: Random) -> list[Mistake]:
    """Two lines run together."""
    out = []
    lines = _rule_lines(page)
    for at, after in zip(lines, lines[1:], strict=False):
        if after == at + 1 and "#" not in page.lines[at]:
            new = page.lines[at] + " " + page.lines[after].lstrip()
            out.append(page.with_lines("lines run together", at, 2, [new], page.lines[after], new))
    return out


def _torn(page: Page, chance: Random) -> list[Mistake]:
    """A line is torn in two: both are to be looked at."""
    out = []
    for at in _rule_lines(page):
        line = page.lines[at]
        depth = indent(line)
        places = [m.start() for m in re.finditer(r"(?<=\S) +(?=\S)", line.partition("#")[0])]
        places = [p for p in places if line[:p].count('"') % 2 == 0]
        if places:
            cut = chance.choice(places)
            new = [line[:cut], " " * depth + line[cut:].lstrip()]
            out.append(page.with_lines("line torn", at, 1, new, line, new[1]))
    return out


def _declaration_dropped(page: Page, _: Random) -> list[Mistake]:
    """A declaration that others of the file speak of is lost: each line that speaks of it is to be looked at."""
    out = []
    for at, _word, name in page.declared():
        end = page.block(at)
        left = [*page.lines[:at], *page.lines[end:]]
        whole = re.compile(rf"(?<![\w.-]){re.escape(name)}(?![\w-])")
        speak = frozenset(i + 1 for i, line in enumerate(left) if whole.search(re.sub(r'"[^"]*"|#.*', "", line)))
        if speak and list(names_of(page.game)).count(name) == 1:
            out.append(page.with_lines("declaration dropped", at, end - at, [], page.lines[at], "", lines=speak, lost=name))
    return out


def _declaration_doubled(page: Page, _: Random) -> list[Mistake]:
    out = []
    for at, _word, _name in page.declared():
        end = page.block(at)
        block = list(page.lines[at:end])
        right = frozenset({at + 1, end + 1})
        out.append(page.with_lines("declaration doubled", at, end - at, block * 2, page.lines[at], "twice", lines=right))
    return out


def _name_taken(page: Page, chance: Random) -> list[Mistake]:
    """A declaration is called like another: either may be pointed at, and each line that speaks of the lost name."""
    out = []
    declared = page.declared()
    for at, _word, name in declared:
        others = [(i, other) for i, _, other in declared if other != name]
        if others:
            i, other = chance.choice(others)
            line = page.lines[at].replace(name, other, 1)
            out.append(page.with_lines("name taken", at, 1, [line], name, other, lines=frozenset({at + 1, i + 1})))
    return out


MISSPELT: dict[str, Operator] = {}
OTHERS: dict[str, Operator] = {
    "indented more": _more,
    "indented less": _less,
    "tabs": _tabs,
    "head of a block dropped": _head_dropped,
    "block dropped": _body_dropped,
    "part doubled": _doubled,
    "lines run together": _joined,
    "line torn": _torn,
    "declaration dropped": _declaration_dropped,
    "declaration doubled": _declaration_doubled,
    "name taken": _name_taken,
}

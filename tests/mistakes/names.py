"""Mistakes in names: misspelt where they are used or declared, written by other habits, taken from another kind of thing."""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from random import Random

from tests.mistakes import slips
from tests.mistakes.seeded import Mistake, Operator, Page, keywords, names_of, pages

from fuero.syntax.lines import Token

_PLAIN = re.compile(r'#.*|"[^"\n]*"')
_ZONES = ("zone",)
_VALUES = ("number", "option")


def _names(page: Page) -> list[Token]:
    """Names in a file that are no words of the language; those that a file only gives itself (its title) count as well."""
    return [t for t in page.tokens if t.type == "NAME" and t.value not in keywords()]


@functools.cache
def _known(game: str) -> Counter[str]:
    """How often each name stands in a game's files; what only worked examples say counts there alone."""
    words: Counter[str] = Counter()
    for page in pages():
        if page.game == game and not page.is_scenarios:
            words.update(re.findall(r"(?<![\w-])[a-z][\w-]*", _PLAIN.sub("", page.text)))
    return words


_PARTS = ("step", "part", "way", "case", "require", "as")


@functools.cache
def _paths(game: str) -> frozenset[str]:
    """The names that stand in paths (`rule.part`)."""
    texts = [_PLAIN.sub("", page.text) for page in pages() if page.game == game and not page.is_scenarios]
    return frozenset(name for text in texts for name in re.findall(r"(?<=\.)[a-z][\w-]*", text))


def _said_elsewhere(page: Page, name: str, before: str) -> bool:
    """Does the game say this name in a second place? Else the other spelling is just another name. A part's
    name is said in paths."""
    if before in _PARTS:
        return name in _paths(page.game)
    words = _known(page.game)[name]
    return words > (0 if page.is_scenarios else 1) or (page.is_scenarios and page.text.count(name) > 1)


def _misspelt(name: str, slip: Callable[[str, Random], str]) -> Operator:
    def operator(page: Page, chance: Random) -> list[Mistake]:
        out = []
        before = {id(token): last.value for last, token in pairwise(page.tokens)}
        for token in _names(page):
            if len(token.value) < 3 or not _said_elsewhere(page, token.value, before.get(id(token), "")):
                continue
            new = slip(token.value, chance)
            if new != token.value and new not in keywords():
                out.append(page.put(name, token, new, wanted=token.value))
        return out

    return operator


def _path(page: Page, chance: Random) -> list[Mistake]:
    """One part of `rule.part` is misspelt."""
    out = []
    for token in page.tokens:
        if token.type == "PATH" and not page.lines[token.line].startswith("add "):  # what is added there is named there
            parts = token.value.split(".")
            at = chance.randrange(len(parts))
            slip = chance.choice(list(slips.SLIPS.values()))
            new = slip(parts[at], chance)
            if new != parts[at]:
                whole = ".".join([*parts[:at], new, *parts[at + 1 :]])
                out.append(page.put("misspelt part", token, whole, wanted=parts[at]))
    return out


def _citation(page: Page, chance: Random) -> list[Mistake]:
    out = []
    for token in page.tokens:
        if token.type == "CITE":
            parts = token.value[1:].split("/")
            at = chance.randrange(len(parts))
            new = chance.choice(list(slips.SLIPS.values()))(parts[at], chance)
            if new != parts[at]:
                whole = "@" + "/".join([*parts[:at], new, *parts[at + 1 :]])
                out.append(page.put("misspelt citation", token, whole, wanted=parts[at]))
    return out


def _habit(name: str, change: Callable[[str], str]) -> Operator:
    def operator(page: Page, _: Random) -> list[Mistake]:
        changed = ((t, change(t.value)) for t in _names(page))
        return [page.put(name, t, new, wanted=t.value) for t, new in changed if new != t.value]

    return operator


def _camel(word: str) -> str:
    first, *rest = word.split("-")
    return first + "".join(part.capitalize() for part in rest)


def _snake(word: str) -> str:
    return word.replace("-", "_")


def _capital(word: str) -> str:
    return word.capitalize() if len(word) > 1 else word


def _spaced(word: str) -> str:
    return word.replace("-", " ")


def _other_kind(name: str, from_: tuple[str, ...], to: tuple[str, ...]) -> Operator:
    """A name stands where a name of another kind is wanted."""

    def operator(page: Page, chance: Random) -> list[Mistake]:
        kinds = names_of(page.game)
        others = sorted(n for n, kind in kinds.items() if kind in to)
        declared = {at for at, _, _ in page.declared()}
        out = []
        for token in _names(page):
            titled = page.lines[token.line].lstrip().startswith("section ")  # sections have names of their own
            if kinds.get(token.value) in from_ and token.line not in declared and others and not titled:
                out.append(page.put(name, token, chance.choice(others)))
        return out

    return operator


MISSPELT: dict[str, Operator] = {
    "name, letters swapped": _misspelt("name, letters swapped", slips.swapped),
    "name, letter dropped": _misspelt("name, letter dropped", slips.dropped),
    "name, letter doubled": _misspelt("name, letter doubled", slips.doubled),
    "name, neighbouring key": _misspelt("name, neighbouring key", slips.neighbour),
    "name, several for one": _misspelt("name, several for one", slips.plural),
    "name, hyphen dropped": _misspelt("name, hyphen dropped", slips.unhyphened),
    "misspelt part": _path,
    "misspelt citation": _citation,
    "name in camelCase": _habit("name in camelCase", _camel),
    "name in snake_case": _habit("name in snake_case", _snake),
    "name with a capital": _habit("name with a capital", _capital),
}
OTHERS: dict[str, Operator] = {
    "name with a blank": _habit("name with a blank", _spaced),
    "number for a zone": _other_kind("number for a zone", _ZONES, _VALUES),
    "zone for a number": _other_kind("zone for a number", _VALUES, _ZONES),
    "rule for a zone": _other_kind("rule for a zone", _ZONES, ("action", "procedure", "condition")),
    "zone for a rule": _other_kind("zone for a rule", ("action", "procedure", "condition", "function"), _ZONES),
    "type for a variable": _other_kind("type for a variable", ("var",), ("enum", "piece")),
}

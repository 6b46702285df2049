"""What a seeded mistake is, and a shipped file as the operators see it.

A file's text comes in; its lines, its words and signs with their places, and the names it declares go out. An operator takes such
a `Page` and a source of chance and gives all mistakes of its sort that could be made there; which are made is drawn elsewhere.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

from fuero import resources
from fuero.syntax.lines import Token, cut
from fuero.syntax.tables import tables

_DECLARED = re.compile(
    r"^(rulebook|option|number|enum|kind|piece|zone|var|table|condition|ways|total|pool|cases|function|action|procedure|majority"
    r"|points|window) +([^\s:(=,]+)"
)


@dataclass(frozen=True, slots=True)
class Mistake:
    """One seeded mistake: the file as it is then, and what is expected of the checker.

    `lines` are the lines (from 1, in the changed text) at which a finding is at the right place. `wanted` is the name that a
    suggestion has to bring; `before` and `after` tell what was changed. `lost` is a name whose declaration
    is gone: every line of the game that speaks of it is a right place.
    """

    operator: str
    file: str
    line: int
    lines: frozenset[int]
    text: str
    before: str
    after: str
    wanted: str = ""
    lost: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """A shipped file: `file` counts from the folder of all rulesets."""

    file: str
    text: str
    lines: tuple[str, ...]
    tokens: tuple[Token, ...]

    @property
    def is_table(self) -> bool:
        return self.file.endswith(".csv")

    @property
    def is_scenarios(self) -> bool:
        return "/scenarios/" in self.file

    @property
    def game(self) -> str:
        return game_folder(self.file)

    def declared(self) -> list[tuple[int, str, str]]:
        """Line (from 0), leading word and name of what is declared at the left edge."""
        found = ((at, _DECLARED.match(line)) for at, line in enumerate(self.lines))
        return [(at, match[1], match[2]) for at, match in found if match]

    def block(self, at: int) -> int:
        """The line after the last of what belongs to the line `at` (both from 0), without comments at its end."""
        depth, end = indent(self.lines[at]), at + 1
        last = end
        while end < len(self.lines):
            line = self.lines[end]
            if line.strip() and not line.lstrip().startswith("#"):
                if indent(line) <= depth:
                    break
                last = end + 1
            end += 1
        return last

    def put(self, operator: str, token: Token, new: str, *, wanted: str = "", lines: frozenset[int] | None = None) -> Mistake:
        """The file with one word or sign written in another way."""
        line = self.lines[token.line]
        changed = line[: token.column] + new + line[token.end :]
        return self.with_lines(operator, token.line, 1, [changed], token.value, new, wanted=wanted, lines=lines)

    def with_lines(
        self,
        operator: str,
        at: int,
        count: int,
        new: list[str],
        before: str,
        after: str,
        *,
        wanted: str = "",
        lost: str = "",
        lines: frozenset[int] | None = None,
    ) -> Mistake:
        """The file with `count` lines from `at` (from 0) replaced."""
        text = "\n".join([*self.lines[:at], *new, *self.lines[at + count :]])
        right = lines if lines is not None else frozenset(range(at + 1, at + 1 + max(1, len(new))))
        return Mistake(operator, self.file, at + 1, right, text, before, after, wanted, lost)


Operator = Callable[[Page, Random], list[Mistake]]


def indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


@functools.cache
def pages() -> tuple[Page, ...]:
    """All shipped files of all games, in order."""
    root = resources.rulesets()
    return tuple(
        page(path.relative_to(root).as_posix(), path.read_text("utf-8"))
        for path in sorted(root.rglob("*"))
        if path.suffix in (".fuero", ".csv")
    )


@functools.cache
def game_folder(file: str) -> str:
    """The folder of a file's game, from the folder of all rulesets: the highest one that itself holds rules."""
    above = [p for p in reversed(Path(file).parents) if any((root() / p).glob("*.fuero"))]
    return above[0].as_posix()


def page(file: str, text: str) -> Page:
    tokens: list[Token] = []
    if not file.endswith(".csv"):
        tokens = [t for piece in cut(text, file).pieces for t in piece.tokens if t.type not in ("_NL", "_IN", "_OUT", "$END")]
    return Page(file, text, tuple(text.split("\n")), tuple(tokens))


@functools.cache
def names_of(game: str) -> dict[str, str]:
    """Every name that a game's files declare at the left edge, with its leading word."""
    return {name: word for p in pages() if p.game == game for _, word, name in p.declared()}


@functools.cache
def keywords() -> frozenset[str]:
    return frozenset(tables().words)


def root() -> Path:
    return resources.rulesets()

"""The table-driven reader: the tokens of one piece in, what the maker of its productions built out.

A loop without recursion, so that depth costs nothing here; what is nested deeper than the passes after this one can walk is
refused.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from fuero.syntax.lines import Source, Token
from fuero.syntax.makers import MAKERS
from fuero.syntax.tables import tables

DEEPEST = 100


class Stuck(Exception):
    """`token` cannot stand where it stands."""

    def __init__(self, token: Token) -> None:
        super().__init__(token)
        self.token = token


class TooDeep(Exception):
    """What begins at `first` holds more levels than can be walked."""

    def __init__(self, first: Token, last: Token) -> None:
        super().__init__(first)
        self.first, self.last = first, last


@dataclass(frozen=True, slots=True)
class _Step:
    origin: str
    size: int
    unit: bool  # hands its only value on: no work at all
    single: bool  # hands a value on if there is only one
    make: Callable[..., Any] | None
    simple: tuple[int, ...] | None  # places of the values, where none is a list or absent
    kept: tuple[tuple[int, bool, int], ...]
    absent_at_end: int


@functools.cache
def _steps() -> tuple[_Step, ...]:
    steps = []
    for p in tables().productions:
        plain = not p.absent_at_end and all(not opened and not absent for _, opened, absent in p.kept)
        passes = p.kind == "pass"
        steps.append(
            _Step(
                p.origin,
                p.size,
                passes and p.size == 1 and plain,
                passes,
                MAKERS[p.maker] if p.kind == "make" else None,
                tuple(place for place, _, _ in p.kept) if plain else None,
                p.kept,
                p.absent_at_end,
            )
        )
    return tuple(steps)


def run(tokens: list[Token], source: Source) -> Any:
    """What the piece says."""
    read = tables()
    goto, steps, final = read.states, _steps(), read.final
    states = [read.start]
    values: list[Any] = []
    firsts: list[Token] = []
    lasts: list[Token] = []
    depths: list[int] = []
    for token in tokens:
        kind = token.type
        while True:
            action = goto[states[-1]].get(kind)
            if action is None:
                if kind == "$END" and states[-1] == final:
                    break
                raise Stuck(token)
            if action >= 0:
                states.append(action)
                values.append(token)
                firsts.append(token)
                lasts.append(token)
                depths.append(0)
                break
            step = steps[-1 - action]
            size = step.size
            if step.unit:
                states[-1] = goto[states[-2]][step.origin]
                continue
            these = values[-size:]
            if step.simple is not None:
                kids = [these[place] for place in step.simple]
            else:
                longer = step.make is None and step.kept[0] == (0, True, 0)
                kids = these[0] if longer else []  # a list that grows is not copied
                for place, opened, absent in step.kept[1:] if longer else step.kept:
                    if absent:
                        kids.extend([None] * absent)
                    if opened:
                        kids.extend(these[place])
                    else:
                        kids.append(these[place])
                kids.extend([None] * step.absent_at_end)
            first, last = firsts[-size], lasts[-1]
            depth = max(depths[-size:])
            value: Any
            if step.make is not None:
                depth += 1
                if depth > DEEPEST:
                    raise TooDeep(first, last)
                value = step.make(source.span(first, last), *kids)
            elif step.single and len(kids) == 1:
                value = kids[0]
            else:
                value = kids
            del states[-size:], values[-size:], firsts[-size:], lasts[-size:], depths[-size:]
            states.append(goto[states[-1]][step.origin])
            values.append(value)
            firsts.append(first)
            lasts.append(last)
            depths.append(depth)
    return values[0]


def expected(tokens: list[Token]) -> frozenset[str]:
    """The kinds of tokens that could follow these, which are read without fault."""
    read = tables()
    states = [read.start]
    for token in tokens:
        _push(states, token.type)
    kinds = [*read.words.values(), *read.signs.values(), *(name for name, _ in read.patterns), "_NL", "_IN", "_OUT", "CELL"]
    return frozenset(kind for kind in kinds if kind in read.states[states[-1]] and _push(list(states), kind))


def reads(tokens: list[Token]) -> bool:
    """Can all of these be read, one after the other, as the beginning of a piece?"""
    states = [tables().start]
    return all(_push(states, token.type) for token in tokens)


def _push(states: list[int], kind: str) -> bool:
    """Take one token, or find that it cannot stand here."""
    rows, steps = tables().states, _steps()
    while True:
        action = rows[states[-1]].get(kind)
        if action is None:
            return False
        if action >= 0:
            states.append(action)
            return True
        step = steps[-1 - action]
        del states[-step.size :]
        states.append(rows[states[-1]][step.origin])

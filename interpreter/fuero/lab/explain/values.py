"""The values of numbers and options at a table, as far as they are known, and sentences with them filled in.

In: RULES, and how many play where that is known. Out: text. Law: what hangs on something that is not known stays as it is
written.
"""

from __future__ import annotations

import re

from fuero.rules import nodes as r
from fuero.rules.text import term_text

_QUOTED = re.compile(r"\{([^{}]+)\}")


class Values:
    """Works out numbers and options."""

    def __init__(self, rules: r.Ruleset, players: int | None = None) -> None:
        self._numbers = {n.name: n.value for n in rules.numbers}
        self._options = {o.name: o for o in rules.options}
        low, high = rules.players
        self._players = players if players is not None else low if low == high else None

    def of(self, name: str) -> str | None:
        """What a number or option is; None where there is none of that name."""
        term = self._term(name)
        return None if term is None else self.text(term)

    def text(self, term: r.Term) -> str:
        """The value of a term where it can be worked out, else the term."""
        value = self._value(term)
        return term_text(term) if value is None else str(value)

    def filled(self, sentence: str, overlay: str = "") -> str:
        """A sentence with the value of each `{name}` in it."""

        def value(found: re.Match[str]) -> str:
            name = found[1]
            told = self.of(f"{overlay}/{name}") if overlay else None
            told = told if told is not None else self.of(name)
            return name.replace("-", " ") if told is None else told

        return _QUOTED.sub(value, sentence)

    def _term(self, name: str) -> r.Term | None:
        if name in self._numbers:
            return self._numbers[name]
        option = self._options.get(name)
        if option is None:
            return None
        if option.value is not None:
            return option.value
        fitting = [v for low, high, v in option.defaults if self._players is not None and low <= self._players <= high]
        return fitting[0] if fitting else option.usually

    def _value(self, term: r.Term) -> int | None:
        match term:
            case r.Const() if not isinstance(term.type, r.YesNo) and not (isinstance(term.type, r.Num) and term.type.half):
                return term.value
            case r.PlayerCount():
                return self._players
            case r.Setting(name):
                inner = self._term(name)
                return None if inner is None else self._value(inner)
            case r.Op(op, (left, right)) if op in ("+", "-", "*", "div-down", "div-up"):
                a, b = self._value(left), self._value(right)
                return None if a is None or b is None else _worked(op, a, b)
            case _:
                return None


def _worked(op: str, a: int, b: int) -> int | None:
    """
    >>> _worked("div-up", 7, 2), _worked("div-down", 7, 2), _worked("div-down", 7, 0)
    (4, 3, None)
    """
    match op:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
        case _ if b == 0:
            return None
        case "div-down":
            return a // b
        case _:
            return -(-a // b)

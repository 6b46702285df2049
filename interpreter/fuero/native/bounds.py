"""What a condition on a set that is still growing can become: whether it may yet hold, and whether it must.

In: a condition over sums and the size of the set, each known to lie between two numbers. Out: two conditions in the lowered form.
Both are exact once nothing is left to add. A part that speaks of the set in any other way may hold and need not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fuero.program import nodes as P
from fuero.program.trees import free

Span = tuple[str, str]
"""The least and the greatest value, as texts of the lowered form."""


class Bounds:
    """Bounds for one chosen set. `spans` has the sums by their locals; `flag` and `number` say what does not hang on the set."""

    def __init__(
        self, name: str, spans: Mapping[str, Span], flag: Callable[[P.Term], str], number: Callable[[P.Term], str | None]
    ):
        self.name, self.spans, self.flag, self.number = name, spans, flag, number
        self.exact = True
        """False once a part was met that has no bounds: it must be asked of the whole set."""

    def settled(self, t: object) -> bool:
        """Does this not hang on the set?"""
        return not (free(t) & {self.name, *self.spans})

    def both(self, t: P.Term) -> tuple[str, str]:
        """Whether a condition may hold yet, and whether it must."""
        if self.settled(t):
            text = self.flag(t)
            return text, text
        match t:
            case P.And(terms) | P.Or(terms):
                word = " and " if isinstance(t, P.And) else " or "
                parts = [self.both(x) for x in terms]
                return f"({word.join(p[0] for p in parts)})", f"({word.join(p[1] for p in parts)})"
            case P.Not(term):
                may, must = self.both(term)
                return f"(not {must})", f"(not {may})"
            case P.Compare(op, left, right):
                a, b = self.span(left), self.span(right)
                if a is not None and b is not None:
                    return self._compared(op, a, b)
            case _:
                pass
        self.exact = False
        return "True", "False"

    @staticmethod
    def _compared(op: str, a: Span, b: Span) -> tuple[str, str]:
        match op:
            case "<" | "<=":
                return f"({a[0]} {op} {b[1]})", f"({a[1]} {op} {b[0]})"
            case ">" | ">=":
                return f"({a[1]} {op} {b[0]})", f"({a[0]} {op} {b[1]})"
            case _:
                meet, one = f"({a[0]} <= {b[1]} and {b[0]} <= {a[1]})", f"({a[0]} == {b[1]} and {a[1]} == {b[0]})"
                return (meet, one) if op in ("=", "==") else (f"(not {one})", f"(not {meet})")

    def span(self, t: P.Term) -> Span | None:
        """Between which numbers a value lies; None where that is not known."""
        if self.settled(t):
            text = self.number(t)
            return None if text is None else (text, text)
        match t:
            case P.Local(name) if name in self.spans:
                return self.spans[name]
            case P.Arith("+" | "-" as op, left, right):
                a, b = self.span(left), self.span(right)
                if a is None or b is None:
                    return None
                if op == "+":
                    return f"({a[0]} + {b[0]})", f"({a[1]} + {b[1]})"
                return f"({a[0]} - {b[1]})", f"({a[1]} - {b[0]})"
            case _:
                return None

"""Interval arithmetic: between which numbers a term must lie, for any permitted number of players and any options.

A bound that cannot be known is None; numbers that count by halves are measured doubled, as they are stored.
"""

from __future__ import annotations

from fuero.rules import nodes as r
from fuero.rules.bind.types import strip
from fuero.rules.bind.world import World
from fuero.syntax import nodes as s

Interval = tuple[int | None, int | None]
UNKNOWN: Interval = (None, None)


def of_type(world: World, t: r.Type) -> Interval:
    t = strip(t)
    if not isinstance(t, r.Num):
        return UNKNOWN
    low = None if t.low is None else of_term(world, t.low)[0]
    high = None if t.high is None else of_term(world, t.high)[1]
    return low, high


def of_term(world: World, term: r.Term) -> Interval:
    """The interval of a number's possible values."""
    match term:
        case r.Const(value=value):
            return value, value
        case r.PlayerCount():
            return players(world)
        case r.Op(op="+", args=(a, b)):
            (al, ah), (bl, bh) = of_term(world, a), of_term(world, b)
            return _add(al, bl), _add(ah, bh)
        case r.Op(op="-", args=(a, b)):
            (al, ah), (bl, bh) = of_term(world, a), of_term(world, b)
            return _subtract(al, bh), _subtract(ah, bl)
        case r.Op(op="*", args=(a, b)):
            return _multiply(of_term(world, a), of_term(world, b))
        case r.Op(op=("div-down" | "div-up") as op, args=(a, r.Const(value=divisor))) if divisor > 0:
            low, high = of_term(world, a)
            return _divide(low, divisor, op), _divide(high, divisor, op)
        case r.IfTerm(then=a, otherwise=b):
            (al, ah), (bl, bh) = of_term(world, a), of_term(world, b)
            return (
                None if al is None or bl is None else min(al, bl),
                None if ah is None or bh is None else max(ah, bh),
            )
        case _:
            return of_type(world, term.type)


def players(world: World) -> tuple[int, int]:
    """The fewest and most players of the game."""
    for node in world.merged.declarations:
        if isinstance(node, s.PlayersRange):
            return node.low, node.high
    return 1, 1


def number_type(interval: Interval, half: bool = False) -> r.Num:
    """A number's type with constant bounds."""
    low, high = interval
    grain = r.Num(half=half)
    return r.Num(
        None if low is None else r.Const(low, type=grain),
        None if high is None else r.Const(high, type=grain),
        half,
    )


def apart(a: Interval, b: Interval) -> bool:
    """No number lies in both."""
    return (a[1] is not None and b[0] is not None and a[1] < b[0]) or (b[1] is not None and a[0] is not None and b[1] < a[0])


def say(interval: Interval, half: bool = False) -> str:
    """An interval in words."""
    low, high = (_whole(x, half) for x in interval)
    if low == high and low:
        return f"only {low}"
    if low and high:
        return f"{low} to {high}"
    return f"at least {low}" if low else f"at most {high}" if high else "any number"


def _whole(value: int | None, half: bool) -> str:
    if value is None:
        return ""
    return str(value) if not half else f"{value // 2}{' and a half' if value % 2 else ''}"


def _add(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a + b


def _subtract(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a - b


def _multiply(a: Interval, b: Interval) -> Interval:
    (al, ah), (bl, bh) = a, b
    if al is not None and ah is not None and bl is not None and bh is not None:
        products = [x * y for x in (al, ah) for y in (bl, bh)]
        return min(products), max(products)
    if al is not None and bl is not None and al >= 0 and bl >= 0:
        return al * bl, None
    return UNKNOWN


def _divide(value: int | None, divisor: int, op: str) -> int | None:
    if value is None:
        return None
    return value // divisor if op == "div-down" else -(-value // divisor)

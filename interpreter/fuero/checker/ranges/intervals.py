"""Arithmetic with intervals: between which whole numbers a value lies. None stands for a bound that is not known.

Intervals come in and go out; nothing here knows a ruleset. Law: the result holds every value that the operation can give
when its parts lie in theirs.
"""

from __future__ import annotations

Interval = tuple[int | None, int | None]
UNKNOWN: Interval = (None, None)
ZERO: Interval = (0, 0)
ANSWER: Interval = (0, 1)
"""No or yes."""


def add(a: Interval, b: Interval) -> Interval:
    """
    >>> add((1, 2), (3, None))
    (4, None)
    """
    return plus(a[0], b[0]), plus(a[1], b[1])


def negative(a: Interval) -> Interval:
    return None if a[1] is None else -a[1], None if a[0] is None else -a[0]


def subtract(a: Interval, b: Interval) -> Interval:
    """
    >>> subtract((1, 20), (1, 1))
    (0, 19)
    """
    return add(a, negative(b))


def multiply(a: Interval, b: Interval) -> Interval:
    """
    >>> multiply((-2, 3), (0, 5)), multiply((0, None), (2, 2))
    ((-10, 15), (0, None))
    """
    (al, ah), (bl, bh) = a, b
    if al is not None and ah is not None and bl is not None and bh is not None:
        products = [x * y for x in (al, ah) for y in (bl, bh)]
        return min(products), max(products)
    if al is not None and bl is not None and al >= 0 and bl >= 0:
        return al * bl, None
    return UNKNOWN


def divide(a: Interval, b: Interval, up: bool) -> Interval:
    """By a divisor that is above 0; any other leaves nothing known.

    >>> divide((0, 11), (2, 2), False), divide((0, 11), (2, 2), True)
    ((0, 5), (0, 6))
    """
    low, high = b
    if low is None or low <= 0:
        return UNKNOWN

    def by(value: int | None, divisors: tuple[int | None, ...], pick: int) -> int | None:
        if value is None:
            return None
        found = [(0 if value >= 0 else -1 + up) if d is None else -(-value // d) if up else value // d for d in divisors]
        return max(found) if pick > 0 else min(found)

    return by(a[0], (low, high), -1), by(a[1], (low, high), 1)


def hull(a: Interval, b: Interval) -> Interval:
    """
    >>> hull((0, 3), (5, None))
    (0, None)
    """
    return (
        None if a[0] is None or b[0] is None else min(a[0], b[0]),
        None if a[1] is None or b[1] is None else max(a[1], b[1]),
    )


def meet(a: Interval, b: Interval) -> Interval:
    """What lies in both; it may be empty (low above high).

    >>> meet((0, 20), (1, None))
    (1, 20)
    """
    low = b[0] if a[0] is None else a[0] if b[0] is None else max(a[0], b[0])
    high = b[1] if a[1] is None else a[1] if b[1] is None else min(a[1], b[1])
    return low, high


def within(a: Interval, b: Interval) -> bool:
    """Does every value of `a` lie in `b`?"""
    low = b[0] is None or (a[0] is not None and a[0] >= b[0])
    high = b[1] is None or (a[1] is not None and a[1] <= b[1])
    return (low and high) or empty(a)


def empty(a: Interval) -> bool:
    return a[0] is not None and a[1] is not None and a[0] > a[1]


def plus(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a + b


def said(a: Interval, half: bool = False) -> str:
    """
    >>> said((0, 20)), said((3, 3)), said((1, None)), said((0, 5), half=True)
    ('0 to 20', '3', 'at least 1', '0 to 2 and a half')
    """

    def whole(value: int) -> str:
        return str(value) if not half else f"{value // 2}{' and a half' if value % 2 else ''}"

    low, high = a
    if low is not None and high is not None:
        return whole(low) if low == high else f"{whole(low)} to {whole(high)}"
    return f"at least {whole(low)}" if low is not None else f"at most {whole(high)}" if high is not None else "any number"


def compared(op: str, a: Interval, b: Interval) -> Interval:
    """Whether the comparison holds: 1 for certainly, 0 for never.

    >>> compared("<", (0, 3), (4, 9)), compared("=", (0, 3), (3, 9))
    ((1, 1), (0, 1))
    """
    less = _below(a, b, strict=True)
    less_or = _below(a, b, strict=False)
    match op:
        case "<":
            return less
        case "<=":
            return less_or
        case ">":
            return 1 - less_or[1], 1 - less_or[0]
        case ">=":
            return 1 - less[1], 1 - less[0]
        case _:
            apart = empty(meet(a, b))
            same = a == b and a[0] is not None and a[0] == a[1]
            low, high = (0, 0) if apart else (1, 1) if same else (0, 1)
            return (low, high) if op == "=" else (1 - high, 1 - low)


def _below(a: Interval, b: Interval, strict: bool) -> tuple[int, int]:
    add = int(strict)
    sure = a[1] is not None and b[0] is not None and a[1] + add <= b[0]
    never = a[0] is not None and b[1] is not None and a[0] + add > b[1]
    return int(sure), int(not never)

"""Plain statistics: means, spreads, quantiles, and how sure one may be of them.

Every figure of a sample comes with an interval, and what rests on few matches says so. Nothing here knows what a match is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import NormalDist

FEW = 30
"""Below this many matches a figure is flagged: its interval is wide, and no ranking should be read from it."""

_LEVEL = 0.95
_Z = NormalDist().inv_cdf(0.5 + _LEVEL / 2)

Number = int | float | Fraction


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its 95% interval (`low` and `high` are None where one value tells nothing of the spread)."""

    mean: float
    low: float | None
    high: float | None
    sd: float | None
    count: int


def t_quantile(freedom: int, level: float = _LEVEL) -> float:
    """The two-sided quantile of Student's t: exact for 1 and 2 degrees of freedom, Hill's expansion (to about 1e-3) beyond.

    >>> [round(t_quantile(n), 2) for n in (1, 2, 3, 10, 1000)]
    [12.71, 4.3, 3.18, 2.23, 1.96]
    """
    tail = 1 - level
    if freedom == 1:
        from math import pi, tan

        return 1 / tan(pi * tail / 2)
    if freedom == 2:
        return sqrt(2 / (tail * (2 - tail)) - 2)
    return _hill(freedom, tail)


def _hill(n: int, tail: float) -> float:
    """G. W. Hill's algorithm 396."""
    from math import exp, pi

    a = 1 / (n - 0.5)
    b = 48 / a**2
    c = ((20700 * a / b - 98) * a - 16) * a + 96.36
    d = ((94.5 / (b + c) - 3) / b + 1) * sqrt(a * pi / 2) * n
    y = (d * tail) ** (2 / n)
    if y > 0.05 + a:
        x = NormalDist().inv_cdf(tail / 2)
        y = x**2
        if n < 5:
            c += 0.3 * (n - 4.5) * (x + 0.6)
        c = (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b + c
        y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x
        y = a * y**2
        y = exp(y) - 1 if y > 0.002 else 0.5 * y**2 + y
    else:
        y = ((1 / (((n + 6) / (n * y) - 0.089 * d - 0.822) * (n + 2) * 3) + 0.5 / (n + 4)) * y - 1) * (n + 1) / (n + 2) + 1 / y
    return sqrt(n * y)


def estimate(values: Sequence[Number]) -> Estimate | None:
    """Mean, standard deviation and Student's interval of the mean; None for no values."""
    count = len(values)
    if count == 0:
        return None
    numbers = [float(value) for value in values]
    mean = sum(numbers) / count
    if count == 1:
        return Estimate(mean, None, None, None, 1)
    sd = sqrt(sum((value - mean) ** 2 for value in numbers) / (count - 1))
    reach = t_quantile(count - 1) * sd / sqrt(count)
    return Estimate(mean, mean - reach, mean + reach, sd, count)


def share(won: Fraction | int, count: int) -> Estimate | None:
    """A share of `count` matches (a win shared by k is 1/k): Wilson's interval.

    Shared wins vary less than the interval supposes, so it errs on the side of doubt.
    """
    if count == 0:
        return None
    p = float(won) / count
    z2 = _Z**2
    middle = (p + z2 / (2 * count)) / (1 + z2 / count)
    reach = _Z / (1 + z2 / count) * sqrt(p * (1 - p) / count + z2 / (4 * count**2))
    return Estimate(p, max(0.0, middle - reach), min(1.0, middle + reach), None, count)


def quantile(ordered: Sequence[int], part: float) -> int:
    """The least value that at least `part` of the values do not exceed; `ordered` rises and is not empty.

    >>> quantile([1, 2, 3, 4], 0.5), quantile([1, 2, 3, 4], 1.0), quantile([7], 0.05)
    (2, 4, 7)
    """
    from math import ceil

    return ordered[max(0, ceil(part * len(ordered)) - 1)]

"""What the lab keeps of a match and of a run of matches: plain values that pass between processes and into JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

Points = int | Fraction


def as_points(value: int | str | float | Fraction) -> Points:
    """Points as a number: whole, or a half that is written `4½`."""
    if isinstance(value, str):
        text = value.strip()
        if text.endswith("½"):
            sign = -1 if text.startswith("-") else 1
            whole = text[:-1].lstrip("-")
            return sign * (Fraction(int(whole) if whole else 0) + Fraction(1, 2))
        return int(text)
    if isinstance(value, int):
        return value
    exact = Fraction(value)
    return exact.numerator if exact.denominator == 1 else exact


@dataclass(frozen=True, slots=True)
class Match:
    """One match: points of each seat in seat order, those of neutral parties beside them, each seat's share of the win."""

    seed: int
    scores: tuple[Points, ...]
    neutral: tuple[tuple[str, Points], ...]
    shares: tuple[Fraction, ...]
    decisions: int
    end: str
    rule: str

    @property
    def ended(self) -> bool:
        """Whether it ended by the rules (and was not capped or stuck)."""
        return self.end == "ended"


def match_from(
    seed: int,
    seats: tuple[str, ...],
    scores: Mapping[str, int | str],
    shares: Mapping[int, Fraction],
    decisions: int,
    outcome: Any,
) -> Match:
    """A record from what an engine says of a finished match; `seats` are the names under which the players' points stand."""
    return Match(
        seed,
        tuple([as_points(scores[name]) for name in seats]),
        tuple([(name, as_points(points)) for name, points in scores.items() if name not in seats]),
        tuple([Fraction(shares.get(seat, 0)) for seat in range(len(seats))]),
        decisions,
        outcome.kind,
        outcome.rule,
    )


@dataclass(frozen=True, slots=True)
class Spec:
    """Which game is played: what `fuero.load` needs, so that any process can open it."""

    ruleset: str
    modules: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    players: int | None = None
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Run:
    """Matches of one ruleset under seeds `seed`, `seed` + 1, … in that order, whatever the number of workers."""

    spec: Spec
    title: str
    seats: tuple[str, ...]
    players: tuple[str, ...]
    seed: int
    engine: str
    meaning_hash: str
    matches: tuple[Match, ...]
    cpu_seconds: float

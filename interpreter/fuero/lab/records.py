"""What the lab keeps of a match and of a run of matches: plain values that pass between processes and into JSON."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Match:
    """One match: points and share of the win of each seat in seat order, how it ended and by which rule."""

    seed: int
    scores: tuple[int, ...]
    shares: tuple[Fraction, ...]
    decisions: int
    end: str
    rule: str

    @property
    def ended(self) -> bool:
        """Whether it ended by the rules (and was not capped or stuck)."""
        return self.end == "ended"


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

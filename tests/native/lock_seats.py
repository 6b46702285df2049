"""Seats that bring about what random ones seldom do: hoards, wide boards, ties, empty decks.

In: the moves of a decision as numbers (a sample, where there are very many), the shapes of their fields, a chance. Out: one
of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from lock_sides import Chosen

Shapes = Callable[[int], tuple[str, ...]]
"""The shapes of an offer's fields."""
Seat = Callable[[Sequence[Chosen], Shapes, Random, int], Chosen]


def random_one(moves: Sequence[Chosen], shapes: Shapes, chance: Random, width: int) -> Chosen:
    return chance.choice(moves)


def hoarder(moves: Sequence[Chosen], shapes: Shapes, chance: Random, width: int) -> Chosen:
    """Takes the largest sets, and never anything on a board where there is something else to do."""

    def size(move: Chosen) -> tuple[int, int, float]:
        forms = shapes(move[0])
        sets = sum(v.bit_count() for v, s in zip(move[1], forms, strict=False) if s in ("pieces", "set") and v > 0)
        return ("cell" not in forms, sets, chance.random())

    return chance.choice(moves) if chance.random() < 0.15 else max(moves, key=size)


def builder(moves: Sequence[Chosen], shapes: Shapes, chance: Random, width: int) -> Chosen:
    """Puts things on boards wherever it can, as far out as possible."""

    def far(move: Chosen) -> tuple[int, int, float]:
        cells = [v for v, s in zip(move[1], shapes(move[0]), strict=False) if s == "cell"]
        out = [max(abs(c % width - width // 2), abs(c // width - width // 2)) for c in cells] if width else [0]
        return (len(cells), max(out, default=0), chance.random())

    return chance.choice(moves) if chance.random() < 0.2 else max(moves, key=far)


def idler(moves: Sequence[Chosen], shapes: Shapes, chance: Random, width: int) -> Chosen:
    """Passes, or does what asks for the least: all seats end alike."""
    return chance.choice(moves) if chance.random() < 0.1 else moves[-1]


def drainer(moves: Sequence[Chosen], shapes: Shapes, chance: Random, width: int) -> Chosen:
    """Does something whenever it may, of the first offers first: decks run out."""
    acts = [m for m in moves if m[0] >= 0]
    first = min((m[0] for m in acts), default=-1)
    least = [m for m in acts if m[0] == first]
    return chance.choice(least or moves) if chance.random() < 0.8 else chance.choice(moves)


SEATS: dict[str, Seat] = {"random": random_one, "hoarder": hoarder, "builder": builder, "idler": idler, "drainer": drainer}

"""Which mistakes are made: a seed and a number an operator in, a fixed list out, spread evenly over all shipped files."""

from __future__ import annotations

from random import Random

from tests.mistakes.operators import MISSPELT, OPERATORS
from tests.mistakes.seeded import Mistake, pages


def drawn(seed: int, count: int, only: str = "") -> list[Mistake]:
    """About `count` mistakes: as many of each operator (of misspelt names three times as many), fewer where files offer fewer."""
    chosen = [name for name in OPERATORS if only in name]
    weights = [3 if name in MISSPELT else 1 for name in chosen]
    share = max(1, round(count / sum(weights))) if chosen else 0
    return [m for name, weight in zip(chosen, weights, strict=True) for m in _of(name, seed, share * weight)]


def _of(name: str, seed: int, share: int) -> list[Mistake]:
    chance = Random(f"{seed} {name}")
    offers = [OPERATORS[name](page, chance) for page in pages()]
    for offer in offers:
        chance.shuffle(offer)
    chance.shuffle(offers)
    taken: list[Mistake] = []
    while len(taken) < share and any(offers):
        for offer in offers:
            if offer and len(taken) < share:
                taken.append(offer.pop())
    return taken

"""Places and what they pay: standing by counts, tie rules from a printed list.

In: how many each participant has, the smallest number that counts, the prizes from first place down, a tie rule. Out:
for each participant the points, the place and with whom it is shared. Whoever lies below the minimum takes no place and no
share. Counts are only compared, so half counts may be handed in doubled (the minimum doubled too).

What the tie rules do to 4, 4, 1 when the prizes are 21, 13, 6:

======================  ===========  ==================================================================
``share rounded down``  17, 17, 6    the prizes of the shared places are added and divided (or ``up``)
``slide``               13, 13, 6    all who tie drop one place, the next take the place after that
``full``                21, 21, 6    all who tie get the place's prize, the next places stay empty
``full, next moves up`` 21, 21, 13   the same, but no place stays empty
``nobody``              0, 0, 6      who ties gets nothing
======================  ===========  ==================================================================

``first X, others Y`` treats a tie for the first place by X and any other by Y.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

Way = Literal["share down", "share up", "slide", "full", "full up", "nobody"]

_WAYS: dict[tuple[str, ...], Way] = {
    ("share rounded down",): "share down",
    ("share rounded up",): "share up",
    ("slide",): "slide",
    ("full",): "full",
    ("full", "next moves up"): "full up",
    ("nobody",): "nobody",
}
PERMITTED: tuple[str, ...] = (*(", ".join(way) for way in _WAYS), "first X, others Y (X and Y from this list)")
"""The printed list of tie rules."""


@dataclass(frozen=True, slots=True)
class TieRule:
    """How a tie for the first place is paid, and how any other is."""

    first: Way
    others: Way


class Payout(NamedTuple):
    """What one participant gets: `place` counts from 1 (0: below the minimum, no place); `tied_with` names the others there."""

    points: int
    place: int
    tied_with: tuple[int, ...]


def _way(phrases: tuple[str, ...]) -> Way:
    way = _WAYS.get(phrases)
    if way is None:
        raise ValueError(f"`{', '.join(phrases)}` is no tie rule; permitted are: " + "; ".join(PERMITTED))
    return way


@lru_cache(maxsize=256)
def parse_ties(phrases: tuple[str, ...]) -> TieRule:
    """The tie rule that the phrases of a `ties` line say. Raises ValueError with the printed list if there is none."""
    said = tuple(" ".join(phrase.split()) for phrase in phrases)
    if not said or not said[0].startswith("first "):
        way = _way(said)
        return TieRule(way, way)
    turn = next((i for i, phrase in enumerate(said) if phrase.startswith("others ")), None)
    if turn is None:
        raise ValueError(f"`{', '.join(said)}` says nothing of the others; permitted are: " + "; ".join(PERMITTED))
    first = (said[0].removeprefix("first "), *said[1:turn])
    others = (said[turn].removeprefix("others "), *said[turn + 1 :])
    return TieRule(_way(first), _way(others))


def competition_ranks(counts: Sequence[int]) -> tuple[int, ...]:
    """The standard competition rank of each count, most first: 7, 3, 7 has ranks 1, 3, 1."""
    ordered = sorted(counts, reverse=True)
    return tuple([ordered.index(count) + 1 for count in counts])


def payouts(
    counts: Sequence[int], minimum: int, prizes: Sequence[int], ties: TieRule, places: int | None = None
) -> list[Payout]:
    """What each participant gets, in the order of `counts`.

    `prizes` are those of the first, second … place; beyond them, and beyond `places` if that is given, a place pays 0.
    """
    paid = list(prizes) if places is None else list(prizes[:places])
    groups: dict[int, list[int]] = {}
    for who, count in enumerate(counts):
        if count >= minimum:
            groups.setdefault(count, []).append(who)
    result = [Payout(0, 0, ())] * len(counts)
    place = 1
    for count in sorted(groups, reverse=True):
        group = groups[count]
        points, following = _pay(paid, place, len(group), ties.first if place == 1 else ties.others)
        for who in group:
            result[who] = Payout(points, place, tuple([other for other in group if other != who]))
        place = following
    return result


def _pay(prizes: list[int], place: int, size: int, way: Way) -> tuple[int, int]:
    """What each of `size` who stand at `place` gets, and the place of the next."""
    if size == 1:
        return _prize(prizes, place), place + 1
    match way:
        case "share down":
            return sum(prizes[place - 1 : place - 1 + size]) // size, place + size
        case "share up":
            return -(-sum(prizes[place - 1 : place - 1 + size]) // size), place + size
        case "slide":
            return _prize(prizes, place + 1), place + 2
        case "full":
            return _prize(prizes, place), place + size
        case "full up":
            return _prize(prizes, place), place + 1
        case "nobody":
            return 0, place + size


def _prize(prizes: list[int], place: int) -> int:
    return prizes[place - 1] if place <= len(prizes) else 0

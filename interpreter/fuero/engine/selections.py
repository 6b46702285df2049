"""Sub-multisets of a pool, worked out once for all pools of the same shape.

Which selections there are hangs on how many pieces each class has and what they weigh, not on which pieces they are: so the
`Subsets` of a shape is kept over numbered places, and a pool only says which piece lies at which place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from fuero.engine.payments import Subsets

_KEPT = 1 << 13
_shapes: dict[Any, Subsets] = {}


class Selections:
    """The selections from `classes` (the ids of equal pieces, ascending), in the order of `Subsets`."""

    __slots__ = ("_places", "_shape")

    def __init__(self, shape: Subsets, places: list[int]):
        self._shape, self._places = shape, places

    def count(self) -> int:
        return self._shape.count()

    def nth(self, index: int) -> int:
        return self._real(self._shape.nth(index))

    def __iter__(self) -> Iterator[int]:
        return map(self._real, self._shape)

    def _real(self, numbered: int) -> int:
        mask = 0
        places = self._places
        while numbered:
            low = numbered & -numbered
            mask |= 1 << places[low.bit_length() - 1]
            numbered ^= low
        return mask

    def _numbered(self, mask: int) -> int | None:
        numbered = 0
        for at, piece in enumerate(self._places):
            if mask >> piece & 1:
                numbered |= 1 << at
                mask ^= 1 << piece
        return None if mask else numbered

    def contains(self, mask: int) -> bool:
        numbered = self._numbered(mask)
        return numbered is not None and self._shape.contains(numbered)

    def extends(self, mask: int) -> bool:
        """Is this, or more than this, one of the selections?"""
        numbered = self._numbered(mask)
        return numbered is not None and self._shape.extends(numbered)


def selections(classes: Sequence[Sequence[int]], low: int, high: int | None, trackers: Any, formula: Any) -> Selections:
    """As `Subsets(classes, low, high, trackers, formula)`, for trackers that do not look at single pieces."""
    sizes = tuple([len(c) for c in classes])
    key = (sizes, low, high, trackers, formula)
    shape = _shapes.get(key)
    if shape is None:
        numbered, at = [], 0
        for size in sizes:
            numbered.append(tuple(range(at, at + size)))
            at += size
        if len(_shapes) >= _KEPT:
            _shapes.clear()
        shape = _shapes[key] = Subsets(numbered, low, high, trackers, formula)
    return Selections(shape, [p for c in classes for p in c])

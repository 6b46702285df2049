"""Sub-multisets of a pool as a domain: counted, the n-th taken, walked and tested without listing them.

In: the pool as classes of equal pieces (their ids, ascending), bounds on how many may be chosen, trackers and a condition over
them (`trackers`). Out: a `Subsets`, whose selections are masks of piece ids.

Equal pieces are equal: k pieces of a class are always its k lowest ids, so each way to choose appears once. **The order**,
which is part of the meaning: by how many are chosen of the first class, fewest first, then of the second class, and so on.

How it is fast: classes of which the condition admits none are left out; a small rest is listed at once; a large one is counted
from the last class back, per class and value of the sums that matter, sums that have passed every constant counting as one.
Only a condition with an `Opaque` test must be listed in full.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from fuero.engine.trackers import (
    AllOf,
    AnyOf,
    EachButOne,
    Formula,
    Lowered,
    Node,
    Opaque,
    Size,
    Total,
    Tracker,
    holds,
    lower,
)

__all__ = ["AllOf", "AnyOf", "EachButOne", "Formula", "Opaque", "Size", "Subsets", "Total", "Tracker", "subsets"]

_LISTED = 256
"""Up to so many ways to choose are listed at once."""

State = tuple[int, ...]
Test = Callable[[int], bool]


class Subsets:
    """The selections from `classes` of `low` to `high` pieces (None: any number) that fulfil `formula`."""

    __slots__ = ("_classes", "_formula", "_listed", "_lowered", "_prefixes", "_tables", "_trackers")

    def __init__(
        self,
        classes: Sequence[Sequence[int]],
        low: int,
        high: int | None,
        trackers: Sequence[Tracker] = (),
        formula: Formula = ("and",),
    ) -> None:
        sizes = [len(ids) for ids in classes]
        lowered = lower(sizes, low, high, trackers, formula)
        self._lowered = lowered
        self._classes = classes
        self._trackers = trackers
        self._formula = formula
        self._listed: list[int] | None = None
        self._tables: _Tables | None = None
        ways = 1
        prefixes = []
        for i in lowered.live:
            mask = 0
            row = [0]
            for piece in classes[i]:
                mask |= 1 << piece
                row.append(mask)
            prefixes.append(row)
            ways *= len(row)
        self._prefixes = prefixes
        if ways <= _LISTED or lowered.node is False:
            listed = _listing(prefixes, lowered)
            self._listed = [mask for mask in listed if self._really(mask)] if lowered.opaque else listed
        else:
            rows = lowered.rows or [[[0] * len(row) for row in prefixes]]
            adding = tuple([tuple([tuple(row[at]) for row in rows]) for at in range(len(prefixes))])
            self._tables = _tables_of(len(rows), adding, lowered.node)

    def count(self) -> int:
        """How many selections there are."""
        if self._listed is None and self._lowered.opaque:
            self._listed = list(self)
        if self._listed is not None:
            return len(self._listed)
        return self._walked().total

    def nth(self, index: int) -> int:
        """The selection with this index, from 0. Raises IndexError beyond the last."""
        if not 0 <= index < self.count():
            raise IndexError(f"there is no selection number {index}")
        if self._listed is not None:
            return self._listed[index]
        tables = self._walked()
        state = tables.start
        mask = 0
        for at, row in enumerate(self._prefixes):
            counts = tables.counts[at + 1]
            for k, following in enumerate(tables.moves[at][state]):
                below = counts[following]
                if index < below:
                    mask |= row[k]
                    state = following
                    break
                index -= below
        return mask

    def __iter__(self) -> Iterator[int]:
        """The selections in order, made one by one."""
        if self._listed is not None:
            return iter(self._listed)
        walk = self._walk()
        return filter(self._really, walk) if self._lowered.opaque else walk

    def contains(self, mask: int) -> bool:
        """Whether `mask` is one of the selections (and not merely equal to one: see `canonical`)."""
        if self._listed is not None:
            return mask in self._listed
        tables = self._walked()
        state = tables.start
        rest = mask
        for at, row in enumerate(self._prefixes):
            chosen = rest & row[-1]
            k = chosen.bit_count()
            if chosen != row[k]:
                return False
            rest ^= chosen
            state = tables.moves[at][state][k]
        return not rest and tables.counts[-1][state] == 1 and (not self._lowered.opaque or self._really(mask))

    def extends(self, mask: int) -> bool:
        """Whether `mask`, or `mask` and more pieces, is one of the selections; `mask` must be canonical."""
        if self._listed is not None:
            return any(found & mask == mask for found in self._listed)
        if self._lowered.opaque:
            return any(found & mask == mask for found in self)
        tables = self._walked()
        states = {tables.start}
        rest = mask
        for at, row in enumerate(self._prefixes):
            least = (rest & row[-1]).bit_count()
            rest &= ~row[-1]
            moves = tables.moves[at]
            counts = tables.counts[at + 1]
            states = {following for state in states for following in moves[state][least:] if counts[following]}
        return not rest and bool(states)

    def canonical(self, mask: int) -> int:
        """The selection that is equal to `mask`: as many of each class, but the lowest ids.

        Raises ValueError if `mask` has pieces that are not in the pool.
        """
        out = 0
        for ids in self._classes:
            k = 0
            for piece in ids:
                if mask >> piece & 1:
                    mask ^= 1 << piece
                    out |= 1 << ids[k]
                    k += 1
        if mask:
            raise ValueError("not all of these pieces are in the pool")
        return out

    def _walked(self) -> _Tables:
        assert self._tables is not None, "what is not listed has tables"
        return self._tables

    def _walk(self) -> Iterator[int]:
        tables = self._walked()
        counts, moves, prefixes = tables.counts, tables.moves, self._prefixes
        last = len(prefixes)
        stack = [(0, tables.start, 0)] if tables.total else []
        while stack:
            at, state, mask = stack.pop()
            if at == last:
                yield mask
                continue
            alive = counts[at + 1]
            row = prefixes[at]
            following = moves[at][state]
            at += 1
            for k in range(len(row) - 1, -1, -1):
                if alive[following[k]]:
                    stack.append((at, following[k], mask | row[k]))

    def _really(self, mask: int) -> bool:
        """The condition by its plain definition, for what an opaque test left open."""
        counts = [sum([mask >> piece & 1 for piece in ids]) for ids in self._classes]
        return holds(self._formula, self._trackers, counts, mask)


@lru_cache(maxsize=1 << 12)
def subsets(
    classes: tuple[tuple[int, ...], ...],
    low: int,
    high: int | None,
    trackers: tuple[Tracker, ...] = (),
    formula: Formula = ("and",),
) -> Subsets:
    """The same `Subsets` again for the same arguments (all of them tuples)."""
    return Subsets(classes, low, high, trackers, formula)


def _listing(prefixes: list[list[int]], lowered: Lowered) -> list[int]:
    """All selections that the lowered condition takes, in order."""
    node = lowered.node
    if node is False:
        return []
    if node is True:
        masks = [0]
        for row in prefixes:
            masks = [mask | more for mask in masks for more in row]
        return masks
    places: list[tuple[int, int]] = []
    if len(lowered.rows) == 1:
        adding = lowered.rows[0]
    else:
        # Several sums are followed as one number, each in bits enough for the most it can be.
        adding = [[0] * len(row) for row in prefixes]
        shift = 0
        for rows, top in zip(lowered.rows, lowered.tops, strict=True):
            for own, row in zip(adding, rows, strict=True):
                for k, more in enumerate(row):
                    own[k] += more << shift
            places.append((shift, (1 << top.bit_length()) - 1))
            shift += top.bit_length()
    pairs = [(0, 0)]
    for masks, sums in zip(prefixes, adding, strict=True):
        steps = list(zip(masks, sums, strict=True))
        pairs = [(mask | more, value + plus) for mask, value in pairs for more, plus in steps]
    # Part by part, the commonest without a call: this is the inner loop of listing moves.
    for part in node[1:] if node[0] == "and" else (node,):
        if part[0] in ("ge", "eq"):
            op, at, constant = part
            shift, bits = places[at] if places else (0, -1)
            if op == "ge":
                pairs = [pair for pair in pairs if (pair[1] >> shift) & bits >= constant]
            else:
                pairs = [pair for pair in pairs if (pair[1] >> shift) & bits == constant]
        else:
            test = _test(part, places)
            pairs = [pair for pair in pairs if test(pair[1])]
    return [mask for mask, _ in pairs]


def _test(node: Node, places: list[tuple[int, int]]) -> Test:
    """A lowered condition as a test of the sums in one number; without `places` the number is the only sum."""
    if node is True or node is False:
        return lambda value: bool(node)
    if node[0] in ("and", "or"):
        tests = [_test(part, places) for part in node[1:]]
        if len(tests) == 2:
            first, second = tests
            if node[0] == "and":
                return lambda value: first(value) and second(value)
            return lambda value: first(value) or second(value)
        if node[0] == "and":
            return lambda value: all(test(value) for test in tests)
        return lambda value: any(test(value) for test in tests)
    op, at, constant = node
    shift, bits = places[at] if places else (0, -1)
    if op == "ge":
        return lambda value: (value >> shift) & bits >= constant
    if op == "lt":
        return lambda value: (value >> shift) & bits < constant
    if op == "eq":
        return lambda value: (value >> shift) & bits == constant
    return lambda value: (value >> shift) & bits != constant


class _Tables:
    """What is left to choose from, per class and state of the sums.

    `moves[i][s][k]`: the state after k of class i; `counts[i][s]`: in how many ways the classes from i on can complete s.
    """

    __slots__ = ("counts", "moves", "start", "total")

    counts: list[dict[State, int]]
    moves: list[dict[State, list[State]]]
    start: State
    total: int


@lru_cache(maxsize=1 << 10)
def _tables_of(sums: int, adding: tuple[tuple[tuple[int, ...], ...], ...], node: Node) -> _Tables:
    """The tables for `adding[i][j][k]`: what k of class i add to sum j (there is at least one)."""
    tables = _Tables()
    caps = [0] * sums
    _raise_caps(node, caps)
    tables.start = tuple([0] * len(caps))
    tables.moves = []
    layer = [tables.start]
    for of_class in adding:
        moves: dict[State, list[State]] = {}
        if len(caps) == 1:
            (cap,) = caps
            (plus,) = of_class
            for state in layer:
                (value,) = state
                moves[state] = [(value + more if value + more < cap else cap,) for more in plus]
        else:
            steps = list(zip(*of_class, strict=True))
            for state in layer:
                moves[state] = [
                    tuple([v + m if v + m < cap else cap for v, m, cap in zip(state, step, caps, strict=True)]) for step in steps
                ]
        tables.moves.append(moves)
        layer = list({following: None for row in moves.values() for following in row})
    places = []
    shift = 0
    for cap in caps:
        places.append((shift, (1 << cap.bit_length()) - 1))
        shift += cap.bit_length()
    test = _test(node, places)
    counts = {
        state: int(test(sum([value << at for value, (at, _) in zip(state, places, strict=True)]))) for state in layer
    }
    tables.counts = [counts]
    for moves in reversed(tables.moves):
        counts = {state: sum([counts[following] for following in row]) for state, row in moves.items()}
        tables.counts.append(counts)
    tables.counts.reverse()
    tables.total = counts[tables.start]
    return tables


def _raise_caps(node: Node, caps: list[int]) -> None:
    """From the cap of a sum on, all its values answer every question alike."""
    if node is True or node is False:
        return
    if node[0] in ("and", "or"):
        for part in node[1:]:
            _raise_caps(part, caps)
        return
    op, at, constant = node
    caps[at] = max(caps[at], constant if op in ("ge", "lt") else constant + 1)

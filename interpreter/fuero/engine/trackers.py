"""What is followed while pieces are chosen, and conditions over it, brought into one plain form.

In: the sizes of the classes of equal pieces, trackers, a condition (a nested tuple over the trackers). Out: a `Lowered`
condition: the classes that can appear at all, and for every tracker that still matters a *sum*, to which each class
contributes by how many of it are chosen (never less than 0), and a condition over these sums that only asks "at least c"
and "exactly c", or their opposites.

A condition is one of::

    ("and", f, g, …)   ("or", f, g, …)   ("not", f)         an empty "and" holds, an empty "or" does not
    ("cmp", i, op, c)  with op one of = != < <= > >=        tracker i is a Total or a Size
    ("true", i)                                             tracker i is an AllOf, AnyOf, EachButOne or Opaque

`holds` is the plain definition of what a condition means.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

Formula = tuple[Any, ...]


# `kind` keeps trackers of different kinds unequal: they are part of keys of caches.
class Total(NamedTuple):
    """The sum of the weights of the chosen pieces, one weight a class; never more than `cap` if that is given."""

    weights: tuple[int, ...]
    cap: int | None = None
    kind: str = "total"


class Size(NamedTuple):
    """How many pieces are chosen; never more than `cap` if that is given."""

    cap: int | None = None
    kind: str = "size"


class AllOf(NamedTuple):
    """Whether every chosen piece is of a class that is `ok`; so it is if none is chosen."""

    ok: tuple[bool, ...]
    kind: str = "all of"


class AnyOf(NamedTuple):
    """Whether some chosen piece is of a class that is `ok`."""

    ok: tuple[bool, ...]
    kind: str = "any of"


class EachButOne(NamedTuple):
    """Whether a piece of class `x_class` is chosen and all the other chosen pieces, one of that class left out, are `ok`."""

    x_class: int
    ok: tuple[bool, ...]
    kind: str = "each but one"


class Opaque(NamedTuple):
    """Whether a test of the whole selection (a mask of piece ids) holds: for what nothing else can say; all must be listed."""

    predicate: Callable[[int], bool]
    kind: str = "opaque"


Tracker = Total | Size | AllOf | AnyOf | EachButOne | Opaque

Node = tuple[Any, ...] | bool
"""A lowered condition: yes, no, ("and" | "or", node, …) or ("ge" | "lt" | "eq" | "ne", sum, constant)."""


COMPARE = {"=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
"""The signs of comparison."""


class Lowered(NamedTuple):
    """A condition over sums.

    `live` are the classes that can appear; `rows[j][i][k]` is what k pieces of the i-th of them add to sum j, `tops[j]`
    the most that sum j can be. With `opaque` the condition lets too much through: what it takes must still be tested.
    """

    live: tuple[int, ...]
    rows: list[list[list[int]]]
    tops: list[int]
    node: Node
    opaque: bool


def holds(formula: Formula, trackers: Sequence[Tracker], counts: Sequence[int], mask: int) -> bool:
    """Whether a selection of `counts[i]` pieces of class i, as the mask of ids `mask`, fulfils `formula`."""
    kind = formula[0]
    if kind == "and":
        return all(holds(part, trackers, counts, mask) for part in formula[1:])
    if kind == "or":
        return any(holds(part, trackers, counts, mask) for part in formula[1:])
    if kind == "not":
        return not holds(formula[1], trackers, counts, mask)
    tracker = trackers[formula[1]]
    if kind == "cmp":
        value = _value(tracker, counts)
        compare: Callable[[int, int], bool] = COMPARE[formula[2]]
        return compare(value, formula[3])
    match tracker:
        case AllOf(ok=ok):
            return all(ok[i] for i, k in enumerate(counts) if k)
        case AnyOf(ok=ok):
            return any(ok[i] for i, k in enumerate(counts) if k)
        case EachButOne(x_class=x, ok=ok):
            return counts[x] > 0 and all(ok[i] for i, k in enumerate(counts) if k - (i == x) > 0)
        case Opaque(predicate=predicate):
            return bool(predicate(mask))
    raise ValueError(f"a {tracker.kind} is neither true nor false")


def _value(tracker: Tracker, counts: Sequence[int]) -> int:
    if isinstance(tracker, Total):
        value = sum(weight * k for weight, k in zip(tracker.weights, counts, strict=True))
    elif isinstance(tracker, Size):
        value = sum(counts)
    else:
        raise ValueError(f"what `{tracker.kind}` says cannot be compared with a number")
    return value if tracker.cap is None else min(value, tracker.cap)


def _barred(formula: Formula, trackers: Sequence[Tracker], positive: bool) -> int:
    """The classes (bit i for class i) of which nothing may be chosen if `formula` is to hold (or not to hold)."""
    kind = formula[0]
    if kind == "true":
        tracker = trackers[formula[1]]
        if isinstance(tracker, AllOf if positive else AnyOf):
            barred = 0
            for i, ok in enumerate(tracker.ok):
                if ok is not positive:
                    barred |= 1 << i
            return barred
        if positive and isinstance(tracker, EachButOne):
            return sum([1 << i for i, ok in enumerate(tracker.ok) if not ok and i != tracker.x_class])
        return 0
    if kind == "cmp":
        return 0
    if kind == "not":
        return _barred(formula[1], trackers, not positive)
    if (kind == "and") is positive:
        barred = 0
        for part in formula[1:]:
            barred |= _barred(part, trackers, positive)
        return barred
    barred = -1
    for part in formula[1:]:
        barred &= _barred(part, trackers, positive)
        if not barred:
            break
    return barred


_OPPOSITE = {"ge": "lt", "lt": "ge", "eq": "ne", "ne": "eq"}


class _Lowering:
    __slots__ = ("live", "opaque", "rows", "sizes", "starts", "sums", "tops", "trackers")

    def __init__(self, sizes: Sequence[int], live: tuple[int, ...], trackers: Sequence[Tracker]) -> None:
        self.sizes = sizes
        self.live = live
        self.trackers = trackers
        self.rows: list[list[list[int]]] = []
        self.tops: list[int] = []
        self.starts: list[int] = []
        self.sums: dict[int, int] = {}
        self.opaque = False

    def node(self, formula: Formula, positive: bool) -> Node:
        kind = formula[0]
        if kind == "cmp":
            return self._comparison(formula, positive)
        if kind == "true":
            return self._truth(formula[1], positive)
        if kind == "not":
            return self.node(formula[1], not positive)
        if kind not in ("and", "or"):
            raise ValueError(f"`{kind}` is no condition")
        both = (kind == "and") is positive
        parts = []
        for part in formula[1:]:
            node = self.node(part, positive)
            if node is both:
                continue
            if node is not True and node is not False:
                parts.append(node)
                continue
            return node
        if len(parts) > 1:
            return ("and" if both else "or", *parts)
        return parts[0] if parts else both

    def size(self) -> int:
        """The sum that counts what is chosen."""
        at = self.sums.get(-1)
        return at if at is not None else self._sum(-1, [list(range(self.sizes[i] + 1)) for i in self.live], 0)

    def _sum(self, tracker: int, rows: list[list[int]], start: int) -> int:
        self.sums[tracker] = len(self.rows)
        self.rows.append(rows)
        top = 0
        for row in rows:
            top += row[-1] if row[-1] > row[0] else row[0]
        self.tops.append(top)
        self.starts.append(start)
        return len(self.rows) - 1

    def _comparison(self, formula: Formula, positive: bool) -> Node:
        _, index, sign, constant = formula
        tracker = self.trackers[index]
        if sign == ">=":
            op = "ge"
        elif sign == "=":
            op = "eq"
        elif sign == "<":
            op = "lt"
        elif sign == "!=":
            op = "ne"
        elif sign in (">", "<="):
            op = "ge" if sign == ">" else "lt"
            constant += 1
        else:
            raise ValueError(f"`{sign}` compares nothing")
        if not positive:
            op = _OPPOSITE[op]
        if not isinstance(tracker, (Total, Size)):
            raise ValueError(f"what `{tracker.kind}` says cannot be compared with a number")
        if tracker.cap is not None and constant >= tracker.cap:
            if constant > tracker.cap:
                return op in ("lt", "ne")
            op = {"eq": "ge", "ne": "lt"}.get(op, op)
        at = self.sums.get(index)
        if at is None:
            at = self._weighed(index, tracker) if isinstance(tracker, Total) else self.size()
            self.sums[index] = at
        return self._leaf(at, op, constant + self.starts[at])

    def _weighed(self, index: int, tracker: Total) -> int:
        weights = tracker.weights
        rows = []
        start = 0
        for i in self.live:
            size = self.sizes[i]
            weight = weights[i]
            if weight < 0:  # counted from the other end, so that no sum ever falls
                start -= weight * size
                rows.append([weight * (k - size) for k in range(size + 1)])
            elif size == 1:
                rows.append([0, weight])
            else:
                rows.append([weight * k for k in range(size + 1)])
        return self._sum(index, rows, start)

    def _truth(self, index: int, positive: bool) -> Node:
        tracker = self.trackers[index]
        if isinstance(tracker, Opaque):
            self.opaque = True
            return True
        at = self.sums.get(index)
        if isinstance(tracker, (AllOf, AnyOf)):
            told = isinstance(tracker, AnyOf)  # what is counted are the ok pieces of an AnyOf, the others of an AllOf
            if at is None:
                if told not in [tracker.ok[i] for i in self.live]:
                    return told is not positive
                rows = [list(range(self.sizes[i] + 1)) if tracker.ok[i] is told else [0] * (self.sizes[i] + 1) for i in self.live]
                at = self._sum(index, rows, 0)
            return self._leaf(at, "ge" if told is positive else "lt", 1)
        if not isinstance(tracker, EachButOne):
            raise ValueError(f"a {tracker.kind} is neither true nor false")
        x = tracker.x_class
        if x not in self.live:
            return not positive
        if at is None:
            # 1 is: one of class x and nothing wrong; what is wrong adds 2 a piece.
            rows = []
            for i in self.live:
                wrong = 0 if tracker.ok[i] else 2
                own = 1 if i == x else 0
                rows.append([0] + [own + wrong * (k - own) for k in range(1, self.sizes[i] + 1)])
            at = self._sum(index, rows, 0)
        return self._leaf(at, "eq" if positive else "ne", 1)

    def _leaf(self, at: int, op: str, constant: int) -> Node:
        """A leaf, unless the answer is always the same."""
        if constant > self.tops[at]:
            return op in ("lt", "ne")
        if constant <= 0 and (constant < 0 or op in ("ge", "lt")):
            return op in ("ge", "ne")
        return (op, at, constant)


def lower(sizes: Sequence[int], low: int, high: int | None, trackers: Sequence[Tracker], formula: Formula) -> Lowered:
    """`formula` and the bounds `low` .. `high` on the number of chosen pieces, as one condition over sums."""
    barred = _barred(formula, trackers, True)
    live = tuple([i for i, size in enumerate(sizes) if size and not barred >> i & 1])
    lowering = _Lowering(sizes, live, trackers)
    node = lowering.node(formula, True)
    total = 0
    for i in live:
        total += sizes[i]
    parts = [node]
    if low > 0 and node is not False and (low > 1 or _of_none(node, lowering.starts)):
        if low > total:
            parts.append(False)
        else:
            parts.append(("ge", lowering.size(), low))
    if high is not None and high < total:
        if high < max(low, 0):
            parts.append(False)
        else:
            parts.append(("lt", lowering.size(), high + 1))
    if len(parts) > 1:
        kept = [part for part in parts if part is not True]
        node = False if False in kept else kept[0] if len(kept) == 1 else ("and", *kept)
    return Lowered(live, lowering.rows, lowering.tops, node, lowering.opaque)


def _of_none(node: Node, starts: list[int]) -> bool:
    """Whether the condition holds where nothing is chosen."""
    if node is True or node is False:
        return node
    if node[0] == "and":
        return all(_of_none(part, starts) for part in node[1:])
    if node[0] == "or":
        return any(_of_none(part, starts) for part in node[1:])
    op, at, constant = node
    value = starts[at]
    if op in ("ge", "lt"):
        return (value >= constant) is (op == "ge")
    return (value == constant) is (op == "eq")

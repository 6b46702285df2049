"""Sub-multisets: the known numbers of large pools, and every answer against listing them all."""

from __future__ import annotations

from itertools import islice, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fuero.engine.payments import AllOf, AnyOf, EachButOne, Formula, Opaque, Size, Subsets, Total, Tracker, subsets
from fuero.engine.trackers import holds

HAND = tuple(tuple(range(3 * i, 3 * i + 3)) for i in range(9))
"""27 cards: three of each value from 1 to 9."""
WORTH = Total(tuple(range(1, 10)))
MIXED = tuple((i,) for i in range(20))
"""20 different cards: values 1 to 5 in four colours."""
MIXED_WORTH = Total(tuple(i % 5 + 1 for i in range(20)))


def at_least(i: int, n: int) -> Formula:
    return ("cmp", i, ">=", n)


def listed(classes: Any, low: int, high: int | None, trackers: Any, formula: Formula) -> list[int]:
    """All selections by the plain definition, in the documented order."""
    out = []
    for counts in product(*(range(len(ids) + 1) for ids in classes)):
        mask = sum(1 << piece for ids, k in zip(classes, counts, strict=True) for piece in ids[:k])
        if low <= sum(counts) and (high is None or sum(counts) <= high) and holds(formula, trackers, counts, mask):
            out.append(mask)
    return out


def test_known_numbers_of_a_large_hand() -> None:
    assert Subsets([(i,) for i in range(27)], 0, None).count() == 2**27
    assert Subsets(HAND, 0, None).count() == 262_144
    enough = Subsets(HAND, 1, None, (WORTH,), at_least(0, 13))
    assert enough.count() == 261_958
    assert Subsets(HAND, 1, None, (WORTH,), ("cmp", 0, "=", 13)).count() == 57
    spare = 0
    for least in range(1, 10):  # the least card is just needed: without it the rest is too little
        trackers = (WORTH, AllOf(tuple(v >= least for v in range(1, 10))), AnyOf(tuple(v == least for v in range(1, 10))))
        formula = ("and", at_least(0, 13), ("cmp", 0, "<", 13 + least), ("true", 1), ("true", 2))
        spare += Subsets(HAND, 1, None, trackers, formula).count()
    assert spare == 104
    assert Subsets(MIXED, 1, None, (MIXED_WORTH,), at_least(0, 8)).count() == 1_047_876
    assert Subsets(MIXED, 1, None, (MIXED_WORTH,), ("cmp", 0, "=", 8)).count() == 541
    assert enough.nth(261_957) == (1 << 27) - 1
    assert enough.contains(enough.nth(130_000))
    assert len(list(islice(enough, 100))) == 100
    assert enough._listed is None, "nothing is listed"
    assert sum(len(layer) for layer in enough._walked().counts) < 500, "few sums are told apart, whatever the hand"


def test_a_hand_of_the_same_shape_is_worked_out_once() -> None:
    other = tuple(tuple(piece + 100 for piece in ids) for ids in HAND)
    a = Subsets(HAND, 1, None, (WORTH,), at_least(0, 13))
    b = Subsets(other, 1, None, (WORTH,), at_least(0, 13))
    assert [mask << 100 for mask in islice(a, 50)] == list(islice(b, 50))
    args = (HAND, 1, None, (WORTH,), at_least(0, 13))
    assert subsets(*args) is subsets(*args)


def test_trackers_of_different_kinds_are_different_keys() -> None:
    classes = ((0,), (1,))
    every, some = AllOf((True, False)), AnyOf((True, False))
    assert subsets(classes, 0, None, (every,), ("true", 0)).count() == 2
    assert subsets(classes, 0, None, (some,), ("true", 0)).count() == 2
    assert list(subsets(classes, 0, None, (every,), ("true", 0))) == [0, 1]
    assert list(subsets(classes, 0, None, (some,), ("true", 0))) == [1, 3]


def test_equal_pieces_are_chosen_lowest_first_and_fewest_first() -> None:
    pool = Subsets([(4, 6), (5,)], 0, None)
    assert list(pool) == [0, 1 << 5, 1 << 4, 1 << 4 | 1 << 5, 1 << 4 | 1 << 6, 1 << 4 | 1 << 5 | 1 << 6]
    assert pool.contains(1 << 4)
    assert not pool.contains(1 << 6)
    assert pool.canonical(1 << 6 | 1 << 5) == 1 << 4 | 1 << 5
    with pytest.raises(ValueError):
        pool.canonical(1 << 7)


def test_one_wild_piece_and_the_rest_in_kind() -> None:
    # Classes: two reds, one blue, two wilds: all red, or one wild and besides it only red and blue.
    classes = [(0, 1), (2,), (3, 4)]
    trackers = (AllOf((True, False, False)), EachButOne(2, (True, True, False)))
    formula = ("or", ("true", 0), ("true", 1))
    got = Subsets(classes, 1, None, trackers, formula)
    assert list(got) == listed(classes, 1, None, trackers, formula)
    assert got.contains(0b01011) and got.contains(0b01100)
    assert not got.contains(0b11001), "a second wild is not in kind"
    assert not got.contains(0b00101)


def test_bounds() -> None:
    classes = [(0, 1), (2, 3, 4)]
    assert Subsets(classes, 1, None).count() == 11
    assert Subsets(classes, 0, 2).count() == 6
    assert Subsets(classes, 2, 2).count() == 3
    assert Subsets(classes, 6, None).count() == 0
    assert Subsets(classes, 3, 2).count() == 0
    assert list(Subsets([], 0, None)) == [0]
    assert list(Subsets([], 1, None)) == []
    assert list(Subsets([()], 0, 0)) == [0]


def test_an_index_beyond_the_last_is_refused() -> None:
    for pool in (Subsets([(0,)], 0, None), Subsets(HAND, 0, None)):
        for index in (-1, pool.count()):
            with pytest.raises(IndexError):
                pool.nth(index)


def test_an_opaque_test_is_asked_of_whole_selections() -> None:
    odd = Opaque(lambda mask: mask % 3 == 1)
    for classes in ([(0,), (1,), (2,)], [(i,) for i in range(9)]):
        for formula in (("true", 0), ("not", ("true", 0)), ("and", ("true", 0), ("cmp", 1, "<=", 3))):
            trackers = (odd, Size())
            got = Subsets(classes, 1, None, trackers, formula)
            want = listed(classes, 1, None, trackers, formula)
            assert list(got) == want
            assert got.count() == len(want)
            assert [mask for mask in range(1 << len(classes)) if got.contains(mask)] == sorted(want)


@pytest.mark.parametrize(
    ("trackers", "formula"),
    [((AllOf((True,)),), ("cmp", 0, "=", 1)), ((Size(),), ("true", 0)), ((Size(),), ("cmp", 0, "~", 1)), ((), ("nor",))],
)
def test_a_senseless_condition_is_refused(trackers: tuple[Tracker, ...], formula: Formula) -> None:
    with pytest.raises(ValueError):
        Subsets([(0,)], 0, None, trackers, formula)


SIGNS = st.sampled_from(["=", "!=", "<", "<=", ">", ">="])


@st.composite
def questions(draw: Any, most: int) -> tuple[Any, ...]:
    sizes = draw(st.lists(st.integers(0, most), max_size=5))
    ids = iter(draw(st.permutations(range(sum(sizes)))))
    classes = [tuple(sorted(next(ids) for _ in range(n))) for n in sizes]
    n = len(sizes)
    oks = st.tuples(*[st.booleans()] * n)
    weights = st.tuples(*[st.integers(draw(st.sampled_from([0, 0, -3])), 6)] * n)
    caps = st.sampled_from([None, None, 4, 9])
    kinds: list[Any] = [
        st.tuples(weights, caps).map(lambda made: Total(*made)),
        caps.map(lambda cap: Size(cap)),
        oks.map(lambda ok: AllOf(ok)),
        oks.map(lambda ok: AnyOf(ok)),
    ]
    if n:
        kinds.append(st.tuples(st.integers(0, n - 1), oks).map(lambda made: EachButOne(*made)))
    trackers = draw(st.lists(st.one_of(kinds), min_size=1, max_size=4))
    numbers = [i for i, t in enumerate(trackers) if isinstance(t, (Total, Size))]
    truths = [i for i in range(len(trackers)) if i not in numbers]
    leaves: list[Any] = []
    if numbers:
        leaves.append(st.tuples(st.just("cmp"), st.sampled_from(numbers), SIGNS, st.integers(-4, 16)))
    if truths:
        leaves.append(st.tuples(st.just("true"), st.sampled_from(truths)))
    formula = draw(
        st.recursive(
            st.one_of(leaves),
            lambda inner: st.one_of(
                st.tuples(st.just("not"), inner),
                st.lists(inner, max_size=3).map(lambda parts: ("and", *parts)),
                st.lists(inner, max_size=3).map(lambda parts: ("or", *parts)),
            ),
            max_leaves=5,
        )
    )
    low = draw(st.sampled_from([0, 1, 1, 2, 3]))
    high = draw(st.sampled_from([None, None, 0, 1, 3, 5]))
    return classes, low, high, tuple(trackers), formula


@settings(max_examples=400, deadline=None)
@given(questions(3), st.sampled_from([0, 256]))
def test_every_answer_is_that_of_the_list(question: tuple[Any, ...], small: int) -> None:
    """Both ways of working are asked: with `small` 0 even the smallest pool goes through the tables."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("fuero.engine.payments._LISTED", small)
        got = Subsets(*question)
    want = listed(*question)
    assert list(got) == want
    assert got.count() == len(want)
    assert [got.nth(i) for i in range(len(want))] == want
    ids = sorted(piece for pieces in question[0] for piece in pieces)
    for mask in {0, *(m ^ 1 << i for m in want[:8] for i in [*ids, 40]), *want[:8]}:
        assert got.contains(mask) == (mask in want)

"""Places, prizes and tie rules: worked examples of printed rulebooks, and laws on random counts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fuero.engine.ranks import PERMITTED, competition_ranks, parse_ties, payouts

DOWN = parse_ties(("share rounded down",))
SLIDE = parse_ties(("slide",))


def points(counts: list[int], prizes: list[int], *ties: str, minimum: int = 1, places: int | None = None) -> list[int]:
    return [p.points for p in payouts(counts, minimum, prizes, parse_ties(ties), places)]


@pytest.mark.parametrize(
    ("ties", "expected"),
    [
        (("share rounded down",), [17, 17, 6]),
        (("share rounded up",), [17, 17, 6]),
        (("slide",), [13, 13, 6]),
        (("full",), [21, 21, 6]),
        (("full", "next moves up"), [21, 21, 13]),
        (("nobody",), [0, 0, 6]),
        (("first nobody", "others share rounded down"), [0, 0, 6]),
        (("first full", "next moves up", "others nobody"), [21, 21, 13]),
    ],
)
def test_the_printed_table(ties: tuple[str, ...], expected: list[int]) -> None:
    assert points([4, 4, 1], [21, 13, 6], *ties) == expected


@pytest.mark.parametrize(
    ("counts", "prizes", "expected"),
    [
        ([4, 4, 4, 1], [21, 13, 6], [13, 13, 13, 0]),
        ([3, 2, 2, 0], [12, 5], [12, 2, 2, 0]),
        ([1, 1, 0], [1], [0, 0, 0]),
        ([2, 2, 2], [8, 1], [3, 3, 3]),
        ([3, 2, 2, 2, 2], [19, 11, 4], [19, 3, 3, 3, 3]),
        ([2, 0, 0], [16, 8, 1], [16, 0, 0]),
        ([0, 0, 0], [16, 8, 1], [0, 0, 0]),
        ([5, 1], [4], [4, 0]),
        ([3, 2, 1], [13, 6], [13, 6, 0]),
        ([4, 4, 2], [13, 6], [9, 9, 0]),
        ([3, 2, 1], [16, 8, 1], [16, 8, 1]),
        ([1, 1], [6], [3, 3]),
        ([3, 2, 2], [12, 5], [12, 2, 2]),
        ([4, 4, 1], [21, 13, 6], [17, 17, 6]),
        ([2, 3], [6], [0, 6]),
    ],
)
def test_shared_prizes_rounded_down(counts: list[int], prizes: list[int], expected: list[int]) -> None:
    assert points(counts, prizes, "share rounded down") == expected


@pytest.mark.parametrize(
    ("counts", "prizes", "places", "expected"),
    [
        ([4, 4, 4, 3], [5, 3, 1], None, [3, 3, 3, 1]),
        ([4, 3, 2, 2], [6, 4, 2], None, [6, 4, 0, 0]),
        ([5, 5, 3, 1], [6, 4, 2], None, [4, 4, 2, 0]),
        ([5, 3, 3, 1], [6, 4, 2], None, [6, 2, 2, 0]),
        ([4, 4, 2], [5, 3, 1], 3, [3, 3, 1]),
        ([4, 4, 2], [5, 3, 1], 2, [3, 3, 0]),
        ([4, 4], [5, 3, 1], 1, [0, 0]),
        ([2, 1, 1], [8, 4, 0], None, [8, 0, 0]),
        ([3, 0, 0], [4, 2, 1], None, [4, 0, 0]),
    ],
)
def test_who_ties_slides_one_place(counts: list[int], prizes: list[int], places: int | None, expected: list[int]) -> None:
    assert points(counts, prizes, "slide", places=places) == expected


def test_places_and_companions_are_told() -> None:
    assert payouts([4, 1, 4, 0], 1, [21, 13, 6], DOWN) == [(17, 1, (2,)), (6, 3, ()), (17, 1, (0,)), (0, 0, ())]
    assert [p.place for p in payouts([4, 4, 4, 3], 1, [5, 3, 1], SLIDE)] == [1, 1, 1, 3]
    assert [p.place for p in payouts([4, 4, 3], 1, [5, 3, 1], parse_ties(("full", "next moves up")))] == [1, 1, 2]


def test_a_tie_for_the_first_place_may_be_treated_apart() -> None:
    ties = ("first nobody", "others share rounded up")
    assert points([5, 5, 2, 2], [9, 6, 4, 1], *ties) == [0, 0, 3, 3]
    assert points([5, 3, 3, 2], [9, 6, 4, 1], *ties) == [9, 5, 5, 1]


def test_rounding_and_minimum() -> None:
    assert points([2, 2], [3, 2], "share rounded up") == [3, 3]
    assert points([2, 2], [3, 2], "share rounded down") == [2, 2]
    assert points([3, 1, 0], [5, 3, 1], "slide", minimum=2) == [5, 0, 0]
    assert points([0, 0, 0], [5, 3, 1], "slide", minimum=0) == [3, 3, 3]


@pytest.mark.parametrize("said", [(), ("share",), ("slid",), ("full", "nobody"), ("first slide",), ("first x", "others full")])
def test_an_unknown_rule_is_answered_with_the_list(said: tuple[str, ...]) -> None:
    with pytest.raises(ValueError) as caught:
        parse_ties(said)
    assert all(phrase in str(caught.value) for phrase in PERMITTED)


def test_ranks() -> None:
    assert competition_ranks([7, 3, 7]) == (1, 3, 1)
    assert competition_ranks([]) == ()


RULES = [parse_ties(tuple(text.split(", "))) for text in PERMITTED[:-1]]


@given(st.lists(st.integers(0, 6), max_size=7), st.lists(st.integers(0, 30), max_size=4), st.sampled_from(RULES), st.randoms())
def test_points_move_with_the_participants(counts, prizes, ties, random) -> None:  # type: ignore[no-untyped-def]
    seats = list(range(len(counts)))
    random.shuffle(seats)
    before = payouts(counts, 1, prizes, ties)
    after = payouts([counts[s] for s in seats], 1, prizes, ties)
    assert [(p.points, p.place) for p in after] == [(before[s].points, before[s].place) for s in seats]
    assert all((p.place == 0) == (count < 1) for p, count in zip(before, counts, strict=True))


@given(st.lists(st.integers(0, 6), max_size=7), st.lists(st.integers(0, 30), max_size=4))
def test_sharing_never_pays_more_than_there_is(counts: list[int], prizes: list[int]) -> None:
    assert sum(p.points for p in payouts(counts, 1, prizes, DOWN)) <= sum(prizes)

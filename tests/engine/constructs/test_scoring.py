"""Majorities, bonuses and points (`rulesets/scoring.fuero`)."""

from __future__ import annotations

import pytest
from tabletop import play, start

from fuero.engine.state import State


def laid(hill: list[int], lake: list[int] | None = None, players: int = 3) -> State:
    state = start("scoring", players)
    parties = list("ABCD"[:players]) + (["ghost"] if players == 2 else [])
    for spot, counts in (("hill", hill), ("lake", lake or [])):
        for p, n in zip(parties, counts, strict=False):
            state.apply(f"put p {p}, s {spot}, n {n}")
    return state


def points(state: State, which: int) -> list[int]:
    before = list(state.scores.values())
    state.apply(f"score-it which {which}")
    return [now - then for now, then in zip(state.scores.values(), before, strict=True)]


@pytest.mark.parametrize(
    ("which", "hill", "expected"),
    [
        (1, [4, 4, 1], [17, 17, 6]),
        (1, [4, 1, 1], [21, 9, 9]),
        (1, [4, 0, 0], [21, 0, 0]),
        (2, [4, 4, 1], [13, 13, 6]),
        (2, [3, 3, 3], [13, 13, 13]),
        (3, [4, 4, 1], [21, 21, 6]),
        (4, [4, 4, 1], [21, 21, 13]),
        (5, [4, 4, 1], [0, 0, 6]),
        (6, [4, 4, 1], [0, 0, 6]),
        (6, [5, 4, 4], [21, 9, 9]),
        (8, [4, 2, 1], [10, 0, 0]),
        (8, [4, 4, 1], [1, 1, 0]),
        (8, [1, 1, 1], [0, 0, 0]),
        (9, [4, 3, 2], [21, 13, 0]),
        (9, [4, 4, 2], [13, 13, 0]),
        (15, [0, 0, 0], [15, 0, 0]),
    ],
)
def test_places_and_ties(which: int, hill: list[int], expected: list[int]) -> None:
    assert points(laid(hill), which) == expected


def test_shares_rounded_up() -> None:
    assert points(laid([], [2, 2, 1]), 7) == [10, 10, 0]  # 19 for two


def test_fewer_places_by_the_number_of_players() -> None:
    assert points(laid([4, 3], players=2), 9) == [21, 0, 0]


def test_the_neutral_party_takes_a_place_and_its_points_but_does_not_win() -> None:
    state = laid([2, 1, 4], players=2)
    assert points(state, 1) == [13, 6, 21]
    lines = {x.party: (x.points, x.place, x.of) for x in state.score_lines}
    assert lines == {"ghost": (21, 1, "1"), "A": (13, 2, "1"), "B": (6, 3, "1")}
    play(state, "done")
    assert state.scores["ghost"] > state.scores["A"] and state.ranking == [[0], [1]] and state.shares[0] == 1


def test_only_those_it_names_take_part() -> None:
    state = laid([2, 4, 1])
    assert points(state, 3) == [13, 21, 6]
    assert points(laid([2, 3, 1], [1, 2, 3]), 2) == [13, 21, 6]


def test_ties_and_places_are_on_the_lines() -> None:
    state = laid([4, 4, 1])
    points(state, 2)
    assert [(x.party, x.place, x.tied, x.ties, x.rule, x.of) for x in state.score_lines] == [
        ("A", 1, ("B",), "slide", "slid", "hill"),
        ("B", 1, ("A",), "slide", "slid", "hill"),
        ("C", 3, (), "", "slid", "hill"),
    ]


def test_half_counts() -> None:
    state = start("scoring", 3)
    play(state, "half-up p A", "half-up p A", "half-up p A", "half-up p B", "half-up p B", "half-up p C")
    assert points(state, 10) == [8, 4, 0]  # 1½, 1, ½: the last is below the minimum


def test_for_each_of_some() -> None:
    state = laid([3, 2, 1], [1, 2, 3])
    assert points(state, 11) == [9 + 2, 5 + 4, 1 + 8]
    assert [x.of for x in state.score_lines] == ["2, hill"] * 3 + ["2, lake"] * 3


def test_points_in_every_round_and_in_one_only() -> None:
    state = laid([3, 0, 1])
    assert points(state, 12) == [1, 0, 1]
    assert points(state, 13) == [12, 10, 12]
    assert [x.rule for x in state.score_lines] == ["base", "base"] * 2 + ["last"] * 3


def test_points_by_hand() -> None:
    assert points(laid([]), 14) == [100, 0, 0]


def test_the_end_performs_its_scorings_and_standing_foresees_them() -> None:
    state = laid([1, 0, 0], [1, 2, 0])
    assert state.standing() == {0: 1 + 12, 1: 0, 2: 0}  # B, the next player, takes no part in the lake
    assert state.scores == {"A": 0, "B": 0, "C": 0}
    play(state, "done")
    assert state.scores == {"A": 13, "B": 0, "C": 0}


def test_this_stage_is_the_argument_with_which_it_runs() -> None:
    state = laid([3, 2, 1])
    assert points(state, 16) == [9, 5 + 2, 1]
    assert state.score_lines[-1].label == "this stage 2"
    assert points(state, 17) == [21, 13 + 1, 6]


def test_a_bonus_may_hang_on_who_gets_it_and_go_to_everybody_with_a_place() -> None:
    # A, the active player, has most alone: 5 and what A has in the lake. Alms: whoever has a place, and one or two in the lake.
    assert points(laid([3, 2, 0], [3, 2, 1]), 18) == [21 + 5 + 3, 13 + 2, 0]
    assert points(laid([1, 2, 1], [1, 1, 0]), 18) == [6 + 1, 21 + 1, 6]

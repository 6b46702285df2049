"""Scoring: ties, nothing is no majority, seats do not matter (C07, C08, C43)."""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations

import pytest
from tests.cases.positions import boards_afresh, laid, random_steps, scored, sit_down

from fuero.engine.state import State

TABLE = "players A, B, C\nstart from an empty table\ngiven\n"


def test_c07_a_line_names_the_place_and_the_tie() -> None:
    state = laid(TABLE + "  tally(A, tower) is 4\n  tally(B, tower) is 4\n  tally(C, tower) is 1\ndo scoring(3)")
    lines = {line.party: line for line in state.score_lines if line.of == "tower"}
    assert (lines["A"].points, lines["B"].points, lines["C"].points) == (17, 17, 6)
    assert lines["A"].place == 1 and lines["C"].place == 3
    assert "B" in lines["A"].tied and lines["A"].ties and lines["A"].cites and not lines["C"].tied


def test_c08_a_type_that_nobody_owns_has_no_line() -> None:
    state = laid(
        TABLE
        + """
  palace of A
         | 0        | 1          | 2
      0  | fountain | pav-8-open | gar-10-open
do scoring(3)
"""
    )
    assert {line.of for line in state.score_lines if line.rule == "buildings"} == {"pavilion", "garden"}
    assert {line.party for line in state.score_lines if line.rule == "buildings"} == {"A"}
    assert state.scores == {"A": 36, "B": 0, "C": 0}


@lru_cache(maxsize=4)
def finished(players: int, seed: int) -> State:
    sitting = sit_down(players, seed)
    for _ in random_steps(sitting):
        pass
    state: State = sitting.state
    assert state.outcome is not None and state.outcome.kind == "ended"
    return state


def test_c08_no_line_in_a_whole_match_is_for_having_nothing() -> None:
    state = finished(3, 11)
    majority = [line for line in state.score_lines if line.rule == "buildings"]
    assert majority and all(line.points > 0 and line.of and line.place <= 3 for line in majority)


@pytest.mark.parametrize(("players", "seed"), [(3, 11), (4, 12), (2, 13)])
def test_c43_a_final_position_under_every_order_of_seats(players: int, seed: int) -> None:
    """Points go with the palace in each scoring, whoever sits before it; so do those of the neutral party."""
    state = finished(players, seed)
    parties = list(state.scores)
    for which in (1, 2, 3):
        own = scored(boards_afresh(state), which)
        assert any(own.values())
        for order in permutations(range(players)):
            there = scored(boards_afresh(state, order), which)
            assert all(there[parties[order[p]]] == own[parties[p]] for p in range(players)), (which, order)
            assert [there[party] for party in parties[players:]] == [own[party] for party in parties[players:]]

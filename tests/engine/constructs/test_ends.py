"""How a match ends (`rulesets/ends.fuero`)."""

from __future__ import annotations

import pytest
from tabletop import asked, first_each, play, start, values

from fuero.engine.state import State


def ended(state: State) -> tuple[str, str]:
    assert state.outcome is not None and state.decision is None and state.pending == ()
    return state.outcome.kind, state.outcome.rule


@pytest.mark.parametrize(
    ("way", "moves", "trail", "rule"),
    [
        (1, ["go"], "15129", "end"),  # what is performed comes to its end first
        (2, [], "19", "setup.deal"),
        (3, [], "1349", "end"),  # not inside what `play` performs, but right after it
        (4, [], "139", "inner"),
        (5, [], "19", "end"),  # after each statement of `play` itself, also inside its steps
    ],
)
def test_when_it_ends(way: int, moves: list[str], trail: str, rule: str) -> None:
    state = play(start("ends", 2, way=way), *moves)
    assert ended(state) == ("ended", rule)
    assert values(state)["trail"] == trail
    assert state.scores == {"A": 0, "B": 5} and state.ranking == [[0], [1]] and state.shares == {0: 1, 1: 0}


def test_it_ends_in_the_middle_of_the_loop() -> None:
    state = start("ends", 2)
    for _ in range(8):
        play(state, "stay n 2")
    assert state.outcome is None
    play(state, "go")
    assert ended(state) == ("ended", "end") and values(state)["trail"] == "15" + "26" * 8 + "16" + "9"


def test_the_declared_cap_counts_decisions() -> None:
    state = start("ends", 2, way=10)
    for n in range(400):
        assert state.outcome is None and state.decisions == n
        play(state, "go")
    assert ended(state) == ("capped", "cap") and set(state.shares.values()) == {0}
    assert state.scores == {"A": 0, "B": 0}  # nothing is performed at the end of a match that was stopped


@pytest.mark.parametrize("way", [6, 7, 8, 9])
def test_a_hundred_rounds_without_a_real_decision_leave_it_stuck(way: int) -> None:
    state = first_each(start("ends", 2, way=way))
    assert ended(state) == ("stuck", "")
    assert values(state)["ticks"] == "100"
    assert state.decisions == {6: 0, 7: 100, 8: 200, 9: 200}[way]


def test_whoever_cannot_know_that_nothing_can_be_chosen_is_asked_all_the_same() -> None:
    assert start("ends", 2, way=6).pending == ()  # all see that nothing can be chosen
    state = start("ends", 2, way=7)
    assert asked(state) == [0] and [str(m) for m in state.pending[0].moves] == ["pass"]

"""If and otherwise, loops, what is said and scored, seats, finishing from deep inside, faults (`rulesets/loops.fuero`)."""

from __future__ import annotations

import pytest
from tabletop import moves, play, said, start, values, zone

from fuero.engine.faults import Fault


@pytest.mark.parametrize(
    ("before", "move", "trail"),
    [
        ([], "chain m 1", 2),
        ([], "chain m 2", 33),
        ([], "chain m 3", 4),
        (["circle"], "chain m 0", 1),
        (["circle"], "chain m 2", 3),
        ([], "circle", 23131),
        ([], "retest", 12),
        ([], "fixed", 12345),
        ([], "rounds", 6),
        ([], "in-order", 231),
        ([], "neighbours-of", 1221),
        (["turn-about"], "neighbours-of", 2331),
        (["turn-about"], "circle", 31212),
    ],
)
def test_the_trail_of_a_statement(before: list[str], move: str, trail: int) -> None:
    assert values(play(start("loops", 3), *before, move))["trail"] == str(trail)


def test_a_loop_fixes_its_set_and_tests_where_at_each_visit() -> None:
    state = play(start("loops", 3), "fixed")
    assert zone(state, "heap") == [] and len(zone(state, "left")) == 5
    assert values(play(start("loops", 3), "retest"))["marks"] == "{blue, green, red}"


def test_seats() -> None:
    shown = values(play(start("loops", 4), "neighbours-of"))
    assert shown["seen"] == "{B, C, D}" and shown["who"] == "A"
    shown = values(play(start("loops", 4), "turn-about", "turn-about", "neighbours-of"))
    assert (shown["active-player"], shown["start-player"], shown["seen"]) == ("C", "B", "{A, B, D}")


def test_two_offers_of_one_action_with_other_arguments() -> None:
    state = start("loops", 2)
    assert "chain n 0, m 0" not in moves(state) and "chain n 1, m 1" in moves(state)
    assert "chain n 0, m 0" in moves(play(state, "circle"))


def test_what_is_said_and_scored_quotes_values_in_words() -> None:
    state = play(start("loops", 3), "talk h blue, n 2")
    assert said(state) == ["B takes pebble-1, 2 of blue, at most 7, ended no"]
    assert [(x.party, x.points, x.label) for x in state.score_lines] == [
        ("B", 4, "talk of blue by 2"),
        ("B", -1, "less"),
        ("B", 2, ""),
    ]
    assert state.scores == {"A": 0, "B": 5, "C": 0}
    assert values(state)["size-now"] == "2½"


@pytest.mark.parametrize(
    ("move", "rule", "words"),
    [("too-often", "too-often", "more often"), ("too-far", "deep", "would become 12, but it goes from 0 to 9")],
)
def test_a_fault_names_its_rule_and_leaves_the_state_as_it_was(move: str, rule: str, words: str) -> None:
    state = start("loops", 3)
    before, log, offered = state.words.copy(), len(state.log_raw or ()), moves(state)
    with pytest.raises(Fault) as found:
        state.apply(move)
    assert found.value.rule == rule and words in found.value.message
    assert state.words == before and len(state.log_raw or ()) == log and moves(state) == offered


def test_finish_from_deep_inside_goes_to_the_end_at_once() -> None:
    state = play(start("loops", 3), "circle", "leave-it")
    assert state.outcome is not None and (state.outcome.kind, state.outcome.rule) == ("ended", "inner")
    assert values(state)["deep"] == "1"
    assert state.scores == {"A": 2, "B": 0, "C": 0} and state.ranking == [[1, 2], [0]]
    assert state.shares[1] * 2 == 1 and state.shares[0] == 0 and state.decision is None


def test_undo_is_the_inverse_of_apply() -> None:
    state = start("loops", 3)
    for move in ("chain m 2", "talk h red, n 3", "turn-about"):
        before = state.copy()
        state.apply(move)
        assert state != before
        state.undo()
        assert state == before and state.score_lines == before.score_lines
        state.apply(move)

"""A menu of actions, secret answers of all at once, procedures as another player (`rulesets/secret.fuero`)."""

from __future__ import annotations

from itertools import permutations

import pytest
from tabletop import asked, moves, play, start, values, zone

from fuero.engine.state import IllegalMove, State, UndoRefused

ANSWERS = ["choose h red, n 2", "choose h blue, n 0", "choose h green, n 1"]


def at_dials(players: int = 3) -> State:
    return play(start("secret", players), "skip")


def test_a_menu_asks_who_performs_and_offers_what_its_conditions_let() -> None:
    state = start("secret", 3)
    assert asked(state) == [1]
    hues = ("red", "blue", "green")
    first = [f"lay g gem-1, h {h}, n 1" for h in hues]
    best = [f"lay g gem-3, h {h}, n {n}" for h in hues for n in (1, 2, 3)]
    assert moves(state) == [*first, *best, "skip"]
    for number, move in enumerate(moves(state)):
        state.copy().apply(move)
        assert state.decision is not None and str(state.decision.nth(number)) == move


def test_what_one_offer_does_not_give_another_may() -> None:
    state = start("secret", 3)
    assert [r.path for r in state.why_not("lay g gem-1, h red, n 3")] == ["lay.small"]
    assert state.why_not("lay g gem-3, h red, n 3") == [] and state.why_not("lay g gem-2, h red, n 1")
    decision = state.decision
    assert decision is not None and decision.walk().options() == ["lay g gem-1", "lay g gem-3", "skip"]


def test_an_action_knows_what_it_was_given() -> None:
    state = play(start("secret", 3), "lay g gem-3, h blue, n 3")
    assert (
        values(state)["trail"] == "33" and zone(state, "shown") == ["gem-3"] and zone(state, "hands B", 1) == ["gem-1", "gem-2"]
    )


def test_a_menu_of_which_nothing_can_be_chosen_runs_otherwise() -> None:
    state = at_dials()
    assert values(state)["none-asked"] == "1" and [e.kind for e in state.log()].count("nothing") == 1


def test_all_are_asked_at_once_and_in_any_order_the_state_is_the_same() -> None:
    ends = []
    for order in permutations(range(3)):
        state = at_dials()
        for i, seat in enumerate(order):
            assert asked(state) == sorted(set(range(3)) - set(order[:i]))
            state.apply(ANSWERS[seat], seat)
        ends.append(state.words)
        assert values(state)["trail"] == "12"  # B, C, A: 0, 1, 2
    assert all(end == ends[0] for end in ends)


def test_nobody_sees_anothers_answer_before_it_is_revealed() -> None:
    one, other = at_dials(), at_dials()
    one.apply("choose h red, n 2", 0)
    other.apply("choose h green, n 1", 0)
    for viewer in (1, 2, None):
        assert one.view(viewer) == other.view(viewer)
        assert [str(e) for e in one.log(viewer)] == [str(e) for e in other.log(viewer)]
        if viewer is not None:
            assert moves(one, viewer) == moves(other, viewer)
    assert "2" in str(one.log(0)[-1])
    for seat in (1, 2):
        one.apply(ANSWERS[seat], seat)
    assert any(e.kind == "reveal" for e in one.log(1))


def test_an_answer_may_be_taken_back_until_the_last_has_come() -> None:
    state = at_dials()
    fresh = state.copy()
    state.apply(ANSWERS[1], 1)
    state.apply(ANSWERS[0], 0)
    state.take_back(1)
    assert asked(state) == [1, 2]
    state.take_back(0)
    assert state == fresh and len(state.log_raw or ()) == len(fresh.log_raw or ())
    for seat in range(3):
        state.apply(ANSWERS[seat], seat)
    with pytest.raises(UndoRefused):
        state.take_back(0)


def test_a_field_hangs_on_the_one_before_it() -> None:
    state = at_dials()
    assert "choose h red, n 0" not in moves(state, 0) and "choose h blue, n 0" in moves(state, 0)
    with pytest.raises(IllegalMove):
        state.apply("choose h red, n 0", 0)
    with pytest.raises(IllegalMove):
        state.apply("choose h red, n 4", 0)


def test_pieces_laid_in_secret_come_to_light_together() -> None:
    state = at_dials()
    for seat in range(3):
        state.apply(ANSWERS[seat], seat)
    state.apply("choose g gem-2", 0)
    state.apply("choose g gem-3", 1)
    assert zone(state, "laid A", 1) == {"size": 0} and zone(state, "shown") == []
    state.apply("choose g gem-1", 2)
    assert zone(state, "shown") == ["gem-1", "gem-2", "gem-3"] and zone(state, "laid A", 0) == []


def test_who_has_answered_before_is_not_asked_again() -> None:
    state = at_dials()
    for seat in range(3):
        state.apply(ANSWERS[seat], seat)
    for seat in range(3):
        state.apply("choose g gem-2", seat)
    play(state, "skip")
    assert state.decision is not None and state.decision.path == "lay-in-secret"  # all dials are set: nobody is asked for one

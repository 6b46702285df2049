"""Windows (`rulesets/windows.fuero`): when they open, whom they ask, how they close; a pass that looks like any other."""

from __future__ import annotations

import pytest
from tabletop import asked, moves, start, values, zone

from fuero.engine.state import State


def answer(state: State, **given: str) -> State:
    """Answers by seat; whoever is asked and not named passes."""
    for seat in asked(state):
        state.apply(given.get("ABCD"[seat], "pass"), seat)
    return state


def path(state: State) -> str:
    assert state.decision is not None
    return str(state.decision.path)


def test_it_opens_before_the_step_and_asks_those_it_names() -> None:
    state = start("windows", 3)
    assert path(state) == "again" and asked(state) == [1, 2]
    assert path(answer(state)) == "turn.act" and asked(state) == [0]


def test_it_opens_again_after_each_use_until_everyone_passes() -> None:
    state = start("windows", 3)
    answer(state, B="grab h red, k key", C="grab h blue, k key")
    assert (path(state), asked(state)) == ("grab", [1])  # the use has a choice of its own
    state.apply("choose x red")
    assert (path(state), asked(state)) == ("again", [1, 2]) and zone(state, "won B") == ["red"]
    assert zone(state, "won C") == [] and len(zone(state, "keys C", 2)) == 2  # the later answer was dropped
    answer(state, C="grab h blue, k key")
    state.apply("choose x blue")
    assert values(state)["trail"] == "23"
    assert path(answer(state)) == "turn.act"


def test_the_stated_order_decides_who_is_first() -> None:
    state = start("windows", 3)
    answer(state)
    state.apply("go")
    assert path(state) == "once" and asked(state) == [0, 1, 2]
    answer(state, A="take-last k key", C="take-last k key")
    assert zone(state, "won C") and not zone(state, "won A")
    assert path(state) == "round"  # the first use has closed it


def test_the_order_of_answers_is_no_matter() -> None:
    states = []
    for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0)):
        state = answer(start("windows", 3))
        state.apply("go")
        for seat in order:
            state.apply("take-last k key", seat)
        states.append(state.words)
    assert states[0] == states[1] == states[2]


def at_round() -> State:
    state = answer(start("windows", 3))
    state.apply("go")
    return answer(state)


def test_in_one_round_each_answer_is_used_in_turn() -> None:
    state = answer(at_round(), A="take-last k key", B="take-last k key", C="take-last k key")
    assert values(state)["trail"] == "123" and path(state) == "again"


def test_an_answer_that_is_no_longer_legal_is_dropped() -> None:
    state = answer(at_round(), A="spoil k key", B="spoil k key", C="take-last k key")
    assert values(state)["trail"] == "99" and zone(state, "won C") == [] and len(zone(state, "keys C", 2)) == 2
    assert path(state) == "again"


def test_whoever_could_not_use_it_is_asked_all_the_same_and_passes_like_any_other() -> None:
    state = start("windows", 3)
    for _ in range(2):
        answer(state, B="grab h red, k key")
        state.apply("choose x red")
    assert asked(state) == [1, 2] and moves(state, 1) == ["pass"] and len(moves(state, 2)) == 3
    could, could_not = state, start("windows", 3)
    answer(could)
    answer(could_not)
    told = [[str(e) for e in s.log(0)][-2:] for s in (could, could_not)]
    assert told[0] == told[1] == ["B has answered.", "C has answered."]
    assert path(could) == path(could_not) == "turn.act"


def test_what_is_offered_hangs_on_its_condition() -> None:
    state = at_round()
    assert {m.split()[0] for m in moves(state, 0)} == {"take-last", "spoil", "pass"}


def test_answers_can_be_taken_back_until_the_last() -> None:
    state = start("windows", 3)
    fresh = state.copy()
    state.apply("grab h red, k key", 1)
    assert asked(state) == [2]
    state.take_back(1)
    assert state == fresh


def test_nobody_sees_anothers_answer() -> None:
    one, other = start("windows", 3), start("windows", 3)
    one.apply("grab h red, k key", 1)
    other.apply("pass", 1)
    for viewer in (0, 2, None):
        assert one.view(viewer) == other.view(viewer)
        assert [str(e) for e in one.log(viewer)] == [str(e) for e in other.log(viewer)]
    assert moves(one, 2) == moves(other, 2)


@pytest.mark.parametrize("players", [2, 4])
def test_a_window_asks_all_others(players: int) -> None:
    assert asked(start("windows", players)) == list(range(1, players))


def test_a_window_opened_by_hand_is_handed_something() -> None:
    state = answer(at_round())
    answer(state)
    state.apply("go")
    answer(state)
    assert path(state) == "priced" and asked(state) == [1, 2]
    answer(state, C="grab h red, k key")
    state.apply("choose x red")
    assert values(state)["trail"] == "9"  # 6 and the third seat

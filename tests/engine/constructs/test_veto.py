"""Effects that others may cut in on and leave (`rulesets/veto.fuero`): what is done stays, and the next round works."""

from __future__ import annotations

import pytest
from tabletop import asked, moves, play, start, values, zone

from fuero.engine.state import State

STONES = [f"stone-{n}" for n in range(1, 7)]


def windows(state: State, answers: list[str], by: int = 1) -> list[str]:
    """Answers window after window; says which was asked each time."""
    seen = []
    for answer in answers:
        assert state.decision is not None and by in asked(state)
        seen.append(state.decision.path)
        for seat in asked(state):
            state.apply(answer if seat == by else "pass", seat)
    return seen


def at_rest(state: State) -> bool:
    return state.decision is not None and state.decision.path == "play" and asked(state) == [0]


def settled(state: State) -> None:
    """The next round of each kind works as in a fresh match: no window is open that should be closed."""
    assert at_rest(state)
    after = state.copy()
    play(after, "plain-stages")
    assert at_rest(after) and values(after)["last"] == "123"
    play(after, "visits")
    assert after.decision is not None and after.decision.path == "stops"
    left = [s for s in zone(after, "heap") if s in STONES[:3]]
    windows(after, ["pass"] * (1 + len(left)))
    assert at_rest(after) and values(after)["last"] == "".join(s[-1] for s in left) or not left
    total = len(zone(after, "heap")) + sum(len(zone(after, f"mine {p}")) for p in "AB")
    assert total == 6


@pytest.mark.parametrize("steps", [0, 1, 2, 3])
def test_a_veto_leaves_several_chosen_moves_after_some_of_them(steps: int) -> None:
    state = play(start("veto", 2), "many")
    for i in range(steps):
        assert windows(state, ["pass"]) == ["stops"]
        assert asked(state) == [0] and "pass" in moves(state)
        state.apply(f"choose g {STONES[i + 1]}")
    assert windows(state, ["stop c stop-card"]) == ["stops"]
    assert zone(state, "mine A") == STONES[1 : 1 + steps] and len(zone(state, "heap")) == 6 - steps
    assert values(state)["last"] == ("234"[:steps] or "0") and values(state)["after-it"] == "1"
    assert len(zone(state, "gone")) == 1
    settled(state)


@pytest.mark.parametrize("steps", [0, 1, 2])
def test_whoever_moves_may_stop_before_anybody_else_does(steps: int) -> None:
    state = play(start("veto", 2), "many")
    for i in range(steps):
        windows(state, ["pass"])
        state.apply(f"choose g {STONES[i]}")
    windows(state, ["pass"])
    state.apply("pass")
    assert zone(state, "mine A") == STONES[:steps]
    settled(state)


def test_after_the_last_of_several_moves_the_window_opens_once_more() -> None:
    state = play(start("veto", 2), "many")
    for i in range(3):
        windows(state, ["pass"])
        state.apply(f"choose g {STONES[i]}")
    assert windows(state, ["pass"]) == ["stops"]
    settled(state)


@pytest.mark.parametrize(("at", "last"), [(0, "0"), (1, "1"), (2, "123"), (3, "123")])
def test_steps_are_left_after_each_of_them_also_in_what_they_perform(at: int, last: str) -> None:
    state = play(start("veto", 2), "stages")
    windows(state, ["pass"] * at + ["stop c stop-card"])
    assert values(state)["last"] == last and values(state)["after-it"] == "1"
    settled(state)


def test_nobody_objects_and_all_of_it_is_done() -> None:
    state = play(start("veto", 2), "stages")
    assert windows(state, ["pass"] * 4) == ["stops"] * 4  # before it, and after first, third (inside second) and second
    assert values(state)["last"] == "123"
    settled(state)


@pytest.mark.parametrize("at", [0, 1, 2, 3])
def test_a_loop_is_left_after_each_visit(at: int) -> None:
    state = play(start("veto", 2), "visits")
    windows(state, ["pass"] * at + ["stop c stop-card"])
    assert zone(state, "mine A") == STONES[:at] and values(state)["last"] == ("123"[:at] or "0")
    settled(state)


def test_a_use_that_does_not_leave_lets_it_go_on() -> None:
    state = play(start("veto", 3), "visits")
    windows(state, ["pass", "cheer c stop-card", "pass", "pass"], by=2)
    assert zone(state, "mine A") == STONES[:3] and len(zone(state, "gone")) == 1
    assert at_rest(state)


INSIDE = ["outer-stops", "stops", "outer-stops", "stops", "outer-stops", "stops", "outer-stops", "stops", "outer-stops"]


def test_one_effect_inside_another_opens_both_windows_the_outer_first() -> None:
    state = play(start("veto", 2), "nested")
    assert windows(state, ["pass"] * 9) == INSIDE
    assert at_rest(state) and values(state)["last"] == "156472"


@pytest.mark.parametrize(("at", "last"), [(1, "172"), (3, "1572"), (5, "15672"), (7, "156472")])
def test_leaving_the_inner_one_goes_on_in_the_outer(at: int, last: str) -> None:
    state = play(start("veto", 2), "nested")
    windows(state, ["pass"] * at + ["stop c stop-card"])
    windows(state, ["pass"])  # the outer window, after step `between`
    assert values(state)["last"] == last
    settled(state)


@pytest.mark.parametrize(
    ("at", "last"), [(0, "0"), (1, "1"), (2, "15"), (3, "15"), (4, "156"), (6, "1564"), (7, "1564"), (8, "15647")]
)
def test_leaving_the_outer_one_leaves_both(at: int, last: str) -> None:
    state = play(start("veto", 2), "nested")
    windows(state, ["pass"] * at + ["stop-all c stop-card"])
    assert values(state)["last"] == last and values(state)["after-it"] == "1"
    settled(state)


def test_a_match_ended_inside_an_effect_leaves_nothing_running() -> None:
    state = start("veto", 2)
    for _ in range(8):
        play(state, "plain-stages")
    play(state, "stages")
    windows(state, ["pass"] * 4)
    assert state.outcome is not None and state.outcome.kind == "ended"
    assert all(state.words[flag] == 0 for flag, _, _ in state.machine.program.withins)


def test_undo_goes_back_through_a_veto() -> None:
    state = play(start("veto", 2), "many")
    windows(state, ["pass"])
    before = state.copy()
    state.apply("choose g stone-2")
    state.undo(0)
    assert state == before

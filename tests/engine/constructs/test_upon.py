"""What entering and leaving a zone sets off (`rulesets/upon.fuero`): at once or with a question, for sets, one inside another."""

from __future__ import annotations

import pytest
from tabletop import asked, moves, play, start, values, zone

from fuero.engine.helpers import bits
from fuero.engine.state import State
from fuero.program.layout import EVENTS


def trail(state: State) -> str:
    assert state.words[EVENTS] == 0 or state.decision is not None
    return values(state)["trail"]


def whole(state: State) -> State:
    """Every piece lies in exactly one zone."""
    pieces = state.machine.pieces
    held = [
        p for z in range(len(pieces.base)) for p in bits(state.words[pieces.base[z]]) if not pieces.kind[z].startswith("marks")
    ]
    assert sorted(held) == list(range(len(state.machine.layout.pieces)))
    return state


def test_each_piece_of_a_set_that_enters_is_handled_in_turn_with_its_owner() -> None:
    state = play(start("upon", 2), "to-tray b {bead-1, bead-4}, p B")
    assert trail(state) == "149"
    assert values(state)["total-in B"] == "5" and values(state)["total-in A"] == "0"


def test_nothing_enters_and_nothing_happens() -> None:
    assert trail(play(start("upon", 2), "to-tray b {}, p A")) == "9"


def test_what_leaves_is_handled_too() -> None:
    state = play(start("upon", 2), "to-tray b bead-6, p B")
    assert zone(state, "tagged A") == ["tag"]
    assert zone(play(start("upon", 2), "to-tray b bead-5, p B"), "tagged A") == []


def test_a_handler_that_asks_is_finished_for_one_piece_before_the_next() -> None:
    state = play(start("upon", 2), "to-shelf b {bead-3, bead-4}, h blue")
    assert asked(state) == [0] and moves(state) == ["choose n 1", "choose n 2"]
    state.apply("choose n 1")
    # 3 and the answer 1, then what the move to `far` sets off, then the rest of the first handler
    assert trail(state) == "3170" and zone(state, "far") == ["bead-3"] and zone(state, "shelf blue") == ["bead-4"]
    state.apply("choose n 1")
    assert trail(whole(state)) == "3170" + "4170" + "9" and state.words[EVENTS] == 0


def test_a_handler_sets_off_others_which_end_before_it_goes_on() -> None:
    state = play(start("upon", 2), "to-tray b {bead-1, bead-2}, p B", "to-shelf b {bead-3, bead-5, bead-6}, h red")
    assert trail(state) == "129"
    state.apply("choose n 2")
    assert trail(state) == "129" + "32" + "7" + "7" + "0"
    assert values(state)["total-in B"] == "2" and zone(state, "far") == ["bead-1", "bead-3"]
    play(state, "choose n 1", "choose n 2")
    assert trail(whole(state)) == "129" + "32770" + "5170" + "62770" + "9"
    assert moves(state)[0].startswith("to-tray") and zone(state, "tagged A") == ["tag"] and zone(state, "shelf red") == []


def test_on_a_board_the_cell_is_known() -> None:
    state = play(start("upon", 2), "to-tray b bead-2, p A", "to-yard b bead-5")
    assert moves(state) == [f"choose s {s}" for s in ("north", "east", "south", "west")]
    state.apply("choose s east")
    shown = values(state)
    assert shown["spot A"] == "(1, 0)" and shown["spot B"] == "none"
    assert zone(state, "yard A") == {"(0, 0)": "bead-5"} and zone(state, "far") == ["bead-2"]
    assert shown["total-in A"] == "20" and shown["trail"] == "29" + "7" + "9"


@pytest.mark.parametrize(("passes", "left"), [(0, 0), (1, 1)])
def test_leaving_an_effect_drops_what_it_has_set_off_and_not_yet_done(passes: int, left: int) -> None:
    state = play(start("upon", 2), "stop-early b {bead-1, bead-2}")
    assert asked(state) == [1]
    if passes == 0:
        state.apply("cut-it")
        assert zone(state, "shelf red") == [] and trail(state) == "0"
    else:
        play(state, "pass", "choose n 1", "choose n 1")
        assert trail(state) == "1170" + "2170" + "8"
    assert state.words[EVENTS] == 0 and asked(state) == [0] and moves(state)[0].startswith("to-tray")
    whole(play(state, "to-tray b bead-4, p B"))
    assert trail(state).endswith("49")


def test_undo_inside_a_handler() -> None:
    state = play(start("upon", 2), "to-shelf b {bead-3, bead-4}, h blue")
    before = state.copy()
    state.apply("choose n 1")
    state.undo()
    assert state == before
    play(state, "choose n 1", "choose n 2")
    assert trail(state) == "3170" + "4270" + "9"

"""What may be asked of a board as it is and as it would be (`rulesets/boards.fuero`), counted by hand."""

from __future__ import annotations

import pytest
from tabletop import moves, play, start, values, zone

from fuero.engine.faults import Fault
from fuero.engine.state import IllegalMove, State

#      0   1   2
#  0   W   O   N     N has a wall to the north
#  1   O   .   O
#  2       O
LAID = ["put t open-1, spot (1, 0)", "put t north-1, spot (2, 0)", "put t open-1, spot (2, 1)"]
LAID += ["put t open-1, spot (0, 1)", "put t open-1, spot (1, 2)"]
ASK = "ask a (2, 0), b (1, 1), s west"


@pytest.fixture(scope="module")
def yard() -> State:
    return play(start("boards", 2), *LAID)


def notes(state: State, *moves: str) -> dict[int, int]:
    found = values(play(state.copy(), *moves, ASK))
    return {n: int(found[f"notes {n}"]) for n in range(1, 31)}


EXPECTED = {
    1: 6,
    2: 6,
    3: 4,
    4: 0,  # (1, 2) cannot be reached
    5: 1,  # (1, 1) is enclosed
    6: 1,
    7: 2,
    8: 2,
    9: 0,
    10: 7,
    11: 5,
    12: 1,  # with a tile on (1, 1) everything hangs together
    13: 0,
    14: 0,
    15: 0,
    16: 1,
    17: 2,  # the walls to the north and east of the corner
    18: 1,
    19: 1,
    20: 0,
    21: 0,
    22: 2,
    23: 0,
    24: 4,
    25: 2,
    26: 0,
    27: 1,
    28: 0,
    29: 1,
    30: 1,
}


@pytest.mark.parametrize("number", EXPECTED)
def test_a_question(yard: State, number: int) -> None:
    assert notes(yard)[number] == EXPECTED[number]


def test_sets_of_cells_and_joins_are_values(yard: State) -> None:
    shown = values(play(yard.copy(), ASK))
    assert shown["seen"] == "{(0, 0), (1, 0)}" and shown["spot-now"] == "(1, 0)"
    assert shown["edges"] == "{(0, 0) east, (0, 0) south, (1, 0) east, (2, 0) south}"


def test_marks_and_lodgers_are_seen(yard: State) -> None:
    found = notes(yard, "mark spot (1, 0)", "mark spot (5, 5)", "settle spot (0, 1)")
    assert (found[20], found[27], found[21]) == (1, 3, 1)


def test_walls_part_and_doors_join(yard: State) -> None:
    shut = play(yard.copy(), "clear spot (1, 2)", "put t open-1, spot (1, 2)", "put t shut-1, spot (1, 1)")
    doors = play(shut.copy(), "door j (1, 0) south")
    assert connected(shut) == 0 and connected(doors) == 0
    assert connected(play(doors, "door j (1, 1) south")) == 1


def connected(state: State) -> int:
    return int(values(play(state.copy(), "ask a (2, 0), b (5, 5), s west"))["notes 4"])


def test_what_cannot_be_asked_is_a_fault_and_changes_nothing() -> None:
    state = start("boards", 2)
    before = state.words.copy()
    with pytest.raises(Fault):
        state.apply(ASK)  # there is nothing on (2, 0) that could be taken away
    assert state.words == before


def test_cells_on_offer_are_those_of_the_window_without_its_rim() -> None:
    state = start("boards", 2)
    spots = [m for m in moves(state) if m.startswith("mark")]
    assert len(spots) == 14 * 14 and "mark spot (-7, 6)" in spots
    for beyond in ("mark spot (-8, 0)", "mark spot (0, 7)", "mark spot (40, 0)"):
        with pytest.raises(IllegalMove):
            state.apply(beyond)
    assert [r.path for r in state.why_not("put t open-1, spot (0, 0)")] == ["put.free"]


def test_a_board_holds_what_is_put_and_gives_back_what_is_taken(yard: State) -> None:
    state = play(yard.copy(), "clear spot (1, 2)")
    slabs = {"(0, 1)": "open-1", "(1, 0)": "open-1", "(2, 0)": "north-1", "(2, 1)": "open-1"}
    assert zone(state, "court A") == {"(0, 0)": "well", **slabs}
    assert zone(state, "court B") == {"(0, 0)": "well"} and zone(state, "heap").count("open-1") == 9


def test_a_board_with_a_name_stays_as_it_was() -> None:
    state = play(start("boards", 2), *LAID, "mark spot (3, 3)", "keep spot (2, 1)")
    shown = values(state)
    assert [int(shown[f"notes {n}"]) for n in range(31, 36)] == [6, 5, 7, 5, 1]


def test_a_board_with_a_name_outlasts_a_question() -> None:
    state = play(start("boards", 2), *LAID, ASK, "keep spot (2, 1)")
    assert moves(state) == ["choose c (2, 1)"]
    state.apply("choose c (2, 1)")
    shown = values(state)
    assert shown["spot-now"] == "(2, 1)" and shown["notes 36"] == "13" and shown["notes 34"] == "5"

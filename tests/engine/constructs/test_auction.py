"""Risk 3: an auction inside a refill inside the use of a window (`rulesets/auction.fuero`). Every outer thing goes on where it
stood.
"""

from __future__ import annotations

import pytest
from tabletop import asked, first_each, game, moves, play, start, values, zone

from fuero.engine.helpers import bits
from fuero.engine.state import State


def blown(seed: int, players: int = 3) -> State:
    """The whistle of B is blown in the first window."""
    state = play(start("auction", players, seed), "wait")
    for seat in asked(state):
        state.apply("blow w whistle" if seat == 1 else "pass", seat)
    return state


def whole(state: State) -> State:
    pieces = state.machine.pieces
    held = [p for z in range(len(pieces.base)) for p in bits(state.words[pieces.base[z]])]
    assert sorted(held) == list(range(len(state.machine.layout.pieces)))
    return state


def path(state: State) -> str:
    assert state.decision is not None
    return str(state.decision.path)


@pytest.mark.parametrize(("seed", "before"), [(8, 1), (18, 2), (22, 0)])
def test_the_auction_interrupts_the_refill_after_so_many_items(seed: int, before: int) -> None:
    state = whole(blown(seed))
    assert path(state) == "sell" and zone(state, "lot") == "red-4"
    assert values(state)["trail"] == "12" + "54" * before
    assert sum(i is not None for i in zone(state, "stall")) == before


def test_bids_go_round_until_one_is_left_and_all_else_goes_on() -> None:
    state = blown(8)
    assert asked(state) == [1]
    assert moves(state) == [f"raise amount {n}" for n in range(1, 7)] + ["drop-out"]
    state.apply("raise amount 2")
    assert asked(state) == [2] and moves(state)[0] == "raise amount 3"
    state.apply("raise amount 5")
    assert asked(state) == [0]
    state.apply("drop-out")
    assert asked(state) == [1]  # round again, without A who is out and C who leads
    state.apply("raise amount 6")
    assert asked(state) == [2] and moves(state) == ["drop-out"]  # nobody holds more than six
    state.apply("drop-out")
    whole(state)
    assert "red-4" in zone(state, "owned B") and zone(state, "lot") is None
    assert len(zone(state, "purses B", 1)) == 0 and len(zone(state, "bank")) == 6
    # The refill went on to its end, then the effect of the whistle, then the window opened again.
    assert values(state)["trail"] == "1254" + "4" + "5454" + "3"
    assert None not in zone(state, "stall") and path(state) == "whistle-time" and asked(state) == [0, 1, 2]
    for seat in (0, 1, 2):
        state.apply("pass", seat)
    assert path(state) == "turn.act" and asked(state) == [1] and values(state)["laps"] == "1"


def test_nobody_bids_and_the_item_is_gone() -> None:
    state = play(blown(22), "drop-out", "drop-out", "drop-out")
    whole(state)
    assert "red-4" in zone(state, "bank-of-items") and values(state)["bidder"] == "none"
    assert values(state)["trail"].startswith("124")


def test_a_bid_beyond_the_purse_is_refused_with_its_reason() -> None:
    state = play(blown(8), "raise amount 2", "raise amount 4", "drop-out")
    assert [r.path for r in state.why_not("raise amount 3")] == ["raise.more"]
    assert state.why_not("raise amount 3")[0].sentence == "More than 4."


def test_a_second_whistle_in_the_same_window() -> None:
    state = play(blown(8), "raise amount 1", "drop-out", "drop-out")
    assert path(state) == "whistle-time"
    for seat in asked(state):
        state.apply("blow w whistle" if seat == 2 else "pass", seat)
    while path(state) == "sell":
        state.apply("drop-out")
    assert path(state) == "whistle-time" and len(zone(state, "blown")) == 2
    whole(state)


def test_undo_and_copies_inside_the_auction() -> None:
    state = play(blown(8), "raise amount 2")
    branch = state.copy()
    state.apply("raise amount 3")
    assert branch != state
    state.undo()
    assert branch == state
    play(branch, "drop-out", "drop-out")
    assert path(branch) == "whistle-time" and path(state) == "sell"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_matches_come_to_their_end(players: int) -> None:
    for seed in range(5):
        state = game("auction", players).start(seed)
        assert whole(first_each(state)).outcome is not None

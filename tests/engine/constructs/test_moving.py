"""Zones of every kind and every statement that moves pieces (`rulesets/moving.fuero`, `rulesets/decks.fuero`)."""

from __future__ import annotations

import pytest
from tabletop import play, start, values, zone

from fuero.engine.faults import Fault
from fuero.engine.state import State


@pytest.fixture
def moved() -> State:
    return play(start("moving", 2), "fill", "swap")


def test_the_set_up_puts_everything_in_its_zone() -> None:
    state = start("moving", 2)
    assert zone(state, "counter") == "red-1" and zone(state, "slots blue") == "blue-1" and zone(state, "slots red") is None
    assert zone(state, "seen") == ["blue-4", "blue-3"]  # what is put into a deck comes to lie on top
    assert zone(state, "line-up") == [None] * 4
    assert zone(state, "lawns A") == {"(1, 1)": "man"} == zone(state, "lawns B")


def test_who_sees_what() -> None:
    state = start("moving", 2)
    assert zone(state, "hands A", None) == {"size": 1} and zone(state, "hands A", 1) == {"size": 1}
    assert zone(state, "hands A", 0) == ["man"]
    assert zone(state, "homes A", 1) == {} and zone(state, "homes A", 0) == ["man"] * 3
    assert zone(state, "vault A blue", 0) == {} and zone(state, "stock", 0) == {}
    assert zone(state, "sack", 0) == {"size": 0} == zone(state, "chest A", 0)
    state = play(state, "fill", "swap")
    assert zone(state, "chest A", 0) == {"size": 2} == zone(state, "chest A", 1)


def test_a_row_is_filled_from_its_first_empty_place(moved: State) -> None:
    row = zone(moved, "line-up")
    assert row[3] == "red-4" and None not in row


def test_single_things_sets_numbers_and_chains(moved: State) -> None:
    assert zone(moved, "counter") is None  # a single thing
    assert zone(moved, "hands A", 0) == ["man", "red-1"]  # a set, some of which went on
    assert zone(moved, "sack") == {"size": 1}
    assert zone(moved, "homes A", 0) == []  # a number of pieces, then the last
    assert zone(moved, "heap") == ["blue-4"]  # the zone that a function names
    assert sorted(zone(moved, "ground")) == ["(0, 0)", "(1, 0)"]
    assert zone(moved, "ground")["(1, 0)"] == "blue-3"  # drawn from the top of a deck onto a cell


def test_marks_and_what_stands_on_things(moved: State) -> None:
    assert zone(moved, "flags") == ["(2, 2)"]
    assert zone(moved, "fences") == ["(0, 0) east"]
    assert zone(moved, "visitor") == {"(1, 0)": "man"}
    assert zone(moved, "heads") == {"man": "hat"}


def test_what_is_revealed_is_told_to_all(moved: State) -> None:
    told = [e.text for e in moved.log() if e.kind == "reveal"]
    assert len(told) == 2 and told[0].startswith("Told") and told[1].startswith("Vault A blue shows")
    assert "told A" not in values(moved, 1) and values(moved, 0)["told A"] == "3"


def test_a_draw_takes_what_there_is() -> None:
    state = play(start("decks", 2), "draw-five")
    assert len(zone(state, "shown")) == 5
    assert len(zone(play(state, "too-many"), "shown")) == 6


def test_a_deck_is_filled_again_and_what_was_left_in_it_comes_first() -> None:
    state = play(start("decks", 2), "draw-five")
    drawn = zone(state, "shown")
    state.apply("refill")
    assert zone(state, "shown") == [] == zone(state, "gone")
    assert zone(state, "spot") not in drawn
    state.apply("too-many")
    assert zone(state, "shown") == drawn


def order(cutting: bool, seed: int) -> list[str]:
    state = start("decks", 2, seed, cutting=cutting)
    drawn: list[str] = []
    for _ in range(6):
        state.apply("one-more")
        drawn += [d for d in zone(state, "shown") if d not in drawn]
    return drawn


def test_piles_cut_from_a_deck_go_back_in_their_order() -> None:
    for seed in range(8):
        assert order(True, seed) == order(False, seed)
    assert len({tuple(order(True, seed)) for seed in range(8)}) > 5


def test_a_bag_gives_any_and_takes_back() -> None:
    drawn = {tuple(zone(play(start("decks", 2, seed), "from-sack"), "shown")) for seed in range(20)}
    assert len(drawn) > 5
    state = play(start("decks", 2), "from-sack")
    one = zone(state, "shown")[0]
    state.apply(f"back d {one}")
    assert zone(state, "sack") == {"size": 5} and one not in zone(state, "shown")


def test_the_top_of_a_deck_is_what_was_put_on_it_last() -> None:
    state = play(start("decks", 2), "draw-five")
    mine = zone(state, "shown")[2]
    state.apply(f"stack d {mine}")
    assert values(state)["last"] == mine
    assert sorted(zone(play(state, "look"), "shown")).count(mine) == 1


@pytest.mark.parametrize(("move", "rule", "place"), [("crowd", "crowd", "spot"), ("crowd-row", "crowd-row", "pair")])
def test_a_place_that_is_taken_is_a_fault_that_names_rule_and_place_and_changes_nothing(move: str, rule: str, place: str) -> None:
    state = start("decks", 2)
    before, log = state.words.copy(), len(state.log_raw or ())
    with pytest.raises(Fault) as found:
        state.apply(move)
    assert found.value.rule == rule and place in found.value.message
    assert state.words == before and len(state.log_raw or ()) == log
    play(state, "stop")
    assert state.outcome is not None


def test_equal_seeds_deal_alike() -> None:
    assert start("decks", 2, 5).words == start("decks", 2, 5).words
    assert start("decks", 2, 5).words != start("decks", 2, 6).words

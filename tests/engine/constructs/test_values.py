"""Numbers, options, enums, maps, unions, tables and variables have the values that the rules say (`rulesets/values.fuero`)."""

from __future__ import annotations

import pytest
from tabletop import game, start, values, zone

from fuero.messages.diagnostic import FueroError

EXPECTED = {
    "plain": "6",
    "first": "4",
    "preset": "12",
    "half": "2½",
    "style-now": "calm",
    "flag": "no",
    "maybe": "green",
    "someone": "B",
    "side-of": "south",
    "where-to": "south-land",
    "heading": "north-land",
    "bag-of": "{blue, red}",
    "seats": "{B, C}",
    "numbers": "{2, 3, 4, 5}",
    "piece-kept": "red-1",
    "pieces-kept": "{blue-3, blue-3, green-3, green-3, red-3, red-3}",
    "ports-seen": "4",
    "touching": "{north-land, south-land}",
    "weights": "36",
    "paid": "25",
    "only-houses": "{hut, tent}",
    "mixed": "{north-land, south-land, tent}",
    "less": "{south-land, tent}",
    "hops": "2",
    "near-spot": "yes",
    "around": "{}",
    "one-of-them": "tent",
    "prizes-now": "90",
    "second": "11",
    "tolls": "7",
    "of-each A red": "6",
    "of-each A green": "1",
    "of-each B blue": "7",
    "of-piece red-2": "5",
    "of-piece red-1": "0",
    "seen A tent": "6",
    "seen A north-land": "0",
    "seen B hut": "0",
    "party-sum C": "2",
}


@pytest.fixture(scope="module")
def shown() -> dict[str, str]:
    return values(start("values", 3))


@pytest.mark.parametrize("name", EXPECTED)
def test_a_value(shown: dict[str, str], name: str) -> None:
    assert shown[name] == EXPECTED[name]


@pytest.mark.parametrize(("players", "speed", "by_players", "how_far"), [(2, 2, 10, 7), (3, 4, 20, 6), (4, 5, 20, 8)])
def test_what_hangs_on_the_number_of_players(players: int, speed: int, by_players: int, how_far: int) -> None:
    settings = dict(game("values", players).machine.program.settings)
    assert (settings["speed"], settings["by-players"], settings["how-far"]) == (speed, by_players, how_far)


def test_an_option_that_is_chosen_comes_before_its_usual_value() -> None:
    chosen = values(start("values", 2, speed=5, sudden=True, mode="wild"))
    usual = values(start("values", 2))
    assert (chosen["preset"], chosen["flag"], chosen["style-now"]) == ("115", "yes", "wild")
    assert (usual["preset"], usual["flag"], usual["style-now"]) == ("6", "no", "calm")


def test_an_option_out_of_its_range_is_refused() -> None:
    with pytest.raises(FueroError):
        game("values", 2, speed=9)


def test_what_is_forgotten_each_lap_begins_anew() -> None:
    state = start("values", 2)
    for lap in range(3):
        assert (values(state)["tried"], values(state)["laps"]) == ("1", str(lap))
        state.apply("go")


def test_a_product_of_two_enums_makes_every_piece_once() -> None:
    assert len(zone(start("values", 2), "store")) == 2 * 3 * 3

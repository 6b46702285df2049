"""Players: what they choose, what they are given, and how seats are named."""

from __future__ import annotations

from pathlib import Path

import pytest

import fuero
from fuero.engine.chance import player_word
from fuero.messages.diagnostic import FueroError
from fuero.players.by_chance import RandomPlayer, pick
from fuero.players.greedy import GreedyPlayer, lead
from fuero.players.registry import maker, seats

STONES = str(Path(__file__).parents[1] / "table" / "stones" / "stones.fuero")


def test_a_random_player_answers_its_nth_decision_by_its_own_word() -> None:
    state = fuero.load(STONES, players=2).start(3)
    player = RandomPlayer(0, 99)
    first = player.choose(state.knowledge(0), state.decision)
    second = player.choose(state.knowledge(0), state.decision)
    count = state.decision.count()
    assert first == state.decision.nth(pick(player_word(99, 0, 0), count))
    assert second == state.decision.nth(pick(player_word(99, 0, 1), count))
    resumed = RandomPlayer(0, 99, answered=1)
    assert resumed.choose(state.knowledge(0), state.decision) == second


def test_a_random_player_draws_every_move() -> None:
    state = fuero.load(STONES, players=2).start(3)
    count = state.decision.count()
    drawn = [str(RandomPlayer(0, seed).choose(state.knowledge(0), state.decision)) for seed in range(40 * count)]
    assert {str(move) for move in state.decision.moves} == set(drawn)
    assert max(drawn.count(move) for move in set(drawn)) < 80


def test_pick_is_even_to_the_rim() -> None:
    assert pick(0, 7) == 0
    assert pick(2**64 - 1, 7) == 6


def test_a_greedy_player_beats_a_random_one() -> None:
    game = fuero.load(STONES, players=2)
    wins = 0
    for seed in range(6):
        state = game.start(seed)
        players = [GreedyPlayer(0, seed), RandomPlayer(1, seed)]
        while (decision := state.decision) is not None:
            state.apply(players[decision.player].choose(state.knowledge(decision.player), decision), decision.player)
        wins += state.shares.get(0, 0) == 1
    assert wins >= 5


def test_a_greedy_player_tries_no_more_moves_than_it_may() -> None:
    state = fuero.load(STONES, players=2).start(3)
    player = GreedyPlayer(0, 5, moves=2)
    assert len(player._sample(12345, 1000)) == 2
    assert len(set(player._sample(12345, 3))) == 2
    assert player.choose(state.knowledge(0), state.decision) in list(state.decision.moves)


def test_lead_is_over_the_best_of_the_others() -> None:
    assert lead({0: 5, 1: 7, 2: 3}, 0) == -2
    assert lead({0: 5}, 0) == 5


def test_one_name_stands_for_all_seats() -> None:
    assert seats("random", 3) == ("random", "random", "random")
    assert seats("random, greedy", 2) == ("random", "greedy")


@pytest.mark.parametrize(
    ("text", "players", "words"),
    [
        ("random,random", 3, "2 seats are named, but 3 play"),
        ("randon", 2, 'Did you mean "random"'),
        ("", 2, "No seat"),
        ("no_such_module:Player", 1, "cannot be loaded"),
        ("fuero.players.registry:HUMAN", 1, "cannot be called"),
    ],
)
def test_wrong_seats_are_told(text: str, players: int, words: str) -> None:
    with pytest.raises(FueroError) as caught:
        seats(text, players)
    assert words in str(caught.value)


def test_a_program_of_ones_own() -> None:
    assert maker("fuero.players.greedy:GreedyPlayer") is GreedyPlayer

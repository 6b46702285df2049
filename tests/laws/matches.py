"""The laws of whole matches: a table and a seed in, what is broken out."""

from __future__ import annotations

import random
from typing import Any, cast

from fuero.engine.decision import Decision, Move
from fuero.engine.game import Game
from fuero.engine.state import State
from fuero.lab.simulate import player_seed
from fuero.players.by_chance import RandomPlayer
from fuero.table.config import TableConfig
from fuero.table.replay import from_text, to_text
from fuero.table.sitting import Sitting
from fuero.table.verify import replay_again


def answer(seat: RandomPlayer, decision: Decision) -> Move:
    """What the random player answers; it needs no knowledge."""
    move: Move = cast(Any, seat.choose(cast(Any, None), decision))
    return move


def by_hand(game: Game, seed: int, log: bool) -> State:
    """A match of the random player, move by move."""
    state = game.start(seed, log=log)
    seats = [RandomPlayer(p, player_seed(seed)) for p in range(game.players)]
    while (decision := state.decision) is not None:
        move = answer(seats[decision.player], decision)
        state.apply(move, decision.player)
    return state


def fast_is_slow(game: Game, seed: int) -> list[str]:
    """A playout is the match that the random player plays move by move, with a log or without."""
    fast = game.playout(seed, player_seed(seed))
    with_log, without = by_hand(game, seed, True), by_hand(game, seed, False)
    broken = []
    if with_log.words != without.words:
        broken.append("the log changes the match")
    outcome = with_log.outcome
    scores = tuple(with_log.scores.values())[: game.players]
    ending = (outcome.kind, outcome.rule) if outcome else ("", "")
    slow = (scores, tuple(with_log.shares.values()), with_log.decisions, *ending)
    if slow != (fast.scores, fast.shares, fast.decisions, fast.outcome, fast.rule):
        broken.append(f"move by move it is {slow}, and at once {fast}")
    points = dict.fromkeys(with_log.scores, 0)
    for line in with_log.score_lines:
        points[line.party] += line.points
    if points != dict(with_log.scores):
        broken.append(f"the lines of points add up to {points}, and the scores are {with_log.scores}")
    return broken


def saved_is_played(game: Game, table: TableConfig, seed: int, rng: random.Random) -> list[str]:
    """A match that is saved, opened and gone on with is the match that was never saved; its record gives every hash again."""
    own = player_seed(seed)
    sitting = Sitting.start(game, table, ("random",) * game.players, seed, own)
    stop = rng.randrange(1, 40)
    _go_on(sitting, own, stop)
    opened = replay_again(from_text(to_text(sitting.replay())), game, same_rules=True)
    if opened.difference is not None:
        return [f"a save does not open: {opened.difference.sentence}"]
    if opened.sitting.state.words != sitting.state.words:
        return ["the opened state is another"]
    broken = []
    _go_on(sitting, own, stop + 30)
    _go_on(opened.sitting, own, stop + 30)
    if opened.sitting.state.words != sitting.state.words or opened.sitting.replay() != sitting.replay():
        broken.append("going on after a save leads elsewhere")
    again = replay_again(from_text(to_text(opened.sitting.replay())), game, same_rules=True)
    if again.difference is not None or [s.state for s in again.sitting.steps] != [s.state for s in sitting.steps]:
        broken.append("the record does not give its hashes again")
    return broken


def _go_on(sitting: Sitting, own: int, until: int) -> None:
    seats = [RandomPlayer(p, own, sitting.answered(p)) for p in range(sitting.game.players)]
    while (decision := sitting.state.decision) is not None and len(sitting.steps) < until:
        sitting.answer(answer(seats[decision.player], decision), decision.player)

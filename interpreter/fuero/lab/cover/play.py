"""Plays examples and random matches, and counts what they came by.

In: worked examples, games by number of players, how many matches, a seed. Out: a table. Law: the same seed gives the same table;
match number i has the seed `seed` + i at every number of players.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from fuero.engine.game import Game, calm
from fuero.engine.state import State
from fuero.lab.cover.nodes import TITLES, Examples, Key, Row, Table
from fuero.lab.cover.rows import rows
from fuero.lab.cover.watch import Seen, Watch
from fuero.lab.simulate import player_seed
from fuero.players.asking import ask
from fuero.players.by_chance import RandomPlayer

Progress = Callable[[int], None]
TRIES = 20
"""So many of a match's decisions are also asked why something else may not be done."""


def cover(examples: Examples, games: Mapping[int, Game], count: int, seed: int, progress: Progress | None = None) -> Table:
    """The coverage of all examples and of `count` random matches with each number of players."""
    rules = next(iter(games.values())).rules
    seen = Seen(rules)
    in_examples: Counter[Key] = Counter()
    in_matches: Counter[Key] = Counter()
    with calm():
        for number in range(len(examples)):
            watch = Watch()
            with watch:
                states = list(examples.play(number))
            in_examples.update(seen.keys(watch, states))
            if progress is not None:
                progress(1)
        for game in games.values():
            for own in range(seed, seed + count):
                watch = Watch()
                with watch:
                    state = match(game, own)
                in_matches.update(seen.keys(watch, [state]))
                if progress is not None:
                    progress(1)
    known = rows(rules, {players: game.machine.program for players, game in games.items()})
    known += list(seen.ties(max(games)))
    order = list(TITLES)
    known.sort(key=lambda key: order.index(key[0]))
    found = [Row(topic, name, in_examples[topic, name], in_matches[topic, name]) for topic, name in dict.fromkeys(known)]
    return Table(tuple(found), len(examples), tuple([(players, count) for players in games]), seed)


def match(game: Any, seed: int) -> State:
    """A match of random players to its end; on the way it is asked why some things may not be done."""
    own = player_seed(seed)
    programs = [RandomPlayer(seat, own) for seat in range(game.players)]
    state: Any = game.start(seed)
    asked = random.Random(seed)
    number = 0
    while (decision := state.decision) is not None:
        if asked.random() * (number + TRIES) < TRIES:
            _wonder(state, decision, asked)
        state.apply(ask(programs[decision.player], state, decision), decision.player)
        number += 1
    ended: State = state
    return ended


def _wonder(state: State, decision: Any, asked: random.Random) -> None:
    """Asks why a move may not be made that is a permitted one with one field changed."""
    move = decision.nth(asked.randrange(decision.count()))
    fields = dict(move.fields)
    menu = next((m.menu for m in state.machine.menus if (m.menu.name if m.menu.routine else "choose") == move.action), None)
    if menu is None or not fields:
        return
    name = asked.choice(sorted(fields))
    shape = next((f.shape for m in state.machine.menus for f in m.menu.fields if f.name == name and f.form == "element"), "")
    others = _values(state, shape)
    if others:
        told = ", ".join([f"{key} {asked.choice(others) if key == name else value}" for key, value in fields.items()])
        state.why_not(f"{move.action} {told}", decision.player)


def _values(state: State, shape: str) -> list[str]:
    """Words for values of a shape, whether they can be chosen or not."""
    words = state.machine.words
    match shape:
        case "piece":
            return sorted(words.by_row)
        case "player":
            return list(words.seats)
        case "party":
            return list(words.parties)
        case "number":
            return [str(n) for n in range(10)]
        case _:
            return list(words.members.get(shape, ()))

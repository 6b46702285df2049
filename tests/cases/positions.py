"""Positions for the named cases: laid out in the words of scenarios, built afresh from a state, or reached by play.

In: lines as a scenario has them, or a state. Out: states that go on like any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from textwrap import indent

import fuero
from fuero.engine.game import Game
from fuero.engine.helpers import bits
from fuero.engine.state import State
from fuero.lab.simulate import player_seed
from fuero.players.by_chance import RandomPlayer
from fuero.rules.load import resolve
from fuero.syntax import nodes as s
from fuero.syntax.parse import parse_text
from fuero.table.config import TableConfig
from fuero.table.scenario_run import Run
from fuero.table.scenario_setting import Settings
from fuero.table.sitting import Sitting

ALHAMBRA = "alhambra"


@lru_cache(maxsize=16)
def opened(players: int, variants: tuple[str, ...] = (), options: tuple[tuple[str, str], ...] = ()) -> Game:
    """The game at a table."""
    return fuero.load(ALHAMBRA, players=players, variants=variants, options=dict(options))


@lru_cache(maxsize=16)
def _settings(ruleset: str) -> Settings:
    return Settings(resolve(ruleset))


def laid(lines: str, ruleset: str = ALHAMBRA) -> State:
    """The state after the lines of a scenario: `players A, B`, `with …`, `given` and what lies where, `do A : …`."""
    text = (
        f'game {_settings(ruleset).resolved.rules.name} "A position"\nscenario "position"\n{indent(lines.strip(chr(10)), "  ")}\n'
    )
    file, found = parse_text(text, "position.fuero")
    assert not found, [d.message for d in found]
    (scenario,) = file.declarations
    assert isinstance(scenario, s.Scenario)
    run = Run(_settings(ruleset).of(scenario.parts), "", scenario.parts)
    run.run()
    return run.state


def boards_afresh(state: State, seats: Sequence[int] | None = None) -> State:
    """Only what lies open before the players, piece by piece on an empty table of another engine: what seat p has goes to
    `seats[p]`. Nothing that the first state knows of its boards can come along.
    """
    layout = state.machine.layout
    fresh = _twin(state.game).empty_table()
    for f in layout.families:
        per_player = tuple(f.key_shapes) == ("player",)
        if f.kind not in ("board", "pile") or f.name not in ("palace", "reserve", "neutral-tiles"):
            continue
        for i in range(f.count):
            base = f.base + i * f.stride
            to = f.first + (seats[i] if seats is not None and per_player else i)
            for p in bits(state.words[base]):
                at = (state.words[base + 1] >> (13 * p) & 8191) - 1 if f.kind == "board" else -1
                fresh.machine.pieces.lay(fresh.words, p, to, at)
    fresh.changed()
    return fresh


@lru_cache(maxsize=8)
def _twin(game: Game) -> Game:
    """The same rules in an engine of their own."""
    return fuero.from_rules(game.rules, players=game.players, options=game.options)


def scored(state: State, which: int) -> dict[str, int]:
    """The points that one scoring brings each party of a state, which stays as it is."""
    after = state.copy()
    before = dict(after.scores)
    after.machine.perform(after.words, None, "procedure:scoring", -1, (which,))
    return {party: points - before[party] for party, points in after.scores.items()}


def sit_down(
    players: int, seed: int, variants: tuple[str, ...] = (), options: Mapping[str, str] | None = None, log: bool = True
) -> Sitting:
    """A match of random seats at its first decision."""
    chosen = tuple(sorted((options or {}).items()))
    game = opened(players, variants, chosen)
    table = TableConfig(ALHAMBRA, players, (), variants, chosen)
    return Sitting.start(game, table, ("random",) * players, seed, player_seed(seed))


def random_steps(sitting: Sitting, most: int = 5000) -> Iterable[State]:
    """Plays on by random moves; gives the state after each."""
    own = sitting.header.player_seed
    seats = [RandomPlayer(p, own, sitting.answered(p)) for p in range(sitting.game.players)]
    while (decision := sitting.state.decision) is not None and len(sitting.steps) < most:
        sitting.answer(seats[decision.player].choose(None, decision), decision.player)
        yield sitting.state


def names(state: State, zone: str) -> list[str]:
    """The pieces of a zone by name, whoever may see them."""
    machine = state.machine
    held = state.words[machine.pieces.base[machine.words.zones.index(zone)]]
    return sorted(machine.words.rows[p] for p in bits(held))

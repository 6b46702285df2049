"""Pictures tell nothing that lies hidden, and never fail: every shipped and made-up ruleset, random matches, several widths."""

from __future__ import annotations

import random
from functools import lru_cache
from pathlib import Path

import pytest
from tests.laws.tables import Table, base_games, overlaid, small
from tests.rules.test_module_pairs import game as drafted

import fuero
from fuero.engine.faults import Fault
from fuero.engine.game import Game
from fuero.engine.state import State
from fuero.table.catalogue import read_folder
from fuero.table.drawing.block import Ink, columns, inked
from fuero.table.drawing.look import scene
from fuero.table.drawing.marks import Marks
from fuero.table.drawing.table import table

TESTS = Path(__file__).parents[2]
WIDTHS = (40, 80, 120)


def made_up() -> list[Table]:
    """Small rulesets from several folders, with the most players."""
    found = [t for t in small() if t.players > 1]
    for folder in (
        TESTS / "sight" / "rulesets",
        TESTS / "engine" / "constructs" / "rulesets",
        Path(__file__).parent / "rulesets",
    ):
        games = {entry.name: entry.players[1] for entry in read_folder(folder)}
        found += [Table(str(path), games[path.stem]) for path in sorted(folder.glob("*.fuero")) if path.stem in games]
    return found


@lru_cache(maxsize=8)
def marks_of(game: Game) -> Marks:
    return Marks(game)


def pictures(state: State, viewer: int | None) -> list[list[str]]:
    """What a viewer is drawn, at each width."""
    marks = marks_of(state.game)
    names = state.game.seats
    return [inked(table(scene(marks, state.words, viewer), names, viewer, "A turn", width), Ink(width, True)) for width in WIDTHS]


def moments(game: Game, seed: int, every: int, most: int) -> list[State]:
    """States along a random match as far as it goes, the last among them."""
    state, rng = game.start(seed), random.Random(seed)
    found = [state.copy()]
    for number in range(1, most * every):
        decision = state.decision
        if decision is None:
            break
        try:
            state.apply(decision.nth(rng.randrange(decision.count())), decision.player)
        except Fault:
            break  # some made-up rules are there to fail
        if number % every == 0:
            found.append(state.copy())
    return [*found, state.copy()]


@pytest.mark.parametrize("at", [*made_up(), *base_games()[::2], *overlaid()[::3]], ids=str)
def test_pictures_are_equal_where_only_hidden_things_differ(at: Table) -> None:
    hold(fuero.load(at.ruleset, modules=at.modules, variants=at.variants, players=at.players), 8)


@pytest.mark.parametrize("module", ["builders", "gates", "thieves", "vizier"])
def test_pictures_of_modules_tell_no_more(module: str) -> None:
    hold(drafted(frozenset({module})), 3)


def hold(game: Game, most: int) -> None:
    """At moments of a match, for every viewer."""
    for state in moments(game, 5, 17, most):
        for viewer in range(game.players):
            if state.decision is None:
                continue
            other = state.knowledge(viewer).determinise(3)
            assert pictures(state, viewer) == pictures(other, viewer)
        pictures(state, None)


def test_a_picture_that_told_too_much_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    game = fuero.load(str(Path(__file__).parent / "rulesets" / "lands.fuero"), players=3)
    state = moments(game, 5, 17, 1)[-1]
    other = state.knowledge(0).determinise(3)
    monkeypatch.setattr(game.sight, "content", lambda zone, viewer: True)
    assert pictures(state, 0) != pictures(other, 0)


@pytest.mark.parametrize("at", [*made_up(), *base_games()[-1:]], ids=str)
def test_lines_are_never_wider_than_the_screen_nor_steer_it(at: Table) -> None:
    game = fuero.load(at.ruleset, modules=at.modules, variants=at.variants, players=at.players)
    marks = marks_of(game)
    for state in moments(game, 2, 60, 3):
        for width in (12, *WIDTHS):
            drawn = table(scene(marks, state.words, 0), game.seats, 0, "A turn", width)
            for line in inked(drawn, Ink(width)):
                assert columns(line) <= width and line.isprintable()
            plain = inked(drawn, Ink(width, False, "ascii"))
            assert all(line.isascii() for line in plain)

"""The laws of whole matches: at once or move by move, saved or not, the same."""

from __future__ import annotations

import random

import pytest
from tests.laws.matches import fast_is_slow, saved_is_played
from tests.laws.tables import Table, base_games, open_table, overlaid, small

from fuero.table.config import TableConfig


def name(table: Table) -> str:
    return str(table)


@pytest.mark.parametrize("table", [*small(), *base_games()], ids=name)
def test_a_playout_is_the_random_match_move_by_move(table: Table) -> None:
    for seed in range(1 if table in base_games() else 6):
        assert not fast_is_slow(open_table(table), seed)


@pytest.mark.parametrize("table", [*small(), *base_games(), *overlaid()], ids=name)
def test_a_saved_match_goes_on_as_if_it_never_was(table: Table) -> None:
    game = open_table(table)
    asked = TableConfig(table.ruleset, table.players, table.modules, table.variants)
    for seed in range(2):
        rng = random.Random(seed)
        assert not saved_is_played(game, asked, seed, rng)

"""Every law of states and decisions, at states on the way of random matches, for every shipped ruleset and the made-up ones."""

from __future__ import annotations

import random

import pytest
from tests.laws import laws
from tests.laws.seats import same_points_turned
from tests.laws.tables import Table, base_games, open_table, overlaid, small

SCORINGS = {"alhambra": [("procedure:scoring", (r,)) for r in (1, 2, 3)]}


def name(table: Table) -> str:
    return str(table)


def check(table: Table, seeds: int, share: float, most: int = 1 << 30) -> None:
    game = open_table(table)
    for seed in range(seeds):
        rng = random.Random(f"{table} {seed}")
        for state in laws.random_match(game.start(seed), rng, share, most):
            broken = laws.all_laws(state, rng)
            assert not broken, (seed, state.decisions, broken)


@pytest.mark.parametrize("table", small(), ids=name)
def test_made_up_rulesets(table: Table) -> None:
    check(table, 3, 0.5)


@pytest.mark.parametrize("table", base_games(), ids=name)
def test_shipped_games(table: Table) -> None:
    check(table, 2, 0.03)


@pytest.mark.parametrize("table", overlaid(), ids=name)
def test_each_module_and_variant(table: Table) -> None:
    check(table, 1, 0.04, most=120)  # whole matches with them: the soak


@pytest.mark.parametrize("table", [*small(), *base_games(), *overlaid()], ids=name)
def test_points_turn_with_the_seats(table: Table) -> None:
    game = open_table(table)
    rng = random.Random(str(table))
    scorings = SCORINGS.get(table.ruleset, [])
    for state in laws.random_match(game.start(3), rng, 0.02 if scorings else 0.3, most=150):
        broken = same_points_turned(state, scorings)
        assert not broken, (state.decisions, broken)


# ---- the laws can fail: each of these breaks one on purpose


def test_a_piece_in_two_zones_is_found() -> None:
    state = open_table(base_games()[1]).start(1)
    layout = state.machine.layout
    bag = next(f for f in layout.families if f.kind == "bag")
    state.words[layout.families[0].base] |= state.words[bag.base] & -state.words[bag.base]
    assert any("lies elsewhere" in b for b in laws.conserved(state))


def test_a_broken_order_is_found() -> None:
    state = open_table(base_games()[1]).start(1)
    deck = next(f for f in state.machine.layout.families if f.kind == "deck")
    state.words[deck.base + 1] >>= 16
    assert any("its order" in b for b in laws.conserved(state))


def test_a_wrong_count_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    state = open_table(base_games()[1]).start(1)
    decision = state.pending[0]
    right = decision.count()
    monkeypatch.setattr(type(decision), "count", lambda self: right + 1)
    monkeypatch.setattr(type(decision), "nth", lambda self, k: list(self.each())[min(k, right - 1)])
    assert any("counted" in b for b in laws.listed(decision, random.Random(0)))


def test_a_move_too_many_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    state = open_table(base_games()[1]).start(1)
    decision = state.pending[0]
    monkeypatch.setattr(type(decision), "each", lambda self: iter([self.nth(0)]))
    broken = [b for k in range(20) for b in laws.refused(state, random.Random(k))]
    assert any("not listed" in b for b in broken)


def test_points_that_stay_with_their_seat_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = open_table(base_games()[1])
    state = list(laws.random_match(game.start(3), random.Random(1), 0.02))[-2]
    monkeypatch.setattr("tests.laws.seats.turned", lambda s: s.copy())
    assert same_points_turned(state, SCORINGS["alhambra"])

"""The sight law on small rulesets and on shipped games, at states on the way of random matches, for every seat."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from tests.sight import law

import fuero
from fuero.engine.game import Game
from fuero.engine.state import State

HERE = Path(__file__).parent
OWN, OTHERS = HERE / "rulesets", HERE.parent / "laws" / "rulesets"
SMALL = [*sorted(OWN.glob("*.fuero")), OWN / "piles" / "piles.fuero", *sorted(OTHERS.glob("*.fuero"))]


def match(game: Game, seed: int, share: float, most: int) -> list[tuple[State, list[str]]]:
    """Some states of a random match, each with moves that were possible at other moments."""
    rng, state = random.Random(seed), game.start(seed)
    found: list[tuple[State, list[str]]] = []
    pool = ["sing", "take x y"]
    while (decision := state.decision) is not None and state.decisions < most:
        if rng.random() < share:
            found.append((state.copy(), rng.sample(pool, min(6, len(pool)))))
        move = decision.nth(rng.randrange(decision.count()))
        pool.append(str(move))
        state.apply(move, decision.player)
    return found


@pytest.mark.parametrize("path", SMALL, ids=lambda p: f"{p.parent.parent.name}-{p.stem}")
def test_small_rulesets(path: Path) -> None:
    for players in (2, 3):
        game = fuero.load(str(path), players=players)
        for seed in range(5):
            for state, refused in match(game, seed, 0.2, 60):
                for player in range(players):
                    assert not law.checked(state, player, seed, refused), (players, seed, state.decisions, player)


def test_alhambra_with_three() -> None:
    game = fuero.load("alhambra", players=3)
    for seed in range(2):
        for state, refused in match(game, seed, 0.03, 10_000):
            for player in range(3):
                assert not law.checked(state, player, seed, refused, 3), (seed, state.decisions, player)


# ---- the law can fail: each of these breaks it on purpose


def test_a_move_list_that_hangs_on_what_is_hidden_is_found(tmp_path: Path) -> None:
    text = (HERE / "rulesets" / "cuts.fuero").read_text()
    leak = tmp_path / "cuts.fuero"
    leaking = "offer turn-up when any(c in hand of (the next player): c is joker)"
    leak.write_text(text.replace("offer turn-up when stock is filled", leaking))
    game = fuero.load(str(leak), players=2)
    assert any(law.checked(state, p, s, refused) for s in range(6) for state, refused in match(game, s, 0.3, 60) for p in (0, 1))


def test_a_view_that_shows_too_much_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = fuero.load(str(HERE / "rulesets" / "cuts.fuero"), players=2)
    states = match(game, 3, 0.5, 60)
    usual = type(game.viewer).view
    monkeypatch.setattr(type(game.viewer), "view", lambda self, S, viewer: usual(self, S, 1))
    assert any(law.checked(state, 0, 1, []) for state, _ in states)

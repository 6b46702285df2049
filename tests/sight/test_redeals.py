"""Redeals have exactly the chances of the deals that fit what a player was shown: every deal of small rulesets counted, against
what knowledge draws.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest
from scipy.stats import chisquare  # type: ignore[import-untyped]
from tests.sight.deals import all_deals, drawn, matches, seen

import fuero
from fuero.engine.game import Game

RULESETS = Path(__file__).parent / "rulesets"

# A, B take turns from A on; each line is one table: ruleset, players, who looks on, the moves in turn.
TABLES = [
    ("cuts", 2, 0, "wait; take; wait; take; turn-up"),
    ("cuts", 2, 0, "take; take; turn-up; take; take"),
    ("cuts", 2, 0, "wait; take; wait; take; wait; take; wait; play-card c b"),
    ("cuts", 2, 0, "wait; take; wait; take; wait; take; wait; play-card c joker; take"),
    ("cuts", 2, 0, "wait; take; wait; take; wait; take; wait; lay-down c a; wait; take; open-down"),
    ("cuts", 2, 0, "take; take; take; take; steal; steal; turn-up"),
    ("cuts", 2, 1, "take; take; take; take; steal; steal; turn-up"),
    ("cuts", 2, 0, "turn-up; turn-up; turn-up; take; wait; lay-down c ?; gather; turn-up"),
    ("cuts", 2, 0, "wait; take; wait; take; turn-up; turn-up; stir; take"),
    ("cuts", 3, 2, "take; take; wait; wait; take; wait; steal; lay-down c ?; take"),
    ("sack", 2, 0, "peek; peek; spend; wait; drop; wait; drop"),
    ("sack", 2, 1, "peek; wait; drop; wait; pick-up"),
    ("sack", 2, 0, "peek; wait; drop; wait; pick-up"),
    ("sack", 2, 0, "wait; draw-stone; wait; put-back s ?; wait; draw-stone; wait; draw-stone; wait; show-stone s red"),
    ("sack", 2, 0, "wait; draw-stone; wait; draw-stone; wait; show-stone s red"),
    ("sack", 2, 0, "draw-stone; draw-stone; wait; lock-up s ?; empty-keep; draw-stone; wait; show-stone s red"),
    ("sack", 2, 0, "wait; draw-stone; wait; lock-up s red; wait; draw-stone; wait; show-stone s red; empty-keep; draw-stone"),
    ("pledges", 2, 0, "to-left; to-left; to-right; to-right; merge; from-right"),
    ("pledges", 2, 0, "to-left; to-left; to-right; merge; hold; hold; from-right"),
    ("pledges", 2, 0, "to-right; to-right; to-right; hold; wait; hold; wait; offer-chip c x; from-right"),
    ("pledges", 2, 0, "to-right; to-right; to-right; hold; wait; hold; wait; hold; wait; offer-chip c x; wait; offer-chip c x"),
    ("pledges", 2, 0, "to-left; to-left; from-left; to-right; merge; hold; to-right; give c ?; from-right"),
]


@lru_cache
def opened(name: str, players: int) -> Game:
    return fuero.load(str(RULESETS / f"{name}.fuero"), players=players)


@pytest.mark.parametrize(("ruleset", "players", "viewer", "line"), TABLES)
def test_redeals_are_as_likely_as_the_deals(ruleset: str, players: int, viewer: int, line: str) -> None:
    game = opened(ruleset, players)
    moves = [(i % players, move.strip()) for i, move in enumerate(line.split(";"))]
    counted = all_deals(game, moves, viewer)
    tried: set[str] = set()
    for state in matches(game, moves, 40):
        shown = seen(state, viewer)
        if shown in tried or len(tried) == 3:
            continue
        tried.add(shown)
        fits = counted[shown]
        total = sum(fits.values())
        sample = drawn(state, viewer, 1000)
        assert set(sample) <= set(fits), "a deal that does not fit"
        rows = [(sample[t], float(1000 * weight / total)) for t, weight in fits.items()]
        rare = [r for r in rows if r[1] < 5]
        rows = [r for r in rows if r[1] >= 5] + ([(sum(s for s, _ in rare), sum(w for _, w in rare))] if rare else [])
        if len(rows) > 1:
            assert float(chisquare(*zip(*rows, strict=True)).pvalue) > 0.0005, sorted(rows)
    assert tried

"""Redeals have exactly the chances of the deals that fit what a player was shown: every deal of small rulesets counted, against
what knowledge draws.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from pathlib import Path

import pytest
from scipy.stats import chisquare  # type: ignore[import-untyped]
from tests.sight.deals import all_deals, drawn, matches, seen, truth

import fuero
from fuero.engine.game import Game

DRAWS = 1500
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
    ("pledges", 2, 0, "to-right; to-right; hold; to-right; give c x; to-right; from-right"),
    ("pledges", 2, 0, "to-left; to-left; from-left; to-right; merge; hold; to-right; give c ?; from-right"),
]


@lru_cache
def opened(name: str, players: int) -> Game:
    return fuero.load(str(RULESETS / f"{name}.fuero"), players=players)


# Secret answers: who answers what. B answers anything; what A knows of it is what A could know.
SECRETS = [
    (0, [(0, "pledge-all"), (0, "choose n 1, m x"), (1, "any")]),
    (1, [(0, "pledge-all"), (1, "choose n 2, m y"), (0, "any")]),
    (0, [(0, "pledge-all"), (1, "any"), (0, "choose n 1, m z"), (1, "show-all")]),
    (0, [(0, "show-all"), (1, "pledge-all"), (1, "any"), (0, "choose n 3, m x")]),
    (0, [(0, "pledge-all"), (1, "any"), (0, "choose n 1, m x"), (1, "pledge-all"), (1, "any"), (0, "choose n 1, m x")]),
    (
        0,
        [
            (0, "pledge-all"),
            (1, "any"),
            (0, "choose n 1, m z"),
            (1, "show-all"),
            (0, "pledge-all"),
            (1, "any"),
            (0, "choose n 1, m z"),
        ],
    ),
]


@pytest.mark.parametrize(("ruleset", "players", "viewer", "line"), TABLES)
def test_redeals_are_as_likely_as_the_deals(ruleset: str, players: int, viewer: int, line: str) -> None:
    compare(opened(ruleset, players), [(i % players, move.strip()) for i, move in enumerate(line.split(";"))], viewer)


@pytest.mark.parametrize(("viewer", "moves"), SECRETS)
def test_secret_values_are_as_likely_as_the_answers(viewer: int, moves: list[tuple[int, str]]) -> None:
    compare(opened("pledges", 2), moves, viewer)


def test_a_secret_answer_still_out_is_any_that_could_be() -> None:
    state = opened("pledges", 2).start(1)
    state.apply("pledge-all")
    state.apply("choose n 2, m y", 1)
    knowledge = state.knowledge(0)
    counts: dict[str, int] = {}
    for k in range(1000):
        deal = knowledge.determinise(k)
        deal.apply("choose n 1, m x", 0)
        kept = truth(deal).partition("pledge: ")[2]
        counts[kept] = counts.get(kept, 0) + 1
    assert len(counts) == 5  # n 1 with x, y, z; n 2 with x, y
    assert float(chisquare(list(counts.values())).pvalue) > 0.0005


def compare(game: Game, moves: list[tuple[int, str]], viewer: int) -> None:
    """For some of the things the viewer can have seen after these moves: what knowledge draws, against every deal there is."""
    counted = all_deals(game, moves, viewer)
    tried: set[str] = set()
    for state in matches(game, moves, 40):
        shown = seen(state, viewer)
        if shown in tried or len(tried) == 3:
            continue
        tried.add(shown)
        fits = counted[shown]
        sample = drawn(state, viewer, DRAWS)
        assert set(sample) <= set(fits), "a deal that does not fit"
        # Whole tables, and each zone alone: where tables are many, a small error in one zone shows only there.
        parts = len(next(iter(fits)).split("; "))
        for part in (None, *range(parts)):
            even_enough(sample, fits, part)
    assert tried


def even_enough(sample: dict[str, int], fits: dict[str, Fraction], part: int | None) -> None:
    """Chi-square of what was drawn against what there is, of the whole table or of one zone of it."""
    total = sum(fits.values())
    counts: dict[str, list[float]] = {}
    for table, weight in fits.items():
        row = counts.setdefault(table if part is None else table.split("; ")[part], [0.0, 0.0])
        row[0] += sample.get(table, 0)
        row[1] += float(DRAWS * weight / total)
    rows = [(s, w) for s, w in counts.values()]
    rare = [r for r in rows if r[1] < 5]
    rows = [r for r in rows if r[1] >= 5] + ([(sum(s for s, _ in rare), sum(w for _, w in rare))] if rare else [])
    if len(rows) > 1:
        assert float(chisquare(*zip(*rows, strict=True)).pvalue) > 0.0001, sorted(rows)

"""Simulation: the same matches whatever plays them, and figures that say no more than they know."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from scipy import stats

import fuero
from fuero.lab.records import Match, Run, Spec
from fuero.lab.report import pair_lines, run_lines
from fuero.lab.simulate import play_match, play_step_by_step, simulate
from fuero.lab.statistics import estimate, quantile, share, t_quantile
from fuero.lab.summary import compare, summarise
from fuero.messages.diagnostic import FueroError

STONES = str(Path(__file__).parents[1] / "table" / "stones" / "stones.fuero")
HEAVY = str(Path(__file__).parents[1] / "table" / "stones" / "variants" / "heavy.fuero")


def made(shares: list[tuple[Fraction, ...]], ends: list[str]) -> Run:
    """A run with these shares; the points of a seat are ten times its share."""
    matches = tuple(
        Match(seed, tuple(int(part * 10) for part in parts), parts, 10 + seed, end, "the-end")
        for seed, (parts, end) in enumerate(zip(shares, ends, strict=True))
    )
    return Run(Spec("toy"), "Toy", ("A", "B"), ("random", "random"), 0, "interpreter", "ab" * 32, matches, 1.0)


def test_workers_do_not_change_the_result() -> None:
    one = simulate(Spec(STONES, players=3), ("random",) * 3, games=30, seed=5)
    two = simulate(Spec(STONES, players=3), ("random",) * 3, games=30, seed=5, workers=2)
    assert one.matches == two.matches
    assert [match.seed for match in one.matches] == list(range(5, 35))


def test_the_fast_way_plays_the_same_matches() -> None:
    game = fuero.load(STONES, players=3)
    for seed in range(10):
        assert play_match(game, ["random"] * 3, seed) == play_step_by_step(game, ["random"] * 3, seed)


def test_a_later_seed_gives_the_same_match() -> None:
    several = simulate(Spec(STONES, players=2), ("random", "greedy"), games=4, seed=10)
    alone = simulate(Spec(STONES, players=2), ("random", "greedy"), games=1, seed=12)
    assert several.matches[2] == alone.matches[0]


def test_the_summary_has_what_is_asked_of_it() -> None:
    run = simulate(Spec(STONES, players=3), ("random",) * 3, games=40, seed=1)
    data = json.loads(json.dumps(summarise(run)))
    assert {"games", "decisions", "cpu_seconds", "engine", "seed", "ruleset_hash", "seats", "length", "ends"} <= data.keys()
    assert data["games"] == 40 and data["seed"] == 1 and data["engine"] == "interpreter"
    assert data["decisions"] == sum(match.decisions for match in run.matches)
    assert sum(seat["wins"] for seat in data["seats"]) == pytest.approx(data["ended"], abs=1e-3)
    assert data["cpu_seconds"] > 0
    assert "40 matches of 3 players" in "\n".join(run_lines(data))


def test_shares_are_over_the_matches_that_ended() -> None:
    """200 matches: 180 whole, 20 of them shared by two; 15 capped and 5 stuck stand beside them."""
    won = [(Fraction(1), Fraction(0))] * 100 + [(Fraction(0), Fraction(1))] * 60 + [(Fraction(1, 2), Fraction(1, 2))] * 20
    data = summarise(made(won + [(Fraction(1), Fraction(0))] * 20, ["ended"] * 180 + ["capped"] * 15 + ["stuck"] * 5))
    assert (data["ended"], data["capped"], data["stuck"]) == (180, 15, 5)
    assert [seat["wins"] for seat in data["seats"]] == [110, 70]
    assert sum(seat["share"] for seat in data["seats"]) == pytest.approx(1, abs=1e-3)
    low, high = data["seats"][0]["share_interval"]
    assert low < 110 / 180 < high
    assert not data["few"]


def test_few_matches_are_flagged_and_their_interval_is_wide() -> None:
    won = [(Fraction(1), Fraction(0))] * 2 + [(Fraction(0), Fraction(1))]
    data = summarise(made(won, ["ended"] * 3))
    assert data["few"]
    low, high = data["seats"][0]["share_interval"]
    assert high - low > 0.6
    assert "Few matches" in "\n".join(run_lines(data))


def test_nothing_ended_is_said_without_figures() -> None:
    data = summarise(made([(Fraction(1), Fraction(0))], ["stuck"]))
    assert data["seats"][0]["share"] is None and data["length"] is None
    assert "stuck: 1" in "\n".join(run_lines(data))


def test_pairs_leave_out_what_did_not_end_in_both() -> None:
    shares = [(Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)), (Fraction(1), Fraction(0))]
    left = made(shares, ["ended", "ended", "ended"])
    right = replace(made(shares[::-1], ["ended", "capped", "ended"]), meaning_hash="cd" * 32)
    pair = compare(left, right)
    assert (pair["pairs"], pair["left_out"], pair["same_ruleset"]) == (2, 1, False)
    assert pair["seats"][0]["score"]["mean"] == 0


def test_two_rulesets_are_paired_by_seed() -> None:
    left, right = (simulate(Spec(path, players=2), ("random", "random"), games=12, seed=3) for path in (STONES, HEAVY))
    pair = compare(left, right)
    assert pair["pairs"] == 12 and not pair["same_ruleset"]
    surplus = sum(b.decisions - a.decisions for a, b in zip(left.matches, right.matches, strict=True)) / 12
    assert pair["length"]["mean"] == pytest.approx(surplus, abs=1e-3)
    assert "paired by seed" in "\n".join(pair_lines(summarise(left), summarise(right), pair))


@pytest.mark.parametrize(
    ("players", "games", "engine"),
    [
        (("human", "random"), 1, "interpreter"),
        (("random", "random"), 1, "magic"),
        (("random", "random"), 0, "interpreter"),
    ],
)
def test_what_cannot_be_simulated_is_told(players: tuple[str, ...], games: int, engine: str) -> None:
    with pytest.raises(FueroError):
        simulate(Spec(STONES, players=2), players, games=games, seed=1, engine=engine)


@pytest.mark.parametrize("freedom", [1, 2, 3, 5, 10, 50, 500])
def test_students_quantile(freedom: int) -> None:
    assert t_quantile(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=2e-3)


def test_estimates() -> None:
    values = [3, 5, 4, 8, 1]
    told = estimate(values)
    assert told is not None and told.mean == 4.2
    low, high = stats.t.interval(0.95, 4, loc=4.2, scale=stats.sem(values))
    assert (told.low, told.high) == (pytest.approx(low, rel=1e-3), pytest.approx(high, rel=1e-3))
    alone = estimate([3])
    assert alone is not None and alone.low is None and alone.sd is None
    assert estimate([]) is None and share(0, 0) is None


def test_wilsons_interval() -> None:
    told = share(2, 3)
    expected = stats.binomtest(2, 3).proportion_ci(method="wilson")
    assert told is not None
    assert (told.low, told.high) == (pytest.approx(expected.low), pytest.approx(expected.high))


def test_quantiles_are_values_that_occurred() -> None:
    assert [quantile([1, 2, 3, 4, 5], part) for part in (0.0, 0.05, 0.25, 0.5, 0.75, 1.0)] == [1, 1, 2, 3, 4, 5]

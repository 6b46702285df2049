"""Rules made of named parts, cases, functions with cases, and what may be asked of a kind (`rulesets/parts`)."""

from __future__ import annotations

from itertools import combinations

import pytest
from tabletop import RULESETS, moves, play, start, values, zone

import fuero
from fuero.engine.state import State

SUMS = [69, 4, 5, 3, 1, 14, 1, 7, 22, 7, 32, 15, 34, 1, 1]


def odd() -> State:
    return fuero.load(str(RULESETS / "parts" / "parts.fuero"), variants=["odd"], players=2).start(1)


def choices(state: State, action: str) -> set[str]:
    return {m for m in moves(state) if m.split()[0] == action}


@pytest.mark.parametrize(("note", "expected"), list(enumerate(SUMS, 5)))
def test_a_fold(note: int, expected: int) -> None:
    state = play(start("parts/parts", 2), "mine")
    assert values(state)[f"notes {note}"] == str(expected)


def test_the_neutral_party_has_zones_of_its_own_and_is_there_for_two_only() -> None:
    assert len(zone(play(start("parts/parts", 2), "mine"), "cellar ghost")) == 1
    three = play(start("parts/parts", 3), "mine")
    assert values(three)["notes 15"] == "33" and values(three)["notes 18"] == "0" and zone(three, "cellar ghost") is None


def texts(found: list[tuple[str, ...]]) -> set[str]:
    return {"pick what " + (s[0] if len(s) == 1 else "{" + ", ".join(sorted(s)) + "}") for s in found}


def test_a_choice_of_some_under_conditions_ways_totals_and_a_pool() -> None:
    weight = {f"red-{n}": n + 1 for n in range(1, 6)}
    fits = [s for k in range(1, 6) for s in combinations(weight, k) if sum(weight[x] for x in s) <= 6]
    assert choices(start("parts/parts", 2), "pick") == texts(fits) and len(fits) == 7


def test_what_was_picked_counts_without_the_sand() -> None:
    state = play(start("parts/parts", 2), "pick what {red-1, red-3}")
    assert values(state)["notes 4"] == "6" and zone(state, "bags A") == ["red-1", "red-3"]
    weight = {"red-1": 1, "red-3": 3, "red-2": 3, "red-4": 5, "red-5": 6}
    fits = [s for k in range(1, 6) for s in combinations(weight, k) if sum(weight[x] for x in s) <= 6]
    assert choices(state, "pick") == texts(fits)


@pytest.mark.parametrize(
    ("move", "paths"),
    [
        ("pick what {red-4, red-5}", ["pick.load"]),
        ("pick what blue-1", ["pick.what", "pick.likes"]),
        ("pick what shell-1", ["pick.what", "pick.likes"]),
        ("pick what twig", ["pick.what", "pick.fine", "all-fine.each-fine", "pick.likes"]),
    ],
)
def test_why_not(move: str, paths: list[str]) -> None:
    reasons = start("parts/parts", 2).why_not(move)
    assert [r.path for r in reasons][: len(paths)] == paths
    assert any("6 together" in r.sentence for r in reasons) == ("load" in paths[-1])


def test_each_case_applies_to_its_kind() -> None:
    state = play(start("parts/parts", 2), "pick what {red-1, red-3}", "use-it h red-3, n 4", "use-it h twig, n 6")
    assert values(state)["notes 1"] == "7" and zone(state, "gone") == ["red-3"]
    assert state.scores == {"A": 6, "B": 0, "ghost": 0}
    assert [(x.rule, x.label, x.party, x.points) for x in state.score_lines] == [("use.twig", "twigs", "A", 6)]


def test_parts_ways_cases_and_numbers_that_a_variant_brings() -> None:
    state = odd()
    weight = {f"red-{n}": n + 1 for n in range(1, 6)} | {f"twig{i}": 1 for i in range(4)}
    fits = set()
    for k in range(1, 8):
        for s in combinations(weight, k):
            if sum(weight[x] for x in s) <= 7:
                fits.add(tuple(sorted(x.rstrip("0123") if x.startswith("twig") else x for x in s)))
    assert choices(state, "pick") == texts(sorted(fits))
    state.apply("mine")
    assert values(state)["notes 5"] == str(45 + 15 + 6 + 3)


def test_a_function_takes_the_case_that_applies_else_its_plain_value() -> None:
    state = odd()
    state.apply("pick what twig")
    assert values(state)["notes 4"] == "1"  # the plain value
    usual = start("parts/parts", 2)
    assert all("twig" not in m for m in choices(usual, "pick"))

"""Cards whose row names their case, staged moves, one land counted from anywhere, a covered cellar (`rulesets/errands.fuero`)."""

from __future__ import annotations

import random

import pytest
from tabletop import RULESETS, asked, game, moves, play, start, steps, values, zone

from fuero.engine.state import State
from fuero.rules.load import resolve
from fuero.table.scenarios import run_all

LANDS = ("north-land", "east-land", "south-land")


def test_its_own_examples_hold() -> None:
    assert all(result.passed for result in run_all(resolve(str(RULESETS / "errands.fuero"))))


@pytest.mark.parametrize("errand", ["wander", "tally", "stow", "open-cellar", "each-home"])
def test_the_case_that_a_row_of_the_table_names_applies(errand: str) -> None:
    row = {"open-cellar": "note-cellar", "each-home": "note-each"}.get(errand, f"note-{errand}")
    state = play(start("errands"), f"take n {row}")
    assert [path for path in steps(state) if path.startswith("run.")] == [f"run.{errand}"]


# ------------------------------------------------------------ moves in stages


def completions(state: State, depth: int) -> int:
    """Walks every way to go on with a staged choice; all come to its end. Gives the number of ways."""
    decision = state.decision
    assert decision is not None and decision.count() > 0
    if decision.path != "run.wander":
        return 1
    assert depth < 3 and "pass" in moves(state)
    found = 0
    for move in (str(m) for m in decision.moves):
        after = state.copy()
        after.apply(move)
        found += completions(after, depth + (move != "pass"))
    return found


def test_every_beginning_of_a_staged_choice_can_be_completed() -> None:
    state = play(start("errands", 2), "take n note-wander")
    # Two players with a man each in each of three lands: six men, two other lands each, at every one of three stages.
    assert len(moves(state)) == 6 * 2 + 1
    assert completions(state, 0) > 1 + 12 + 12 * 12


def test_a_staged_choice_lists_one_stage_at_a_time_and_moves_at_once() -> None:
    state = play(start("errands", 2), "take n note-wander", "choose who B, source north-land, target east-land")
    assert zone(state, "field B north-land") == [] and len(zone(state, "field B east-land")) == 2
    assert all("source north-land" not in m for m in moves(state) if m.startswith("choose who B"))
    play(state, "pass")
    assert state.decision is not None and state.decision.path == "play" and asked(state) == [1]


# ------------------------------------------------------------ one land counted


@pytest.mark.parametrize("land", LANDS)
def test_one_land_is_counted_wherever_the_counting_is_asked_for(land: str) -> None:
    state = play(start("errands", 3), "take n note-wander")
    other = next(x for x in LANDS if x != land)
    play(state, f"choose who A, source {other}, target {land}", "pass", "take n note-tally", f"choose l {land}")
    crown = 2 if values(state)["capital"] == land else 0
    # A stands alone in front; the two behind slide to the third of two places that pay.
    assert [line.points for line in state.score_lines] == ([6, 2] if crown else [6])
    assert state.scores == {"A": 6 + crown, "B": 0, "C": 0}


def test_a_counting_leaves_the_other_lands_alone() -> None:
    before = play(start("errands", 3), "take n note-tally")
    after = play(before.copy(), "choose l south-land")
    assert before.view(None)["zones"] == after.view(None)["zones"]


# ------------------------------------------------------------ effects cut short


@pytest.mark.parametrize("stages", [0, 1, 2])
def test_a_running_effect_is_cut_before_it_and_after_each_stage(stages: int) -> None:
    state = play(start("errands", 2), "take n note-stow", "pass", "take n note-wander")  # A holds a whistle now
    for stage in range(stages):
        assert asked(state) == [0]
        state.apply("pass", 0)
        state.apply(f"choose who A, source {LANDS[stage]}, target {LANDS[stage + 1]}", 1)
    state.apply("blow n note-stow", 0)
    assert state.decision is not None and state.decision.path == "play"
    assert len(zone(state, f"field A {LANDS[0]}")) == (0 if stages else 1)
    assert zone(state, "whistle A") == []


# ------------------------------------------------------------ the cellar


def stowed(seed: int) -> State:
    state = start("errands", 3, seed)
    play(state, "take n note-stow", "choose from-where north-land", "choose from-where east-land")
    return play(state, "take n note-stow", "pass", "choose from-where north-land", "pass", "pass")


def inside(state: State) -> list[int]:
    """Whose men lie in the cellar."""
    machine = state.machine
    family = next(f for f in machine.layout.families if f.name == "cellar")
    return sorted(p.owner for i, p in enumerate(machine.layout.pieces) if state.words[family.base] >> i & 1)


def test_a_covered_zone_is_not_seen_but_remembered() -> None:
    state = stowed(1)
    assert inside(state) == [0, 0, 1]
    for viewer in (0, 1, 2, None):
        assert zone(state, "cellar", viewer) == {"size": 3}
    for viewer in range(3):
        for seed in range(12):
            assert inside(state.knowledge(viewer).determinise(seed)) == [0, 0, 1]


def test_it_is_remembered_through_being_opened_and_filled_again() -> None:
    state = stowed(1)
    play(state, "take n note-cellar")
    while state.decision is not None and state.decision.path != "play":
        state.apply("pass")  # nobody whistles
    assert "run.open-cellar" in steps(state)
    content = inside(state)
    assert zone(state, "lit") == [] and zone(state, "cellar", 0) == {"size": len(content)}
    assert all(inside(state.knowledge(v).determinise(s)) == content for v in range(3) for s in range(6))


def test_the_option_lengthens_the_match() -> None:
    ends = {}
    for longer in ("no", "yes"):
        state = game("errands", 2, longer=longer).start(3)
        rng = random.Random(1)
        while (decision := state.decision) is not None:
            state.apply(str(decision.nth(rng.randrange(decision.count()))))
        ends[longer] = len(zone(state, "notes"))
    assert ends == {"no": 2, "yes": 0}

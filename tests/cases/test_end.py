"""How turns and matches end: scoring cards in a refill, the last tiles, editions, piles that run out, nothing left to do.

C11 to C14, C16, C17.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.cases.positions import ALHAMBRA, laid, names, opened, random_steps, sit_down
from tests.laws.laws import conserved

import fuero
from fuero import resources
from fuero.cli.main import main
from fuero.engine.state import State
from fuero.lab.diff import diff
from fuero.rules.load import resolve
from fuero.table.verify import replay_again

MARKET = """
  market at florin is pav-3-sw
  market at dirham is ser-4-ne
  market at denar is arc-6-sw
  market at ducat is gar-8-ne
"""


def scorings(state: State) -> list[str]:
    """The scorings in the log, in order, by their first step."""
    return [e.path for e in state.trace() if e.kind == "step" and e.path == "scoring.buildings"]


def test_c11_a_scoring_card_in_the_middle_of_a_refill() -> None:
    state = laid(
        "players A, B, C\nstart from an empty table\ngiven" + MARKET
        + """
  display is denar-2
  hand of A is ducat-8
  stock is florin-1, scoring-card at 1, florin-2, florin-3, florin-9
  supply is tow-11-open
  palace of A
         | 0        | 1
      0  | fountain |
do A : buy slot ducat, pay ducat-8
do A : take-money cards denar-2
do A : build t gar-8-ne, spot (1, 0)
"""
    )  # fmt: skip
    assert names(state, "display") == ["florin-1", "florin-2", "florin-3", "florin-9"]
    assert len(scorings(state)) == 1 and names(state, "stock") == []
    kinds = [e.kind for e in state.log() if e.kind == "score" or e.path == "build"]
    assert kinds and kinds[0] != "score" and "score" in kinds, "the tile lies before it counts"
    assert state.decision is not None and state.decision.player == 1
    assert "scoring-card" in " ".join(names(state, "box")) and state.scores == {"A": 5 + 2, "B": 0, "C": 0}


def test_c12_three_scorings_and_then_it_is_over() -> None:
    state = laid(
        "players A, B, C\nstart from an empty table\ngiven"
        + """
  market at dirham is ser-4-ne
  market at denar is arc-6-sw
  market at ducat is gar-8-ne
  display is florin-9, denar-1
  stock is scoring-card at 1, scoring-card at 2, florin-3
  palace of A
         | 0        | 1
      0  | fountain | pav-8-open
do A : take-money cards florin-9
"""
    )
    assert state.outcome is not None and state.outcome.kind == "ended" and state.decision is None
    assert len(scorings(state)) == 3
    assert [line.points for line in state.score_lines if line.of == "pavilion"] == [1, 8, 16]
    acts = [e for e in state.trace() if e.kind == "step" and e.path == "turn.act"]
    assert len(acts) == 1, "nobody has another turn"


@pytest.mark.parametrize("seed", [21, 22])
def test_c12_a_whole_match_has_three_scorings(seed: int) -> None:
    sitting = sit_down(4, seed)
    for _ in random_steps(sitting):
        pass
    assert len(scorings(sitting.state)) == 3


def test_c13_who_declined_is_not_asked_again() -> None:
    state = laid(
        """
players A, B, C
start from an empty table
given
  market at denar is tow-12-open
  market at ducat is gar-10-open
  hand of B is ducat-3
  hand of C is denar-4
do last-scoring
"""
    )
    assert state.decision is not None and state.decision.player == 1
    state.apply("keep-in-reserve t gar-10-open")
    assert state.decision.player == 2
    state.apply("keep-in-reserve t tow-12-open")
    asked = [e.text for e in state.log() if e.kind == "decide"]
    assert len(asked) == 2 and len(scorings(state)) == 1 and not any(state.scores.values())


def test_c14_the_editions_differ_in_this_rule_only() -> None:
    base, edition = resolve(ALHAMBRA).rules, resolve(ALHAMBRA, variants=("bag-empty-end",)).rules
    changes = diff(base, edition).changes
    assert [(c.kind, c.name, c.how) for c in changes] == [("option", "end-trigger", "changed")]
    assert changes[0].before.cites and [c.rulebook for c in changes[0].after.cites] == ["assumed"]


def test_c14_the_same_match_differs_first_at_its_end() -> None:
    for seed in range(40, 60):
        sitting = sit_down(3, seed, ("bag-empty-end",))
        for _ in random_steps(sitting):
            pass
        edition = replace(sitting.replay(), result=None)
        played = replay_again(edition, opened(3), same_rules=False)
        base = played.sitting
        same = next((i for i, (a, b) in enumerate(zip(base.steps, sitting.steps, strict=False)) if a != b), len(base.steps))
        if same == len(sitting.steps):
            continue  # the market fell short in the same refill: both editions ended at once
        there = sitting.steps[same]
        assert base.steps[same].move == there.move and base.steps[same].state != there.state
        again = opened(3).start(seed)
        for step in base.steps[: same + 1]:
            again.apply(step.move, sitting.header.names.index(step.player))
        assert again.outcome is None and again.decision is not None, "the other edition goes on"
        assert again.decision.path == "turn.act" and not names(again, "supply"), (
            "and this was the turn in which the last tile came out"
        )
        return
    raise AssertionError("no match in which the editions differ")


@pytest.mark.parametrize("seed", [1, 2])
def test_c16_a_pile_that_runs_out_twice(seed: int) -> None:
    sitting = sit_down(4, seed, (), {"money-copies": "2"})
    zones = ["stock", "turned-card", "display", "discard", *(f"hand {x}" for x in "ABCD"), *(f"piles {n}" for n in range(1, 6))]
    gone = 0
    for state in random_steps(sitting):
        assert not conserved(state)
        held = [name for zone in zones for name in names(state, zone)]
        money = [name for name in held if not name.startswith("scoring-card")]
        assert len(money) == 72 and all(money.count(name) == 2 for name in set(money))
        cards = sum(name.startswith("scoring-card") for name in names(state, "box"))
        assert cards >= gone and cards + len(held) - len(money) == 2
        gone = cards
    restocked = sum(e[0] == "restock" for e in sitting.state.log_raw or ())
    assert restocked >= 2 and gone == 2


def test_c17_nothing_left_to_do_is_a_gap_in_the_rules() -> None:
    state = laid(
        """
players A, B, C, D, E, F
with variant one-copy
start from an empty table
given
  market at florin is pav-8-open
  market at dirham is ser-9-open
  market at denar is arc-9-open
  market at ducat is cha-10-open
  hand of A is florin-7
do A : pass
"""
    )
    passes = 1
    while state.decision is not None:
        assert [str(m) for m in state.decision.moves] == ["pass"]
        state.apply("pass")
        passes += 1
        assert passes < 200, "it hangs"
    assert state.outcome is not None and state.outcome.kind == "stuck" and "gap in the rules" in state.outcome.text
    assert not any(state.shares.values()) and not any(state.scores.values())
    assert sum("Nothing can be done." in e.text for e in state.log()) >= passes - 1


def test_c17_one_copy_of_each_card_goes_on_or_says_that_it_cannot() -> None:
    game = fuero.load(ALHAMBRA, players=6, variants=["one-copy"])
    ends = {game.playout(seed, seed).outcome for seed in range(6)}
    assert ends <= {"ended", "stuck"}


def test_c14_diff_on_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    variant = Path(resources.rulesets()) / ALHAMBRA / "variants" / "bag-empty-end.fuero"
    assert main(["diff", ALHAMBRA, str(variant)]) == 1
    out = capsys.readouterr().out
    assert "1 thing differs in play" in out and "end-trigger" in out

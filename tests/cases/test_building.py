"""Building and redesign: rings, gaps, what holds a neighbour in place, and walls counted anew (C01 to C04, C06)."""

from __future__ import annotations

import pytest
from tests.cases.positions import boards_afresh, laid, random_steps, scored, sit_down

from fuero.engine.events import ScoreLine
from fuero.engine.state import State

TABLE = "players A, B, C\nstart from an empty table\ngiven\n"
BLOCK = """
  palace of A
          |    0       |     1       |      2
      -1  | arc-9-open | arc-10-open | cha-10-open
       0  | fountain   |             | cha-11-open
       1  |            |             | gar-10-open
"""


def spots(state: State, tile: str) -> list[str]:
    """Where a tile may be built now."""
    assert state.decision is not None
    built = [dict(m.fields) for m in state.decision.moves if m.action == "build"]
    return [m["spot"] for m in built if m["t"] == tile]


def test_c01_round_a_closed_ring_nothing_can_be_built() -> None:
    state = laid(
        TABLE
        + """
  market at florin is tow-11-open
  hand of A is florin-9, florin-3
  palace of A
         | -1        | 0         | 1
     -1  |           | pav-2-new |
      0  | cha-5-nsw | fountain  | arc-4-nes
      1  |           | ser-3-esw |
do A : buy slot florin, pay {florin-9, florin-3}
"""
    )
    assert state.decision is not None
    assert [str(m) for m in state.decision.moves] == ["keep-in-reserve t tow-11-open"]
    assert scored(state, 1)["A"] - scored(laid(TABLE + "  hand of A is florin-9"), 1)["A"] == 12 + 1 + 2 + 3 + 4


@pytest.mark.parametrize(
    ("palace", "points"),
    [
        ("     | 0        | 1\n -1  | tow-9-ne | ser-7-w\n 0   | fountain | pav-7-e", 1),
        (
            "     | -1          | 0        | 1       | 2       | 3\n"
            " 0   | cha-10-open | fountain | arc-8-n | pav-6-n | gar-10-n\n"
            " 1   |             | cha-9-w  |         |         |\n"
            " 2   |             | ser-7-w  |         |         |",
            3,
        ),
    ],
)
def test_c02_the_longest_outer_run_counts_not_all_of_them(palace: str, points: int) -> None:
    """A wall that meets a wall lies inside; runs that do not touch are not added up."""
    state = laid(TABLE + "  palace of A\n" + "\n".join("    " + line for line in palace.split("\n")))
    walls = [line.points for line in _lines(state) if line.label == "longest wall" and line.party == "A"]
    assert walls == [points]


def _lines(state: State) -> list[ScoreLine]:
    after = state.copy()
    assert after.log_raw is not None
    after.machine.perform(after.words, after.log_raw, "procedure:scoring", -1, (3,))
    return list(after.score_lines)


def test_c03_a_bought_tile_and_one_of_the_reserve_have_the_same_places() -> None:
    bought = laid(
        TABLE + "  market at florin is tow-11-open\n  hand of A is florin-9, florin-3" + BLOCK
        + "do A : buy slot florin, pay {florin-9, florin-3}"
    )  # fmt: skip
    kept = laid(TABLE + "  reserve of A is tow-11-open\n" + BLOCK + "expect A is asked")
    assert "(1, 1)" not in spots(bought, "tow-11-open")
    assert spots(bought, "tow-11-open") == spots(kept, "tow-11-open") != []


def test_c04_every_refusal_has_its_own_reason() -> None:
    block = laid(
        TABLE
        + """
  palace of A
          |    -1       |     0       |      1
       0  | arc-9-open  | fountain    | cha-10-open
       1  | arc-10-open | cha-11-open | gar-10-open
       2  | gar-11-open | tow-11-open | tow-12-open
expect A is asked
"""
    )
    assert [r.path for r in block.why_not("remove spot (0, 1)")][-1] == "sound.no-gap"
    assert block.why_not("remove spot (0, 0)")[0].path == "remove.fixed"
    held = laid(
        TABLE
        + """
  palace of A
          |    0        |     1
       0  | fountain    | cha-10-open
       1  | pav-7-e     | cha-9-w
expect A is asked
"""
    )
    reasons = held.why_not("remove spot (1, 0)")
    assert [r.path for r in reasons][-1] == "sound.on-foot" and reasons[-1].cites


@pytest.mark.parametrize("seed", [1, 2])
def test_c06_walls_and_types_are_those_of_a_board_built_afresh(seed: int) -> None:
    sitting = sit_down(3, seed)
    changed = 0
    for state in random_steps(sitting):
        step = sitting.steps[-1]
        if step.action not in ("build", "remove", "exchange", "keep-in-reserve"):
            continue
        changed += step.action in ("remove", "exchange")
        assert scored(state, 2) == scored(boards_afresh(state), 2), step
    assert changed > 20


def test_c06_an_exchange_can_shorten_the_wall() -> None:
    state = laid(
        TABLE
        + """
  reserve of A is cha-10-open
  palace of A
          | 0        | 1       | 2       | 3
       0  | fountain | arc-8-n | pav-6-n | gar-10-n
expect A is asked
"""
    )
    before = scored(state, 1)["A"]
    state.apply("exchange t cha-10-open, spot (2, 0)")
    after = scored(state, 1)["A"]
    assert (before, after) == (3 + 1 + 3 + 5, 1 + 3 + 4 + 5)

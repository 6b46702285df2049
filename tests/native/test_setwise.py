"""Conditions on whole sets, and notions of grids, in the lowered form: they play as one by one, and a wrong one is noticed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

import fuero

sys.path.insert(0, str(Path(__file__).parent))

import lock_sides
from lockstep import Differs, Lockstep

from fuero.native.lower import Lowering

GRIDS = str(Path(__file__).parents[1] / "engine" / "constructs" / "rulesets" / "grids.fuero")
CLASSICS = ("tic-tac-toe", "connect-four", "breakthrough", "hex", "reversi", "gomoku")
WRONG = {
    "what lies in the run counts": ("andnot(found, over)", "found"),
    "one way of a direction is left out": ("found = found | (down(", "found = found & (down("),
    "a place is reached but not gone on from": ("edge = drop(edge) | new", "edge = drop(edge)"),
    "the shortest line counts": ("if n > most:", "if n < most:"),
    "a line of n needs one more": ("    if some(r):\n        return 1", "    if some(drop(r)):\n        return 1"),
    "a comparison is off by one": ("high - low if v > high else v - low", "high - low if v > high else v - low + 1"),
    "a table turned round is asked beyond its end": ("return i if ult(i, n) else n", "return n"),
    "one more is counted": ("return size(r)", "return size(r) + 1"),
    "those that are not": ("r = (s & ", "r = andnot(s, "),
    "every is any": ("return 1 if s == r else 0", "return 1 if some(r) else 0"),
    "any is all": ("return 1 if some(r) else 0", "return 1 if s == r else 0"),
    "another member is taken out": ("        k -= 1\n    return 0", "        k -= 2\n    return 0"),
}


def played(ruleset: str, players: int, seeds: int, change: Any = None) -> None:
    """Some matches under both readers, the lowered form as Python."""
    game = fuero.load(ruleset, players=players)
    both = Lockstep(game, lock_sides.Printed(game.machine, change))
    for seed in range(seeds):
        both.match(seed)


@pytest.mark.parametrize("players", [2, 3])
def test_in_lockstep(players: int) -> None:
    played(GRIDS, players, 4)


@pytest.mark.parametrize("game", CLASSICS)
def test_classics_in_lockstep(game: str) -> None:
    played(game, 2, 1)


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_one_is_noticed(what: str) -> None:
    right, wrong = WRONG[what]
    game = fuero.load(GRIDS, players=2)
    told = lock_sides.lowered(game.machine.program)[0].text
    assert right in told
    with pytest.raises((Differs, IndexError, ValueError)):
        played(GRIDS, 2, 6, lambda text, tables: (text.replace(right, wrong), tables))


@pytest.mark.parametrize("game", CLASSICS)
def test_choices_of_the_classics_are_counted_as_sets(game: str) -> None:
    """No loop over the members of a last field is left but where numbers are chosen by what is in their column."""
    text = Lowering(fuero.load(game, players=2).machine.program).all().text
    choice = text[text.index("def E_0(") :].split("\ndef ")[0]
    assert choice.count("for ") == {"breakthrough": 1, "connect-four": 1}.get(game, 0)

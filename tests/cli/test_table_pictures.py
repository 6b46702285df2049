"""Tables as they are drawn, kept as files: 80 and 120 columns, with and without colour, and in plain signs.

FUERO_GOLDEN=1 writes them anew; the diff is the review.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

import fuero
from fuero.engine.state import State
from fuero.table.drawing.block import Ink, inked
from fuero.table.drawing.look import scene
from fuero.table.drawing.marks import Marks
from fuero.table.drawing.table import table

GOLDENS = Path(__file__).parent / "goldens"
LANDS = str(Path(__file__).parents[1] / "table" / "drawing" / "rulesets" / "lands.fuero")
INKS = {
    "80": Ink(80),
    "120": Ink(120),
    "80-colour": Ink(80, True),
    "120-colour": Ink(120, True),
    "80-plain": Ink(80, False, "ascii"),
}


def after(ruleset: str, players: int, seed: int, decisions: int) -> State:
    """A state some random decisions into a match."""
    state, rng = fuero.load(ruleset, players=players).start(seed), random.Random(seed)
    for _ in range(decisions):
        state.apply(state.decision.nth(rng.randrange(state.decision.count())))
    return state


@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize(("name", "ruleset", "decisions"), [("alhambra", "alhambra", 70), ("lands", LANDS, 9)])
def test_the_table_is_drawn_as_it_was(name: str, ruleset: str, decisions: int, ink: str) -> None:
    state = after(ruleset, 3, 5, decisions)
    drawn = table(scene(Marks(state.game), state.words, 0), state.game.seats, 0, "A is asked: What now?", INKS[ink].width)
    text = "\n".join(inked(drawn, INKS[ink])) + "\n"
    path = GOLDENS / f"{name}-{ink}.txt"
    if os.environ.get("FUERO_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")

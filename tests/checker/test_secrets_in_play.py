"""What the checker says of secrets, beside what is seen in play: the sight law on random matches, unseen pieces dealt anew."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.sight import law
from tests.sight.test_sight_law import match

import fuero

HERE = Path(__file__).parent / "secrets"
FRAME = (HERE / "frame.txt").read_text(encoding="utf-8")
GOOD = sorted((HERE / "good").glob("*.fuero"))
SEEN_AT_ONCE = [
    "asked-by-hand",
    "asked-if",
    "by-way-of-rules",
    "implicit",
    "message",
    "others-hand",
    "points",
    "secret-answers",
    "secretly-others",
    "variable",
    "whom-chosen",
    "window-of-holders",
]
"""Leaks that show in the very state that is looked at; others only show in what follows."""


def leaks(path: Path, folder: Path, seeds: int) -> int:
    """At how many moments somebody sees more than they may know."""
    text = folder / path.name
    text.write_text(FRAME + path.read_text(encoding="utf-8"), encoding="utf-8")
    game = fuero.load(str(text), players=2)
    return sum(
        bool(law.checked(state, player, seed, refused))
        for seed in range(seeds)
        for state, refused in match(game, seed, 0.4, 40)
        for player in (0, 1)
    )


@pytest.mark.parametrize("path", GOOD, ids=lambda p: p.stem)
def test_where_nothing_is_found_nothing_shows(path: Path, tmp_path: Path) -> None:
    assert leaks(path, tmp_path, 3) == 0


@pytest.mark.parametrize("name", SEEN_AT_ONCE)
def test_where_a_leak_is_found_it_shows(name: str, tmp_path: Path) -> None:
    assert leaks(HERE / "bad" / f"{name}.fuero", tmp_path, 6) > 0

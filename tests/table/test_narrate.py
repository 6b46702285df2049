"""A match in words."""

from __future__ import annotations

import doctest
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import fuero
import fuero.cli.check
import fuero.cli.dialogue
import fuero.cli.test
import fuero.lab.statistics
import fuero.table.narrate as narrate

STONES = str(Path(__file__).parent / "stones" / "stones.fuero")


@dataclass(frozen=True)
class Line:
    party: str
    points: int
    place: int = 0
    tied: tuple[str, ...] = ()
    ties: str = ""
    rule: str = "buildings"
    label: str = "buildings"
    of: str = "tower"
    cites: tuple[str, ...] = ("book/score",)
    scoring: int = 2


def test_every_line_of_the_score_sheet_has_rule_source_place_and_tie() -> None:
    rules = fuero.load(STONES, players=2).rules
    lines = [Line("A", 17, 1, ("A", "B"), "share rounded down"), Line("B", 4), Line("C", 6, 3, cites=("house",))]
    sheet = narrate.score_sheet(lines, rules)
    assert sheet[0] == "Score sheet"
    assert all(
        word in sheet[2] for word in ("A", "17", "buildings: tower", "1st, tied with B (share rounded down)", "book/score")
    )
    assert "4" in sheet[3] and "1st" not in sheet[3]
    assert "3rd" in sheet[4] and "house" in sheet[4]
    assert sheet[5:] == ["Sources", "  book: The book of stones", "  house: a house rule"]
    assert narrate.score_sheet([], rules) == ["No points were given."]


def test_sources_are_said_once() -> None:
    rules = fuero.load(STONES, players=2).rules
    assert narrate.sources(["book/take", "book/take", "assumed"], rules) == "The book of stones, take; assumed"
    assert narrate.source("lost-book", rules) == "lost-book"


def test_repeated_sentences_are_said_once() -> None:
    assert narrate.told(["It is shuffled.", "", "One goes.", "One goes.", "It is shuffled."]) == [  # type: ignore[list-item]
        "It is shuffled.",
        "One goes. (2 times)",
        "It is shuffled.",
    ]


@pytest.mark.parametrize("module", [narrate, fuero.cli.dialogue, fuero.cli.check, fuero.cli.test, fuero.lab.statistics])
def test_examples_in_docstrings(module: Any) -> None:
    assert doctest.testmod(module).failed == 0

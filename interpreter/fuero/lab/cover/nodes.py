"""The forms of a coverage table: what there is to come by, and how often it was."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, Protocol

from fuero.engine.state import State

Topic = Literal["rule", "action", "case", "step", "refusal", "window", "cut", "bonus", "tie", "players", "option"]

TITLES: dict[Topic, str] = {
    "rule": "rules that ran",
    "action": "actions that were taken",
    "case": "cases that applied",
    "step": "steps that were reached",
    "refusal": "conditions that forbade something",
    "window": "windows: opened, and used with each of their actions",
    "cut": "running effects that a window cut short: before they began, or after one of their steps",
    "bonus": "bonuses that were paid",
    "tie": "places that were taken alone and tied",
    "players": "numbers of players at which a majority paid",
    "option": "values of options that were played with",
}
"""The topics in the order of the table, each with what its rows are."""

Key = tuple[Topic, str]


@dataclass(frozen=True, slots=True)
class Row:
    """One thing to come by, and in how many examples and matches it was."""

    topic: Topic
    name: str
    scenarios: int = 0
    matches: int = 0

    @property
    def empty(self) -> bool:
        """Was it never come by?"""
        return not self.scenarios and not self.matches


@dataclass(frozen=True, slots=True)
class Table:
    """The whole table: rows in the order of topics and rules; how many examples and matches were played, by number of players."""

    rows: tuple[Row, ...]
    scenarios: int
    matches: tuple[tuple[int, int], ...]
    seed: int

    @property
    def missing(self) -> tuple[Row, ...]:
        """The rows that nothing came by."""
        return tuple([row for row in self.rows if row.empty])


class Examples(Protocol):
    """The worked examples of a ruleset, to be played under the eyes of a watcher."""

    def __len__(self) -> int:
        """How many there are."""

    def play(self, number: int) -> Iterator[State]:
        """Plays all cases of one of them, one after the other: the table as it stands at the end of each, with its log."""

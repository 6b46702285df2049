"""The places of a ruleset where something could be out of range, and whether it is proved that it never is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from fuero.messages.diagnostic import NOWHERE, Span

Sort = Literal["set", "argument", "result", "key", "room", "rim", "there", "divisor"]

SORTS: dict[Sort, str] = {
    "set": "a variable is set",
    "argument": "something is handed to a rule",
    "result": "a rule gives a number",
    "key": "a place of a table, row or zone is named",
    "room": "a piece comes where only so many can be",
    "rim": "a tile comes to a board that is not without end",
    "there": "something is used that may not be there",
    "divisor": "a number is divided by",
}
"""What each sort of place is about, for listings."""

Key = tuple[str, int, Sort]
"""A place for programs: the rule (`procedure turn`, `action buy` …), the number of the node in it in the order of
`fuero.rules.bind.walk.walk`, and the sort. It hangs on no text, so it is the same for rules that were read from JSON."""


@dataclass(frozen=True, slots=True)
class Place:
    """`says` is one sentence on what can be there and what may be; `never` says that it cannot be right. `guarded` places are
    looked at again in play. `gone` is the move that took what is used here."""

    key: Key
    says: str
    proved: bool
    never: bool = False
    guarded: bool = True
    span: Span = field(default=NOWHERE, compare=False)
    gone: Span | None = field(default=None, compare=False)

    @property
    def rule(self) -> str:
        return self.key[0]

    @property
    def sort(self) -> Sort:
        return self.key[2]

"""What a mutant is, and what becomes of it.

Plain data: a mutant names one declaration of a ruleset, what stands in its place, and the change in an author's words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from fuero.messages.diagnostic import NOWHERE, Span
from fuero.rules.nodes import Ruleset

Sort = Literal[
    "number",
    "comparison",
    "clause left out",
    "clause turned round",
    "statement left out",
    "moment left out",
    "offer left out",
    "arithmetic",
    "rounding",
    "order",
    "who",
    "value",
    "choice",
    "ties",
    "table cell",
    "component",
    "end",
]
"""What was changed, for the summary."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one ruleset.

    `group` is a field of `Ruleset`, `rule` the name of the declaration in it (empty where the field is no list), `new` what
    stands there instead (None: nothing). `part` is the finest name that the change has; `was` and `now` say what it did.
    """

    group: str
    rule: str
    part: str
    sort: Sort
    was: str
    now: str
    place: Span = field(default=NOWHERE, compare=False)
    new: Any = field(default=None, repr=False)

    @property
    def change(self) -> str:
        """The change in one line."""
        if not self.now:
            return f"left out: {self.was}"
        return f"{self.was} became {self.now}"


Fate = Literal["noticed", "survived", "same", "refused"]
"""`same`: it plays like the original at every table; `refused`: the language would not take it. Neither is counted."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A mutant's fate; `reached` is how many worked examples come by the rule that was changed."""

    mutant: Mutant
    fate: Fate
    reached: int


class Trial(Protocol):
    """The worked examples under changed rules."""

    def fails(self, example: int) -> bool:
        """Whether this example no longer holds."""


class Bench(Protocol):
    """The worked examples of a ruleset, ready to be played again under changed rules."""

    @property
    def rules(self) -> Ruleset:
        """The rules unchanged."""

    @property
    def titles(self) -> Sequence[str]:
        """The titles of the examples, which are numbered in this order from 0."""

    def tables(self) -> Sequence[tuple[Ruleset, int]]:
        """The rules and numbers of players under which the examples run, each once, the most used first."""

    def reach(self, example: int) -> frozenset[str]:
        """The names of the rules that an example comes by."""

    def trial(self, change: Callable[[Ruleset], Ruleset]) -> Trial:
        """The same examples, each under its own rules with `change` made to them."""

"""What lies behind the state in native memory: what is being worked out, and sets that never change."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as made


@dataclass
class Scratch:
    """Places behind a state of `state` words; sets have `limbs` words. `constant` gives a set its place."""

    state: int
    limbs: int
    field: int = 0
    """Words of a field of a move."""
    constants: dict[int, int] = made(default_factory=dict)
    used: int = 0

    def __post_init__(self) -> None:
        self.fault = self.take(1)
        self.stop = self.take(1)
        wide = 64 * self.limbs
        self.counts = self.take(max(256, wide))
        self.who = self.take(64)
        self.list_ = self.take(max(1024, wide))
        self.offered = self.take(64)
        """How many moves each offer of the question at hand has."""
        self.offer = self.take(1)
        self.fields = self.take(16 * max(self.limbs, self.field))
        """The fields of the move at hand, each as wide as a set."""
        self.numbers = self.take(64)
        """How many decisions each seat has made."""
        self.rules = self.take(1)
        self.fuel = self.take(1)
        """How many rounds of loops may still be made in this call."""
        self.scored = self.take(1)
        """For which rule points are being given."""
        self.most_uses, self.most_scoring = 1024, 128
        self.uses = self.take(self.most_uses)
        self.lines = self.take(self.most_scoring)
        """Lines of points given by each rule; points by rule and party behind."""
        self.points = self.take(self.most_scoring * 16)
        self.stamp = self.take(1)
        """Counts changes of boards: a board with the same stamp has the same content."""

    def take(self, words: int) -> int:
        """Reserves words; gives the first."""
        first = self.state + self.used
        self.used += words
        return first

    def constant(self, members: int) -> int:
        """Where a set that never changes lies."""
        if members not in self.constants:
            self.constants[members] = self.take(self.limbs)
        return self.constants[members]

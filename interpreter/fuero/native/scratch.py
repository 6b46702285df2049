"""What lies behind the state in native memory: what is being worked out, and sets that never change."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Scratch:
    """Places behind a state of `state` words; sets have `limbs` words. `constant` gives a set its place."""

    state: int
    limbs: int
    constants: dict[int, int] = field(default_factory=dict)
    used: int = 0

    def __post_init__(self) -> None:
        self.fault = self.take(1)
        self.stop = self.take(1)
        self.counts = self.take(256)
        self.who = self.take(64)
        self.list_ = self.take(1024)
        self.offered = self.take(64)
        """How many moves each offer of the question at hand has."""
        self.offer = self.take(1)
        self.fields = self.take(16 * self.limbs)
        """The fields of the move at hand, each as wide as a set."""
        self.given = self.take(16 * self.limbs)
        self.numbers = self.take(64)
        """How many decisions each seat has made."""
        self.rules = self.take(1)
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

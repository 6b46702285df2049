"""What all parts of the lowering share: the program, its layout, names, faults.

In: a program. Out: nothing yet; the parts that build on this say the text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fuero.engine.emit_terms import Namespace
from fuero.engine.pieces import Pieces
from fuero.messages.diagnostic import Span
from fuero.native import library
from fuero.native.memory import Memory, cells_words, joins_words
from fuero.native.scratch import Scratch
from fuero.native.typing_ import Kinds
from fuero.program import nodes as P

if TYPE_CHECKING:
    from fuero.native.ground import Ground


MOST_BITS = 4096
"""So many members a set of numbers or pieces may have natively."""


class Uncovered(Exception):
    """Something that has no native form yet."""


@dataclass
class Env:
    """What each local is called in the text at hand, and its kind."""

    names: Mapping[str, tuple[str, str]]

    def also(self, **names: tuple[str, str]) -> Env:
        return Env({**self.names, **names})

    def with_(self, more: Mapping[str, tuple[str, str]]) -> Env:
        return Env({**self.names, **more})


MESSAGES = (
    "something was read that is not there",
    "one single thing was meant, but there are several",
    "no place is left between two pieces of a pile",
    "nobody is there to get these points",
    "a piece cannot go there",
    "there is already something there",
    "a board has no such place",
    "a row has no room for it",
    "something stands there already",
    "these pieces are not in that zone",
    "more things wait than can be kept",
    "nothing is there of which one could be the most",
    "all of these lie on the board already",
    "a number is too great to be in a set",
    "a number grew beyond what is reckoned with",
)


def written(kind: str) -> str:
    return "set" if kind == "set" else "int"


class Base:
    """One program on its way to the lowered form."""

    def __init__(self, program: P.Program):
        self.program = program
        self.kinds = Kinds(program)
        self.memory = Memory(program, self.kinds.words(), self.kinds.packed(), self.kinds.widest())
        if self.memory.width > MOST_BITS:
            raise Uncovered(f"sets of more than {MOST_BITS} members")
        self.scratch = Scratch(self.memory.size, self.memory.limbs, self.memory.field)
        self.pieces = Pieces(program)
        self.space = Namespace(program)
        self.tables: dict[str, tuple[int, ...]] = library.tables(self.memory, self.pieces, self.scratch)
        self.families = {f.name: f for f in program.layout.families}
        self.functions = {f.name: f for f in program.functions}
        self.routines = {r.name: r for r in program.routines}
        self.menus = {m.name: m for m in program.menus}
        self.vars = {v.name: v for v in program.layout.vars}
        self.columns = dict(program.tables)
        self.lists: dict[str, int] = {}
        self.rows: list[tuple[int, ...]] = []
        self.text: list[str] = []
        self.number = 0
        self.made: set[str] = set()
        self.prepared: list[str] = []
        """Lines of what is worked out once for a program."""
        self.shared: dict[object, str] = {}
        self._late: list[str] = []
        self.grounds: dict[object, Ground] = {}
        self.notes: list[tuple[str, str, Span | None]] = []
        """Rules that are looked at thing by thing, why, and where they stand."""
        self.faults: list[tuple[str, str]] = [("", m) for m in MESSAGES]
        self.fault_numbers: dict[tuple[str, str], int] = {}
        self.rule = ""
        self.L = self.memory.limbs
        self.entry: dict[str, int] = {}
        self.label_at: dict[tuple[str, int], int] = {}
        self.rules: list[str] = []
        self.uses: list[str] = []
        """What is counted in a match: routines, and choices without one."""
        self.scoring: list[str] = []
        """The rules that give points."""
        self.answers = dict(program.answers)
        self.rolls = dict(program.rolls)
        self.asks: dict[int, tuple[P.AskOne | P.AskMany, P.Routine, Env, int, int, int]] = {}
        self.wide = self.memory.window
        """The width of boards, the same for all."""
        self.cells = max(cells_words(self.wide), 1)
        self.joins = max(joins_words(self.wide), 1)
        self.record = self.memory.record
        """Words of a board."""
        self.stamp_at = self.memory.stamp_at
        self.F = self.memory.field
        if self.wide:
            self.seen = self.scratch.take(self.cells + 8)
            self.queue = self.scratch.take(4 * self.wide * self.wide + 64)
        for name, entries in program.lists:
            self.lists[name] = len(self.rows)
            self.rows += entries
        self.resolves: dict[int, bool] = {}
        self.handles = False
        for r in program.routines:
            for step in r.code:
                if isinstance(step, P.Resolve):
                    self.resolves[step.ask] = step.again

    def _fresh(self, stem: str) -> str:
        self.number += 1
        return f"{stem}{self.number}"

    def _fault(self, rule: str, message: str) -> int:
        key = (rule, message)
        if key not in self.fault_numbers:
            self.faults.append(key)
            self.fault_numbers[key] = len(self.faults)
        return self.fault_numbers[key]

    def _used(self, name: str) -> str:
        """A line that counts a use of something, by name."""
        if name not in self.uses:
            self.uses.append(name)
            if len(self.uses) > self.scratch.most_uses:
                raise Uncovered("more than a thousand rules")
        return f"M[{self.scratch.uses + self.uses.index(name)}] += 1"

    def _scoring(self, rule: str) -> str:
        """A line that says for which rule points are given from here on."""
        if rule not in self.scoring:
            self.scoring.append(rule)
            if len(self.scoring) > self.scratch.most_scoring:
                raise Uncovered("more than 128 rules that give points")
        return f"M[{self.scratch.scored}] = {self.scoring.index(rule)}"

    def _say(self, *lines: str) -> None:
        self.text += lines

    def _word(self, slot: int) -> str:
        return str(self.memory.words[slot].at)

    def _member(self, members: int, element: str) -> str:
        """Is an element in a set that never changes? A run of numbers is two comparisons; any other set a table of words."""
        if not members:
            return "False"
        low = (members & -members).bit_length() - 1
        high = members.bit_length() - 1
        if members >> low == (1 << (high - low + 1)) - 1:
            return f"ult({element} - {low}, {high - low + 1})"
        name = self.shared.get(("members", members))
        if name is None:
            name = self.shared["members", members] = self._fresh("IN")
            self.tables[name] = tuple(members >> 64 * k & ((1 << 64) - 1) for k in range(self.memory.limbs)) + (0,)
            self._late.append(f"""
@inline
def {name}_has(i: int) -> int:
    return shr({name}[i >> 6 if ult(i, {self.memory.width}) else {self.memory.limbs}], i & 63) & 1""")
        return f"({name}_has({element}) == 1)"

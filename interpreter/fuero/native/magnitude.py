"""How large a number can become: so many bits, without the sign. What cannot be held to 60 bits is checked when it is reckoned.

Law: every local, argument and result has at most 60 bits, so that a sum or a product is either known to fit a word or
checked; what would not fit is a fault, never a wrong number.
"""

from __future__ import annotations

from fuero.native.base import Uncovered
from fuero.program import nodes as P

TAME, WORD = 60, 62
ELEMENT = 50
"""Bits of a member of any set: a join with its tiles is the largest."""


class Magnitude:
    """The bits of the terms of one program."""

    def __init__(self, program: P.Program):
        self.slots: dict[int, int] = {}
        for v in program.layout.vars:
            if v.shape in ("number", "half"):
                bits = max(abs(v.low), abs(v.high)).bit_length()
                if bits > TAME:
                    raise Uncovered(f'"{v.name}" goes beyond the numbers of {TAME} bits')
            else:
                bits = ELEMENT
            count = 1
            for size in v.sizes:
                count *= size
            for i in range(count):
                self.slots[v.base + i] = bits
        self.tables = {name: max((abs(x) for x in column), default=0).bit_length() for name, column in program.tables}
        for name, entries in program.lists:
            self.tables[name] = max((abs(x) for row in entries for x in row), default=0).bit_length()

    def of(self, t: P.Term) -> int:
        """So many bits at most, as the term is said by the lowering."""
        match t:
            case P.Const(value):
                return abs(value).bit_length()
            case P.Load(slot) | P.LoadAt(base=slot):
                return self.slots.get(slot, TAME)
            case P.Local() | P.Call():
                return TAME
            case P.Arith(op, left, right):
                return self.reckoned(op, self.of(left), self.of(right))
            case P.Select(_, then, otherwise):
                return max(self.of(then), self.of(otherwise))
            case P.Lookup(table):
                return min(self.tables.get(table, TAME), WORD)
            case P.Reduce("total", keys=keys):
                bits = max((self.of(k) for k in keys), default=0) + 14
                return bits if bits <= WORD else TAME
            case P.Reduce("highest" | "lowest", keys=keys) if keys:
                return max(self.of(k) for k in keys)
            case P.Reduce() | P.Size() | P.Only() | P.BuiltIn() | P.TileAt():
                return ELEMENT
            case _:
                return 1

    @staticmethod
    def reckoned(op: str, left: int, right: int) -> int:
        """The bits of a result; 60 where it is checked."""
        if op == "*":
            return left + right if left + right <= WORD else TAME
        if op in ("+", "-"):
            bits = max(left, right) + 1
            return bits if bits <= WORD else TAME + 1
        return left

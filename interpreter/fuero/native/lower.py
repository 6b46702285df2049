"""PROGRAM → the lowered form: text in a small part of Python (see `to_llvm`), its tables, its layout.

In: a program. Out: a `Lowered`. What each node means is what the interpreter's text makes of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from fuero.engine.emit_terms import python_name
from fuero.native import library
from fuero.native.base import Uncovered
from fuero.native.memory import Memory
from fuero.native.running import Running
from fuero.native.scratch import Scratch
from fuero.program import nodes as P
from fuero.program.layout import MISSING

__all__ = ["Lowered", "Lowering", "Uncovered", "lower"]


@dataclass
class Lowered:
    """A program in the lowered form."""

    text: str
    tables: dict[str, tuple[int, ...]]
    memory: Memory
    scratch: Scratch
    faults: list[tuple[str, str]]
    entry: dict[str, int]
    rules: list[str]
    offers: dict[int, tuple[P.Offer, ...]]


class Lowering(Running):
    """The whole of a program."""

    def all(self) -> Lowered:
        for name, column in self.program.tables:
            wide = name in self.kinds.wide
            self.tables[f"T_{python_name(name)}"] = (
                *(self.scratch.constant(max(v, 0)) if wide else v for v in column),
                self.scratch.constant(0) if wide else -1 if name == "group" else MISSING,
            )
        for f in self.program.functions:
            self._function(f)
        self._numbering()
        blocks = self._flow()
        for m in self.program.menus:
            self._menu(m)
        self._asking()
        self._running(blocks)
        body = [f"    M[{self.scratch.fuel}] = {1 << 30}", *(self.prepared or ["    pass"])]
        prepare = ["def prepare() -> None:", *body, "    return"]
        self._late.append("\n".join(prepare))
        starts, at = [], 0
        for row in self.rows:
            starts.append(at)
            at += len(row)
        self.tables["LSTART"] = tuple(starts)
        self.tables["LLEN"] = tuple(len(r) for r in self.rows)
        self.tables["LITEM"] = tuple(x for r in self.rows for x in r)
        upons = self.program.upons
        numbers = {f.name: i for i, f in enumerate(self.program.layout.families)}
        self.tables["UWATCH"] = tuple(int(any(u.family == f.name for u in upons)) for f in self.program.layout.families)
        self.tables["UCOUNT"] = (len(upons),)
        self.tables["UFAMILY"] = tuple(numbers[u.family] for u in upons)
        self.tables["UENTERS"] = tuple(int(u.enters) for u in upons)
        pieces = (1 << len(self.program.layout.pieces)) - 1
        self.tables["UTAKES"] = tuple(self.scratch.constant(u.takes & pieces) for u in upons)
        self.tables["UFIRST"] = tuple(self.families[u.family].first for u in upons)
        head = library.text(self.program, self.memory, self.scratch)
        offers = {n: ask[0].offers for n, ask in self.asks.items()}
        text = head + "\n".join([*self.text, *self._late]) + "\n"
        return Lowered(text, self.tables, self.memory, self.scratch, self.faults, self.entry, self.rules, offers)


def lower(program: P.Program) -> Lowered:
    """A program in the lowered form. Raises Uncovered where something has none."""
    return Lowering(program).all()

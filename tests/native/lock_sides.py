"""Two readers of one program: the interpreter, and the lowered form (as machine code, or printed as Python).

In: a machine. Out: sides that start a match, count and give moves as plain numbers, perform them and show the state.
"""

from __future__ import annotations

import importlib.util
from array import array
from collections.abc import Iterator
from typing import Any, Protocol

from fuero.engine.decision import Decision
from fuero.engine.domains import members_of
from fuero.engine.faults import Fault
from fuero.engine.machine import Machine
from fuero.native.compile import lowered
from fuero.native.memory import Memory
from fuero.program import nodes as P
from fuero.program.layout import ASKING, OUTCOME, PENDING

_ALL = (1 << 64) - 1
Chosen = tuple[int, tuple[int, ...]]
"""A move: the number of the offer and the values of the fields; (-1, (k,)) is a pass, k 1 where it was a choice."""


def llvmlite_is_here() -> bool:
    return importlib.util.find_spec("llvmlite") is not None


class _Words:
    """What a decision needs to know of a state."""

    def __init__(self, machine: Machine, words: list[int]):
        self.machine, self.words = machine, words


class Plain:
    """A match of the interpreter."""

    def __init__(self, machine: Machine):
        self.machine = machine
        self.S: list[int] = []
        self.log: list[Any] = []

    def start(self, seed: int) -> None:
        self.log = []
        self.S = self.machine.start(seed, self.log)

    @property
    def over(self) -> bool:
        return bool(self.S[OUTCOME])

    @property
    def seats(self) -> list[int]:
        """Who is asked."""
        return [p for p in range(self.machine.players) if self.S[PENDING] >> p & 1]

    def decision(self, who: int) -> Decision:
        return Decision(_Words(self.machine, self.S), who)  # type: ignore[arg-type]

    @staticmethod
    def listed(d: Decision) -> Iterator[Chosen]:
        """All moves in order, without words."""
        for at, offer in enumerate(d._offers()):
            yield from ((offer[3], values) for values in Plain._below(d, at, ()))

    @staticmethod
    def _below(d: Decision, at: int, fields: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(fields) == len(d._code(at).domains):
            yield fields
            return
        for x in members_of(d._domain(at, fields)):
            if d._count(at, (*fields, x)):
                yield from Plain._below(d, at, (*fields, x))

    @staticmethod
    def nth(d: Decision, k: int) -> Chosen:
        move = d.nth(k)
        return move.offer, move.values

    def apply(self, d: Decision, move: Chosen) -> None:
        offer, values = move
        if offer < 0:
            self.machine.apply(self.S, self.log, d.player, -1, -1, values[0], (), ())
            return
        menu, you, args, _ = next(o for o in d._offers() if o[3] == offer)
        self.machine.apply(self.S, self.log, d.player, offer, menu, you, args, values)


class Native(Protocol):
    """A match of the lowered form."""

    memory: Memory
    uses: dict[str, int]

    def start(self, seed: int) -> int: ...
    def count(self, who: int) -> int: ...
    def fault(self) -> int: ...
    def nth(self, who: int, k: int) -> tuple[int, list[int]]: ...
    def apply(self, who: int, chosen: int) -> int: ...
    def words(self) -> list[int]: ...
    def load(self, words: list[int]) -> None: ...
    def points(self) -> dict[tuple[str, int], int]: ...


class Shared:
    """What both forms of the lowered text share: reading the memory."""

    def __init__(self, program: P.Program, form: Any = None):
        self.low, self.places, self.lowering = form or lowered(program)
        self.memory = self.low.memory
        self.program = program
        self.offers = {n: [len(_menu(program, o).fields) for o in offers] for n, offers in self.low.offers.items()}

    def read(self, at: int, n: int) -> list[int]:
        raise NotImplementedError

    def call(self, name: str, *values: int) -> int:
        raise NotImplementedError

    def fault(self) -> int:
        return self.read(self.low.scratch.fault, 1)[0]

    def message(self) -> str:
        """What went wrong."""
        rule, text = self.low.faults[self.fault() - 1]
        return f"{rule}: {text}"

    def count(self, who: int) -> int:
        return self.call("count", who)

    def nth(self, who: int, k: int) -> tuple[int, list[int]]:
        """Move number k (-1: a pass): the offer and the values of its fields. It lies in the memory then, ready for `apply`."""
        scratch = self.low.scratch
        if k < 0:
            self.put(scratch.offer, -1)
            return -1, []
        self.call("nth", who, k)
        (offer,) = self.read(scratch.offer, 1)
        offer = offer - (1 << 64) if offer >> 63 else offer
        if offer < 0:
            return offer, []
        asking = self.read(self.memory.words[ASKING].at, 1)[0]
        n = self.memory.field
        values = []
        for i in range(self.offers[asking][offer]):
            value = sum(w << 64 * j for j, w in enumerate(self.read(scratch.fields + i * n, n)))
            values.append(value - (1 << 64 * n) if value >> (64 * n - 1) else value)
        return offer, values

    def put(self, at: int, word: int) -> None:
        raise NotImplementedError

    def load(self, words: list[int]) -> None:
        """Another state, as native words."""
        raise NotImplementedError

    def apply(self, who: int, chosen: int) -> int:
        self.call("apply", who, chosen)
        return self.fault()

    def words(self) -> list[int]:
        return self.read(0, self.memory.size)

    @property
    def uses(self) -> dict[str, int]:
        """How often each routine and choice was used so far."""
        return dict(zip(self.lowering.uses, self.read(self.low.scratch.uses, len(self.lowering.uses)), strict=True))

    def points(self) -> dict[tuple[str, int], int]:
        """Points since the beginning of the match, by rule and party."""
        found = {}
        for i, rule in enumerate(self.lowering.scoring):
            for party, word in enumerate(self.read(self.low.scratch.points + 16 * i, self.program.layout.parties)):
                if word:
                    found[rule, party] = word - (1 << 64) if word >> 63 else word
        return found


def _menu(program: P.Program, offer: P.Offer) -> P.Menu:
    return next(m for m in program.menus if m.name == offer.menu)


class Printed(Shared):
    """The lowered form run as Python. `text` may be another one (a planted fault)."""

    def __init__(self, machine: Machine, change: Any = None, form: Any = None):
        from fuero.native.as_python import Memory as Words
        from fuero.native.as_python import functions

        super().__init__(machine.program, form)
        text, tables = self.low.text, dict(self.low.tables)
        if change is not None:
            text, tables = change(text, tables)
        self.M = Words([0] * (self.memory.size + self.low.scratch.used))
        self.functions = functions(text, tables, self.M, self.memory.width)
        for members, at in self.low.scratch.constants.items():
            self.functions["store"](at, members)
        self.call("prepare")
        self.initial = self.memory.native(machine.initial)

    def call(self, name: str, *values: int) -> int:
        self.put(self.low.scratch.fault, 0)
        try:
            return self.functions[name](*values) or 0
        except (IndexError, ValueError, ZeroDivisionError, OverflowError):
            self.put(self.low.scratch.fault, 1)
            return 0

    def read(self, at: int, n: int) -> list[int]:
        return [w & _ALL for w in self.M[at : at + n]]

    def put(self, at: int, word: int) -> None:
        self.M[at] = word

    def load(self, words: list[int]) -> None:
        for i, word in enumerate(words):
            self.M[i] = word
        self.call("refresh")

    def start(self, seed: int) -> int:
        for i, word in enumerate(self.initial):
            self.M[i] = word
        self.M[1] = seed
        for i in range(16 * len(self.lowering.scoring)):
            self.M[self.low.scratch.points + i] = 0
        self.call("start")
        return self.fault()


class Compiled(Shared):
    """The lowered form as machine code; `checked`: with every index checked."""

    def __init__(self, machine: Machine, checked: bool = False):
        from fuero.native.compile import build
        from fuero.native.session import Code, Session

        super().__init__(machine.program)
        self.session = Session(Code(build(machine.program, machine.initial, level=1 if checked else 2, checked=checked)))

    def call(self, name: str, *values: int) -> int:
        if name == "count":
            return self.session.count(*values)
        if name == "nth":
            self.session.nth(*values)
        else:
            self.session.apply(*values)
        return 0

    def read(self, at: int, n: int) -> list[int]:
        return [w & _ALL for w in self.session.words[at : at + n]]

    def put(self, at: int, word: int) -> None:
        self.session.words[at] = word

    def words(self) -> list[int]:
        return array("Q", self.session.save()).tolist()

    def load(self, words: list[int]) -> None:
        self.session.load(words)

    def start(self, seed: int) -> int:
        for i in range(16 * len(self.lowering.scoring)):
            self.put(self.low.scratch.points + i, 0)
        return self.session.start(seed)


__all__ = ["Chosen", "Compiled", "Fault", "Native", "Plain", "Printed", "Shared", "llvmlite_is_here"]

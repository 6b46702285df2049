"""Functions of the lowered text run while it is being made: for what hangs on the pieces alone and can be written into tables.

In: the lowering as far as it is. Out: the values of a function, or None where one of its calls failed or it cannot be run yet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from fuero.native import library
from fuero.native.as_python import Memory, functions

if TYPE_CHECKING:
    from fuero.native.base import Base

_HEAD = re.compile(r"^def (\w+)", re.MULTILINE)


def values(low: Base, name: str, given: Iterable[tuple[int, ...]], more: str = "") -> list[int] | None:
    """What the function `name` answers to each row of values. `more` is text beside the lowering's own."""
    sources: dict[str, str] = {}
    for text in (library.text(low.program, low.memory, low.scratch), "\n".join(low.text), *low._late, more):
        plain = "\n".join(line for line in text.splitlines() if not line.startswith("@"))
        heads = [m.start() for m in _HEAD.finditer(plain)] + [len(plain)]
        for a, b in zip(heads, heads[1:], strict=False):
            found = _HEAD.match(plain, a)
            if found:
                sources[found[1]] = plain[a:b]
    needed: list[str] = []
    todo = [name]
    while todo:
        f = todo.pop()
        if f in needed or f not in sources:
            continue
        needed.append(f)
        todo += [word for word in dict.fromkeys(re.findall(r"\b(\w+)\(", sources[f])) if word != f]
    memory = Memory([0] * (low.memory.size + low.scratch.used))
    made = functions("\n".join(sources[f] for f in needed), low.tables, memory, low.memory.width)
    for members, at in low.scratch.constants.items():
        for k in range(low.memory.limbs):
            memory[at + k] = members >> 64 * k
    try:
        found_values = [int(made[name](*row)) for row in given]
    except (KeyError, NameError, IndexError, ValueError, RecursionError):
        return None
    return None if memory[low.scratch.fault] else found_values

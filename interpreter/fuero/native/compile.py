"""PROGRAM → machine code, by way of the lowered form and LLVM.

In: a program. Out: a `Built`. Raises Uncovered where something has no native form, is nested too deeply, or would take more
memory or a longer text than an engine may; never anything else for whatever a ruleset says. llvmlite is imported here and
in its neighbours alone, when it is used: without it everything else works.
"""

from __future__ import annotations

from fuero.native.base import Uncovered
from fuero.native.built import Built
from fuero.native.entries import entries
from fuero.native.lower import Lowered, Lowering
from fuero.native.passes import improve
from fuero.native.places import ENTRIES, MOST_TEXT, MOST_WORDS, Places
from fuero.native.target import machine
from fuero.native.to_llvm import Unit
from fuero.program import nodes as P
from fuero.program.layout import SEED

_WORD = (1 << 64) - 1


def lowered(program: P.Program) -> tuple[Lowered, Places, Lowering]:
    """The lowered form with its ways in, within the bounds that hold for all."""
    try:
        low = Lowering(program)
        found = low.all()
        text, places = entries(low)
        found.text += text
    except RecursionError as e:
        raise Uncovered("rules nested too deeply") from e
    except MemoryError as e:
        raise Uncovered("rules too large") from e
    words = found.memory.size + found.scratch.used
    if words > MOST_WORDS:
        raise Uncovered(f"a memory of {words:,} words; at most {MOST_WORDS:,} are given")
    if len(found.text) * found.memory.limbs > MOST_TEXT:
        raise Uncovered(f"rules of {len(found.text):,} letters over sets of {found.memory.width} bits: too long to be compiled")
    return found, places, low


def ir(found: Lowered, places: Places, checked: bool = False) -> str:
    """The lowered form as LLVM IR."""
    unit = Unit(
        found.memory.width,
        found.tables,
        exported=set(ENTRIES),
        fuel=(found.scratch.fuel, places.spent),
        checked=(found.memory.size + found.scratch.used, places.outside) if checked else None,
    )
    try:
        return unit.compile(found.text)
    except (RecursionError, MemoryError, SyntaxError) as e:  # Python's own bounds on nesting
        raise Uncovered("rules nested too deeply") from e


def assembled(text: str, level: int = 2) -> bytes:
    """IR as an object file."""
    import llvmlite.binding as llvm

    target = machine(level)
    module = llvm.parse_assembly(text)
    improve(module, target)
    return bytes(target.emit_object(module))


def build(program: P.Program, initial: list[int], *, level: int = 2, checked: bool = False) -> Built:
    """A program compiled. `initial` is the interpreter's state before a set-up."""
    found, places, low = lowered(program)
    code = assembled(ir(found, places, checked), level)
    memory, scratch = found.memory, found.scratch
    image = tuple(
        (at + k, members >> 64 * k & _WORD)
        for members, at in scratch.constants.items()
        for k in range(memory.limbs)
        if members >> 64 * k & _WORD
    )
    words = memory.native(initial)
    words[SEED] = 0
    layout = program.layout
    return Built(
        code=code,
        state=memory.size,
        memory=memory.size + scratch.used,
        field=memory.field,
        initial=b"".join(w.to_bytes(8, "little") for w in words),
        image=image,
        players=layout.players,
        parties=layout.parties,
        winner=program.winner,
        faults=tuple(found.faults),
        rules=tuple(found.rules),
        uses=tuple(low.uses),
        scoring=tuple(low.scoring),
        places=places,
        scratch=scratch,
        scores=memory.words[layout.scores].at,
        checked=checked,
    )

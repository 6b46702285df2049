"""The lowered form run as Python: how the lowering is debugged, and what the native code is compared with.

In: the text, the tables, a memory (a list of words). Out: its functions. Words wrap as 64-bit numbers do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

_ALL = (1 << 64) - 1


def signed(word: int) -> int:
    """A word as a number from -2**63 to 2**63 - 1."""
    word &= _ALL
    return word - (1 << 64) if word >> 63 else word


def bits(members: int) -> Iterator[int]:
    """The members of a set, or the bits of a word, upwards."""
    while members:
        lowest = members & -members
        yield lowest.bit_length() - 1
        members ^= lowest


class Memory(list[int]):
    """Words that keep to 64 bits."""

    def __setitem__(self, at: Any, value: Any) -> None:
        if isinstance(at, int) and at < 0:
            raise IndexError(at)
        super().__setitem__(at, signed(value) if isinstance(at, int) else value)


def functions(text: str, tables: Mapping[str, Sequence[int]], memory: Memory, width: int) -> dict[str, Callable[..., Any]]:
    """The functions of a lowered text over this memory. Raises what Python raises where a word is read that is not there."""
    limbs = width // 64
    full = (1 << width) - 1

    def load(at: int) -> int:
        found = 0
        for k in range(limbs):
            found |= (memory[at + k] & _ALL) << 64 * k
        return found

    def store(at: int, value: int) -> None:
        for k in range(limbs):
            memory[at + k] = value >> 64 * k & _ALL

    def copy(to: int, source: int, words: int) -> None:
        memory[to : to + words] = memory[source : source + words]

    def clear(to: int, words: int) -> None:
        memory[to : to + words] = [0] * words

    names: dict[str, Any] = {
        "M": memory,
        "load": load,
        "store": store,
        "copy": copy,
        "clear": clear,
        "bits": lambda s: bits(s & _ALL) if s < 0 else bits(s),
        "andnot": lambda a, b: a & ~b & full,
        "bit": lambda i: 1 << i & full,
        "below": lambda i: (1 << i) - 1,
        "has": lambda s, i: 0 <= i < width and s >> i & 1 == 1,
        "hasw": lambda w, i: 0 <= i < 64 and (w & _ALL) >> i & 1 == 1,
        "size": lambda s: s.bit_count(),
        "low": lambda s: (s & -s).bit_length() - 1,
        "drop": lambda s: s & (s - 1),
        "shl": lambda s, k: s << k & full,
        "down": lambda s, k: s >> k,
        "wadd": lambda a, b: signed(a + b),
        "wmul": lambda a, b: signed(a * b),
        "some": lambda s: s != 0,
        "word": lambda s: signed(s),
        "wide": lambda w: w & _ALL,
        "K": lambda n: n,
        "mulhi": lambda a, b: signed((a & _ALL) * (b & _ALL) >> 64),
        "shr": lambda a, k: signed((a & _ALL) >> k),
        "ult": lambda a, b: a & _ALL < b & _ALL,
        "ctz": lambda a: ((a & _ALL) & -(a & _ALL)).bit_length() - 1,
        "pop": lambda a: (a & _ALL).bit_count(),
        "inline": lambda f: f,
        "noinline": lambda f: f,
        **tables,
    }
    exec(compile(text, "<lowered>", "exec"), names)
    return {k: v for k, v in names.items() if callable(v)}

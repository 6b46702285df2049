"""Machine code at work: one memory, and calls that let go of Python's lock while they run.

In: a `Built`. Out: what its ways in do to the words of a memory. One session serves one thread; a process may have many over the
same code. Laws: the memory is never reached beyond; a fault or a call that takes too long is told, not thrown by the code.
"""

from __future__ import annotations

import ctypes
from typing import Any

from fuero.native.built import Built
from fuero.native.places import CHUNK, ENTRIES, FUEL, LISTED
from fuero.native.target import machine

_RESULT = {"count": ctypes.c_int64, "many": ctypes.c_int64, "moves": ctypes.c_int64, "hash_state": ctypes.c_uint64}
_VALUES = {"count": 1, "nth": 2, "apply": 2, "decide": 2, "playout": 1, "many": 3, "moves": 3}


class Code:
    """Machine code loaded into this process; kept as long as something that calls it."""

    def __init__(self, built: Built):
        """Raises what llvmlite raises where the object file is of another machine."""
        import llvmlite.binding as llvm

        self.built = built
        self.engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine())
        self.engine.add_object_file(llvm.ObjectFileRef.from_data(built.code))
        self.engine.finalize_object()
        self.calls: dict[str, Any] = {}
        for name in ENTRIES:
            kind = ctypes.CFUNCTYPE(_RESULT.get(name), ctypes.c_void_p, *[ctypes.c_int64] * _VALUES.get(name, 0))
            self.calls[name] = kind(self.engine.get_function_address(name))


class Session:
    """One memory over a code. Every way in is a method of the same name; `words` are those of the memory, signed."""

    def __init__(self, code: Code):
        built = code.built
        self.code, self.built = code, built
        self.words = (ctypes.c_int64 * built.memory)()
        self.at = ctypes.addressof(self.words)
        self.state_bytes = 8 * built.state
        for at, word in built.image:
            self.words[at] = word - (1 << 64) if word >> 63 else word
        ctypes.memmove(self.at + 8 * built.places.initial, built.initial, len(built.initial))
        calls, at = code.calls, self.at
        self.fault_at = built.scratch.fault
        self.holder: Any = None
        """A weak reference to the match whose state lies in the memory."""
        self.counted: Any = None
        """Of which moment and seat the moves were counted last."""
        self.words[built.fuel] = FUEL
        calls["prepare"](at)
        self._many, self._start, self._count = calls["many"], calls["start"], calls["count"]
        self._nth, self._apply, self._moves = calls["nth"], calls["apply"], calls["moves"]
        self._refresh, self._playout, self._hash = calls["refresh"], calls["playout"], calls["hash_state"]
        self._decide = calls["decide"]

    # ------------------------------------------------------------ the state at hand

    def start(self, seed: int) -> int:
        """A match from its set-up to the first decision; the number of a fault, 0 for none."""
        ctypes.memmove(self.at, self.built.initial, self.state_bytes)
        self.counted = None
        seed &= (1 << 64) - 1
        self.words[1] = seed - (1 << 64) if seed >> 63 else seed
        self._fresh()
        self._start(self.at)
        return int(self.words[self.fault_at])

    def _fresh(self) -> None:
        self.words[self.fault_at] = 0
        self.words[self.built.fuel] = FUEL

    def count(self, who: int) -> int:
        """How many moves there are, a pass not counted."""
        self._fresh()
        return int(self._count(self.at, who))

    def nth(self, who: int, k: int) -> None:
        """Leaves move number k in the memory; `count` must have been asked of this very state."""
        self._nth(self.at, who, k)

    def apply(self, who: int, chosen: int) -> int:
        """Performs the move that lies in the memory and runs on to the next decision; the number of a fault."""
        self._fresh()
        self._apply(self.at, who, chosen)
        return int(self.words[self.fault_at])

    def moves(self, who: int, first: int) -> list[tuple[int, ...]]:
        """At most `LISTED` moves from number `first` on: the offer and the words of the fields."""
        self._fresh()
        n = int(self._moves(self.at, who, first, LISTED))
        at, wide = self.built.places.listed, self.built.places.move
        return [tuple(self.words[at + i * wide : at + (i + 1) * wide]) for i in range(n)]

    def decide(self, who: int, word: int) -> int:
        """One evenly drawn decision by a word of 64 bits; the number of a fault."""
        self._fresh()
        self._decide(self.at, who, word - (1 << 64) if word >> 63 else word)
        return int(self.words[self.fault_at])

    def playout(self, player_seed: int) -> int:
        """Plays to the end with random seats; the number of a fault."""
        self._fresh()
        player_seed &= (1 << 64) - 1
        self._playout(self.at, player_seed - (1 << 64) if player_seed >> 63 else player_seed)
        return int(self.words[self.fault_at])

    def hash(self) -> int:
        """A hash of the state, the same for equal states wherever they came from."""
        return int(self._hash(self.at))

    # ------------------------------------------------------------ states in and out

    def save(self) -> bytes:
        """The words of the state."""
        return ctypes.string_at(self.at, self.state_bytes)

    def restore(self, state: bytes, foreign: bool = False) -> None:
        """Puts a state into the memory; one from another session's memory is `foreign`."""
        ctypes.memmove(self.at, state, self.state_bytes)
        self.counted = None
        if foreign:
            self._refresh(self.at)

    def load(self, words: list[int]) -> None:
        """Puts a state in as native words of 64 bits without a sign."""
        ctypes.memmove(self.at, (ctypes.c_uint64 * len(words))(*words), 8 * len(words))
        self.counted = None
        self._refresh(self.at)

    def state_words(self) -> list[int]:
        """The words of the state, without a sign."""
        return list((ctypes.c_uint64 * self.built.state).from_address(self.at))

    def let_go(self) -> None:
        """Keeps the match that lies in the memory: something else is about to be played there."""
        other = self.holder() if self.holder is not None else None
        if other is not None and other._kept is None:
            other._kept = self.save()
        self.holder = self.counted = None

    # ------------------------------------------------------------ many matches

    def many(self, first: int, games: int, key: int) -> list[tuple[int, ...]]:
        """Plays matches with seeds first, first + 1, … (at most `CHUNK`) and gives their records; a fault ends the list."""
        self.let_go()
        first &= (1 << 64) - 1
        signed = first - (1 << 64) if first >> 63 else first
        key = key - (1 << 64) if key >> 63 else key
        self._fresh()
        n = int(self._many(self.at, signed, min(games, CHUNK), key))
        at, record = self.built.places.records, self.built.places.record
        return [tuple(self.words[at + i * record : at + (i + 1) * record]) for i in range(n)]

"""A state with its seats turned: what A had B has, and so on round the table; the law is that its points are turned too."""

from __future__ import annotations

from collections.abc import Sequence

from fuero.engine.helpers import bits
from fuero.engine.state import State


def _turned_index(index: int, sizes: Sequence[int], shapes: Sequence[str], players: int) -> int:
    """Where an entry with keys of these sizes goes: each key that is a player moves one seat on."""
    keys = []
    for size in reversed(sizes):
        index, key = divmod(index, size)
        keys.append(key)
    keys.reverse()
    found = 0
    for key, size, shape in zip(keys, sizes, shapes, strict=True):
        moves = shape == "player" or (shape == "party" and key < players)
        found = found * size + ((key + 1) % players if moves else key)
    return found


def turned(state: State) -> State:
    """Another state in which every seat has what the seat before it had. Who is asked for what stays as it is."""
    layout, other = state.machine.layout, state.copy()
    S, T, n = state.words, other.words, layout.players
    for f in layout.families:
        if "player" not in f.key_shapes:
            continue
        for i in range(f.count):
            j = _turned_index(i, f.sizes, f.key_shapes, n)
            T[f.base + j * f.stride : f.base + (j + 1) * f.stride] = S[f.base + i * f.stride : f.base + (i + 1) * f.stride]
            if not f.kind.startswith("marks"):
                for p in bits(S[f.base + i * f.stride]):
                    T[layout.where + p] = f.first + j
    for v in layout.vars:
        count = 1
        for size in v.sizes:
            count *= size
        for i in range(count):
            value = S[v.base + i]
            j = _turned_index(i, v.sizes, v.key_shapes, n) if v.sizes else i
            T[v.base + j] = (value + 1) % n if v.shape == "player" and 0 <= value < n else value
    other.log_raw = None
    return other


def performed(state: State, routine: str, values: tuple[int, ...]) -> list[int]:
    """The points that one scoring brings each seat."""
    after = state.copy()
    before = list(after.scores.values())
    after.machine.perform(after.words, None, routine, -1, values)
    return [now - then for now, then in zip(after.scores.values(), before, strict=True)]


def same_points_turned(state: State, routines: Sequence[tuple[str, tuple[int, ...]]]) -> list[str]:
    """What the end, and each of these scorings, would bring is turned with the seats."""
    broken = []
    other, n = turned(state), state.machine.players
    here, there = state.standing(), other.standing()
    if any(here[p] != there[(p + 1) % n] for p in range(n)):
        broken.append(f"the standing {here} becomes {there}")
    for routine, values in routines:
        mine, theirs = performed(state, routine, values), performed(other, routine, values)
        if any(mine[p] != theirs[(p + 1) % n] for p in range(n)) or mine[n:] != theirs[n:]:
            broken.append(f"{routine}{values} brings {mine}, and turned {theirs}")
    return broken

"""Start states that matches seldom reach by themselves: boards with many tiles and marks on them.

In: a machine, a state after its set-up, a chance. The state is changed in place: tiles out of piles, bags and decks are laid
side by side on every board, and marks on their joins or cells. Law: every piece lies in exactly one zone.
"""

from __future__ import annotations

from random import Random

from fuero.engine.machine import Machine
from fuero.engine.planes import neighbour
from fuero.program import nodes as P


def scatter(machine: Machine, S: list[int], chance: Random) -> None:
    families = machine.layout.families
    for f in families:
        if f.kind == "board":
            for i in range(f.count):
                _lay(machine, S, f, i, chance)
    for f in families:
        if f.marks_index >= 0:
            board = next(g for g in families if g.name == f.on)
            for i in range(f.count):
                for cell in _cells(machine, S, board.first + i):
                    if chance.random() < 0.3:
                        S[f.base + i * f.stride] |= 1 << (cell if f.kind == "marks-cells" else 2 * cell + chance.randrange(2))


def _cells(machine: Machine, S: list[int], zone: int) -> list[int]:
    pieces = machine.pieces
    held = S[pieces.base[zone]]
    return [pieces.place(S, p, zone) for p in range(len(machine.layout.pieces)) if held >> p & 1]


def _lay(machine: Machine, S: list[int], f: P.Family, i: int, chance: Random) -> None:
    pieces, layout = machine.pieces, machine.layout
    zone = f.first + i
    loose = [
        p
        for p in range(len(layout.pieces))
        if f.takes >> p & 1 and pieces.kind[S[layout.where + p]] in ("pile", "bag", "deck") and layout.pieces[p].owner in (-1, i)
    ]
    chance.shuffle(loose)
    loose.sort(key=lambda p: layout.pieces[p].owner < 0)
    for p in loose[: chance.choice((0, 4, 12, 24))]:
        held = _cells(machine, S, zone)
        places = {f.size // 2 * f.size + f.size // 2} if not held else {neighbour(c, s, f.size) for c in held for s in range(4)}
        inner = range(1, f.size - 1)
        free = sorted(c for c in places - set(held) if c % f.size in inner and c // f.size in inner)
        if not free:
            return
        pieces.lay(S, p, zone, chance.choice(free))

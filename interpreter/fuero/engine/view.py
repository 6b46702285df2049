"""What the table shows a player: plain data by names. No seed, no hash of the state, no order of a hidden pile, nobody else's
list of moves.
"""

from __future__ import annotations

from math import prod
from typing import Any

from fuero.engine.events import Sight, owner_of
from fuero.engine.helpers import bits, coordinates
from fuero.engine.machine import ENDED, Machine
from fuero.engine.words import natural
from fuero.program import nodes as P
from fuero.program.layout import ASKING, OUTCOME, PENDING


class Viewer:
    """Makes views of one machine's states."""

    def __init__(self, machine: Machine, sight: Sight):
        self.machine, self.sight = machine, sight

    def view(self, S: list[int], viewer: int | None) -> dict[str, Any]:
        """The table as `viewer` sees it; None for what everybody sees."""
        words = self.machine.words
        zones: dict[str, Any] = {}
        for f in self.machine.layout.families:
            if f.name == "box":
                continue
            for i in range(f.count):
                zones[words.zones[f.first + i]] = self._zone(S, f, i, viewer)
        scores = {words.parties[i]: S[self.machine.layout.scores + i] for i in range(self.machine.layout.parties)}
        asked = [] if S[OUTCOME] else [words.seats[p] for p in bits(S[PENDING])]
        question = self.machine.asks[S[ASKING]].step.path if asked else ""
        return {
            "game": self.machine.program.name,
            "viewer": None if viewer is None else words.seats[viewer],
            "zones": zones,
            "values": self._values(S, viewer),
            "scores": scores,
            "asked": asked,
            "question": question,
            "over": S[OUTCOME] >= ENDED,
        }

    def shown(self, S: list[int], viewer: int | None) -> list[int]:
        """Words of a state that hold what `viewer` sees and nothing else: hidden zones are empty, hidden values as they began,
        nobody is asked.
        """
        layout, base = self.machine.layout, self.machine.pieces.base
        T = self.machine.initial.copy()
        T[base[0]] = 0
        for f in layout.families[1:]:
            words = 1 if f.kind in ("pile", "bag") else min(2, f.stride)
            for z in range(f.first, f.first + f.count):
                if self.sight.content(z, viewer):
                    T[base[z] : base[z] + words] = S[base[z] : base[z] + words]
                    if not f.kind.startswith("marks"):
                        for p in bits(S[base[z]]):
                            T[layout.where + p] = z
        for v in layout.vars:
            for i in range(prod(v.sizes)):
                if v.name == "score" or self.sees_value(v, i, viewer):
                    T[v.base + i] = S[v.base + i]
        return T

    @staticmethod
    def sees_value(v: P.VarInfo, index: int, viewer: int | None) -> bool:
        """Does the viewer see this value?"""
        if v.sight == "open":
            return True
        return v.sight.startswith("owner") and viewer is not None and owner_of(v, index) == viewer

    def _zone(self, S: list[int], f: P.Family, i: int, viewer: int | None) -> Any:
        words = self.machine.words
        base = f.base + i * f.stride
        if f.kind.startswith("marks"):
            shape = "cell" if f.kind == "marks-cells" else "join"
            return sorted(words.text(shape, x) for x in bits(S[base])) if self.sight.content(f.first + i, viewer) else {}
        held = S[base]
        if not self.sight.content(f.first + i, viewer):
            return {"size": held.bit_count()} if self.sight.size(f.first + i, viewer) else {}
        names = words.rows
        match f.kind:
            case "place":
                return names[held.bit_length() - 1] if held else None
            case "row":
                order = S[base + 1]
                places = [(order >> (16 * k) & 65535) - 1 for k in range(f.size)]
                return [names[p] if p >= 0 else None for p in places]
            case "board":
                found = {}
                for p in bits(held):
                    x, y = coordinates((S[base + 1] >> (13 * p) & 8191) - 1, f.size)
                    found[f"({x}, {y})"] = names[p]
                return dict(sorted(found.items(), key=lambda kv: natural(kv[0])))
            case "deck":
                return [names[S[base + 1] >> (16 * k) & 65535] for k in range(held.bit_count())]
            case kind if kind.startswith("attached"):
                found = {}
                for p in bits(held):
                    at = (S[base + 1] >> (26 * p) & 67108863) - 1
                    on = words.text("cell", at) if kind == "attached-cells" else names[at]
                    found[on] = names[p]
                return dict(sorted(found.items()))
            case _:
                return sorted((names[p] for p in bits(held)), key=natural)

    def _values(self, S: list[int], viewer: int | None) -> dict[str, str]:
        words = self.machine.words
        found: dict[str, str] = {}
        for v in self.machine.layout.vars:
            if v.name == "score":
                continue
            for i in range(prod(v.sizes)):
                if not self.sees_value(v, i, viewer):
                    continue
                keys, rest = [], i
                for size, names in zip(reversed(v.sizes), reversed(v.key_names), strict=True):
                    rest, at = divmod(rest, size)
                    keys.append(names[at])
                found[" ".join([v.name, *reversed(keys)])] = words.text(v.shape, S[v.base + i])
        return found

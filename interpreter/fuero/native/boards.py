"""Boards: where they lie, sets of their cells, what can be reached, the longest run of outline.
"""

from __future__ import annotations

from fuero.engine.emit_planes import tile_rule
from fuero.engine.emit_terms import python_name
from fuero.native.base import Base, Env
from fuero.program import nodes as P


class Boards(Base):
    """Says what is asked of boards; terms are said by what builds on this."""

    def want(self, t: P.Term, kind: str, env: Env) -> str:
        raise NotImplementedError

    def flag(self, t: P.Term, env: Env) -> str:
        raise NotImplementedError

    def _board(self, family: str, index: P.Term, env: Env) -> str:
        """Where a board lies."""
        f = self.families[family]
        bases = self.memory.bases
        if isinstance(index, P.Const):
            return str(bases[f.first + index.value])
        stride = bases[f.first + 1] - bases[f.first] if f.count > 1 else 0
        return f"({bases[f.first]} + {stride} * at({self.want(index, 'int', env)}, {f.count}))"

    def _connected(self, rule: str) -> str:
        """A function: can every tile of a board be reached from some pieces, where the rule lets one pass out of both sides?"""
        name = f"CN_{python_name(rule)}"
        if name in self.made:
            return name
        self.made.add(name)
        w, asked = self.wide, self.passing(rule)
        self._late.append(f"""
def {name}(base: int, starts: set) -> int:
    n = size(load(base))
    clear({self.seen}, {self.cells})
    tail = 0
    for k in range({self.cells}):
        for x in bits(M[base + {self.L} + k]):
            if has(starts, board_at(base, {w}, 64 * k + x)):
                plane_add({self.seen}, 64 * k + x)
                M[{self.queue} + tail] = 64 * k + x
                tail += 1
    head = 0
    while head < tail:
        c = M[{self.queue} + head]
        head += 1
        for s in range(4):
            d = shift(c, s, {w})
            if board_at(base, {w}, d) >= 0 and plane_has({self.seen}, d) == 0:
                if {asked}(base, c, s) != 0 and {asked}(base, d, s ^ 2) != 0:
                    plane_add({self.seen}, d)
                    M[{self.queue} + tail] = d
                    tail += 1
    return 1 if tail == n else 0""")
        return name

    def passing(self, rule: str) -> str:
        """A function (board, cell, side): does the rule hold there? Straight from the tile where it hangs on that alone."""
        found = tile_rule(self.space, rule)
        if found is None or found[1]:
            return f"F_{python_name(rule)}"
        name = f"PS_{python_name(rule)}"
        if name not in self.made:
            self.made.add(name)
            side = self.functions[rule].params[2]
            text = self.flag(found[0], Env({"+tile": ("p", "int"), side: ("s", "int")}))
            self._late.append(f"""
def {name}_of(p: int, s: int) -> int:
    return {text}
def {name}(base: int, c: int, s: int) -> int:
    return {name}_of(board_at(base, {self.wide}, c), s)""")
        return name

    def _longest(self, rule: str) -> str:
        """A function: the longest unbroken run of outline for which the rule holds."""
        name = f"LR_{python_name(rule)}"
        if name in self.made:
            return name
        self.made.add(name)
        w, asked, L = self.wide, f"F_{python_name(rule)}", self.L
        follow = self.scratch.take(4 * w * w + 4)
        self._late.append(f"""
def {name}_next(base: int, e: int) -> int:
    c = e >> 2
    s = e & 3
    ahead = shift(c, (s + 1) & 3, {w})
    if board_at(base, {w}, ahead) < 0:
        return 4 * c + ((s + 1) & 3)
    beyond = shift(ahead, s, {w})
    if board_at(base, {w}, beyond) < 0:
        return 4 * ahead + s
    return 4 * beyond + ((s + 3) & 3)
def {name}_edge(base: int, c: int, s: int) -> int:
    if board_at(base, {w}, c) < 0:
        return 0
    if board_at(base, {w}, shift(c, s, {w})) >= 0:
        return 0
    return {asked}(base, c, s)
def {name}(base: int) -> int:
    best = 0
    for k in range({self.cells}):
        for x in bits(M[base + {L} + k]):
            for s in range(4):
                M[{follow} + 4 * (64 * k + x) + s] = {name}_edge(base, 64 * k + x, s)
    for k in range({self.cells}):
        for x in bits(M[base + {L} + k]):
            for s in range(4):
                e = 4 * (64 * k + x) + s
                if M[{follow} + e] != 0:
                    f = {name}_next(base, e)
                    if M[{follow} + f] != 0:
                        M[{follow} + f] = M[{follow} + f] | 2
    for k in range({self.cells}):
        for x in bits(M[base + {L} + k]):
            for s in range(4):
                e = 4 * (64 * k + x) + s
                if M[{follow} + e] == 1:
                    length = 0
                    while M[{follow} + e] != 0:
                        length += 1
                        M[{follow} + e] = 0
                        e = {name}_next(base, e)
                    if length > best:
                        best = length
    for k in range({self.cells}):
        for x in bits(M[base + {L} + k]):
            for s in range(4):
                e = 4 * (64 * k + x) + s
                length = 0
                while M[{follow} + e] != 0:
                    length += 1
                    M[{follow} + e] = 0
                    e = {name}_next(base, e)
                if length > best:
                    best = length
    return best""")
        return name

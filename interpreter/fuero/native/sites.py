"""What may stand where: conditions on a cell of a board, answered from the board as it is.

A condition on the board with a tile put on, taken from or exchanged on the cell in question is split into its parts. A rule over
all joins is asked of the joins at that cell, a way on foot of its four sides, an enclosed space of the eight cells round it, as
long as the board itself keeps the rule; else the changed board is made and asked. In: the parts of a condition. Out: lowered
text: what is worked out once, and a test for each part.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fuero.engine.emit_planes import Change, change, tile_rule
from fuero.engine.emit_terms import python_name
from fuero.program import nodes as P
from fuero.program.trees import free, replaced, substitute, walk

if TYPE_CHECKING:
    from fuero.native.base import Env
    from fuero.native.cells import Cells as Lowering


class Sites:
    """The conditions on one field over cells."""

    def __init__(self, lowering: Lowering, var: str, env: Env, zone: tuple[str, int] | None = None):
        self.low, self.var, self.env, self.zone = lowering, var, env, zone
        self.here = P.Local(var)

    def parts(self, t: P.Term) -> list[P.Term]:
        """The parts of a condition that must all hold, with calls about a changed board written out."""
        match t:
            case P.And(terms):
                return [y for x in terms for y in self.parts(x)]
            case P.Call(function, args) if any(change(a, self.var) is not None for a in args):
                f = self.low.functions[function]
                return self.parts(substitute(f.body, dict(zip(f.params, args, strict=True))))
            case _:
                return [t]

    def _once(self, name: str, text: str, board: str) -> str:
        """What is worked out of a board alone is kept until the board changes; `text` speaks of it as `base`."""
        low = self.low
        if self.zone is None or board != "b":
            return re.sub(r"\bbase\b", board, text)
        number, count = self.zone
        key = ("once", name, count)
        made = low.shared.get(key)
        if made is None:
            made = low.shared[key] = low._fresh("G")
            keep = low.scratch.take(2 * count)
            low._late.append(f"""
def {made}(base: int, z: int) -> int:
    now = M[base + {low.stamp_at}]
    if M[{keep} + 2 * z] != now:
        M[{keep} + 2 * z + 1] = {text}
        M[{keep} + 2 * z] = now
    return M[{keep} + 2 * z + 1]""")
        return f"{made}({board}, {number})"

    # ------------------------------------------------------------ which cells

    def candidates(self, plane: str, parts: list[P.Term]) -> list[str]:
        """Lines that make the plane of cells worth asking: the occupied ones, those beside them, or all."""
        low = self.low
        to = low.scratch.take(low.cells)
        whole = low.area(P.BuiltIn("window", ()), "cells", self.env)
        for p in parts:
            match p:
                case P.Not(P.Compare("=", P.TileAt(board, P.Local(self.var)), P.Const(-1))):
                    return [f"{plane} = {low.want(board, 'board', self.env)} + {low.L}"]
                case _:
                    pass
        for p in parts:
            match p:
                case P.BuiltIn("connected", (changed, _)) if (found := change(self._seen_through(changed), self.var)) is not None:
                    if found.kind == "put":
                        b = low.want(found.board, "board", self.env)
                        return [
                            f"{plane} = beside_plane({b}, {low.wide}, {to})",
                            f"if not some(load({b})):",
                            f"    copy({to}, {whole}, {low.cells})",
                        ]
                case _:
                    pass
        return [f"{plane} = {whole}"]

    # ------------------------------------------------------------ tests

    def tests(self, parts: list[P.Term], name: str) -> tuple[list[str], list[str]]:
        """What is worked out once; a test for each part, the cheap ones first."""
        ready: list[str] = []
        checks: list[tuple[int, str]] = []
        inner = self.env.also(**{self.var: (name, "int")})
        for p in parts:
            rank, text = self._test(p, name, inner, ready)
            checks.append((rank, text))
        return ready, [text for _, text in sorted(checks, key=lambda c: c[0])]

    def _test(self, p: P.Term, name: str, inner: Env, ready: list[str]) -> tuple[int, str]:
        low = self.low
        match p:
            case P.Reduce("every", var, P.BuiltIn("joins", (changed,)), None, None, (body,)):
                found = change(self._seen_through(changed), self.var)
                if found is not None:
                    made = self._joins(p, found, var, body, name, inner, ready)
                    if made:
                        return 1, made
            case P.BuiltIn("connected", (changed, start)) if self.var not in free(start):
                found = change(self._seen_through(changed), self.var)
                if found is not None:
                    return 2, self._connected(p, found, start, name, inner, ready)
            case P.Not(P.BuiltIn("encloses", (changed,))):
                found = change(self._seen_through(changed), self.var)
                if found is not None:
                    return 3, f"{self._encloses(p, found, name, inner, ready)} == 0"
            case _:
                pass
        return 0 if not any(isinstance(x, (P.WithTile, P.WithoutTile)) for x in walk(p)) else 4, low.flag(p, inner)

    def _seen_through(self, board: P.Term) -> P.Term:
        while isinstance(board, P.Call):
            f = self.low.functions[board.function]
            board = substitute(f.body, dict(zip(f.params, board.args, strict=True)))
        return board

    def _opened(self, body: P.Term, var: str) -> P.Term:
        for x in walk(body):
            if isinstance(x, P.Call) and P.Local(var) in x.args:
                f = self.low.functions[x.function]
                return self._opened(replaced(body, x, substitute(f.body, dict(zip(f.params, x.args, strict=True)))), var)
        return body

    def _joins(self, p: P.Reduce, found: Change, var: str, body: P.Term, name: str, inner: Env, ready: list[str]) -> str:
        low = self.low
        opened = self._opened(body, var)
        near, far, side = P.Local("+near"), P.Local("+far"), P.Local("+side")
        for notion, local in (("near", near), ("far", far), ("side", side)):
            opened = replaced(opened, P.BuiltIn(notion, (P.Local(var),)), local)
        if free(opened) - {"+near", "+far", "+side"}:
            return ""
        rule = self._rule_of_joins(opened)
        board = low.want(found.board, "board", self.env)
        good = low._fresh("g")
        ready.append(f"{good} = {self._once(rule, f'{rule}_all(base)', board)}")
        plain = low.flag(p, inner)
        if found.kind == "take":
            return f"({good} == 1 or {plain})"
        assert found.piece is not None
        piece = low.want(found.piece, "int", self.env)
        return f"({rule}_at({board}, {name}, {piece}) == 1 if {good} == 1 else {plain})"

    def _rule_of_joins(self, opened: P.Term) -> str:
        """A function (near, far, side), by name; with `_at` it is asked of all sides of a cell, with `_all` of a whole board."""
        low, w = self.low, self.low.wide
        key = ("joins", opened)
        rule = low.shared.get(key)
        if rule is None:
            rule = low.shared[key] = low._fresh("J")
            from fuero.native.base import Env as E

            text = low.flag(opened, E({"+near": ("near", "int"), "+far": ("far", "int"), "+side": ("side", "int")}))
            low._late.append(f"""
def {rule}(near: int, far: int, side: int) -> int:
    return {text}
def {rule}_at(base: int, c: int, p: int) -> int:
    q = board_at(base, {w}, shift(c, 0, {w}))
    if q >= 0:
        if {rule}(q, p, 2) == 0:
            return 0
    q = board_at(base, {w}, shift(c, 1, {w}))
    if q >= 0:
        if {rule}(p, q, 1) == 0:
            return 0
    q = board_at(base, {w}, shift(c, 2, {w}))
    if q >= 0:
        if {rule}(p, q, 2) == 0:
            return 0
    q = board_at(base, {w}, shift(c, 3, {w}))
    if q >= 0:
        if {rule}(q, p, 1) == 0:
            return 0
    return 1
def {rule}_all(base: int) -> int:
    for k in range({low.cells}):
        for x in bits(M[base + {low.L} + k]):
            c = 64 * k + x
            p = board_at(base, {w}, c)
            q = board_at(base, {w}, shift(c, 1, {w}))
            if q >= 0:
                if {rule}(p, q, 1) == 0:
                    return 0
            q = board_at(base, {w}, shift(c, 2, {w}))
            if q >= 0:
                if {rule}(p, q, 2) == 0:
                    return 0
    return 1""")
        return rule

    def _connected(self, p: P.BuiltIn, found: Change, start: P.Term, name: str, inner: Env, ready: list[str]) -> str:
        low, w = self.low, self.low.wide
        rule_of_tiles = tile_rule(low.space, p.rule)
        if rule_of_tiles is None or (rule_of_tiles[1] and found.kind != "take"):
            return low.flag(p, inner)  # who may pass does not hang on the tile alone
        whole = low._connected(p.rule)
        asked = low.passing(p.rule)
        board = low.want(found.board, "board", self.env)
        begin = low.want(start, "set", self.env)
        good = low._fresh("g")
        ready.append(f"{good} = {self._once(whole + begin, f'{whole}(base, {begin})', board)}")
        plain = low.flag(p, inner)
        if found.kind == "put":
            assert found.piece is not None
            piece = low.want(found.piece, "int", self.env)
            rule = f"PUT_{python_name(p.rule)}"
            if rule not in low.made:
                low.made.add(rule)
                one = low.scratch.take(low.record)
                low._late.append(f"""
def {rule}(base: int, c: int, p: int) -> int:
    for s in range(4):
        d = shift(c, s, {w})
        if board_at(base, {w}, d) >= 0:
            if {asked}(base, d, s ^ 2) != 0:
                if {rule}_from(p, s) == 1:
                    return 1
    return 0
def {rule}_from(p: int, s: int) -> int:
    c = {w // 2 * w + w // 2}
    store({one}, bit(p))
    board_set({one}, {w}, c, p)
    found = 1 if {asked}({one}, c, s) != 0 else 0
    board_clear({one}, {w}, c)
    return found""")
            test = f"{rule}({board}, {name}, {piece}) == 1"
            return f"({test} if {good} == 1 and not has({begin}, {piece}) else {plain})"
        cut = f"CUT_{python_name(p.rule)}"
        self._cuts(cut, asked)
        points = low._fresh("pts")
        at = str(low.scratch.take(low.cells * (self.zone[1] if self.zone else 1)))
        if self.zone:
            at = f"({at} + {low.cells} * z)"
        ready.append(f"{points} = {self._once(cut + begin, f'{cut}(base, {begin}, {at})', board)}")
        if found.kind == "take":
            able = f"{good} == 1 and not starts_at({board}, {w}, {name}, {begin})"
            return f"((plane_has({points}, {name}) == 0) if {able} else {plain})"
        assert found.piece is not None
        piece = low.want(found.piece, "int", self.env)
        rule = self._swapped(p.rule, asked)
        swap = f"{rule}({board}, {name}, {piece}, plane_has({points}, {name}))"
        says = f"{rule}_says({swap}, {good}, starts_at({board}, {w}, {name}, {begin}), has({begin}, {piece}))"
        return f"({says} == 1 or {says} == 2 and {plain})"

    def _swapped(self, name: str, asked: str) -> str:
        """A function: 1 if the exchange leaves all in reach, 0 if not, 2 if that must be looked at."""
        low, w = self.low, self.low.wide
        rule = f"SWAP_{python_name(name)}"
        if rule in low.made:
            return rule
        low.made.add(rule)
        one = low.scratch.take(low.record)
        low._late.append(f"""
def {rule}(base: int, c: int, p: int, cut: int) -> int:
    fewer = 0
    ways = 0
    for s in range(4):
        d = shift(c, s, {w})
        if board_at(base, {w}, d) >= 0:
            over = 1 if {asked}(base, d, s ^ 2) != 0 else 0
            if over == 1:
                after = {rule}_from(p, s)
                if after == 1:
                    ways += 1
                elif {asked}(base, c, s) != 0:
                    fewer += 1
    if fewer == 0:
        return 1
    if ways == 0:
        return 0
    if cut == 0:
        return 1
    return 2
def {rule}_from(p: int, s: int) -> int:
    c = {w // 2 * w + w // 2}
    store({one}, bit(p))
    board_set({one}, {w}, c, p)
    found = 1 if {asked}({one}, c, s) != 0 else 0
    board_clear({one}, {w}, c)
    return found
def {rule}_says(found: int, good: int, begins: int, starts: int) -> int:
    if good == 0 or begins == 1 or starts == 1:
        return 2
    return found""")
        return rule

    def _cuts(self, cut: str, asked: str) -> None:
        """A function: the plane of cells without whose tile something can no more be reached from the one start piece."""
        low, w = self.low, self.low.wide
        if cut in low.made:
            return
        low.made.add(cut)
        order, least, parent, side = (low.scratch.take(w * w) for _ in range(4))
        low._late.append(f"""
def {cut}(base: int, starts: set, to: int) -> int:
    clear(to, {low.cells})
    root = -1
    for k in range({low.cells}):
        for x in bits(M[base + {low.L} + k]):
            M[{order} + 64 * k + x] = 0
            if has(starts, board_at(base, {w}, 64 * k + x)):
                root = 64 * k + x
    if root < 0:
        return to
    n = 1
    M[{order} + root] = 1
    M[{least} + root] = 1
    M[{parent} + root] = -1
    M[{side} + root] = 0
    c = root
    while c >= 0:
        s = M[{side} + c]
        if s < 4:
            M[{side} + c] = s + 1
            d = shift(c, s, {w})
            if board_at(base, {w}, d) >= 0:
                if {asked}(base, c, s) != 0 and {asked}(base, d, s ^ 2) != 0:
                    if M[{order} + d] == 0:
                        n += 1
                        M[{order} + d] = n
                        M[{least} + d] = n
                        M[{parent} + d] = c
                        M[{side} + d] = 0
                        c = d
                    elif M[{order} + d] < M[{least} + c]:
                        M[{least} + c] = M[{order} + d]
        else:
            up = M[{parent} + c]
            if up >= 0:
                if M[{least} + c] < M[{least} + up]:
                    M[{least} + up] = M[{least} + c]
                if M[{least} + c] >= M[{order} + up] and up != root:
                    plane_add(to, up)
            c = up
    return to""")

    def _encloses(self, p: P.Not, found: Change, name: str, inner: Env, ready: list[str]) -> str:
        low, w = self.low, self.low.wide
        board = low.want(found.board, "board", self.env)
        now = low._fresh("g")
        ready.append(f"{now} = {self._once('encloses', f'encloses(base, {w}, {low.seen}, {low.queue})', board)}")
        term = p.term
        plain = f"(1 if {low.flag(term, inner)} else 0)"
        if found.kind == "swap":
            return now
        if found.kind == "take":
            return f"(surrounded({board}, {w}, {name}) if {now} == 0 else {plain})"
        whole = low._fresh("g")
        ready.append(f"{whole} = {self._once('one part', f'one_part(base, {w}, {low.seen}, {low.queue})', board)}")
        return f"(parts_off({board}, {w}, {name}) if {now} == 0 and {whole} == 1 else {plain})"

"""A chosen cell: every cell under its conditions; kept with the board where it hangs on that alone."""

from __future__ import annotations

from fuero.native.base import Env
from fuero.native.known import ROWS
from fuero.native.rows import Rows, recognise
from fuero.native.sites import Sites
from fuero.native.subsets import Subsets
from fuero.program import nodes as P
from fuero.program.trees import free, replaced, walk


class Cells(Subsets):
    """Says fields whose value is a cell."""

    def _cell_field(
        self,
        menu: P.Menu,
        lets: dict[str, P.Term],
        places: list[tuple[P.Term, int]],
        i: int,
        f: P.Field,
        domain: P.Term,
        tests: list[P.Term],
        env: Env,
        inner: Env,
        depth: int,
        out: list[str],
    ) -> None:
        """Cells in order: those of the window (its rim left out) or of a set, each under the tests that hang on it."""
        pad = "    " * depth
        name = inner.names[f.name][0]
        sites = Sites(self, f.name, env)
        parts = [x for t in tests for x in sites.parts(t)]
        windowed = isinstance(domain, P.BuiltIn) and domain.name == "window"
        plane = self._fresh("p")
        if windowed and (kept := self._kept(menu, f, parts, env)) is not None:
            last = i == len(menu.fields) - 1
            out.append(f"{pad}{plane} = {kept}")
            k, x = self._fresh("k"), self._fresh("x")
            if last:
                out += [f"{pad}if wanted < n or wanted >= n + M[{plane} + 3]:", f"{pad}    n += M[{plane} + 3]", f"{pad}else:"]
                pad += "    "
                depth += 1
            out += [
                f"{pad}for {k} in range(M[{plane} + 1], M[{plane} + 2] + 1):",
                f"{pad}    for {x} in bits(M[{plane} + 4 + {k}]):",
            ]
            out.append(f"{pad}        {name} = 64 * {k} + {x}")
            self._fields(menu, lets, places, i + 1, inner, depth + 2, out)
            return
        if windowed:
            reason = "its conditions on a cell hang on more than one board and one piece"
            self.notes.append((menu.name, reason, menu.clauses[0].span if menu.clauses else None))
            out += [pad + line for line in sites.candidates(plane, parts)]
            got = self.scratch.take(self.cells)
            out.append(f"{pad}clear({got}, {self.cells})")
        else:
            out.append(f"{pad}{plane} = {self._plane(domain, env)}")
        ready, checks = sites.tests(parts, name)
        out += [pad + line for line in ready]
        k, x = self._fresh("k"), self._fresh("x")
        out += [f"{pad}for {k} in range({self.cells}):", f"{pad}    for {x} in bits(M[{plane} + {k}]):"]
        out.append(f"{pad}        {name} = 64 * {k} + {x}")
        deeper = depth + 2
        for check in checks:
            out.append("    " * deeper + f"if {check}:")
            deeper += 1
        if windowed:
            out += ["    " * deeper + f"plane_add({got}, {name})", f"{pad}off_rim({got}, {self.wide})"]
            out += self.over(str(got), "cells", name, [], pad)
            deeper = depth + 2
        self._fields(menu, lets, places, i + 1, inner, deeper, out)

    def _kept(self, menu: P.Menu, f: P.Field, parts: list[P.Term], env: Env) -> str | None:
        """Cells that hang on one board and at most one piece alone: a function keeps them until the board changes.

        It gives where they lie: the board's stamp, the first and the last word of the plane worth asking, how many cells, the
        plane. Pieces that the rules cannot tell apart share a plane.
        """
        boards = {x for p in parts for x in walk(p) if isinstance(x, P.BoardOf)}
        if len(boards) != 1:
            return None
        board = boards.pop()
        held = P.Local("+b")
        opened = tuple(replaced(p, board, held) for p in parts)
        names = free(opened) - {"+b", f.name}
        if f.name in free(board) or len(names) > 1 or not all(self.space.pure(p) for p in opened):
            return None
        piece = next(iter(names), "")
        if piece and all(x.name != piece or x.shape != "piece" or x.form != "element" for x in menu.fields):
            return None
        family = self.families[board.family]
        key = ("kept", f.name, piece, opened)
        name = self.shared.get(key)
        if name is None:
            name = self.shared[key] = self._fresh("K")
            self._late.append(self._keeper(name, f.name, piece, opened, family.count))
        at = self.want(board.index, "int", env)
        return f"{name}({self.want(board, 'board', env)}, {env.names[piece][0] if piece else '0'}, at({at}, {family.count}))"

    def _keeper(self, name: str, var: str, piece: str, opened: tuple[P.Term, ...], zones: int) -> str:
        inner = Env({"+b": ("b", "board"), **({piece: ("t", "int")} if piece else {})})
        sites = Sites(self, var, inner, ("z", zones))
        flat = [y for x in opened for y in sites.parts(x)]
        site, others = recognise(sites, flat) if self.wide == ROWS else (None, flat)
        others = [p for p in others if not says_occupied(p, var)]
        rows = Rows(self, site, sites, zones) if site is not None and not (piece and site.kind == "take") else None
        quick: list[str] = []
        number, count = ("t", len(self.program.layout.pieces)) if piece else ("0", 1)
        if rows is not None and rows.ground.good:
            quick = rows.lines(others, flat, var)
            if piece and piece not in free(tuple(others)):
                number, count = f"{rows.ground.profile}[t]", rows.ground.profiles
        entry = self.cells + 4
        keep = self.scratch.take(entry * count * zones)
        lines = [f"def {name}(b: int, t: int, z: int) -> int:", f"    kept = {keep} + {entry} * (z * {count} + {number})"]
        lines += [
            f"    if M[kept] != M[b + {self.stamp_at}]:",
            f"        {name}_new(b, t, z, kept)",
            "    return kept",
            "@noinline",
        ]
        lines += [f"def {name}_new(b: int, t: int, z: int, kept: int) -> None:", f"    M[kept] = M[b + {self.stamp_at}]"]
        if rows is not None and quick:
            a = rows.known()
            able = ["M[a + 3] == 1"]
            if piece:
                able.append(self._member(rows.ground.takes & ~rows.ground.begin, "t"))
            if rows.site.kind != "put":
                able.append("M[a + 4] == 1")
            lines += [f"    a = {a}(b, z)", f"    if {' and '.join(able)}:", f"        {name}_rows(b, t, a, kept)"]
            lines += [
                "    else:",
                f"        {name}_plain(b, t, z, kept)",
                f"def {name}_rows(b: int, t: int, a: int, kept: int) -> None:",
            ]
            lines += ["    " + line for line in quick]
            lines += ["    M[kept + 3] = n", "@noinline", f"def {name}_plain(b: int, t: int, z: int, kept: int) -> None:"]
        lines += ["    " + line for line in sites.candidates("p", flat)]
        ready, checks = sites.tests(flat, "c")
        lines += ["    " + line for line in ready]
        lines += [f"    for k in range({self.cells}):", "        w = 0", "        for x in bits(M[p + k]):"]
        lines.append("            c = 64 * k + x")
        pad = "            "
        for check in checks:
            lines.append(f"{pad}if {check}:")
            pad += "    "
        lines += [f"{pad}w = w | (1 << x)", "        M[kept + 4 + k] = w", f"    n = off_rim(kept + 4, {self.wide})"]
        lines += ["    M[kept + 1] = 0", f"    M[kept + 2] = {self.cells - 1}", "    M[kept + 3] = n"]
        return "\n".join(lines)


def says_occupied(p: P.Term, var: str) -> bool:
    """Does this only say that a cell is occupied, or empty?"""
    inner = p.term if isinstance(p, P.Not) else p
    return (
        isinstance(inner, P.Compare) and inner.op == "=" and isinstance(inner.left, P.TileAt) and inner.left.cell == P.Local(var)
    )

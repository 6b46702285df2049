"""A chosen cell: every cell under its conditions; kept with the board where it hangs on that alone.
"""

from __future__ import annotations

from fuero.native.base import Env
from fuero.native.rows import ROWS, Rows, recognise
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
        if windowed and (kept := self._kept(f, parts, env)) is not None:
            last = i == len(menu.fields) - 1
            out.append(f"{pad}{plane} = {kept}")
            k, x = self._fresh("k"), self._fresh("x")
            if last:
                out += [f"{pad}if wanted < 0:", f"{pad}    n += M[{plane} + {self.cells}]"]
                out.append(f"{pad}elif wanted < n + M[{plane} + {self.cells}]:")
                pad += "    "
                depth += 1
            out += [f"{pad}for {k} in range({self.cells}):", f"{pad}    for {x} in bits(M[{plane} + {k}]):"]
            out.append(f"{pad}        {name} = 64 * {k} + {x}")
            self._fields(menu, lets, places, i + 1, inner, depth + 2, out)
            if last:
                out += [f"{pad[4:]}else:", f"{pad}n += M[{plane} + {self.cells}]"]
            return
        if windowed:
            out += [pad + line for line in sites.candidates(plane, parts)]
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
            out += ["    " * deeper + f"if on_rim({name}, {self.wide}) == 1:", "    " * deeper + "    fault(7)"]
        self._fields(menu, lets, places, i + 1, inner, deeper, out)

    def _kept(self, f: P.Field, parts: list[P.Term], env: Env) -> str | None:
        """Cells that hang on one board and at most one piece alone: a function keeps them until the board changes."""
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
        if piece and env.names[piece][1] != "int":
            return None
        family = self.families[board.family]
        key = ("kept", f.name, piece, opened)
        name = self.shared.get(key)
        if name is None:
            name = self.shared[key] = self._fresh("K")
            pieces = len(self.program.layout.pieces) if piece else 1
            entry = self.cells + 2
            keep = self.scratch.take(entry * pieces * family.count)
            inner = Env({"+b": ("b", "board"), **({piece: ("t", "int")} if piece else {})})
            sites = Sites(self, f.name, inner, ("z", family.count))
            flat = [y for x in opened for y in sites.parts(x)]
            out = [f"def {name}(b: int, t: int, z: int) -> int:"]
            out.append(f"    kept = {keep} + {entry} * (z * {pieces} + {'t' if piece else '0'})")
            out.append(f"    now = M[b + {self.L + self.cells + self.wide * self.wide // 4}]")
            out += ["    if M[kept] == now:", "        return kept + 1"]
            site, others = recognise(sites, flat) if self.wide == ROWS else (None, flat)
            if site is not None and not (piece and site.kind == "take"):
                rows = Rows(self, site, sites, family.count)
                others = [p for p in others if not says_occupied(p, f.name)]
                item = inner.also(**{f.name: ("c", "int")})
                starts = f" and not has({rows.begin}, t)" if piece else ""
                out += [f"    a = {rows.known()}(b, z)", f"    if M[a + 3] == 1{starts}:"]
                checks = [self.flag(p, item) for p in others]
                if site.kind != "put":
                    checks = [f"(starts_at(b, {self.wide}, c, {rows.begin}) == 0)", *checks]
                    out[-1] = out[-1][:-1] + " and M[a + 4] == 1:"
                out += ["        " + line for line in rows.lines(checks, "t")]
                if site.kind != "put":
                    # What stands on the start itself is asked of the changed board.
                    whole = " and ".join(self.flag(p, item) for p in flat)
                    out += [
                        f"        for q in bits(load(b) & {rows.begin}):",
                        f"            c = M[{self.memory.place} + q] - 1",
                        f"            if {whole}:",
                        "                plane_add(kept + 1, c)",
                        "                n += 1",
                    ]
                out += [f"        M[kept + 1 + {self.cells}] = n", "        M[kept] = now", "        return kept + 1"]
            out += ["    " + line for line in sites.candidates("p", flat)]
            ready, checks = sites.tests(flat, "c")
            out += ["    " + line for line in ready]
            out += ["    n = 0", f"    for k in range({self.cells}):", "        w = 0", "        for x in bits(M[p + k]):"]
            out.append("            c = 64 * k + x")
            pad = "            "
            for check in checks:
                out.append(f"{pad}if {check}:")
                pad += "    "
            out += [f"{pad}if on_rim(c, {self.wide}) == 1:", f"{pad}    fault(7)"]
            out += [f"{pad}w = w | (1 << x)", f"{pad}n += 1", "        M[kept + 1 + k] = w"]
            out += [f"    M[kept + 1 + {self.cells}] = n", "    M[kept] = now", "    return kept + 1"]
            self._late.append("\n".join(out))
        at = self.want(board.index, "int", env)
        return f"{name}({self.want(board, 'board', env)}, {env.names[piece][0] if piece else '0'}, at({at}, {family.count}))"


def says_occupied(p: P.Term, var: str) -> bool:
    """Does this only say that a cell is occupied, or empty?"""
    inner = p.term if isinstance(p, P.Not) else p
    return isinstance(inner, P.Compare) and inner.op == "=" and isinstance(inner.left, P.TileAt) and inner.left.cell == P.Local(var)

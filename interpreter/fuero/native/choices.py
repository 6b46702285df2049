"""Menus → functions that count their moves and find one by its number, field by field, in the interpreter's order.
"""

from __future__ import annotations

from fuero.engine.emit_terms import python_name
from fuero.native.base import Env, written
from fuero.native.flow import Flow
from fuero.program import nodes as P
from fuero.program.trees import free, substitute

AREA_OF = {"cell": "cells", "join": "joins"}


class Choices(Flow):
    """Says menus."""

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
        raise NotImplementedError

    def _subset(
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
        raise NotImplementedError

    def _menu(self, menu: P.Menu) -> None:
        """`E_menu(you, params…, k)`: how many moves there are; with k at least 0 the fields of move k are left in the scratch."""
        self.rule = menu.name
        number = list(self.menus).index(menu.name)
        lets: dict[str, P.Term] = {}
        for name, term in menu.lets:
            lets[name] = substitute(term, lets)
        clauses = [substitute(c.term, lets) for c in menu.clauses]
        order = [f.name for f in menu.fields]
        places = []
        for term in clauses:
            used = [i for i, f in enumerate(order) if f in free(term)]
            places.append((term, max(used) if used else -1))
        kinds = self.kinds.menu(menu.name)
        env = Env({"you": ("you", "int"), **{p: (f"p_{python_name(p)}", kinds[p]) for p in menu.params}})
        params = "".join(f", p_{python_name(p)}: {written(kinds[p])}" for p in menu.params)
        out = [f"def E_{number}(you: int{params}, wanted: int) -> int:", "    n = 0"]
        for term, at in places:
            if at < 0:
                out += [f"    if not {self.flag(term, env)}:", "        return 0"]
        self._fields(menu, lets, places, 0, env, 1, out)
        out.append("    return n")
        self._say(*out)

    def _fields(
        self,
        menu: P.Menu,
        lets: dict[str, P.Term],
        places: list[tuple[P.Term, int]],
        i: int,
        env: Env,
        depth: int,
        out: list[str],
    ) -> None:
        pad = "    " * depth
        if i == len(menu.fields):
            out.append(f"{pad}if n == wanted:")
            for k, f in enumerate(menu.fields):
                out += [f"{pad}    {line}" for line in self.leave(k, *env.names[f.name])]
            out += [f"{pad}    return n", f"{pad}n += 1"]
            return
        f = menu.fields[i]
        name = f"f{i}_{python_name(f.name)}"
        domain = substitute(f.domain, lets)
        tests = [t for t, at in places if at == i]
        last = i == len(menu.fields) - 1
        area = AREA_OF.get(f.shape, "") if f.form in ("subset", "whole") else ""
        if area:
            inner = env.also(**{f.name: (str(self.scratch.take(self.words_of(area))), area)})
        elif f.form in ("subset", "whole"):
            inner = env.also(**{f.name: (name, "set")})
        else:
            inner = env.also(**{f.name: (name, "int")})
        match f.form:
            case "whole" if area:
                out.append(f"{pad}area_copy({inner.names[f.name][0]}, {self.area(domain, area, env)}, {self.words_of(area)})")
                depth = self._tests(tests, inner, depth, out)
                self._fields(menu, lets, places, i + 1, inner, depth, out)
            case "subset" if area:
                self._area_subset(menu, lets, places, i, f, domain, tests, env, inner, depth, out)
            case "element" if (of := self.natural(domain, env)) in AREA_OF.values():
                held = self.scratch.take(self.words_of(of))
                out.append(f"{pad}area_copy({held}, {self.area(domain, of, env)}, {self.words_of(of)})")
                value = self._fresh("j")
                out += self.over(str(held), of, value, [], pad)
                whole = isinstance(domain, P.BuiltIn) and domain.name == "joins"
                if whole:
                    value = f"whole_join({self.want(domain.args[0], 'board', env)}, {value}, {self.wide})"
                out.append(f"{pad}        {name} = {value}")
                deeper = self._tests(tests, inner, depth + 2, out)
                self._fields(menu, lets, places, i + 1, inner, deeper, out)
            case "whole":
                out.append(f"{pad}{name} = {self.want(domain, 'set', env)}")
                depth = self._tests(tests, inner, depth, out)
                self._fields(menu, lets, places, i + 1, inner, depth, out)
            case "element":
                found = self._fresh("s")
                out.append(f"{pad}{found} = {self.want(domain, 'set', env)}")
                if f.pieces:
                    out += [f"{pad}while some({found}):", f"{pad}    {name} = low({found})"]
                    out.append(f"{pad}    {found} = andnot({found}, load(PGROUP[{name}]))")
                else:
                    tests = self._whole(tests, f.name, found, pad, env, out)
                    if last and not tests:
                        self._counted(menu, i, found, inner, name, pad, out)
                        return
                    out.append(f"{pad}for {name} in bits({found}):")
                deeper = self._tests(tests, inner, depth + 1, out)
                self._fields(menu, lets, places, i + 1, inner, deeper, out)
            case "subset":
                self._subset(menu, lets, places, i, f, domain, tests, env, inner, depth, out)
            case _:
                self._cell_field(menu, lets, places, i, f, domain, tests, env, inner, depth, out)

    def _whole(self, tests: list[P.Term], var: str, held: str, pad: str, env: Env, out: list[str]) -> list[P.Term]:
        """Asks the first of the tests of the whole set at once, as far as they come apart so; gives the others."""
        parts = [x for t in tests for x in (t.terms if isinstance(t, P.And) else (t,))]
        while parts and (found := self.narrowed(held, var, parts[0], env)) is not None:
            out.append(f"{pad}{held} = {found}")
            parts = parts[1:]
        return parts

    def _counted(self, menu: P.Menu, i: int, held: str, env: Env, name: str, pad: str, out: list[str]) -> None:
        """The last field may be any of a set: they are counted, and the one that is wanted is taken out."""
        out += [f"{pad}if wanted >= n and wanted < n + size({held}):", f"{pad}    {name} = member({held}, wanted - n)"]
        for k, f in enumerate(menu.fields):
            out += [f"{pad}    {line}" for line in self.leave(k, *env.names[f.name])]
        out += [f"{pad}    return n", f"{pad}n += size({held})"]

    def leave(self, k: int, text: str, kind: str) -> list[str]:
        """Lines that leave field k of the move at hand where it is looked for."""
        at = self.scratch.fields + k * self.F
        clear = [f"clear({at}, {self.F})"] if self.F > self.L else []
        if kind in AREA_OF.values():
            return [*clear, f"copy({at}, {text}, {self.words_of(kind)})"]
        lines = [*clear, f"store({at}, {text if kind == 'set' else f'signed_wide({text})'})"]
        if self.F > self.L and kind != "set":
            lines += [f"if {text} < 0:", f"    for sign in range({self.L}, {self.F}):", f"        M[{at} + sign] = 0 - 1"]
        return lines

    def _area_subset(
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
        """All parts of a set of cells or joins in order: each member out and in, the last the most often."""
        pad = "    " * depth
        at, kind = inner.names[f.name]
        n, u = self.words_of(kind), self._fresh("o")
        ids, starts = self.scratch.take(64 * n + 1), self.scratch.take(64 * n + 1)
        high = "100000" if f.high == P.Const(-1) else self.want(f.high, "int", env)
        out += [
            f"{pad}{u}c = area_classes({self.area(domain, kind, env)}, {n}, {ids}, {starts})",
            f"{pad}{u}lo = {self.want(f.low, 'int', env)}",
            f"{pad}{u}hi = {high}",
            f"{pad}clear({at}, {n})",
            f"{pad}{u}m = 0",
            f"{pad}{u}on = 1",
            f"{pad}while {u}on == 1:",
            f"{pad}    if {u}m >= {u}lo and {u}m <= {u}hi:",
        ]
        deeper = self._tests(tests, inner, depth + 2, out)
        self._fields(menu, lets, places, i + 1, inner, deeper, out)
        inside = pad + "    "
        out += [
            f"{inside}{u}i = {u}c - 1",
            f"{inside}{u}go = 1",
            f"{inside}while {u}go == 1:",
            f"{inside}    if {u}i < 0:",
            f"{inside}        {u}on = 0",
            f"{inside}        {u}go = 0",
            f"{inside}    elif area_has({at}, M[{ids} + {u}i], {n}) == 0 and {u}m < {u}hi:",
            f"{inside}        area_put({at}, M[{ids} + {u}i], 1, {n})",
            f"{inside}        {u}m += 1",
            f"{inside}        {u}go = 0",
            f"{inside}    else:",
            f"{inside}        {u}m -= area_has({at}, M[{ids} + {u}i], {n})",
            f"{inside}        area_put({at}, M[{ids} + {u}i], 0, {n})",
            f"{inside}        {u}i -= 1",
        ]

    def _tests(self, tests: list[P.Term], env: Env, depth: int, out: list[str]) -> int:
        if tests:
            out.append("    " * depth + f"if {' and '.join(self.flag(t, env) for t in tests)}:")
            return depth + 1
        return depth

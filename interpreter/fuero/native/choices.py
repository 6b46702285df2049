"""Menus → functions that count their moves and find one by its number, field by field, in the interpreter's order.
"""

from __future__ import annotations

from fuero.engine.emit_terms import python_name
from fuero.native.base import Env, written
from fuero.native.flow import Flow
from fuero.program import nodes as P
from fuero.program.trees import free, substitute


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
        self, menu: P.Menu, lets: dict[str, P.Term], places: list[tuple[P.Term, int]], i: int, env: Env, depth: int, out: list[str]
    ) -> None:
        pad = "    " * depth
        if i == len(menu.fields):
            out.append(f"{pad}if n == wanted:")
            for k, f in enumerate(menu.fields):
                text, kind = env.names[f.name]
                at = self.scratch.fields + k * self.L
                out.append(f"{pad}    store({at}, {text if kind == 'set' else f'signed_wide({text})'})")
            out += [f"{pad}    return n", f"{pad}n += 1"]
            return
        f = menu.fields[i]
        name = f"f{i}_{python_name(f.name)}"
        domain = substitute(f.domain, lets)
        tests = [t for t, at in places if at == i]
        last = i == len(menu.fields) - 1
        if f.form in ("subset", "whole"):
            inner = env.also(**{f.name: (name, "set")})
        else:
            inner = env.also(**{f.name: (name, "int")})
        match f.form:
            case "whole":
                out.append(f"{pad}{name} = {self.want(domain, 'set', env)}")
                depth = self._tests(tests, inner, depth, out)
                self._fields(menu, lets, places, i + 1, inner, depth, out)
            case "element":
                held = self._fresh("s")
                out.append(f"{pad}{held} = {self.want(domain, 'set', env)}")
                if f.pieces:
                    out += [f"{pad}while some({held}):", f"{pad}    {name} = low({held})"]
                    out.append(f"{pad}    {held} = andnot({held}, load(PGROUP[{name}]))")
                else:
                    if last and not tests:
                        out += [f"{pad}if wanted < 0:", f"{pad}    n += size({held})", f"{pad}    {held} = K(0)"]
                    out.append(f"{pad}for {name} in bits({held}):")
                deeper = self._tests(tests, inner, depth + 1, out)
                self._fields(menu, lets, places, i + 1, inner, deeper, out)
            case "subset":
                self._subset(menu, lets, places, i, f, domain, tests, env, inner, depth, out)
            case _:
                self._cell_field(menu, lets, places, i, f, domain, tests, env, inner, depth, out)

    def _tests(self, tests: list[P.Term], env: Env, depth: int, out: list[str]) -> int:
        if tests:
            out.append("    " * depth + f"if {' and '.join(self.flag(t, env) for t in tests)}:")
            return depth + 1
        return depth

"""A chosen set: all its possibilities in order, with what each member must be and sums that are kept up while it grows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fuero.native.base import Env
from fuero.native.choices import Choices
from fuero.program import nodes as P
from fuero.program.trees import free, replaced, substitute, walk

if TYPE_CHECKING:
    from fuero.native.base import Base


class Subsets(Choices):
    """Says fields whose value is a set."""

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
        """All parts of a set in order, by an odometer over the classes of equal pieces."""
        pad = "    " * depth
        name = inner.names[f.name][0]
        u = self._fresh("o")
        ids = self.scratch.take(256)
        starts, counts = self.scratch.take(130), self.scratch.take(130)
        grouped = "1" if f.pieces else "0"
        conditions = OfSet(self, f.name)
        tests = conditions.split(tests)
        for test, var in conditions.each:
            domain = P.Reduce("those", var, domain, None, None, (test,), f.pieces)
        tests, inner = conditions.sums(tests, inner, u)
        out.append(f"{pad}{u}c = classes_of({self.want(domain, 'set', env)}, {ids}, {starts}, {grouped})")
        weights = []
        for k, (fold, _) in enumerate(conditions.totals):
            at = self.scratch.take(256)
            weights.append((f"{u}t{k}", at))
            item = env.also(**{fold.var: (f"{u}x", "int")})
            value = self.want(fold.keys[0], "int", item)
            if fold.where is not None:
                value = f"({value} if {self.flag(fold.where, item)} else 0)"
            out += [f"{pad}{u}t{k} = 0", f"{pad}for {u}j in range(M[{starts} + {u}c]):"]
            out += [f"{pad}    {u}x = M[{ids} + {u}j]", f"{pad}    M[{at} + {u}j] = {value}"]
        low = self.want(f.low, "int", env)
        high = "100000" if f.high == P.Const(-1) else self.want(f.high, "int", env)
        out += [
            f"{pad}{u}lo = {low}",
            f"{pad}{u}hi = {high}",
            f"{pad}clear({counts}, {u}c)",
            f"{pad}{name} = K(0)",
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
            f"{inside}    else:",
            f"{inside}        {u}k = M[{counts} + {u}i]",
            f"{inside}        {u}b = M[{starts} + {u}i]",
            f"{inside}        if {u}k < M[{starts} + {u}i + 1] - {u}b and {u}m < {u}hi:",
            f"{inside}            {name} = {name} | bit(M[{ids} + {u}b + {u}k])",
            *(f"{inside}            {total} += M[{at} + {u}b + {u}k]" for total, at in weights),
            f"{inside}            M[{counts} + {u}i] = {u}k + 1",
            f"{inside}            {u}m += 1",
            f"{inside}            {u}go = 0",
            f"{inside}        else:",
            f"{inside}            for {u}j in range({u}k):",
            f"{inside}                {name} = andnot({name}, bit(M[{ids} + {u}b + {u}j]))",
            *(f"{inside}                {total} -= M[{at} + {u}b + {u}j]" for total, at in weights),
            f"{inside}            {u}m -= {u}k",
            f"{inside}            M[{counts} + {u}i] = 0",
            f"{inside}            {u}i -= 1",
        ]


class OfSet:
    """Conditions on a chosen set: what each of its members must be, and sums that are kept up while it grows."""

    def __init__(self, lowering: Base, name: str):
        self.low, self.name = lowering, name
        self.each: list[tuple[P.Term, str]] = []
        self.totals: list[tuple[P.Reduce, str]] = []

    def _opened(self, t: P.Term) -> P.Term:
        if isinstance(t, P.Call) and P.Local(self.name) in t.args:
            f = self.low.functions[t.function]
            return self._opened(substitute(f.body, dict(zip(f.params, t.args, strict=True))))
        if isinstance(t, P.Or) and len(t.terms) == 1:
            return self._opened(t.terms[0])
        return t

    def split(self, tests: list[P.Term]) -> list[P.Term]:
        """The parts that must all hold, without those that only say what each member must be."""
        rest: list[P.Term] = []
        for t in tests:
            t = self._opened(t)
            match t:
                case P.And(terms):
                    rest += self.split(list(terms))
                case P.Reduce("every", var, P.Local(self.name), None, where, (test,)) if self.name not in free((where, test)):
                    self.each.append((test if where is None else P.Or((P.Not(where), test)), var))
                case _:
                    rest.append(t)
        return rest

    def sums(self, tests: list[P.Term], env: Env, stem: str) -> tuple[list[P.Term], Env]:
        """Each `total` and `size` of the set by a name of its own."""
        for t in tests:
            for x in walk(t):
                match x:
                    case P.Reduce("total", _, P.Local(self.name), None, where, keys) if self.name not in free((where, keys)):
                        if all(x != fold for fold, _ in self.totals):
                            self.totals.append((x, f"+sum{len(self.totals)}"))
                    case _:
                        pass
        for k, (fold, local) in enumerate(self.totals):
            tests = [replaced(t, fold, P.Local(local)) for t in tests]
            env = env.with_({local: (f"{stem}t{k}", "int")})
        tests = [replaced(t, P.Size(P.Local(self.name)), P.Local("+size")) for t in tests]
        return tests, env.with_({"+size": (f"{stem}m", "int")})

"""A chosen set: all its possibilities in order, with what each member must be and sums that are kept up while it grows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fuero.native.base import Env
from fuero.native.bounds import Bounds
from fuero.native.choices import Choices
from fuero.native.search import Search
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
        """All parts of a set in order, class of equal pieces by class; what can no more hold is left at once.

        Where this is the last field and the conditions speak of sums and of the size alone, all that lies below a point where
        they must hold is counted in one step, and found by its number with a few divisions: the time hangs on how much is
        undecided, not on how many sets there are.
        """
        pad = "    " * depth
        name = inner.names[f.name][0]
        u = self._fresh("o")
        ids, starts = self.scratch.take(self.memory.width + 2), self.scratch.take(self.memory.width + 2)
        conditions = OfSet(self, f.name)
        tests = conditions.split(tests)
        for test, var in conditions.each:
            domain = P.Reduce("those", var, domain, None, None, (test,), f.pieces)
        tests, inner = conditions.sums(tests, inner, u)
        search = Search(self, u, ids, starts, len(conditions.totals))
        least = self.want(f.low, "int", env)
        most = "100000" if f.high == P.Const(-1) else self.want(f.high, "int", env)
        head = [f"{u}d = {self.want(domain, 'set', env)}", f"{u}lo = {least}", f"{u}hi = {most}"]
        lines = [f"{u}c = {search.classes(f.pieces)}", f"{u}all = M[{starts} + {u}c]"]
        keys = [text if text.isdigit() else name for text, name in ((least, f"{u}lo"), (most, f"{u}hi"))]
        values: list[str] = []
        for fold, _ in conditions.totals:
            item = env.also(**{fold.var: (f"{u}x", "int")})
            value = self.want(fold.keys[0], "int", item)
            if fold.where is not None:
                value = f"({value} if {self.flag(fold.where, item)} else 0)"
            values.append(value)
        bounds = Bounds(f.name, search.spans(), lambda t: self.flag(t, inner), lambda t: self._settled(t, inner, u, head, keys))
        may, must = bounds.both(P.And(tuple(tests)))
        closed = i == len(menu.fields) - 1 and bounds.exact
        kept = None if closed else name
        lines += [*search.weigh(values, closed), *search.begin(kept)]
        may = f" and {may}" if tests else ""
        lines.append(f"    if {u}m + {search.left()} >= {u}lo and {u}m <= {u}hi{may}:")
        if closed:
            whole = inner.also(**{f.name: (name, "set")})
            stored = [line for k, x in enumerate(menu.fields) for line in self.leave(k, *whole.names[x.name])]
            must = f" and {must}" if tests else ""
            lines.append(f"        if {u}m >= {u}lo and {u}m + {search.left()} <= {u}hi{must}:")
            code = self._fault(self.rule, "there are more choices than can be counted")
            lines += ["            " + line for line in search.taken(name, stored, code)]
            lines.append(f"        elif {u}i < {u}c:")
            lines += ["            " + line for line in search.deeper()]
            if self._alone(tests, conditions, keys):
                head, lines = search.kept(head, keys, [*lines, *search.back(None)])
                out += [pad + line for line in (*head, *lines)]
                return
            out += [pad + line for line in (*head, *lines)]
        else:
            if not bounds.exact:
                reason = "a condition on the chosen set speaks of more than its size and sums over it"
                self.notes.append((menu.name, reason, menu.clauses[0].span if menu.clauses else None))
            lines.append(f"        if {u}i < {u}c:")
            lines += ["            " + line for line in search.deeper()]
            lines.append("        else:")
            out += [pad + line for line in (*head, *lines)]
            deeper = self._tests([] if bounds.exact else tests, inner, depth + 3, out)
            self._fields(menu, lets, places, i + 1, inner, deeper, out)
        out += [pad + line for line in search.back(kept)]

    def _settled(self, t: P.Term, env: Env, stem: str, ready: list[str], keys: list[str]) -> str | None:
        """A number that does not hang on the set: worked out beforehand where that cannot fail. The number of moves hangs on it,
        so it is one of the `keys`; an empty key says that the moves must be gone through each time."""
        if self.natural(t, env) != "int":
            return None
        text = self.want(t, "int", env)
        if isinstance(t, P.Const):
            return text
        if not isinstance(t, P.Local):
            if not cannot_fail(t):
                keys.append("")
                return text
            name = f"{stem}v{len(ready)}"
            ready.append(f"{name} = {text}")
            text = name
        keys.append(text)
        return text

    def _alone(self, tests: list[P.Term], conditions: OfSet, keys: list[str]) -> bool:
        """Does the number of choices hang on the pool and on `keys` alone?"""
        chosen = {local for _, local in conditions.totals} | {"+size"}
        parts = [y for t in tests for y in (t.terms if isinstance(t, P.And | P.Or) else (t,))]
        compared = all(isinstance(t, P.Compare) and free(t) & chosen for t in parts)
        folds = all(self.space.pure(fold.keys) and self.space.pure(fold.where) for fold, _ in conditions.totals)
        return (
            compared
            and folds
            and "" not in keys
            and not any(free((fold.keys, fold.where)) - {fold.var} for fold, _ in conditions.totals)
        )


def cannot_fail(t: object) -> bool:
    """Is this a number that is there in any state? (Places of a table that are not there read as nothing.)"""
    match t:
        case P.Const() | P.Local() | P.Load():
            return True
        case P.LoadAt():
            return cannot_fail(t.index)
        case P.Lookup():
            return cannot_fail(t.index)
        case P.Size(held):
            return cannot_fail(held)
        case P.BuiltIn("first" | "index", args):
            return all(cannot_fail(x) for x in args)
        case P.Arith("+" | "-" | "*", left, right):
            return cannot_fail(left) and cannot_fail(right)
        case _:
            return False


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

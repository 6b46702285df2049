"""Conditions on the members of a set → operations on whole sets.

In: a set, the name of a member, a condition in PROGRAM. Out: the text of the set of those for which it holds, or nothing where
the condition does not come apart so: it must be made of membership in sets that do not hang on the member, of comparisons of a
fact of the member with something that does not, and of and, or, not, if. Rules that are called are written out; folds over a few
known members too. Law: only what can never be a fault is asked of a whole set at once, since then it is asked also where one by
one it would not have been.
"""

from __future__ import annotations

from collections.abc import Mapping

from fuero.engine.emit_terms import python_name
from fuero.native.areas import Areas
from fuero.native.base import Env, written
from fuero.native.typing_ import AREAS
from fuero.program import nodes as P
from fuero.program.layout import MISSING
from fuero.program.trees import free, substitute, walk

LONGEST = 1500
"""So long a text may become."""
MOST = 8
"""Folds over so many known members are written out."""
_SAFE = (
    P.Const, P.Local, P.Load, P.LoadAt, P.Arith, P.Compare, P.And, P.Or, P.Not, P.Select, P.SetOp, P.Single, P.Contains, P.Size,
    P.Lookup, P.NumberRange,
)  # fmt: skip
_SAFE_NOTIONS = {"next", "previous", "reachable", "across"}


class Setwise(Areas):
    """Says conditions on members as sets."""

    def narrowed(self, held: str, var: str, term: P.Term, env: Env) -> str | None:
        """Those of the set `held` (a name or a short text) for which the term holds."""
        found = self._those(held, var, term, env)
        return found if found is not None and len(found) <= LONGEST else None

    def _those(self, held: str, var: str, term: P.Term, env: Env) -> str | None:  # noqa: C901 - one case a node
        match term:
            case P.And(terms):
                for x in terms:
                    inner = self._those(held, var, x, env)
                    if inner is None or len(inner) > LONGEST:
                        return None
                    held = inner
                return held
            case P.Or(terms):
                parts = [self._those(held, var, x, env) for x in terms]
                if any(p is None or len(p) > LONGEST for p in parts):
                    return None
                return "(" + " | ".join(p for p in parts if p) + ")" if parts else "K(0)"
            case P.Not(inner_term):
                inner = self._those(held, var, inner_term, env)
                return None if inner is None else f"andnot({held}, {inner})"
            case P.Contains(members, P.Local(name)) if name == var and var not in free(members):
                if not self._safe(members) or self.natural(members, env) not in ("set", "int"):
                    return None
                return f"({held} & {self.want(members, 'set', env)})"
            case P.Contains(P.Lookup(table, P.Local(name)), element) if name == var and table not in self.lists:
                return self._listed_in(held, var, table, element, env)
            case P.Call(function, args) if var in free(args):
                body = self._written_out(function, args)
                return None if body is None else self._those(held, var, body, env)
            case P.Reduce("every" | "any", x, P.Const(members), None, where, keys) if 0 <= members.bit_length() <= 64:
                if members.bit_count() > MOST:
                    return None
                each = []
                for i in range(members.bit_length()):
                    if members >> i & 1:
                        key = substitute(keys[0], {x: P.Const(i)}) if keys else P.Const(1)
                        if where is not None:
                            test = substitute(where, {x: P.Const(i)})
                            key = P.Or((P.Not(test), key)) if term.word == "every" else P.And((test, key))
                        each.append(key)
                return self._those(held, var, P.And(tuple(each)) if term.word == "every" else P.Or(tuple(each)), env)
            case P.Select(condition, then, otherwise) if var not in free(condition) and self._safe(condition):
                yes, no = self._those(held, var, then, env), self._those(held, var, otherwise, env)
                return None if yes is None or no is None else f"({yes} if {self.flag(condition, env)} else {no})"
            case P.Compare(op, left, right) if var in free(left) and var not in free(right):
                return self._compared(held, var, op, left, right, env)
            case P.Compare(op, left, right) if var in free(right) and var not in free(left):
                turned = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(op, op)
                return self._compared(held, var, turned, right, left, env)
            case _:
                if var not in free(term):
                    return f"({held} if {self.flag(term, env)} else K(0))" if self._safe(term) else None
                facts = self._facts(var, term)
                return None if facts is None else f"({held} & K({sum(1 << i for i, v in enumerate(facts) if v)}))"

    def folded(self, t: P.Reduce, env: Env) -> tuple[str, str] | None:
        """A fold as a function that asks the whole set at once; None where it does not come apart so."""
        if t.word not in ("every", "any", "count", "those") or self.natural(t.domain, env) in AREAS:
            return None
        local = [(n, *env.names[n]) for n in sorted(free(t)) if n in env.names]
        inner = Env({n: (f"c_{python_name(n)}", kind) for n, _, kind in local})
        kept = "s" if t.where is None else self.narrowed("s", t.var, t.where, inner)
        found = "s" if not t.keys else self.narrowed("s", t.var, t.keys[0], inner)
        if kept is None or found is None or (t.start is not None and not self._safe(t.start)):
            return None
        name = self._fresh("R")
        params = ", ".join(f"c_{python_name(n)}: {written(kind)}" for n, _, kind in local)
        give = {"every": "1 if s == r else 0", "any": "1 if some(r) else 0", "count": "size(r)", "those": "r"}[t.word]
        result = "set" if t.word == "those" else "int"
        self._say(
            "@inline",
            f"def {name}({params}) -> {result}:",
            f"    s = {self.want(t.domain, 'set', inner)}",
            f"    s = {kept}",
            f"    r = {found}",
            f"    return {give}",
        )
        return f"{name}({', '.join(text for _, text, _ in local)})", result

    def _safe(self, term: P.Term) -> bool:
        """Can this be asked at any time, and never be a fault?"""
        for x in walk(term):
            if isinstance(x, P.BuiltIn):
                if x.name not in _SAFE_NOTIONS:
                    return False
            elif isinstance(x, P.Call):
                if not self._safe(self.functions[x.function].body):
                    return False
            elif not isinstance(x, _SAFE) or _divides(x) or _computed(x):
                return False
        return True

    def _written_out(self, function: str, args: tuple[P.Term, ...]) -> P.Term | None:
        """What a rule says of these; None where a name in it would mean another thing then."""
        f = self.functions[function]
        if f.boards or {x.var for x in walk(f.body) if isinstance(x, P.Reduce)} & free(args):
            return None
        body: P.Term = substitute(f.body, dict(zip(f.params, args, strict=True)))
        return body

    def _compared(self, held: str, var: str, op: str, left: P.Term, right: P.Term, env: Env) -> str | None:
        """Those of whom a fact compares so with something else: a set for each value that this can have."""
        facts = self._facts(var, left)
        if facts is None or (MISSING in facts and op not in ("=", "!=")) or not self._safe(right):
            return None
        if self.natural(right, env) != "int":
            return None
        known = [v for v in facts if v != MISSING]
        if not known:
            return None
        low, high = min(known) - 1, max(known) + 1
        if isinstance(right, P.Const):
            return f"({held} & K({_holding(facts, op, right.value)}))"
        if high - low > 64:
            return None
        table = self._sets(("compared", op, tuple(facts)), [_holding(facts, op, v) for v in range(low, high + 1)])
        value = self.want(right, "int", env)
        return f"({held} & {self._taken(table, f'clamped({value}, {low}, {high})')})"

    def _listed_in(self, held: str, var: str, table: str, element: P.Term, env: Env) -> str | None:
        """Those whose set in a table has an element: the table the other way round."""
        column = self.columns[table]
        if var in free(element) or not self._safe(element) or any(v == MISSING for v in column):
            return None
        size = max((v.bit_length() for v in column), default=0)
        turned = [sum(1 << i for i, v in enumerate(column) if v >> e & 1) for e in range(size)]
        name = self._sets(("turned", table), [*turned, 0])
        value = self.want(element, "int", env)
        return f"({held} & {self._taken(name, f'within({value}, {size})')})"

    def _sets(self, key: object, sets: list[int]) -> str:
        """A table of sets that never change."""
        name = self.shared.get(key)
        if name is None:
            name = self.shared[key] = self._fresh("SET")
            self.tables[name] = tuple(sets) if self.L == 1 else tuple(self.scratch.constant(s) for s in sets)
        return name

    def _taken(self, table: str, index: str) -> str:
        return f"wide({table}[{index}])" if self.L == 1 else f"load({table}[{index}])"

    def _facts(self, var: str, term: P.Term) -> list[int] | None:
        """What a term that hangs on nothing but the member is for each; None where it hangs on more."""
        if free(term) != {var} or any(isinstance(x, (P.Load, P.LoadAt, P.Call, P.BuiltIn, P.Reduce)) for x in walk(term)):
            return None
        sizes = [len(self.columns[x.table]) for x in walk(term) if isinstance(x, P.Lookup) and x.table in self.columns]
        if any(isinstance(x, P.Lookup) and (x.table not in self.columns or x.index != P.Local(var)) for x in walk(term)):
            return None
        found = []
        for i in range(min(sizes, default=64 * self.L)):
            value = self._fact(term, {var: i})
            if value is None:
                return None
            found.append(value)
        return found

    def _fact(self, term: P.Term, at: Mapping[str, int]) -> int | None:  # noqa: C901 - one case a node
        """The value of a term for one member; None where that is not said here."""
        match term:
            case P.Const(value):
                return value
            case P.Local(name):
                return at[name]
            case P.Lookup(table, index):
                i = self._fact(index, at)
                return None if i is None else self.columns[table][i]
            case P.Arith(op, left, right) if op in ("+", "-", "*"):
                a, b = self._fact(left, at), self._fact(right, at)
                if a is None or b is None or MISSING in (a, b):
                    return None
                return a + b if op == "+" else a - b if op == "-" else a * b
            case P.Compare(op, left, right):
                a, b = self._fact(left, at), self._fact(right, at)
                if a is None or b is None or (MISSING in (a, b) and op not in ("=", "!=")):
                    return None
                return int(_compares(a, op, b))
            case P.Not(inner):
                a = self._fact(inner, at)
                return None if a is None else int(not a)
            case P.And(terms) | P.Or(terms):
                values = [self._fact(x, at) for x in terms]
                if None in values:
                    return None
                return int(all(values) if isinstance(term, P.And) else any(values))
            case P.Contains(members, element):
                a, b = self._fact(members, at), self._fact(element, at)
                return None if a is None or b is None or MISSING in (a, b) else int(b >= 0 and a >> b & 1)
            case _:
                return None


def _divides(x: object) -> bool:
    """Is this a division by something that is not known to be above 0?"""
    return isinstance(x, P.Arith) and x.op.startswith("div") and not (isinstance(x.right, P.Const) and x.right.value > 0)


def _computed(x: object) -> bool:
    """Is this a table asked at a place that is worked out first, and may not be there?"""
    return isinstance(x, P.Lookup) and not isinstance(x.index, P.Local | P.Const)


def _compares(a: int, op: str, b: int) -> bool:
    return {"=": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op]


def _holding(facts: list[int], op: str, value: int) -> int:
    return sum(1 << i for i, v in enumerate(facts) if _compares(v, op, value))

"""Menus → Python functions: what can be chosen, field by field, under the clauses.

Each clause is tested at the first field at which everything it speaks of is known. A field over cells becomes one plane; a
sub-multiset becomes a `Subsets` whose conditions are followed class by class; anything else a list of elements, equal pieces
once.
"""

from __future__ import annotations

from dataclasses import dataclass

from fuero.engine.emit_planes import Planes, whole_first
from fuero.engine.emit_terms import Namespace, Terms, python_name
from fuero.program import nodes as P
from fuero.program.trees import free, replaced, substitute, walk


@dataclass(frozen=True)
class MenuNames:
    """What a menu's functions are called: the test before any field, a domain a field, the clauses with the fields they need and,
    where a clause is a condition of named parts, its name and a function that gives its arguments."""

    before: str
    domains: tuple[str, ...]
    pools: tuple[str, ...]
    clauses: tuple[tuple[str, P.Clause, int, str, str], ...]
    key: str


class Choices:
    """Prints the functions of menus."""

    def __init__(self, space: Namespace):
        self.space = space
        self.lines: list[str] = []

    def menu(self, menu: P.Menu, number: int) -> MenuNames:
        lets: dict[str, P.Term] = {}
        for name, term in menu.lets:
            lets[name] = substitute(term, lets)
        clauses = [(c, substitute(c.term, lets)) for c in menu.clauses]
        order = [f.name for f in menu.fields]
        env = {"you": "you", **{p: f"p_{python_name(p)}" for p in menu.params}}
        head = "S,you" + "".join(f",p_{python_name(p)}" for p in menu.params)
        places = []
        for clause, term in clauses:
            used = [i for i, f in enumerate(order) if f in free(term)]
            places.append((clause, term, max(used) if used else -1))
        stem = f"{number}_{python_name(menu.name)}"
        before = f"PRE_{stem}"
        tests = [Terms(self.space, env)(t) for _, t, at in places if at < 0]
        self.lines.append(f"def {before}({head}):\n    return {' and '.join(tests) or 'True'}\n")
        domains, known = [], dict(env)
        heads = [head]
        for i, f in enumerate(menu.fields):
            here = [(c, t) for c, t, at in places if at == i]
            name = f"DOM_{stem}_{i}"
            domain = substitute(f.domain, lets)
            pool = Terms(self.space, known)(domain)
            if f.shape == "join" and f.form == "element":
                pool = f"list({self._elements(domain, Terms(self.space, known))})"
            self.lines.append(f"def POOL_{stem}_{i}({heads[-1]}):\n    return {pool}\n")
            self._field(name, heads[-1], f, domain, [t for _, t in here], known)
            domains.append(name)
            known[f.name] = f"f_{python_name(f.name)}"
            heads.append(f"{heads[-1]},f_{python_name(f.name)}")
        named = []
        for k, (clause, term, at) in enumerate(places):
            name = f"CL_{stem}_{k}"
            self.lines.append(f"def {name}({heads[at + 1]}):\n    return {Terms(self.space, known)(term)}\n")
            if clause.values:
                values = tuple((n, s, substitute(t, lets)) for n, s, t in clause.values)
                said = Terms(self.space, known).quoted(clause.label, values)
                self.lines.append(f"def SAY_{name}({heads[-1]}):\n    return {said}\n")
            condition, args = "", ""
            if isinstance(term, P.Call) and self.space.functions[term.function].combine == "all":
                condition, args = term.function, f"ARG_{stem}_{k}"
                texts = "".join(Terms(self.space, known)(a) + "," for a in term.args)
                self.lines.append(f"def {args}({heads[at + 1]}):\n    return ({texts})\n")
            named.append((name, clause, at + 1, condition, args))
        pools = tuple(f"POOL_{stem}_{i}" for i in range(len(domains)))
        key = self._key(
            f"KEY_{stem}", head, menu, [t for _, t in clauses] + [substitute(f.domain, lets) for f in menu.fields], env
        )
        return MenuNames(before, tuple(domains), pools, tuple(named), key)

    # ------------------------------------------------------------ what a menu hangs on

    def _key(self, name: str, head: str, menu: P.Menu, terms: list[P.Term], env: dict[str, str]) -> str:
        """A function that gives everything in the state that a menu's moves hang on; no name where that is too much."""
        reads = Reads(self.space, {"you", *menu.params})
        for f in menu.fields:
            terms = [*terms, f.low, f.high]
        for t in terms:
            reads.term(t)
        if reads.words > 40:
            return ""
        printer = Terms(self.space, env)
        parts = ["you", *(env[p] for p in menu.params), *sorted({printer(t) for t in reads.single})]
        parts += [f"*S[{base}:{base + size * stride}]" for base, size, stride in sorted(reads.ranges)]
        self.lines.append(f"def {name}({head}):\n    return ({''.join(p + ',' for p in parts)})\n")
        return name

    # ------------------------------------------------------------ fields

    def _field(self, name: str, head: str, f: P.Field, domain: P.Term, clauses: list[P.Term], env: dict[str, str]) -> None:
        terms = Terms(self.space, env)
        if f.form == "whole":
            inner = terms.with_names({f.name: "whole"})
            tests = " and ".join(inner(c) for c in clauses) or "True"
            self.lines.append(f"def {name}({head}):\n    whole = {terms(domain)}\n    return [whole] if {tests} else []\n")
            return
        if f.form == "cell":
            self._cells(name, head, f, domain, clauses, terms)
            return
        if f.form == "subset":
            self._subset(name, head, f, domain, clauses, terms)
            return
        var = f"f_{python_name(f.name)}"
        inner = terms.with_names({f.name: var})
        tests = " and ".join(inner(c) for c in clauses)
        source = f"distinct({terms(domain)})" if f.pieces else self._elements(domain, terms)
        self.lines.append(f"def {name}({head}):\n    return [{var} for {var} in {source}{' if ' + tests if tests else ''}]\n")

    def _elements(self, domain: P.Term, terms: Terms) -> str:
        if isinstance(domain, P.Reduce) and domain.start is not None:
            return f"bits({terms(domain)})"
        return terms._elements(P.Reduce("those", "+e", domain, None, None, ()))

    def _cells(self, name: str, head: str, f: P.Field, domain: P.Term, clauses: list[P.Term], terms: Terms) -> None:
        width = max((b.size for b in self.space.families.values() if b.kind == "board"), default=0)
        windowed = isinstance(domain, P.BuiltIn) and domain.name == "window"
        parts = [x for c in clauses for x in (c.terms if isinstance(c, P.And) else (c,))]
        # A domain that hangs on one board (and pieces, by what they are) is kept with that board.
        boards = {x for t in (*parts, *(() if windowed else (domain,))) for x in walk(t) if isinstance(x, P.BoardOf)}
        held = P.Local("+b")
        board = boards.pop() if len(boards) == 1 else None
        own = terms
        if board is not None and f.name not in free(board):
            opened = [replaced(p, board, held) for p in parts]
            inner = replaced(domain, board, held)
            if all(self.space.pure(p) for p in (*opened, *(() if windowed else (inner,)))):
                parts, domain, own = opened, inner, terms.with_names({"+b": "b"})
            else:
                board = None
        else:
            board = None
        planes = Planes(own, f.name, width)
        lines = []
        if not windowed:
            lines.append(f"m = {planes.scalar(domain)}")
        lines += [f"m &= {text}" for text in whole_first([planes.plane(part) for part in parts])]
        result = f"(inside(m,{width}) if m&{self.space.plane('RIM', width)} else m)" if windowed else "m"
        body = [f"def {name}({head}):"]
        if board is None:
            body.append(f"    full = m = {self.space.plane('FULL', width)}")
            body += [f"    {x}" for x in lines]
            body.append(f"    return {result}")
        else:
            keys = sorted({own.env[n] for n in planes.read - {"+b", f.name}} | set(planes.profiles))
            body += [
                f"    b = {terms(board)}",
                f"    key = ('{name}',{''.join(k + ',' for k in keys)})",
                "    found = b.memo.get(key)",
                "    if found is None:",
                f"        full = m = {self.space.plane('FULL', width)}",
                *(f"        {x}" for x in lines),
                f"        found = b.memo[key] = {result}",
                "    return found",
            ]
        self.lines.append("\n".join(body) + "\n")

    # ------------------------------------------------------------ sub-multisets

    def _subset(self, name: str, head: str, f: P.Field, domain: P.Term, clauses: list[P.Term], terms: Terms) -> None:
        tracked = Tracked(self.space, f.name, terms)
        formulas = []
        for clause in clauses:
            for part in tracked.conjuncts(clause):
                if not tracked.narrows(part):
                    formulas.append(tracked.formula(part))
        values = [f"k{i}" for i in range(len(tracked.values))]
        body = [f"def {name}({head}):", f"    pool = {terms(domain)}"]
        body += [f"    pool &= {mask}" for mask in tracked.masks]
        low, high = terms(f.low), terms(f.high) if f.high != P.Const(-1) else "None"
        body += [f"    {v} = {text}" for v, text in zip(values, tracked.values, strict=True)]
        formula = f"('and',{''.join(x + ',' for x in formulas)})" if formulas else "('and',)"
        for k in range(len(tracked.spreads)):
            formula = formula.replace(f"@{k}@", f"{len(tracked.trackers)}+{k}*len(reps)")
        trackers = "".join(x + "," for x in (*tracked.trackers, *tracked.spreads))
        grouped = "grouped(pool)" if f.pieces else "separate(pool)"
        maker = "Subsets" if any(t.startswith("Opaque") for t in tracked.trackers) else "selections"
        make = f"{maker}(classes,{low},{high},({trackers}),{formula})"
        if tracked.opaque:
            body += [f"    classes = {grouped}", "    reps = [c[0] for c in classes]", f"    return {make}"]
        else:
            memo = self.space.keep("CACHE", {})
            keys = ",".join(["pool", low, high, *values, *tracked.keys])
            body += [
                f"    key = ({keys},)",
                f"    found = {memo}.get(key)",
                "    if found is not None:",
                "        return found",
                f"    classes = {grouped}",
                "    reps = [c[0] for c in classes]",
                f"    if len({memo}) > 4000:",
                f"        {memo}.clear()",
                f"    found = {memo}[key] = {make}",
                "    return found",
            ]
        self.lines.append("\n".join(body) + "\n")


class Reads:
    """The words of the state that terms read: single ones where the place is known beforehand, else the whole range."""

    def __init__(self, space: Namespace, known: set[str]):
        self.space, self.known = space, known
        self.single: list[P.Term] = []
        self.ranges: set[tuple[int, int, int]] = set()
        self._seen: set[object] = set()

    @property
    def words(self) -> int:
        return len(self.single) + sum(size * stride for _, size, stride in self.ranges)

    def term(self, t: P.Term) -> None:
        for x in walk(t):
            match x:
                case P.Load():
                    self._one(x)
                case P.LoadAt(base, index, size, stride):
                    if free(index) <= self.known:
                        self._one(x)
                        self.term(index)
                    else:
                        self.ranges.add((base, size, stride))
                case P.BoardOf(family, index):
                    self._board(family, index)
                case P.Call(function, args):
                    body = self.space.functions[function]
                    opened = substitute(body.body, dict(zip(body.params, args, strict=True)))
                    if (function, args) not in self._seen:
                        self._seen.add((function, args))
                        self.term(opened)
                case P.BuiltIn(rule=rule) if rule and rule not in self._seen:
                    self._seen.add(rule)
                    self.term(self.space.functions[rule].body)
                case _:
                    pass

    def _one(self, t: P.Term) -> None:
        if t not in self.single:
            self.single.append(t)

    def _board(self, family: str, index: P.Term) -> None:
        info = self.space.families[family]
        for base, stride, count in [(info.base + 1, info.stride, info.count)] + [
            (m.base, m.stride, m.count) for m in self.space.marks_on(family)
        ]:
            if free(index) <= self.known:
                self._one(P.LoadAt(base, index, count, stride))
            else:
                self.ranges.add((base, count, stride))


class Tracked:
    """Reads conditions over a chosen set as sums, tests of each and tests of one; what fits none of these is asked of the whole
    set.
    """

    def __init__(self, space: Namespace, name: str, terms: Terms):
        self.space, self.name, self.terms = space, name, terms
        self.trackers: list[str] = []
        self.values: list[str] = []
        self.keys: list[str] = []
        self.masks: list[str] = []
        self.spreads: list[str] = []
        self.opaque = False
        self._seen: dict[str, int] = {}

    def conjuncts(self, t: P.Term) -> list[P.Term]:
        """The parts that must all hold, with conditions about the set written out."""
        t = self._opened(t)
        if isinstance(t, P.And):
            return [y for x in t.terms for y in self.conjuncts(x)]
        return [t]

    def _opened(self, t: P.Term) -> P.Term:
        if isinstance(t, P.Call) and P.Local(self.name) in t.args:
            function = self.space.functions[t.function]
            return self._opened(substitute(function.body, dict(zip(function.params, t.args, strict=True))))
        if isinstance(t, P.Or) and len(t.terms) == 1:
            return self._opened(t.terms[0])
        return t

    def _mentions(self, t: P.Term) -> bool:
        return self.name in free(t)

    def narrows(self, t: P.Term) -> bool:
        """`every(c in chosen: test)` as one of the parts that must hold simply narrows the pool."""
        match t:
            case P.Reduce("every", var, P.Local(self.name), None, where, (test,)) if not self._mentions(test):
                if where is not None:
                    if self._mentions(where):
                        return False
                    test = P.Or((P.Not(where), test))
                passing = self.terms.passing(test, var)
                if passing is None:
                    return False
                self.masks.append(passing)
                return True
            case _:
                return False

    def _tracker(self, text: str) -> int:
        if text not in self._seen:
            self._seen[text] = len(self.trackers)
            self.trackers.append(text)
        return self._seen[text]

    def _each(self, test: P.Term, var: str) -> str:
        """A tuple: for each class, does its first piece pass?"""
        self._depend(test, var)
        return f"tuple([bool({self.terms.with_names({var: 'x'})(test)}) for x in reps])"

    def _weights(self, weight: P.Term, where: P.Term | None, var: str) -> str:
        inner = self.terms.with_names({var: "x"})
        self._depend(weight, var)
        if where is None:
            return f"tuple([{inner(weight)} for x in reps])"
        self._depend(where, var)
        return f"tuple([{inner(weight)} if {inner(where)} else 0 for x in reps])"

    def _depend(self, t: P.Term, var: str) -> None:
        """What a weight or test hangs on beside the piece is part of the memo's key; if it reads the state, there is no memo."""
        if not self.space.pure(t):
            self.opaque = True
        for name in sorted(free(t) - {var}):
            text = self.terms.env[name]
            if text not in self.keys:
                self.keys.append(text)

    def _value(self, t: P.Term) -> str:
        self.values.append(self.terms(t))
        return f"k{len(self.values) - 1}"

    def formula(self, t: P.Term) -> str:  # noqa: C901 - one case a form
        t = self._opened(t)
        if not self._mentions(t):
            return f"(('and',) if {self._value(t)} else ('or',))"
        match t:
            case P.And(terms):
                return f"('and',{''.join(self.formula(x) + ',' for x in terms)})"
            case P.Or(terms):
                return f"('or',{''.join(self.formula(x) + ',' for x in terms)})"
            case P.Not(term):
                return f"('not',{self.formula(term)})"
            case P.Compare(op, left, right) if not self._mentions(right):
                index = self._sum(left)
                if index is not None:
                    return f"('cmp',{index},{op!r},{self._value(right)})"
            case P.Compare(op, left, right) if not self._mentions(left):
                index = self._sum(right)
                if index is not None:
                    turned = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(op, op)
                    return f"('cmp',{index},{turned!r},{self._value(left)})"
            case P.Reduce("every", var, P.Local(self.name), None, where, (test,)) if not self._mentions(test):
                if where is None or not self._mentions(where):
                    whole = test if where is None else P.Or((P.Not(where), test))
                    each = self._each(whole, var)
                    return f"('true',{self._tracker(f'AllOf({each})')})"
            case P.Reduce("any", var, P.Local(self.name), None, where, keys):
                parts = [x for x in (where, *keys) if x is not None]
                whole = parts[0] if len(parts) == 1 else P.And(tuple(parts)) if parts else P.Const(1)
                if not self._mentions(whole):
                    each = self._each(whole, var)
                    return f"('true',{self._tracker(f'AnyOf({each})')})"
                found = self._one_and_the_rest(whole, var)
                if found is not None:
                    return found
            case _:
                pass
        self.opaque = True
        whole_text = self.terms.with_names({self.name: "whole"})(t)
        return f"('true',{self._tracker(f'Opaque(lambda whole: {whole_text})')})"

    def _sum(self, t: P.Term) -> int | None:
        match t:
            case P.Size(P.Local(self.name)):
                return self._tracker("Size()")
            case P.Reduce("total", var, P.Local(self.name), None, where, (weight,)):
                if not self._mentions(weight) and (where is None or not self._mentions(where)):
                    weights = self._weights(weight, where, var)
                    return self._tracker(f"Total({weights})")
            case P.Reduce("count", var, P.Local(self.name), None, where, keys):
                parts = [x for x in (where, *keys) if x is not None]
                if parts and not any(self._mentions(x) for x in parts):
                    weights = self._weights(P.Const(1), P.And(tuple(parts)), var)
                    return self._tracker(f"Total({weights})")
            case _:
                pass
        return None

    def _one_and_the_rest(self, whole: P.Term, var: str) -> str | None:
        """`any(x in chosen: q(x) and every(c in chosen - {x}: r(c, x)))`: for each class of x, one of it and the rest as r
        says.
        """
        parts = self._flat(whole)
        rest = P.SetOp("and-not", P.Local(self.name), P.Single(P.Local(var)))
        own, others = [], []
        for part in parts:
            match part:
                case P.Reduce("every", inner, held, None, None, (test,)) if held == rest and not self._mentions(test):
                    others.append((inner, test))
                case _ if not self._mentions(part):
                    own.append(part)
                case _:
                    return None
        if len(others) != 1 or any(not self.space.pure(x) for x in (*own, others[0][1])):
            return None
        inner, test = others[0]
        names = sorted(set().union(*(free(x) for x in (*own, test))) - {var, inner})
        self.keys += [self.terms.env[n] for n in names if self.terms.env[n] not in self.keys]
        env = self.terms.with_names({var: "reps[i]", inner: "x"})
        fits = " and ".join(env(x) for x in own) or "True"
        # One tracker a class: they are made where the classes are known, behind all the others.
        self.spreads.append(f"*[EachButOne(i,tuple([bool({env(test)}) for x in reps])) for i in range(len(reps))]")
        return f"('or',*[('true',@{len(self.spreads) - 1}@+i) for i in range(len(reps)) if {fits}])"

    @staticmethod
    def _flat(t: P.Term) -> list[P.Term]:
        return [y for x in t.terms for y in Tracked._flat(x)] if isinstance(t, P.And) else [t]

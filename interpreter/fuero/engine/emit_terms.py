"""PROGRAM terms → Python expressions. Sets stay whole: a test over pieces that hangs on nothing else becomes one operation on a
mask.

`Namespace` gathers what the text needs beside it: constants, look-up tables, memos. The text is run once, when a table is opened.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fuero.engine.planes import cells, rim, window
from fuero.program import nodes as P
from fuero.program.layout import MISSING
from fuero.program.trees import free, walk

JOIN_PLACE = (1 << 20) - 1


def python_name(name: str) -> str:
    """A name of the language as a Python identifier (distinct names stay distinct)."""
    return "".join(ch if ch.isalnum() and ch.isascii() else f"_{ord(ch):x}_" for ch in name)


@dataclass
class Namespace:
    """The program being printed, and what its text will find in its globals."""

    program: P.Program
    values: dict[str, Any] = field(default_factory=dict)
    counter: int = 0

    def __post_init__(self) -> None:
        self.functions = {f.name: f for f in self.program.functions}
        self.families = {f.name: f for f in self.program.layout.families}
        self.tables = dict(self.program.tables)
        self._pure: dict[str, bool] = {}
        for name, column in self.program.tables:
            last = -1 if name == "group" else None
            self.values[f"T_{python_name(name)}"] = tuple(None if v == MISSING else v for v in column) + (last,)
        for name, entries in self.program.lists:
            self.values[f"T_{python_name(name)}"] = entries

    def fresh(self, stem: str) -> str:
        self.counter += 1
        return f"{stem}{self.counter}"

    def keep(self, stem: str, value: object) -> str:
        """Puts a value into the globals; gives its name."""
        name = self.fresh(stem)
        self.values[name] = value
        return name

    def plane(self, stem: str, width: int) -> str:
        """The name of a constant plane of a window of that width: `FULL` all its cells, `RIM` the outermost."""
        name = f"{stem}_{width}"
        if name not in self.values:
            self.values[name] = rim(width) if stem == "RIM" else window(width)
        return name

    def marks_on(self, family: str) -> list[P.Family]:
        """The marks families that lie on a board, by their index."""
        return sorted((f for f in self.families.values() if f.on == family and f.marks_index >= 0), key=lambda f: f.marks_index)

    def pure(self, node: object) -> bool:
        """Does this hang on nothing but its locals?"""
        for x in walk(node):
            if isinstance(x, (P.Load, P.LoadAt, P.BoardOf)):
                return False
            if isinstance(x, P.Call) and not self.pure_function(x.function):
                return False
            if isinstance(x, P.BuiltIn) and x.rule and not self.pure_function(x.rule):
                return False
        return True

    def pure_function(self, name: str) -> bool:
        if name not in self._pure:
            self._pure[name] = self.pure(self.functions[name].body)
        return self._pure[name]


@dataclass
class Terms:
    """Prints terms. `env` says what a local is called in the text at hand."""

    space: Namespace
    env: dict[str, str] = field(default_factory=dict)

    def inside(self, **names: str) -> Terms:
        return Terms(self.space, {**self.env, **names})

    def with_names(self, names: Mapping[str, str]) -> Terms:
        return Terms(self.space, {**self.env, **names})

    def __call__(self, t: P.Term) -> str:  # noqa: C901 - one case a node
        match t:
            case P.Const(value):
                return repr(value) if value >= 0 else f"({value})"
            case P.Listed(values):
                return repr(values)
            case P.Load(slot):
                return f"S[{slot}]"
            case P.LoadAt(base, index, _, stride):
                scaled = self(index) if stride == 1 else f"{stride}*{self(index)}"
                return f"S[{base}+{scaled}]"
            case P.Local(name):
                if name not in self.env:
                    raise KeyError(f"local {name} is not known here")
                return self.env[name]
            case P.Arith(op, left, right):
                a, b = self(left), self(right)
                if op == "div-down":
                    return f"({a}//{b})"
                if op == "div-up":
                    return f"(-(-{a}//{b}))"
                return f"({a}{op}{b})"
            case P.Compare(op, left, right):
                return f"({self(left)}{'==' if op == '=' else op}{self(right)})"
            case P.And(terms):
                return "(" + " and ".join(self(x) for x in terms) + ")"
            case P.Or(terms):
                return "(" + " or ".join(self(x) for x in terms) + ")"
            case P.Not(term):
                return f"(not {self(term)})"
            case P.Select(condition, then, otherwise):
                return f"({self(then)} if {self(condition)} else {self(otherwise)})"
            case P.SetOp(op, left, right):
                sign = {"or": "|", "and": "&", "and-not": "&~"}[op]
                return f"({self(left)}{sign}{self(right)})"
            case P.Single(element):
                return f"(1<<{element.value})" if isinstance(element, P.Const) and element.value >= 0 else f"one({self(element)})"
            case P.Contains(held, element):
                if isinstance(held, P.Single):
                    return f"({self(held.element)}=={self(element)})"
                return f"holds({self(held)},{self(element)})"
            case P.Size(held):
                return (
                    f"{self(held)}.bit_count()"
                    if isinstance(held, (P.Load, P.LoadAt, P.SetOp))
                    else f"({self(held)}).bit_count()"
                )
            case P.Only(held):
                return f"only({self(held)})"
            case P.NumberRange(low, high):
                if isinstance(low, P.Const) and isinstance(high, P.Const):
                    return repr(sum(1 << i for i in range(low.value, high.value + 1)))
                return f"span({self(low)},{self(high)})"
            case P.Reduce():
                return self._reduce(t)
            case P.Lookup(table, index):
                return f"T_{python_name(table)}[{self(index)}]"
            case P.Call(function, args):
                return f"F_{python_name(function)}(S{''.join(',' + self(a) for a in args)})"
            case P.BoardOf(family, index):
                return self._board(family, index)
            case P.TileAt(board, cell):
                return f"{self(board)}.piece_at.get({self(cell)},-1)"
            case P.WithTile(P.WithoutTile(board, gone), piece, cell) if gone == cell:
                return f"{self(board)}.exchanged({self(piece)},{self(cell)})"
            case P.WithTile(board, piece, cell):
                return f"{self(board)}.with_({self(piece)},{self(cell)})"
            case P.WithoutTile(board, cell):
                return f"{self(board)}.without({self(cell)})"
            case P.WithMarks(board, index, marks):
                return f"{self(board)}.with_marks({index},{self(marks)})"
            case P.MarksOf(board, index):
                return f"{self(board)}.marks[{index}]"
            case P.BuiltIn():
                return self._built_in(t)

    def _board(self, family: str, index: P.Term) -> str:
        info = self.space.families[family]
        at = (
            f"S[{info.base + 1}+{info.stride}*{self(index)}]"
            if not isinstance(index, P.Const)
            else f"S[{info.base + 1 + info.stride * index.value}]"
        )
        marks = self.space.marks_on(family)
        if not marks:
            return f"board({at},{info.size})"
        words = []
        for m in marks:
            words.append(
                f"S[{m.base}+{m.stride}*{self(index)}]"
                if not isinstance(index, P.Const)
                else f"S[{m.base + m.stride * index.value}]"
            )
        return f"marked({at},{info.size},({','.join(words)},))"

    def quoted(self, text: str, values: tuple[tuple[str, str, P.Term], ...]) -> str:
        """A text with its `{name}`s, each written as a value of its shape is."""
        known = {name: (shape, term) for name, shape, term in values}
        parts: list[str] = []
        for i, part in enumerate(re.split(r"\{([^{}\s]+)\}", text)):
            if i % 2 and part in known:
                shape, term = known[part]
                parts.append(f"wording({shape!r},{self(term)})")
            else:
                parts.append(repr("{" + part + "}" if i % 2 else part))
        return "+".join(parts)

    # ------------------------------------------------------------ folds

    def _reduce(self, t: P.Reduce) -> str:
        domain = self._elements(t)
        var = f"v_{python_name(t.var)}"
        inner = self.with_names({t.var: var})
        if t.pieces and t.start is None:
            quick = self._by_mask(t)
            if quick is not None:
                return quick
        where = f" if {inner(t.where)}" if t.where is not None else ""
        loop = f"for {var} in {domain}{where}"
        bodies = [inner(k) for k in t.keys]
        match t.word:
            case "every":
                return f"all({bodies[0]} {loop})"
            case "any":
                return f"any({bodies[0] if bodies else '1'} {loop})"
            case "count":
                test = f"{where} if {bodies[0]}" if bodies else where
                return f"sum(1 for {var} in {domain}{test})"
            case "total":
                return f"sum([{bodies[0]} {loop}])"
            case "those":
                test = f"{where} if {bodies[0]}" if bodies else where
                if self._joins(t):
                    return f"gather([{var}&{JOIN_PLACE} for {var} in {domain}{test}])"
                return f"gather([{var} for {var} in {domain}{test}])"
            case "highest" | "lowest" if bodies:
                name = "max" if t.word == "highest" else "min"
                return f"{name}([{bodies[0]} {loop}])"
            case _:
                key = f"({','.join(bodies)},)" if bodies else f"({var},)"
                best = "greatest" if t.word in ("most", "highest") else "least"
                return f"{best}([({key},{var}) {loop}])"

    def _joins(self, t: P.Reduce) -> bool:
        return isinstance(t.domain, P.BuiltIn) and t.domain.name == "joins"

    def _elements(self, t: P.Reduce) -> str:
        """The fold's elements as a list, in order."""
        if self._joins(t):
            assert isinstance(t.domain, P.BuiltIn)
            return f"joins({self(t.domain.args[0])})"
        if isinstance(t.domain, P.Const) and t.start is None:
            return self.space.keep("K", tuple(cells(t.domain.value)))
        if t.start is not None:
            return f"cyclic({self(t.domain)},{self(t.start)})"
        return f"bits({self(t.domain)})"

    def _by_mask(self, t: P.Reduce) -> str | None:
        """The fold as one operation on the set of all pieces that pass its tests."""
        tests = [x for x in (t.where, *(t.keys if t.word in ("every", "any", "count", "those") else ())) if x is not None]
        if not tests or t.word not in ("every", "any", "count", "those"):
            return None
        if t.word == "every":
            test: P.Term = t.keys[0] if t.where is None else P.Or((P.Not(t.where), t.keys[0]))
        else:
            test = tests[0] if len(tests) == 1 else P.And(tuple(tests))
        passing = self.passing(test, t.var)
        if passing is None:
            return None
        domain = self(t.domain)
        match t.word:
            case "every":
                return f"(not {domain}&~{passing})"
            case "any":
                return f"(({domain}&{passing})!=0)"
            case "count":
                return f"({domain}&{passing}).bit_count()"
            case _:
                return f"({domain}&{passing})"

    def passing(self, test: P.Term, var: str) -> str | None:
        """A mask of all pieces for which a pure test holds; None where it is not pure or reads a board.

        Where the test has no answer for a piece, that piece passes neither it nor its opposite unseen: the mask's maker raises
        when asked.
        """
        if not self.space.pure(test) or any(
            isinstance(x, (P.TileAt, P.MarksOf, P.WithTile, P.WithoutTile, P.BuiltIn)) for x in walk(test)
        ):
            return None
        for x in walk(test):
            if isinstance(x, P.Call) and self.space.functions[x.function].boards:
                return None
        names = sorted(free(test) - {var})
        if any(n not in self.env for n in names):
            return None
        args = [f"a{i}" for i in range(len(names))]
        body = Terms(self.space, {var: "x", **dict(zip(names, args, strict=True))})(test)
        memo = self.space.keep("M", {})
        maker = self.space.fresh("P")
        self.space.values.setdefault("#defs", []).append(
            f"def {maker}(S{''.join(',' + a for a in args)}):\n"
            f"    key = ({''.join(a + ',' for a in args)})\n"
            f"    found = {memo}.get(key)\n"
            f"    if found is None:\n"
            f"        found = {memo}[key] = passing(lambda x: {body})\n"
            f"    return found\n"
        )
        return f"{maker}(S{''.join(',' + self.env[n] for n in names)})"

    # ------------------------------------------------------------ built-ins

    def _built_in(self, t: P.BuiltIn) -> str:  # noqa: C901 - one case a notion
        a = [self(x) for x in t.args]
        match t.name:
            case "spare":
                return f"spare({a[0]},{a[1]})"
            case "pieces":
                return f"lying({a[0]})"
            case "without-all":
                return f"without_all({a[0]},{a[1]})"
            case "first":
                return f"first({a[0]})"
            case "index":
                return f"index({a[0]},{a[1]})"
            case "top":
                return f"top({a[0]},{a[1]})"
            case "top-many":
                return f"top_many({a[0]},{a[1]},{a[2]})"
            case "row-at":
                return f"row_at({a[0]},{a[1]})"
            case "attached":
                return f"attached({a[0]},{a[1]},{a[2]})"
            case "next" | "previous":
                step = "+1" if t.name == "next" else "-1"
                return f"(({a[0]}{step})%{self.space.program.layout.players})"
            case "cells":
                return f"{a[0]}.occ"
            case "window":
                return self.space.plane("FULL", t.width)
            case "joins":
                return f"gather([j&{JOIN_PLACE} for j in joins({a[0]})])"
            case "join-place":
                return f"({a[0]}&{JOIN_PLACE})"
            case "side":
                return f"(1+({a[0]}&1))"
            case "near":
                return f"(({a[-1]}>>20&16383)-1)"
            case "far":
                return f"(({a[-1]}>>34)-1)"
            case "join":
                return f"join({a[0]},{a[1]},{self._width()})"
            case "opposite":
                return f"({a[0]}^2)"
            case "shift":
                return f"shift({a[0]},{a[1]},{t.width or self._width()})"
            case "cell":
                width = t.width or self._width()
                return f"cell({a[0]},{a[1]},{width})"
            case "neighbours":
                return f"cell_neighbours({a[0]},{self._width()})"
            case "line":
                return f"line_on({a[0]},{a[1]},{a[2]})"
            case "distance":
                return f"distance({a[0]},{a[1]},{self._width()})"
            case "adjacent":
                return f"(distance({a[0]},{a[1]},{self._width()})==1)"
            case "encloses":
                return f"encloses({a[0]}.occ,{a[0]}.width)"
            case "connected":
                return f"footing({a[0]},{a[1]},{self.planes_of(t.rule)}(S,{a[0]}))"
            case "longest-run":
                return f"longest({a[0]},{self.planes_of(t.rule)}(S,{a[0]}))"
            case "sums":
                fold = t.args[0]
                assert isinstance(fold, P.Reduce)
                inner = self.with_names({fold.var: "x"})
                return f"sums([{inner(fold.keys[0])} for x in bits({self(fold.domain)})])"
            case "reachable":
                return f"reachable({a[0]},{a[1]},T_{python_name(t.table)})"
            case "across" | "longest-line":
                return f"{t.name.replace('-', '_')}({','.join(a)})"
            case "pack":
                return f"pack({a[0]})"
            case "unpack":
                return f"unpack({a[0]},{t.width},{a[1]})"
            case "waiting":
                return "waiting(S)"
            case "first-of":
                return f"first_of({a[0]})"
            case "item":
                return f"{a[0]}[index({a[1]}-1,len({a[0]}))]"
            case _:
                raise KeyError(f"no built-in is called {t.name}")

    def _width(self) -> int:
        boards = [f.size for f in self.space.families.values() if f.kind == "board"]
        return boards[0] if boards else 0

    def planes_of(self, rule: str) -> str:
        """The name of a function (S, board) → four planes: where `rule(board, cell, side)` holds."""
        wanted: list[str] = self.space.values.setdefault("#planes", [])
        if rule not in wanted:
            wanted.append(rule)
        return f"PL_{python_name(rule)}"

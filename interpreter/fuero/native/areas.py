"""Sets of cells and of joins as values, marks, boards as they would be.

An area is said as the place where it lies: that of a variable, of a board's marks, or one of this text's own, which is filled
when the text is reached. A value that is kept is copied. In: PROGRAM terms. Out: lowered text that gives a place.
"""

from __future__ import annotations

from fuero.engine.emit_terms import python_name
from fuero.native.base import Env, Uncovered
from fuero.native.maps import Maps
from fuero.native.typing_ import AREAS
from fuero.program import nodes as P


class Areas(Maps):
    """Says terms whose value is an area, and those that speak of areas."""

    def natural(self, t: P.Term, env: Env) -> str:
        raise NotImplementedError

    def _reduce(self, t: P.Reduce, env: Env) -> tuple[str, str]:
        raise NotImplementedError

    def handed(self, t: P.Term, kind: str, env: Env) -> str:
        raise NotImplementedError

    def words_of(self, kind: str) -> int:
        """Words of an area."""
        return self.cells if kind == "cells" else self.joins

    def _plane(self, t: P.Term, env: Env) -> str:
        """A set of cells: where it lies."""
        return self.area(t, "cells", env)

    def area(self, t: P.Term, kind: str, env: Env) -> str:
        """Where an area lies; one of cells can be wanted as one of joins and the other way round (what is beyond is left off)."""
        have = self.natural(t, env)
        if have in AREAS and have != kind:
            text = self._area(t, have, env)
            if kind == "cells":
                return text
            return f"area_wider({self.scratch.take(self.joins)}, {text}, {self.cells}, {self.joins})"
        return self._area(t, kind, env)

    def _area(self, t: P.Term, kind: str, env: Env) -> str:  # noqa: C901 - one case a node
        n = self.words_of(kind)
        match t:
            case P.Const(value):
                return self._lasting(value, kind)
            case P.Load() | P.LoadAt():
                return self.place_of(t, env)
            case P.Local(name) if name in env.names and env.names[name][1] in AREAS:
                return env.names[name][0]
            case P.MarksOf(board, index):
                return f"({self.want(board, 'board', env)} + {self.memory.marks_at + index * self.joins})"
            case P.Single(element):
                return f"area_one({self.scratch.take(n)}, {self.want(element, 'int', env)}, {n})"
            case P.SetOp(op, left, right):
                word = {"or": "or", "and": "and", "and-not": "but"}[op]
                to = self.scratch.take(n)
                return f"area_{word}({to}, {self.area(left, kind, env)}, {self.area(right, kind, env)}, {n})"
            case P.Select(condition, then, otherwise):
                return f"({self.area(then, kind, env)} if {self.flag(condition, env)} else {self.area(otherwise, kind, env)})"
            case P.Call(function, args):
                return f"area_copy({self.scratch.take(n)}, {self.called(function, args, env)}, {n})"
            case P.Reduce():
                return f"area_copy({self.scratch.take(n)}, {self._reduce(t, env)[0]}, {n})"
            case P.BuiltIn("cells", (board,)):
                return f"({self.want(board, 'board', env)} + {self.L})"
            case P.BuiltIn("window"):
                if "window" not in self.shared:
                    self.shared["window"] = str(self.scratch.take(self.cells))
                    self.prepared.append(f"    window_area({self.shared['window']}, {self.wide})")
                return self.shared["window"]
            case P.BuiltIn("joins", (board,)):
                return f"joins_of({self.scratch.take(n)}, {self.want(board, 'board', env)}, {self.wide})"
            case P.BuiltIn("neighbours", (cell,)):
                return f"beside_cell({self.scratch.take(n)}, {self.want(cell, 'int', env)}, {self.wide})"
            case P.BuiltIn("line", (board, cell, side)):
                b, to = self.want(board, "board", env), self.scratch.take(n)
                return f"line_plane({b}, {self.wide}, {self.want(cell, 'int', env)}, {self.want(side, 'int', env)}, {to})"
            case _:
                raise Uncovered(f"a set of {kind}: {type(t).__name__} {getattr(t, 'name', '')}")

    def _lasting(self, members: int, kind: str) -> str:
        """An area that never changes."""
        key = ("area", kind, members)
        if key not in self.shared:
            at = self.scratch.take(self.words_of(kind))
            self.shared[key] = str(at)
            self.prepared.append(f"    clear({at}, {self.words_of(kind)})")
            while members:
                lowest = members & -members
                self.prepared.append(f"    area_put({at}, {lowest.bit_length() - 1}, 1, {self.words_of(kind)})")
                members ^= lowest
        return self.shared[key]

    def place_of(self, t: P.Load | P.LoadAt, env: Env) -> str:
        """Where a word of the state lies."""
        if isinstance(t, P.Load):
            return str(self.memory.words[t.slot].at)
        first = self.memory.words[t.base].at
        stride = self.memory.words[t.base + t.stride].at - first if t.size > 1 else 0
        return f"({first} + {stride} * at({self.want(t.index, 'int', env)}, {t.size}))"

    def called(self, function: str, args: tuple[P.Term, ...], env: Env) -> str:
        """A call. What several arguments are made by the same function is kept apart."""
        f = self.functions[function]
        given = []
        for a, p in zip(args, f.params, strict=True):
            kind = self.kinds.param(function, p)
            text = self.handed(a, kind, env)
            if kind == "board" and isinstance(a, P.Call) and sum(isinstance(x, P.Call) for x in args) > 1:
                text = f"board_copy({self.scratch.take(self.record)}, {text})"
            given.append(text)
        return f"F_{python_name(function)}({', '.join(given)})"

    def changed(self, t: P.Term, env: Env) -> str:
        """Where a board lies that differs from another."""
        to = self.scratch.take(self.record)
        match t:
            case P.WithTile(P.WithoutTile(board, gone), piece, cell) if gone == cell:
                b, p, c = self.want(board, "board", env), self.want(piece, "int", env), self.want(cell, "int", env)
                return f"exchanged({to}, {b}, {self.wide}, {p}, {c})"
            case P.WithTile(board, piece, cell):
                b, p, c = self.want(board, "board", env), self.want(piece, "int", env), self.want(cell, "int", env)
                return f"with_tile({to}, {b}, {self.wide}, {p}, {c})"
            case P.WithoutTile(board, cell):
                return f"without_tile({to}, {self.want(board, 'board', env)}, {self.wide}, {self.want(cell, 'int', env)})"
            case P.WithMarks(board, index, marks):
                at, b = self.memory.marks_at + index * self.joins, self.want(board, "board", env)
                return f"with_marks({to}, {b}, {at}, {self.area(marks, 'joins', env)}, {self.joins})"
            case P.BuiltIn("without-all", (board, gone)):
                return f"without_all({to}, {self.want(board, 'board', env)}, {self.wide}, {self.area(gone, 'cells', env)})"
            case _:
                raise Uncovered(type(t).__name__)

    def of_area(self, t: P.Term, env: Env) -> tuple[str, str] | None:
        """Terms that ask something of an area, or have one as their value."""
        kind = self.natural(t, env)
        if kind in AREAS:
            return self.area(t, kind, env), kind
        match t:
            case P.Contains(held, element) if (of := self.natural(held, env)) in AREAS:
                text = f"area_has({self.area(held, of, env)}, {self.want(element, 'int', env)}, {self.words_of(of)})"
                return f"({text} == 1)", "int"
            case P.Size(held) if (of := self.natural(held, env)) in AREAS:
                return f"plane_size({self.area(held, of, env)}, {self.words_of(of)})", "int"
            case P.Only(held) if (of := self.natural(held, env)) in AREAS:
                return f"area_only({self.area(held, of, env)}, {self.words_of(of)})", "int"
            case P.BuiltIn("first" | "first-of", (held,)) if (of := self.natural(held, env)) in AREAS:
                return f"plane_first({self.area(held, of, env)}, {self.words_of(of)})", "int"
            case P.Compare("=" | "!=", left, right):
                of = self.kinds.join(self.natural(left, env), self.natural(right, env))
                if of not in AREAS:
                    return None
                text = f"plane_same({self.area(left, of, env)}, {self.area(right, of, env)}, {self.words_of(of)})"
                return f"({text} == {'1' if t.op == '=' else '0'})", "int"
            case _:
                return None

    def over(self, at: str, kind: str, var: str, body: list[str], pad: str) -> list[str]:
        """A loop over the area that lies at a place, in order."""
        k, x = self._fresh("k"), self._fresh("x")
        lines = [f"{pad}for {k} in range({self.words_of(kind)}):", f"{pad}    for {x} in bits(M[{at} + {k}]):"]
        return [*lines, f"{pad}        {var} = 64 * {k} + {x}", *(f"{pad}        {line}" for line in body)]

"""What kind each value of a PROGRAM is: a number, a set, a list known beforehand, a board, a set of cells or one of joins.
PROGRAM itself writes all as integers.

In: a program. Out: the kinds of parameters, results, locals and words. Found by going round until nothing changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fuero.program import nodes as P
from fuero.program.trees import walk

_INT = (P.Arith, P.Compare, P.And, P.Or, P.Not, P.Contains, P.Size, P.Only, P.TileAt)
_SET_NOTIONS = {"top-many", "sums", "reachable", "across"}
_BOARD = (P.BoardOf, P.WithTile, P.WithoutTile, P.WithMarks)
_BOARD_NOTIONS = {"pack", "unpack", "without-all"}
_AREAS = {"cells": "cells", "window": "cells", "line": "cells", "neighbours": "cells", "joins": "joins"}
AREAS = ("cells", "joins")
_BY_RANK = {"set": 1, "board": 2, "cells": 3, "joins": 4}


class Kinds:
    """The kinds of one program's values."""

    def __init__(self, program: P.Program):
        self.program = program
        self.functions = {f.name: f for f in program.functions}
        self.routines = {r.name: r for r in program.routines}
        self.menus = {m.name: m for m in program.menus}
        self.lists = {name for name, _ in program.lists}
        self.wide = {name for name, column in program.tables if any(v >> 63 > 0 for v in column)}
        """Tables that hold sets of more than a word."""
        self._params: dict[tuple[str, str], str] = {}
        self._results: dict[str, str] = {}
        self._locals: dict[tuple[str, str], str] = {}
        self._menus: dict[tuple[str, str], str] = {}
        self._slots: dict[int, str] = {}
        for f in program.layout.families:
            for i in range(f.count):
                self._slots[f.base + i * f.stride] = f.kind.removeprefix("marks-") if f.marks_index >= 0 else "set"
        self._marks: dict[int, str] = {}
        for f in program.layout.families:
            if f.marks_index >= 0:
                self._marks[f.marks_index] = self.join(self._marks.get(f.marks_index, ""), f.kind.removeprefix("marks-"))
        for v in program.layout.vars:
            big = v.high.bit_length() > 62
            count = 1
            for size in v.sizes:
                count *= size
            for i in range(count):
                kind = v.shape if v.shape in AREAS else "set" if big and v.shape not in ("number", "half") else "int"
                self._slots.setdefault(v.base + i, kind)
        self._declared = set(self._slots)
        for m in program.menus:
            for x in m.fields:
                area = {"cell": "cells", "join": "joins"}.get(x.shape, "set")
                self._menus[m.name, x.name] = area if x.form in ("subset", "whole") else "int"
        self._changed = True
        rounds = 0
        while self._changed and rounds < 20:
            self._changed = False
            rounds += 1
            self._round()
        self._unwinding = self._find_unwinding()

    @staticmethod
    def join(a: str, b: str) -> str:
        """The kind of what may be either."""
        if not a or not b:
            return a or b
        if a == b:
            return a
        return a if _BY_RANK.get(a, 0) >= _BY_RANK.get(b, 0) and a != "int" else b

    def param(self, function: str, name: str) -> str:
        return self._params.get((function, name), "") or "int"

    def result(self, function: str) -> str:
        return self._results.get(function, "") or "int"

    def local(self, routine: str, name: str) -> str:
        return self._locals.get((routine, name), "") or "int"

    def word(self, t: P.Load | P.LoadAt) -> str:
        """The kind of a word of the state."""
        return self._slots.get(t.slot if isinstance(t, P.Load) else t.base, "int")

    def menu(self, name: str) -> dict[str, str]:
        """The kinds of a menu's parameters and fields."""
        m = self.menus[name]
        return {n: self._menus.get((name, n), "") or "int" for n in (*m.params, *(f.name for f in m.fields))}

    def unwinds(self, routine: str) -> bool:
        """May this end the routine that called it?"""
        return routine in self._unwinding

    def words(self) -> dict[int, str]:
        """The form of each word of variables and of the locals of routines that can pause."""
        found = {slot: _form(kind) for slot, kind in self._slots.items()}
        for r in self.program.routines:
            if r.pauses:
                for i, name in enumerate(r.locals):
                    found[r.frame + i] = _form(self.local(r.name, name))
        return found

    def packed(self) -> dict[int, int]:
        """The words in which a board is kept, with the number of its kinds of marks."""
        found = {}
        for r in self.program.routines:
            if not r.pauses:
                continue
            kept: dict[str, int] = {}
            for x in walk(r.code):
                match x:
                    case P.BuiltIn("unpack", (P.Local(name), P.Const(marks))):
                        kept[name] = marks
                    case P.Store(P.Local(name), P.BuiltIn("pack", (board,))):
                        kept.setdefault(name, self._marks_of(board))
                    case _:
                        pass
            for i, name in enumerate(r.locals):
                if self.local(r.name, name) == "board":
                    found[r.frame + i] = kept.get(name, len(self._marks))
        return found

    def widest(self) -> int:
        """The greatest member that a set of numbers or pieces is known to have, and one."""
        most = 64
        for _, column in self.program.tables:
            most = max(most, *(v.bit_length() for v in column if v >> 63 > 0), 0)
        for x in walk((self.program.functions, self.program.menus, self.program.routines)):
            match x:
                case P.Const(value) if value >> 63 > 0:
                    most = max(most, value.bit_length())
                case P.NumberRange(_, P.Const(high)):
                    most = max(most, high + 1)
                case P.BuiltIn("sums", (P.Reduce(keys=(P.Lookup(table, _),)),)):
                    most = max(most, 1 + sum(v for v in dict(self.program.tables).get(table, ()) if 0 < v < 1000))
                case _:
                    pass
        return most

    def _marks_of(self, board: P.Term) -> int:
        """How many kinds of marks lie on a board."""
        for x in walk(board):
            if isinstance(x, P.BoardOf):
                return sum(f.on == x.family and f.marks_index >= 0 for f in self.program.layout.families)
        return len(self._marks)

    # ------------------------------------------------------------ finding

    def _note(self, where: dict[Any, str], key: object, kind: str) -> None:
        new = self.join(where.get(key, ""), kind)
        if new != where.get(key, ""):
            where[key] = new
            self._changed = True

    def _round(self) -> None:
        for f in self.program.functions:
            env = {p: self._params.get((f.name, p), "") for p in f.params}
            for p in f.boards:
                env[p] = "board"
                self._note(self._params, (f.name, p), "board")
            self._note(self._results, f.name, self.natural(f.body, env))
            self._calls(f.body, env)
        for r in self.program.routines:
            env = {name: self._locals.get((r.name, name), "") for name in (*r.locals, *r.params, "you")}
            self._code(r, r.code, env)
        for m in self.program.menus:
            env = {n: self._menus.get((m.name, n), "") for n in (*m.params, *(x.name for x in m.fields))}
            env["you"] = "int"
            for name, term in m.lets:
                env[name] = self.natural(term, env)
                self._calls(term, env)
            for x in m.fields:
                self._calls((x.domain, x.low, x.high), env)
            for c in m.clauses:
                self._calls(c.term, env)
            if m.routine:
                target = self.routines[m.routine]
                names = (*m.params, *(x.name for x in m.fields))
                for p, name in zip(target.params, names, strict=True):
                    self._note(self._locals, (target.name, p), env[name])

    def _calls(self, node: object, env: Mapping[str, str]) -> None:
        """Notes what functions are handed; folds bind numbers."""
        for x in walk(node):
            if isinstance(x, P.Call):
                inner = dict(env)
                for y in walk(node):
                    if isinstance(y, P.Reduce):
                        inner[y.var] = "int"
                f = self.functions[x.function]
                for a, p in zip(x.args, f.params, strict=True):
                    self._note(self._params, (f.name, p), self.natural(a, inner))

    def _code(self, r: P.Routine, code: P.Code, env: dict[str, str]) -> None:
        for step in code:
            for x in walk(step):
                match x:
                    case P.Store(P.Local(name), value):
                        self._note(self._locals, (r.name, name), self.natural(value, env))
                    case P.Store(P.Load(slot), value) if slot not in self._declared:
                        self._note(self._slots, slot, self.natural(value, env))
                    case P.Loop(var=var) | P.Next(var=var) | P.Answers(var=var):
                        self._note(self._locals, (r.name, var), "int")
                        if isinstance(x, P.Next):
                            self._note(self._locals, (r.name, x.rest), "set")
                    case P.Pick(P.Local(name)):
                        self._note(self._locals, (r.name, name), "int")
                    case P.Run(routine, args, _) | P.Enter(routine, args, _):
                        target = self.routines[routine]
                        for a, p in zip(args, target.params, strict=True):
                            self._note(self._locals, (target.name, p), self.natural(a, env))
                    case P.AskOne() | P.AskMany():
                        inner = dict(env)
                        if isinstance(x, P.AskMany) and x.var:
                            self._note(self._locals, (r.name, x.var), "int")
                            inner[x.var] = "int"
                        for o in x.offers:
                            m = self.menus[o.menu]
                            for a, p in zip(o.args, m.params, strict=True):
                                self._note(self._menus, (m.name, p), self.natural(a, inner))
                            if not m.routine:
                                for fld in m.fields:
                                    if fld.name in r.locals:
                                        self._note(self._locals, (r.name, fld.name), self._menus[m.name, fld.name])
                    case _:
                        pass
            self._calls(step, {**env, **{n: self._locals.get((r.name, n), "") for n in r.locals}})

    def natural(self, t: P.Term, env: Mapping[str, str]) -> str:  # noqa: C901 - one case a node
        """The kind of a term; empty where it is not known yet."""
        match t:
            case P.Const(value):
                return "set" if value >> 63 > 0 else "int"
            case P.Listed():
                return "list"
            case P.Load(slot):
                return self._slots.get(slot, "int")
            case P.LoadAt(base=base):
                return self._slots.get(base, "int")
            case P.Local(name):
                return env.get(name, "")
            case P.SetOp(_, left, right):
                found = self.join(self.natural(left, env), self.natural(right, env))
                return found if found in AREAS else "set"
            case P.Single(area=area):
                return area or "set"
            case P.NumberRange():
                return "set"
            case P.Reduce(word=word, keys=keys, domain=domain):
                if word in ("those", "most", "fewest") or (word in ("highest", "lowest") and not keys):
                    found = self.natural(domain, env)
                    return found if found in AREAS else "set"
                return "int"
            case P.MarksOf(_, index):
                return self._marks[index]
            case P.Select(_, then, otherwise):
                return self.join(self.natural(then, env), self.natural(otherwise, env))
            case P.Lookup(table=table):
                return "list" if table in self.lists else "set" if table in self.wide else "int"
            case P.Call(function=function):
                return self._results.get(function, "")
            case P.BuiltIn(name=name):
                if name in _AREAS:
                    return _AREAS[name]
                return "board" if name in _BOARD_NOTIONS else "set" if name in _SET_NOTIONS else "int"
            case _ if isinstance(t, _BOARD):
                return "board"
            case _:
                return "int"

    def _find_unwinding(self) -> set[str]:
        found = {r.name for r in self.program.routines if any(isinstance(x, (P.Finish, P.Leave)) for x in walk(r.code))}
        handlers = {u.routine for u in self.program.upons}
        while True:
            more = {
                r.name
                for r in self.program.routines
                if r.name not in found
                and any(
                    (isinstance(x, (P.Run, P.Enter)) and x.routine in found) or (isinstance(x, P.Handle) and handlers & found)
                    for x in walk(r.code)
                )
            }
            if not more:
                return found
            found |= more


def _form(kind: str) -> str:
    """The form of a word that holds a value of this kind."""
    return kind if kind in ("set", "board", *AREAS) else "number"

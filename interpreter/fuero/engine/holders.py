"""PROGRAM → which words of a state can name pieces besides zones: locals of routines that pause, by following where each value
comes from.

What such a word names may lie hidden from a player, so an imagined deal must name another piece there.
"""

from __future__ import annotations

from collections.abc import Mapping

from fuero.program import nodes as P

Kinds = dict[str, str]
"""Local by name: `piece` or `set` (of pieces); others are missing."""


class Holders:
    """Finds them for one program; `words` is the answer: (routine, word, is it a set)."""

    def __init__(self, program: P.Program):
        self.program = program
        self.menus = {m.name: m for m in program.menus}
        self.functions = {f.name: f for f in program.functions}
        self.contents = {
            f.base + i * f.stride for f in program.layout.families if not f.kind.startswith("marks") for i in range(f.count)
        }
        self.vars: dict[int, str] = {}
        for v in program.layout.vars:
            if v.shape in ("piece", "pieces"):
                count = 1
                for size in v.sizes:
                    count *= size
                self.vars |= {v.base + i: "piece" if v.shape == "piece" else "set" for i in range(count)}
        self.locals: dict[str, Kinds] = {r.name: {} for r in program.routines}
        self.params = {r.name: r.params for r in program.routines}
        self.calls: dict[tuple[str, tuple[str, ...]], str] = {}
        for u in program.upons:
            self._note(u.routine, self.params[u.routine][0], "piece")
        for m in program.menus:
            if m.routine:
                self._fields(m.routine, m)
        self.changed = True
        while self.changed:
            self.changed = False
            for r in program.routines:
                self._code(r.name, r.code)
        self.words = tuple(
            (r.name, r.frame + i, kind == "set")
            for r in program.routines
            if r.pauses
            for i, name in enumerate(r.locals)
            if (kind := self.locals[r.name].get(name, ""))
        )

    def _note(self, routine: str, name: str, kind: str) -> None:
        if kind and name not in self.locals[routine]:
            self.locals[routine][name] = kind
            self.changed = True

    def _fields(self, routine: str, menu: P.Menu) -> None:
        for f in menu.fields:
            if f.shape in ("piece", "pieces"):
                self._note(routine, f.name, "set" if f.form in ("subset", "whole") else "piece")

    # ------------------------------------------------------------ steps

    def _code(self, routine: str, code: P.Code) -> None:
        env = self.locals[routine]
        for step in code:
            match step:
                case P.Store(P.Local(name), value):
                    self._note(routine, name, self.kind(value, env))
                case P.Loop(var, domain, _, _, body):
                    self._note(routine, var, "piece" if self.kind(domain, env) else "")
                    self._code(routine, body)
                case P.Next(rest, var):
                    self._note(routine, var, "piece" if env.get(rest) == "set" else "")
                case P.Pick(P.Local(name), domain):
                    self._note(routine, name, "piece" if self.kind(domain, env) else "")
                case P.Run(target, args) | P.Enter(target, args):
                    for name, value in zip(self.params[target], args, strict=True):
                        self._note(target, name, self.kind(value, env))
                case P.When(_, then, otherwise):
                    self._code(routine, then)
                    self._code(routine, otherwise)
                case P.While(body=body):
                    self._code(routine, body)
                case P.Answers(body=body):
                    self._code(routine, body)
                case P.Cases(_, branches):
                    for _, _, body in branches:
                        self._code(routine, body)
                case P.AskOne(offers=offers) | P.AskMany(offers=offers):
                    for o in offers:
                        menu = self.menus[o.menu]
                        if not menu.routine:
                            self._fields(routine, menu)
                            continue
                        for name, value in zip(self.params[menu.routine], o.args, strict=False):
                            self._note(menu.routine, name, self.kind(value, env))
                case _:
                    pass

    # ------------------------------------------------------------ terms

    def kind(self, term: P.Term, env: Mapping[str, str]) -> str:
        """`piece`, `set` (of pieces) or empty."""
        match term:
            case P.Local(name):
                return env.get(name, "")
            case P.Load(slot) | P.LoadAt(slot):
                return "set" if slot in self.contents else self.vars.get(slot, "")
            case P.Only(inner):
                return "piece" if self.kind(inner, env) else ""
            case P.Single(inner):
                return "set" if self.kind(inner, env) else ""
            case P.Select(_, then, otherwise):
                return self.kind(then, env) or self.kind(otherwise, env)
            case P.SetOp(_, left, right):
                return self.kind(left, env) or self.kind(right, env)
            case P.Reduce(word, domain=domain, pieces=pieces):
                return "set" if word in ("those", "most", "fewest") and (pieces or self.kind(domain, env)) else ""
            case P.TileAt() | P.BuiltIn("top" | "row-at" | "attached"):
                return "piece"
            case P.BuiltIn("pieces" | "top-many"):
                return "set"
            case P.BuiltIn("first", args):
                return "piece" if self.kind(args[0], env) else ""
            case P.Call(name, args):
                return self._call(name, tuple(self.kind(a, env) for a in args))
            case _:
                return ""

    def _call(self, name: str, given: tuple[str, ...]) -> str:
        key = (name, given)
        if key not in self.calls:
            f = self.functions[name]
            self.calls[key] = ""
            self.calls[key] = self.kind(f.body, dict(zip(f.params, given, strict=False)))
        return self.calls[key]

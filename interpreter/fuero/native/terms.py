"""PROGRAM terms → the lowered form. Folds become functions of their own, so that conditions leave off where they know enough."""

from __future__ import annotations

from fuero.engine.emit_terms import python_name
from fuero.native.base import Env, Uncovered, written
from fuero.native.filters import filtered
from fuero.native.magnitude import TAME, WORD, Magnitude
from fuero.native.setwise import Setwise
from fuero.native.typing_ import AREAS
from fuero.program import nodes as P
from fuero.program.trees import free


class Terms(Setwise):
    """Says terms."""

    def __init__(self, program: P.Program):
        super().__init__(program)
        self.magnitude = Magnitude(program)

    def handed(self, t: P.Term, kind: str, env: Env) -> str:
        """A value that is handed over or kept."""
        text = self.want(t, kind, env)
        return f"tame({text})" if kind == "int" and self.magnitude.of(t) > TAME else text

    def want(self, t: P.Term, kind: str, env: Env) -> str:
        """A term as a value of a kind."""
        if kind == "set" and isinstance(t, P.Const):
            return f"K({t.value})"
        if kind in AREAS:
            return self.area(t, kind, env)
        text, have = self.term(t, env)
        if have == kind:
            return text
        if kind == "set" and have == "int":
            return f"wide({text})"
        if kind == "int" and have == "set":
            return f"word({text})"
        raise Uncovered(f"{have} where {kind} is wanted")

    def flag(self, t: P.Term, env: Env) -> str:
        """A term as a condition."""
        text, have = self.term(t, env)
        if have in AREAS:
            return f"(plane_some({text}, {self.words_of(have)}) == 1)"
        return f"some({text})" if have == "set" else text

    def term(self, t: P.Term, env: Env) -> tuple[str, str]:  # noqa: C901 - one case a node
        if self.wide and (found := self.of_area(t, env)) is not None:
            return found
        match t:
            case P.Const(value):
                return (f"K({value})", "set") if value >> 63 > 0 else (str(value) if value >= 0 else f"({value})", "int")
            case P.Listed(values):
                if values not in self.rows:
                    self.rows.append(values)
                return str(self.rows.index(values)), "list"
            case P.Load() | P.LoadAt():
                return self.load(t, env)
            case P.Local(name):
                if name not in env.names:
                    raise Uncovered(f"local {name}")
                return env.names[name]
            case P.Arith(op, left, right):
                a, b = self.want(left, "int", env), self.want(right, "int", env)
                most = self.magnitude.of
                if op in ("+", "-") and max(most(left), most(right)) >= WORD:
                    a, b = (f"tame({x})" if most(y) > TAME else x for x, y in ((a, left), (b, right)))
                if op == "*" and most(left) + most(right) > WORD:
                    return f"times({a}, {b})", "int"
                if op == "div-down":
                    return f"({a} // {b})", "int"
                if op == "div-up":
                    return f"(0 - ((0 - {a}) // {b}))", "int"
                return f"({a} {op} {b})", "int"
            case P.Compare(">=", P.BuiltIn("longest-line") as line, P.Const(n)):
                return self._in_line(line, n, env), "int"
            case P.Compare(op, left, right):
                kind = self.kinds.join(self.natural(left, env), self.natural(right, env))
                kind = "set" if kind == "set" else "int"
                sign = "==" if op == "=" else op
                return f"({self.want(left, kind, env)} {sign} {self.want(right, kind, env)})", "int"
            case P.And(terms):
                return "(" + " and ".join(self.flag(x, env) for x in terms) + ")" if terms else "True", "int"
            case P.Or(terms):
                return "(" + " or ".join(self.flag(x, env) for x in terms) + ")" if terms else "False", "int"
            case P.Not(term):
                return f"(not {self.flag(term, env)})", "int"
            case P.Select(condition, then, otherwise):
                kind = self.natural(t, env)
                a, b = self.want(then, kind, env), self.want(otherwise, kind, env)
                return f"({a} if {self.flag(condition, env)} else {b})", kind
            case P.SetOp(op, left, right):
                a, b = self.want(left, "set", env), self.want(right, "set", env)
                return (f"andnot({a}, {b})" if op == "and-not" else f"({a} {'|' if op == 'or' else '&'} {b})"), "set"
            case P.Single(element):
                return f"one({self.want(element, 'int', env)})", "set"
            case P.Contains(P.Const(members), element) if members >= 0:
                return self._member(members, self.want(element, "int", env)), "int"
            case P.Contains(held, element) if self.natural(held, env) == "int":
                return f"hasw({self.want(held, 'int', env)}, {self.want(element, 'int', env)})", "int"
            case P.Contains(held, element):
                return f"has({self.want(held, 'set', env)}, {self.want(element, 'int', env)})", "int"
            case P.Size(held):
                return f"size({self.want(held, 'set', env)})", "int"
            case P.Only(held):
                return f"only({self.want(held, 'set', env)})", "int"
            case P.NumberRange(low, high):
                if isinstance(low, P.Const) and isinstance(high, P.Const):
                    return f"K({sum(1 << i for i in range(low.value, high.value + 1))})", "set"
                return f"span({self.want(low, 'int', env)}, {self.want(high, 'int', env)})", "set"
            case P.Reduce():
                return self._reduce(t, env)
            case P.Lookup(table, index):
                i = self.want(index, "int", env)
                if table in self.lists:
                    return f"({self.lists[table]} + at({i}, {len(dict(self.program.lists)[table])}))", "list"
                text = f"T_{python_name(table)}[entry({i}, {len(self.columns[table])})]"
                return (f"load({text})", "set") if table in self.kinds.wide else (text, "int")
            case P.Call(function, args):
                return self.called(function, args, env), self.kinds.result(function)
            case P.BuiltIn():
                return self._built_in(t, env)
            case P.BoardOf(family, index):
                return self._board(family, index, env), "board"
            case P.TileAt(board, cell):
                return f"board_at({self.want(board, 'board', env)}, {self.wide}, {self.want(cell, 'int', env)})", "int"
            case P.WithTile() | P.WithoutTile() | P.WithMarks():
                return self.changed(t, env), "board"
            case _:
                raise Uncovered(type(t).__name__)

    def natural(self, t: P.Term, env: Env) -> str:
        return self.kinds.natural(t, {name: kind for name, (_, kind) in env.names.items()}) or "int"

    def load(self, t: P.Load | P.LoadAt, env: Env) -> tuple[str, str]:
        """A word of the state: its text and kind."""
        slot = t.slot if isinstance(t, P.Load) else t.base
        word = self.memory.words[slot]
        if word.form not in ("number", "set"):
            raise Uncovered(f"word of form {word.form}")
        at = str(word.at) if isinstance(t, P.Load) else self._indexed(t, env)
        return (f"load({at})", "set") if word.form == "set" else (f"M[{at}]", "int")

    def _indexed(self, t: P.LoadAt, env: Env) -> str:
        first = self.memory.words[t.base].at
        stride = self.memory.words[t.base + t.stride].at - first if t.size > 1 else 0
        index = f"at({self.want(t.index, 'int', env)}, {t.size})"
        return f"{first} + {stride} * {index}"

    def zone_address(self, t: P.Term, env: Env) -> str:
        """Where the zone lies whose word 1 a term reads."""
        if isinstance(t, P.Load):
            return str(self.memory.bases[self.memory.words[t.slot].zone])
        if isinstance(t, P.LoadAt):
            zone = self.memory.words[t.base].zone
            first = self.memory.bases[zone]
            stride = self.memory.bases[zone + 1] - first if t.size > 1 else 0
            return f"{first} + {stride} * at({self.want(t.index, 'int', env)}, {t.size})"
        raise Uncovered("a zone by a value")

    def _built_in(self, t: P.BuiltIn, env: Env) -> tuple[str, str]:
        match t.name:
            case "first":
                return f"first({self.want(t.args[0], 'set', env)})", "int"
            case "index":
                size = t.args[1]
                return f"at({self.want(t.args[0], 'int', env)}, {self.want(size, 'int', env)})", "int"
            case "next" | "previous":
                step = "+ 1" if t.name == "next" else f"+ {self.program.layout.players - 1}"
                return f"(({self.want(t.args[0], 'int', env)} {step}) % {self.program.layout.players})", "int"
            case "top":
                return f"top_of({self.zone_address(t.args[0], env)})", "int"
            case "top-many":
                return f"top_many({self.zone_address(t.args[0], env)}, {self.want(t.args[2], 'int', env)})", "set"
            case "row-at":
                return f"(M[{self.zone_address(t.args[0], env)} + {self.L} + {self.want(t.args[1], 'int', env)} - 1] - 1)", "int"
            case "attached":
                return f"standing({self.want(t.args[0], 'set', env)}, {self.want(t.args[2], 'int', env)})", "int"
            case "pieces":
                return f"load({self.want(t.args[0], 'board', env)})", "set"
            case "spare":
                return f"spare({self.want(t.args[0], 'board', env)}, {self.want(t.args[1], 'set', env)})", "int"
            case "join-place":
                return f"({self.want(t.args[0], 'int', env)} & 1048575)", "int"
            case "side":
                return f"(1 + ({self.want(t.args[0], 'int', env)} & 1))", "int"
            case "join":
                a, b = (self.want(x, "int", env) for x in t.args)
                return f"join_at({a}, {b}, {self.wide})", "int"
            case "pack" | "unpack":
                return self.want(t.args[0], "board", env), "board"
            case "without-all":
                return self.changed(t, env), "board"
            case "near":
                return f"(((shr({self.want(t.args[-1], 'int', env)}, 20)) & 16383) - 1)", "int"
            case "far":
                return f"(shr({self.want(t.args[-1], 'int', env)}, 34) - 1)", "int"
            case "opposite":
                return f"({self.want(t.args[0], 'int', env)} ^ 2)", "int"
            case "shift":
                a, b = (self.want(x, "int", env) for x in t.args)
                return f"shift({a}, {b}, {t.width or self.wide})", "int"
            case "cell":
                a, b = (self.want(x, "int", env) for x in t.args)
                return f"cell({a}, {b}, {t.width or self.wide})", "int"
            case "distance" | "adjacent":
                a, b = (self.want(x, "int", env) for x in t.args)
                text = f"distance({a}, {b}, {self.wide})"
                return (text if t.name == "distance" else f"({text} == 1)"), "int"
            case "encloses":
                return f"encloses({self.want(t.args[0], 'board', env)}, {self.wide}, {self.seen}, {self.queue})", "int"
            case "connected":
                name = self._connected(t.rule)
                return f"{name}({self.want(t.args[0], 'board', env)}, {self.want(t.args[1], 'set', env)})", "int"
            case "longest-run":
                return f"{self._longest(t.rule)}({self.want(t.args[0], 'board', env)})", "int"
            case "waiting":
                return f"M[{self.memory.words[8].at}]", "int"
            case "first-of":
                text, kind = self.term(t.args[0], env)
                if kind == "list":
                    return f"LITEM[LSTART[{text}]]", "int"
                return f"first({self.want(t.args[0], 'set', env)})", "int"
            case "item":
                text, kind = self.term(t.args[0], env)
                return f"LITEM[LSTART[{text}] + at({self.want(t.args[1], 'int', env)} - 1, LLEN[{text}])]", "int"
            case "reachable":
                return self._reachable(t, env), "set"
            case "across":
                return self._across(t, env), "set"
            case "longest-line":
                return self._longest_line(t, env), "int"
            case "sums":
                return self._sums(t, env), "set"
            case _:
                raise Uncovered(f"built-in {t.name}")

    def _captured(self, node: object, env: Env, without: set[str]) -> list[tuple[str, str, str]]:
        """The locals that a part of a term reads: name, text outside, kind."""
        return [(n, *env.names[n]) for n in sorted(free(node) - without) if n in env.names]

    def _reduce(self, t: P.Reduce, env: Env) -> tuple[str, str]:
        masked = filtered(self, t, env)
        if masked is not None:
            return masked, "set"
        whole = self.folded(t, env)
        if whole is not None:
            return whole
        held = self._captured(t, env, set())
        name = self._fresh("R")
        inner = Env({n: (f"c_{python_name(n)}", kind) for n, _, kind in held})
        params = ", ".join(f"c_{python_name(n)}: {written(kind)}" for n, _, kind in held)
        result = "set" if t.word in ("those", "most", "fewest") or t.word in ("highest", "lowest") and not t.keys else "int"
        x = "x"
        item = inner.also(**{t.var: (x, "int")})
        of = self.natural(t.domain, env) if self.wide else ""
        clear, add, found = ["s = K(0)"], ["s = s | bit(x)"], "s"
        if of in AREAS and result == "set":
            result, to = of, self.scratch.take(self.words_of(of))
            found, clear, add = str(to), [f"clear({to}, {self.words_of(of)})"], [f"plane_add({to}, x & 1048575)"]
        lines = [f"def {name}({params}) -> {written(result)}:"]
        domain = "" if of in AREAS else self.want(t.domain, "set", inner)
        keys = t.keys
        body: list[str] = []

        def test(depth: int) -> int:
            if t.where is not None:
                body.append("    " * depth + f"if {self.flag(t.where, item)}:")
                return depth + 1
            return depth

        depth = test(1)
        pad = "    " * depth
        before: list[str]
        match t.word:
            case "every":
                before, after = [], ["return 1"]
                body += [pad + f"if not {self.flag(keys[0], item)}:", pad + "    return 0"]
            case "any":
                before, after = [], ["return 0"]
                if keys:
                    body.append(pad + f"if {self.flag(keys[0], item)}:")
                    pad += "    "
                body.append(pad + "return 1")
            case "count":
                before, after = ["n = 0"], ["return n"]
                if keys:
                    body.append(pad + f"if {self.flag(keys[0], item)}:")
                    pad += "    "
                body.append(pad + "n += 1")
            case "total":
                before, after = ["n = 0"], ["return n"]
                value = self.want(keys[0], "int", item)
                large = self.magnitude.of(keys[0]) + 14 > WORD
                body.append(pad + (f"n = tame(n + tame({value}))" if large else f"n += {value}"))
            case "those":
                before, after = clear, [f"return {found}"]
                if keys:
                    body.append(pad + f"if {self.flag(keys[0], item)}:")
                    pad += "    "
                body += [pad + line for line in add]
            case "highest" | "lowest" if keys:
                sign = ">" if t.word == "highest" else "<"
                before, after = ["got = 0", "n = 0"], ["if got == 0:", "    fault(12)", "return n"]
                body += [pad + f"k = {self.want(keys[0], 'int', item)}", pad + f"if got == 0 or k {sign} n:", pad + "    n = k"]
                body.append(pad + "got = 1")
            case _:
                sign = ">" if t.word in ("most", "highest") else "<"
                terms = keys or (P.Local(t.var),)
                before, after = [*clear, "got = 0", *(f"b{i} = 0" for i in range(len(terms)))], [f"return {found}"]
                for i, k in enumerate(terms):
                    body.append(pad + f"k{i} = {self.want(k, 'int', item)}")
                better = " or ".join(
                    "(" + " and ".join([*(f"k{j} == b{j}" for j in range(i)), f"k{i} {sign} b{i}"]) + ")"
                    for i in range(len(terms))
                )
                same = " and ".join(f"k{i} == b{i}" for i in range(len(terms)))
                body += [
                    pad + f"if got == 0 or {better}:",
                    *(pad + f"    {line}" for line in (*clear, *add)),
                    pad + "    got = 1",
                    *(pad + f"    b{i} = k{i}" for i in range(len(terms))),
                    pad + f"elif {same}:",
                    *(pad + f"    {line}" for line in add),
                ]
        lines += ["    " + b for b in before]
        if of in AREAS:
            lines += self._over_area(t, of, inner, body)
        elif t.start is None:
            lines.append(f"    for x in bits({domain}):")
            lines += ["    " + b for b in body]
        else:
            lines += [f"    all_of = {domain}", f"    start = {self.want(t.start, 'int', inner)}"]
            for part in ("andnot(all_of, under(start))", "all_of & under(start)"):
                lines.append(f"    for x in bits({part}):")
                lines += ["    " + b for b in body]
        lines += ["    " + a for a in after]
        self._say(*lines)
        return f"{name}({', '.join(text for _, text, _ in held)})", result

    def _over_area(self, t: P.Reduce, kind: str, env: Env, body: list[str]) -> list[str]:
        """A loop over cells or joins in order; joins of a board come with the tiles that touch there."""
        if isinstance(t.domain, P.BuiltIn) and t.domain.name == "joins" and t.start is None:
            w = self.wide
            lines = [f"    board = {self.want(t.domain.args[0], 'board', env)}", f"    for row in range({self.cells}):"]
            lines += [f"        for low_x in bits(M[board + {self.L} + row]):", "            here = 64 * row + low_x"]
            lines += [
                "            for south in range(2):",
                f"                other = board_at(board, {w}, shift(here, 1 + south, {w}))",
            ]
            lines += ["                if other >= 0:"]
            lines.append(
                f"                    x = (2 * here + south) | ((board_at(board, {w}, here) + 1) << 20) | ((other + 1) << 34)"
            )
            return [*lines, *("                " + b for b in body)]
        lines = [f"    area_at = {self.area(t.domain, kind, env)}"]
        if t.start is None:
            return [*lines, *self.over("area_at", kind, "x", [b[4:] for b in body], "    ")]
        part, n = self.scratch.take(self.words_of(kind)), self.words_of(kind)
        lines.append(f"    start = {self.want(t.start, 'int', env)}")
        for upper in (1, 0):
            at = f"area_{'above' if upper else 'below'}"
            lines.append(f"    {at} = area_from({part}, area_at, start, {upper}, {n})")
            lines += self.over(at, kind, "x", [b[4:] for b in body], "    ")
        return lines

    def _sums(self, t: P.BuiltIn, env: Env) -> str:
        fold = t.args[0]
        assert isinstance(fold, P.Reduce)
        held = self._captured(fold, env, set())
        name = self._fresh("R")
        inner = Env({n: (f"c_{python_name(n)}", kind) for n, _, kind in held})
        params = ", ".join(f"c_{python_name(n)}: {written(kind)}" for n, _, kind in held)
        self._say(
            f"def {name}({params}) -> set:",
            "    s = K(1)",
            f"    for x in bits({self.want(fold.domain, 'set', inner)}):",
            f"        s = s | moved(s, {self.want(fold.keys[0], 'int', inner.also(**{fold.var: ('x', 'int')}))})",
            "    return s",
        )
        return f"{name}({', '.join(text for _, text, _ in held)})"

    def _function(self, f: P.Function) -> None:
        self.rule = f.name
        env = Env({p: (f"p_{python_name(p)}", self.kinds.param(f.name, p)) for p in f.params})
        params = ", ".join(f"p_{python_name(p)}: {written(self.kinds.param(f.name, p))}" for p in f.params)
        kind = self.kinds.result(f.name)
        body = self.want(f.body, kind, env)
        if kind == "int" and self.magnitude.of(f.body) > TAME:
            body = f"tame({body})"
        self._say(f"def F_{python_name(f.name)}({params}) -> {written(kind)}:", f"    return {body}")

"""PROGRAM → the lowered form: terms, routines, questions, choices.

In: a program. Out: text (see `to_llvm`), tables, the layout. What each node means is what the interpreter's text makes of it; folds
become functions of their own, so that conditions leave off where they know enough.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod

from fuero.engine.chance import word_key
from fuero.engine.emit_planes import tile_rule
from fuero.engine.emit_terms import Namespace, python_name
from fuero.engine.pieces import Pieces
from fuero.engine.ranks import parse_ties
from fuero.native import library
from fuero.native.memory import Memory, cells_words
from fuero.native.rows import ROWS, Rows, recognise
from fuero.native.scratch import Scratch
from fuero.native.sites import Sites
from fuero.native.typing_ import Kinds
from fuero.program import nodes as P
from fuero.program.layout import ANSWER_WORDS, ASKING, DECISIONS, MISSING, OUTCOME, OUTCOME_RULE, PC, PENDING, REAL
from fuero.program.trees import free, replaced, substitute, walk

WAYS = {"share down": 0, "share up": 1, "slide": 2, "full": 3, "full up": 4, "nobody": 5}


class Uncovered(Exception):
    """Something that has no native form yet."""


@dataclass
class Env:
    """What each local is called in the text at hand, and its kind."""

    names: Mapping[str, tuple[str, str]]

    def also(self, **names: tuple[str, str]) -> Env:
        return Env({**self.names, **names})

    def with_(self, more: Mapping[str, tuple[str, str]]) -> Env:
        return Env({**self.names, **more})


@dataclass
class Lowered:
    """A program in the lowered form."""

    text: str
    tables: dict[str, tuple[int, ...]]
    memory: Memory
    scratch: Scratch
    faults: list[tuple[str, str]]
    entry: dict[str, int]
    rules: list[str]
    offers: dict[int, tuple[P.Offer, ...]]


class Lowering:
    def __init__(self, program: P.Program):
        self.program = program
        self.kinds = Kinds(program)
        self.memory = Memory(program, self.kinds.words())
        self.scratch = Scratch(self.memory.size, self.memory.limbs)
        self.pieces = Pieces(program)
        self.space = Namespace(program)
        self.tables: dict[str, tuple[int, ...]] = library.tables(self.memory, self.pieces, self.scratch)
        self.families = {f.name: f for f in program.layout.families}
        self.functions = {f.name: f for f in program.functions}
        self.routines = {r.name: r for r in program.routines}
        self.menus = {m.name: m for m in program.menus}
        self.vars = {v.name: v for v in program.layout.vars}
        self.columns = dict(program.tables)
        self.lists: dict[str, int] = {}
        self.rows: list[tuple[int, ...]] = []
        self.text: list[str] = []
        self.number = 0
        self.made: set[str] = set()
        self.prepared: list[str] = []
        """Lines of what is worked out once for a program."""
        self.shared: dict[object, str] = {}
        self._late: list[str] = []
        self.faults: list[tuple[str, str]] = [("", m) for m in _MESSAGES]
        self.fault_numbers: dict[tuple[str, str], int] = {}
        self.rule = ""
        self.L = self.memory.limbs
        self.entry: dict[str, int] = {}
        self.label_at: dict[tuple[str, int], int] = {}
        self.rules: list[str] = []
        self.answers = dict(program.answers)
        self.rolls = dict(program.rolls)
        self.asks: dict[int, tuple[P.AskOne | P.AskMany, P.Routine, Env, int, int, int]] = {}
        boards = [f.size for f in program.layout.families if f.kind == "board"]
        self.wide = max(boards, default=0)
        """The width of boards, the same for all."""
        if len(set(boards)) > 1 or self.wide > 64:
            raise Uncovered("boards of several sizes, or wider than 64")
        self.cells = max(cells_words(self.wide), 1)
        self.record = self.L + self.cells + self.wide * self.wide // 4 + 1
        """Words of a board."""
        if boards:
            self.seen = self.scratch.take(self.cells + 8)
            self.queue = self.scratch.take(4 * self.wide * self.wide + 64)
        for name, entries in program.lists:
            self.lists[name] = len(self.rows)
            self.rows += entries

    # ------------------------------------------------------------ everything

    def all(self) -> Lowered:
        for name, column in self.program.tables:
            wide = name in self.kinds.wide
            self.tables[f"T_{python_name(name)}"] = (
                *(self.scratch.constant(max(v, 0)) if wide else v for v in column),
                self.scratch.constant(0) if wide else -1 if name == "group" else MISSING,
            )
        for f in self.program.functions:
            self._function(f)
        self._numbering()
        blocks = self._flow()
        for m in self.program.menus:
            self._menu(m)
        self._asking()
        self._running(blocks)
        self._late.append("\n".join(["def prepare() -> None:", *(self.prepared or ["    pass"]), "    return"]))
        starts, at = [], 0
        for row in self.rows:
            starts.append(at)
            at += len(row)
        self.tables["LSTART"] = tuple(starts)
        self.tables["LLEN"] = tuple(len(r) for r in self.rows)
        self.tables["LITEM"] = tuple(x for r in self.rows for x in r)
        upons = self.program.upons
        numbers = {f.name: i for i, f in enumerate(self.program.layout.families)}
        self.tables["UWATCH"] = tuple(int(any(u.family == f.name for u in upons)) for f in self.program.layout.families)
        self.tables["UCOUNT"] = (len(upons),)
        self.tables["UFAMILY"] = tuple(numbers[u.family] for u in upons)
        self.tables["UENTERS"] = tuple(int(u.enters) for u in upons)
        self.tables["UTAKES"] = tuple(self.scratch.constant(u.takes & ((1 << len(self.program.layout.pieces)) - 1)) for u in upons)
        self.tables["UFIRST"] = tuple(self.families[u.family].first for u in upons)
        head = library.text(self.program, self.memory, self.scratch)
        offers = {n: ask[0].offers for n, ask in self.asks.items()}
        return Lowered(
            head + "\n".join([*self.text, *self._late]) + "\n", self.tables, self.memory, self.scratch, self.faults, self.entry, self.rules, offers
        )

    def _fresh(self, stem: str) -> str:
        self.number += 1
        return f"{stem}{self.number}"

    def _fault(self, rule: str, message: str) -> int:
        key = (rule, message)
        if key not in self.fault_numbers:
            self.faults.append(key)
            self.fault_numbers[key] = len(self.faults)
        return self.fault_numbers[key]

    def _say(self, *lines: str) -> None:
        self.text += lines

    # ------------------------------------------------------------ words

    def _word(self, slot: int) -> str:
        return str(self.memory.words[slot].at)

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

    # ------------------------------------------------------------ terms

    def want(self, t: P.Term, kind: str, env: Env) -> str:
        """A term as a value of a kind."""
        if kind == "set" and isinstance(t, P.Const):
            return f"K({t.value})"
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
        return f"some({text})" if have == "set" else text

    def term(self, t: P.Term, env: Env) -> tuple[str, str]:  # noqa: C901 - one case a node
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
                if op == "div-down":
                    return f"({a} // {b})", "int"
                if op == "div-up":
                    return f"(0 - ((0 - {a}) // {b}))", "int"
                return f"({a} {op} {b})", "int"
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
                f = self.functions[function]
                given = [
                    self.want(a, self.kinds.param(function, p), env) for a, p in zip(args, f.params, strict=True)
                ]
                return f"F_{python_name(function)}({', '.join(given)})", self.kinds.result(function)
            case P.BuiltIn():
                return self._built_in(t, env)
            case P.BoardOf(family, index):
                return self._board(family, index, env), "board"
            case P.TileAt(board, cell):
                return f"board_at({self.want(board, 'board', env)}, {self.wide}, {self.want(cell, 'int', env)})", "int"
            case P.WithTile(board, piece, cell):
                if isinstance(board, P.WithoutTile) and board.cell == cell:
                    board = board.board
                to = self.scratch.take(self.record)
                b, p, c = self.want(board, "board", env), self.want(piece, "int", env), self.want(cell, "int", env)
                return f"with_tile({to}, {b}, {self.wide}, {p}, {c})", "board"
            case P.WithoutTile(board, cell):
                to = self.scratch.take(self.record)
                return f"without_tile({to}, {self.want(board, 'board', env)}, {self.wide}, {self.want(cell, 'int', env)})", "board"
            case _:
                raise Uncovered(type(t).__name__)

    def _board(self, family: str, index: P.Term, env: Env) -> str:
        """Where a board lies."""
        f = self.families[family]
        if any(m.on == family and m.marks_index >= 0 for m in self.families.values()):
            raise Uncovered("marks on a board")
        bases = self.memory.bases
        if isinstance(index, P.Const):
            return str(bases[f.first + index.value])
        stride = bases[f.first + 1] - bases[f.first] if f.count > 1 else 0
        return f"({bases[f.first]} + {stride} * at({self.want(index, 'int', env)}, {f.count}))"

    def _plane(self, t: P.Term, env: Env) -> str:
        """A set of cells: where its plane lies (a place of this text's own, or the board's)."""
        match t:
            case P.BuiltIn("cells", (board,)):
                return f"({self.want(board, 'board', env)} + {self.L})"
            case P.BuiltIn("line", (board, cell, side)):
                to = self.scratch.take(self.cells)
                b = self.want(board, "board", env)
                return f"line_plane({b}, {self.wide}, {self.want(cell, 'int', env)}, {self.want(side, 'int', env)}, {to})"
            case _:
                raise Uncovered(f"a set of cells: {type(t).__name__} {getattr(t, 'name', '')}")

    def _member(self, members: int, element: str) -> str:
        """Is an element in a set that never changes? A run of numbers is two comparisons; any other set a table of words."""
        if not members:
            return "False"
        low = (members & -members).bit_length() - 1
        high = members.bit_length() - 1
        if members >> low == (1 << (high - low + 1)) - 1:
            return f"ult({element} - {low}, {high - low + 1})"
        name = self.shared.get(("members", members))
        if name is None:
            name = self.shared["members", members] = self._fresh("IN")
            self.tables[name] = tuple(members >> 64 * k & ((1 << 64) - 1) for k in range(self.memory.limbs)) + (0,)
            self._late.append(f"""
@inline
def {name}_has(i: int) -> int:
    return shr({name}[i >> 6 if ult(i, {self.memory.width}) else {self.memory.limbs}], i & 63) & 1""")
        return f"({name}_has({element}) == 1)"

    def natural(self, t: P.Term, env: Env) -> str:
        return self.kinds.natural(t, {name: kind for name, (_, kind) in env.names.items()}) or "int"

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
                return (f"LITEM[LSTART[{text}]]", "int") if kind == "list" else (f"first({text})", "int")
            case "item":
                text, kind = self.term(t.args[0], env)
                return f"LITEM[LSTART[{text}] + at({self.want(t.args[1], 'int', env)} - 1, LLEN[{text}])]", "int"
            case "sums":
                return self._sums(t, env), "set"
            case _:
                raise Uncovered(f"built-in {t.name}")

    def _connected(self, rule: str) -> str:
        """A function: can every tile of a board be reached from some pieces, where the rule lets one pass out of both sides?"""
        name = f"CN_{python_name(rule)}"
        if name in self.made:
            return name
        self.made.add(name)
        w, asked = self.wide, self.passing(rule)
        self._late.append(f"""
def {name}(base: int, starts: set) -> int:
    n = size(load(base))
    clear({self.seen}, {self.cells})
    tail = 0
    for k in range({self.cells}):
        for x in bits(M[base + {self.L} + k]):
            if has(starts, board_at(base, {w}, 64 * k + x)):
                plane_add({self.seen}, 64 * k + x)
                M[{self.queue} + tail] = 64 * k + x
                tail += 1
    head = 0
    while head < tail:
        c = M[{self.queue} + head]
        head += 1
        for s in range(4):
            d = shift(c, s, {w})
            if board_at(base, {w}, d) >= 0 and plane_has({self.seen}, d) == 0:
                if {asked}(base, c, s) != 0 and {asked}(base, d, s ^ 2) != 0:
                    plane_add({self.seen}, d)
                    M[{self.queue} + tail] = d
                    tail += 1
    return 1 if tail == n else 0""")
        return name

    def passing(self, rule: str) -> str:
        """A function (board, cell, side): does the rule hold there? Straight from the tile where it hangs on that alone."""
        found = tile_rule(self.space, rule)
        if found is None or found[1]:
            return f"F_{python_name(rule)}"
        name = f"PS_{python_name(rule)}"
        if name not in self.made:
            self.made.add(name)
            side = self.functions[rule].params[2]
            text = self.flag(found[0], Env({"+tile": ("p", "int"), side: ("s", "int")}))
            self._late.append(f"""
def {name}_of(p: int, s: int) -> int:
    return {text}
def {name}(base: int, c: int, s: int) -> int:
    return {name}_of(board_at(base, {self.wide}, c), s)""")
        return name

    def _longest(self, rule: str) -> str:
        """A function: the longest unbroken run of outline for which the rule holds."""
        name = f"LR_{python_name(rule)}"
        if name in self.made:
            return name
        self.made.add(name)
        w, asked, L = self.wide, f"F_{python_name(rule)}", self.L
        follow = self.scratch.take(4 * w * w + 4)
        self._late.append(f"""
def {name}_next(base: int, e: int) -> int:
    c = e >> 2
    s = e & 3
    ahead = shift(c, (s + 1) & 3, {w})
    if board_at(base, {w}, ahead) < 0:
        return 4 * c + ((s + 1) & 3)
    beyond = shift(ahead, s, {w})
    if board_at(base, {w}, beyond) < 0:
        return 4 * ahead + s
    return 4 * beyond + ((s + 3) & 3)
def {name}_edge(base: int, c: int, s: int) -> int:
    if board_at(base, {w}, c) < 0:
        return 0
    if board_at(base, {w}, shift(c, s, {w})) >= 0:
        return 0
    return {asked}(base, c, s)
def {name}(base: int) -> int:
    best = 0
    for k in range({self.cells}):
        for x in bits(M[base + {L} + k]):
            for s in range(4):
                M[{follow} + 4 * (64 * k + x) + s] = {name}_edge(base, 64 * k + x, s)
    for k in range({self.cells}):
        for x in bits(M[base + {L} + k]):
            for s in range(4):
                e = 4 * (64 * k + x) + s
                if M[{follow} + e] != 0:
                    f = {name}_next(base, e)
                    if M[{follow} + f] != 0:
                        M[{follow} + f] = M[{follow} + f] | 2
    for k in range({self.cells}):
        for x in bits(M[base + {L} + k]):
            for s in range(4):
                e = 4 * (64 * k + x) + s
                if M[{follow} + e] == 1:
                    length = 0
                    while M[{follow} + e] != 0:
                        length += 1
                        M[{follow} + e] = 0
                        e = {name}_next(base, e)
                    if length > best:
                        best = length
    for k in range({self.cells}):
        for x in bits(M[base + {L} + k]):
            for s in range(4):
                e = 4 * (64 * k + x) + s
                length = 0
                while M[{follow} + e] != 0:
                    length += 1
                    M[{follow} + e] = 0
                    e = {name}_next(base, e)
                if length > best:
                    best = length
    return best""")
        return name

    def _captured(self, node: object, env: Env, without: set[str]) -> list[tuple[str, str, str]]:
        """The locals that a part of a term reads: name, text outside, kind."""
        return [(n, *env.names[n]) for n in sorted(free(node) - without) if n in env.names]

    def _reduce(self, t: P.Reduce, env: Env) -> tuple[str, str]:
        held = self._captured(t, env, set())
        name = self._fresh("R")
        inner = Env({n: (f"c_{python_name(n)}", kind) for n, _, kind in held})
        params = ", ".join(f"c_{python_name(n)}: {_written(kind)}" for n, _, kind in held)
        result = "set" if t.word in ("those", "most", "fewest") or t.word in ("highest", "lowest") and not t.keys else "int"
        x = "x"
        item = inner.also(**{t.var: (x, "int")})
        lines = [f"def {name}({params}) -> {result}:"]
        plane = isinstance(t.domain, P.BuiltIn) and t.domain.name in ("cells", "line", "joins")
        domain = "" if plane else self.want(t.domain, "set", inner)
        keys = t.keys
        body: list[str] = []

        def test(depth: int) -> int:
            if t.where is not None:
                body.append("    " * depth + f"if {self.flag(t.where, item)}:")
                return depth + 1
            return depth

        depth = test(1)
        pad = "    " * depth
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
                body.append(pad + f"n += {self.want(keys[0], 'int', item)}")
            case "those":
                before, after = ["s = K(0)"], ["return s"]
                if keys:
                    body.append(pad + f"if {self.flag(keys[0], item)}:")
                    pad += "    "
                body.append(pad + "s = s | bit(x)")
            case "highest" | "lowest" if keys:
                sign = ">" if t.word == "highest" else "<"
                before, after = ["got = 0", "n = 0"], ["if got == 0:", "    fault(12)", "return n"]
                body += [pad + f"k = {self.want(keys[0], 'int', item)}", pad + f"if got == 0 or k {sign} n:", pad + "    n = k"]
                body.append(pad + "got = 1")
            case _:
                sign = ">" if t.word in ("most", "highest") else "<"
                terms = keys or (P.Local(t.var),)
                before, after = ["s = K(0)", "got = 0", *(f"b{i} = 0" for i in range(len(terms)))], ["return s"]
                for i, k in enumerate(terms):
                    body.append(pad + f"k{i} = {self.want(k, 'int', item)}")
                better = " or ".join(
                    "(" + " and ".join([*(f"k{j} == b{j}" for j in range(i)), f"k{i} {sign} b{i}"]) + ")" for i in range(len(terms))
                )
                same = " and ".join(f"k{i} == b{i}" for i in range(len(terms)))
                body += [
                    pad + f"if got == 0 or {better}:",
                    pad + "    s = bit(x)",
                    pad + "    got = 1",
                    *(pad + f"    b{i} = k{i}" for i in range(len(terms))),
                    pad + f"elif {same}:",
                    pad + "    s = s | bit(x)",
                ]
        lines += ["    " + b for b in before]
        if plane:
            assert isinstance(t.domain, P.BuiltIn)
            if result == "set":
                raise Uncovered("a set of cells that is chosen from cells")
            lines += self._over_cells(t.domain, inner, body)
        elif t.start is None:
            lines.append(f"    for x in bits({domain}):")
            lines += ["    " + b for b in body]
        else:
            lines += [f"    all_of = {domain}", f"    start = {self.want(t.start, 'int', inner)}"]
            for part in ("andnot(all_of, below(start))", "all_of & below(start)"):
                lines.append(f"    for x in bits({part}):")
                lines += ["    " + b for b in body]
        lines += ["    " + a for a in after]
        self._say(*lines)
        return f"{name}({', '.join(text for _, text, _ in held)})", result

    def _over_cells(self, domain: P.BuiltIn, env: Env, body: list[str]) -> list[str]:
        """A loop over cells or joins in order."""
        if domain.name != "joins":
            lines = [f"    plane_at = {self._plane(domain, env)}", f"    for k in range({self.cells}):"]
            lines += ["        for low_x in bits(M[plane_at + k]):", "            x = 64 * k + low_x"]
            return [*lines, *("        " + b for b in body)]
        w = self.wide
        lines = [f"    b = {self.want(domain.args[0], 'board', env)}", f"    for k in range({self.cells}):"]
        lines += [f"        for low_x in bits(M[b + {self.L} + k]):", "            c = 64 * k + low_x", "            for south in range(2):"]
        lines += [f"                other = board_at(b, {w}, shift(c, 1 + south, {w}))", "                if other >= 0:"]
        lines.append(f"                    x = (2 * c + south) | ((board_at(b, {w}, c) + 1) << 20) | ((other + 1) << 34)")
        return [*lines, *("                " + b for b in body)]

    def _sums(self, t: P.BuiltIn, env: Env) -> str:
        fold = t.args[0]
        assert isinstance(fold, P.Reduce)
        held = self._captured(fold, env, set())
        name = self._fresh("R")
        inner = Env({n: (f"c_{python_name(n)}", kind) for n, _, kind in held})
        params = ", ".join(f"c_{python_name(n)}: {_written(kind)}" for n, _, kind in held)
        self._say(
            f"def {name}({params}) -> set:",
            "    s = K(1)",
            f"    for x in bits({self.want(fold.domain, 'set', inner)}):",
            f"        s = s | shl(s, {self.want(fold.keys[0], 'int', inner.also(**{fold.var: ('x', 'int')}))})",
            "    return s",
        )
        return f"{name}({', '.join(text for _, text, _ in held)})"

    def _function(self, f: P.Function) -> None:
        self.rule = f.name
        env = Env({p: (f"p_{python_name(p)}", self.kinds.param(f.name, p)) for p in f.params})
        params = ", ".join(f"p_{python_name(p)}: {_written(self.kinds.param(f.name, p))}" for p in f.params)
        kind = self.kinds.result(f.name)
        body = self.want(f.body, kind, env)
        self._say(f"def F_{python_name(f.name)}({params}) -> {_written(kind)}:", f"    return {body}")

    # ------------------------------------------------------------ numbering

    @staticmethod
    def _cuts(step: P.Step) -> bool:
        return isinstance(step, (P.Enter, P.AskOne, P.AskMany)) or (isinstance(step, P.Handle) and step.pauses)

    def _numbering(self) -> None:
        number = 3
        for r in self.program.routines:
            if not r.pauses:
                continue
            self.entry[r.name] = number
            number += 1
            for step in r.code:
                if isinstance(step, P.Label):
                    self.label_at[r.name, step.number] = number
                    number += 1
                elif self._cuts(step):
                    number += 2 if isinstance(step, P.Handle) else 1
                elif isinstance(step, P.Resolve):
                    number += 2
        self.blocks = number

    def _rule(self, name: str) -> int:
        if name not in self.rules:
            self.rules.append(name)
        return self.rules.index(name)

    # ------------------------------------------------------------ routines

    def _flow(self) -> list[int]:
        entry, routines = self.entry, self.routines
        setup, play, end = (f"procedure:{n}" for n in ("setup", "play", "end"))
        for at, (name, then) in enumerate(((setup, 1), (play, 2))):
            self._say(f"def B_{at}() -> int:", f"    M[{self._word(routines[name].back)}] = {then}", f"    return {entry[name]}")
        self._say("def B_2() -> int:", f"    return {entry[end]}")
        made = [0, 1, 2]
        for r in self.program.routines:
            self.rule = r.name.partition(":")[2]
            if r.pauses:
                made += self._blocks(r)
            else:
                self._plain(r)
        return made

    def frame(self, r: P.Routine) -> Env:
        """Where the locals of a routine that can pause are kept."""
        names = {}
        for i, p in enumerate(r.locals):
            word = self.memory.words[r.frame + i]
            names[p] = (f"load({word.at})", "set") if word.form == "set" else (f"M[{word.at}]", "int")
        return Env(names)

    def _plain(self, r: P.Routine) -> None:
        env = {}
        for p in (*r.locals, "you", *r.params):
            env[p] = (f"l_{python_name(p)}", self.kinds.local(r.name, p))
        params = ", ".join(f"{env[p][0]}: {_written(env[p][1])}" for p in dict.fromkeys(("you", *r.params)))
        out = [f"def R_{python_name(r.name)}({params}) -> None:"]
        given = {"you", *r.params}
        for p in r.locals:
            if p not in given:
                out.append(f"    {env[p][0]} = {'K(0)' if env[p][1] == 'set' else '0'}")
        self._structured(r.code, Env(env), 1, r, out)
        out.append("    return")
        self._say(*out)

    def _blocks(self, r: P.Routine) -> list[int]:
        env = self.frame(r)
        number = self.entry[r.name]
        made = [number]
        out = [f"def B_{number}() -> int:"]

        def begin(at: int) -> None:
            nonlocal out
            self._say(*out)
            out = [f"def B_{at}() -> int:"]
            made.append(at)

        for step in r.code:
            if isinstance(step, P.Label):
                out.append(f"    return {number + 1}")
                number += 1
                begin(number)
                continue
            if isinstance(step, (P.Resolve, P.Handle)) and not (isinstance(step, P.Handle) and not step.pauses):
                number += 1
                out.append(f"    return {number}")
                begin(number)
                self._again(step, env, r, number, out)
                number += 1
                begin(number)
                continue
            self._step(step, env, r, number, out)
            if self._cuts(step):
                number += 1
                begin(number)
        out.append(f"    return M[{self._word(r.back)}]")
        self._say(*out)
        return made

    def _again(self, step: P.Resolve | P.Handle, env: Env, r: P.Routine, number: int, out: list[str]) -> None:
        if isinstance(step, P.Handle):
            since = self.want(step.since, "int", env)
            out += [f"    if M[{self.memory.words[8].at}] <= {since}:", f"        return {number + 1}"]
            out.append(f"    return handle({number}, {since})")
            self.handles = True
            return
        start = self.want(step.start, "int", env) if step.start is not None else "0"
        back = number if step.again else number + 1
        none = self.label_at[r.name, step.none]
        out.append(f"    return resolve_{step.ask}({start}, {none}, {back})")
        self.resolves[step.ask] = step.again

    resolves: dict[int, bool]
    handles: bool

    def _step(self, step: P.Step, env: Env, r: P.Routine, number: int, out: list[str]) -> None:
        match step:
            case P.Branch(condition, otherwise):
                out += [f"    if not {self.flag(condition, env)}:", f"        return {self.label_at[r.name, otherwise]}"]
            case P.Jump(to):
                out.append(f"    return {self.label_at[r.name, to]}")
            case P.Return():
                out.append(f"    return M[{self._word(r.back)}]")
            case P.Enter(routine, args, you):
                self._enter(self.routines[routine], args, you, env, number + 1, out)
            case P.Next(rest, var, start, empty):
                out.append(f"    rest = {self.want(P.Local(rest), 'set', env)}")
                out += ["    if not some(rest):", f"        return {self.label_at[r.name, empty]}"]
                out.append("    x = low(rest)" if start is None else f"    x = cyclic_first(rest, {self.want(start, 'int', env)})")
                out.append("    " + self._set(env.names[rest], "andnot(rest, bit(x))", "set"))
                out.append("    " + self._set(env.names[var], "x", "int"))
            case P.Round(counter, most, reset):
                word, real = env.names[counter][0], env.names[counter + "-real"][0]
                if reset:
                    out.append(f"    {word} = 0")
                else:
                    out.append(f"    {word} += 1")
                    if most is not None:
                        code = self._fault(self.rule, "a loop went round more often than the rules say")
                        out += [f"    if {word} > {self.want(most, 'int', env)}:", f"        fault({code})"]
                    out.append(f"    {real} = idle({real})")
                    out += [f"    if M[{self.scratch.stop}] != 0:", "        return 0 - 2"]
            case P.AskOne():
                self._ask_one(step, env, r, number, out)
            case P.AskMany():
                self._ask_many(step, env, r, number, out)
            case P.Answers():
                self._answers(step, env, r, out)
            case P.Finish(rule):
                out += [f"    M[{self._word(OUTCOME_RULE)}] = {self._rule(rule)}", f"    return {self.entry['procedure:end']}"]
            case P.Leave(within):
                _, routine, label = self.program.withins[within]
                out.append(f"    return {self.label_at[routine, label]}")
            case P.WithinMark(within, inside, since):
                for k in (within, *inside):
                    out.append(f"    M[{self._word(self.program.withins[k][0])}] = 0")
                if since is not None and self.program.upons:
                    queue = self.memory.words[8].at
                    text = self.want(since, "int", env)
                    out += [f"    if M[{queue}] > {text}:", f"        M[{queue}] = {text}"]
            case P.Stop():
                out += [f"    M[{self._word(OUTCOME)}] = 1", f"    M[{self._word(PENDING)}] = 0", "    return 0 - 2"]
            case P.Fault(message):
                out.append(f"    fault({self._fault(self.rule, message)})")
            case _:
                self._structured((step,), env, 1, r, out)

    @staticmethod
    def _set(target: tuple[str, str], text: str, kind: str) -> str:
        """A local gets a value of a kind."""
        place, have = target
        if have == "set":
            value = text if kind == "set" else f"wide({text})"
            return f"store({place[5:-1]}, {value})" if place.startswith("load(") else f"{place} = {value}"
        return f"{place} = {text if kind != 'set' else f'word({text})'}"

    def _enter(self, target: P.Routine, args: tuple[P.Term, ...], you: P.Term, env: Env, back: int, out: list[str]) -> None:
        if not target.pauses:
            out += self._run(target, args, you, env, "    ")
            out.append(f"    return {back}")
            return
        names = ("you", *target.params)
        frame = self.frame(target)
        values = [(you, "you"), *zip(args, target.params, strict=True)]
        for k, (term, p) in enumerate(values):
            out.append(f"    v{k} = {self.want(term, frame.names[p][1], env)}")
        for k, p in enumerate(names):
            out.append("    " + self._set(frame.names[p], f"v{k}", frame.names[p][1]))
        out += [f"    M[{self._word(target.back)}] = {back}", f"    return {self.entry[target.name]}"]

    def _run(self, target: P.Routine, args: tuple[P.Term, ...], you: P.Term, env: Env, pad: str, after: str = "return -3") -> list[str]:
        given = [self.want(you, "int", env)]
        given += [self.want(a, self.kinds.local(target.name, p), env) for a, p in zip(args, target.params, strict=True)]
        lines = [f"{pad}R_{python_name(target.name)}({', '.join(given)})"]
        if self.kinds.unwinds(target.name):
            lines += [f"{pad}if M[{self.scratch.stop}] != 0:", f"{pad}    {after.replace('-3', '0 - 3')}"]
        return lines

    # ------------------------------------------------------------ questions

    def _ask_one(self, step: P.AskOne, env: Env, r: P.Routine, number: int, out: list[str]) -> None:
        empty, declined = self.label_at[r.name, step.empty], self.label_at[r.name, step.declined]
        self.asks[step.number] = (step, r, env, number + 1, empty, declined)
        out.append(f"    who = {self.want(step.who, 'int', env)}")
        out += ["    if who < 0:", f"        fault({self._fault(step.path, 'nobody is there to be asked')})", "        who = 0"]
        if not step.private:
            out += [f"    if any_{step.number}(who) == 0:", f"        return {empty}"]
        out += [f"    M[{self._word(ASKING)}] = {step.number}", f"    M[{self._word(PENDING)}] = 1 << who", "    return -1"]

    def _answer_word(self, ask: int, k: int) -> int:
        return self.memory.words[self.answers[ask] + k].at

    def _answer_stride(self, ask: int) -> int:
        base = self.answers[ask]
        return 2 + (ANSWER_WORDS - 2) * self.L if self.program.layout.players > 1 else self.memory.words[base].size

    def _ask_many(self, step: P.AskMany, env: Env, r: P.Routine, number: int, out: list[str]) -> None:
        self.asks[step.number] = (step, r, env, number + 1, number + 1, number + 1)
        words = self.program.layout.players * self._answer_stride(step.number)
        out.append(f"    clear({self._answer_word(step.number, 0)}, {words})")
        out += [f"    M[{self._word(ASKING)}] = {step.number}", f"    M[{self._word(PENDING)}] = word({self.want(step.who, 'set', env)})"]
        out.append("    return -1")

    def _answers(self, step: P.Answers, env: Env, r: P.Routine, out: list[str]) -> None:
        first, stride = self._answer_word(step.ask, 0), self._answer_stride(step.ask)
        out.append(f"    for w in range({self.program.layout.players}):")
        out.append(f"        if M[{first} + w * {stride}] == 1:")
        out.append("            " + self._set(env.names[step.var], "w", "int"))
        for i, f in enumerate(step.fields):
            value = f"load({first} + w * {stride} + {2 + i * self.L})"
            out.append("            " + self._set(env.names[f], value, "set"))
        self._structured(step.body, env, 3, r, out)
        for f in step.fields:
            out.append("    " + self._set(env.names[f], "K(0)" if env.names[f][1] == "set" else "0", env.names[f][1]))
        out.append(f"    clear({first}, {self.program.layout.players * stride})")

    # ------------------------------------------------------------ structured code

    def _structured(self, code: P.Code, env: Env, depth: int, r: P.Routine, out: list[str]) -> None:  # noqa: C901 - one case a step
        pad = "    " * depth
        leave = "return" if not r.pauses else "return 0 - 3"
        if not code:
            out.append(pad + "pass")
        for step in code:
            match step:
                case P.Store(target, value, low, high, name):
                    self._store(target, value, low, high, name, env, pad, out)
                case P.When(condition, then, otherwise):
                    out.append(f"{pad}if {self.flag(condition, env)}:")
                    self._structured(then, env, depth + 1, r, out)
                    if otherwise:
                        out.append(f"{pad}else:")
                        self._structured(otherwise, env, depth + 1, r, out)
                case P.Loop(var, domain, start, where, body):
                    held = self.want(domain, "set", env)
                    name = self._fresh("d")
                    parts = [name]
                    out.append(f"{pad}{name} = {held}")
                    if start is not None:
                        out.append(f"{pad}{name}s = {self.want(start, 'int', env)}")
                        parts = [f"andnot({name}, below({name}s))", f"{name} & below({name}s)"]
                    for part in parts:
                        item = self._fresh("i")
                        out.append(f"{pad}for {item} in bits({part}):")
                        out.append(f"{pad}    {self._set(env.names[var], item, 'int')}")
                        inner = depth + 1
                        if where is not None:
                            out.append(f"{pad}    if {self.flag(where, env)}:")
                            inner += 1
                        self._structured(body, env, inner, r, out)
                case P.While(condition, until, most, body):
                    count = self._fresh("n")
                    out.append(f"{pad}{count} = 0")
                    test = self.flag(condition, env)
                    out.append(f"{pad}while {f'not {test}' if until else test}:")
                    out.append(f"{pad}    {count} += 1")
                    limit = self.want(most, "int", env) if most is not None else "100000"
                    code_ = self._fault(self.rule, "a loop went round more often than the rules say")
                    out += [f"{pad}    if {count} > {limit}:", f"{pad}        fault({code_})"]
                    out += [f"{pad}    if M[{self.scratch.fault}] != 0:", f"{pad}        {leave}"]
                    self._structured(body, env, depth + 1, r, out)
                case P.Cases(rule, branches):
                    for i, (_, when, body) in enumerate(branches):
                        out.append(f"{pad}{'if' if i == 0 else 'elif'} {self.flag(when, env)}:")
                        self._structured(body, env, depth + 1, r, out)
                    if branches:
                        out += [f"{pad}else:", f"{pad}    fault({self._fault(rule, 'none of the cases applies')})"]
                case P.Run(routine, args, you):
                    out += self._run(self.routines[routine], args, you, env, pad, leave)
                case P.Finish(rule):
                    out += [
                        f"{pad}M[{self._word(OUTCOME_RULE)}] = {self._rule(rule)}",
                        f"{pad}M[{self.scratch.stop}] = {self.entry['procedure:end'] + 1}",
                        pad + leave,
                    ]
                case P.Leave(within):
                    _, routine, label = self.program.withins[within]
                    out += [f"{pad}M[{self.scratch.stop}] = {self.label_at[routine, label] + 1}", pad + leave]
                case P.Return():
                    if depth > 1:
                        out.append(pad + "return")
                case P.Moment() | P.Tell() | P.RevealZone() | P.RevealVar():
                    out.append(pad + "pass")
                case P.Handle(since=since):
                    text = self.want(since, "int", env)
                    self.handles = True
                    out += [f"{pad}while M[{self.memory.words[8].at}] > {text}:", f"{pad}    handle(0, {text})"]
                    out += [f"{pad}    if M[{self.scratch.fault}] != 0 or M[{self.scratch.stop}] != 0:", f"{pad}        {leave}"]
                case _:
                    self._primitive(step, env, pad, out)

    def _store(
        self,
        target: P.Local | P.Load | P.LoadAt,
        value: P.Term,
        low: int | None,
        high: int | None,
        name: str,
        env: Env,
        pad: str,
        out: list[str],
    ) -> None:
        if isinstance(target, P.Local):
            place = env.names[target.name]
        else:
            place = self.load(target, env)
        kind = place[1]
        text = self.want(value, kind, env)
        if low is not None and high is not None and kind == "int" and low > -(1 << 62) and high < 1 << 62:
            code = self._fault(name, f"out of its range, {low} to {high}")
            text = f"guard({text}, {low}, {high}, {code})"
        out.append(pad + self._set(place, text, kind))

    def zone(self, ref: P.ZoneRef, env: Env) -> str:
        """A zone's number."""
        if ref.dynamic is not None:
            return self.want(ref.dynamic, "int", env)
        family = self.families[ref.family]
        if isinstance(ref.index, P.Const):
            return str(family.first + ref.index.value)
        return f"({family.first} + at({self.want(ref.index, 'int', env)}, {family.count}))"

    def _primitive(self, step: P.Step, env: Env, pad: str, out: list[str]) -> None:  # noqa: C901 - one case a step
        match step:
            case P.MovePieces(pieces, count, source, target):
                place = "-1"
                if target.cell is not None:
                    place = self.want(target.cell, "int", env)
                elif target.place is not None:
                    place = self.want(target.place, "int", env)
                src = self.zone(source, env) if source is not None else "-1"
                if count is not None:
                    out.append(f"{pad}move_some({self.want(count, 'int', env)}, {src}, {self.zone(target, env)}, {place})")
                else:
                    out.append(f"{pad}move({self.want(pieces, 'set', env)}, {src}, {self.zone(target, env)}, {place})")
            case P.DrawPieces(count, source, target):
                place = self.want(target.cell, "int", env) if target.cell is not None else "-1"
                out.append(f"{pad}draw({self.want(count, 'int', env)}, {self.zone(source, env)}, {self.zone(target, env)}, {place})")
            case P.ShuffleZone(zone):
                out.append(f"{pad}shuffle({self.zone(zone, env)})")
            case P.RestockZone(zone, source):
                out.append(f"{pad}restock({self.zone(zone, env)}, {self.zone(source, env)})")
            case P.ScoreLine(points, who):
                out.append(f"{pad}score({self.want(points, 'int', env)}, {self.want(who, 'int', env)})")
            case P.RankScore():
                self._ranks(step, env, pad, out)
            case P.Pick(target, domain, rule):
                key = word_key(rule)
                key = key - (1 << 64) if key >> 63 else key
                text = f"pick({self.want(domain, 'set', env)}, {key}, {self._word(self.rolls[rule])})"
                out.append(pad + self._set(env.names[target.name], text, "int"))
            case _:
                raise Uncovered(type(step).__name__)

    def _ranks(self, step: P.RankScore, env: Env, pad: str, out: list[str]) -> None:
        n, w = self._fresh("n"), self._fresh("w")
        item = env.also(**{step.var: (w, "int")})
        scratch = self.scratch
        out += [f"{pad}{n} = 0", f"{pad}for {w} in bits({self.want(step.among, 'set', env)}):"]
        inner = pad + "    "
        if step.where is not None:
            out.append(f"{inner}if {self.flag(step.where, item)}:")
            inner += "    "
        out += [
            f"{inner}M[{scratch.who} + {n}] = {w}",
            f"{inner}M[{scratch.counts} + {n}] = {self.want(step.counting, 'int', item)}",
            f"{inner}{n} += 1",
        ]
        most = self.want(step.places, "int", env) if step.places is not None else "1000"
        ties = parse_ties(step.ties)
        pays, kind = self.term(step.pays, env)
        row, single = (pays, "0") if kind == "list" else ("-1", pays)
        minimum = self.want(step.minimum, "int", env)
        out.append(f"{pad}rank({n}, {minimum}, {row}, {single}, {most}, {WAYS[ties.first]}, {WAYS[ties.others]})")
        for _, points, to, when in step.bonuses:
            k, first, i = self._fresh("k"), self._fresh("f"), self._fresh("i")
            out += [f"{pad}{first} = 0", f"{pad}for {i} in range({n}):"]
            out += [f"{pad}    if M[{scratch.counts} + 64 + {i}] == 1:", f"{pad}        {first} += 1"]
            out.append(f"{pad}for {i} in range({n}):")
            test = f"M[{scratch.counts} + 64 + {i}] {'>= 1' if to == 'everybody' else '== 1'}"
            if to == "a sole first":
                test += f" and {first} == 1"
            out.append(f"{pad}    if {test}:")
            out.append(f"{pad}        {w} = M[{scratch.who} + {i}]")
            deeper = pad + "        "
            if when is not None:
                out.append(f"{deeper}if {self.flag(when, item)}:")
                deeper += "    "
            out.append(f"{deeper}{k} = {self.want(points, 'int', item)}")
            out.append(f"{deeper}M[{self._word(self.program.layout.scores)} + {w}] += {k}")

    # ------------------------------------------------------------ choices

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
        params = "".join(f", p_{python_name(p)}: {_written(kinds[p])}" for p in menu.params)
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
        """Cells in order: those of the window (its rim left out) or of a set, each under the tests that hang on it."""
        pad = "    " * depth
        name = inner.names[f.name][0]
        sites = Sites(self, f.name, env)
        parts = [x for t in tests for x in sites.parts(t)]
        windowed = isinstance(domain, P.BuiltIn) and domain.name == "window"
        plane = self._fresh("p")
        if windowed and (kept := self._kept(f, parts, env)) is not None:
            last = i == len(menu.fields) - 1
            out.append(f"{pad}{plane} = {kept}")
            k, x = self._fresh("k"), self._fresh("x")
            if last:
                out += [f"{pad}if wanted < 0:", f"{pad}    n += M[{plane} + {self.cells}]"]
                out.append(f"{pad}elif wanted < n + M[{plane} + {self.cells}]:")
                pad += "    "
                depth += 1
            out += [f"{pad}for {k} in range({self.cells}):", f"{pad}    for {x} in bits(M[{plane} + {k}]):"]
            out.append(f"{pad}        {name} = 64 * {k} + {x}")
            self._fields(menu, lets, places, i + 1, inner, depth + 2, out)
            if last:
                out += [f"{pad[4:]}else:", f"{pad}n += M[{plane} + {self.cells}]"]
            return
        if windowed:
            out += [pad + line for line in sites.candidates(plane, parts)]
        else:
            out.append(f"{pad}{plane} = {self._plane(domain, env)}")
        ready, checks = sites.tests(parts, name)
        out += [pad + line for line in ready]
        k, x = self._fresh("k"), self._fresh("x")
        out += [f"{pad}for {k} in range({self.cells}):", f"{pad}    for {x} in bits(M[{plane} + {k}]):"]
        out.append(f"{pad}        {name} = 64 * {k} + {x}")
        deeper = depth + 2
        for check in checks:
            out.append("    " * deeper + f"if {check}:")
            deeper += 1
        if windowed:
            out += ["    " * deeper + f"if on_rim({name}, {self.wide}) == 1:", "    " * deeper + "    fault(7)"]
        self._fields(menu, lets, places, i + 1, inner, deeper, out)

    def _kept(self, f: P.Field, parts: list[P.Term], env: Env) -> str | None:
        """Cells that hang on one board and at most one piece alone: a function keeps them until the board changes."""
        boards = {x for p in parts for x in walk(p) if isinstance(x, P.BoardOf)}
        if len(boards) != 1:
            return None
        board = boards.pop()
        held = P.Local("+b")
        opened = tuple(replaced(p, board, held) for p in parts)
        names = free(opened) - {"+b", f.name}
        if f.name in free(board) or len(names) > 1 or not all(self.space.pure(p) for p in opened):
            return None
        piece = next(iter(names), "")
        if piece and env.names[piece][1] != "int":
            return None
        family = self.families[board.family]
        key = ("kept", f.name, piece, opened)
        name = self.shared.get(key)
        if name is None:
            name = self.shared[key] = self._fresh("K")
            pieces = len(self.program.layout.pieces) if piece else 1
            entry = self.cells + 2
            keep = self.scratch.take(entry * pieces * family.count)
            inner = Env({"+b": ("b", "board"), **({piece: ("t", "int")} if piece else {})})
            sites = Sites(self, f.name, inner, ("z", family.count))
            flat = [y for x in opened for y in sites.parts(x)]
            out = [f"def {name}(b: int, t: int, z: int) -> int:"]
            out.append(f"    kept = {keep} + {entry} * (z * {pieces} + {'t' if piece else '0'})")
            out.append(f"    now = M[b + {self.L + self.cells + self.wide * self.wide // 4}]")
            out += ["    if M[kept] == now:", "        return kept + 1"]
            site, others = recognise(sites, flat) if self.wide == ROWS else (None, flat)
            if site is not None and not (piece and site.kind == "take"):
                rows = Rows(self, site, sites, family.count)
                others = [p for p in others if not _said(p, f.name)]
                item = inner.also(**{f.name: ("c", "int")})
                starts = f" and not has({rows.begin}, t)" if piece else ""
                out += [f"    a = {rows.known()}(b, z)", f"    if M[a + 3] == 1{starts}:"]
                checks = [self.flag(p, item) for p in others]
                if site.kind != "put":
                    checks = [f"(starts_at(b, {self.wide}, c, {rows.begin}) == 0)", *checks]
                    out[-1] = out[-1][:-1] + " and M[a + 4] == 1:"
                out += ["        " + line for line in rows.lines(checks, "t")]
                if site.kind != "put":
                    # What stands on the start itself is asked of the changed board.
                    whole = " and ".join(self.flag(p, item) for p in flat)
                    out += [
                        f"        for q in bits(load(b) & {rows.begin}):",
                        f"            c = M[{self.memory.place} + q] - 1",
                        f"            if {whole}:",
                        "                plane_add(kept + 1, c)",
                        "                n += 1",
                    ]
                out += [f"        M[kept + 1 + {self.cells}] = n", "        M[kept] = now", "        return kept + 1"]
            out += ["    " + line for line in sites.candidates("p", flat)]
            ready, checks = sites.tests(flat, "c")
            out += ["    " + line for line in ready]
            out += ["    n = 0", f"    for k in range({self.cells}):", "        w = 0", "        for x in bits(M[p + k]):"]
            out.append("            c = 64 * k + x")
            pad = "            "
            for check in checks:
                out.append(f"{pad}if {check}:")
                pad += "    "
            out += [f"{pad}if on_rim(c, {self.wide}) == 1:", f"{pad}    fault(7)"]
            out += [f"{pad}w = w | (1 << x)", f"{pad}n += 1", "        M[kept + 1 + k] = w"]
            out += [f"    M[kept + 1 + {self.cells}] = n", "    M[kept] = now", "    return kept + 1"]
            self._late.append("\n".join(out))
        at = self.want(board.index, "int", env)
        return f"{name}({self.want(board, 'board', env)}, {env.names[piece][0] if piece else '0'}, at({at}, {family.count}))"

    def _tests(self, tests: list[P.Term], env: Env, depth: int, out: list[str]) -> int:
        if tests:
            out.append("    " * depth + f"if {' and '.join(self.flag(t, env) for t in tests)}:")
            return depth + 1
        return depth

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

    # ------------------------------------------------------------ decisions

    def _offered(self, number: int) -> list[tuple[str, str, str, int]]:
        """For each offer of a question: its condition, the values handed over, whom it is for, its menu's number."""
        step, r, env, _, _, _ = self.asks[number]
        var = step.var if isinstance(step, P.AskMany) else ""
        asked = env.also(you=("who", "int"))
        if var:
            asked = asked.also(**{var: ("who", "int")})
        found = []
        names = list(self.menus)
        for o in step.offers:
            menu = self.menus[o.menu]
            kinds = self.kinds.menu(o.menu)
            when = self.flag(o.when, asked) if o.when is not None else ""
            plain = o.you is not None
            you = self.want(o.you, "int", env) if o.you is not None else "who"
            args = ""
            for a, p in zip(o.args, menu.params, strict=True):
                here = asked if not plain or (isinstance(a, P.Local) and a.name == var) else env
                args += f", {self.want(a, kinds[p], here)}"
            found.append((when, args, you, names.index(o.menu)))
        return found

    def _asking(self) -> None:
        for number, (step, _, _, _, _, _) in self.asks.items():
            self.rule = step.path
            offered = self._offered(number)
            out = [f"def any_{number}(who: int) -> int:"]
            for when, args, you, menu in offered:
                pad = "    "
                if when:
                    out.append(f"    if {when}:")
                    pad += "    "
                out += [f"{pad}if E_{menu}({you}{args}, -1) > 0:", f"{pad}    return 1"]
            out.append("    return 0")
            out += [f"def count_{number}(who: int) -> int:", "    total = 0"]
            for j, (when, args, you, menu) in enumerate(offered):
                at = self.scratch.offered + j
                out.append(f"    M[{at}] = 0")
                pad = "    "
                if when:
                    out.append(f"    if {when}:")
                    pad += "    "
                out += [f"{pad}M[{at}] = E_{menu}({you}{args}, -1)", f"{pad}total += M[{at}]"]
            out.append("    return total")
            out.append(f"def nth_{number}(who: int, k: int) -> None:")
            for j, (_, args, you, menu) in enumerate(offered):
                at = self.scratch.offered + j
                out += [
                    f"    if k < M[{at}]:",
                    f"        M[{self.scratch.offer}] = {j}",
                    f"        E_{menu}({you}{args}, k)",
                    "        return",
                    f"    k -= M[{at}]",
                ]
            out += [f"    M[{self.scratch.offer}] = -1", "    return"]
            self._say(*out)
            self._launch(number, offered)

    def _launch(self, number: int, offered: list[tuple[str, str, str, int]]) -> None:
        """`apply_ask(who)`: performs the move at hand; gives the block to go on with."""
        step, r, env, resume, empty, declined = self.asks[number]
        out = [f"def apply_{number}(who: int, chosen: int) -> int:"]
        if isinstance(step, P.AskMany):
            first, stride = self._answer_word(number, 0), self._answer_stride(number)
            pending = self._word(PENDING)
            out += [
                f"    base = {first} + who * {stride}",
                f"    M[base] = 1 if M[{self.scratch.offer}] >= 0 else 2",
                f"    M[base + 1] = M[{self.scratch.offer}]",
                f"    if M[{self.scratch.offer}] >= 0:",
            ]
            for j, (_, _, _, menu) in enumerate(offered):
                fields = len(self.program.menus[menu].fields)
                out.append(f"        if M[{self.scratch.offer}] == {j}:")
                out.append(f"            copy(base + 2, {self.scratch.fields}, {fields * self.L})")
            out += [
                "    else:",
                "        store(base + 2, wide(chosen))",
                f"    M[{pending}] = M[{pending}] & ~(1 << who)",
                f"    if M[{pending}] != 0:",
                "        return -1",
                "    real = 0",
                f"    for w in range({self.program.layout.players}):",
                f"        base = {first} + w * {stride}",
                "        if M[base] == 1 or (M[base] != 0 and some(load(base + 2))):",
                "            real = 1",
                f"    M[{self._word(REAL)}] += real",
                f"    return {resume}",
            ]
            self._say(*out)
            if number in self.resolves:
                self._resolve(number, offered)
            return
        out += [
            f"    M[{self._word(PENDING)}] = 0",
            f"    if M[{self.scratch.offer}] < 0:",
        ]
        if step.decline:
            out += ["        if chosen == 1:", f"            M[{self._word(REAL)}] += 1", f"            return {declined}"]
        out += [f"        return {empty}", f"    M[{self._word(REAL)}] += 1"]
        for j, (_, args, you, menu) in enumerate(offered):
            out.append(f"    if M[{self.scratch.offer}] == {j}:")
            self._begin(self.program.menus[menu], args, you, r, env, resume, self.scratch.fields, out, "        ")
        out.append(f"    return {resume}")
        self._say(*out)

    def _begin(
        self, menu: P.Menu, args: str, you: str, r: P.Routine, env: Env, resume: int | str, fields: int | str, out: list[str], pad: str
    ) -> None:
        """Launches what a move sets going, its fields lying from `fields` on."""
        values = [f"load({fields} + {k * self.L})" for k in range(len(menu.fields))]
        if not menu.routine:
            for f, value in zip(menu.fields, values, strict=True):
                out.append(pad + self._set(env.names[f.name], value, "set"))
            out.append(f"{pad}return {resume}")
            return
        target = self.routines[menu.routine]
        kinds = self.kinds.menu(menu.name)
        given = [(you, "int")]
        parts = [a for a in _split(args)]
        given += [(a, kinds[p]) for a, p in zip(parts, menu.params, strict=True)]
        given += [(v, "set") for v in values]
        names = ("you", *target.params)
        if not target.pauses:
            texts = []
            for (text, kind), p in zip(given, names, strict=True):
                wanted = "int" if p == "you" else self.kinds.local(target.name, p)
                texts.append(text if kind == wanted else f"word({text})" if kind == "set" else f"wide({text})")
            out.append(f"{pad}R_{python_name(target.name)}({', '.join(texts)})")
            if self.kinds.unwinds(target.name):
                out += [f"{pad}if M[{self.scratch.stop}] != 0:", f"{pad}    return 0 - 3"]
            out.append(f"{pad}return {resume}")
            return
        frame = self.frame(target)
        for k, (text, _) in enumerate(given):
            out.append(f"{pad}v{k} = {text}")
        for k, ((_, kind), p) in enumerate(zip(given, names, strict=True)):
            out.append(pad + self._set(frame.names[p], f"v{k}", kind))
        out += [f"{pad}M[{self._word(target.back)}] = {resume}", f"{pad}return {self.entry[target.name]}"]

    def _resolve(self, number: int, offered: list[tuple[str, str, str, int]]) -> None:
        """The first use among the answers of a window, cyclic from `start`."""
        step, r, env, _, _, _ = self.asks[number]
        again = self.resolves[number]
        first, stride = self._answer_word(number, 0), self._answer_stride(number)
        players = self.program.layout.players
        out = [
            f"def resolve_{number}(start: int, none: int, back: int) -> int:",
            "    if start < 0:",
            "        start = 0",
            f"    for turn in range({players}):",
            f"        who = (start + turn) % {players}",
            f"        base = {first} + who * {stride}",
            "        if M[base] == 1:",
            "            M[base] = 3",
        ]
        for j, (when, args, you, menu) in enumerate(offered):
            m = self.program.menus[menu]
            test = f"M[base + 1] == {j}" + (f" and {when}" if when else "")
            out.append(f"            if {test}:")
            pad = "                "
            if again:
                out.append(f"{pad}if legal_{number}_{j}(who, base + 2) == 1:")
                pad += "    "
            self._begin(m, args, you, r, env, "back", "base + 2", out, pad)
        out += ["    return none"]
        if again:
            for j, (_, args, you, menu) in enumerate(offered):
                fields = len(self.program.menus[menu].fields)
                self._say(
                    f"def legal_{number}_{j}(who: int, fields: int) -> int:",
                    f"    n = E_{menu}({you}{args}, -1)",
                    "    for k in range(n):",
                    f"        E_{menu}({you}{args}, k)",
                    "        same = 1",
                    *(
                        line
                        for i in range(fields)
                        for line in (
                            f"        if load({self.scratch.fields + i * self.L}) != load(fields + {i * self.L}):",
                            "            same = 0",
                        )
                    ),
                    "        if same == 1:",
                    "            return 1",
                    "    return 0",
                )
        self._say(*out)

    # ------------------------------------------------------------ running

    def _handlers(self) -> None:
        """`handle(back, since)`: runs the handler of the first thing that waits behind the first `since`."""
        queue = self.memory.words[8].at
        out = [
            "def handle(back: int, since: int) -> int:",
            f"    e = M[{queue} + 1 + since]",
            "    k = since + 1",
            f"    while k < M[{queue}]:",
            f"        M[{queue} + k] = M[{queue} + 1 + k]",
            "        k += 1",
            f"    M[{queue}] -= 1",
            f"    M[{queue} + 1 + M[{queue}]] = 0",
            "    number = (e & 4095) - 1",
            "    piece = (shr(e, 12) & 65535) - 1",
            "    index = shr(e, 28) & 65535",
            "    where = (shr(e, 44) & 1048575) - 1",
        ]
        for n, u in enumerate(self.program.upons):
            family = self.families[u.family]
            target = self.routines[u.routine]
            out.append(f"    if number == {n}:")
            values = ["piece"]
            below = prod(family.sizes)
            for size, bound in zip(family.sizes, u.keys, strict=True):
                below //= size
                if bound:
                    values.append(f"(index // {below}) % {size}")
            if u.cell:
                values.append("where")
            if target.pauses:
                frame = self.frame(target)
                for p, text in zip(("you", *target.params), ["0 - 1", *values], strict=True):
                    out.append("        " + self._set(frame.names[p], text, "int"))
                out += [f"        M[{self._word(target.back)}] = back", f"        return {self.entry[target.name]}"]
            else:
                out.append(f"        R_{python_name(target.name)}({', '.join(['0 - 1', *values])})")
                out += [f"        if M[{self.scratch.stop}] != 0:", "            return 0 - 3", "        return back"]
        out.append("    return back")
        self._say(*out)

    def _running(self, blocks: list[int]) -> None:
        if self.program.upons:
            self._handlers()
        pc, outcome, pending = self._word(PC), self._word(OUTCOME), self._word(PENDING)
        stop, fault = self.scratch.stop, self.scratch.fault
        out = ["def dispatch(pc: int) -> int:"]
        for b in blocks:
            out += [f"    if pc == {b}:", f"        return B_{b}()"]
        out.append("    return 0 - 2")
        out += [
            "def run(pc: int) -> None:",
            f"    M[{stop}] = 0",
            "    while pc >= 0:",
            "        pc = dispatch(pc)",
            f"        if M[{stop}] != 0:",
            f"            pc = M[{stop}] - 1",
            f"            M[{stop}] = 0",
            f"        if M[{fault}] != 0:",
            "            return",
            f"    if M[{outcome}] == 0 and M[{self._word(DECISIONS)}] >= {self.program.cap}:",
            f"        M[{outcome}] = 2",
            f"        M[{pending}] = 0",
            "def start() -> None:",
            f"    M[{fault}] = 0",
            "    fresh_boards()",
            f"    M[{pc}] = 0",
            "    run(0)",
            "def count(who: int) -> int:",
        ]
        for number in self.asks:
            out += [f"    if M[{self._word(ASKING)}] == {number}:", f"        return count_{number}(who)"]
        out += ["    return 0", "def nth(who: int, k: int) -> None:"]
        for number in self.asks:
            out += [f"    if M[{self._word(ASKING)}] == {number}:", f"        nth_{number}(who, k)", "        return"]
        out += ["    return", "def apply(who: int, chosen: int) -> None:", f"    M[{self._word(DECISIONS)}] += 1", "    pc = 0 - 1"]
        out.append(f"    M[{stop}] = 0")
        out.append("    asking = M[" + self._word(ASKING) + "]")
        for number in self.asks:
            out += [f"    if asking == {number}:", f"        pc = apply_{number}(who, chosen)"]
        out += [
            f"    if M[{stop}] != 0:",
            f"        pc = M[{stop}] - 1",
            f"        M[{stop}] = 0",
            "    many = 0",
        ]
        for number, (step, *_rest) in self.asks.items():
            if isinstance(step, P.AskMany):
                out += [f"    if asking == {number}:", "        many = 1"]
        out += [
            "    if many == 1 and pc == 0 - 1:",
            "        return",
            f"    M[{pc}] = pc",
            "    run(pc)",
            "def declines(asking: int) -> int:",
        ]
        for number, (step, *_rest) in self.asks.items():
            if step.decline:
                out += [f"    if asking == {number}:", "        return 1"]
        player = word_key("player")
        player = player - (1 << 64) if player >> 63 else player
        out += [
            "    return 0",
            "def decide(who: int, w: int) -> None:",
            "    total = count(who)",
            f"    passes = declines(M[{self._word(ASKING)}])",
            "    may = passes",
            "    if total == 0:",
            "        passes = 1",
            "    k = mulhi(w, total + passes)",
            "    if k < total:",
            "        nth(who, k)",
            "        apply(who, 0)",
            "    else:",
            f"        M[{self.scratch.offer}] = -1",
            "        apply(who, 1 if may == 1 and total > 0 else 0)",
            "def playout(player_seed: int) -> None:",
            f"    clear({self.scratch.numbers}, {self.program.layout.players})",
            f"    while M[{outcome}] == 0 and M[{fault}] == 0:",
            f"        who = ctz(M[{pending}])",
            f"        decide(who, H(player_seed, {player}, who, M[{self.scratch.numbers} + who]))",
            f"        M[{self.scratch.numbers} + who] += 1",
        ]
        self._say(*out)


def _said(p: P.Term, var: str) -> bool:
    """Does this only say that a cell is occupied, or empty?"""
    inner = p.term if isinstance(p, P.Not) else p
    return isinstance(inner, P.Compare) and inner.op == "=" and isinstance(inner.left, P.TileAt) and inner.left.cell == P.Local(var)


class OfSet:
    """Conditions on a chosen set: what each of its members must be, and sums that are kept up while it grows."""

    def __init__(self, lowering: Lowering, name: str):
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


def _written(kind: str) -> str:
    return "set" if kind == "set" else "int"


def _split(args: str) -> list[str]:
    """`, a, f(b, c)` → ["a", "f(b, c)"]."""
    parts, depth, part = [], 0, ""
    for ch in args[2:] if args.startswith(", ") else args:
        if ch == "," and depth == 0:
            parts.append(part.strip())
            part = ""
            continue
        depth += ch in "([" 
        depth -= ch in ")]"
        part += ch
    if part.strip():
        parts.append(part.strip())
    return parts


_MESSAGES = (
    "something was read that is not there",
    "one single thing was meant, but there are several",
    "no place is left between two pieces of a pile",
    "nobody is there to get these points",
    "a piece cannot go there",
    "there is already something there",
    "a board has no such place",
    "a row has no room for it",
    "something stands there already",
    "these pieces are not in that zone",
    "more things wait than can be kept",
    "nothing is there of which one could be the most",
)


def lower(program: P.Program) -> Lowered:
    """A program in the lowered form. Raises Uncovered where something has none."""
    made = Lowering(program)
    made.resolves = {}
    for r in program.routines:
        for step in r.code:
            if isinstance(step, P.Resolve):
                made.resolves[step.ask] = step.again
    made.handles = False
    return made.all()

"""The lowered form → LLVM IR.

The lowered form is text in a small part of Python: functions over whole numbers of 64 bits, sets of `width` bits and one flat
memory of words. It runs as Python (`as_python`) and it is printed here as LLVM IR; both mean the same.

    def name(a: int, s: set) -> int:        parameters and result: int, set (None: no result)
    x = …; x += …                           a local has the type of its first value
    M[i] · T_name[i]                        a word of the memory; of a constant table
    load(i) · store(i, s)                   a set that lies in memory from word i on
    while c: · for i in range(a, b): · for p in bits(s): · if · break · continue · return
    + - * // % & | ^ << >> and or not == < …, `a if c else b`

On sets: `| & ^`, `andnot(a, b)`, `bit(i)`, `has(s, i)`, `size(s)`, `low(s)` (of a set that is not empty), `drop(s)`, `below(i)`,
`some(s)`, `K(number)`. On words: `mulhi(a, b)`, `shr(a, k)` (both unsigned), `ult(a, b)`, `ctz(a)`, `pop(a)`, `fault(code)`.

In: the text. Out: IR text. A name that is not known, or a type that does not fit, is a `LoweringError`: a bug of the lowering.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from fuero.native.inlining import plan

Number = int
"""The type, where a method has its name."""
SHORT = 256
"""Loops over sets of so many bits need not be watched, where nothing in them takes long."""


class LoweringError(Exception):
    """The lowered text says what cannot be compiled; always a bug of this program."""


@dataclass(frozen=True, slots=True)
class Signature:
    params: tuple[tuple[str, str], ...]
    result: str


_COMPARE = {ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "slt", ast.LtE: "sle", ast.Gt: "sgt", ast.GtE: "sge"}
_ARITH = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor"}


@dataclass
class Unit:
    """One piece of lowered text on its way to IR. `tables` are constant arrays by name."""

    width: int
    tables: dict[str, tuple[int, ...]]
    signatures: dict[str, Signature] = field(default_factory=dict)
    exported: set[str] = field(default_factory=set)
    fuel: tuple[int, int] | None = None
    """The word that counts rounds of loops down, and the fault when none is left."""
    inline: set[str] = field(default_factory=set)
    """Functions that are written into their callers."""
    looping: set[str] = field(default_factory=set)
    """Functions in which a loop runs, or that call one such."""
    checked: tuple[int, int] | None = None
    """Words of the memory, and the fault of reaching beyond them: every index is checked (tests)."""

    def compile(self, text: str) -> str:
        tree = ast.parse(text)
        functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
        for f in functions:
            if f.name in self.signatures:
                raise LoweringError(f"{f.name} is there twice")
            self.signatures[f.name] = _signature(f)
        self.looping = _looping(functions)
        functions, self.inline = plan(functions, self.exported)
        out = [f"; sets have {self.width} bits"]
        for name, values in self.tables.items():
            body = ", ".join(f"i64 {_wrapped(v)}" for v in values) or "i64 0"
            out.append(f"@{name} = private unnamed_addr constant [{max(len(values), 1)} x i64] [{body}]")
        w = self.width
        out += [
            f"declare i{w} @llvm.ctpop.i{w}(i{w})",
            f"declare i{w} @llvm.cttz.i{w}(i{w}, i1)",
            *(("declare i64 @llvm.ctpop.i64(i64)", "declare i64 @llvm.cttz.i64(i64, i1)") if w > 64 else ()),
            "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)",
            "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)",
        ]
        for f in functions:
            out.append(_Function(self, f).text())
        return "\n".join(out) + "\n"


def _looping(functions: list[ast.FunctionDef]) -> set[str]:
    """The functions that can take long: with a loop, or with a call of one of them."""
    calls = {
        f.name: {n.func.id for n in ast.walk(f) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)} for f in functions
    }
    found = {f.name for f in functions if any(isinstance(n, ast.For | ast.While) for n in ast.walk(f))}
    more = True
    while more:
        new = {name for name, called in calls.items() if name not in found and called & found}
        found |= new
        more = bool(new)
    return found


def _wrapped(value: int) -> int:
    value &= (1 << 64) - 1
    return value - (1 << 64) if value >> 63 else value


def _signature(f: ast.FunctionDef) -> Signature:
    params = tuple((a.arg, _type(a.annotation, f)) for a in f.args.args)
    return Signature(params, _type(f.returns, f))


def _type(node: ast.expr | None, f: ast.FunctionDef) -> str:
    if node is None or (isinstance(node, ast.Constant) and node.value is None):
        return ""
    if isinstance(node, ast.Name) and node.id in ("int", "set"):
        return node.id
    raise LoweringError(f"{f.name}: {ast.unparse(node)} is no type")


@dataclass(frozen=True, slots=True)
class Val:
    """A value: its text in IR, and its type: int, set, or flag (one bit)."""

    text: str
    type: str


class _Function:
    def __init__(self, unit: Unit, node: ast.FunctionDef):
        self.unit, self.node = unit, node
        self.signature = unit.signatures[node.name]
        self.code: list[str] = []
        self.heads: list[str] = []
        self.locals: dict[str, str] = {}
        self.loops: list[tuple[str, str]] = []
        self.number = 0
        self.open = True

    # ------------------------------------------------------------ text

    def text(self) -> str:
        name = self.node.name
        params = ["ptr noalias %M"]
        for p, kind in self.signature.params:
            params.append(f"{self._llvm(kind)} %a.{p}")
            self._declare(p, kind)
            self.code.append(f"  store {self._llvm(kind)} %a.{p}, ptr %v.{p}")
        self.block(self.node.body)
        result = self.signature.result
        if self.open:
            self._say(f"ret {self._llvm(result)} {'0' if result else ''}".rstrip() if result else "ret void")
        linkage = "" if name in self.unit.exported else "internal "
        attributes = " alwaysinline" if name in self.unit.inline else " noinline"
        head = f"define {linkage}{self._llvm(result)} @{name}({', '.join(params)}) nounwind{attributes} {{"
        return "\n".join([head, "entry:", *self.heads, *self.code, "}"])

    def _llvm(self, kind: str) -> str:
        return {"int": "i64", "set": f"i{self.unit.width}", "flag": "i1", "": "void"}[kind]

    def _wrong(self, message: str, node: ast.AST) -> LoweringError:
        return LoweringError(f"{self.node.name}: {message}: {ast.unparse(node)}")

    def _fresh(self, hint: str = "t") -> str:
        self.number += 1
        return f"{hint}{self.number}"

    def _say(self, line: str) -> None:
        self.code.append("  " + line)
        if line.startswith(("br ", "ret", "unreachable", "switch")):
            self.open = False

    def _label(self, label: str) -> None:
        if self.open:
            self._say(f"br label %{label}")
        self.code.append(f"{label}:")
        self.open = True

    def _make(self, line: str, kind: str) -> Val:
        name = "%" + self._fresh()
        self._say(f"{name} = {line}")
        return Val(name, kind)

    def _declare(self, name: str, kind: str) -> None:
        if name not in self.locals:
            self.locals[name] = kind
            self.heads.append(f"  %v.{name} = alloca {self._llvm(kind)}")

    # ------------------------------------------------------------ statements

    def block(self, body: list[ast.stmt]) -> None:
        for s in body:
            if not self.open:
                return
            self.statement(s)

    def statement(self, s: ast.stmt) -> None:
        match s:
            case ast.Expr(ast.Constant()) | ast.Pass():
                pass
            case ast.Expr(value):
                self.value(value)
            case ast.Assign([ast.Name(name)], value):
                self._assign(name, self.value(value), s)
            case ast.Assign([ast.Subscript(ast.Name("M"), index)], value):
                self._say(f"store i64 {self.int(value)}, ptr {self._address(index)}, align 8")
            case ast.AugAssign(ast.Name(name), op, value):
                self._assign(name, self._binary(op, self._read(name, s), self.value(value), s), s)
            case ast.AugAssign(ast.Subscript(ast.Name("M"), index), op, value):
                address = self._address(index)
                old = self._make(f"load i64, ptr {address}, align 8", "int")
                new = self._binary(op, old, Val(self.int(value), "int"), s)
                self._say(f"store i64 {new.text}, ptr {address}, align 8")
            case ast.If(test, body, orelse):
                self._if(test, body, orelse)
            case ast.While(test, body, []):
                self._while(test, body)
            case ast.For(ast.Name(name), ast.Call(ast.Name("range"), args), body, []):
                self._range(name, args, body, s)
            case ast.For(ast.Name(name), ast.Call(ast.Name("bits"), [over]), body, []):
                self._bits(name, over, body, s)
            case ast.Break():
                self._say(f"br label %{self.loops[-1][1]}")
            case ast.Continue():
                self._say(f"br label %{self.loops[-1][0]}")
            case ast.Return(None):
                self._say("ret void")
            case ast.Return(value) if value is not None:
                kind = self.signature.result
                self._say(f"ret {self._llvm(kind)} {self._as(self.value(value), kind, s)}")
            case _:
                raise self._wrong("cannot be compiled", s)

    def _assign(self, name: str, value: Val, at: ast.AST) -> None:
        kind = "int" if value.type == "flag" else value.type
        self._declare(name, kind)
        kind = self.locals[name]
        self._say(f"store {self._llvm(kind)} {self._as(value, kind, at)}, ptr %v.{name}")

    def _read(self, name: str, at: ast.AST) -> Val:
        kind = self.locals.get(name)
        if kind is None:
            raise self._wrong(f"{name} has no value", at)
        return self._make(f"load {self._llvm(kind)}, ptr %v.{name}", kind)

    def _if(self, test: ast.expr, body: list[ast.stmt], orelse: list[ast.stmt]) -> None:
        yes, no, end = self._fresh("then"), self._fresh("else"), self._fresh("end")
        self.branch(test, yes, no if orelse else end)
        self._label(yes)
        self.block(body)
        if self.open:
            self._say(f"br label %{end}")
        if orelse:
            self._label(no)
            self.block(orelse)
        self._label(end)

    def _while(self, test: ast.expr, body: list[ast.stmt]) -> None:
        head, inner, end = self._fresh("head"), self._fresh("body"), self._fresh("end")
        self._label(head)
        self.branch(test, inner, end)
        self._label(inner)
        self._burn(body, end, long=True)
        self.loops.append((head, end))
        self.block(body)
        self.loops.pop()
        if self.open:
            self._say(f"br label %{head}")
        self._label(end)

    def _burn(self, body: list[ast.stmt], end: str, long: bool = False) -> None:
        """One round less is left; at none the loop ends with a fault. Loops over small sets without loops or calls end soon."""
        fuel = self.unit.fuel
        if fuel is None or self.node.name == "fault":
            return
        calls = (n for s in body for n in ast.walk(s))
        long = long or self.unit.checked is not None or self.unit.width > SHORT
        if not long and not any(
            isinstance(n, ast.For | ast.While)
            or (isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id in self.unit.looping)
            for n in calls
        ):
            return
        word, code = fuel
        address = self._make(f"getelementptr inbounds i64, ptr %M, i64 {word}", "int").text
        left = self._make(f"sub i64 {self._make(f'load i64, ptr {address}, align 8', 'int').text}, 1", "int").text
        self._say(f"store i64 {left}, ptr {address}, align 8")
        none = self._make(f"icmp slt i64 {left}, 0", "flag").text
        out, on = self._fresh("spent"), self._fresh("on")
        self._say(f"br i1 {none}, label %{out}, label %{on}")
        self._label(out)
        self._say(f"call i64 @fault(ptr %M, i64 {code})")
        self._say(f"br label %{end}")
        self._label(on)

    def _range(self, name: str, args: list[ast.expr], body: list[ast.stmt], at: ast.AST) -> None:
        low, high = (Val("0", "int"), self.int(args[0])) if len(args) == 1 else (Val(self.int(args[0]), "int"), self.int(args[1]))
        self._declare(name, "int")
        counter = self._fresh("n")
        self._declare(counter, "int")
        self._say(f"store i64 {low.text}, ptr %v.{counter}")
        head, inner, step, end = self._fresh("head"), self._fresh("body"), self._fresh("step"), self._fresh("end")
        self._label(head)
        now = self._make(f"load i64, ptr %v.{counter}", "int")
        more = self._make(f"icmp slt i64 {now.text}, {high}", "flag")
        self._say(f"br i1 {more.text}, label %{inner}, label %{end}")
        self._label(inner)
        self._say(f"store i64 {now.text}, ptr %v.{name}")
        self._burn(body, end)
        self.loops.append((step, end))
        self.block(body)
        self.loops.pop()
        self._label(step)
        now = self._make(f"load i64, ptr %v.{counter}", "int")
        more = self._make(f"add i64 {now.text}, 1", "int")
        self._say(f"store i64 {more.text}, ptr %v.{counter}")
        self._say(f"br label %{head}")
        self._label(end)

    def _bits(self, name: str, over: ast.expr, body: list[ast.stmt], at: ast.AST) -> None:
        """The members upwards. A set of several words is gone through word by word."""
        value = self.value(over)
        self._declare(name, "int")
        rest = self._fresh("rest")
        self._declare(rest, "int")
        head, inner, end = self._fresh("head"), self._fresh("body"), self._fresh("end")
        last, base = end, ""
        if value.type == "set" and self.unit.width > 64:
            held, number = self._fresh("held"), self._fresh("word")
            self._declare(held, "set")
            self._declare(number, "int")
            words, last = self._fresh("words"), self._fresh("next")
            self._say(f"store i{self.unit.width} {value.text}, ptr %v.{held}")
            self._say(f"store i64 -1, ptr %v.{number}")
            self._label(last)
            now = self._make(f"add i64 {self._make(f'load i64, ptr %v.{number}', 'int').text}, 1", "int").text
            self._say(f"store i64 {now}, ptr %v.{number}")
            more = self._make(f"icmp ult i64 {now}, {self.unit.width // 64}", "flag").text
            self._say(f"br i1 {more}, label %{words}, label %{end}")
            self._label(words)
            place = self._make(f"getelementptr inbounds i64, ptr %v.{held}, i64 {now}", "int").text
            self._say(f"store i64 {self._make(f'load i64, ptr {place}, align 8', 'int').text}, ptr %v.{rest}")
            base = number
        else:
            self._say(f"store i64 {value.text}, ptr %v.{rest}")
        self._label(head)
        now = self._make(f"load i64, ptr %v.{rest}", "int").text
        more = self._make(f"icmp ne i64 {now}, 0", "flag").text
        self._say(f"br i1 {more}, label %{inner}, label %{last}")
        self._label(inner)
        found = self._lowest(Val(now, "int"))
        if base:
            first = self._make(f"shl i64 {self._make(f'load i64, ptr %v.{base}', 'int').text}, 6", "int").text
            found = self._make(f"or i64 {first}, {found}", "int").text
        self._say(f"store i64 {found}, ptr %v.{name}")
        less = self._make(f"sub i64 {now}, 1", "int").text
        self._say(f"store i64 {self._make(f'and i64 {now}, {less}', 'int').text}, ptr %v.{rest}")
        self._burn(body, end)
        self.loops.append((head, end))
        self.block(body)
        self.loops.pop()
        if self.open:
            self._say(f"br label %{head}")
        self._label(end)

    # ------------------------------------------------------------ conditions

    def branch(self, test: ast.expr, yes: str, no: str) -> None:
        """Jumps to `yes` or `no`; and, or, not leave off as soon as they know."""
        match test:
            case ast.BoolOp(ast.And(), values):
                for v in values[:-1]:
                    middle = self._fresh("and")
                    self.branch(v, middle, no)
                    self._label(middle)
                self.branch(values[-1], yes, no)
            case ast.BoolOp(ast.Or(), values):
                for v in values[:-1]:
                    middle = self._fresh("or")
                    self.branch(v, yes, middle)
                    self._label(middle)
                self.branch(values[-1], yes, no)
            case ast.UnaryOp(ast.Not(), operand):
                self.branch(operand, no, yes)
            case ast.Constant(value) if isinstance(value, bool):
                self._say(f"br label %{yes if value else no}")
            case _:
                self._say(f"br i1 {self.flag(test)}, label %{yes}, label %{no}")

    def flag(self, node: ast.expr) -> str:
        value = self.value(node)
        return self._flag(value)

    def _flag(self, value: Val) -> str:
        if value.type == "flag":
            return value.text
        return self._make(f"icmp ne {self._llvm(value.type)} {value.text}, 0", "flag").text

    def int(self, node: ast.expr) -> str:
        return self._as(self.value(node), "int", node)

    def _as(self, value: Val, kind: str, at: ast.AST) -> str:
        if value.type == kind:
            return value.text
        if value.type == "flag" and kind == "int":
            if value.text in ("true", "false"):
                return "1" if value.text == "true" else "0"
            return self._make(f"zext i1 {value.text} to i64", "int").text
        if value.text == "0" and kind == "set":
            return "0"
        raise self._wrong(f"{value.type} is no {kind}", at)

    # ------------------------------------------------------------ values

    def value(self, node: ast.expr) -> Val:
        match node:
            case ast.Constant(bool() as value):
                return Val("true" if value else "false", "flag")
            case ast.Constant(int() as value):
                return Val(str(_wrapped(value)), "int")
            case ast.UnaryOp(ast.USub(), ast.Constant(int() as value)):
                return Val(str(-value), "int")
            case ast.UnaryOp(ast.USub(), operand):
                return self._make(f"sub i64 0, {self.int(operand)}", "int")
            case ast.UnaryOp(ast.Invert(), operand):
                return self._make(f"xor i64 {self.int(operand)}, -1", "int")
            case ast.Name(name):
                return self._read(name, node)
            case ast.Subscript(ast.Name("M"), index):
                return self._make(f"load i64, ptr {self._address(index)}, align 8", "int")
            case ast.Subscript(ast.Name(table), index) if table in self.unit.tables:
                size = max(len(self.unit.tables[table]), 1)
                i = self._inside(self.int(index), 1, size)
                at = self._make(f"getelementptr inbounds [{size} x i64], ptr @{table}, i64 0, i64 {i}", "int").text
                return self._make(f"load i64, ptr {at}, align 8", "int")
            case ast.BinOp(left, op, right):
                return self._binary(op, self.value(left), self.value(right), node)
            case ast.Compare(left, [op], [right]):
                return self._compare(op, self.value(left), self.value(right), node)
            case ast.BoolOp() | ast.UnaryOp(ast.Not()):
                return self._joined(node)
            case ast.IfExp(test, body, orelse):
                return self._choice(test, body, orelse)
            case ast.Call(ast.Name(name), args):
                return self._call(name, args, node)
            case _:
                raise self._wrong("cannot be compiled", node)

    def _address(self, index: ast.expr) -> str:
        return self._place(self.int(index), 1)

    def _place(self, index: str, words: Number) -> str:
        """The address of some words of the memory."""
        return self._make(f"getelementptr inbounds i64, ptr %M, i64 {self._inside(index, words)}", "int").text

    @staticmethod
    def _known(size: ast.expr) -> Number:
        """How many words are meant, where that stands there as a number; else the first is looked at alone."""
        return size.value if isinstance(size, ast.Constant) and isinstance(size.value, int) else 1

    def _inside(self, index: str, words: Number, size: Number = -1) -> str:
        """In the checked build: an index from which on so many words are there, else a fault and 0."""
        if self.unit.checked is None or self.node.name == "fault":
            return index
        memory, code = self.unit.checked
        good = self._make(f"icmp ule i64 {index}, {(memory if size < 0 else size) - words}", "flag").text
        before, wrong, on = self._fresh("from"), self._fresh("beyond"), self._fresh("on")
        self._label(before)
        self._say(f"br i1 {good}, label %{on}, label %{wrong}")
        self._label(wrong)
        self._say(f"call i64 @fault(ptr %M, i64 {code})")
        self._say(f"br label %{on}")
        self._label(on)
        return self._make(f"phi i64 [ {index}, %{before} ], [ 0, %{wrong} ]", "int").text

    def _binary(self, op: ast.operator, left: Val, right: Val, at: ast.AST) -> Val:
        kind = "set" if "set" in (left.type, right.type) else "int"
        if isinstance(op, ast.LShift | ast.RShift):
            kind = "int"
        a, b = self._as(left, kind, at), self._as(right, kind, at)
        t = self._llvm(kind)
        word = _ARITH.get(type(op))
        if word is not None:
            return self._make(f"{word} {t} {a}, {b}", kind)
        if isinstance(op, ast.LShift):
            return self._make(f"shl i64 {a}, {b}", "int")
        if isinstance(op, ast.RShift):
            return self._make(f"ashr i64 {a}, {b}", "int")
        if isinstance(op, ast.FloorDiv):  # by a positive number, downwards
            quotient = self._make(f"sdiv i64 {a}, {b}", "int").text
            rest = self._make(f"srem i64 {a}, {b}", "int").text
            below = self._make(f"ashr i64 {rest}, 63", "int").text
            return self._make(f"add i64 {quotient}, {below}", "int")
        if isinstance(op, ast.Mod):  # by a positive number, never below 0
            rest = self._make(f"srem i64 {a}, {b}", "int").text
            below = self._make(f"ashr i64 {rest}, 63", "int").text
            more = self._make(f"and i64 {below}, {b}", "int").text
            return self._make(f"add i64 {rest}, {more}", "int")
        raise self._wrong("no such operation", at)

    def _compare(self, op: ast.cmpop, left: Val, right: Val, at: ast.AST) -> Val:
        kind = "set" if "set" in (left.type, right.type) else "int"
        word = _COMPARE.get(type(op))
        if word is None or (kind == "set" and word not in ("eq", "ne")):
            raise self._wrong("no such comparison", at)
        return self._make(f"icmp {word} {self._llvm(kind)} {self._as(left, kind, at)}, {self._as(right, kind, at)}", "flag")

    def _joined(self, node: ast.expr) -> Val:
        yes, no, end = self._fresh("yes"), self._fresh("no"), self._fresh("end")
        self.branch(node, yes, no)
        self._label(yes)
        self._say(f"br label %{end}")
        self._label(no)
        self._say(f"br label %{end}")
        self._label(end)
        return self._make(f"phi i1 [ true, %{yes} ], [ false, %{no} ]", "flag")

    def _choice(self, test: ast.expr, body: ast.expr, orelse: ast.expr) -> Val:
        yes, no, end = self._fresh("yes"), self._fresh("no"), self._fresh("end")
        self.branch(test, yes, no)
        self._label(yes)
        first = self.value(body)
        after_first = len(self.code)
        self.code.append("")
        self.open = False
        self._label(no)
        second = self.value(orelse)
        kind = "set" if "set" in (first.type, second.type) else "int" if "int" in (first.type, second.type) else "flag"
        b = self._as(second, kind, orelse)
        came_second = self._fresh("from")
        self._label(came_second)
        self._say(f"br label %{end}")
        # The first side is closed now that the type is known.
        late, self.code = self.code[after_first + 1 :], self.code[:after_first]
        self.open = True
        a = self._as(first, kind, body)
        came_first = self._fresh("from")
        self._label(came_first)
        self._say(f"br label %{end}")
        self.code += late
        self.open = False
        self._label(end)
        return self._make(f"phi {self._llvm(kind)} [ {a}, %{came_first} ], [ {b}, %{came_second} ]", kind)

    def _lowest(self, value: Val) -> str:
        if value.type == "int":
            return self._make(f"call i64 @llvm.cttz.i64(i64 {value.text}, i1 true)", "int").text
        w = self.unit.width
        found = self._make(f"call i{w} @llvm.cttz.i{w}(i{w} {value.text}, i1 true)", "set").text
        return self._narrow(found)

    def _call(self, name: str, args: list[ast.expr], node: ast.Call) -> Val:
        own = self.unit.signatures.get(name)
        if own is not None:
            return self._own(name, own, args, node)
        t = f"i{self.unit.width}"
        if name == "K":
            (constant,) = args
            return Val(str(ast.literal_eval(constant)), "set")
        given = [self.value(a) for a in args]
        match name, [v.type for v in given]:
            case "load", [_]:
                address = self._place(self._as(given[0], "int", node), self.unit.width // 64)
                return self._make(f"load {t}, ptr {address}, align 8", "set")
            case "store", [_, _]:
                address = self._place(self._as(given[0], "int", node), self.unit.width // 64)
                self._say(f"store {t} {self._as(given[1], 'set', node)}, ptr {address}, align 8")
                return Val("0", "int")
            case "andnot", _:
                flipped = self._make(f"xor {t} {self._as(given[1], 'set', node)}, -1", "set").text
                return self._make(f"and {t} {self._as(given[0], 'set', node)}, {flipped}", "set")
            case "bit", _:
                return self._make(f"shl {t} 1, {self._wide(given[0], node)}", "set")
            case "below", _:
                return self._make(f"add {t} {self._make(f'shl {t} 1, {self._wide(given[0], node)}', 'set').text}, -1", "set")
            case "has", _:
                # One 64-bit word of the set is picked, and a bit of that.
                i = self._as(given[1], "int", node)
                held = self._as(given[0], "set", node)
                limb = self._make(f"lshr i64 {i}, 6", "int").text
                picked = "0"
                for k in range(self.unit.width // 64):
                    moved = self._make(f"lshr {t} {held}, {64 * k}", "set").text if k else held
                    part = self._make(f"trunc {t} {moved} to i64", "int").text if self.unit.width > 64 else moved
                    mine = self._make(f"icmp eq i64 {limb}, {k}", "flag").text
                    picked = self._make(f"select i1 {mine}, i64 {part}, i64 {picked}", "int").text
                by = self._make(f"and i64 {i}, 63", "int").text
                shifted = self._make(f"lshr i64 {picked}, {by}", "int").text
                return self._make(f"trunc i64 {shifted} to i1", "flag")
            case "hasw", _:  # a bit of a word
                i = self._as(given[1], "int", node)
                inside = self._make(f"icmp ult i64 {i}, 64", "flag").text
                by = self._make(f"and i64 {i}, 63", "int").text
                shifted = self._make(f"lshr i64 {self._as(given[0], 'int', node)}, {by}", "int").text
                there = self._make(f"trunc i64 {shifted} to i1", "flag").text
                return self._make(f"and i1 {inside}, {there}", "flag")
            case "size", _:
                found = self._make(f"call {t} @llvm.ctpop.{t}({t} {self._as(given[0], 'set', node)})", "set").text
                return Val(self._narrow(found), "int")
            case "low", _:
                return Val(self._lowest(Val(self._as(given[0], "set", node), "set")), "int")
            case "shl", _:  # a set moved up
                return self._make(f"shl {t} {self._as(given[0], 'set', node)}, {self._wide(given[1], node)}", "set")
            case "down", _:  # a set moved down
                return self._make(f"lshr {t} {self._as(given[0], 'set', node)}, {self._wide(given[1], node)}", "set")
            case "wadd" | "wmul", _:  # words that wrap
                word = "add" if name == "wadd" else "mul"
                return self._make(f"{word} i64 {self._as(given[0], 'int', node)}, {self._as(given[1], 'int', node)}", "int")
            case "drop", _:
                s = self._as(given[0], "set", node)
                return self._make(f"and {t} {s}, {self._make(f'sub {t} {s}, 1', 'set').text}", "set")
            case "some", _:
                return self._make(f"icmp ne {t} {self._as(given[0], 'set', node)}, 0", "flag")
            case "word", _:  # a set's lowest 64 members as a word
                return Val(self._narrow(self._as(given[0], "set", node)), "int")
            case "wide", _:  # a word as a set
                return Val(self._wide(given[0], node), "set")
            case "mulhi", _:
                a = self._make(f"zext i64 {self._as(given[0], 'int', node)} to i128", "int").text
                b = self._make(f"zext i64 {self._as(given[1], 'int', node)} to i128", "int").text
                product = self._make(f"mul i128 {a}, {b}", "int").text
                high = self._make(f"lshr i128 {product}, 64", "int").text
                return self._make(f"trunc i128 {high} to i64", "int")
            case "shr", _:
                return self._make(f"lshr i64 {self._as(given[0], 'int', node)}, {self._as(given[1], 'int', node)}", "int")
            case "ult", _:
                return self._make(f"icmp ult i64 {self._as(given[0], 'int', node)}, {self._as(given[1], 'int', node)}", "flag")
            case "ctz", _:
                return Val(self._lowest(Val(self._as(given[0], "int", node), "int")), "int")
            case "pop", _:
                return self._make(f"call i64 @llvm.ctpop.i64(i64 {self._as(given[0], 'int', node)})", "int")
            case "copy", _:  # copy(to, from, words)
                to, source = (self._place(self._as(v, "int", node), self._known(args[2])) for v in given[:2])
                size = self._make(f"shl i64 {self._as(given[2], 'int', node)}, 3", "int").text
                self._say(f"call void @llvm.memcpy.p0.p0.i64(ptr {to}, ptr {source}, i64 {size}, i1 false)")
                return Val("0", "int")
            case "clear", _:  # clear(from, words)
                to = self._place(self._as(given[0], "int", node), self._known(args[1]))
                size = self._make(f"shl i64 {self._as(given[1], 'int', node)}, 3", "int").text
                self._say(f"call void @llvm.memset.p0.i64(ptr {to}, i8 0, i64 {size}, i1 false)")
                return Val("0", "int")
            case _:
                raise self._wrong("no such function", node)

    def _own(self, name: str, own: Signature, args: list[ast.expr], node: ast.Call) -> Val:
        if len(args) != len(own.params):
            raise self._wrong(f"takes {len(own.params)} values", node)
        given = [f"{self._llvm(kind)} {self._as(self.value(a), kind, a)}" for a, (_, kind) in zip(args, own.params, strict=True)]
        line = f"call {self._llvm(own.result)} @{name}({', '.join(['ptr %M', *given])})"
        if own.result:
            return self._make(line, own.result)
        self._say(line)
        return Val("0", "int")

    def _wide(self, value: Val, at: ast.AST) -> str:
        word = self._as(value, "int", at)
        return self._make(f"zext i64 {word} to i{self.unit.width}", "set").text if self.unit.width > 64 else word

    def _narrow(self, held: str) -> str:
        """The lowest 64 bits of a set."""
        return self._make(f"trunc i{self.unit.width} {held} to i64", "int").text if self.unit.width > 64 else held

"""Whether a condition holds always or never, by its form and by the ranges that are declared.

In: a term. Out: True, False, or None where it can be either. Law: a number of the rules counts as open, since whoever
changes it must not be told that a rule stands still; so does what a kind holds, which modules extend.
"""

from __future__ import annotations

from fuero.rules import nodes as R
from fuero.rules.bind.types import strip

Interval = tuple[int | None, int | None]
OPEN: Interval = (None, None)
SAME = {"=": True, "<=": True, ">=": True, "!=": False, "<": False, ">": False}
TURNED: dict[R.OpName, R.OpName] = {"=": "=", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
CONTRARY: dict[R.OpName, R.OpName] = {"=": "!=", "!=": "=", "<": ">=", ">": "<=", "<=": ">", ">=": "<"}


class Truth:
    def __init__(self, rules: R.Ruleset) -> None:
        self.rules = rules
        self.options = {o.name: o.type for o in rules.options}

    def of(self, term: R.Term) -> bool | None:
        term = bare(term)
        match term:
            case R.Const(value=value, type=R.YesNo()):
                return bool(value)
            case R.Op("not", (inner,)):
                known = self.of(inner)
                return None if known is None else not known
            case R.Op("and", args):
                known_ = [self.of(a) for a in args]
                return False if False in known_ else True if all(known_) else None
            case R.Op("or", args):
                known_ = [self.of(a) for a in args]
                return True if True in known_ else False if all(k is False for k in known_) else None
            case R.Op(("=" | "!=" | "<" | "<=" | ">" | ">=") as op, (a, b)):
                return self._compared(op, bare(a), bare(b))
            case R.Op("in", (_, R.SetOf(items=()))):
                return False
            case _:
                return None

    def _compared(self, op: R.OpName, a: R.Term, b: R.Term) -> bool | None:
        if same(a, b):
            return SAME[op]
        if isinstance(a, R.Member) and isinstance(b, R.Member) and a.type == b.type and op in ("=", "!="):
            return op == "!="
        return compared(op, self.interval(a), self.interval(b))

    def interval(self, term: R.Term) -> Interval:
        """Between which numbers it lies, as far as that is declared."""
        term = bare(term)
        match term:
            case R.Const(value=value):
                return value, value
            case R.PlayerCount():
                return self.rules.players
            case R.Setting(name=name):
                kind = self.options.get(name)
                return OPEN if kind is None else self._declared(kind)
            case R.Op("+", (a, b)):
                (al, ah), (bl, bh) = self.interval(a), self.interval(b)
                return None if al is None or bl is None else al + bl, None if ah is None or bh is None else ah + bh
            case R.BuiltIn(name="size") | R.Fold(word="count"):
                return 0, None
            case R.VarRead() | R.Local() | R.Attr(total=False) | R.Call(total=False) | R.TableRead():
                return self._declared(term.type)
            case _:
                return OPEN

    def _declared(self, kind: R.Type) -> Interval:
        kind = strip(kind)
        if not isinstance(kind, R.Num):
            return OPEN
        low, high = kind.low, kind.high
        return low.value if isinstance(low, R.Const) else None, high.value if isinstance(high, R.Const) else None


def compared(op: R.OpName, a: Interval, b: Interval) -> bool | None:
    (al, ah), (bl, bh) = a, b
    match op:
        case "<":
            if ah is not None and bl is not None and ah < bl:
                return True
            return False if al is not None and bh is not None and al >= bh else None
        case "<=":
            if ah is not None and bl is not None and ah <= bl:
                return True
            return False if al is not None and bh is not None and al > bh else None
        case ">" | ">=":
            return compared(TURNED[op], b, a)
        case "=" | "!=":
            apart = ah is not None and bl is not None and ah < bl or al is not None and bh is not None and al > bh
            if apart:
                return op == "!="
            alike = al is not None and al == ah == bl == bh
            return op == "=" if alike else None
        case _:
            return None


def bare(term: R.Term) -> R.Term:
    """The term without what was learnt of it on the way."""
    while isinstance(term, R.BuiltIn) and term.name == "narrowed":
        term = term.args[0]
    return term


def same(a: R.Term, b: R.Term) -> bool:
    """Whether two terms say the same, wherever they stand. (Places and types do not count.)"""
    a, b = bare(a), bare(b)
    if type(a) is not type(b):
        return False
    for name in a.__dataclass_fields__:
        if name not in ("span", "type") and not _alike(getattr(a, name), getattr(b, name)):
            return False
    return True


def _alike(x: object, y: object) -> bool:
    if isinstance(x, R.Typed) and isinstance(y, R.Typed):
        return same(x, y)  # type: ignore[arg-type]
    if isinstance(x, tuple) and isinstance(y, tuple):
        return len(x) == len(y) and all(_alike(p, q) for p, q in zip(x, y, strict=True))
    return x == y


def conjuncts(term: R.Term) -> list[R.Term]:
    """What must all hold for the term to hold."""
    term = bare(term)
    if isinstance(term, R.Op) and term.op == "and":
        return [c for a in term.args for c in conjuncts(a)]
    return [term]


def follows(truth: Truth, known: R.Term, term: R.Term) -> bool:
    """Whether a condition holds wherever the known one does: the same one, or a weaker comparison of the same thing."""
    known, term = bare(known), bare(term)
    if same(known, term):
        return True
    if not (isinstance(known, R.Op) and isinstance(term, R.Op) and known.op in TURNED and term.op in TURNED):
        return False
    first, second = _turned(known), _turned(term)
    if not same(first[1], second[1]):
        return False
    interval = _where(first[0], truth.interval(first[2]))
    return compared(second[0], interval, truth.interval(second[2])) is True


def _turned(op: R.Op) -> tuple[R.OpName, R.Term, R.Term]:
    """A comparison with its fixed number on the right."""
    a, b = bare(op.args[0]), bare(op.args[1])
    return (TURNED[op.op], b, a) if isinstance(a, R.Const) else (op.op, a, b)


def _where(op: R.OpName, bound: Interval) -> Interval:
    low, high = bound
    match op:
        case "=":
            return low, high
        case ">":
            return None if low is None else low + 1, None
        case ">=":
            return low, None
        case "<":
            return None, None if high is None else high - 1
        case "<=":
            return None, high
        case _:
            return OPEN

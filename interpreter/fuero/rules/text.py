"""Terms and types of RULES in the language's own spelling, for traces, answers to "why not?", and `diff`.

A node comes in, text goes out. What is printed reads as the author would have written it; it is for eyes, and never parsed again.
"""

from __future__ import annotations

from typing import assert_never

from fuero.rules.nodes import (
    AllOf,
    AnyType,
    AttachedAt,
    Attr,
    BoardAt,
    BoardType,
    BuiltIn,
    Call,
    CellAt,
    CellType,
    Const,
    EnumType,
    Fold,
    IfTerm,
    Is,
    JoinType,
    ListType,
    Local,
    MarksOf,
    Member,
    Nothing,
    Num,
    Op,
    OrNone,
    PartyType,
    PieceNamed,
    PiecesAt,
    PieceType,
    PlayerCount,
    PlayerType,
    RangeSet,
    RegionType,
    RowAt,
    SeatConst,
    SetOf,
    Setting,
    SetType,
    SideType,
    TableRead,
    Term,
    ThisArg,
    Type,
    UnionType,
    VarRead,
    WithMarks,
    WithoutTile,
    WithTile,
    YesNo,
    You,
    ZoneRead,
    ZoneType,
)

# How tightly a term holds together, loosest first (the grammar's own order).
_CHOICE, _OR, _AND, _NOT, _RELATION, _WITH, _RANGE, _SUM, _PRODUCT, _CHAIN, _ATOM = range(11)
_INFIX = {
    "or": ("or", _OR),
    "and": ("and", _AND),
    "+": ("+", _SUM),
    "-": ("-", _SUM),
    "union": ("+", _SUM),
    "minus": ("-", _SUM),
    "shift-cell": ("+", _SUM),
    "*": ("*", _PRODUCT),
    "=": ("=", _RELATION),
    "!=": ("!=", _RELATION),
    "<": ("<", _RELATION),
    "<=": ("<=", _RELATION),
    ">": (">", _RELATION),
    ">=": (">=", _RELATION),
    "in": ("in", _RELATION),
}
# Built-ins of one argument that are asked like an attribute.
_ASKED = frozenset({"size", "top", "side", "near", "far", "cells", "joins", "neighbours", "window"})
_VARS = {"active-player": "the active player", "start-player": "the start player"}


def term_text(term: Term) -> str:
    """The term in the language's spelling, with no more parentheses than it needs.

    >>> term_text(Op("<=", (BuiltIn("size", (ZoneRead("hand", (You(),)),)), Setting("money-limit"))))
    'size of your hand <= money-limit'
    """
    return _term(term)[0]


def type_text(kind: Type) -> str:
    """The type as a declaration writes it.

    >>> type_text(SetType(Num(Const(1), Const(9))))
    'set of 1..9'
    """
    match kind:
        case YesNo():
            return "yes-no"
        case Num(low, high, half):
            return f"{_bound(low)}..{_bound(high)}" + (" by half" if half else "")
        case EnumType(name) | UnionType(name, _) | PieceType(name, _):
            return name
        case PlayerType():
            return "player"
        case PartyType():
            return "party"
        case RegionType(map):
            return f"region of {map}"
        case CellType():
            return "cell"
        case SideType():
            return "side"
        case JoinType():
            return "join"
        case SetType(element, bag):
            return f"{'bag' if bag else 'set'} of {type_text(element)}"
        case ListType(element):
            return f"list of {type_text(element)}"
        case BoardType():
            return "board"
        case OrNone(inner):
            return f"{type_text(inner)} or none"
        case ZoneType():
            return "zone"
        case AnyType():
            return "anything"
        case _:
            assert_never(kind)


def _bound(bound: Term | None) -> str:
    if bound is None:
        return "?"
    text, level = _term(bound)
    return text if level >= _ATOM else f"({text})"


# ---------------------------------------------------------------- terms


def _at_least(term: Term, level: int) -> str:
    text, own = _term(term)
    return text if own >= level else f"({text})"


def _term(term: Term) -> tuple[str, int]:
    """The text, and how tightly it holds together."""
    match term:
        case Const():
            return _number(term), _ATOM
        case Member(name) | Local(name) | Setting(name):
            return name, _ATOM
        case SeatConst(index):
            return "ABCDEF"[index] if index < 6 else f"seat {index + 1}", _ATOM
        case Nothing():
            return "none", _ATOM
        case PieceNamed(_, row):
            return row, _ATOM
        case AllOf(of):
            return type_text(of), _ATOM if not isinstance(of, Num) else _RANGE
        case PlayerCount():
            return "players", _ATOM
        case You():
            return "you", _ATOM
        case ThisArg(procedure):
            return f"this {procedure}", _ATOM
        case VarRead(var, keys):
            return _keyed(_VARS.get(var, var), keys)
        case PiecesAt(name, keys):
            return _keyed(name, tuple(k for k in keys if not isinstance(k, AllOf)))
        case ZoneRead(name, keys):
            return _keyed(name, keys)
        case BoardAt(board, cell):
            return _at(board, cell)
        case RowAt(row, place):
            return _at(row, place)
        case AttachedAt(zone, keys, on):
            return _keyed(zone, (*keys, on))
        case MarksOf(zone, board):
            return _of(zone, board)
        case Attr(attribute, of, total):
            text, _ = _of(attribute, of)
            return ("total " if total else "") + text, _CHAIN
        case TableRead(table, keys):
            return _table(table, keys)
        case Call(rule, args, total):
            if total and len(args) == 1:
                return "total " + _of(rule, args[0])[0], _CHAIN
            return (f"{rule}({', '.join(map(term_text, args))})" if args else rule), _ATOM
        case Op():
            return _op(term)
        case Is(inner, what, _, negated):
            return f"{_at_least(inner, _WITH)} is {'not ' if negated else ''}{what}", _RELATION
        case IfTerm(condition, then, otherwise):
            return f"if {term_text(condition)} then {term_text(then)} else {term_text(otherwise)}", _CHOICE
        case Fold():
            return _fold(term), _ATOM
        case SetOf(items):
            return "{" + ", ".join(map(term_text, items)) + "}", _ATOM
        case RangeSet(low, high):
            return f"{_at_least(low, _SUM)}..{_at_least(high, _SUM)}", _RANGE
        case CellAt(x, y):
            return f"({term_text(x)}, {term_text(y)})", _ATOM
        case WithTile(board, piece, cell):
            return f"{_at_least(board, _WITH)} with {_at_least(piece, _RANGE)} on {_at_least(cell, _RANGE)}", _WITH
        case WithoutTile(board, cell):
            return f"{_at_least(board, _WITH)} without {_at_least(cell, _RANGE)}", _WITH
        case WithMarks(board, _, marks):
            return f"{_at_least(board, _WITH)} with {_at_least(marks, _RANGE)}", _WITH
        case BuiltIn("narrowed", (whole,)):
            return _term(whole)
        case BuiltIn(name, args):
            return _built_in(name, args)
        case _:
            assert_never(term)


def _number(term: Const) -> str:
    if isinstance(term.type, YesNo):
        return "yes" if term.value else "no"
    if isinstance(term.type, Num) and term.type.half:
        whole, odd = divmod(abs(term.value), 2)
        return f"{'-' if term.value < 0 else ''}{whole}{'.5' if odd else ''}"
    return str(term.value)


def _op(term: Op) -> tuple[str, int]:
    if term.op == "not":
        inner = term.args[0]
        if isinstance(inner, Op) and inner.op == "in":
            return f"{_at_least(inner.args[0], _WITH)} not in {_at_least(inner.args[1], _WITH)}", _RELATION
        return f"not {_at_least(inner, _NOT)}", _NOT
    if term.op == "div-down" or term.op == "div-up":
        left, right = term.args
        return f"{_at_least(left, _PRODUCT)} / {_at_least(right, _CHAIN)} rounded {term.op.removeprefix('div-')}", _PRODUCT
    if term.op == "-" and len(term.args) == 1:
        return f"0 - {_at_least(term.args[0], _PRODUCT)}", _SUM
    if term.op == "*" and _is_doubling(term):
        return _term(term.args[0])
    sign, level = _INFIX[term.op]
    first, *rest = term.args
    # Comparisons do not chain; the others group from the left.
    start = level + 1 if level == _RELATION else level
    return f" {sign} ".join([_at_least(first, start), *(_at_least(a, level + 1) for a in rest)]), level


def _is_doubling(term: Op) -> bool:
    """Whether this only puts a whole number in the measure of those that count by halves: nobody wrote that."""
    first, second = term.args
    return _halves(term.type) and not _halves(first.type) and isinstance(second, Const) and second.value == 2


def _halves(kind: Type) -> bool:
    return isinstance(kind, Num) and kind.half


def _fold(fold: Fold) -> str:
    text = f"{fold.var} in {_at_least(fold.domain, _RANGE)}"
    if fold.start is not None:
        text += f" clockwise from {_at_least(fold.start, _CHAIN)}"
    if fold.where is not None:
        text += f" where {term_text(fold.where)}"
    if fold.bodies:
        text += ": " + ", ".join(map(term_text, fold.bodies))
    return f"{fold.word}({text})"


def _built_in(name: str, args: tuple[Term, ...]) -> tuple[str, int]:
    match name, args:
        case ("next-player", (VarRead("active-player"),)):
            return "the next player", _ATOM
        case ("others", (You(),)):
            return "other players", _ATOM
        case ("left-neighbour", (You(),)):
            return "your left-neighbour", _ATOM
        case ("only" | "tiles", (inner,)):  # the one member of a set, the tiles of a board: written as the thing itself
            return _term(inner)
        case ("match-ends", ()):
            return "the match ends", _CHOICE
        case (_, (of,)) if name in _ASKED:
            return _of("cells" if name == "window" else name, of)
        case _:
            return f"{name}({', '.join(map(term_text, args))})", _ATOM


# ---------------------------------------------------------------- chains


def _keyed(name: str, keys: tuple[Term, ...]) -> tuple[str, int]:
    """A thing with keys: the one who owns it stands after `of`, places after `at`."""
    owners = [k for k in keys if _is_party(k)]
    owner = owners[0] if owners else None
    places = [k for k in keys if k is not owner]
    text, level = (name, _ATOM) if owner is None else _of(name, owner, closed=bool(places))
    if not places:
        return text, level
    if len(places) > 1:
        return f"{text} at ({', '.join(map(term_text, places))})", _CHAIN
    return f"{text} at {_key(places[0])}", _CHAIN


def _is_party(term: Term) -> bool:
    if isinstance(term, You | SeatConst):
        return True
    if isinstance(term, BuiltIn) and term.name in ("next-player", "left-neighbour", "only"):
        return term.name != "only" or _is_party_type(getattr(term.args[0].type, "element", term.type))
    return isinstance(term, VarRead) and term.var in _VARS or _is_party_type(term.type)


def _is_party_type(kind: Type) -> bool:
    return isinstance(kind.inner if isinstance(kind, OrNone) else kind, PlayerType | PartyType)


def _of(word: str, of: Term, closed: bool = False) -> tuple[str, int]:
    """`word of x`, or `your word`. `closed`: an `at` follows that must not be taken by a thing inside."""
    if isinstance(of, You):
        return f"your {word}", _ATOM
    text = _at_least(of, _CHAIN)
    return f"{word} of " + (f"({text})" if closed and " at " in text and not text.startswith("(") else text), _CHAIN


def _at(holder: Term, place: Term) -> tuple[str, int]:
    text = _at_least(holder, _CHAIN)
    if " at " in text and not text.startswith("("):
        text = f"({text})"
    return f"{text} at {_key(place)}", _CHAIN


def _key(key: Term) -> str:
    """After `at` stands one word, number, call or cell; anything longer in parentheses."""
    text, level = _term(key)
    return text if level >= _ATOM and " " not in text.split("(")[0] else f"({text})"


def _table(table: str, keys: tuple[Term | None, ...]) -> tuple[str, int]:
    given = [k for k in keys if k is not None]
    if not given:
        return table, _ATOM
    if len(given) == 1:
        return f"{table} at {_key(given[0])}", _CHAIN
    return f"{table} at ({', '.join(map(term_text, given))})", _CHAIN

"""Terms and statements print as an author would have written them."""

from __future__ import annotations

from typing import Any

import pytest

from fuero.rules.nodes import (
    AllOf,
    Ask,
    Attr,
    BoardAt,
    BuiltIn,
    Call,
    CellAt,
    Choice,
    Choose,
    Const,
    EnumType,
    Fold,
    If,
    IfTerm,
    Is,
    Local,
    Member,
    Move,
    Nothing,
    Num,
    Offered,
    Op,
    OrNone,
    PieceType,
    PlayerType,
    RangeSet,
    Repeat,
    Say,
    Score,
    SetOf,
    Setting,
    SetType,
    SetVar,
    Step,
    TableRead,
    ThisArg,
    VarRead,
    WithoutTile,
    WithTile,
    YesNo,
    You,
    ZoneRead,
)
from fuero.rules.text import term_text, type_text
from fuero.rules.text_flow import statement_text

P = Local("p", type=PlayerType())
C, S, X, Y = Local("c"), Local("s"), Local("x"), Local("y")
BOARD = ZoneRead("plan", (P,))
HALF = Num(half=True)


@pytest.mark.parametrize(
    ("term", "text"),
    [
        (Const(3), "3"),
        (Const(1, type=YesNo()), "yes"),
        (Const(3, type=HALF), "1.5"),
        (Const(-1, type=HALF), "-0.5"),
        (Op("*", (BuiltIn("size", (X,), type=Num()), Const(2, type=Num())), type=HALF), "size of x"),
        (ZoneRead("hand", (You(),)), "your hand"),
        (ZoneRead("pawns", (P, S)), "pawns of p at s"),
        (ZoneRead("market", (Op("+", (X, Const(1))),)), "market at (x + 1)"),
        (Attr("cost", ZoneRead("market", (S,))), "cost of market at s"),
        (Attr("cost", Local("pay"), total=True), "total cost of pay"),
        (Attr("colour", BoardAt(BOARD, C)), "colour of plan of p at c"),
        (BoardAt(BOARD, CellAt(Const(0), Const(-1))), "plan of p at (0, -1)"),
        (BoardAt(ZoneRead("plans", (S,)), C), "(plans at s) at c"),
        (
            ZoneRead("pawns", (Attr("owner", ZoneRead("market", (S,)), type=PlayerType()), X)),
            "pawns of (owner of market at s) at x",
        ),
        (TableRead("prizes", (X, ThisArg("scoring"), None)), "prizes at (x, this scoring)"),
        (VarRead("active-player"), "the active player"),
        (VarRead("score", (P,)), "score of p"),
        (BuiltIn("next-player", (VarRead("active-player"),)), "the next player"),
        (BuiltIn("others", (You(),)), "other players"),
        (Op("not", (Op("in", (X, Y)),)), "x not in y"),
        (Op("not", (Op("and", (X, Y)),)), "not (x and y)"),
        (Op("and", (Op("or", (X, Y)), Op("not", (S,)))), "(x or y) and not s"),
        (Op("-", (X, Op("-", (Y, S)))), "x - (y - s)"),
        (Op("-", (Op("-", (X, Y)), S)), "x - y - s"),
        (Op("*", (Op("+", (X, Y)), S)), "(x + y) * s"),
        (Op("div-down", (Op("*", (X, Y)), Const(2))), "x * y / 2 rounded down"),
        (Op("=", (Op("=", (X, Y)), S)), "(x = y) = s"),
        (Is(X, "card", ("card",), True), "x is not card"),
        (IfTerm(X, Y, Nothing()), "if x then y else none"),
        (Op("+", (IfTerm(X, Y, S), Const(1))), "(if x then y else s) + 1"),
        (Fold("count", "t", X, None, Is(Local("t"), "card"), ()), "count(t in x where t is card)"),
        (Fold("fewest", "p", AllOf(PlayerType()), You(), None, (X, Y)), "fewest(p in player clockwise from you: x, y)"),
        (SetOf((Member("red"), X)), "{red, x}"),
        (Op("minus", (X, SetOf((Y,)))), "x - {y}"),
        (RangeSet(Const(1), Op("+", (X, Y))), "1..x + y"),
        (WithTile(WithoutTile(BOARD, C), X, S), "plan of p without c with x on s"),
        (BuiltIn("connected", (Local("g"), X, Member("open"))), "connected(g, x, open)"),
        (Call("worth", (X,), total=True), "total worth of x"),
    ],
)
def test_terms(term: Any, text: str) -> None:
    assert term_text(term) == text


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (Num(Const(0), Setting("limit"), True), "0..limit by half"),
        (Num(Const(1), Op("+", (X, Y))), "1..(x + y)"),
        (SetType(OrNone(EnumType("colour")), bag=True), "bag of colour or none"),
        (PieceType("money", ("coin", "note")), "money"),
    ],
)
def test_types(kind: Any, text: str) -> None:
    assert type_text(kind) == text


CARDS = Choice("pay", SetType(PieceType("card", ("card",))), "subset", ZoneRead("hand", (You(),)), Const(1), None)


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        (Move(Const(2), ZoneRead("a"), ZoneRead("b")), "move 2 from a to b"),
        (Score(Const(1), P, "first"), 'score 1 for p "first"'),
        (Repeat(Const(9), True, X, (Say("on"),)), 'repeat at most 9 until x\n  say "on"'),
        (
            If(X, (Say("a"),), (If(Y, (Say("b"),), (Say("c"),)),)),
            'if x\n  say "a"\notherwise if y\n  say "b"\notherwise\n  say "c"',
        ),
        (
            Choose("n", (CARDS,), X, P, False, Const(4), True, (Step("n.pay", "", ()),), (Say("no"),), False),
            'choose up to 4 times pay : some of your hand where x by p\n  step pay\notherwise\n  say "no"',
        ),
        (
            Ask("n", You(), "What?", (Offered("take", ()), Offered("build", (X,), Y)), (), False),
            'ask you "What?"\n  offer take\n  offer build(x) when y',
        ),
        (SetVar(VarRead("start-player"), P), "set the start player to p"),
    ],
)
def test_statements(statement: Any, text: str) -> None:
    assert statement_text(statement) == text


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [(1, None, "some"), (0, None, "any"), (0, 3, "up to 3"), (2, 2, "exactly 2")],
)
def test_how_many(low: int, high: int | None, said: str) -> None:
    many = Choice("x", SetType(YesNo()), "subset", Y, Const(low), None if high is None else Const(high))
    assert f"x : {said} of y" in statement_text(Choose("n", (many,), None, None, True, None, False, (), (), False))

"""A small ruleset made by hand, with one of nearly everything, and rulesets drawn at random from the annotations of the form."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from fuero.messages.diagnostic import NOWHERE, Span
from fuero.rules.nodes import (
    Action,
    Ask,
    Attribute,
    Bound,
    BuiltIn,
    Call,
    Choice,
    Cite,
    Const,
    Display,
    DisplayPart,
    End,
    Enum,
    Fold,
    Function,
    If,
    Local,
    Majority,
    Move,
    Num,
    Number,
    Offered,
    Op,
    Option,
    Origin,
    Overlay,
    Param,
    Part,
    Parts,
    Perform,
    Piece,
    PieceRow,
    PieceSet,
    PieceType,
    PlayerType,
    Procedure,
    RangeSet,
    Require,
    Rulebook,
    Ruleset,
    Say,
    Score,
    Setting,
    SetType,
    SetVar,
    Step,
    Table,
    TableRead,
    TrailEntry,
    Var,
    VarRead,
    YesNo,
    You,
    Zone,
    ZoneRead,
)
from fuero.rules.shapes import MISSING, Either, Fixed, Flag, Many, Nil, Node, Shape, Stretch, Text, Whole, Words, fields_of

BOOK = Cite("printed", "moves")
CARD = PieceType("card", ("card",))
P = Local("p", type=PlayerType())


def at(line: int, file: str = "tiny.fuero") -> Span:
    return Span(file, line, 1, line, 20)


def said(line: int, *cites: Cite, overlay: str = "", trail: tuple[TrailEntry, ...] = ()) -> Origin:
    return Origin(overlay, cites, trail, at(line, f"{overlay}.fuero" if overlay else "tiny.fuero"))


def tiny() -> Ruleset:
    """A game in which cards are taken, with a condition of two parts, a majority with a table, and a step inside a step."""
    hand = ZoneRead("hand", (You(),))
    play = Step(
        "play.act",
        "act",
        (
            Ask("play.act", You(), "Choose", (Offered("take", (), span=at(60)),), (Say("Nothing to do."),), False),
            Step("play.act.after", "", (SetVar(VarRead("rounds"), Op("+", (VarRead("rounds"), Const(1)))),), origin=said(61)),
        ),
        origin=said(59, BOOK),
    )
    return Ruleset(
        name="tiny",
        title="Tiny",
        overlays=(),
        players=(2, 4),
        cap=500,
        neutral="",
        neutral_title="",
        neutral_when=None,
        rulebooks=(Rulebook("printed", "The rules", "en", (("moves", ""),), origin=said(2)),),
        options=(Option("short", "A short game", YesNo(), Const(0, type=YesNo()), origin=said(5)),),
        numbers=(Number("limit", Const(5), origin=said(6, BOOK)), Number("start", Const(3), origin=said(7, BOOK))),
        enums=(Enum("colour", ("red", "green", "blue"), origin=said(8)),),
        kinds=(),
        maps=(),
        pieces=(Piece("card", (Attribute("value", Num(Const(1), Const(9))),), origin=said(10)),),
        piece_sets=(PieceSet("card", (PieceRow("one", (1,)), PieceRow("two", (2,), 3)), origin=said(12)),),
        zones=(
            Zone("deck", "deck", None, CARD, "", (), "hidden", origin=said(20)),
            Zone("hand", "pile", None, CARD, "", (PlayerType(),), "owner size open", owner_key=0, origin=said(21)),
        ),
        vars=(Var("rounds", Num(Const(0), Const(99)), (), Const(0), "open", origin=said(22)),),
        tables=(
            Table(
                "prizes",
                (Num(Const(1), Const(2)), Num(Const(1), Const(2))),
                (("scoring 1", "scoring 2"), ("1st", "2nd")),
                (((0, 0), 6), ((0, 1), 2), ((1, 0), 8), ((1, 1), 4)),
                origin=said(25, BOOK),
            ),
        ),
        functions=(
            Function("worth", (Param("c", CARD),), Num(Const(0), Const(9)), Const(1), origin=said(30)),
            Function("ending", (), YesNo(), Op("=", (VarRead("rounds"), Const(9))), origin=said(31)),
        ),
        parts=(
            Parts(
                "sound",
                "all",
                (Param("p", PlayerType()),),
                YesNo(),
                "",
                (
                    Part(
                        "sound.few",
                        "few cards",
                        Op("<=", (BuiltIn("size", (ZoneRead("hand", (P,)),)), Setting("limit"))),
                        origin=said(41),
                    ),
                    Part(
                        "sound.no-pair",
                        "no two alike",
                        Op("not", (Call("pair", (ZoneRead("hand", (P,)),)),)),
                        origin=said(43),
                    ),
                ),
                origin=said(40, Cite("printed", "hands")),
            ),
        ),
        cases=(),
        actions=(
            Action(
                "take",
                (),
                "Take cards",
                (
                    Choice("cards", SetType(CARD), "subset", ZoneRead("deck"), Const(1), None, span=at(46)),
                    Require("take.sound", "the hand stays sound", Call("sound", (You(),)), origin=said(47)),
                ),
                (Move(Local("cards"), None, hand), If(Setting("short"), (Score(Const(1), You(), "short"),))),
                origin=said(45, BOOK),
            ),
        ),
        procedures=(Procedure("play", (), (play,), origin=said(58)),),
        setup=Procedure("setup", (), (), origin=said(70)),
        end=End((Call("ending", ()),), (Perform("majority", "most-cards", (), None),), "most points", "shared", origin=said(75)),
        windows=(),
        majorities=(
            Majority(
                "most-cards",
                (),
                None,
                Bound("p", PlayerType(), Fold("those", "q", RangeSet(Const(1), Const(2)), None, None, ())),
                BuiltIn("size", (ZoneRead("hand", (P,)),)),
                Const(1),
                TableRead("prizes", (Const(1), None)),
                None,
                ("share rounded down",),
                (),
                origin=said(80, Cite("printed", "scoring")),
            ),
        ),
        points=(),
        upons=(),
        displays=(
            Display("hand", "Hand", "cards", "c", 0, 0, (DisplayPart("text", (Call("worth", (Local("c"),)),)),), origin=said(90)),
        ),
    )


def with_house_rule(base: Ruleset) -> Ruleset:
    """`drop sound.no-pair` by a variant, as the binder leaves it."""
    parts = base.parts[0]
    entry = TrailEntry("pairs", "drop", "not pair(hand of p)", (Cite("house"),), at(2, "pairs.fuero"))
    changed = replace(parts, parts=parts.parts[:1], origin=replace(parts.origin, trail=(entry,)))
    return replace(base, overlays=(Overlay("pairs", "variant", "Pairs allowed"),), parts=(changed,))


# ---------------------------------------------------------------- at random

_WORD = st.text('abc-é"\n', max_size=4)


@st.composite
def nodes_of(draw: Any, cls: type, depth: int) -> Any:
    """A node of this class; below `depth` 0 whatever may be empty or usual is."""
    given = {}
    for field in fields_of(cls):
        if field.default is not MISSING and (depth <= 0 or draw(st.booleans())):
            continue
        given[field.name] = draw(_values(field.shape, depth - 1))
    if cls is Op:  # the one node whose list has a length of its own
        count = 1 if given["op"] == "not" else 2
        given["args"] = (*given["args"], Local("a"), Local("b"))[:count]
    return cls(**given)


def _values(shape: Shape, depth: int) -> st.SearchStrategy[Any]:
    match shape:
        case Text():
            return _WORD
        case Whole():
            return st.integers(-3, 3)
        case Flag():
            return st.booleans()
        case Nil():
            return st.none()
        case Words(words):
            return st.sampled_from(words)
        case Stretch():
            return st.just(NOWHERE) | st.builds(Span, st.sampled_from(["a.fuero", "c:/b:1.fuero"]), *[st.integers(1, 9)] * 4)
        case Many(item):
            return st.just(()) if depth <= 0 else st.lists(_values(item, depth), max_size=2).map(tuple)
        case Fixed(items):
            return st.tuples(*(_values(i, depth) for i in items))
        case Either(options):
            plain = [o for o in options if not isinstance(o, Node)]
            return st.one_of([_values(o, depth) for o in (plain if depth <= 0 and plain else options)])
        case Node(classes):
            simple = [c for c in classes if all(f.default is not MISSING or not _holds(f.shape) for f in fields_of(c))]
            return st.sampled_from(simple if depth <= 0 and simple else classes).flatmap(lambda c: nodes_of(c, depth - 1))


def _holds(shape: Shape) -> bool:
    return isinstance(shape, Node) or isinstance(shape, Fixed) and any(map(_holds, shape.items))


def field_of(cls: type, name: str, depth: int) -> st.SearchStrategy[Any]:
    """A value for one field of a class."""
    return _values(next(f.shape for f in fields_of(cls) if f.name == name), depth)


def rulesets() -> st.SearchStrategy[Ruleset]:
    return nodes_of(Ruleset, 6)

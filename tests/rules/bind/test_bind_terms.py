"""Terms: chains, types, narrowing, arithmetic, folds."""

from __future__ import annotations

import pytest
from binding import fair, faults, found, term, term_faults

from fuero.rules import nodes as r
from fuero.rules.bind import bounds
from fuero.rules.bind.walk import walk
from fuero.rules.text import term_text

COIN = r.PieceType("coin", ("coin",))


def test_the_fair_is_sound() -> None:
    rules = fair()
    assert rules.players == (2, 4)
    assert [p.name for p in rules.procedures] == ["play", "round"]


@pytest.mark.parametrize(
    ("text", "params", "shape"),
    [
        ("purse of p", "p: player", r.ZoneRead),
        ("stall at b", "b: colour", r.ZoneRead),
        ("worth of stall at b", "b: colour", r.Call),
        ("worth of line at 2", "", r.Call),
        ("line at 2", "", r.RowAt),
        ("ground of p at (1, -1)", "p: player", r.BoardAt),
        ("ground of p at c", "p: player, c: cell", r.BoardAt),
        ("g at c", "g: board, c: cell", r.BoardAt),
        ("guest of p at c", "p: player, c: cell", r.AttachedAt),
        ("guest of p", "p: player", r.ZoneRead),
        ("fence of g", "g: board", r.MarksOf),
        ("fence of p", "p: player", r.ZoneRead),
        ("prizes at (b, round 2)", "b: colour", r.TableRead),
        ("total worth of purse of p", "p: player", r.Call),
        ("total value of purse of p", "p: player", r.Attr),
        ("value of c", "c: coin", r.Attr),
        ("score of p", "p: party", r.VarRead),
        ("size of purse of p", "p: player", r.BuiltIn),
        ("guess of p", "p: player", r.VarRead),
        ("coin", "", r.PiecesAt),
        ("goods", "", r.AllOf),
        ("colour", "", r.AllOf),
        ("bowler", "", r.PieceNamed),
        ("red-3", "", r.PieceNamed),
        ("this round", "", r.ThisArg),
        ("the next player", "", r.BuiltIn),
        ("limit", "", r.Setting),
        ("g without c", "g: board, c: cell", r.WithoutTile),
        ("g with t on c", "g: board, t: booth, c: cell", r.WithTile),
        ("g with joins of g", "g: board", r.WithMarks),
        ("c + north", "c: cell", r.Op),
        ("top of coins", "", r.BuiltIn),
    ],
)
def test_shapes(text: str, params: str, shape: type) -> None:
    assert isinstance(term(text, params), shape)


@pytest.mark.parametrize(
    ("text", "params", "kind"),
    [
        ("top of coins", "", r.OrNone(COIN)),
        ("those(c in heap where c is coin)", "", r.SetType(COIN)),
        ("those(c in heap: c is coin)", "", r.SetType(COIN)),
        ("most(p in player: size of purse of p)", "", r.SetType(r.PlayerType())),
        ("prizes at (b, round 2)", "b: colour", r.ListType(bounds.number_type((1, 9)))),
        ("prizes at (red, round 2, 2nd)", "", bounds.number_type((1, 9))),
        ("cells of g", "g: board", r.SetType(r.CellType())),
        ("{red}", "", r.SetType(r.EnumType("colour"))),
        ("3 + 4 * 2", "", bounds.number_type((11, 11))),
        ("players * 2", "", bounds.number_type((4, 8))),
        ("if start > 3 then start else 50", "", bounds.number_type((1, 50))),
        ("limit - start", "", bounds.number_type((-35, 4))),
        ("half", "", r.Num(half=True)),
    ],
)
def test_types(text: str, params: str, kind: r.Type) -> None:
    assert term(text, params).type == kind


def test_keys_of_a_table_go_to_the_headings_of_their_kind() -> None:
    read = term("prizes at (2nd, blue, round 2)")
    assert isinstance(read, r.TableRead)
    assert [type(k) for k in read.keys] == [r.Member, r.Const, r.Const]
    assert [k.value for k in read.keys if isinstance(k, r.Const)] == [2, 2]


def test_an_open_level_is_none() -> None:
    read = term("prizes at (red, this round)")
    assert isinstance(read, r.TableRead)
    assert read.keys[2] is None


@pytest.mark.parametrize(
    ("text", "params"),
    [
        ("c is coin and value of c > 3", "c: goods"),
        ("c is not coin or value of c > 3", "c: goods"),
        ("not (c is hat) and value of c > 3", "c: goods"),
        ("if c is coin then value of c else size-of-head of c", "c: goods"),
        ("every(c in heap where c is coin: value of c > 2)", ""),
        ("g at c is booth and north in doors of g at c", "g: board, c: cell"),
        ("p is player and size of purse of p > 2", "p: party"),
        ("every(c in s: c is coin) and total value of s > 2", "s: set of goods"),
        ("c = bowler and size-of-head of c > 2", "c: goods"),
    ],
)
def test_is_narrows_what_follows(text: str, params: str) -> None:
    term(text, params)


@pytest.mark.parametrize(
    ("text", "params", "code"),
    [
        ("value of c", "c: goods", "not-shared"),
        ("c is coin or value of c > 3", "c: goods", "wrong-type"),
        ("if c is coin then 1 else value of c", "c: goods", "wrong-type"),
        ("price of c", "c: goods", "unknown-name"),
        ("purse of p at c", "p: player, c: cell", "no-places"),
        ("stall of p", "p: player", "whose"),
        ("purse", "", "whose"),
        ("stall", "", "which-one"),
        ("your purse", "", "nobody-here"),
        ("you", "", "nobody-here"),
        ("other players", "", "nobody-here"),
        ("red = 3", "", "wrong-type"),
        ("red + 3", "", "wrong-type"),
        ("p = 3", "p: player", "wrong-type"),
        ("red > blue", "", "wrong-type"),
        ("3 in seen", "", "wrong-type"),
        ("3 is empty", "", "wrong-type"),
        ("c is booth", "c: goods", "wrong-type"),
        ("worth(c, c)", "c: coin", "wrong-count"),
        ("worth(b)", "b: booth", "wrong-type"),
        ("opposite(3)", "", "wrong-type"),
        ("line(1, 2)", "", "wrong-count"),
        ("value of purse of p", "p: player", "wrong-type"),
        ("total colour of purse of p", "p: player", "wrong-type"),
        ("prizes at (green, round 2)", "", "unknown-name"),
        ("prizes at 1st", "", "which-one"),
        ("{red, 3}", "", "wrong-type"),
        ("lowest(p in player)", "", "missing-part"),
        ("count(p in 3)", "", "wrong-type"),
        ("A", "", "wrong-type"),
        ("the last player", "", "one-of-these"),
        ("this play", "", "wrong-type"),
        ("worth(stall at red) / 0 rounded up", "", "out-of-range"),
        ("connected(g, booth, worth)", "g: board", "wrong-type"),
        ("round(3)", "", "wrong-type"),
        ("(purse of p) at c", "p: player, c: cell", "no-places"),
    ],
)
def test_faults(text: str, params: str, code: str) -> None:
    assert term_faults(text, params) == [code]


def test_two_things_with_places_ask_for_parentheses() -> None:
    [fault] = found(
        "zone per-cell : pile of coin per player per colour, open\nfunction f(c: cell) = size of per-cell "
        "of owner of ground of p at c\n"
    )
    assert fault.code == "no-places"
    assert "parentheses" in fault.hint


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("size of heep", 'There is no "heep" here. Did you mean "heap" (a zone, file-0.fuero, line 32)?', ""),
        ("limit-start", 'There is no "limit-start" here.', "to subtract, put blanks around the sign: limit - start"),
    ],
)
def test_unknown_names(text: str, message: str, hint: str) -> None:
    [fault] = found(f"function tried = {text}\n")
    assert (fault.code, fault.message, fault.hint) == ("unknown-name", message, hint)


def test_a_name_of_a_module_that_is_off() -> None:
    [fault] = found("function tried = size of balloons\n", off={"balloons": "sky"})
    assert fault.message == '"balloons" belongs to the module "sky", which this ruleset does not use.'
    assert fault.hint == "add: uses module sky"


def test_one_mistake_is_one_finding() -> None:
    assert term_faults("worth of heep + 3 * heep + value of heep") == ["unknown-name"] * 3
    assert term_faults("(size of heep) + 1 > 3 and (size of heep) in {1, 2}") == ["unknown-name"] * 2


# ---------------------------------------------------------------- halves


def test_halves_are_stored_doubled() -> None:
    rules = fair()
    tally = next(p for p in rules.parts if p.name == "tally")
    assert isinstance(tally.type, r.Num)
    assert tally.type.half
    assert isinstance(tally.type.high, r.Const)
    assert tally.type.high.value == 120
    best = rules.majorities[0]
    assert isinstance(best.minimum, r.Const)
    assert best.minimum.value == 2


def test_a_whole_number_beside_a_half() -> None:
    compared = term("tally(p, red) > 3", "p: party")
    assert isinstance(compared, r.Op)
    assert isinstance(compared.args[1], r.Const)
    assert compared.args[1].value == 6


def test_half_points_are_refused() -> None:
    assert faults("procedure q\n  for each p in player\n    score tally(p, red) for p\n") == ["wrong-type"]


def test_a_division_rounds_to_the_grain_that_is_wanted() -> None:
    rules = fair("function share(n: 0..9) : 0..9 by half = n / 2 rounded down\n")
    share = next(f for f in rules.functions if f.name == "share")
    assert term_text(share.value) != ""
    assert isinstance(share.value, r.Op)
    assert share.value.op == "div-down"
    assert isinstance(share.value.args[0], r.Op)
    assert share.value.args[0].op == "*"


# ---------------------------------------------------------------- conversions


def test_a_set_of_one_is_its_only_member_where_one_is_wanted() -> None:
    read = term("size of purse of most(p in player: size of purse of p)")
    inner = [n for n in walk(read) if isinstance(n, r.BuiltIn) and n.name == "only"]
    assert len(inner) == 1


def test_a_board_is_its_tiles_where_a_set_is_wanted() -> None:
    read = term("count(t in ground of p: north in doors of t)", "p: player")
    assert any(isinstance(n, r.BuiltIn) and n.name == "tiles" for n in walk(read))


def test_cells_mean_every_cell_in_a_field_and_the_occupied_ones_elsewhere() -> None:
    rules = fair(
        "action look\n  choose c : one of cells of your ground\n"
        "  require there\n    any(x in cells of your ground: x = c)\n  effect\n    finish\n"
    )
    look = next(a for a in rules.actions if a.name == "look")
    names = [n.name for n in walk(look.parts) if isinstance(n, r.BuiltIn)]
    assert names == ["window", "cells"]


def test_numbers_out_of_range() -> None:
    assert faults("procedure q\n  set turns to 12\n") == ["out-of-range"]
    assert faults("procedure q\n  perform round(20)\n") == ["out-of-range"]
    assert faults("procedure q\n  set turns to turns + 1\n") == []


def test_a_game_that_is_typed_has_no_unknown_types() -> None:
    rules = fair()
    for node in walk((rules.functions, rules.parts, rules.actions, rules.procedures, rules.setup)):
        if isinstance(node, r.Typed) and not isinstance(node, r.Member):
            assert node.type != r.AnyType(), node

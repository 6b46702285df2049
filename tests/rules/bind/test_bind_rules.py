"""Declarations and statements: what they become, and what is refused."""

from __future__ import annotations

import pytest
from binding import FAIR, fair, faults, found

from fuero.rules import nodes as r
from fuero.rules.bind.walk import walk

RULE = "condition tried(p: player)\n  require this-one\n    {}\n"


def body(statements: str) -> str:
    return "procedure tried\n" + "".join(f"  {line}\n" for line in statements.splitlines())


def named(things: tuple[object, ...], name: str) -> object:
    return next(x for x in things if getattr(x, "name", "") == name)


# ---------------------------------------------------------------- what things become


def test_a_where_of_fields_is_a_clause() -> None:
    rules = fair('action swap\n  choose a : one of heap, b : one of heap where a != b\n  effect\n    say "x"\n')
    swap = named(rules.actions, "swap")
    assert isinstance(swap, r.Action)
    assert [type(p) for p in swap.parts] == [r.Choice, r.Choice, r.Require]
    clause = swap.parts[2]
    assert isinstance(clause, r.Require)
    assert (clause.path, clause.label) == ("swap.where", "a != b")


@pytest.mark.parametrize(
    ("written", "many", "low", "high"),
    [
        ("one of heap", "one", None, None),
        ("colour", "one", None, None),
        ("some of heap", "subset", 1, None),
        ("any of heap", "subset", 0, None),
        ("up to 3 of heap", "subset", 0, 3),
        ("exactly 2 of heap", "subset", 2, 2),
        ("all of heap", "all", None, None),
        ("1..5", "one", None, None),
    ],
)
def test_how_many(written: str, many: str, low: int | None, high: int | None) -> None:
    rules = fair(f"action tried\n  choose x : {written}\n  effect\n    finish\n")
    [choice] = [p for p in named(rules.actions, "tried").parts if isinstance(p, r.Choice)]  # type: ignore[attr-defined]
    assert choice.many == many
    assert [None if b is None else b.value for b in (choice.low, choice.high)] == [low, high]


def test_steps_and_questions_have_paths() -> None:
    rules = fair(
        body(
            'ask the active player "a"\n  offer pay\nask the active player "b"\n  offer pay\nstep deep\n  '
            "choose x : one of heap\n    finish"
        )
    )
    names = [n.name for n in walk(named(rules.procedures, "tried")) if isinstance(n, r.Ask | r.Choose)]
    assert names == ["tried", "tried#2", "tried.deep"]
    paths = [n.path for n in walk((rules.actions, rules.procedures)) if isinstance(n, r.Step)]
    assert paths == ["take.keep", "round.act", "round.tally", "tried.deep"]


def test_marks() -> None:
    rules = fair(
        body(
            "for each p in player\n  set fence of p to joins of ground of p\n  for each j in joins of "
            "ground of p\n    set fence of p at j to no"
        )
    )
    marks = [n for n in walk(named(rules.procedures, "tried")) if isinstance(n, r.Mark)]
    assert [m.at is None for m in marks] == [True, False]
    assert all(isinstance(m.zone, r.ZoneRead) for m in marks)


def test_marks_of_a_board_value_in_a_term() -> None:
    rules = fair("ways gap(g: board, a: cell, s: side)\n  way fenced\n    join(a, s) in fence of g\n")
    term = named(rules.parts, "gap").parts[0].term  # type: ignore[attr-defined]
    assert isinstance(term, r.Op)
    assert isinstance(term.args[1], r.MarksOf)


def test_a_zone_promises_of_itself() -> None:
    rules = fair("zone yard : board 16 of booth per player, open\n  always size of tiles(yard) < 4\n")
    yard = named(rules.zones, "yard")
    assert isinstance(yard, r.Zone)
    [promise] = yard.always
    [read] = [n for n in walk(promise) if isinstance(n, r.ZoneRead)]
    assert read.keys == (r.Local("key-1", type=r.PlayerType()),)


def test_the_start_player_and_the_next() -> None:
    rules = fair(body("set the start player to the next player\nset the active player to the start player"))
    sets = [n for n in walk(named(rules.procedures, "tried")) if isinstance(n, r.SetVar)]
    assert [s.target.var for s in sets] == ["start-player", "active-player"]


def test_points_in_every_and_in_one_scoring() -> None:
    rules = fair(
        'points a "A"\n  scored in every round\n  for each p in player\n  pays 2\n'
        'points b "B"\n  scored in round 3\n  for each p in player\n  when your-red(p)\n  pays 1\n'
        "function your-red(p: player) : yes-no = tally(p, red) > 1\n"
    )
    assert [(p.after, p.only) for p in rules.points] == [("round", None), ("round", r.Const(3, type=r.Num()))]


def test_a_function_that_says_where() -> None:
    rules = fair(
        "function spent(c: goods) = heap\nfunction kept(c: goods) : zone = if c is coin then coins else heap\n"
        + body("for each c in heap\n  move c to spent(c)\n  move c to kept(c)")
    )
    assert all(named(rules.functions, n).type == r.ZoneType() for n in ("spent", "kept"))  # type: ignore[attr-defined]


def test_upon_names_keys_and_cell() -> None:
    rules = fair(
        "",
        'module trade for fair "Trade"\nupon t : booth enters ground of p at c as arrives\n  for each h '
        "in guest of p at c\n    move h to heap\n",
    )
    [upon] = rules.upons
    assert upon.name == "trade/arrives"
    assert upon.binds == (r.Param("p", r.PlayerType()),)
    assert upon.cell == r.Param("c", r.CellType())


def test_displays_speak_only_of_what_is_there() -> None:
    rules = fair('display heap "Heap" as cards of c\n  text value of c, size-of-head of c\ndisplay score as track 0..60\n')
    assert [(d.name, d.shape, d.low, d.high) for d in rules.displays] == [("heap", "cards", 0, 0), ("score", "track", 0, 60)]


TOLD = 'cases told(n: 0..9)\n  case some-such "so it is" when n >= 0\n    finish\ndisplay heap "Heap" as cards of c\n  {}\n'


def test_a_text_may_be_the_sentence_of_the_case_that_applies() -> None:
    [drawn] = fair(TOLD.format("text told(value of c)")).displays
    [term] = drawn.parts[0].terms
    assert isinstance(term, r.Call) and term.rule == "told" and len(term.args) == 1


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("text told(2, 2)", "wrong-count"),
        ("text told(player)", "wrong-type"),
        ("text tolt(2)", "unknown-name"),
        ("colour told(2)", "wrong-type"),
    ],
)
def test_where_the_sentence_of_a_case_cannot_stand(line: str, code: str) -> None:
    assert set(faults(TOLD.format(line))) == {code}


# ---------------------------------------------------------------- who sees


def asked(rules: r.Ruleset, name: str) -> bool:
    return next(n.private for n in walk((rules.procedures, rules.actions)) if isinstance(n, r.Ask | r.Choose) and n.name == name)


@pytest.mark.parametrize(
    ("text", "private"),
    [
        ("choose x : one of heap by p", False),
        ("choose x : one of purse of p by p", True),
        ("choose x : one of wealth(p) by p", True),
        ("choose x : one of heap where guess of p is filled by p", True),
        ("choose x : one of heap where size of purse of p > 2 by p", False),
        ("choose x : one of purse of p by chance", False),
    ],
)
def test_what_hangs_on_something_hidden_is_private(text: str, private: bool) -> None:
    rules = fair(f"procedure tried\n  for each p in player\n    {text}\n      finish\n")
    assert asked(rules, "tried") == private


def test_a_menu_is_private_by_its_actions() -> None:
    assert asked(fair(), "round.act")
    rules = fair('procedure tried\n  ask the active player "?"\n    offer take\n')
    assert not asked(rules, "tried")


def test_a_let_carries_what_is_hidden() -> None:
    rules = fair(
        "procedure tried\n  for each p in player\n    let mine = purse of p\n    choose x : one of mine by p\n      finish\n"
    )
    assert asked(rules, "tried")


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("more", "code"),
    [
        (body("for each p in player\n  move booth to purse of p"), "does-not-belong"),
        (body("draw 1 from coins to ground"), "whose"),
        (body("move 1 to heap"), "missing-part"),
        (body("move red to heap"), "wrong-type"),
        (body("move heap to 3"), "wrong-type"),
        (body("set heap to {}"), "wrong-type"),
        (body("set turns to red"), "wrong-type"),
        (body("set score of the active player to 3"), "wrong-type"),
        (body("score 3 for red"), "wrong-type"),
        (body("perform nothing"), "unknown-name"),
        (body("perform worth(red-3)"), "wrong-type"),
        (body("perform round"), "wrong-count"),
        (body("open round"), "wrong-type"),
        (body("leave somewhere"), "unknown-name"),
        (body('ask you "?"\n  offer fly'), "unknown-name"),
        (body('ask you "?"\n  offer take(3)'), "wrong-count"),
        (body("let turns = 3"), "name-taken"),
        (body("let a = 3\nlet a = 4"), "name-taken"),
        (body("for each x in 3\n  finish"), "wrong-type"),
        (body("for each x in colour clockwise from the active player\n  finish"), "wrong-type"),
        (body("choose x : one of fewest(p in player: size of purse of p)\n  finish"), "which-one"),
        (body("repeat until turns = 9\n  set turns to turns + 1"), "endless"),
        ("function a(n: 1..9) : 1..9 = b(n)\nfunction b(n: 1..9) : 1..9 = a(n)\n", "calls-itself"),
        ("function a(n: 1..9) = b(n)\nfunction b(n: 1..9) = a(n)\n", "calls-itself"),
        ("procedure a\n  perform b\nprocedure b\n  perform a\n", "calls-itself"),
        ('action a\n  effect\n    ask you "?"\n      offer a\n', "calls-itself"),
        ("kind a = b\nkind b = a\n", "calls-itself"),
        ("number nn = 3 @printed/nowhere\n", "unknown-source"),
        ("number nn = 3 @unprinted/turn\n", "unknown-source"),
        ("zone z : heap of coin, open\n", "one-of-these"),
        ("zone z : pile of colour, open\n", "wrong-type"),
        ("zone z : pile of coin\n", "missing-part"),
        ("zone z : pile of coin, visible\n", "one-of-these"),
        ("zone z : row of coin, open\n", "missing-part"),
        ("var v : colours, open\n", "unknown-name"),
        ("var v : 0..9 = 12, open\n", "out-of-range"),
        ("var v : 9..0 = 3, open\n", "out-of-range"),
        ("var v : colour = none, open\n", "wrong-type"),
        ("var v : 0..9 = 0, open, forgotten each heap\n", "unknown-name"),
        ("kind k = coin, colour\n", "wrong-type"),
        ("kind k = coins, hat\n", "unknown-name"),
        (
            "majority m\n  among p in player\n  counting size of purse of p\n  pays prizes at (red, round 2)\n  ties slip\n",
            "one-of-these",
        ),
        ("majority m\n  among p in colour\n  counting 1\n  pays prizes at (red, round 2)\n", "wrong-type"),
        ("majority m\n  among p in player\n  pays prizes at (red, round 2)\n", "missing-part"),
        ("majority m\n  among p in player\n  counting 1\n  pays seen\n", "wrong-type"),
        ("points x\n  scored in every lap\n  pays 1\n", "unknown-name"),
        ("points x\n  scored in play 3\n  pays 1\n", "wrong-type"),
        ("window w\n  asks p in player\n  offers take\n  closes never\n", "one-of-these"),
        ("display heap as heap of c\n", "one-of-these"),
        ("cases shown(c: goods)\n  case coin when c is coin\n    finish\n", "case-missing"),
        ('option o "O" 1..3, usually 7\n', "out-of-range"),
        ('option o "O" mood, usually red\n', "wrong-type"),
        ('option o "O" yes-no, usually no\n  only with option p\n', "unknown-name"),
        (RULE.format("worth(3)"), "wrong-type"),
        (RULE.format("limit"), "wrong-type"),
    ],
)
def test_faults(more: str, code: str) -> None:
    assert set(faults(more)) == {code}


def test_nobody_decides_in_a_setup_unless_asked() -> None:
    def start(text: str) -> str:
        return FAIR.replace("  shuffle coins\n", "  shuffle coins\n" + text)

    assert faults("", base=start("  move coins to your purse\n")) == ["nobody-here"]
    assert faults("", base=start("  choose c : one of coins\n    finish\n")) == ["nobody-here"]
    assert faults("", base=start("  for each p in player\n    choose c : one of your purse by p\n      finish\n")) == []
    assert faults("", base=start('  for each p in player\n    ask p "?"\n      offer take\n')) == []


@pytest.mark.parametrize(
    ("line", "instead", "code"),
    [
        ("players 2..4\n", "", "missing-part"),
        ("procedure play\n", "procedure game\n", "missing-part"),
        ("  winner   most points\n", "  winner   best looks\n", "one-of-these"),
        ("  ties     shared\n", "  ties     slide\n", "one-of-these"),
        ("pieces chip = 9\n", "pieces ship = 9\n", "unknown-name"),
    ],
)
def test_the_frame(line: str, instead: str, code: str) -> None:
    base = FAIR.replace("neutral crow", "# neutral crow") if "players" in line else FAIR
    assert code in faults("", base=base.replace(line, instead))


def test_no_setup_and_no_end() -> None:
    cut = FAIR.index("setup\n")
    assert faults("", base=FAIR[:cut]) == ["missing-part", "missing-part"]


def test_a_piece_of_a_case_that_is_forgotten_is_named() -> None:
    [fault] = found("cases shown(c: hat)\n  case first when c = bowler\n    finish\n")
    assert fault.message == '"shown" has no case for: top.'
    assert not found("cases shown(c: hat)\n  case a when c = bowler\n    finish\n  case b when c = top\n    finish\n")


def test_a_ring_is_reported_once_with_its_path() -> None:
    [fault] = found("procedure a\n  perform b\nprocedure b\n  perform c\nprocedure c\n  perform a\n")
    assert "a > b > c > a" in fault.message


# ---------------------------------------------------------------- overlays


def test_names_of_an_overlay_are_its_own() -> None:
    rules = fair(
        "",
        'module sky for fair "Sky"\npiece kite\n  colour : colour\npieces kite = 1 of each colour\nzone '
        "kites : pile of kite, open\nextend goods with kite\n",
    )
    assert {z.name for z in rules.zones if "/" in z.name} == {"sky/kites"}
    heap = named(rules.zones, "heap")
    assert heap.piece == r.PieceType("goods", ("coin", "hat", "sky/kite"))  # type: ignore[attr-defined]
    assert [o.name for o in rules.overlays] == ["sky"]


def test_two_overlays_may_use_one_name() -> None:
    rules = fair(
        "",
        'module a for fair "A"\nnumber wind = 1\nfunction gust = wind\n',
        'module b for fair "B"\nnumber wind = 2\nfunction gust = wind\n',
    )
    gusts = {f.name: f.value for f in rules.functions if f.name.endswith("gust")}
    assert {name: value.name for name, value in gusts.items()} == {"a/gust": "a/wind", "b/gust": "b/wind"}  # type: ignore[union-attr]


def test_a_module_does_not_see_what_it_does_not_need() -> None:
    codes = faults("", 'module a for fair "A"\nnumber wind = 1\n', 'module b for fair "B"\nfunction gust = wind\n')
    assert codes == ["unknown-name"]


def test_a_hook_is_a_step_of_its_overlay_and_shares_the_names() -> None:
    rules = fair(
        "", 'module tax for fair "Tax"\nafter pay.effect as levy\n  if paid > 6\n    step deeper\n      set turns to 9\n'
    )
    paths = [n.path for n in walk(named(rules.actions, "pay")) if isinstance(n, r.Step)]
    assert "tax/levy" in paths
    assert "tax/levy.deeper" in paths


def test_a_case_narrows_and_the_plain_value_knows_the_rest() -> None:
    base = FAIR.replace(
        "function worth(c: goods) : 0..9 = if c is coin then value of c else 0", "function worth(c: goods) : 0..9 = value of c"
    )
    assert faults("", base=base) == ["not-shared"]
    module = 'module hats for fair "Hats"\nadd case worth.hats when c is hat\n  size-of-head of c\n'
    assert faults("", module, base=base) == []


def test_the_trail_is_kept() -> None:
    rules = fair("", 'variant dear for fair "Dear" @house\nset limit to 7\nset prizes at (red, round 1) to 4\n')
    limit = named(rules.numbers, "limit")
    assert isinstance(limit, r.Number)
    assert isinstance(limit.value, r.Const)
    assert limit.value.value == 7
    assert [(e.overlay, e.kind, e.before) for e in limit.origin.trail] == [("dear", "set", "5")]
    table = named(rules.tables, "prizes")
    assert isinstance(table, r.Table)
    assert [e.overlay for e in table.origin.trail] == ["dear"]
    assert dict(table.cells)[0, 0, 0] == 4


def test_citations_belong_to_the_rulebook_of_the_overlay() -> None:
    rules = fair(
        "", 'module sky for fair "Sky"\nrulebook leaflet "Leaflet"\n  section wind\nnumber gust = 3 @leaflet/wind @printed/turn\n'
    )
    gust = named(rules.numbers, "sky/gust")
    assert [c.rulebook for c in gust.origin.cites] == ["sky/leaflet", "printed"]  # type: ignore[attr-defined]

"""What differs between two rulesets is named at the finest level, with the source of both sides."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

sys.path.insert(0, str(Path(__file__).parents[1] / "rules" / "json"))

from tiny_rules import field_of, nodes_of, said, tiny, with_house_rule  # noqa: E402  (it lies beside the tests of the RULES form)

from fuero.lab.diff import Change, diff  # noqa: E402
from fuero.lab.diff_text import render_difference  # noqa: E402
from fuero.rules.hashes import meaning_hash  # noqa: E402
from fuero.rules.nodes import (  # noqa: E402
    Ask,
    Choice,
    Cite,
    Const,
    Draw,
    Enum,
    Num,
    Number,
    Offered,
    Overlay,
    Part,
    Ruleset,
    SetVar,
    Step,
    TrailEntry,
    VarRead,
    You,
    ZoneRead,
)
from fuero.rules.nodes import Local as LocalName  # noqa: E402
from fuero.rules.shapes import fields_of  # noqa: E402

# Shrinking a whole ruleset takes minutes and helps little: the failing example is printed as it is.
QUICK = settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck), phases=(Phase.explicit, Phase.generate))


def only(a: Ruleset, b: Ruleset) -> Change:
    changes = diff(a, b).changes
    assert len(changes) == 1, [(c.kind, c.name, c.how) for c in changes]
    return changes[0]


def named(change: Change) -> tuple[str, str, str]:
    return change.how, change.kind, change.name


def test_equal_rulesets_do_not_differ() -> None:
    assert diff(tiny(), tiny()).changes == ()


def test_a_dropped_part_is_one_change_marked_house_against_the_printed_rule() -> None:
    base = tiny()
    change = only(base, with_house_rule(base))
    assert named(change) == ("removed", "require", "sound.no-pair")
    assert change.plays
    assert change.before.text == "not pair(hand of p)"
    assert (change.before.overlay, change.before.cites, change.before.house) == ("", (Cite("printed", "hands"),), False)
    assert (change.after.text, change.after.overlay, change.after.house) == (None, "pairs", True)
    assert change.after.span.file == "pairs.fuero"


def test_the_other_way_round_it_is_added_and_the_house_rule_still_named() -> None:
    change = only(with_house_rule(tiny()), tiny())
    assert named(change) == ("added", "require", "sound.no-pair")
    assert (change.before.overlay, change.before.house, change.after.overlay) == ("pairs", True, "")


def test_a_variant_that_names_no_source_is_a_house_rule() -> None:
    base = tiny()
    entry = TrailEntry("six", "set", "5", (), said(2, overlay="six").span)
    number = Number("limit", Const(6), origin=replace(base.numbers[0].origin, trail=(entry,)))
    change = only(base, replace(base, overlays=(Overlay("six", "variant", "Six"),), numbers=(number, base.numbers[1])))
    assert named(change) == ("changed", "number", "limit")
    assert (change.before.text, change.after.text) == ("5", "6")
    assert (change.after.overlay, change.after.house) == ("six", True)
    assert change.before.cites == (Cite("printed", "moves"),)


def table_with(base: Ruleset, value: int) -> Ruleset:
    table = base.tables[0]
    return replace(base, tables=(replace(table, cells=(*table.cells[:2], ((1, 0), value), table.cells[3])),))


def turned(block: Any) -> Any:
    return tuple(reversed(block))


def step_of(base: Ruleset, **changes: Any) -> Ruleset:
    play = base.procedures[0]
    return replace(base, procedures=(replace(play, body=(replace(play.body[0], **changes),)),))


def body_of(base: Ruleset) -> tuple[Any, Any]:
    return base.procedures[0].body[0].body  # type: ignore[union-attr, return-value]


def inner(base: Ruleset, amount: int) -> Ruleset:
    ask, after = body_of(base)
    return step_of(base, body=(ask, replace(after, body=(SetVar(VarRead("rounds"), Const(amount)),))))


CASES: list[tuple[str, Any, tuple[str, str, str]]] = [
    ("cell", lambda r: table_with(r, 9), ("changed", "table cell", "prizes at (scoring 2, 1st)")),
    (
        "ties",
        lambda r: replace(r, majorities=(replace(r.majorities[0], ties=("slide",)),)),
        ("changed", "majority", "most-cards.ties"),
    ),
    (
        "minimum",
        lambda r: replace(r, majorities=(replace(r.majorities[0], minimum=None),)),
        ("removed", "majority", "most-cards.minimum"),
    ),
    ("end", lambda r: replace(r, end=replace(r.end, when=(Const(1),))), ("changed", "end", "end.when")),
    ("sight", lambda r: replace(r, zones=(replace(r.zones[0], sight="open"), r.zones[1])), ("changed", "zone", "deck")),
    ("option", lambda r: replace(r, options=(replace(r.options[0], value=Const(1)),)), ("changed", "option", "short")),
    (
        "enum",
        lambda r: replace(r, enums=(Enum("colour", ("red", "blue", "green"), origin=said(8)),)),
        ("changed", "enum", "colour"),
    ),
    ("players", lambda r: replace(r, players=(2, 5)), ("changed", "game", "players")),
    ("inner step", lambda r: inner(r, 7), ("changed", "step", "play.act.after")),
    ("order of steps", lambda r: step_of(r, body=turned(body_of(r))), ("reordered", "step", "play.act")),
    (
        "hook",
        lambda r: step_of(
            r, body=(*body_of(r), Step("mod/late", "", (Draw(Const(1), ZoneRead("deck"), ZoneRead("hand", (You(),))),)))
        ),
        ("added", "step", "mod/late"),
    ),
    (
        "offer",
        lambda r: step_of(r, body=(replace(body_of(r)[0], offers=(Offered("take", ()), Offered("pass", ()))), body_of(r)[1])),
        ("added", "offer", "play.act offers pass"),
    ),
    (
        "field",
        lambda r: replace(r, actions=(replace(r.actions[0], parts=(*r.actions[0].parts, Choice("n", Num(), "one", Const(1)))),)),
        ("added", "field", "take.n"),
    ),
    (
        "clauses",
        lambda r: replace(r, parts=(replace(r.parts[0], parts=turned(r.parts[0].parts)),)),
        ("reordered", "condition", "sound"),
    ),
    (
        "rows",
        lambda r: replace(r, piece_sets=(replace(r.piece_sets[0], rows=turned(r.piece_sets[0].rows)),)),
        ("reordered", "pieces", "card"),
    ),
    ("new number", lambda r: replace(r, numbers=(*r.numbers, Number("more", Const(1)))), ("added", "number", "more")),
    ("whole rule", lambda r: replace(r, parts=()), ("removed", "condition", "sound")),
    ("effect", lambda r: replace(r, actions=(replace(r.actions[0], effect=()),)), ("changed", "effect", "take.effect")),
]


@pytest.mark.parametrize(("change", "expected"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_one_change_of_play_is_one_thing_that_differs(change: Any, expected: tuple[str, str, str]) -> None:
    found = only(tiny(), change(tiny()))
    assert named(found) == expected
    assert found.plays
    assert meaning_hash(tiny()) != meaning_hash(change(tiny()))


WORDS: list[tuple[str, Any, tuple[str, str, str]]] = [
    (
        "label",
        lambda r: replace(
            r, parts=(replace(r.parts[0], parts=(replace(r.parts[0].parts[0], label="few"), r.parts[0].parts[1])),)
        ),
        ("reworded", "require", "sound.few"),
    ),
    (
        "menu",
        lambda r: step_of(r, body=(replace(body_of(r)[0], text="What now?"), body_of(r)[1])),
        ("reworded", "step", "play.act"),
    ),
    (
        "source",
        lambda r: replace(r, numbers=(r.numbers[0], replace(r.numbers[1], origin=said(7, Cite("printed", "start"))))),
        ("cited otherwise", "number", "start"),
    ),
    ("display", lambda r: replace(r, displays=()), ("removed", "display", "hand")),
    ("rulebook", lambda r: replace(r, rulebooks=()), ("removed", "rulebook", "printed")),
]


@pytest.mark.parametrize(("change", "expected"), [c[1:] for c in WORDS], ids=[c[0] for c in WORDS])
def test_what_is_only_said_is_listed_apart(change: Any, expected: tuple[str, str, str]) -> None:
    found = only(tiny(), change(tiny()))
    assert named(found) == expected
    assert not found.plays
    assert meaning_hash(tiny()) == meaning_hash(change(tiny()))


def test_two_editions_with_one_other_end_differ_in_exactly_that() -> None:
    base = tiny()
    source = Cite("second-edition", "end")
    function = replace(base.functions[1], value=Const(0), origin=said(31, source))
    change = only(base, replace(base, functions=(base.functions[0], function)))
    assert named(change) == ("changed", "function", "ending")
    assert change.after.cites == (source,)


def test_the_trail_entry_that_fits_is_named_among_several() -> None:
    """Two overlays amended one condition; each dropped part is laid at the door of the one that dropped it."""
    base = tiny()
    few, pair = base.parts[0].parts
    entries = (
        TrailEntry("b", "drop", "not pair(hand of p)", (Cite("house"),)),
        TrailEntry("a", "drop", "size of hand of p <= limit", (Cite("printed"),)),
    )
    both = replace(base.parts[0], parts=(), origin=replace(base.parts[0].origin, trail=entries))
    overlays = (Overlay("a", "module", "A"), Overlay("b", "variant", "B"))
    changes = {c.name: c for c in diff(base, replace(base, parts=(both,), overlays=overlays)).changes}
    assert {name: c.after.overlay for name, c in changes.items()} == {few.path: "a", pair.path: "b"}


def test_an_added_part_knows_its_module() -> None:
    base = tiny()
    part = Part("sound.extra", "more", Const(1), origin=said(3, Cite("box"), overlay="gates"))
    change = only(base, replace(base, parts=(replace(base.parts[0], parts=(*base.parts[0].parts, part)),)))
    assert named(change) == ("added", "require", "sound.extra")
    assert (change.before.text, change.after.overlay, change.after.cites) == (None, "gates", (Cite("box"),))


def test_an_added_field_knows_its_module_by_its_file() -> None:
    base = tiny()
    field = Choice("n", Num(), "one", LocalName("x"), span=said(5, overlay="gates").span)
    zone = replace(base.zones[0], name="gates/gate", origin=said(4, overlay="gates"))
    action = replace(base.actions[0], parts=(*base.actions[0].parts, field))
    changes = diff(base, replace(base, actions=(action,), zones=(*base.zones, zone))).changes
    assert [(c.name, c.after.overlay) for c in changes] == [("gates/gate", "gates"), ("take.n", "gates")]


def test_text_shows_both_sides_with_their_sources() -> None:
    base = tiny()
    text = render_difference(diff(base, with_house_rule(base)))
    assert (
        text
        == """\
tiny | tiny with pairs
1 thing differs in play.

dropped: require sound.no-pair "no two alike"
  - not pair(hand of p)
  before: the game @printed/hands (tiny.fuero:43)
  after:  not there: pairs @house (pairs.fuero:2)
"""
    )
    assert render_difference(diff(base, base)) == "tiny | tiny\nNo difference.\n"


def test_text_of_a_long_step_shows_only_the_lines_around_what_differs() -> None:
    def long(n: int) -> Ruleset:
        lines = tuple(SetVar(VarRead(f"v{k}"), Const(n if k == 7 else 0)) for k in range(15))
        return step_of(tiny(), body=(*body_of(tiny()), *lines))

    text = render_difference(diff(long(1), long(2)))
    assert "  - set v7 to 1\n  + set v7 to 2\n" in text
    assert "    …\n" in text and "set v3" not in text


def test_json_is_plain_and_whole() -> None:
    base = tiny()
    data = json.loads(render_difference(diff(base, table_with(base, 9)), "json"))
    (change,) = data["changes"]
    assert (change["kind"], change["before"]["text"], change["after"]["text"], change["plays"]) == ("table cell", "8", "9", True)
    assert change["before"]["cites"] == [{"rulebook": "printed", "section": "moves"}]


@given(nodes_of(Ruleset, 5), nodes_of(Ruleset, 5))
@settings(QUICK, max_examples=6)
def test_any_two_rulesets_can_be_compared(a: Ruleset, b: Ruleset) -> None:
    a, b = (replace(r, tables=(), maps=()) for r in (a, b))  # lists that must fit each other are not drawn so
    assert diff(a, a).changes == ()
    assert render_difference(diff(a, b))


# What means something only together with another field, and tables and maps, whose lists must fit each other.
NOT_ALONE = ("title", "neutral_title", "neutral_when", "neutral", "tables", "maps")
FIELDS = [f.name for f in fields_of(Ruleset) if f.name not in NOT_ALONE]


@pytest.mark.parametrize("name", FIELDS)
def test_something_differs_in_play_exactly_when_the_meaning_hash_does(name: str) -> None:
    base = replace(tiny(), majorities=(), tables=())

    @given(field_of(Ruleset, name, 4))
    @QUICK
    def holds(drawn: Any) -> None:
        other = replace(base, **{name: drawn})
        assert bool(diff(base, other).in_play) == (meaning_hash(base) != meaning_hash(other))

    holds()


def test_menus_in_one_step_are_told_apart() -> None:
    ask = Ask("play.act", You(), "Again", (Offered("take", ()),), (), False)
    change = diff(tiny(), step_of(tiny(), body=(*body_of(tiny()), ask))).changes
    assert [named(c) for c in change] == [
        ("changed", "step", "play.act"),
        ("added", "offer", "play.act, question 2, offers take"),
    ]


def test_what_is_gone_is_laid_at_the_door_of_whoever_dropped_it() -> None:
    """Several overlays are on, and nothing else tells which of them took the part away."""
    base = tiny()
    overlays = (Overlay("a", "module", "A"), Overlay("b", "variant", "B"))
    dropped = TrailEntry("b", "drop", "", (), said(3, overlay="b").span, "sound.no-pair")
    parts = (replace(base.parts[0], parts=base.parts[0].parts[:1]),)
    change = only(base, replace(base, overlays=overlays, parts=parts, dropped=(dropped,)))
    assert (change.after.overlay, change.after.house, change.after.span.line) == ("b", True, 3)
    assert meaning_hash(replace(base, dropped=(dropped,))) == meaning_hash(base)

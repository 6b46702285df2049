"""Two overlays and one target: what goes together, what is a conflict, and what settles it."""

from __future__ import annotations

import pytest
from overlaid import at, codes, merged, steps, terms, the, together

DROP = "drop sound.fair"
REPLACE = "replace sound.fair\n  mood = 1"
EXCEPT = "except sound.fair as e when mood = 1"
SET = "set limit to 6"
STEP = "turn.refill"


def two(a: str, b: str, more: str = "") -> str:
    return f'module a for fair "A"\n{a}\nmodule b for fair "B"\n{b}\n{more}'


COMPATIBLE = [
    ("add require sound.x\n  mood = 1", "add require sound.y\n  mood = 2"),
    ("add case worth.x when mood = 1\n  1", "add case worth.y when mood = 2\n  2"),
    ("add field x : 0..1 to take", "add field y : 0..1 to take"),
    (EXCEPT, "except sound.fair as f when mood = 2"),
    (REPLACE, EXCEPT),
    (DROP, EXCEPT),
    (DROP, DROP),
    (DROP, "drop sound"),
    ("drop sound", EXCEPT),
    ("extend goods with coin", "extend goods with stall"),
    (f"before {STEP} as x\n  set mood to 1", f"after {STEP} as y\n  set mood to 2"),
    (f"instead {STEP} as x\n  set mood to 1", f"after {STEP} as y\n  set turns to 2"),
    (f"instead {STEP} as x\n  perform usual", "before turn.inner as y\n  set turns to 2"),
    ("before turn as x\n  set mood to 1", f"replace {STEP}\n  set turns to 2"),
    ("set prizes at (red, round 1) to 3", "set prizes at (blue, round 1) to 3"),
    ("replace worth\n  3", "add case worth.y when mood = 2\n  2"),
    ("set ranks.minimum to 2", "set ranks.ties to slide"),
    ("add offer shown(heap) to turn.act", "add offer shown(line) to turn.act"),
    ("replace take.price\n  3", "add field y : 0..1 to take"),
]
CONFLICTS = [
    (REPLACE, "replace sound.fair\n  mood = 2"),
    (SET, "set limit to 7"),
    (SET, SET),
    ("set start to 6", "set start to 7"),
    ("set prizes at (red, round 1) to 3", "set prizes at (round 1, red) to 4"),
    ("set ranks.ties to slide", "set ranks.ties to nobody"),
    (REPLACE, DROP),
    ("replace sound\n  mood = 1", REPLACE),
    ("replace sound\n  mood = 1", EXCEPT),
    ("drop sound", "add require sound.x\n  mood = 1"),
    ("replace take\n  set mood to 1", "add field x : 0..1 to take"),
    ("replace take\n  set mood to 1", "after take.pay as x\n  set mood to 1"),
    ("add require sound.x\n  mood = 1", "add require sound.x\n  mood = 2"),
    ("add offer rest to turn.act", "add offer rest to turn.act"),
    ("drop turn.act.rest", "add offer rest to turn.act"),
    (f"instead {STEP} as x\n  set mood to 1", f"instead {STEP} as y\n  set mood to 1"),
    (f"instead {STEP} as x\n  set mood to 1", "before turn.inner as y\n  set turns to 2"),
    (f"replace {STEP}\n  set mood to 1", f"after {STEP} as y\n  set turns to 2"),
    (f"drop {STEP}", f"after {STEP} as y\n  set turns to 2"),
    ("drop rest", "replace rest.effect\n  set mood to 1"),
]


@pytest.mark.parametrize(("a", "b"), COMPATIBLE)
def test_goes_together_either_way_round(a: str, b: str) -> None:
    for text in (two(a, b), two(b, a)):
        assert [d.message for d in together(text)[1] if d.severity == "error"] == []


@pytest.mark.parametrize(("a", "b"), CONFLICTS)
def test_conflict_shows_both_places_and_a_way_out(a: str, b: str) -> None:
    for text in (two(a, b), two(b, a)):
        result, found = together(text)
        errors = [d for d in found if d.severity == "error"]
        assert result is None and len(errors) == 1, [d.message for d in errors]
        assert errors[0].code in ("two-answers", "exception-clash")
        assert {errors[0].span.file, errors[0].others[0].span.file} == {"a.fuero", "b.fuero"}
        assert errors[0].hint and 'module "a"' in errors[0].message and 'module "b"' in errors[0].message


def test_two_changes_of_one_file_clash_too() -> None:
    assert codes('module a for fair "A"\nset limit to 6\nset limit to 7\n') == ["two-answers"]


def test_over_has_the_last_word() -> None:
    assert the(merged(two("set limit over b to 6", "set limit to 7")), "limit").value == terms("6")
    assert the(merged(two("set limit to 6", "set limit over a/limit to 7")), "limit").value == terms("7")
    text = two("replace sound.fair over b\n  usual or mood = 1", "replace sound.fair\n  usual or mood = 2")
    assert at(merged(text), "sound.fair").term == terms("mood >= 0 or mood = 2 or mood = 1")


def test_over_against_drop_and_whole() -> None:
    kept = merged(two("replace sound.fair over b\n  mood = 1", DROP))
    assert at(kept, "sound.fair").term == terms("mood = 1")
    gone = merged(two(REPLACE, "drop sound.fair over a"))
    assert [p.name.text for p in the(gone, "sound").parts] == ["small"]
    whole = merged(two("replace sound over b\n  mood = 1", REPLACE))
    assert [p.term for p in the(whole, "sound").parts] == [terms("mood = 1")]
    added = merged(two("replace sound\n  mood = 1", "add require sound.x over a\n  mood = 2"))
    assert [p.name.text for p in the(added, "sound").parts] == ["sound", "x"]


def test_both_over_is_a_conflict_and_over_an_absent_one_is_not() -> None:
    assert codes(two("set limit over b to 6", "set limit over a to 7")) == ["exception-clash"]
    assert merged(two("set limit over b to 6", "set limit to 7"), modules="a")
    assert codes(two("set limit over c to 6", "")) == ["unknown-target"]
    assert "unknown-target" in codes(two("set limit over b/limti to 6", "set limit to 7"))


def test_higher_levels_have_the_last_word() -> None:
    bridge = "bridge both for fair of a, b\nset limit to 8\n"
    assert the(merged(two(SET, "set limit to 7", bridge)), "limit").value == terms("8")
    variant = 'variant v for fair "V"\nreplace limit\n  usual + 1\n'
    assert the(merged(two(SET, "", variant)), "limit").value == terms("6 + 1")
    assert [e.overlay for e in merged(two(SET, "", variant)).trail["limit"]] == ["a", "v"]
    assert codes(two(SET, "set limit to 7", variant)) == ["two-answers"]


def test_bridge_is_on_exactly_with_all_its_modules() -> None:
    text = two("", "", 'bridge both for fair of a, b "Both"\nset limit to 8\n')
    assert [o.name for o in merged(text).overlays] == ["a", "b", "both"]
    assert [o.name for o in merged(text, modules="b").overlays] == ["b"]
    assert merged(text).sees["both"] == ("a", "b")


def test_what_a_variant_takes_away_from_a_module_is_told() -> None:
    variant = 'variant v for fair "V"\n{}\n'
    for taking in ("replace take\n  set mood to 1", "drop take", "instead take.effect as x\n  set mood to 1"):
        _, found = together(two("after take.pay as p\n  set turns to 1", "", variant.format(taking)))
        assert [d.code for d in found if d.severity == "error"] == ["two-answers"], taking
        assert {found[0].span.file, found[0].others[0].span.file} == {"v.fuero", "a.fuero"}
    assert merged(two("after take.pay as p\n  set turns to 1", "", variant.format("replace take over a\n  set mood to 1")))
    kept = merged(two("after turn.refill as p\n  set turns to 1", "", variant.format("replace turn.refill\n  set mood to 1")))
    assert steps(at(kept, "turn.refill").body) == ["SetTo", "p"]


def test_amending_what_a_lower_level_dropped() -> None:
    variant = 'variant v for fair "V"\n{}\n'
    _, found = together(two("drop accepted.plain", "", variant.format("replace accepted.plain\n  mood = 1")))
    assert [d.code for d in found] == ["two-answers"] and "dropped by" in found[0].message
    assert merged(two("drop accepted.plain", "", variant.format("except accepted.plain as x when mood = 1")))
    assert merged(two("drop accepted.plain", "", variant.format("drop accepted.plain")))


def test_a_number_that_nothing_reads_any_more() -> None:
    text = two("set half to 3", "replace worth\n  1")
    _, found = together(text)
    assert [d.code for d in found] == ["two-answers"] and 'changes in "half"' in found[0].message
    assert merged(two("set half to 3", "replace worth over a\n  1"))
    assert merged(two("set half to 3", "replace worth\n  usual + 1"))


def test_one_overlay_amends_what_another_adds() -> None:
    text = two(
        "add require sound.x\n  mood = 1\nnumber most-coins = 3",
        "needs module a\nexcept sound.x as e when mood = 3\nset most-coins to 4",
    )
    result = merged(text)
    assert at(result, "sound.x").term == terms("mood = 3 or mood = 1")
    assert the(result, "most-coins").value == terms("4") and list(result.trail)[:2] == ["a/most-coins", "sound.x"]


GUARDS_APART = [
    ("c is coin", "c is stall"),
    ("c is coin and mood = 1", "c is not coin"),
    ("c is coin", "c is not goods"),
    ("mood = 1", "mood = 2"),
    ("mood < 3", "mood >= 3"),
    ("mood in 1..3", "mood > limit"),
    ("mood in {1, 2}", "mood = 3"),
    ("colour of c = red", "colour of c = blue"),
    ("red = colour of c", "colour of c in {blue}"),
    ("market", "not market"),
    ("market = yes", "market = no"),
    ("mood = 1 or mood = 2", "mood = 3 or turns = 1 and mood = 4"),
    ("heap is empty", "heap is filled"),
    ("not (mood = 1 or turns = 2)", "mood = 1"),
    ("players = 2", "players > 2"),
]
GUARDS_MEET = [
    ("c is coin", "c is goods"),
    ("c is coin", "mood = 1"),
    ("mood = 1", "turns = 2"),
    ("mood < 3", "mood < 5"),
    ("mood = turns", "mood = half"),
    ("mood != 1", "mood = 2"),
    ("colour of c = red", "mood = 1"),
    ("mood = 1 or turns = 1", "mood = 2"),
]


@pytest.mark.parametrize(("a", "b"), GUARDS_APART)
def test_guards_disjoint_by_form(a: str, b: str) -> None:
    assert codes(two(f"add case worth.x when {a}\n  1", f"add case worth.y when {b}\n  2")) == []


@pytest.mark.parametrize(("a", "b"), GUARDS_MEET)
def test_what_cannot_be_shown_disjoint_overlaps(a: str, b: str) -> None:
    _, found = together(two(f"add case worth.x when {a}\n  1", f"add case worth.y when {b}\n  2"))
    assert [d.code for d in found] == ["two-answers"]
    assert found[0].others[0].span.file == "b.fuero"


def test_over_and_levels_narrow_the_other_guard() -> None:
    result = merged(two("add case worth.x when mood = 1\n  1", "add case worth.y over a when turns = 1\n  2"))
    assert [c.when for c in the(result, "worth").cases] == [terms("mood = 1 and not turns = 1"), terms("turns = 1")]
    variant = 'variant v for fair "V"\nadd case worth.y when turns = 1\n  2\n'
    result = merged(two("add case worth.x when mood = 1\n  1", "", variant))
    assert [c.when for c in the(result, "worth").cases] == [terms("mood = 1 and not turns = 1"), terms("turns = 1")]
    result = merged(two("add case shown.x when c is coin and mood = 1\n  set mood to 2", ""))
    assert the(result, "shown").cases[0].when == terms("c is coin and not (c is coin and mood = 1)")
    assert the(result, "shown").cases[1].when == terms("c is stall")

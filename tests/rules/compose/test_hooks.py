"""Hooks on one moment: which commute, which need an order, and in which order they then stand."""

from __future__ import annotations

import pytest
from overlaid import at, codes, merged, steps, the, together

from fuero.syntax.nodes import Upon

EXTRA = """zone a-pile : pile of coin, open
zone a-line : row 3 of coin, open
var a-var : 0..9 = 0, open
"""


def two(a: str, b: str, more: str = "", where: str = "after turn.act") -> str:
    other = EXTRA.replace("a-", "b-")
    return f'module a for fair "A"\n{EXTRA}{where} as x\n{a}\nmodule b for fair "B"\n{other}{where} as y\n{b}\n{more}'


COMMUTE = [
    ("  set a-var to mood", "  set b-var to mood"),
    ("  move coin to heap", "  move stall to heap"),
    ("  draw 1 from a-pile to side-heap", "  draw 1 from b-pile to side-heap"),
    ("  for each p in player\n    score 1 for p", "  for each p in player\n    score size of heap for p"),
    ('  say "one"', '  say "two"'),
    ("  ask you\n    offer rest", "  set b-var to 1"),
    ("  move a-line to a-pile", "  move b-line to b-pile"),
]
DISTURB = [
    ("  set mood to 1", "  set mood to 2"),
    ("  set mood to 1", "  set b-var to mood"),
    ("  move a-pile to heap", "  set b-var to size of heap"),
    ("  move a-pile to line", "  move b-pile to line"),
    ("  draw 1 from bag-of-coins to heap", "  draw 1 from bag-of-coins to heap"),
    ("  for each p in player\n    score 1 for p", "  set mood to score of you"),
    ("  perform turn", "  set mood to 3"),
    ("  set a-var to worth(top of a-pile)", "  set mood to 3\n  shuffle a-pile"),
    ("  for each c in heap\n    move c to a-pile", "  move b-pile to heap"),
    ("  ask you\n    offer rest", "  choose p : player\n    score 1 for p"),
    ("  ask you\n    offer rest", "  set mood to 1"),
]


@pytest.mark.parametrize(("a", "b"), COMMUTE)
def test_commuting_hooks_stand_in_canonical_order(a: str, b: str) -> None:
    result = merged(two(a, b))
    assert steps(at(result, "turn.act").body) == ["Ask", "x", "y"]
    assert steps(at(merged(two(a, b, where="before turn.act")), "turn.act").body) == ["x", "y", "Ask"]


@pytest.mark.parametrize(("a", "b"), DISTURB)
def test_others_need_an_order(a: str, b: str) -> None:
    if "shuffle a-pile" in b:
        b = b.replace("a-pile", "heap")
        a = a.replace("a-pile", "heap")
    _, found = together(two(a, b))
    assert [d.code for d in found] == ["needs-order"], [d.message for d in found]
    assert '"a/x"' in found[0].message and '"b/y"' in found[0].message and "order a/x before b/y" in found[0].hint
    for line in ("order b/y before a/x", "order a/x before b/y"):
        first = ["y", "x"] if line.startswith("order b") else ["x", "y"]
        for more in (f"bridge both for fair of a, b\n{line}\n", f'variant v for fair "V"\n{line}\n'):
            assert steps(at(merged(two(a, b, more)), "turn.act").body) == ["Ask", *first]


def test_order_may_stand_in_either_file_and_waits_for_what_is_off() -> None:
    a, b = "  set mood to 1", "  set mood to 2\norder y before a/x"
    assert steps(at(merged(two(a, b)), "turn.act").body) == ["Ask", "y", "x"]
    assert steps(at(merged(two(a, b), modules="b"), "turn.act").body) == ["Ask", "y"]


def test_order_in_a_circle_or_of_nothing() -> None:
    text = two("  set mood to 1", "  set mood to 2", "bridge both for fair of a, b\norder b/y before a/x\norder a/x before b/y\n")
    assert codes(text) == ["order-circle"]
    _, found = together(
        two(
            "  set mood to 1",
            "  set a-var to 2".replace("a-var", "b-var"),
            "bridge both for fair of a, b\norder b/z before a/x\n",
        )
    )
    assert [d.code for d in found] == ["unknown-target"]


def test_order_between_different_moments_warns() -> None:
    text = (
        'module a for fair "A"\nafter turn.act as x\n  set mood to 1\nbefore turn.act as y\n  set mood to 2\norder x before y\n'
    )
    assert [(d.code, d.severity) for d in together(text)[1]] == [("order-idle", "warning")]


def test_over_orders_hooks_too() -> None:
    text = 'module a for fair "A"\nafter turn.act as x over b\n  set mood to 1\n'
    text += 'module b for fair "B"\nafter turn.act as y\n  set mood to 2\n'
    assert steps(at(merged(text), "turn.act").body) == ["Ask", "y", "x"]


def test_windows_are_hooks_that_ask() -> None:
    window = "window w{0}\n  opens   after turn.act\n  asks    p in player\n  offers  rest\n  closes  everyone passes\n"
    text = f'module a for fair "A"\n{window.format(1)}module b for fair "B"\n{window.format(2)}'.replace("w1", "one-w").replace(
        "w2", "two-w"
    )
    _, found = together(text)
    assert [d.code for d in found] == ["needs-order"] and "both may ask" in found[0].message
    ordered = merged(text + "bridge both for fair of a, b\norder b/two-w before a/one-w\n")
    assert steps(at(ordered, "turn.act").body) == ["Ask", "two-w", "one-w"]
    _, found = together('module a for fair "A"\nafter turn.close as late\n  ask you\n    offer rest\n')
    assert [d.code for d in found] == ["needs-order"] and found[0].hint.startswith("Add: order hagglers before a/late")
    assert merged('module a for fair "A"\nafter turn.close as late\n  ask you\n    offer rest\norder late before hagglers\n')


def test_hooks_of_all_levels_and_of_one_file() -> None:
    text = 'module a for fair "A"\nafter turn.act as x\n  set mood to 1\nafter turn.act as x2\n  set mood to 2\n'
    text += 'variant v for fair "V"\nafter turn.act as z\n  set turns to 1\n'
    assert steps(at(merged(text.replace("x2", "w")), "turn.act").body) == ["Ask", "x", "w", "z"]
    assert codes(text.replace("x2", "w").replace("set turns to 1", "set mood to 1")) == ["needs-order"] * 2


def test_hooks_on_hooks() -> None:
    text = 'module a for fair "A"\nneeds module b\nafter b/y as x\n  set turns to 1\n'
    text += 'module b for fair "B"\nafter turn.act as y\n  set mood to 2\n'
    result = merged(text)
    assert steps(at(result, "turn.y").body) == ["SetTo", "x"] and [e.overlay for e in result.trail["b/y"]] == ["a"]
    dropped = merged(text + 'variant v for fair "V"\ndrop b/y\n')
    assert steps(at(dropped, "turn.y").body) == ["x"]


def test_effects_reach_through_calls_moments_and_upons() -> None:
    deep = 'module a for fair "A"\nprocedure deep\n  perform deeper\nprocedure deeper\n  set mood to 1\n'
    deep += "after turn.act as x\n  perform deep\n"
    assert codes(deep + 'module b for fair "B"\nafter turn.act as y\n  set mood to 2\n') == ["needs-order"]
    upon = (
        'module a for fair "A"\nupon c : coin enters heap as heaped\n  set mood to 1\nafter turn.act as x\n  move stall to heap\n'
    )
    assert codes(upon + 'module b for fair "B"\nafter turn.act as y\n  set mood to 2\n') == ["needs-order"]


def test_upons_at_one_zone() -> None:
    text = 'module a for fair "A"\nupon c : {} enters heap as x\n  set mood to 1\n'
    text += 'module b for fair "B"\nupon c : stall enters heap as y\n  set mood to 2\n'
    assert codes(text.format("stall")) == ["needs-order"]
    assert codes(text.format("coin")) == []
    result = merged(text.format("stall") + "bridge both for fair of a, b\norder b/y before a/x\n")
    names = [d.name.text for d in result.declarations if isinstance(d, Upon)]
    assert names == ["y", "x"]
    assert the(merged(text.format("stall") + 'variant v for fair "V"\norder a/x before b/y\ndrop b/y\n'), "x")

"""The hash of the meaning moves with every change of play and with nothing else, that of the source with every change of text."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from tiny_rules import nodes_of, tiny, with_house_rule

from fuero.rules import hashes
from fuero.rules.hashes import SAID, meaning_hash, same_meaning, source_hash
from fuero.rules.nodes import Cite, Const, Display, Local, Num, Number, Origin, Overlay, PiecesAt, Ruleset, Say, TrailEntry, Typed
from fuero.rules.shapes import Many, Node, Shape, Stretch, fields_of, node_classes


def test_it_is_a_sha_256_in_hex() -> None:
    assert re.fullmatch("[0-9a-f]{64}", meaning_hash(tiny()))


def test_words_and_sources_do_not_move_it() -> None:
    base = tiny()
    part = replace(base.parts[0].parts[0], label="not too many", origin=Origin("", (Cite("other"),)))
    reworded = replace(
        base,
        title="Very small",
        overlays=(Overlay("nothing", "module", "Nothing"),),
        rulebooks=(),
        displays=(),
        parts=(replace(base.parts[0], label="sound", parts=(part, *base.parts[0].parts[1:])),),
        options=(replace(base.options[0], sentence="Shorter"),),
        actions=(replace(base.actions[0], label="Draw"),),
        numbers=tuple(replace(n, origin=Origin("x", (), (TrailEntry("x", "set"),))) for n in base.numbers),
    )
    assert meaning_hash(reworded) == meaning_hash(base)


def test_the_order_of_declarations_does_not_move_it() -> None:
    base = tiny()
    turned = replace(base, **{name: tuple(reversed(getattr(base, name))) for name in ("numbers", "zones", "functions")})
    assert turned != base
    assert meaning_hash(turned) == meaning_hash(base)


@pytest.mark.parametrize(
    "change",
    [
        lambda r: replace(r, numbers=(Number("limit", Const(6)), *r.numbers[1:])),
        lambda r: replace(r, enums=(replace(r.enums[0], members=("green", "red", "blue")),)),
        lambda r: replace(r, parts=(replace(r.parts[0], parts=r.parts[0].parts[::-1]),)),
        lambda r: replace(r, piece_sets=(replace(r.piece_sets[0], rows=r.piece_sets[0].rows[::-1]),)),
        lambda r: replace(r, zones=(replace(r.zones[0], sight="open"), *r.zones[1:])),
        lambda r: replace(r, majorities=(replace(r.majorities[0], ties=("slide",)),)),
        lambda r: replace(r, players=(2, 5)),
        lambda r: replace(r, players=(4, 2)),
        lambda r: replace(r, options=(replace(r.options[0], value=Const(1)),)),
        lambda r: replace(r, name="other"),
        with_house_rule,
    ],
)
def test_what_changes_play_moves_it(change: Any) -> None:
    assert meaning_hash(change(tiny())) != meaning_hash(tiny())


@pytest.mark.parametrize("name", ["LANGUAGE_VERSION", "BUILTINS_VERSION"])
def test_the_versions_are_in_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = meaning_hash(tiny())
    monkeypatch.setattr(hashes, name, 99)
    assert meaning_hash(tiny()) != before


def test_a_narrower_range_of_a_term_does_not_move_it_but_a_declared_type_does() -> None:
    assert same_meaning(Local("x", type=Num(Const(0), Const(3))), Local("x", type=Num(Const(0), Const(9))))
    assert not same_meaning(PiecesAt("card", (), type=Num()), PiecesAt("card", ()))


def test_what_is_said_names_real_fields() -> None:
    """A renamed field must not silently begin to count."""
    for cls, field in SAID:
        assert field in {f.name for f in fields_of(node_classes()[cls])}


@pytest.mark.parametrize("cls", list(node_classes().values()), ids=lambda c: c.__name__)
def test_every_field_counts_unless_it_is_only_said(cls: type) -> None:
    """Two nodes that differ in one field mean the same exactly when that field is one of those that are only said."""
    if cls in (Cite, TrailEntry, Origin, Overlay, Display):
        pytest.skip("never counts as a whole")

    @given(nodes_of(cls, 3), nodes_of(cls, 3))
    @settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck), phases=(Phase.explicit, Phase.generate))
    def holds(one: Any, other: Any) -> None:
        for field in fields_of(cls):
            mixed = replace(one, **{field.name: getattr(other, field.name)})
            said = (cls.__name__, field.name) in SAID or field.name in ("origin", "span")
            derived = field.name == "type" and issubclass(cls, Typed) and cls is not PiecesAt
            if said or derived:
                assert same_meaning(one, mixed)
            elif not _can_hold_said(field.shape) and not (cls is Ruleset and isinstance(field.shape, Many)):
                assert same_meaning(one, mixed) == (getattr(one, field.name) == getattr(other, field.name))

    holds()


def _can_hold_said(shape: Shape) -> bool:
    """Whether two different values of this shape may mean the same: nodes may hold labels or types of terms."""
    return isinstance(shape, Node | Stretch) or any(
        _can_hold_said(s)
        for s in [
            *getattr(shape, "items", ()),
            *getattr(shape, "options", ()),
            *([shape.item] if isinstance(shape, Many) else []),
        ]
    )


def test_the_wording_of_a_say_does_not_count() -> None:
    assert same_meaning(Say("a"), Say("b"))


def test_source_hash_reads_over_line_ends_and_byte_order_mark() -> None:
    assert source_hash({"a.fuero": "\ufeffone\r\ntwo\r"}) == source_hash({"a.fuero": "one\ntwo\n"})
    assert source_hash({"a.fuero": "one"}) != source_hash({"a.fuero": "one\n"})


def test_source_hash_counts_names_from_the_shared_folder_and_no_order() -> None:
    here = {"/home/me/game/base.fuero": "x", "/home/me/game/modules/m.fuero": "y"}
    there = {"C:\\games\\game\\modules\\m.fuero": "y", "C:\\games\\game\\base.fuero": "x"}
    assert source_hash(here) == source_hash(there)
    assert source_hash(here) != source_hash({"base.fuero": "y", "modules/m.fuero": "x"})


def test_source_hash_keeps_name_and_text_apart() -> None:
    assert source_hash({"ab": "c"}) != source_hash({"a": "bc"})
    assert source_hash({}) != source_hash({"a": ""})

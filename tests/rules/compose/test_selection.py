"""Which overlays are on, what a table may choose, and that neither the order of files nor what is off ever shows."""

from __future__ import annotations

import itertools
import random

import pytest
from overlaid import FAIR, NO, YES, codes, merged, parsed, terms, the, together

from fuero.rules.compose import Selection, Sources, compose

MODULES = """
module music for fair "Music"
piece drum
extend goods with drum
add case shown.drum when c is drum
  move c to line
after turn.act as play-music
  for each p in player
    score 1 for p
module dance for fair "Dance"
needs module music
number shoes = 2
set limit to 6
after turn.act as dancing
  for each p in player
    score shoes for p
scenario "shoes"
  expect shoes = 2
module games for fair "Games"
number shoes = 3
except sound.small as free when shoes = 3
bridge dance-games for fair of dance, games "Dance and games"
set dance/shoes to 4
variant loud for fair "Loud"                                          @house
why "We like it loud."
uses module dance
set half to 3
labels pt for fair
  shoes "sapatos"
"""


LABELS = 'labels pt for fair\n  shoes "sapatos"\n'


def compose_in(order: list[int], modules: list[str], text: str = FAIR + MODULES) -> object:
    files = parsed(text)
    picked = Selection("fair", None, frozenset(modules), frozenset({"loud"}), ())
    return compose(Sources(tuple(files[i] for i in order)), picked)


def test_closed_under_needs_and_uses_in_canonical_order() -> None:
    result = merged(MODULES, modules="games", variants="loud")
    assert [(o.name, o.kind, o.title, o.needs) for o in result.overlays] == [
        ("dance", "module", "Dance", ("music",)),
        ("games", "module", "Games", ()),
        ("music", "module", "Music", ()),
        ("dance-games", "bridge", "Dance and games", ("dance", "games")),
        ("loud", "variant", "Loud", ("dance",)),
    ]
    assert result.overlays[-1].why == "We like it loud."
    assert [s.title for _, s in result.scenarios] == ["shoes"] and result.scenarios[0][0] == "dance"
    assert [head.name.text for head in result.labels] == ["pt"]
    assert result.scope_of == {f"{name}.fuero": name for name in ("dance", "games", "music", "dance-games", "loud")} | {
        "fair.fuero": ""
    }


def test_same_new_name_in_two_overlays_stays_twice() -> None:
    result = merged(MODULES, modules="games", variants="loud")
    shoes = [d for d in result.declarations if getattr(getattr(d, "name", None), "text", "") == "shoes"]
    assert [(result.scope_of[d.span.file], d.value) for d in shoes] == [("dance", terms("4")), ("games", terms("3"))]  # type: ignore[union-attr]


def test_order_of_files_never_shows() -> None:
    number = len(parsed(FAIR + MODULES))
    expected = compose_in(list(range(number)), ["games"])
    shuffler = random.Random(5)
    for _ in range(25):
        order = list(range(number))
        shuffler.shuffle(order)
        assert compose_in(order, ["games"]) == expected


def test_order_of_base_files_and_of_one_modules_files_never_shows() -> None:
    text = FAIR + 'game fair "The fair"\nnumber extra = 3\ngame fair "The fair"\nnumber more = 4\n'
    text += 'module music for fair "M"\nafter turn.act as x\n  set mood to 1\nmodule music for fair "M"\nset limit to 8\n'
    files = parsed(text)
    picked = Selection("fair", None, frozenset({"music"}))
    results = [compose(Sources(order), picked) for order in itertools.permutations(files)]
    assert results[0][0] is not None and all(result == results[0] for result in results)


def test_what_is_off_leaves_no_trace() -> None:
    broken = 'module broken for fair "B"\nset nowhere to 3\nafter nothing as x\n  set mood to 1\nnumber limit = 9\n'
    assert merged(MODULES + broken, modules="music", variants=" ") == merged(MODULES.split("module dance")[0] + LABELS)
    assert merged(broken + MODULES, modules=" ", variants=" ") == merged(LABELS)


def test_unknown_names_of_overlays() -> None:
    _, found = together(MODULES, modules="musik", variants=" ")
    assert [d.code for d in found] == ["unknown-module"] and 'Did you mean "music"?' in found[0].message
    _, found = together(MODULES, modules=" ", variants="lout")
    assert [d.code for d in found] == ["unknown-variant"] and 'Did you mean "loud"?' in found[0].message
    assert codes('module a for fair "A"\nneeds module c\n') == ["unknown-module"]
    assert compose(Sources(parsed(FAIR)), Selection("fiar"))[1][0].message == 'There is no game "fiar". Did you mean "fair"?'


def test_one_name_is_not_a_module_and_a_variant() -> None:
    assert codes('module a for fair "A"\nvariant a for fair "A"\n', modules="a", variants=" ") == ["name-taken"]


def test_players_out_of_range() -> None:
    assert codes("", players=5) == ["players-range"] and codes("", players=4) == []


def test_options_of_the_table() -> None:
    assert merged("", options={"start": terms("30")}).chosen == (("start", terms("30")),)
    _, found = together("", options={"strat": terms("30")})
    assert [d.code for d in found] == ["unknown-option"] and 'Did you mean "start"?' in found[0].message
    own = 'module a for fair "A"\noption tents "Tents"  1..4, usually 2\n'
    assert merged(own, options={"tents": terms("3")}).chosen == (("a/tents", terms("3")),)
    _, found = together(own, modules=" ", options={"tents": terms("3")})
    assert found[0].hint == "Add: uses module a"


def test_option_for_other_players_goes_off_with_a_note() -> None:
    result, found = together("", players=3, options={"market": YES})
    assert result is not None and result.chosen == () and [(d.code, d.severity) for d in found] == [("option-off", "note")]
    assert together("", players=2, options={"market": YES})[1] == []
    assert together("", players=3, options={"market": NO})[1] == []
    assert together("", players=3)[1] == []


def test_option_without_its_module_names_the_way_out() -> None:
    _, found = together(MODULES, modules=" ", variants=" ", options={"band": YES})
    assert [(d.code, d.hint) for d in found] == [("option-clash", "Add: module music")]
    assert together(MODULES, modules="music", variants=" ", options={"band": YES})[1] == []
    never = FAIR + 'option hush "Hush"  yes-no, usually yes\n  not with module music\n  only with option market\n'
    result, found = together(MODULES, modules="music", variants=" ", base=never)
    assert result is not None and result.chosen == (("hush", NO),) and [d.code for d in found] == ["option-off"]
    assert codes(MODULES, modules="music", variants=" ", base=never, options={"hush": YES}) == ["option-clash"]
    assert codes(MODULES, modules=" ", variants=" ", base=never, players=2) == []


def test_a_variant_may_use_an_option() -> None:
    text = 'variant v for fair "V"\nuses option market\n'
    assert merged(text, players=2).chosen == (("market", YES),)


@pytest.mark.parametrize("modules", [" ", "music", "music dance", "games", "dance games"])
def test_no_amendment_is_left_over(modules: str) -> None:
    result = merged(MODULES, modules=modules, variants=" ")
    left = {type(d).__name__ for d in result.declarations}
    assert not left & {
        "AddPart",
        "AddCase",
        "Drop",
        "Replace",
        "SetAmend",
        "Except",
        "Extend",
        "Hook",
        "Order",
        "Needs",
        "Uses",
        "Why",
        "Head",
    }
    assert the(result, "play")

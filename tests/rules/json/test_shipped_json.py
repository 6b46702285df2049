"""The shipped rulesets go to JSON and back, and `diff` says of each variant what its file says."""

from __future__ import annotations

import jsonschema
import pytest

from fuero import resources
from fuero.lab.diff import diff
from fuero.lab.diff_text import render_difference
from fuero.rules.hashes import meaning_hash
from fuero.rules.json import from_json, from_text, to_json, to_text
from fuero.rules.load import resolve
from fuero.rules.nodes import Ruleset
from fuero.rules.schema import rules_schema

GAMES = sorted(folder.name for folder in resources.rulesets().iterdir() if any(folder.glob("*.fuero")))
VARIANTS = [(game, file.stem) for game in GAMES for file in sorted((resources.rulesets() / game / "variants").glob("*.fuero"))]


def rules_of(game: str, *variants: str) -> Ruleset:
    rules = resolve(game, variants=variants).rules
    assert isinstance(rules, Ruleset)
    return rules


@pytest.mark.parametrize("game", GAMES)
def test_round_trip_schema_and_hash(game: str) -> None:
    rules = rules_of(game)
    document = to_json(rules)
    back = from_json(document)
    assert back == rules and to_json(back) == document
    assert from_text(to_text(rules, spans=False)) == rules
    assert meaning_hash(back) == meaning_hash(rules)
    jsonschema.Draft202012Validator(rules_schema()).validate(document)


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_a_variant_differs_in_play_and_every_difference_is_its_own(game: str, variant: str) -> None:
    difference = diff(rules_of(game), rules_of(game, variant))
    assert difference.in_play
    assert {c.after.overlay for c in difference.in_play} == {variant}
    assert all(c.after.cites for c in difference.in_play), "a variant is a house rule, or says what else it is"
    assert meaning_hash(rules_of(game)) != meaning_hash(rules_of(game, variant))
    assert variant in render_difference(difference)


@pytest.mark.skipif("alhambra" not in GAMES, reason="that game is not shipped")
def test_a_house_rule_that_drops_a_clause_is_exactly_one_changed_rule() -> None:
    difference = diff(rules_of("alhambra"), rules_of("alhambra", "courtyard"))
    (change,) = difference.changes
    assert (change.how, change.name) == ("removed", "sound.no-gap")
    assert change.after.house and not change.before.house
    assert any(c.rulebook == "revised" for c in change.before.cites)


@pytest.mark.skipif("alhambra" not in GAMES, reason="that game is not shipped")
def test_two_editions_of_the_end_are_exactly_one_thing_that_differs() -> None:
    difference = diff(rules_of("alhambra"), rules_of("alhambra", "bag-empty-end"))
    (change,) = difference.changes
    assert change.name == "end-trigger"
    assert change.before.cites

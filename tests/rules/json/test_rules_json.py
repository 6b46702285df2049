"""RULES to JSON and back, and the schema of it."""

from __future__ import annotations

import copy
import json
from functools import cache
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from tiny_rules import nodes_of, rulesets, tiny, with_house_rule

from fuero.messages.diagnostic import FueroError
from fuero.rules.json import from_json, from_text, to_json, to_text
from fuero.rules.nodes import Ruleset
from fuero.rules.schema import SCHEMA_ID, rules_schema
from fuero.rules.shapes import fields_of, node_classes, shape_of

SLOW = settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck), phases=(Phase.explicit, Phase.generate))


@cache
def checker() -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(rules_schema())


def findings(document: object) -> str:
    with pytest.raises(FueroError) as caught:
        from_json(document)  # type: ignore[arg-type]
    return "\n".join(d.message for d in caught.value.diagnostics)


@given(rulesets())
@SLOW
def test_any_ruleset_comes_back(ruleset: Ruleset) -> None:
    document = to_json(ruleset)
    back = from_json(json.loads(json.dumps(document)))
    assert back == ruleset
    assert to_json(back) == document, "what a comparison leaves out (spans, trails) must come back too"


@given(rulesets())
@SLOW
def test_any_ruleset_fulfils_the_schema(ruleset: Ruleset) -> None:
    checker().validate(to_json(ruleset))


@pytest.mark.parametrize("cls", [c for c in node_classes().values() if c is not Ruleset], ids=lambda c: c.__name__)
def test_every_class_comes_back_and_fulfils_its_schema(cls: type) -> None:
    from fuero.rules.json import _Reader, write_node
    from fuero.rules.shapes import Node

    @given(nodes_of(cls, 4))
    @settings(max_examples=3, deadline=None, suppress_health_check=list(HealthCheck), phases=(Phase.explicit, Phase.generate))
    def holds(node: Any) -> None:
        written = write_node(node, spans=True)
        reader = _Reader()
        assert reader.read(written, Node((cls,)), "x") == node, reader.findings
        schema = checker().evolve(schema={"$ref": f"{SCHEMA_ID}#/$defs/{cls.__name__}"})
        schema.validate(written)

    holds()


@pytest.mark.parametrize("ruleset", [tiny(), with_house_rule(tiny())], ids=["base", "variant"])
def test_a_ruleset_made_by_hand(ruleset: Ruleset) -> None:
    assert from_text(to_text(ruleset)) == ruleset
    checker().validate(to_json(ruleset))


def test_places_are_kept_or_left_out() -> None:
    assert from_json(to_json(tiny())).numbers[0].origin.span.line == 6
    bare = to_json(tiny(), spans=False)
    assert "tiny.fuero" not in json.dumps(bare)
    assert from_json(bare) == tiny()


def test_a_trail_is_kept() -> None:
    assert from_json(to_json(with_house_rule(tiny()))).parts[0].origin.trail[0].overlay == "pairs"


def rules_of(change: Any) -> dict[str, Any]:
    document = copy.deepcopy(to_json(tiny()))
    change(document["rules"])
    return document


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda r: r.update(colour="red"), "rules.colour is not known"),
        (lambda r: r.pop("cap"), "rules.cap is missing"),
        (lambda r: r.update(cap="many"), "rules.cap must be a whole number, not 'many'"),
        (lambda r: r.update(cap=True), "rules.cap must be a whole number"),
        (lambda r: r["numbers"][0]["value"].update(node="Move"), "rules.numbers[0].value.node must be one of Const,"),
        (lambda r: r["numbers"][0]["value"].update(unit="florins"), "rules.numbers[0].value.unit is not known"),
        (lambda r: r["zones"][0].update(sight="secret"), "rules.zones[0].sight must be one of open,"),
        (lambda r: r["numbers"][0]["origin"].update(span="line 6"), "rules.numbers[0].origin.span must be a place"),
        (lambda r: r.update(players=[2]), "rules.players must be a list of 2"),
        (lambda r: r.update(neutral_when=[]), "rules.neutral_when must be"),
        (lambda r: r.update(node="Rules"), "rules.node must be one of Ruleset"),
        (lambda r: r["enums"][0].update(members=None), "rules.enums[0].members must be a list, not null"),
    ],
)
def test_a_wrong_document_is_refused_with_its_place_by_reader_and_schema(change: Any, place: str) -> None:
    document = rules_of(change)
    assert place in findings(document)
    assert list(checker().iter_errors(document))


def test_all_faults_are_gathered() -> None:
    said = findings(rules_of(lambda r: r.update(cap="x", players=[1], colour=2)))
    assert said.count("\n") == 2


@pytest.mark.parametrize("text", ["", "[1]", "{", '{"format": 99, "rules": {}}', "\udcff", "[" * 5000])
def test_what_is_no_ruleset_is_a_finding(text: str) -> None:
    with pytest.raises(FueroError) as caught:
        from_text(text.encode("utf-8", "surrogatepass"))
    assert {d.code for d in caught.value.diagnostics} <= {"bad-json", "bad-rules-json"}


def test_the_schema_is_closed_valid_and_names_no_host() -> None:
    schema = rules_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    definitions: Any = schema["$defs"]
    for name, cls in node_classes().items():
        assert definitions[name]["additionalProperties"] is False
        assert set(definitions[name]["properties"]) == {"node", *(f.name for f in fields_of(cls))}
    assert str(schema["$id"]).startswith("urn:")


def test_an_annotation_that_json_cannot_hold_fails_at_once() -> None:
    with pytest.raises(TypeError, match="cannot hold"):
        shape_of(dict[str, float])

"""Each finding rendered in each form."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from fuero.messages.diagnostic import NOWHERE, Diagnostic, Place, Span
from fuero.messages.registry import explanation
from fuero.messages.render import FORMATS, render, screen_width

SOURCE = "game tiny\nreplace buy.reward\n  score 2 for you\n"
CLASH = Diagnostic(
    "exception-clash",
    "error",
    "two modules both replace the same rule",
    Span("market.fuero", 2, 1, 2, 19),
    "replaced here",
    (Place(Span("coins.fuero", 2, 1, 2, 19), "and here"),),
    ("both apply whenever a building is paid exactly",),
    "add `over market` to the second, or leave one module out",
)
SOURCES = {"market.fuero": SOURCE, "coins.fuero": SOURCE}


def test_text_shows_the_line_the_mark_and_the_other_place() -> None:
    assert (
        render([CLASH], "text", SOURCES, False)
        == """\
error[exception-clash]: two modules both replace the same rule
 --> market.fuero:2:1
  |
2 | replace buy.reward
  | ^^^^^^^^^^^^^^^^^^ replaced here
  |
 ::: coins.fuero:2:1
  |
2 | replace buy.reward
  | ------------------ and here
note: both apply whenever a building is paid exactly
hint: add `over market` to the second, or leave one module out
"""
    )


def marked(source: str, column: int, end: int) -> tuple[str, str]:
    found = Diagnostic("x", "error", "m", Span("f", 1, column, 1, end))
    lines = render([found], "text", {"f": source}, False).split("\n")
    return lines[3], lines[4]


@pytest.mark.parametrize(
    ("source", "column", "end", "shown", "mark"),
    [
        ("\tmove a", 2, 6, "1 |     move a", "  |     ^^^^"),
        ("ab\tmove", 4, 8, "1 | ab  move", "  |     ^^^^"),
        ("宮殿 move", 4, 8, "1 | 宮殿 move", "  |      ^^^^"),
        ("宮殿", 2, 3, "1 | 宮殿", "  |   ^^"),
        ("a\u0301b c", 4, 5, "1 | a\u0301b c", "  |   ^"),
        ("a\x1b[31mb", 2, 3, "1 | a<1b>[31mb", "  |  ^^^^"),
        ("a\u202eb", 2, 3, "1 | a<202e>b", "  |  ^^^^^^"),
        ("abc", 4, 4, "1 | abc", "  |    ^"),
        ("abc", 9, 12, "1 | abc", "  |    ^"),
    ],
)
def test_the_mark_stands_under_what_it_means(source: str, column: int, end: int, shown: str, mark: str) -> None:
    assert marked(source, column, end) == (shown, mark)


def test_a_span_of_several_lines_is_marked_to_the_end_of_its_first() -> None:
    found = Diagnostic("x", "error", "m", Span("f", 1, 3, 3, 2), "here")
    assert "  |   ^^^ here" in render([found], "text", {"f": "a bcd  \nx\ny"}, False)


def test_line_numbers_line_up() -> None:
    found = Diagnostic("x", "warning", "m", Span("f", 9, 1, 9, 2), "", (Place(Span("f", 120, 1, 120, 2), "there"),))
    text = render([found], "text", {"f": "l\n" * 200}, False)
    assert "\n  9 | l\n    | ^\n    |\n   ::: f:120:1\n    |\n120 | l\n    | - there\n" in text


@pytest.mark.parametrize("sources", [{}, {"f": ""}, {"f": "one line"}])
def test_a_line_that_is_not_there_is_left_out(sources: dict[str, str]) -> None:
    found = Diagnostic("x", "error", "m", Span("f", 7, 1, 7, 2), "c")
    assert render([found], "text", sources, False).startswith("error[x]: m\n --> f:7:1\n")


def test_what_has_no_place_has_no_arrow() -> None:
    assert render([Diagnostic("x", "note", "m")], "text", {}, False) == "note[x]: m\n"


def test_crlf_and_byte_order_mark_do_not_shift_lines() -> None:
    found = Diagnostic("x", "error", "m", Span("f", 2, 1, 2, 3))
    assert "2 | bb\n  | ^^\n" in render([found], "text", {"f": "\ufeffa\r\nbb\r\n"}, False)


def test_findings_are_sorted_by_place_and_given_once() -> None:
    late, early, nowhere = (
        Diagnostic("x", "error", n, s) for n, s in [("l", Span("f", 9, 1, 9, 2)), ("e", Span("f", 2, 5, 2, 6)), ("n", NOWHERE)]
    )
    text = render([late, early, late, nowhere], "text", {}, False)
    assert [line[-1] for line in text.split("\n") if line.startswith("error")] == ["n", "e", "l"]


def test_colour_only_adds_escapes() -> None:
    import re

    coloured = render([CLASH], "text", SOURCES, True)
    assert "\x1b[" in coloured
    assert re.sub("\x1b\\[[0-9;]*m", "", coloured) == render([CLASH], "text", SOURCES, False)


def test_json_holds_everything() -> None:
    (found,) = json.loads(render([CLASH], "json", SOURCES, False))["diagnostics"]
    assert found["code"] == "exception-clash"
    assert found["place"] == {
        "file": "market.fuero",
        "line": 2,
        "column": 1,
        "end-line": 2,
        "end-column": 19,
        "caption": "replaced here",
    }
    assert found["others"][0]["caption"] == "and here"
    assert found["notes"] and found["hint"]


def test_sarif_has_rules_places_and_levels() -> None:
    bare = Diagnostic("unknown-name", "note", "odd", Span("a folder/f.fuero", 0, 0, 0, 0))
    log = json.loads(render([CLASH, bare], "sarif", SOURCES, False))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    rules = [r["id"] for r in run["tool"]["driver"]["rules"]]
    by_code = {rules[r["ruleIndex"]]: r for r in run["results"]}
    clash = by_code["exception-clash"]
    assert clash["ruleId"] == "exception-clash" and clash["level"] == "error"
    region = clash["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 2, "startColumn": 1, "endLine": 2, "endColumn": 19}
    assert clash["relatedLocations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "coins.fuero"
    assert by_code["unknown-name"]["locations"][0]["physicalLocation"] == {"artifactLocation": {"uri": "a%20folder/f.fuero"}}


def test_github_escapes_its_own_signs() -> None:
    found = Diagnostic("x", "note", "100 % of\nit", Span("a,b:c.fuero", 3, 2, 3, 4), hint="do")
    line = "::notice file=a%2Cb%3Ac.fuero,line=3,endLine=3,col=2,endColumn=4,title=x::100 %25 of%0Ait%0Ahint: do\n"
    assert render([found], "github", {}, False) == line


@pytest.mark.parametrize("format", FORMATS)
def test_no_findings_make_a_valid_text(format: str) -> None:
    text = render([], format, {}, False)  # type: ignore[arg-type]
    assert json.loads(text) if format in ("json", "sarif") else text == ""


def test_screen_width() -> None:
    assert [screen_width(t) for t in ("", "abc", "宮", "e\u0301", "\u200b")] == [0, 3, 2, 1, 0]


TEXT = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string", "minLength": 1}}}
LEVEL = {"enum": ["error", "warning", "note", "none"]}
NATURAL = {"type": "integer", "minimum": 1}
LOCATION: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["physicalLocation"],
    "properties": {
        "id": {"type": "integer", "minimum": 0},
        "message": TEXT,
        "physicalLocation": {
            "type": "object",
            "additionalProperties": False,
            "required": ["artifactLocation"],
            "properties": {
                "artifactLocation": {
                    "type": "object",
                    "required": ["uri"],
                    "additionalProperties": False,
                    "properties": {"uri": {"type": "string", "pattern": "^[A-Za-z0-9._~:/?#@!$&'()*+,;=%-]+$"}},
                },
                "region": {
                    "type": "object",
                    "additionalProperties": False,
                    "required": ["startLine"],
                    "properties": dict.fromkeys(("startLine", "startColumn", "endLine", "endColumn"), NATURAL),
                },
            },
        },
    },
}
SARIF_SHAPE: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["version", "runs"],
    "properties": {
        "$schema": {"type": "string", "format": "uri"},
        "version": {"const": "2.1.0"},
        "runs": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["tool", "results"],
                "properties": {
                    "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                    "tool": {
                        "type": "object",
                        "required": ["driver"],
                        "additionalProperties": False,
                        "properties": {
                            "driver": {
                                "type": "object",
                                "required": ["name"],
                                "additionalProperties": False,
                                "properties": {
                                    "name": {"type": "string"},
                                    "version": {"type": "string"},
                                    "rules": {
                                        "type": "array",
                                        "uniqueItems": True,
                                        "items": {
                                            "type": "object",
                                            "required": ["id"],
                                            "additionalProperties": False,
                                            "properties": {
                                                "id": {"type": "string"},
                                                "name": {"type": "string"},
                                                "shortDescription": TEXT,
                                                "fullDescription": TEXT,
                                                "help": {
                                                    **TEXT,
                                                    "properties": {**TEXT["properties"], "markdown": {"type": "string"}},
                                                },  # type: ignore[dict-item]
                                                "defaultConfiguration": {
                                                    "type": "object",
                                                    "additionalProperties": False,
                                                    "properties": {"level": LEVEL},
                                                },
                                            },
                                        },
                                    },
                                },
                            }
                        },
                    },
                    "results": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "additionalProperties": False,
                            "required": ["message"],
                            "properties": {
                                "ruleId": {"type": "string"},
                                "ruleIndex": {"type": "integer", "minimum": 0},
                                "level": LEVEL,
                                "message": TEXT,
                                "locations": {"type": "array", "minItems": 1, "items": LOCATION},
                                "relatedLocations": {"type": "array", "uniqueItems": True, "items": LOCATION},
                                "properties": {"type": "object"},
                            },
                        },
                    },
                },
            },
        },
    },
}
"""What SARIF 2.1.0 says of the objects that are written here, and nothing beside them."""


@pytest.mark.parametrize(
    "found",
    [
        [],
        [CLASH],
        [Diagnostic("unknown-name", "warning", "m", Span("<stdin>", 3, 1, 3, 4), hint="do")],
        [Diagnostic("unknown-name", "note", "m", Span("/a b/ö.fuero", 3, 0, 2, 0))],
        [Diagnostic("not-in-the-registry", "error", "m")],
        [CLASH, Diagnostic("unknown-name", "error", "m", NOWHERE, "", (Place(NOWHERE, "nowhere"),))],
    ],
)
def test_sarif_has_the_shape_that_its_standard_asks_for(found: list[Diagnostic]) -> None:
    log = json.loads(render(found, "sarif", {}, False))
    Draft202012Validator(SARIF_SHAPE).validate(log)
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]


def test_sarif_rules_help_as_explain_does() -> None:
    found = Diagnostic("unknown-name", "warning", "m", Span("f", 1, 1, 1, 2), hint="Write it otherwise.")
    (run,) = json.loads(render([found], "sarif", {}, False))["runs"]
    (rule,), (result,) = run["tool"]["driver"]["rules"], run["results"]
    assert rule["help"]["text"] == explanation("unknown-name") and "```" in rule["help"]["markdown"]
    assert rule["defaultConfiguration"] == {"level": "warning"}
    assert result["properties"]["hint"] == "Write it otherwise." and "Write it otherwise." in result["message"]["text"]


def test_columns_count_signs_not_bytes_nor_half_signs() -> None:
    found = Diagnostic("unknown-name", "error", "m", Span("f", 1, 4, 1, 8))
    (run,) = json.loads(render([found], "sarif", {"f": "𝄞𝄞 move"}, False))["runs"]
    assert run["columnKind"] == "unicodeCodePoints"
    assert run["results"][0]["locations"][0]["physicalLocation"]["region"]["startColumn"] == 4
    assert ",col=4,endColumn=8," in render([found], "github", {}, False)


def test_standard_input_has_a_place_in_every_form() -> None:
    found = Diagnostic("unknown-name", "error", "m", Span("<stdin>", 2, 1, 2, 3))
    assert "--> <stdin>:2:1" in render([found], "text", {"<stdin>": "a\nbb\n"}, False)
    assert json.loads(render([found], "json", {}, False))["diagnostics"][0]["place"]["file"] == "<stdin>"
    assert "%3Cstdin%3E" in render([found], "sarif", {}, False)
    assert "file=<stdin>,line=2" in render([found], "github", {}, False)

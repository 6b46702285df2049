"""Each finding rendered in each form."""

from __future__ import annotations

import json

import pytest

from fuero.messages.diagnostic import NOWHERE, Diagnostic, Place, Span
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

"""Who drops what a rule relies on is told why it matters, and settles it in one of two ways; what changes nothing is told."""

from __future__ import annotations

from fuero import resources
from fuero.messages.diagnostic import Diagnostic
from fuero.rules.load import examine

WHY = "it counts the outer wall, and a courtyard has walls too"


def found(amendments: str) -> list[Diagnostic]:
    text = f'variant friday for alhambra "Friday"   @house\n{amendments}'
    return [d for d in examine("-", stdin=lambda: text).diagnostics if d.severity != "note"]


def test_the_warning_gives_the_reason_both_places_and_the_two_ways_out() -> None:
    [told] = found("drop sound.no-gap\n")
    assert (told.code, told.severity) == ("leans-on", "warning")
    assert told.message == f'Without "sound.no-gap" the rule "wall-points" is no longer clear: {WHY}.'
    assert told.span.line == 2 and told.caption == "dropped here"
    [place] = told.others
    line = (resources.rulesets() / "alhambra" / "scoring.fuero").read_text(encoding="utf-8").splitlines()[place.span.line - 1]
    assert line.strip() == f'relies on sound.no-gap "{WHY}"'
    assert told.hint.startswith("Say what it means now: replace wall-points.outer; ")
    assert told.hint.endswith("drop sound.no-gap over wall-points")


def test_either_way_settles_it() -> None:
    assert found("drop sound.no-gap over wall-points\n") == []
    assert found("drop sound.no-gap\nreplace wall-points.outer\n  0\n") == []


def test_something_else_does_not_settle_it() -> None:
    assert [d.code for d in found("drop sound.no-gap\nset money-limit to 6\n")] == ["leans-on"]
    assert [d.code for d in found("drop sound.no-gap over tally\n")] == ["unknown-target"]


def test_a_change_that_changes_nothing_names_what_is_there() -> None:
    told = found("set money-limit to 5\nset buildings.ties to share rounded down\nset money-copies to 3\n")
    assert [d.message for d in told] == [
        '"money-limit" is 5 already, so this changes nothing.',
        '"buildings.ties" is share rounded down already, so this changes nothing.',
    ], "with two players there are two copies, so to say three is a change"
    assert [d.span.line for d in told] == [2, 3]


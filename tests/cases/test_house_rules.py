"""A rule that can be switched off: where it comes from, and what the difference of the two rulesets says (C05)."""

from __future__ import annotations

import json

import pytest
from tests.cases.positions import ALHAMBRA, laid

from fuero import resources
from fuero.cli.main import main
from fuero.lab.diff import diff
from fuero.rules.load import resolve

COURTYARD = str(resources.rulesets() / ALHAMBRA / "variants" / "courtyard.fuero")
PALACE = """
  reserve of A is tow-11-open
  palace of A
          |    0       |     1       |      2
      -1  | arc-9-open | arc-10-open | cha-10-open
       0  | fountain   |             | cha-11-open
       1  |            |             | gar-10-open
expect A is asked
"""


def test_c05_one_rule_differs_marked_house_and_the_base_cites() -> None:
    changes = diff(resolve(ALHAMBRA).rules, resolve(COURTYARD).rules).changes
    assert [(c.name, c.how) for c in changes if c.plays] == [("sound.no-gap", "removed")]
    change = next(c for c in changes if c.plays)
    assert change.after.house and change.after.overlay == "courtyard" and not change.before.house
    assert {c.rulebook for c in change.before.cites} >= {"big-box", "revised"}
    assert len(changes) == 1


def test_c05_the_same_position_with_and_without() -> None:
    spot = "build t tow-11-open, spot (1, 1)"
    base = laid("players A, B, C\nstart from an empty table\ngiven\n" + PALACE)
    house = laid("players A, B, C\nwith variant courtyard\nstart from an empty table\ngiven\n" + PALACE)
    assert [r.path for r in base.why_not(spot)][-1] == "sound.no-gap" and not house.why_not(spot)
    assert base.decision is not None and house.decision is not None
    here, there = ({str(m) for m in s.decision.moves if m.action == "build"} for s in (base, house) if s.decision)
    assert there - here == {spot} and not here - there


def test_c05_on_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", ALHAMBRA, COURTYARD]) == 1
    out = capsys.readouterr().out
    assert "1 thing differs in play" in out and "sound.no-gap" in out and "@house" in out and "@revised/building" in out
    assert main(["diff", ALHAMBRA, COURTYARD, "--format", "json"]) == 1
    (change,) = json.loads(capsys.readouterr().out)["changes"]
    assert change["after"]["house"] and not change["before"]["house"]

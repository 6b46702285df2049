"""Terms of worked examples."""

from __future__ import annotations

import pytest
from binding import FAIR, binds, merge

from fuero.messages.diagnostic import FueroError
from fuero.rules import nodes as r
from fuero.rules.bind.scenario import ScenarioBinder
from fuero.rules.text import term_text
from fuero.syntax import nodes as s
from fuero.syntax.parse import parse_text

COIN = r.PieceType("coin", ("coin",))


@pytest.fixture(scope="module")
def binder() -> ScenarioBinder:
    rules, found = binds(FAIR)
    assert rules is not None, found
    return ScenarioBinder(rules, merge(FAIR))


def written(text: str) -> s.Term:
    file, found = parse_text(f'game fair "x"\nscenario "x"\n  expect {text}\n', "s.fuero")
    assert not found, found
    [scenario] = file.declarations
    assert isinstance(scenario, s.Scenario)
    [part] = scenario.parts
    assert isinstance(part, s.ExpectTerm)
    return part.term


@pytest.mark.parametrize(
    ("text", "expect", "shape"),
    [
        ("A", r.PlayerType(), r.SeatConst),
        ("red-3", COIN, r.PieceNamed),
        ("bowler", r.PieceType("goods", ("coin", "hat")), r.PieceNamed),
        ("{red-3, red-4}", r.SetType(COIN), r.SetOf),
        ("chip", r.PieceType("chip", ("chip",)), r.PieceNamed),
        ("(1, 2)", r.CellType(), r.CellAt),
        ("size of purse of A", None, r.BuiltIn),
        ("size of purse of A = 3", r.YesNo(), r.Op),
        ("A is asked", r.YesNo(), r.Is),
        ("the match ends", r.YesNo(), r.BuiltIn),
        ("prizes at (red, round 2, 2nd)", None, r.TableRead),
        ("ground of A at (0, 1)", None, r.BoardAt),
    ],
)
def test_terms(binder: ScenarioBinder, text: str, expect: r.Type | None, shape: type) -> None:
    assert isinstance(binder.term(written(text), expect), shape)


def test_locals_stand_for_what_the_row_says(binder: ScenarioBinder) -> None:
    three = r.Const(3, type=r.Num())
    assert term_text(binder.term(written("size of purse of A = n"), r.YesNo(), {"n": three})) == "size of purse of A = 3"


def test_zones_and_procedures(binder: ScenarioBinder) -> None:
    zone = binder.zone(written("purse of B"))
    assert isinstance(zone, r.ZoneRead)
    assert zone.keys == (r.SeatConst(1, type=r.PlayerType()),)
    made = binder.perform(s.Call(s.Word("round"), (s.Integer(2),)))
    assert (made.kind, made.rule) == ("procedure", "round")
    assert binder.action(s.Word("take")).name == "take"
    assert binder.path(s.Word("take.coin")) == "take.coin"


def test_a_mistake_has_a_place(binder: ScenarioBinder) -> None:
    with pytest.raises(FueroError) as caught:
        binder.term(written("size of purze of A"))
    [fault] = caught.value.diagnostics
    assert (fault.code, fault.span.file, fault.span.line) == ("unknown-name", "s.fuero", 3)
    assert binder.term(written("size of purse of A")) is not None


def test_the_match_ends_is_proposed(binder: ScenarioBinder) -> None:
    with pytest.raises(FueroError) as raised:
        binder.term(written("the match enss"), r.YesNo())
    assert raised.value.diagnostics[0].message.endswith('"match enss" is not among them. Did you mean "match ends"?')

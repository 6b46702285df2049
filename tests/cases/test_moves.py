"""Moves that are refused without a trace, and payments that are counted without being listed (C19, C40)."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cases.positions import laid

import fuero
from fuero.engine.decision import Decision
from fuero.engine.payments import Subsets
from fuero.engine.state import IllegalMove, State

CHESTS = Path(__file__).parent / "chests.fuero"


def test_c19_four_rejections_four_reasons_and_no_trace() -> None:
    state = laid(
        """
players A, B, C
start from an empty table
given
  market at denar is cha-9-w
  market at florin is pav-8-open
  hand of A is denar-5, denar-3, florin-9
  hand of B is denar-9
expect A is asked
"""
    )
    words, digest, log = state.words.copy(), state.hash_hex(), list(state.log_raw or ())
    said = []
    for pay in ("{denar-3, denar-5}", "florin-9", "denar-9", "{denar-5, denar-5}"):
        with pytest.raises(IllegalMove) as caught:
            state.apply(f"buy slot denar, pay {pay}")
        assert caught.value.reasons and all(r.sentence.strip() for r in caught.value.reasons)
        said.append(" ".join(r.sentence for r in caught.value.reasons))
        assert state.words == words and state.hash_hex() == digest and list(state.log_raw or ()) == log
    assert len(set(said)) == 4, said


def _walked(decision: Decision, action: str, picks: list[str]) -> list[int]:
    """How many options each step of a walk shows; takes the given picks, and then the first each time."""
    walk = decision.walk().pick(action)
    sizes = []
    while walk.move is None:
        options = walk.options()
        sizes.append(len(options))
        walk = walk.pick(picks.pop(0) if picks else "done" if "done" in options else options[0])
    assert decision.contains(walk.move)
    return sizes


@pytest.fixture
def nothing_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    def listed(*_: object) -> Iterator[int]:
        raise AssertionError("all payments are being listed")

    monkeypatch.setattr(Subsets, "__iter__", listed)
    monkeypatch.setattr(Decision, "each", listed)


def rich(values: str) -> State:
    given = f"given\n  market at denar is tow-13-e\n  hand of A is {values}\nexpect A is asked"
    return laid(f"players A, B, C\nstart from an empty table\n{given}")


@pytest.mark.usefixtures("nothing_is_listed")
def test_c40_twenty_seven_cards_of_one_currency() -> None:
    decision = rich(", ".join(f"denar-{value}" for value in range(1, 10) for _ in range(3))).decision
    assert decision is not None
    began = time.process_time()
    assert decision.count() == 261_958
    first, last = decision.nth(0), decision.nth(261_957)
    sizes = _walked(decision, "buy", ["denar", "denar-9"])
    taken = time.process_time() - began
    assert taken < 0.05, f"{taken * 1000:.0f} ms"
    assert first != last and str(last).count("denar-") == 27
    assert max(sizes) <= 10
    assert decision.contains(decision.nth(123_456)) and decision.read(str(decision.nth(200_000))) == decision.nth(200_000)


def test_c40_equal_cards_are_offered_once() -> None:
    decision = rich("denar-9, denar-9, denar-4, denar-4, denar-1").decision
    assert decision is not None
    texts = [str(m) for m in decision.moves]
    assert len(texts) == len(set(texts)) == decision.count()
    assert texts.count("buy slot denar, pay {denar-4, denar-9}") == 1


@pytest.mark.usefixtures("nothing_is_listed")
def test_c40_twenty_cards_in_four_colours() -> None:
    state = fuero.load(str(CHESTS), players=2).start(1)
    decision = state.decision
    assert decision is not None
    began = time.process_time()
    assert decision.count() == 1_047_876 + 541
    assert decision.contains(decision.nth(1_000_000))
    sizes = _walked(decision, "pay", []) + _walked(decision, "pay-exactly", [])
    taken = time.process_time() - began
    assert taken < 0.05, f"{taken * 1000:.0f} ms"
    assert max(sizes) <= 21

"""Records under mended rules, undo, and what a save holds (C36 to C38)."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cases.positions import ALHAMBRA, laid, opened, random_steps, sit_down

from fuero.cli.main import main
from fuero.engine.state import UndoRefused
from fuero.table.files import write_text
from fuero.table.opening import open_recorded
from fuero.table.replay import Replay, from_text, to_text
from fuero.table.sitting import Sitting
from fuero.table.verify import Played, replay_again

TABLE = "players A, B, C\nstart from an empty table\ngiven\n"
MARKET = """
  market at florin is pav-3-sw
  market at dirham is ser-4-ne
  supply is arc-6-sw, gar-8-nw
"""


# ---------------------------------------------------------------- a record and other rules


@pytest.fixture(scope="module")
def courtyard() -> tuple[Replay, Played]:
    """A match in which a palace closes round an empty space, and how far it goes where that may not be."""
    for seed in range(1, 30):
        sitting = sit_down(3, seed, ("courtyard",))
        for _ in random_steps(sitting, 250):
            pass
        played = replay_again(sitting.replay(), opened(3), same_rules=False)
        if played.difference is not None and played.held > 20:
            return sitting.replay(), played
    raise AssertionError("nobody ever builds a courtyard")


def test_c36_it_stops_at_the_first_courtyard_with_the_reason(courtyard: tuple[Replay, Played]) -> None:
    replay, played = courtyard
    difference = played.difference
    assert difference is not None and difference.decision == played.held + 1
    assert difference.reasons[-1].path == "sound.no-gap" and difference.reasons[-1].cites
    assert "no empty space is enclosed" in difference.sentence.lower()
    assert replay.steps[played.held].action in ("build", "remove", "exchange")
    kept = played.sitting.steps
    assert len(kept) == played.held
    assert [s.state for s in kept] == [s.state for s in replay.steps[: played.held]], "all earlier states are the recorded ones"


def test_c36_the_command_offers_the_old_rules(
    courtyard: tuple[Replay, Played], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    replay, played = courtyard
    file = tmp_path / "evening.replay"
    write_text(str(file), to_text(replay))
    assert main(["replay", str(file), "--under", ALHAMBRA]) == 1
    out = capsys.readouterr().out
    assert f"{played.held} of {len(replay.steps)} decisions hold" in out and f"decision {played.held + 1} " in out
    assert "sound.no-gap: Alhambra" in out and f"fuero replay {file}" in out
    assert main(["replay", str(file)]) == 0
    assert "all as recorded" in capsys.readouterr().out


def test_c36_the_record_opens_under_its_own_rules_whatever_is_installed(courtyard: tuple[Replay, Played]) -> None:
    """The rules lie in the record, so a mended or lost ruleset does not orphan it."""
    replay, _ = courtyard
    text = to_text(replay).replace('"ruleset": "alhambra"', '"ruleset": "no-such-game"', 1)
    orphan = from_text(text)
    game = open_recorded(orphan.header, "evening.replay")
    assert game.meaning_hash == replay.header.meaning_hash
    assert replay_again(orphan, game, same_rules=True).difference is None


# ---------------------------------------------------------------- undo


def test_c37_an_exact_purchase_can_be_taken_back() -> None:
    state = laid(TABLE + MARKET + "  hand of A is florin-3\n  display is denar-2\nexpect A is asked")
    before = state.hash_hex()
    state.apply("buy slot florin, pay florin-3")
    assert state.decision is not None and state.decision.player == 0
    state.undo(0)
    assert state.hash_hex() == before


def test_c37_what_came_to_light_stays() -> None:
    state = laid(TABLE + MARKET + "  display is denar-2, ducat-3\n  stock is ducat-4, dirham-2, florin-1\nexpect A is asked")
    state.apply("take-money cards denar-2")
    now = state.hash_hex()
    with pytest.raises(UndoRefused, match="arc-6-sw|gar-8-nw|ducat-4"):
        state.undo(0)
    with pytest.raises(UndoRefused, match="."):
        state.undo(1)
    assert state.hash_hex() == now


def test_c38_one_step_back_is_one_step() -> None:
    state = laid(
        TABLE
        + """
  market at denar is gar-10-open
  market at ducat is ser-6-es
  display is florin-2
  hand of A is denar-6, denar-4, ducat-6
do A : buy slot denar, pay {denar-6, denar-4}
"""
    )
    first, actions = state.hash_hex(), state.view(0)["values"]["actions"]
    moves = [str(m) for m in state.decision.moves] if state.decision else []
    state.apply("buy slot ducat, pay ducat-6")
    state.undo(0)
    assert state.hash_hex() == first and state.view(0)["values"]["actions"] == actions
    assert state.decision is not None and state.decision.player == 0
    assert [str(m) for m in state.decision.moves] == moves
    assert state.view(0)["zones"]["purchases A"] == ["gar-10-open"]


def exact_purchase(seed: int) -> Sitting | None:
    """A match just after an exact purchase, if there is one soon."""
    sitting = sit_down(3, seed)
    for state in random_steps(sitting, 60):
        step = sitting.steps[-1]
        asked = state.decision
        same = asked is not None and sitting.header.names[asked.player] == step.player
        if step.action == "buy" and same and asked is not None and asked.path == "turn.act":
            return sitting
    return None


def test_c38_a_save_after_an_exact_purchase() -> None:
    sitting = next(found for seed in range(200) if (found := exact_purchase(seed)) is not None)
    saved = from_text(to_text(sitting.replay()))
    opened_again = replay_again(saved, open_recorded(saved.header, ""), same_rules=True)
    assert opened_again.difference is None
    here, there = sitting.state, opened_again.sitting.state
    assert here.hash_hex() == there.hash_hex() and here.words == there.words
    assert here.decision is not None and there.decision is not None
    assert (here.decision.player, here.decision.path) == (there.decision.player, there.decision.path)
    assert [str(m) for m in here.decision.moves] == [str(m) for m in there.decision.moves]
    buyer = sitting.header.names[here.decision.player]
    assert len(there.view(None)["zones"][f"purchases {buyer}"]) == 1
    opened_again.sitting.undo()
    sitting.undo()
    assert sitting.state.hash_hex() == opened_again.sitting.state.hash_hex()

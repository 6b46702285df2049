"""Two players and the neutral party, over a whole match with a save in between (C10)."""

from __future__ import annotations

import pytest
from tests.cases.positions import ALHAMBRA, names, random_steps, sit_down

from fuero.cli.main import main
from fuero.table.opening import open_recorded
from fuero.table.replay import from_text, to_text
from fuero.table.sitting import Sitting
from fuero.table.verify import replay_again

DIRK = "dirk"


def play_on(sitting: Sitting, most: int, drawn: list[tuple[int, int]]) -> None:
    """Plays; notes how many tiles the neutral party drew, and how many there were to draw from."""
    held = len(names(sitting.state, "neutral-tiles"))
    for state in random_steps(sitting, most):
        now = len(names(state, "neutral-tiles"))
        got = now - held - (sitting.steps[-1].action == "give-to-neutral")
        if got:
            drawn.append((got, got + len(names(state, "supply"))))
        held = now


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_c10_the_neutral_party_has_points_and_is_no_player(seed: int) -> None:
    sitting = sit_down(2, seed)
    money = [p for p in sitting.state.machine.layout.pieces if p.type == "money"]
    assert len(money) == 72 and len(names(sitting.state, "neutral-tiles")) == 6
    drawn: list[tuple[int, int]] = []
    play_on(sitting, 60, drawn)
    saved = from_text(to_text(sitting.replay()))
    opened = replay_again(saved, open_recorded(saved.header, ""), same_rules=True)
    assert opened.difference is None
    again = opened.sitting
    assert again.state.hash_hex() == sitting.state.hash_hex()
    assert names(again.state, "neutral-tiles") == names(sitting.state, "neutral-tiles")
    assert again.state.scores == sitting.state.scores and again.state.score_lines == sitting.state.score_lines
    play_on(again, 5000, drawn)
    state = again.state
    assert state.outcome is not None and state.outcome.kind == "ended"
    assert [got for got, _ in drawn] == [6, drawn[1][1] // 3]
    assert set(state.scores) == {"A", "B", DIRK} and state.scores[DIRK] > 0
    assert sorted(seat for group in state.ranking for seat in group) == [0, 1]
    assert set(state.shares) == {0, 1} and sum(state.shares.values()) == 1
    assert {line.rule for line in state.score_lines if line.party == DIRK} == {"buildings"}


def test_c10_no_seat_in_the_statistics(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", ALHAMBRA, "--players", "2", "--games", "4", "--seed", "3"]) == 0
    out = capsys.readouterr().out
    assert "2 players" in out and DIRK not in out.lower()

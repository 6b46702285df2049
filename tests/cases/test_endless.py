"""House rules that never end: the cap stops the match, and triggers that feed each other are refused (C41)."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import fuero
from fuero import resources
from fuero.cli.main import main
from fuero.messages.diagnostic import FueroError

HERE = Path(__file__).parent
TO_AND_FRO = "tests.cases.players:ToAndFro"


@pytest.fixture
def soon_capped(tmp_path: Path) -> str:
    """The game with another cap, so that the endless turn is over soon."""
    folder = tmp_path / "alhambra"
    shutil.copytree(resources.rulesets() / "alhambra", folder)
    base = folder / "alhambra.fuero"
    text = base.read_text(encoding="utf-8")
    assert "cap 20000 decisions" in text
    base.write_text(text.replace("cap 20000 decisions", "cap 150 decisions"), encoding="utf-8")
    return str(folder)


def test_c41_a_turn_without_an_end_is_capped(soon_capped: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["run", soon_capped, "--variant", "long-redesign", "--players", "3", "--games", "4", "--seed", "1"]
    assert main([*words, "--seats", TO_AND_FRO, "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["games"], data["capped"], data["ended"], data["stuck"]) == (4, 4, 0, 0)
    assert data["ends"] == [{"kind": "capped", "rule": "cap", "games": 4}]
    for seat in data["seats"]:
        assert seat["wins"] == 0 and seat["share"] is None and seat["score"]["mean"] is None, "neither won nor drawn"
    assert main([*words, "--seats", TO_AND_FRO]) == 0
    out = capsys.readouterr().out
    assert "capped: 4 by cap" in out and "count the matches that ended by the rules" in out


def test_c41_the_cap_is_an_outcome_of_its_own(soon_capped: str) -> None:
    from tests.cases.players import ToAndFro

    state = fuero.load(soon_capped, players=3, variants=["long-redesign"]).start(1)
    program = ToAndFro(0, 0)
    last: list[str] = []
    while (decision := state.decision) is not None:
        move = program.choose(None, decision)
        last.append(f"{decision.player} {move.action}")
        state.apply(move, decision.player)
    assert state.outcome is not None and (state.outcome.kind, state.outcome.rule) == ("capped", "cap")
    assert not any(state.shares.values()) and "150" in state.outcome.text
    assert len({who.split()[0] for who in last[-40:]}) == 1, "it is one turn that does not end"


def test_c41_ordinary_players_still_end_it() -> None:
    game = fuero.load("alhambra", players=3, variants=["long-redesign"])
    assert game.playout(1, 1).outcome == "ended"


def test_c41_triggers_that_feed_each_other_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    feeding = str(HERE / "feeding.fuero")
    with pytest.raises(FueroError) as caught:
        fuero.load(feeding)
    (found,) = caught.value.diagnostics
    assert (
        found.code == "calls-itself" and found.span.line == 5 and "out-again" in found.message and "back-again" in found.message
    )
    assert main(["check", feeding]) == 1
    assert "calls-itself" in capsys.readouterr().err

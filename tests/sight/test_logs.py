"""What each player is told: hidden pieces as numbers, secret answers only once they are shown; the trace of rules; what chance
decided.
"""

from __future__ import annotations

from pathlib import Path

import fuero
from fuero.engine.state import State

RULESETS = Path(__file__).parent / "rulesets"


def played(name: str, line: str, seed: int = 3, players: int = 2) -> State:
    state = fuero.load(str(RULESETS / f"{name}.fuero"), players=players).start(seed)
    for i, move in enumerate(line.split("; ")):
        decision = state.decision
        assert decision is not None
        if move.endswith("?"):
            move = next(str(m) for m in decision.moves if str(m).startswith(move[:-1]))
        state.apply(move, i % players)
    return state


def texts(state: State, player: int | None) -> list[str]:
    return [e.text for e in state.log(player) if e.text]


def test_a_piece_laid_down_unseen_is_named_to_its_owner_only() -> None:
    state = played("cuts", "take; take; lay-down c ?")
    assert any(t.startswith("A: Lay a card down unseen (c ") and "one piece" not in t for t in texts(state, 0))
    for other in (1, None):
        assert "A: Lay a card down unseen (c one piece)" in texts(state, other)
        assert "A piece goes from hand A to face-down." in texts(state, other)


def test_a_piece_played_openly_is_named_to_all() -> None:
    state = played("cuts", "take; take; play-card c ?")
    assert len({t for p in (0, 1, None) for t in texts(state, p) if t.startswith("A: Play a card openly")}) == 1
    assert not any("one piece" in t for t in texts(state, None))


def test_the_size_of_hidden_moves_is_told() -> None:
    state = played("pledges", "to-left; to-left; merge")
    assert "2 pieces go from left-heap to right-heap." in texts(state, None)


def test_a_covered_zone_is_announced() -> None:
    state = played("sack", "draw-stone; wait; lock-up s ?")
    assert any(t.endswith("goes from pouch A to keep.") and not t.startswith("A piece") for t in texts(state, 1))
    assert state.view(1)["zones"]["keep"] == {"size": 1}


def test_secret_answers_are_told_when_they_are_shown() -> None:
    state = played("pledges", "wait; wait")
    state.apply("pledge-all", 0)
    state.apply("choose n 2, m y", 1)
    assert texts(state, 0)[-1] == texts(state, None)[-1] == "B has answered."
    assert "n 2, m y" in texts(state, 1)[-1]
    state.apply("choose n 1, m x", 0)
    assert not any("m y" in t or "n 2" in t for t in texts(state, 0))
    state.apply("show-all")
    assert "Colour is shown: x (A), y (B)." in texts(state, 0)


def test_the_trace_names_rules_as_they_fire() -> None:
    state = fuero.load("alhambra", players=3).start(1)
    state.apply(state.decision.nth(0))  # type: ignore[union-attr]
    trace = state.trace()
    steps = [e for e in trace if e.kind == "step"]
    assert "turn.refill" in [e.path for e in steps]
    assert all(e.text for e in steps)
    assert any(e.cites for e in steps)
    assert [e.text for e in trace if e.kind != "step"] == [e.text for e in state.log() if e.kind != "step"]
    assert next(e for e in trace if e.kind == "decide").cites


def test_chance_is_told_to_the_table_alone() -> None:
    state = played("sack", "draw-stone; wait")
    start = state.log_length
    state.apply("spend")
    chance = state.chance_since(start)
    assert len(chance) == 1
    assert chance[0].endswith(" from coins to spent")
    assert state.chance_since(state.log_length) == ()

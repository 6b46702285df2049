"""Helpers for the tests of single constructs: a small ruleset from this folder at a table, what it shows, what its log says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import fuero
from fuero.engine.game import Game
from fuero.engine.state import State

RULESETS = Path(__file__).parent / "rulesets"


def game(name: str, players: int = 3, **options: str | int | bool) -> Game:
    return fuero.load(str(RULESETS / f"{name}.fuero"), players=players, options=options)


def start(name: str, players: int = 3, seed: int = 1, **options: str | int | bool) -> State:
    return game(name, players, **options).start(seed)


def values(state: State, viewer: int | None = None) -> dict[str, str]:
    found: dict[str, str] = state.view(viewer)["values"]
    return found


def zone(state: State, name: str, viewer: int | None = None) -> Any:
    return state.view(viewer)["zones"].get(name)


def moves(state: State, player: int | None = None) -> list[str]:
    """Every move of the decision (of `player`, where several may answer), as text."""
    for decision in state.pending:
        if player is None or decision.player == player:
            listed = [str(m) for m in decision.moves]
            assert len(listed) == decision.count() and len(set(listed)) == len(listed)
            return listed
    raise AssertionError(f"nobody in seat {player} is asked")


def asked(state: State) -> list[int]:
    return [d.player for d in state.pending]


def said(state: State, viewer: int | None = None) -> list[str]:
    """What the rules have said so far."""
    return [e.text for e in state.log(viewer) if e.kind == "say"]


def steps(state: State) -> list[str]:
    return [e.path for e in state.log() if e.kind == "step"]


def play(state: State, *moves: str) -> State:
    """Plays moves one after another, each of whoever is first to answer."""
    for move in moves:
        state.apply(move)
    return state


def first_each(state: State, limit: int = 2000) -> State:
    """Plays the first move of every decision, to the end."""
    for _ in range(limit):
        if state.decision is None:
            return state
        state.apply(state.decision.nth(0))
    raise AssertionError("the match does not end")

"""Neither a view nor a Knowledge, with all its private data, leads to what the player was not shown."""

from __future__ import annotations

import json
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.sight.deals import play, seen, truth

import fuero
from fuero.engine.game import Game
from fuero.engine.machine import Machine
from fuero.engine.state import State
from fuero.players.asking import ask

RULESETS = Path(__file__).parent / "rulesets"
LINES = {
    "cuts": "take; take; wait; lay-down c ?; turn-up; take; steal",
    "sack": "peek; draw-stone; draw-stone; put-back s ?; drop; wait",
    "pledges": "to-left; to-right; wait; hold; merge; to-right; wait; wait",
}
RULES = (Game, Machine, types.ModuleType, types.FunctionType, type)
"""What everybody may know: the rules themselves."""


def walk(root: object) -> Iterator[object]:
    """Everything that can be reached from a thing, rules apart."""
    todo, done = [root], set()
    while todo:
        x = todo.pop()
        if id(x) in done or isinstance(x, RULES):
            continue
        done.add(id(x))
        yield x
        if isinstance(x, dict):
            todo += [*x.keys(), *x.values()]
        elif isinstance(x, (list, tuple, set, frozenset)):
            todo += list(x)
        elif not isinstance(x, (int, float, str, bytes, type(None))):
            todo += list(getattr(x, "__dict__", {}).values())
            for base in type(x).__mro__:
                todo += [getattr(x, n) for n in getattr(base, "__slots__", ()) if hasattr(x, n)]
            if isinstance(x, types.MethodType):
                todo.append(x.__self__)


def opened(name: str) -> Game:
    return fuero.load(str(RULESETS / f"{name}.fuero"), players=2)


def reached(name: str, seed: int) -> State | None:
    state = opened_games[name].start(seed)
    moves = [(i % 2, move.strip()) for i, move in enumerate(LINES[name].split(";"))]
    return state if play(state, moves, lambda n: seed % n) else None


opened_games = {name: opened(name) for name in LINES}


@pytest.mark.parametrize("name", LINES)
def test_the_same_history_gives_the_same_knowledge(name: str) -> None:
    by_history: dict[str, list[State]] = {}
    for seed in range(400):
        state = reached(name, (1 << 50) + seed)
        if state is not None:
            by_history.setdefault(seen(state, 0), []).append(state)
    pairs = [(a, b) for states in by_history.values() for a in states[:1] for b in states[1:] if truth(a) != truth(b)][:12]
    assert len(pairs) == 12
    for a, b in pairs:
        assert a.seed != b.seed
        first, second = a.knowledge(0), b.knowledge(0)
        assert first.view == second.view
        assert first.log() == second.log()
        assert first.pools() == second.pools()
        assert all(first.known(z) == second.known(z) for z in a.machine.words.zones)
        assert first.standing() == second.standing()
        for k in range(5):
            assert truth(first.determinise(k)) == truth(second.determinise(k))
            assert first.determinise(k).seed == second.determinise(k).seed
        mine, theirs = first.decision, second.decision
        assert (mine is None) == (theirs is None)
        if mine is not None and theirs is not None:
            assert [str(m) for m in mine.moves] == [str(m) for m in theirs.moves]
        if name == "cuts":  # without equal pieces even the numbers in the private data are the same
            assert plain(first) == plain(second)


def plain(knowledge: object) -> list[str]:
    return [repr(x) for x in walk(knowledge) if isinstance(x, (int, str))]


@pytest.mark.parametrize("name", LINES)
def test_nothing_leads_to_the_true_table(name: str) -> None:
    states = [s for seed in range(60) if (s := reached(name, (1 << 50) + seed)) is not None][:5]
    assert states
    for state in states:
        for player in (0, 1):
            knowledge = state.knowledge(player)
            things = list(walk(knowledge))
            true = {id(state), id(state.words), id(state.log_raw), id(state._past)} | {id(d) for d in state.pending}
            true |= {id(m) for m in state.memories.values()}
            assert not any(id(x) in true for x in things)
            assert not any(isinstance(x, int) and x == state.seed for x in things)
            assert str(state.seed) not in json.dumps(knowledge.view)
            assert not any(isinstance(x, str) and state.hash_hex() in x for x in things)


def test_a_program_is_handed_nothing_of_the_state() -> None:
    handed: list[Any] = []

    class Spy:
        def choose(self, knowledge: Any, decision: Any) -> Any:
            handed.append((knowledge, decision))
            return decision.nth(0)

    state = reached("cuts", next(s for s in range(50) if reached("cuts", s) is not None))
    assert state is not None
    decision = state.decision
    assert decision is not None
    move = ask(Spy(), state, decision)
    assert [str(m) for m in handed[0][1].moves] == [str(m) for m in decision.moves]
    for x in walk(handed[0]):
        assert x is not state and x is not state.words and x is not state.log_raw and x is not decision
    state.apply(str(move), decision.player)


def test_the_imagined_table_can_be_another_than_the_true_one() -> None:
    states = [s for seed in range(60) if (s := reached("cuts", seed)) is not None]
    assert any(truth(s.knowledge(0)._imagined) != truth(s) for s in states)

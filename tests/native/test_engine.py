"""Matches under machine code, in the shape of the interpreter's: the same moves, states, words and faults at every step."""

from __future__ import annotations

import random
import threading
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

import fuero
from fuero.engine.faults import Fault
from fuero.engine.game import Game
from fuero.engine.state import IllegalMove, UndoRefused
from fuero.lab.simulate import play_step_by_step, player_seed
from fuero.messages.diagnostic import FueroError
from fuero.native.game import NativeGame
from fuero.native.opening import opened

pytestmark = pytest.mark.usefixtures("compiler")
TESTS = Path(__file__).parents[1]
LOOPS = str(TESTS / "engine" / "constructs" / "rulesets" / "loops.fuero")
GAMES = ["alhambra", "three-hills", str(TESTS / "laws/rulesets/dials.fuero"), str(TESTS / "laws/rulesets/snatch.fuero")]


@cache
def both(path: str, players: int = 3) -> tuple[Game, NativeGame]:
    """A game under both engines, compiled in haste."""
    game = fuero.load(path, players=players)
    return game, NativeGame(game, opened(game, level=0))


@pytest.mark.parametrize("path", GAMES)
def test_many_matches_in_one_memory_go_on_as_the_interpreters_do(path: str) -> None:
    """Matches in turn, copied in between, moved by number, by words and by moves of either engine."""
    game, native = both(path)
    rng = random.Random(5)
    pairs = [(game.start(seed), native.start(seed)) for seed in range(4)]
    for turn in range(150):
        n = rng.randrange(len(pairs))
        plain, quick = pairs[n]
        asked, decision = plain.decision, quick.decision
        if asked is None or decision is None:
            assert asked is decision is None
            continue
        assert len(plain.pending) == len(quick.pending)
        assert (asked.player, asked.path, asked.question, asked.cites, asked.optional, asked.count()) == (
            decision.player, decision.path, decision.question, decision.cites, decision.optional, decision.count(),
        )  # fmt: skip
        k = rng.randrange(asked.count())
        move = decision.nth(k)
        assert str(move) == str(asked.nth(k)) and move == asked.nth(k)
        if turn % 20 == 0 and asked.count() < 500:
            assert [str(m) for m in decision.moves] == [str(m) for m in asked.moves]
        copied = quick.copy()
        assert copied == quick and hash(copied) == hash(quick)
        played = copied if turn % 3 == 0 else quick  # the other stays where it is
        stays, before = (quick, plain.words.copy()) if played is copied else (copied, plain.words.copy())
        match turn % 4:
            case 0:
                played.apply(move)
            case 1:
                played.apply(str(move))
            case 2:
                played.apply(asked.nth(k))
            case _:
                played.step(k)
        plain.apply(asked.nth(k))
        assert played.plain().words == plain.words
        assert stays.plain().words == before
        assert played != stays
        pairs[n] = (plain, played)
        assert played.decisions == plain.decisions and played.seed == plain.seed
        assert (played.scores, played.ranking, played.shares) == (plain.scores, plain.ranking, plain.shares)


@pytest.mark.parametrize("path", GAMES)
def test_what_only_the_interpreter_tells_is_the_same(path: str) -> None:
    game, native = both(path)
    plain, quick = game.start(9), native.start(9)
    rng = random.Random(1)
    for _ in range(25):
        asked = plain.decision
        if asked is None:
            break
        k = rng.randrange(asked.count())
        plain.apply(asked.nth(k))
        quick.step(k)
    assert quick.hash_hex() == plain.hash_hex() and quick.standing() == plain.standing()
    assert quick.score_lines == plain.score_lines and quick.outcome == plain.outcome
    for player in range(game.players):
        assert quick.view(player) == plain.view(player)
        assert [str(e) for e in quick.log(player)] == [str(e) for e in plain.log(player)]
        deal, native_deal = plain.knowledge(player).determinise(4), quick.knowledge(player).determinise(4)
        assert native_deal.plain().words == deal.words
        if deal.decision is not None:
            deal.apply(deal.decision.nth(0))
            native_deal.step(0)
            assert native_deal.plain().words == deal.words


def test_a_refused_move_says_why_and_leaves_no_trace() -> None:
    game, native = both("alhambra")
    plain, quick = game.start(2), native.start(2)
    before = quick.plain().words
    with pytest.raises(IllegalMove) as told:
        quick.apply("buy slot nowhere")
    with pytest.raises(IllegalMove) as expected:
        plain.apply("buy slot nowhere")
    assert str(told.value) == str(expected.value)
    assert quick.plain().words == before
    decision = quick.decision
    assert decision is not None
    for beyond in (-1, decision.count()):
        with pytest.raises(IndexError):
            quick.step(beyond)
        with pytest.raises(IndexError):
            decision.nth(beyond)
    stale = decision.nth(0)
    quick.step(0)
    now = quick.decision
    assert now is not None
    if str(stale) not in [str(m) for m in now.moves]:
        with pytest.raises(IllegalMove):
            quick.apply(stale)


def test_taking_back() -> None:
    game, native = both("three-hills")
    quick = native.start(1)
    first = quick.plain().words
    quick.step(0)
    quick.undo()
    assert quick.plain().words == first
    quick.step(1)
    with pytest.raises(UndoRefused):
        quick.undo(player=2)


def test_without_a_log_nobody_remembers() -> None:
    _, native = both("three-hills")
    quick = native.start(1, log=False)
    quick.step(0)
    with pytest.raises(FueroError):
        quick.knowledge(0)
    assert quick.copy().decisions == 1


def test_an_adopted_match_goes_on() -> None:
    game, native = both("three-hills")
    plain = game.start(3)
    plain.apply(plain.decision.nth(1))  # type: ignore[union-attr]
    quick = native.adopt(plain)
    plain.apply(plain.decision.nth(0))  # type: ignore[union-attr]
    quick.step(0)
    assert quick.plain().words == plain.words
    assert [str(e) for e in quick.log(0)] == [str(e) for e in plain.log(0)]


@pytest.mark.parametrize("action", ["too-often", "too-far"])
def test_a_fault_is_the_interpreters_and_leaves_no_trace(action: str) -> None:
    game, native = both(LOOPS)
    plain, quick = game.start(1), native.start(1)
    for _ in range(2):
        plain.apply("rounds")
        quick.apply("rounds")
    before = quick.plain().words
    with pytest.raises(Fault) as expected:
        plain.apply(action)
    for way in (action, next(m for m in quick.decision.moves if m.action == action)):  # type: ignore[union-attr]
        with pytest.raises(Fault) as told:
            quick.apply(way)
        assert (told.value.rule, told.value.message, told.value.span) == (
            expected.value.rule, expected.value.message, expected.value.span,
        )  # fmt: skip
        assert quick.plain().words == before
    k = [m.action for m in quick.decision.moves].index(action)  # type: ignore[union-attr]
    with pytest.raises(Fault):
        quick.step(k)
    assert quick.plain().words == before
    quick.apply("circle")
    plain.apply("circle")
    assert quick.plain().words == plain.words


def test_a_fault_inside_a_run_names_the_same_rule() -> None:
    game, native = both(LOOPS)
    for seed in range(30):
        try:
            expected: object = game.playout(seed, player_seed(seed))
        except Fault as fault:
            expected = (fault.rule, fault.message)
        try:
            (told,) = next(native.run(seed, 1))
            found: object = told
        except Fault as fault:
            found = (fault.rule, fault.message)
        assert found == expected


@pytest.mark.parametrize("path", GAMES)
def test_runs_inside_give_the_interpreters_records(path: str) -> None:
    game, native = both(path)
    games = 5 if path == "alhambra" else 40
    found = [one for some in native.run(100, games) for one in some]
    assert found == [game.playout(seed, player_seed(seed)) for seed in range(100, 100 + games)]
    assert native.playout(7, 8) == game.playout(7, 8)


@pytest.mark.parametrize("path", GAMES)
def test_the_record_of_a_match_counts_what_happened(path: str) -> None:
    """Lines of points by rule, and points by rule and party, as the interpreter has them; and every point counts."""
    game, native = both(path)
    for seed in range(2 if path == "alhambra" else 8):
        (((_, raw),),) = list(native.raw(seed, 1))
        detail = native.detail(raw)
        state = game.start(seed)
        numbers = [0] * game.players
        from fuero.engine.chance import player_word
        from fuero.players.by_chance import pick

        actions: Counter[str] = Counter()
        while (asked := state.decision) is not None:
            word = player_word(player_seed(seed), asked.player, numbers[asked.player])
            numbers[asked.player] += 1
            move = asked.nth(pick(word, asked.count()))
            actions[move.action] += 1
            state.apply(move, asked.player)
        lines: Counter[str] = Counter()
        points: Counter[tuple[str, int]] = Counter()
        for e in state.log_raw or ():
            if e[0] == "score":
                lines[e[4]] += 1
                points[e[4], e[1]] += e[2]
        assert detail.lines == dict(lines)
        assert {k: n for k, n in detail.points.items() if n} == {k: n for k, n in points.items() if n}
        assert sum(detail.points.values()) == sum(state.scores.values())
        for action, count in actions.items():
            if f"action:{action}" in native.built.uses and path in ("alhambra", "three-hills"):
                assert detail.uses[f"action:{action}"] == count


def test_programs_in_python_use_either_engine() -> None:
    game, native = both("three-hills")
    for players in (["random"] * 3, ["greedy", "random", "greedy"]):
        for seed in range(2):
            assert play_step_by_step(native, players, seed) == play_step_by_step(game, players, seed)  # type: ignore[arg-type]


def test_each_thread_has_a_memory_of_its_own() -> None:
    game, native = both("alhambra")
    expected = [one for some in native.run(0, 12) for one in some]
    found: dict[int, object] = {}

    def play(part: int) -> None:
        found[part] = [one for some in native.run(part * 3, 3) for one in some]

    threads = [threading.Thread(target=play, args=(part,)) for part in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[part] for part in range(4)] == [expected[at : at + 3] for at in range(0, 12, 3)]


def test_states_move_between_memories_as_words() -> None:
    """A match that was played in another memory: boards kept there say nothing here."""
    game, native = both("alhambra")
    state = native.start(4)
    for k in range(60):
        state.step((k * 7) % state.decision.count())  # type: ignore[union-attr]
    other = NativeGame(game, native.code)
    taken = other.adopt(state.plain())
    for k in range(60):
        assert taken.decision.count() == state.decision.count()  # type: ignore[union-attr]
        step = (k * 5) % state.decision.count()  # type: ignore[union-attr]
        state.step(step)
        taken.step(step)
        assert taken.hash() == state.hash()
    assert taken.plain().words == state.plain().words

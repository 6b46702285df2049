"""Replays and saves: written whole, read back whole, and honest about the first thing that differs."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fuero
from fuero.engine.decision import Move
from fuero.engine.state import IllegalMove, UndoRefused
from fuero.lab.simulate import player_seed
from fuero.messages.diagnostic import FueroError
from fuero.players.by_chance import RandomPlayer
from fuero.table.config import TableConfig
from fuero.table.files import read_text, write_text
from fuero.table.opening import open_recorded
from fuero.table.packed import pack, unpack
from fuero.table.replay import Replay, from_text, move_text, to_text
from fuero.table.sitting import Sitting
from fuero.table.verify import replay_again

STONES = str(Path(__file__).parent / "stones" / "stones.fuero")
DIALS = str(Path(__file__).parent / "dials.fuero")
HEAVY = str(Path(__file__).parent / "stones" / "variants" / "heavy.fuero")


def sit(ruleset: str = STONES, seed: int = 7, players: int = 3, stop: int | None = None) -> Sitting:
    """A match of random seats, played to its end or for some decisions."""
    game = fuero.load(ruleset, players=players)
    sitting = Sitting.start(game, TableConfig(ruleset), ("random",) * players, seed, player_seed(seed))
    return go_on(sitting, stop)


def go_on(sitting: Sitting, stop: int | None = None) -> Sitting:
    seed = sitting.header.player_seed
    programs = [RandomPlayer(seat, seed, sitting.answered(seat)) for seat in range(sitting.game.players)]
    while (decision := sitting.state.decision) is not None and (stop is None or len(sitting.steps) < stop):
        sitting.answer(programs[decision.player].choose(sitting.state.knowledge(decision.player), decision), decision.player)
    return sitting


@pytest.fixture(scope="module")
def recorded() -> Replay:
    return sit().replay()


def again(replay: Replay, **how: Any) -> Any:
    return replay_again(replay, open_recorded(replay.header, replay.path), same_rules=True, **how)


def test_a_replay_reads_back_as_it_was_written(recorded: Replay) -> None:
    text = to_text(recorded)
    assert from_text(text) == recorded
    assert recorded.result is not None and recorded.result.end == "ended"
    lines = [json.loads(line) for line in text.splitlines()]
    assert lines[0]["fuero"] == "replay" and lines[0]["seed"] == 7
    assert all({"player", "action", "fields", "chance", "state"} <= line.keys() for line in lines[1:-1])
    assert lines[-1]["scores"] and lines[-1]["end"] == "ended"


def test_a_replay_verifies(recorded: Replay) -> None:
    seen: list[int] = []
    played = again(from_text(to_text(recorded)), watch=lambda step, state: seen.append(step.number))
    assert played.difference is None and played.held == len(recorded.steps)
    assert seen == list(range(1, len(recorded.steps) + 1))
    assert [step.state for step in played.sitting.steps] == [step.state for step in recorded.steps]


def test_unknown_fields_are_kept(recorded: Replay) -> None:
    lines = to_text(recorded).splitlines()
    for number in (0, 1, len(lines) - 1):
        lines[number] = json.dumps(json.loads(lines[number]) | {"remark": "well played"}, ensure_ascii=False)
    text = "\n".join(lines) + "\n"
    assert to_text(from_text(text)) == text


def _changed(recorded: Replay, number: int, **fields: Any) -> Replay:
    steps = list(recorded.steps)
    steps[number - 1] = replace(steps[number - 1], **fields)
    return replace(recorded, steps=tuple(steps))


def test_the_first_decision_that_differs_is_named(recorded: Replay) -> None:
    wrong_hash = again(_changed(recorded, 4, state="0" * 16))
    assert wrong_hash.held == 3 and wrong_hash.difference.decision == 4 and "decision 4" in wrong_hash.difference.sentence
    wrong_chance = again(_changed(recorded, 3, chance=("red-1 from nowhere to stock",)))
    assert wrong_chance.difference.decision == 3 and "from nowhere" in wrong_chance.difference.sentence
    other = next(name for name in recorded.header.names if name != recorded.steps[4].player)
    wrong_player = again(_changed(recorded, 5, player=other))
    assert wrong_player.difference.decision == 5 and "who is asked" in wrong_player.difference.sentence
    illegal = again(_changed(recorded, 2, action="take", fields=(("stones", "{blue-6, red-6}"),)))
    assert illegal.difference.decision == 2 and illegal.difference.reasons


def test_another_result_is_named(recorded: Replay) -> None:
    assert recorded.result is not None
    scores = tuple((name, 99) for name, _ in recorded.result.scores)
    played = again(replace(recorded, result=replace(recorded.result, scores=scores)))
    assert played.held == len(recorded.steps) and "points" in played.difference.sentence


def test_under_other_rules_it_holds_until_a_clause_fails() -> None:
    heavy = next(replay for seed in range(30) if (replay := sit(HEAVY, seed).replay()) and _first_heavy(replay))
    game = fuero.load(STONES, players=3)
    played = replay_again(heavy, game, same_rules=False)
    assert played.difference is not None
    assert played.difference.decision == _first_heavy(heavy) == played.held + 1
    assert played.difference.reasons[0].path == "take.small"
    assert "at most 5" in played.difference.sentence


def _first_heavy(replay: Replay) -> int:
    """The first decision that takes two stones weighing more than five together."""
    for step in replay.steps:
        weights = [int(name.split("-")[1]) for _, text in step.fields for name in text.strip("{}").split(", ") if name]
        if len(weights) == 2 and sum(weights) > 5:
            return step.number
    return 0


def test_a_save_goes_on_as_if_never_left(recorded: Replay) -> None:
    save = from_text(to_text(sit(stop=5).replay()))
    assert save.result is None and len(save.steps) == 5
    played = again(save)
    assert played.difference is None
    assert to_text(go_on(played.sitting).replay()) == to_text(recorded)


def test_a_changed_ruleset_does_not_orphan_a_replay(recorded: Replay) -> None:
    """The rules found by name mean something else now: the rules in the replay are used."""
    moved = replace(recorded, header=replace(recorded.header, ruleset=HEAVY))
    assert again(moved).difference is None
    gone = replace(recorded, header=replace(recorded.header, ruleset="no-such-game"))
    assert again(gone).difference is None


def test_undo_takes_the_decision_off_the_record() -> None:
    sitting = sit(stop=2)
    before = to_text(sitting.replay())
    decision = sitting.state.decision
    sitting.answer(decision.parse("rest"), decision.player)
    assert len(sitting.steps) == 3
    assert sitting.undo() == 1
    assert to_text(sitting.replay()) == before
    assert again(sitting.replay()).difference is None


def test_a_secret_answer_is_taken_back_off_the_record() -> None:
    game = fuero.load(DIALS, players=3)
    sitting = Sitting.start(game, TableConfig(DIALS), ("human",) * 3, 4, 4)
    for seat, pick in ((0, 0), (2, 1)):
        sitting.answer(_asked(sitting, seat).nth(pick), seat)
    sitting.take_back(0)
    assert [step.player for step in sitting.steps] == ["C"]
    assert [decision.player for decision in sitting.state.pending] == [0, 1]
    sitting.answer(_asked(sitting, 1).nth(2), 1)
    sitting.answer(_asked(sitting, 0).nth(2), 0)
    assert [step.player for step in sitting.steps] == ["C", "B", "A"]
    with pytest.raises(UndoRefused):
        sitting.take_back(0)
    assert again(from_text(to_text(sitting.replay()))).difference is None


def _asked(sitting: Sitting, seat: int) -> Any:
    return next(decision for decision in sitting.state.pending if decision.player == seat)


def test_a_refused_move_changes_nothing() -> None:
    sitting = sit(stop=2)
    before, decision = to_text(sitting.replay()), sitting.state.decision
    with pytest.raises(IllegalMove):
        sitting.answer(Move("take", (("stones", "{red-6, blue-6}"),)), decision.player)
    assert to_text(sitting.replay()) == before


@pytest.mark.parametrize(
    ("line", "change", "words"),
    [
        (0, lambda text: "", "line 2"),
        (0, lambda text: text.replace('"seed": 7', '"seed": "seven"'), '"seed" is "seven"'),
        (0, lambda text: text.replace('"format": 1', '"format": 99'), "format 99"),
        (0, lambda text: text.replace('"names": ["', '"names": ["Z", "'), "names 3 seats and 4 players"),
        (0, lambda text: "[1, 2]", "no JSON object"),
        (2, lambda text: text[: len(text) // 2], "line 3: it is not whole"),
        (2, lambda text: "", "decision 2 should stand here, but this is decision 3"),
        (3, lambda text: text.replace('"action"', '"act"'), 'line 4: it has no "action"'),
        (3, lambda text: "[" * 100_000, "line 4: it is not whole"),
        (-1, lambda text: text + "\n" + text, "after the line that ends the match"),
    ],
)
def test_damage_is_told_with_its_line(recorded: Replay, line: int, change: Any, words: str) -> None:
    lines = to_text(recorded).splitlines()
    lines[line] = change(lines[line])
    with pytest.raises(FueroError) as caught:
        from_text("\n".join(lines), "evening.replay")
    assert words in str(caught.value)
    assert caught.value.diagnostics[0].span.file == "evening.replay"


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_any_damage_is_a_message_and_never_a_crash(recorded: Replay, data: st.DataObject) -> None:
    text = to_text(recorded)
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        text = text[:start] + data.draw(st.text(max_size=3)) + text[start + data.draw(st.integers(0, 9)) :]
    try:
        read = from_text(text)
        again(read)
    except FueroError as error:
        assert error.diagnostics


def test_an_empty_file_and_damaged_rules_are_told(recorded: Replay) -> None:
    with pytest.raises(FueroError, match="nothing in it"):
        from_text("\n")
    damaged = replace(recorded.header, ruleset="no-such-game", rules=recorded.header.rules[:-40])
    with pytest.raises(FueroError, match="line 1"):
        open_recorded(damaged, "evening.replay")


def test_packed_rules_come_back() -> None:
    rules = fuero.load(STONES, players=2).rules
    assert unpack(pack(rules)) == rules
    with pytest.raises(ValueError):
        unpack("no rules at all")


def test_move_texts() -> None:
    assert move_text("pass", ()) == "pass"
    assert move_text("buy", (("slot", "denar"), ("pay", "{a, b}"))) == "buy slot denar, pay {a, b}"


def test_a_file_is_the_old_one_or_the_new_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "save"
    write_text(str(target), "old")

    def fails(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fails)
    with pytest.raises(FueroError, match="no space left"):
        write_text(str(target), "new")
    assert target.read_text() == "old" and [path.name for path in tmp_path.iterdir()] == ["save"]


def test_files_that_cannot_be_read_or_written_are_told(tmp_path: Path) -> None:
    with pytest.raises(FueroError, match="no such file"):
        read_text(str(tmp_path / "nothing"))
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    with pytest.raises(FueroError, match="no UTF-8"):
        read_text(str(tmp_path / "bytes"))
    with pytest.raises(FueroError, match="no folder"):
        write_text(str(tmp_path / "none" / "file"), "x")
    write_text(str(tmp_path / "made"), "x")
    assert (tmp_path / "made").stat().st_mode & 0o077 == 0o666 & ~_umask() & 0o077


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask

"""The verbs that play: run, play, replay; and how the command behaves when something is wrong."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path

import pytest

import fuero
from fuero.cli import console
from fuero.cli.main import main
from fuero.engine.faults import Fault
from fuero.engine.machine import Machine
from fuero.messages.diagnostic import Span

STONES = str(Path(__file__).parents[1] / "table" / "stones" / "stones.fuero")
HEAVY = str(Path(__file__).parents[1] / "table" / "stones" / "variants" / "heavy.fuero")
VERBS = ("check", "test", "play", "run", "show", "diff", "replay", "schema")

Said = pytest.CaptureFixture[str]


def type_in(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """What the person at the table types."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(line + "\n" for line in lines)))


# ---------------------------------------------------------------- run


def test_run_gives_json(capsys: Said) -> None:
    words = [
        "run",
        STONES,
        "--players",
        "3",
        "--games",
        "12",
        "--seed",
        "1",
        "--seats",
        "random",
        "--engine",
        "interpreter",
        "--format",
        "json",
    ]
    assert main(words) == 0
    one = json.loads(capsys.readouterr().out)
    assert main([*words, "--workers", "2"]) == 0
    two = json.loads(capsys.readouterr().out)
    for data in (one, two):
        assert data.pop("cpu_seconds") > 0
        data.pop("games_per_cpu_second")
    assert one == two
    assert one["games"] == 12 and one["seed"] == 1 and len(one["seats"]) == 3


def test_run_sets_two_rulesets_side_by_side(capsys: Said) -> None:
    assert main(["run", STONES, HEAVY, "-p", "2", "-n", "5", "--seed", "1"]) == 0
    assert "Side by side, paired by seed: 5 seeds" in capsys.readouterr().out
    assert main(["run", STONES, HEAVY, "-p", "2", "-n", "5", "--seed", "1", "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert len(data["runs"]) == 2 and data["paired"]["pairs"] == 5


def test_run_draws_a_seed_and_prints_it(capsys: Said) -> None:
    assert main(["run", STONES, "-p", "2", "-n", "2"]) == 0
    assert "seeds from " in capsys.readouterr().out


# ---------------------------------------------------------------- wrong use


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["run", STONES, "--players", "4", "--seats", "random,random,random"], "3 seats are named, but 4 play"),
        (["run", STONES, "--seats", "human"], "no seat for a person"),
        (["run", STONES, "--engine", "magic"], "--engine"),
        (["run"], "Name one ruleset"),
        (["run", "no-such-game"], "no-such-game"),
        (["run", STONES, "--games", "many"], "--games"),
        (["run", STONES, "--option", "begin-with"], "Write name=value"),
        (["run", STONES, "--nonsense"], "nonsense"),
        (["play"], "Which game?"),
        (["play", STONES, "--players", "9"], "players"),
        (["play", STONES, "--seats", "random", "--record", "/no/such/folder/x"], "no folder"),
        (["play", STONES, "--seats", "random", "--save", "/"], "a folder"),
        (["play", STONES, "--resume", "x"], "brings its own rules"),
        (["play", "--resume", "no-such-file"], "no such file"),
        (["play", "--config", "no-such-file"], "no such file"),
        (["replay", "no-such-file"], "no such file"),
        (["replay", "x", "--verify", "--under", "y"], "Give one of the two"),
        (["replay", "x", "--module", "y"], "go with --under"),
        (["juggle"], "juggle"),
    ],
)
def test_wrong_use_is_told_and_gives_2(words: list[str], said: str, capsys: Said) -> None:
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert said in err and "Traceback" not in err and out == ""


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help_with_an_example(verb: str, capsys: Said) -> None:
    assert main([verb, "--help"]) == 0
    assert f"Example: fuero {verb}" in capsys.readouterr().out


def test_a_bug_says_that_it_is_one(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("a wheel came off\nand rolled away")

    monkeypatch.setattr(fuero, "load", broken)
    monkeypatch.delenv("FUERO_DEBUG", raising=False)
    assert main(["play", "anything", "--seats", "random"]) == 2
    err = capsys.readouterr().err
    assert "bug in fuero" in err and "RuntimeError: a wheel came off" in err and "rolled" not in err
    monkeypatch.setenv("FUERO_DEBUG", "1")
    with pytest.raises(RuntimeError):
        main(["play", "anything", "--seats", "random"])


def test_a_rule_that_cannot_go_on_is_no_bug_of_ours(monkeypatch: pytest.MonkeyPatch, capsys: Said, tmp_path: Path) -> None:
    def fails(*_: object) -> None:
        raise Fault("turn.fill", "nothing lies there", Span(STONES, 44, 3, 44, 9))

    monkeypatch.setattr(Machine, "apply", fails)
    save = tmp_path / "save"
    assert main(["play", STONES, "--seats", "random", "--seed", "1", "--save", str(save)]) == 2
    err = capsys.readouterr().err
    assert "turn.fill: nothing lies there" in err and "stones.fuero:44" in err and "bug" not in err
    assert save.exists()
    assert main(["run", STONES, "--games", "3", "--seed", "5"]) == 2
    assert "In the match with seed 5" in capsys.readouterr().err
    assert main(["run", STONES, "--games", "3", "--seed", "5", "--workers", "2"]) == 2
    assert "In the match with seed 5" in capsys.readouterr().err


def test_an_interrupt_gives_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(fuero, "load", interrupted)
    assert main(["play", "anything", "--seats", "random"]) == 130


def test_a_reader_who_leaves_is_no_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with open(writing, "w") as pipe:
        monkeypatch.setattr(sys, "stdout", pipe)
        assert main(["play", STONES, "--players", "2", "--seats", "random", "--seed", "1"]) == 0


def test_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert console.coloured("auto", Terminal()) and not console.coloured("auto", io.StringIO())
    assert console.coloured("always", io.StringIO()) and not console.coloured("never", Terminal())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not console.coloured("auto", Terminal())


# ---------------------------------------------------------------- play


def test_random_seats_tell_a_whole_match(capsys: Said) -> None:
    words = ["play", STONES, "--players", "3", "--seats", "random,random,random", "--seed", "7"]
    assert main(words) == 0
    first = capsys.readouterr().out
    assert main(words) == 0
    assert capsys.readouterr().out == first
    assert (
        "seed 7" in first
        and "Score sheet" in first
        and "book/score" in first
        and "book: The book of stones" in first
        and "share the win" in first
    )


def test_a_config_sets_the_table(tmp_path: Path, capsys: Said) -> None:
    table = tmp_path / "table.toml"
    table.write_text(f'game = "{STONES}"\nplayers = 2\nseats = "random"\nseed = 5\n')
    assert main(["play", "--config", str(table)]) == 0
    out = capsys.readouterr().out
    assert "2 players" in out and "seed 5" in out
    assert main(["play", "--config", str(table), "--players", "3", "--seed", "6"]) == 0
    out = capsys.readouterr().out
    assert "3 players" in out and "seed 6" in out


def _first_move(seed: int) -> str:
    return str(fuero.load(STONES, players=2).start(seed).decision.nth(0))


def test_a_person_asks_undoes_and_leaves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    save = tmp_path / "evening"
    type_in(
        monkeypatch, "help", "view", "log", "moves", "why rest", "why", "juggle", "99", "", "back",
        f"save {tmp_path / 'early'}", "rest", "undo", _first_move(7), "quit",
    )  # fmt: skip
    assert main(["play", STONES, "--seats", "human,human", "--seed", "7", "--save", str(save)]) == 0
    out = capsys.readouterr().out
    assert "1  Take stones" in out and "It may be made." in out and "Which move?" in out
    assert "There is no option 99" in out and "Nothing is picked yet" in out
    assert "undo takes back" in out.lower() or "take back your last decision" in out
    assert "seed" not in out.replace("Saved", "")
    assert save.exists() and (tmp_path / "early").exists()


def test_why_names_rule_and_source(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    type_in(monkeypatch, "why take stones {red-6, blue-6}", "take stones {red-6, blue-6}", "quit")
    assert main(["play", STONES, "--players", "1", "--seats", "human", "--seed", "7"]) == 0
    out = capsys.readouterr().out
    assert out.count("take.small: The book of stones, take") == 2
    assert "at most 5" in out


def test_a_person_undoes(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    type_in(monkeypatch, "rest", "undo", "quit")
    assert main(["play", STONES, "--players", "1", "--seats", "human", "--seed", "7"]) == 0
    out = capsys.readouterr().out
    assert "Taken back." in out and "after 0 decisions" in out


def test_undo_says_what_came_to_light(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    type_in(monkeypatch, _first_move(7), "undo", "quit")
    assert main(["play", STONES, "--players", "1", "--seats", "human", "--seed", "7"]) == 0
    out = capsys.readouterr().out
    assert "Taken back." not in out and "after 1 decision." in out


def test_a_person_plays_to_the_end_by_numbers(monkeypatch: pytest.MonkeyPatch, capsys: Said, tmp_path: Path) -> None:
    record = tmp_path / "evening.replay"
    type_in(monkeypatch, *["1"] * 60)
    assert main(["play", STONES, "--players", "1", "--seats", "human", "--seed", "7", "--record", str(record)]) == 0
    out = capsys.readouterr().out
    assert "ended by its rules" in out and out.rstrip().endswith("seed 7")
    assert main(["replay", str(record), "--verify"]) == 0


def test_stopped_saved_and_resumed_is_the_same_match(tmp_path: Path, capsys: Said) -> None:
    words = ["play", STONES, "--players", "3", "--seats", "random", "--seed", "9"]
    whole, save, record = tmp_path / "whole", tmp_path / "save", tmp_path / "record"
    assert main([*words, "--record", str(whole)]) == 0
    assert main([*words, "--stop-after", "4", "--save", str(save), "--record", str(record)]) == 0
    assert not record.exists()
    assert main(["play", "--resume", str(save), "--record", str(record)]) == 0
    assert record.read_text() == whole.read_text()
    assert "going on after 4 decisions" in capsys.readouterr().out


# ---------------------------------------------------------------- replay


@pytest.fixture
def recorded(tmp_path: Path, capsys: Said) -> Path:
    path = tmp_path / "evening.replay"
    assert main(["play", STONES, "--players", "2", "--seats", "random", "--seed", "3", "--record", str(path)]) == 0
    capsys.readouterr()
    return path


def test_a_replay_is_told_and_verified(recorded: Path, monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    assert main(["replay", str(recorded)]) == 0
    out = capsys.readouterr().out
    assert "Score sheet" in out and "all as recorded" in out
    monkeypatch.setattr(sys, "stdin", io.StringIO(recorded.read_text()))
    assert main(["replay", "-", "--verify"]) == 0
    assert "all as recorded" in capsys.readouterr().out


def test_a_changed_replay_gives_1_and_a_damaged_one_2(recorded: Path, capsys: Said) -> None:
    lines = recorded.read_text().splitlines()
    step = json.loads(lines[3])
    changed = recorded.with_name("changed")
    changed.write_text("\n".join([*lines[:3], json.dumps(step | {"state": "f" * 16}), *lines[4:]]))
    assert main(["replay", str(changed), "--verify"]) == 1
    assert "decision 3" in capsys.readouterr().out
    damaged = recorded.with_name("damaged")
    damaged.write_text("\n".join([*lines[:3], lines[3][:20], *lines[4:]]))
    assert main(["replay", str(damaged), "--verify"]) == 2
    err = capsys.readouterr().err
    assert "line 4" in err and "Traceback" not in err


def test_under_the_same_rules_all_hold(recorded: Path, capsys: Said) -> None:
    assert main(["replay", str(recorded), "--under", STONES]) == 0
    assert "decisions hold" in capsys.readouterr().out


def test_under_narrower_rules_the_clause_is_named(tmp_path: Path, capsys: Said) -> None:
    codes = set()
    for seed in range(8):
        path = tmp_path / f"{seed}.replay"
        assert main(["play", HEAVY, "--players", "2", "--seats", "random", "--seed", str(seed), "--record", str(path)]) == 0
        capsys.readouterr()
        code = main(["replay", str(path), "--under", STONES])
        out = capsys.readouterr().out
        codes.add(code)
        assert code == 0 or "take.small: The book of stones, take" in out
    assert 1 in codes


def test_under_other_rules_the_table_keeps_its_options(tmp_path: Path, capsys: Said) -> None:
    path = tmp_path / "small.replay"
    words = [
        "play",
        STONES,
        "--players",
        "2",
        "--seats",
        "random",
        "--seed",
        "2",
        "--option",
        "begin-with=2",
        "--record",
        str(path),
    ]
    assert main(words) == 0
    assert main(["replay", str(path), "--verify"]) == 0
    assert main(["replay", str(path), "--under", HEAVY]) == 0
    capsys.readouterr()
    assert main(["replay", str(path), "--under", HEAVY, "--option", "begin-with=3"]) in (0, 1)
    assert main(["replay", str(path), "--under", HEAVY, "--option", "begin-with=9"]) == 2

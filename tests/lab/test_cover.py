"""The coverage table: what examples and matches came by, what nothing came by, the same again under the same seed."""

from __future__ import annotations

import doctest
import json
from pathlib import Path

import pytest

import fuero
import fuero.lab.cover.rows as rows_module
from fuero.cli.main import main
from fuero.cli.worked import own
from fuero.engine.game import Game
from fuero.lab.cover.nodes import Row, Table
from fuero.lab.cover.play import cover, match
from fuero.lab.cover.report import data, lines
from fuero.lab.cover.rows import cuts, rows
from fuero.lab.cover.watch import Seen, Watch
from fuero.lab.simulate import player_seed
from fuero.rules.load import resolve
from fuero.table.scenario_bench import ScenarioBench
from fuero.table.scenario_play import ScenarioPlays

ROOT = Path(__file__).parents[2]
STONES = str(ROOT / "tests/table/stones/stones.fuero")
ERRANDS = str(ROOT / "tests/engine/constructs/rulesets/errands.fuero")
GARDEN = str(ROOT / "tests/laws/rulesets/garden.fuero")
VETO = str(ROOT / "tests/engine/constructs/rulesets/veto.fuero")

Said = pytest.CaptureFixture[str]


def table(ruleset: str, count: int, players: tuple[int, ...], seed: int = 1) -> Table:
    games: dict[int, Game] = {n: fuero.load(ruleset, players=n) for n in players}
    return cover(ScenarioPlays(ScenarioBench(own(resolve(ruleset)))), games, count, seed)


def row(found: Table, topic: str, name: str) -> Row:
    [one] = [row for row in found.rows if (row.topic, row.name) == (topic, name)]
    return one


def test_examples_and_matches_are_counted_apart() -> None:
    none = table(ERRANDS, 0, (2, 3))
    assert none.scenarios == 2 and all(r.matches == 0 for r in none.rows)
    assert row(none, "case", "run.tally") == Row("case", "run.tally", 1, 0)
    assert row(none, "case", "run.wander").empty and row(none, "action", "take").empty
    some = table(ERRANDS, 8, (2, 3))
    both = [{(r.topic, r.name): r.scenarios for r in found.rows} for found in (none, some)]
    assert both[0].items() <= both[1].items()
    assert row(some, "action", "take").matches == 16 and row(some, "rule", "play").matches == 16
    assert 0 < row(some, "case", "run.wander").matches <= 16
    assert row(some, "players", "fullest: 3 players").matches <= 8
    assert row(some, "option", "longer: yes").empty and row(some, "option", "longer: no").matches == 16


def test_what_an_example_pins_down_is_there() -> None:
    found = table(ERRANDS, 0, (2, 3))
    assert row(found, "bonus", "fullest.crown").scenarios == 1
    ties = {r.name: r.scenarios for r in found.rows if r.topic == "tie"}
    assert ties["fullest: place 1, alone"] == ties["fullest: place 1, 2 tied"] == ties["fullest: place 2, 2 tied"] == 1
    assert ties["fullest: place 1, 3 tied"] == 0 and "fullest: place 2, 3 tied" not in ties  # of three no three stand behind one


def test_a_refusal_is_seen_in_an_example_and_found_in_matches() -> None:
    assert row(table(STONES, 0, (2,)), "refusal", "take.small").scenarios == 1
    assert row(table(ERRANDS, 10, (2,)), "refusal", "run.wander.where").matches > 0


def test_effects_are_cut_before_them_and_after_a_step() -> None:
    listed = cuts(fuero.load(ERRANDS, players=2).rules)
    cases = ("wander", "stow", "open-cellar", "each-home")
    assert listed == ["running: before it", *[f"running: after a step of run.{case}" for case in cases]]
    found = table(ERRANDS, 25, (3,))
    cut = {r.name: r.matches for r in found.rows if r.topic == "cut"}
    assert set(cut) == set(listed) and cut["running: before it"] > 0 and cut["running: after a step of run.wander"] > 0
    assert row(found, "window", "objections: blow").matches >= max(cut.values())


def test_an_effect_without_cases_has_steps_of_its_own() -> None:
    listed = cuts(fuero.load(VETO, players=2).rules)
    assert {"taking: before it", "taking: after a step", "going: after a step", "outer: after a step"} <= set(listed)
    found = table(VETO, 4, (2,))
    assert row(found, "cut", "taking: after a step").matches > 0


def test_nothing_is_come_by_that_is_not_listed() -> None:
    """Whatever a watch can see has a row, for each of these rulesets."""
    for ruleset in (STONES, ERRANDS, VETO):
        game = fuero.load(ruleset, players=2)
        seen, watch = Seen(game.rules), Watch()
        with watch:
            state = match(game, 3)
        found = {key for key in seen.keys(watch, [state]) if key[0] not in ("refusal", "tie", "rule")}
        assert found <= set(rows(game.rules, {2: game.machine.program})), ruleset


def test_a_rule_that_a_built_in_notion_asks_counts_with_the_rule_that_hands_it_over() -> None:
    found = table(GARDEN, 2, (2,))
    assert row(found, "rule", "hedges").matches and row(found, "rule", "open-way").matches
    assert row(found, "rule", "joined").matches


def test_watching_changes_nothing() -> None:
    game = fuero.load(ERRANDS, players=3)
    with Watch():
        watched = match(game, 7)
    assert watched.words == match(game, 7).words
    played = game.playout(7, player_seed(7))
    assert tuple(watched.scores.values()) == played.scores


def test_the_same_seed_gives_the_same_table() -> None:
    one = table(ERRANDS, 4, (2, 4))
    assert one == table(ERRANDS, 4, (2, 4)) and one != table(ERRANDS, 4, (2, 4), seed=2)
    assert list(lines("x", one, False)) == list(lines("x", table(ERRANDS, 4, (2, 4)), False))


def test_the_verb_lists_what_is_missing_and_says_so_by_its_exit_code(capsys: Said) -> None:
    assert main(["cover", STONES, "--games", "3", "--seed", "1", "--players", "2"]) == 0
    whole = capsys.readouterr().out
    assert "Rules that ran" in whole and "nothing came by it" in whole and "count-up" in whole
    assert main(["cover", STONES, "--games", "3", "--seed", "1", "--players", "2", "--missing"]) == 1
    out = capsys.readouterr().out
    assert "take.not-none" in out and "count-up" not in out
    assert out.strip().splitlines()[-1].startswith(f"{STONES}: ") and "seed 1" in out
    assert main(["cover", STONES, "--games", "3", "--seed", "1", "--players", "2", "--missing"]) == 1
    assert capsys.readouterr().out == out


def test_the_verb_gives_json(capsys: Said) -> None:
    assert main(["cover", STONES, "--games", "2", "--seed", "1", "--players", "1..2", "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["matches"] == {"1": 2, "2": 2}
    assert told["missing"] == sum(r["scenarios"] + r["matches"] == 0 for r in told["rows"])
    assert data("x", Table((), 0, (), 1))["rows"] == []


@pytest.mark.parametrize("wrong", [["--players", "9"], ["--players", "two"], ["--games", "-1"], ["--players", "2..1"]])
def test_what_cannot_be_played_is_said(wrong: list[str], capsys: Said) -> None:
    assert main(["cover", STONES, "--seed", "1", *wrong]) == 2
    assert "error[wrong-use]" in capsys.readouterr().err


def test_examples_in_docstrings() -> None:
    assert doctest.testmod(rows_module).failed == 0

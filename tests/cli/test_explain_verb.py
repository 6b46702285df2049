"""The verb explain: rules, messages and fixed choices, found in one game or in all."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from fuero.cli.main import main
from fuero.messages.registry import REGISTRY

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "tests" / "table" / "stones"
STONES = str(FOLDER / "stones.fuero")
HEAVY = str(FOLDER / "variants" / "heavy.fuero")
Said = pytest.CaptureFixture[str]


def test_a_rule_is_found_without_naming_the_game(capsys: Said) -> None:
    assert main(["explain", "take-money"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith('action take-money: "Take money"\n  Alhambra, ') and err == ""
    assert "money-limit  5" in out and "“take money”" in out


def test_a_rule_of_a_variant_by_its_path(capsys: Said) -> None:
    assert main(["explain", "limit", HEAVY]) == 0
    out = capsys.readouterr().out
    assert "number limit = 9" in out and "Heavy hands: set limit to 9" in out and "before: 5" in out


def test_overlays_and_players_as_with_other_verbs(capsys: Said) -> None:
    assert main(["explain", "money-limit", "alhambra", "--variant", "six-money"]) == 0
    assert "number money-limit = 6" in capsys.readouterr().out
    assert main(["explain", "watchmen", "three-hills", "--players", "3"]) == 0
    assert "watchmen  4  " in capsys.readouterr().out


def test_a_configuration_names_the_game(tmp_path: Path, capsys: Said) -> None:
    table = tmp_path / "table.toml"
    table.write_text('game = "alhambra"\nvariants = ["six-money"]\n')
    assert main(["explain", "money-limit", "--config", str(table)]) == 0
    assert "number money-limit = 6" in capsys.readouterr().out


def test_standard_input_is_a_ruleset(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(Path(STONES).read_text()))
    assert main(["explain", "take.small", "-"]) == 0
    assert "one stone, or together at most 5" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["take-mony"], 'Did you mean "take-money"?'),
        (["take", "money"], "written with hyphens.\nhint: fuero explain take-money\n"),
        (["take", "money", "alhambra"], "A name of several words has hyphens"),
        (["sound.no-gp", "alhambra"], 'Did you mean "sound.no-gap"?'),
        (["two-answer"], 'Did you mean "two-answers"?'),
        (["tidy-reward"], "fuero explain tidy-reward alhambra --variant tidy-builder"),
        (["fixed", "alhambra"], "fuero explain remove.fixed alhambra"),
        (["setup"], "fuero explain setup three-hills"),
        (["sound.no-gap", str(ROOT / "rulesets/alhambra/variants/courtyard.fuero")], "Courtyards allowed drops it"),
        ([], "Explain what?"),
        (["take-money", "no-such-game"], "There is no game"),
    ],
)
def test_what_is_not_one_thing_is_wrong_use_with_a_way_out(words: list[str], said: str, capsys: Said) -> None:
    assert main(["explain", *words]) == 2
    out, err = capsys.readouterr()
    assert said in err and out == "" and "Traceback" not in err


@pytest.mark.parametrize("code", ["two-answers", "unknown-name", "scenario-failed"])
def test_a_code_is_explained_from_the_registry(code: str, capsys: Said) -> None:
    assert main(["explain", code]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"{code}: {REGISTRY[code].title}\n") and "Brings it:" in out and "Mended:" in out and "It says" in out
    assert main(["explain", code, "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["what"] == "message" and data["bad"] == REGISTRY[code].bad and data["says"]


def test_a_fixed_choice_is_shown_with_numbers(capsys: Said) -> None:
    assert main(["explain", "ties"]) == 0
    out = capsys.readouterr().out
    assert "share rounded down" in out and "17, 17, 6" in out
    assert main(["explain", "slide", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["word"] == "ties"


def test_json_holds_what_the_text_says(capsys: Said) -> None:
    assert main(["explain", "take.small", STONES, "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["what"], data["kind"], data["name"], data["inherited"]) == ("rule", "require", "take.small", True)
    assert data["quantities"][0]["name"] == "limit" and data["place"].partition(":")[0].endswith("stones.fuero")
    assert data["examples"][0]["how"] == "names"


@pytest.mark.parametrize("columns", ["40", "80", "200"])
def test_no_line_is_wider_than_the_screen(columns: str, monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    for words in (["explain", "take-money", "alhambra"], ["explain", "ties"], ["show", "seams", "three-hills"]):
        assert main(words) == 0
        for line in capsys.readouterr().out.splitlines():
            assert len(line) <= min(int(columns), 100) or max(map(len, line.split())) > 20, line
            assert "\x1b" not in line

"""The verbs that read rules: check, test, show, diff, schema."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from fuero.cli.main import main

FOLDER = Path(__file__).parents[1] / "table" / "stones"
STONES = str(FOLDER / "stones.fuero")
HEAVY = str(FOLDER / "variants" / "heavy.fuero")

Said = pytest.CaptureFixture[str]


def test_check_says_what_a_correct_game_comes_to(capsys: Said) -> None:
    assert main(["check", STONES]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("Stones: ") and "1 number" in out and "2 scenarios" in out and "error[" not in err


def test_check_says_what_a_variant_changes(capsys: Said) -> None:
    assert main(["check", HEAVY]) == 0
    out = capsys.readouterr().out
    assert out.startswith(
        "Heavy hands: changes 1 number: limit 5, now 9 (house). 1 scenario, it holds. House rules: 1, no source missing."
    )


def test_check_shows_a_mistake_at_its_place(tmp_path: Path, capsys: Said) -> None:
    broken = tmp_path / "stones.fuero"
    broken.write_text((FOLDER / "stones.fuero").read_text().replace("size of stones = 1", "size of stons = 1"))
    assert main(["check", str(broken)]) == 1
    out, err = capsys.readouterr()
    assert "unknown-name" in err and "stons" in err and "stones.fuero:" in err and "1 error" in err and out == ""
    assert main(["check", str(broken), "--format", "json"]) == 1
    assert json.loads(capsys.readouterr().out)["diagnostics"][0]["code"] == "unknown-name"
    assert main(["check", str(broken), "--format", "sarif"]) == 1
    assert json.loads(capsys.readouterr().out)["version"] == "2.1.0"
    assert main(["check", str(broken), "--format", "github"]) == 1
    assert capsys.readouterr().out.startswith("::error file=")


def test_a_variant_whose_scenario_fails_is_a_finding(tmp_path: Path, capsys: Said) -> None:
    (tmp_path / "variants").mkdir()
    (tmp_path / "stones.fuero").write_text(Path(STONES).read_text())
    heavy = tmp_path / "variants" / "heavy.fuero"
    heavy.write_text(Path(HEAVY).read_text().replace("set limit to 9", "set limit to 8"))
    for _ in range(2):
        assert main(["check", str(heavy)]) == 1
        assert "1 scenario, 1 failed: nine together may be taken" in capsys.readouterr().out
    assert main(["test", str(tmp_path / "stones.fuero")]) == 1
    assert "3 scenarios, 1 failed." in capsys.readouterr().out


def test_check_reads_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(Path(STONES).read_text()))
    assert main(["check", "-"]) == 0
    assert capsys.readouterr().out.startswith("Stones: ")


def test_check_of_nothing_is_wrong_use(capsys: Said) -> None:
    assert main(["check", "no-such-game"]) == 2
    assert main(["check"]) == 2
    assert main(["check", STONES, "--format", "xml"]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_test_plays_the_scenarios(capsys: Said) -> None:
    assert main(["test", STONES]) == 0
    assert "3 scenarios, all hold." in capsys.readouterr().out
    assert main(["test", STONES, "--only", "heavy stones", "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["scenarios"], data["failed"]) == (1, 0)
    assert main(["test", STONES, "--only", "no such title"]) == 2


def test_test_shows_what_failed(tmp_path: Path, capsys: Said) -> None:
    wrong = tmp_path / "stones.fuero"
    wrong.write_text(Path(STONES).read_text().replace("expect score of B = 4", "expect score of B = 7"))
    assert main(["test", str(wrong)]) == 1
    out = capsys.readouterr().out
    assert "failed: the weights are counted" in out and "stones.fuero, line " in out and "7" in out and "4" in out
    assert "2 scenarios, 1 failed." in out


@pytest.mark.parametrize(
    ("topic", "name"),
    [
        ("numbers", "number limit"),
        ("options", "option begin-with"),
        ("seams", "set limit to …"),
        ("flow", "procedure turn"),
        ("points", "moment count-up.stones"),
        ("actions", "clause take.small"),
        ("hooks", "moment turn.fill"),
        ("zones", "zone taken"),
        ("pieces", "piece stone"),
        ("actions", "action rest"),
    ],
)
def test_show_lists_by_topic(topic: str, name: str, capsys: Said) -> None:
    assert main(["show", topic, STONES]) == 0
    out = capsys.readouterr().out
    assert any(line.strip().startswith(name) for line in out.splitlines())
    assert main(["show", topic, STONES, "--format", "json"]) == 0
    last = name.split()[1]
    assert any(entry["name"] == last for entry in json.loads(capsys.readouterr().out))


def test_show_names_sources_and_amendments(capsys: Said) -> None:
    assert main(["show", "numbers", HEAVY]) == 0
    out = capsys.readouterr().out
    assert "changed by heavy" in out and "@book/take" in out and "The book of stones" in out
    assert main(["show", "assumed", STONES]) == 0
    assert "has none" in capsys.readouterr().out


def test_show_of_wrong_things(capsys: Said) -> None:
    assert main(["show", "seems", STONES]) == 2
    assert 'Did you mean "seams"' in capsys.readouterr().err
    assert main(["show", "seams"]) == 2
    assert main(["show"]) == 0
    assert "seams" in capsys.readouterr().out


def test_diff_lists_what_differs(capsys: Said) -> None:
    assert main(["diff", STONES, HEAVY]) == 1
    out = capsys.readouterr().out
    assert "limit" in out and "5" in out and "9" in out
    assert main(["diff", STONES, STONES]) == 0
    assert main(["diff", STONES, HEAVY, "--format", "json"]) == 1
    assert capsys.readouterr().out


@pytest.mark.parametrize("what", ["rules", "config"])
def test_schemas_are_schemas(what: str, capsys: Said) -> None:
    assert main(["schema", what]) == 0
    Draft202012Validator.check_schema(json.loads(capsys.readouterr().out))
    assert main(["schema", "nothing"]) == 2

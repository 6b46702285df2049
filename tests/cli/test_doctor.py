"""The verb doctor: what is fine, what is missing, and the exit code that says which."""

from __future__ import annotations

import importlib.metadata
import json
from pathlib import Path

import pytest

from fuero import resources
from fuero.cli import doctor as module
from fuero.cli.main import main
from fuero.rules.locate import shipped_games

Said = pytest.CaptureFixture[str]


def _found(capsys: Said) -> dict[str, dict[str, str]]:
    capsys.readouterr()
    main(["doctor", "--format", "json"])
    return {finding["name"]: finding for finding in json.loads(capsys.readouterr().out)["findings"]}


def test_a_sound_installation_is_fine(capsys: Said) -> None:
    assert main(["doctor"]) == 0
    out, err = capsys.readouterr()
    assert err == "" and out.endswith("Nothing is wrong.\n")
    for word in ("Python", "lark", "rich", "Cache", "Terminal", "completion", *shipped_games()):
        assert word in out
    found = _found(capsys)
    assert found["fuero"]["text"] == importlib.metadata.version("fuero")
    assert all(found[name]["state"] == "fine" for name in ("Python", "fuero", "lark", *shipped_games()))


def test_a_missing_package_is_wrong_if_it_is_needed(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    real = importlib.metadata.version

    def version(name: str) -> str:
        if name in ("msgspec", "hypothesis"):
            raise importlib.metadata.PackageNotFoundError(name)
        return real(name)

    monkeypatch.setattr(importlib.metadata, "version", version)
    assert main(["doctor"]) == 1
    out = capsys.readouterr().out
    assert "! msgspec" in out and "pip install msgspec" in out and out.endswith("1 thing is wrong (marked !).\n")
    found = _found(capsys)
    assert found["hypothesis"]["state"] == "note" and "fuero[test]" in found["hypothesis"]["text"]


def test_a_broken_ruleset_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    (tmp_path / "sample").mkdir()
    (tmp_path / "sample" / "sample.fuero").write_text('game sample "Sample"\nplayers 2..3\nzone a pile\n')
    monkeypatch.setattr(resources, "rulesets", lambda: tmp_path)
    assert main(["doctor"]) == 1
    assert "fuero check sample" in capsys.readouterr().out
    monkeypatch.setattr(resources, "rulesets", lambda: tmp_path / "none")
    assert main(["doctor"]) == 1
    assert "install fuero again" in capsys.readouterr().out


def test_a_cache_that_cannot_be_written_is_a_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr("fuero.syntax.tables.cache_folder", lambda: tmp_path / "file" / "fuero")
    found = module._cache()
    assert [f.state for f in found] == ["note"] and "starts more slowly" in found[0].text


def test_the_terminal_is_looked_at(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("SHELL", "/bin/other")
    found = _found(capsys)
    assert found["width"]["state"] == "note" and "60 columns" in found["width"]["text"]
    assert "NO_COLOR" in found["colours"]["text"]
    assert found["completion"]["state"] == "note"

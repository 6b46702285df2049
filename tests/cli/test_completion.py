"""Completion: what is offered at each place, and that the scripts ask for it rightly."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

import fuero
from fuero.cli.completing import FILES, candidates
from fuero.cli.completion import SHELLS, is_there, places
from fuero.cli.main import main
from fuero.cli.verbs import app
from fuero.lab.inventory import TOPICS
from fuero.rules.locate import shipped_games
from fuero.table.catalogue import shipped

Said = pytest.CaptureFixture[str]
GAME = next(game for game in shipped() if game.variants and game.options)
VARIANTS = sorted(GAME.variants)
OPTION = next(option for option in GAME.options if option.low is not None)


def test_verbs_come_first() -> None:
    assert set(candidates([""])) == {name for name in app if not name.startswith("-")} | {"--help", "--version"}
    assert candidates(["chec"]) == ["check"]
    assert candidates(["no-such-verb", ""]) == []


def test_names_of_installed_rulesets_are_offered() -> None:
    for verb in ("check", "play", "run", "diff", "test"):
        assert candidates([verb, ""]) == [*shipped_games(), FILES]
    assert candidates(["check", GAME.name, GAME.name[:2]]) == [GAME.name, FILES], "several can be named"
    assert candidates(["play", GAME.name, ""]) == [], "only one can be played"
    assert candidates(["diff", GAME.name, GAME.name[:3]]) == [GAME.name, FILES]
    assert candidates(["show", ""]) == sorted(TOPICS)
    assert candidates(["show", "seams", ""]) == [*shipped_games(), FILES]


def test_flags_and_their_values_are_offered() -> None:
    assert candidates(["play", GAME.name, "--se"]) == ["--seats", "--seed"]
    assert candidates(["play", GAME.name, "--variant", ""]) == VARIANTS
    assert candidates(["play", GAME.name, "--variant", f"{VARIANTS[0]},{VARIANTS[1][:-1]}"]) == [f"{VARIANTS[0]},{VARIANTS[1]}"]
    assert f"{OPTION.name}=" in candidates(["play", GAME.name, "-o", ""])
    assert f"{OPTION.name}={OPTION.usually}" in candidates(["play", GAME.name, "-o", f"{OPTION.name}="])
    assert candidates(["check", "--format", ""]) == ["github", "json", "sarif", "text"]
    assert candidates(["check", "--strict", GAME.name[:2]]) == [GAME.name, FILES], "a switch takes no value"
    assert candidates(["play", "--config", ""]) == [FILES]
    assert candidates(["play", "--seed", ""]) == []


def test_what_can_be_explained_is_offered() -> None:
    offered = candidates(["explain", ""])
    assert {"ties", "unknown-name"} <= set(offered)
    rules = fuero.load(GAME.name).rules
    assert {action.name for action in rules.actions} <= set(offered)
    assert candidates(["explain", "ties", ""]) == [*shipped_games(), FILES]


def test_new_is_completed_word_by_word() -> None:
    assert candidates(["new", ""]) == ["game", "module", "variant"]
    assert candidates(["new", "variant", ""]) == []
    assert candidates(["new", "variant", "friday", ""]) == ["for"]
    assert candidates(["new", "variant", "friday", "for", GAME.name[:3]]) == [GAME.name, FILES]
    assert candidates(["new", "game", "nim", ""]) == []


def test_the_command_answers_the_scripts(capsys: Said) -> None:
    assert main(["completion", "--words", "--", "check", GAME.name[:2], ""]) == 0
    assert capsys.readouterr().out.splitlines() == [*shipped_games(), FILES]
    assert main(["completion", "--words", "--", "play", "--se"]) == 0
    assert capsys.readouterr().out.splitlines() == ["--seats", "--seed"]


@pytest.mark.parametrize("shell", SHELLS)
def test_scripts_can_be_read_by_their_shell(shell: str, capsys: Said) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert "completion --words" in script
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed here")
    subprocess.run([shell, "-n"], input=script, text=True, check=True, timeout=20)


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed here")
@pytest.mark.parametrize(
    ("line", "said", "expected"),
    [
        ("fuero che", "check", ["check"]),
        ("fuero play x --seats ", "greedy\\nhuman", ["greedy", "human"]),
        ("fuero play x -o coins=", "coins=2\\ncoins=3", ["2", "3"]),
        ("fuero play x -o coins=2", "coins=25", ["25"]),
        ("fuero check here", "heretic\\n:files", ["heretic", "here.fuero"]),
    ],
)
def test_bash_gets_what_the_command_says(line: str, said: str, expected: list[str], tmp_path: Path, capsys: Said) -> None:
    main(["completion", "bash"])
    script = capsys.readouterr().out
    (tmp_path / "here.fuero").write_text("")
    words = line.replace("=", " = ").split(" ")
    if line.endswith("="):
        words.pop()
    quoted = " ".join(f"'{word}'" for word in words)
    test = f"""{script}
fuero() {{ printf '%b\\n' '{said}'; }}
COMP_LINE='{line}' COMP_POINT={len(line)} COMP_WORDS=({quoted}) COMP_CWORD={len(words) - 1}
_fuero
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    run = subprocess.run(["bash", "-c", test], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=20)
    assert run.stdout.split() == expected, run.stderr


def test_it_is_installed_where_the_shell_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    for shell in SHELLS:
        assert not is_there(shell)
        assert main(["completion", shell, "--install"]) == 0
        assert capsys.readouterr().out == f"{places()[shell]}\n"
        assert is_there(shell) and places()[shell].is_relative_to(tmp_path)
    (tmp_path / ".bashrc").write_text('source <(fuero completion bash)\n')
    places()["bash"].unlink()
    assert is_there("bash")


def test_without_a_name_the_shell_in_use_is_meant(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    monkeypatch.setenv("SHELL", "/usr/bin/fish")
    assert main(["completion"]) == 0
    assert capsys.readouterr().out.startswith("# fish")
    monkeypatch.setenv("SHELL", os.devnull)
    assert main(["completion"]) == 2
    assert main(["completion", "cmd"]) == 2
    assert 'For "cmd" there is no completion.' in capsys.readouterr().err

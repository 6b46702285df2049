"""What a command says to somebody who slipped: both streams, the exit code and the files afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from fuero.cli.main import main

SMALL = Path(__file__).parents[1] / "table" / "stones" / "stones.fuero"
Said = pytest.CaptureFixture[str]


def told(words: list[str], capsys: Said, code: int) -> str:
    """What is said, in the command's own way; checks the exit code, and that no file came or went."""
    before = {p: p.read_bytes() if p.is_file() else b"" for p in Path.cwd().rglob("*")}
    assert main(words) == code
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err and "bug in fuero" not in err
    assert {p: p.read_bytes() if p.is_file() else b"" for p in Path.cwd().rglob("*")} == before
    return out + err

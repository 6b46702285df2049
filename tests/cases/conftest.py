"""Lets the tests here be found as `tests.cases`, however pytest was started; and the desk at which a newcomer slips."""

import shutil
import sys
from pathlib import Path

import pytest

from fuero import resources

ROOT = str(Path(__file__).parents[2])
if ROOT not in sys.path:
    sys.path.insert(0, ROOT)
SMALL = Path(__file__).parents[1] / "table" / "stones" / "stones.fuero"


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a sound ruleset, and much that is none."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "empty.fuero").write_text("")
    (tmp_path / "letter.fuero").write_text("Dear all,\nwe met on Friday.\n")
    (tmp_path / "letters.fuero").write_bytes('game stones "Stones"'.encode("utf-16"))
    (tmp_path / "stones.fuero").write_text(SMALL.read_text(encoding="utf-8"), encoding="utf-8")
    return tmp_path


@pytest.fixture
def alhambra(desk: Path) -> Path:
    """A copy of a shipped game."""
    shutil.copytree(resources.rulesets() / "alhambra", desk / "alhambra")
    return desk / "alhambra"

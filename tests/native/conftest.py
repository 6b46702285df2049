"""What tests of machine code share: they are left out where there is no compiler, and keep what they compile to themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from fuero.native import opening


@pytest.fixture
def compiler() -> None:
    """Leaves a test out where llvmlite is missing."""
    if not opening.installed():
        pytest.skip("llvmlite is not there")


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of the test's own, and nothing loaded in this process."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(opening, "_loaded", {})
    return tmp_path / "fuero" / "native"

"""The benchmark runs and tells what it measured; how much that is, nobody asserts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.benchmarks import interpreter
from tests.benchmarks.interpreter import measure, table, wait_for, yardstick


def test_the_benchmark_tells_all_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each command is run once and not again, or this would take as long as the benchmark."""
    known: dict[str, float] = {}

    def once(arguments: Sequence[str], cache: Path) -> float:
        if arguments[0] not in known:
            known[arguments[0]] = wait_for(arguments, cache)
        return known[arguments[0]]

    monkeypatch.setattr(interpreter, "wait_for", once)
    (tmp_path / "run.py").write_text("print('python   1.0 games/s    500 decisions/s    410 decisions/game  checksum 1')\n")
    rows = measure("alhambra", 3, 0.01, tmp_path)
    assert [r.what for r in rows if r.what.startswith(("ratio", "first", "fuero"))] == [
        "ratio to the yardstick",
        "first result, nothing kept",
        "first result after a change",
        "first result without a change",
        "fuero check after a change",
        "fuero check without a change",
    ]
    assert len(table(rows).splitlines()) == len(rows)


def test_a_yardstick_that_says_nothing(tmp_path: Path) -> None:
    (tmp_path / "run.py").write_text("print('no row')\n")
    assert yardstick(tmp_path, 3) is None

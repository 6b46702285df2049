"""The benchmark runs and tells what it measured; how much that is, nobody asserts."""

from __future__ import annotations

from pathlib import Path

from tests.benchmarks.interpreter import measure, table, yardstick


def test_the_benchmark_tells_all_rows(tmp_path: Path) -> None:
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

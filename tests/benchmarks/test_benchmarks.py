"""The measurements run, in little, and tell what they did; how fast anything is, nobody asserts."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.benchmarks import __main__ as benchmarks
from tests.benchmarks import starts as starting
from tests.benchmarks.compare import Figure, Line, Side, measured
from tests.benchmarks.report import growing, matches
from tests.benchmarks.starts import Cost


def test_the_page_tells_everything(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(benchmarks, "pin", lambda: None)
    monkeypatch.setattr(benchmarks, "starts", lambda *_: (Cost(1.5, 80.4), Cost(0.25, 61.0)))
    assert benchmarks.main(["--seconds", "0.01", "--rounds", "1", "--only", "tic-tac", "--open-spiel", "no-such-python"]) == 2
    page = benchmarks.page(benchmarks.arguments(["--seconds", "0.01", "--rounds", "1", "--only", "tic-tac"]))
    assert "| tic-tac-toe, 2" in page
    assert "1.50" in page
    assert "0.25" in page
    capsys.readouterr()


def test_a_side_that_is_not_there_is_named() -> None:
    line, side = Line("alhambra", 3), Side("yardstick", "yardstick", "native", ("nowhere",))
    found = measured([(line, (side,))], 0.01, 2)
    assert found[line, side].missing
    told = matches(found, [line], (side,), ())
    assert "Left out: yardstick: " in told
    assert "| alhambra, 3" in told


def test_a_yardstick_is_asked_for_its_matches(tmp_path: Path) -> None:
    (tmp_path / "run.py").write_text("def native(players):\n    return lambda seed, many: (0, 7 * many)\n", encoding="utf-8")
    line, side = Line("alhambra", 3), Side("yardstick", "yardstick", "native", (str(tmp_path),))
    figure = measured([(line, (side,))], 0.01, 1)[line, side]
    assert figure.decisions == pytest.approx(7 * figure.matches)


def test_costs_of_a_decision() -> None:
    line, side = Line("alhambra", 2), Side("native", "ours", "native")
    assert growing({(line, side): Figure(1000, 200_000)}, [line], side).splitlines()[-1].split("|")[1:-1] == [
        " alhambra, 2 ",
        "            1,000 ",
        "            200,000 ",
        "             200.0 ",
        "      1,000 ",
        "         5,000 ",
    ]


def test_the_cost_of_a_command(tmp_path: Path) -> None:
    found = starting.cost(["--version"], str(tmp_path))
    assert 0 < found.seconds < 60
    assert 5 < found.megabytes < 1000
    with pytest.raises(RuntimeError):
        starting.cost(["check", "no-such-game"], str(tmp_path))

"""Commands under either engine: the same figures, and what is said where there is no machine code."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

import fuero
from fuero.cli.main import main
from fuero.lab import natively, simulate
from fuero.lab.records import Spec
from fuero.native import coverage as covering
from fuero.native import opening
from fuero.native.base import Uncovered
from fuero.native.mirrored import EnginesDiffer, MirroredGame

Said = pytest.CaptureFixture[str]
GAME = "three-hills"


def figures(capsys: Said, *more: str, games: str = "60") -> dict[str, object]:
    capsys.readouterr()
    assert main(["run", GAME, "--seed", "5", "--format", "json", "--games", games, *more]) == 0
    data: dict[str, object] = json.loads(capsys.readouterr().out)
    for moving in ("cpu_seconds", "games_per_cpu_second", "engine"):
        data.pop(moving)
    return data


@pytest.mark.usefixtures("compiler")
def test_run_prints_the_same_figures_under_each_engine(capsys: Said) -> None:
    expected = figures(capsys, "--engine", "interpreter")
    for engine in ("native", "auto"):
        for workers in ("1", "2"):
            assert figures(capsys, "--engine", engine, "--workers", workers) == expected
    greedy = ("--seats", "greedy,random,random")
    told = [figures(capsys, "--engine", engine, *greedy, games="2") for engine in ("native", "interpreter")]
    assert told[0] == told[1]


@pytest.mark.usefixtures("compiler")
def test_the_engine_that_played_is_named(capsys: Said) -> None:
    for engine in ("native", "interpreter"):
        main(["run", GAME, "--games", "3", "--seed", "1", "--engine", engine])
        assert f"engine {engine}," in capsys.readouterr().out


@pytest.mark.usefixtures("compiler", "empty_cache")
def test_auto_begins_at_once_and_hands_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first matches are the interpreter's, while another process compiles; then machine code goes on with the next seed."""
    monkeypatch.setattr(simulate, "WORTH", 0.0)
    monkeypatch.setattr(simulate, "TASTE", 1)
    spec, seats = Spec(GAME, players=2), ("random", "random")
    expected = simulate.simulate(spec, seats, games=400, seed=1)
    waited: list[int] = []
    begun = natively.Beside.__init__
    code = natively.Beside.code

    def begin(self: natively.Beside, *given: object) -> None:
        waited.append(0)
        begun(self, *given)  # type: ignore[arg-type]

    def wait(self: natively.Beside) -> object:
        waited[0] += 1
        if waited[0] == 3:  # two shares have been played meanwhile
            self._end.poll(60)
        return code(self)

    monkeypatch.setattr(natively.Beside, "__init__", begin)
    monkeypatch.setattr(natively.Beside, "code", wait)
    run = simulate.simulate(spec, seats, games=400, seed=1, engine="auto")
    assert run.engine == "interpreter, then native"
    assert run.matches == expected.matches
    assert waited[0] == 3
    again = simulate.simulate(spec, seats, games=400, seed=1, engine="auto")
    assert again.engine == "native" and again.matches == expected.matches


def test_without_llvmlite_all_goes_on(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    expected = figures(capsys, "--engine", "interpreter")
    monkeypatch.setattr(opening, "installed", lambda: False)
    assert figures(capsys, "--engine", "auto") == expected
    assert main(["run", GAME, "--games", "3", "--engine", "native"]) == 2
    assert "llvmlite" in capsys.readouterr().err
    assert main(["doctor"]) == 0
    assert "llvmlite is not there" in capsys.readouterr().out


def test_a_broken_llvmlite_is_as_good_as_none(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    if importlib.util.find_spec("llvmlite") is None:
        pytest.skip("llvmlite is not there")

    def broken(*_: object) -> object:
        raise OSError("not for this machine")

    expected = figures(capsys, "--engine", "interpreter")
    monkeypatch.setattr("fuero.native.cache.key", broken)
    assert figures(capsys, "--engine", "auto") == expected
    assert main(["run", GAME, "--games", "3", "--engine", "native"]) == 2
    assert "not for this machine" in capsys.readouterr().err


@pytest.mark.usefixtures("compiler", "empty_cache")
def test_rules_without_a_native_form_are_played_by_the_interpreter(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    def lacking(*_: object, **__: object) -> object:
        raise Uncovered("a colour nobody knows")

    monkeypatch.setattr("fuero.native.compile.build", lacking)
    assert main(["run", GAME, "--games", "3", "--engine", "native"]) == 2
    assert "has no native form: a colour nobody knows" in capsys.readouterr().err
    assert main(["run", GAME, "--games", "3", "--engine", "auto"]) == 0


@pytest.mark.usefixtures("compiler")
def test_play_under_machine_code_tells_the_same_match(capsys: Said) -> None:
    told = []
    for engine in ("interpreter", "native"):
        assert main(["play", GAME, "--seats", "random", "--seed", "3", "--engine", engine]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1] != ""


@pytest.mark.usefixtures("compiler")
def test_a_difference_between_the_engines_is_found() -> None:
    native = simulate.natively(fuero.load(GAME, players=2))
    state = MirroredGame(native).start(1)
    state.apply(state.decision.nth(0))  # type: ignore[union-attr]
    state.words[2] += 1  # as if the interpreter had counted one decision more
    with pytest.raises(EnginesDiffer):
        state.compare(0)  # type: ignore[attr-defined]


def test_doctor_counts_compiled_and_interpreted_rules(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    assert main(["doctor", "--ruleset", GAME]) == 0
    assert "interpreted  none" in capsys.readouterr().out
    plain = covering.Lowering._menu

    def menu(self: object, menu: object) -> None:
        if menu.name == "send":  # type: ignore[attr-defined]
            raise Uncovered("a colour nobody knows")
        plain(self, menu)  # type: ignore[arg-type]

    monkeypatch.setattr(covering.Lowering, "_menu", menu)
    assert main(["doctor", "--ruleset", GAME]) == 1
    out = capsys.readouterr().out
    assert "! send" in out and "a colour nobody knows" in out
    assert main(["check", GAME, "--cost"]) == 0
    assert '"send" has no native form' in capsys.readouterr().err


def test_no_rule_of_a_shipped_game_is_left_to_the_interpreter() -> None:
    from fuero.native.coverage import coverage
    from fuero.rules.load import resolve
    from fuero.rules.locate import shipped_games

    for name in shipped_games():
        low, high = resolve(name).rules.players
        for players in range(low, high + 1):
            assert coverage(fuero.load(name, players=players).machine.program).interpreted == (), (name, players)


def test_notes_of_cost_are_told(monkeypatch: pytest.MonkeyPatch, capsys: Said, tmp_path: Path) -> None:
    monkeypatch.setattr(
        "fuero.native.coverage.coverage", lambda _: covering.Coverage(3, (), (("buy.money", "each set is tried"),))
    )
    assert main(["check", GAME, "--cost"]) == 0
    assert '"buy.money" is looked at one by one: each set is tried.' in capsys.readouterr().err

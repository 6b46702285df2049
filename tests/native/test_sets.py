"""Chosen sets and whole rows of boards in the lowered form: counted and found as the interpreter does; a wrong one is noticed."""

from __future__ import annotations

import ast
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import fuero

sys.path.insert(0, str(Path(__file__).parent))

import lock_sides
from lockstep import Differs, Lockstep

from fuero.native.bounds import Bounds
from fuero.native.inlining import plan
from fuero.native.lower import Lowering
from fuero.program import nodes as P

PURSES = str(Path(__file__).parent / "rulesets" / "purses.fuero")
SETS = {
    "what is left is not counted in": ("t0 + M[", "t0 + 0 * M["),
    "a sum goes on from the wrong place": ("t0 += M[", "t0 += 1 + M["),
    "what weighs less than nothing is left out": ("q0 += ", "q0 += 0 * "),
    "one of the last class too few": ("    n += o", "    n += 0 * o"),
    "the number is taken apart the wrong way": ("k % o", "k // 2 % o"),
    "a count is kept for another pool": ("] != 0 and load(o", "] != 0 or load(o"),
    "equal pieces are told apart": ("if RUN[p] != last:", "if RUN[p] != last or k > 0:"),
}
LOOSE = {
    "an exchange cuts off": ("return 1 if got == M[a + 5] else 0", "return 1"),
    "an exchange brings no new ways": (
        "M[r + 3] = (east & ~(here | shr(here, 1))) | over",
        "M[r + 3] = east & ~(here | shr(here, 1))",
    ),
    "an exchange leaves the old ways": ("M[r + 3] = (east & ~(here | shr(here, 1))) | over", "M[r + 3] = east | over"),
}
ROWS = {
    "the other neighbour does not fit": ("| shr(M[r + r1], 1) |", "| shr(M[r + r3], 1) |"),
    "one may come in over a closed side": ("shr(M[r + w1], 1)", "shr(M[r], 1)"),
    "what is needed may go": ("    M[r + 7] = (own & n & v & e & w) | cut | ", "    M[r + 7] = (own & n & v & e & w) | "),
    "what has two ways is needed in a ring as well": ("tree = 1 if links == total - 1 else 0", "tree = 1"),
    "a way back is not seen": ("elif M[p] < M[q + 1]:", "elif M[p] < 0:"),
    "holes may be closed in": ("M[r + 6] = (b0 & b1) | (b2 & b3) | ", "M[r + 6] = (b0 & b1) | "),
    "what is known is not made anew": ("    if M[a] != M[b + ", "    if M[a] == 0 and M[a] != M[b + "),
}


def played(ruleset: str, players: int, seeds: int, change: Any = None, laid: bool = False, most: int = 1 << 60) -> None:
    """Some matches under both readers, the lowered form as Python."""
    game = fuero.load(ruleset, players=players)
    both = Lockstep(game, lock_sides.Printed(game.machine, change))
    for seed in range(seeds):
        both.match(seed, most=most, laid=laid)


def planted(right: str, wrong: str) -> Callable[[str, Any], tuple[str, Any]]:
    def change(text: str, tables: Any) -> tuple[str, Any]:
        assert right in text
        return text.replace(right, wrong), tables

    return change


@pytest.mark.parametrize("players", [2, 3])
def test_sets_in_lockstep(players: int) -> None:
    played(PURSES, players, 6)


@pytest.mark.parametrize("what", SETS)
def test_a_wrong_set_is_noticed(what: str) -> None:
    with pytest.raises((Differs, IndexError, ValueError)):
        played(PURSES, 2, 6, planted(*SETS[what]))


def test_rows_in_lockstep() -> None:
    """From the start, and on boards laid at random, which may break their rules."""
    played("alhambra", 3, 1, most=200)
    played("alhambra", 2, 2, laid=True, most=20)


@pytest.mark.parametrize("what", ROWS)
def test_a_wrong_row_is_noticed(what: str) -> None:
    with pytest.raises((Differs, IndexError, ValueError)):
        played("alhambra", 2, 6, planted(*ROWS[what]), most=250)


@pytest.fixture(scope="module")
def loose(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A palace in which an open side may lie at a wall: so an exchange can cut off what lay behind."""
    folder = tmp_path_factory.mktemp("loose") / "alhambra"
    shutil.copytree(
        Path(__file__).parents[2] / "rulesets" / "alhambra", folder, ignore=shutil.ignore_patterns("scenarios", "labels")
    )
    palace = folder / "palace.fuero"
    text = palace.read_text(encoding="utf-8")
    strict = "(side of j in walls of near of j) = (opposite(side of j) in walls of far of j)"
    assert strict in text
    weak = "not (side of j in walls of near of j and opposite(side of j) in walls of far of j)"
    palace.write_text(text.replace(strict, weak), encoding="utf-8")
    return str(folder)


def test_exchanges_in_lockstep(loose: str) -> None:
    played(loose, 2, 2, most=220)


@pytest.mark.parametrize("what", LOOSE)
def test_a_wrong_exchange_is_noticed(what: str, loose: str) -> None:
    with pytest.raises((Differs, IndexError, ValueError)):
        played(loose, 2, 8, planted(*LOOSE[what]), most=250)


def test_sums_close_the_walk_through_a_set() -> None:
    """Where conditions speak of sums and size alone the sets are counted, not listed: a note says where not."""
    low = Lowering(fuero.load(PURSES, players=2).machine.program)
    low.all()
    assert {rule for rule, _, _ in low.notes} == {"apart"}
    money = Lowering(fuero.load("alhambra", players=3).machine.program)
    money.all()
    assert not money.notes


def test_bounds_are_exact_when_nothing_is_left() -> None:
    """May and must agree once the least and the greatest sum are the same."""
    sums = P.Local("+sum0")
    conditions = [
        P.Compare(op, P.Arith("-", P.Const(7), sums), P.Const(k)) for op in ("=", "!=", "<", "<=", ">", ">=") for k in (2, 3)
    ]
    conditions += [P.Not(c) for c in conditions] + [P.Or((conditions[0], P.And((conditions[3], conditions[5]))))]
    for t in conditions:
        bounds = Bounds(
            "pay", {"+sum0": ("low", "high")}, lambda t: "True", lambda t: str(t.value) if isinstance(t, P.Const) else None
        )
        may, must = bounds.both(t)
        assert bounds.exact
        for low in range(3, 7):
            exact = [bool(eval(may, {"low": x, "high": x})) for x in range(low, 7)]
            assert exact == [bool(eval(must, {"low": x, "high": x})) for x in range(low, 7)]
            assert bool(eval(may, {"low": low, "high": 6})) >= any(exact)
            assert bool(eval(must, {"low": low, "high": 6})) <= all(exact)


def test_only_what_is_called_is_compiled_and_no_circle_is_written_out() -> None:
    text = """
def small(a: int) -> int:
    return a + 1
def unused(a: int) -> int:
    return small(a)
def there(a: int) -> int:
    return back(a) if a > 0 else 0
def back(a: int) -> int:
    return there(a - 1)
def way_in(a: int) -> int:
    return small(a) + there(a)
"""
    functions = [n for n in ast.parse(text).body if isinstance(n, ast.FunctionDef)]
    kept, inline = plan(functions, {"way_in"})
    assert [f.name for f in kept] == ["small", "there", "back", "way_in"]
    assert "small" in inline and "way_in" not in inline and not {"there", "back"} <= inline

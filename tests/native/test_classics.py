"""The classics, as common ground with other programs: positions counted to a depth, and how long matches by chance are.

The counts are published ones, or were taken with OpenSpiel; the mean numbers of decisions are those of its random play.
"""

from __future__ import annotations

import pytest
from tests.benchmarks.perft import opened, perft

pytest.importorskip("llvmlite", reason="the native engine needs llvmlite")

PERFT = {
    "tic-tac-toe": (9, 72, 504, 3024, 15120, 54720),
    "connect-four": (7, 49, 343, 2401, 16807),
    "breakthrough": (22, 484, 11132),
    "hex": (121, 14520),
    "reversi": (4, 12, 56, 244, 1396, 8200),
    "gomoku": (225, 50400),
}
DEEPER = {
    "tic-tac-toe": {7: 148176, 8: 200448, 9: 127872},
    "connect-four": {6: 117649, 7: 823536, 8: 5673234},
    "breakthrough": {4: 256036, 5: 6182818},
    "reversi": {7: 55092, 8: 390216, 9: 3005288},
}
LONG = {"tic-tac-toe": 7.6, "connect-four": 21.3, "breakthrough": 64.2, "hex": 107.5, "reversi": 60.4, "gomoku": 109.2}


@pytest.mark.parametrize("game", PERFT)
def test_perft(game: str) -> None:
    start = opened(game, 2, "native").start(0, log=False)
    assert tuple(perft(start, depth) for depth in range(1, len(PERFT[game]) + 1)) == PERFT[game]


@pytest.mark.parametrize("game", PERFT)
def test_perft_of_the_interpreter(game: str) -> None:
    start = opened(game, 2, "interpreter").start(0, log=False)
    depth = next((d for d, n in enumerate(PERFT[game], 1) if n > 2000), len(PERFT[game]))
    assert tuple(perft(start, d) for d in range(1, depth)) == PERFT[game][: depth - 1]


@pytest.mark.soak
@pytest.mark.parametrize("game", DEEPER)
def test_perft_deeper(game: str) -> None:
    start = opened(game, 2, "native").start(0, log=False)
    assert {depth: perft(start, depth) for depth in DEEPER[game]} == DEEPER[game]


@pytest.mark.parametrize("game", LONG)
def test_matches_by_chance_are_as_long_as_elsewhere(game: str) -> None:
    native = opened(game, 2, "native")
    total = sum(record[0] for some in native.raw(0, 20_000) for _, record in some)
    assert total / 20_000 == pytest.approx(LONG[game], rel=0.01)


@pytest.mark.parametrize("game", LONG)
def test_both_engines_play_alike(game: str) -> None:
    native, plain = opened(game, 2, "native"), opened(game, 2, "interpreter")
    for seed in range(12):
        assert native.playout(seed, seed) == plain.playout(seed, seed)

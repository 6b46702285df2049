"""Boards: values, planes, and every fast question against its plain definition."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fuero.engine import plain
from fuero.engine.board import (
    BITS,
    EAST,
    NORTH,
    SIDES,
    SOUTH,
    WEST,
    Board,
    Links,
    around,
    cells,
    connected,
    connected_without,
    distance,
    encloses,
    enclosing_cells,
    enclosing_removals,
    having_neighbour,
    line,
    longest_run,
    lowest,
    neighbour,
    neighbours_of,
    opposite,
    reach,
    rim,
    window,
)

W = 16
ORIGIN = 8 * W + 8
SEEDS = st.integers(0, 2**32)
LETTERS = "NESW"


def cell(x: int, y: int) -> int:
    return ORIGIN + y * W + x


def plane(*places: tuple[int, int]) -> int:
    return sum(1 << cell(x, y) for x, y in places)


def walls(tiles: dict[tuple[int, int], str]) -> tuple[int, Links]:
    """A board from the walls of its tiles."""
    occ = plane(*tiles)
    north, east, south, west = (plane(*(at for at, sides in tiles.items() if letter in sides)) for letter in LETTERS)
    return occ, (north, east, south, west)


def run(tiles: dict[tuple[int, int], str]) -> int:
    occ, walled = walls(tiles)
    assert longest_run(occ, walled, W) == plain.longest_run(occ, walled, W)
    return longest_run(occ, walled, W)


def links_of(occ: int, walled: Links, width: int) -> Links:
    """Steps over sides that are open on both tiles."""
    north, east, south, west = (
        occ & ~walled[s] & having_neighbour(occ & ~walled[opposite(s)], s, width) for s in SIDES
    )
    return north, east, south, west


def grown(seed: int, width: int, size: int, jumps: float = 0.0) -> int:
    """A board grown tile by tile over sides, at times over a jump."""
    rng = random.Random(seed)
    lying = [rng.randrange(width * width)]
    for _ in range(rng.randrange(size)):
        near = rng.randrange(width * width) if rng.random() < jumps else neighbour(rng.choice(lying), rng.randrange(4), width)
        if near >= 0 and near not in lying:
            lying.append(near)
    return sum(1 << c for c in lying)


def walled_at_random(seed: int, occ: int) -> Links:
    rng = random.Random(seed)
    often = rng.choice([0.1, 0.4, 0.8, 1.0])
    north, east, south, west = (sum(1 << c for c in cells(occ) if rng.random() < often) for _ in range(4))
    return north, east, south, west


# Planes


def test_steps_never_run_over_from_row_to_row() -> None:
    for width in (3, 5):
        for c in range(width * width):
            for side in SIDES:
                other = neighbour(c, side, width)
                assert neighbours_of(1 << c, side, width) == (0 if other < 0 else 1 << other)
                if other >= 0:
                    assert neighbour(other, opposite(side), width) == c
                    assert having_neighbour(1 << other, side, width) == 1 << c
                assert list(line(c, side, width)) == walk(c, side, width)


def walk(c: int, side: int, width: int) -> list[int]:
    out = []
    while (c := neighbour(c, side, width)) >= 0:
        out.append(c)
    return out


def test_sides_and_distances() -> None:
    assert neighbour(ORIGIN, NORTH, W) == cell(0, -1)
    assert neighbour(ORIGIN, EAST, W) == cell(1, 0)
    assert neighbour(ORIGIN, SOUTH, W) == cell(0, 1)
    assert neighbour(ORIGIN, WEST, W) == cell(-1, 0)
    assert distance(cell(-2, 1), cell(3, -4), W) == 10
    assert cells(rim(3)) == [0, 1, 2, 3, 5, 6, 7, 8]
    assert lowest(0) == -1
    assert lowest(0b1100) == 2
    assert cells(around(1, 4)) == [0, 1, 4, 5]


@given(st.sets(st.integers(0, 300)))
def test_cells_are_listed_in_order(chosen: set[int]) -> None:
    assert cells(sum(1 << c for c in chosen)) == sorted(chosen)


# Boards as values


@given(st.dictionaries(st.integers(0, 60), st.integers(0, W * W - 1)))
def test_a_board_is_its_content(wanted: dict[int, int]) -> None:
    lying = {c: p for p, c in wanted.items()}
    board = Board.of(0, W)
    for c, p in lying.items():
        board = board.with_(p, c)
    content = sum((c + 1) << (BITS * p) for c, p in lying.items())
    fresh = Board.of(content, W)
    assert board.content == content
    assert fresh == board
    assert hash(fresh) == hash(board)
    assert board.piece_at == fresh.piece_at == lying
    assert board.cell_of == {p: c for c, p in lying.items()}
    assert board.occ == sum(1 << c for c in lying)
    for c in lying:
        board = board.without(c)
    assert board == Board.of(0, W)
    assert board.occ == 0


def test_a_decoded_board_is_like_one_that_was_built() -> None:
    content = (7 + 1) << (BITS * 2) | (100 + 1) << (BITS * 5)
    board = Board.of(content, 12)
    assert board.piece_at == {7: 2, 100: 5}
    assert board.cell_of == {2: 7, 5: 100}
    assert board.occ == 1 << 7 | 1 << 100
    assert Board.of(content, 12) is board
    assert Board.of(content, 13) != board


def test_taken_cells_and_pieces_are_refused() -> None:
    board = Board.of(0, W).with_(3, 40)
    for piece, at in ((3, 41), (4, 40), (4, W * W)):
        with pytest.raises(ValueError):
            board.with_(piece, at)
    with pytest.raises(KeyError):
        board.without(41)
    with pytest.raises(ValueError):
        Board.of(5 | 5 << BITS, W)
    assert board.exchanged(4, 40).piece_at == {40: 4}
    assert board.piece_at == {40: 3}


def test_what_was_worked_out_stays_with_the_board() -> None:
    board = Board.of(0, W).with_(1, 20)
    board.memo["note"] = 1
    assert Board.of(board.content, W).memo["note"] == 1
    assert board.with_(2, 21).memo == {}


# Enclosed space


def test_enclosed_space_printed_examples() -> None:
    ring = plane((0, 0), (-1, 0), (-1, 1), (-1, 2), (0, 2), (1, 2))
    assert enclosing_cells(ring, W) >> cell(1, 1) & 1, "the diagonal cell that is empty does not open it"
    assert not encloses(ring, W)
    hook = plane((0, 0), (0, -1), (1, -1), (2, -1), (2, 0), (2, 1))
    assert enclosing_cells(hook, W) == plane((1, 1))
    block = plane(*((x, y) for x in (-1, 0, 1) for y in (0, 1, 2)))
    assert enclosing_removals(block, W) == plane((0, 1))
    assert enclosing_removals(block & ~plane((0, 2)), W) == 0, "the cell becomes a bay"


def test_filling_one_of_two_enclosed_spaces_mends_nothing() -> None:
    one = sum(1 << (y * 7 + x) for x in (1, 2, 3) for y in (1, 2, 3) if (x, y) != (2, 2))
    two = one | sum(1 << (y * 7 + x) for x in (3, 4, 5) for y in (1, 2, 3) if (x, y) != (4, 2))
    for occ in (one, two):
        assert enclosing_cells(occ, 7) == plain.enclosing_cells(occ, 7)
    assert not enclosing_cells(one, 7) >> 16 & 1
    assert enclosing_cells(two, 7) >> 16 & 1


def test_a_bay_is_no_enclosed_space() -> None:
    assert not encloses(plane((-1, 0), (0, 1), (1, 0)), W)
    assert encloses(plane((-1, 0), (0, 1), (1, 0), (0, -1)), W), "corners let nobody through"


@settings(max_examples=150, deadline=None)
@given(SEEDS, st.sampled_from([0.0, 0.0, 0.2]), st.sampled_from([5, 7]))
def test_enclosing_fast_is_plain(seed: int, jumps: float, width: int) -> None:
    occ = grown(seed, width, 22, jumps)
    assert encloses(occ, width) == plain.encloses(occ, width)
    assert enclosing_cells(occ, width) == plain.enclosing_cells(occ, width)
    assert enclosing_removals(occ, width) == plain.enclosing_removals(occ, width)


@settings(max_examples=60, deadline=None)
@given(SEEDS)
def test_enclosing_far_from_the_rim(seed: int) -> None:
    occ = grown(seed, 6, 16)
    wide = sum(1 << (cell(c % 6 - 3, c // 6 - 3)) for c in cells(occ))
    near = around(wide, W) & ~wide
    assert enclosing_cells(wide, W) & near == sum(1 << c for c in cells(near) if plain.encloses(wide | 1 << c, W))
    assert enclosing_removals(wide, W) == plain.enclosing_removals(wide, W)


def test_the_empty_board() -> None:
    assert not encloses(0, W)
    assert enclosing_cells(0, W) == enclosing_removals(0, W) == 0
    assert longest_run(0, (0, 0, 0, 0), W) == 0
    assert connected(0, 5, (0, 0, 0, 0), W)
    assert connected_without(0, 5, (0, 0, 0, 0), W) == 0


# On foot


def test_a_wall_cuts_off() -> None:
    occ, walled = walls({(0, 0): "", (1, 0): "", (1, 1): "W", (0, 1): "E"})
    links = links_of(occ, walled, W)
    assert connected(occ, cell(0, 0), links, W)
    assert connected_without(occ, cell(0, 0), links, W) == plane((1, 1), (0, 1))


def test_what_may_be_taken_away_printed_examples() -> None:
    tiles = {(0, 0): "", (1, 0): "", (-1, 0): "", (0, 1): "", (-1, 1): "", (1, 1): ""}
    occ, walled = walls(tiles)
    assert connected_without(occ, cell(0, 0), links_of(occ, walled, W), W) >> cell(0, 1) & 1
    occ, walled = walls({(0, 0): "", (1, 0): "", (2, 0): ""})
    assert connected_without(occ, cell(0, 0), links_of(occ, walled, W), W) == plane((2, 0))


def test_a_ring_can_spare_any_tile() -> None:
    tiles = {(x, y): "" for x in (0, 1, 2) for y in (0, 1, 2) if (x, y) != (1, 1)}
    occ, walled = walls(tiles)
    links = links_of(occ, walled, W)
    assert connected_without(occ, cell(0, 0), links, W) == occ & ~plane((0, 0))
    occ, walled = walls({**tiles, (3, 1): ""})
    assert connected_without(occ, cell(0, 0), links_of(occ, walled, W), W) == occ & ~plane((0, 0), (2, 1))


@settings(max_examples=250, deadline=None)
@given(SEEDS, st.sampled_from([0.0, 0.0, 0.1]), st.sampled_from([4, 7, W]))
def test_footing_fast_is_plain(seed: int, jumps: float, width: int) -> None:
    occ = grown(seed, width, 26, jumps)
    start = random.Random(seed).choice(cells(occ))
    links = links_of(occ, walled_at_random(seed, occ), width)
    assert reach(1 << start, links, width) == plain.reach(1 << start, links, width)
    assert connected(occ, start, links, width) == plain.connected(occ, start, links, width)
    assert connected_without(occ, start, links, width) == plain.connected_without(occ, start, links, width)


@settings(max_examples=200, deadline=None)
@given(SEEDS, st.integers(2, 26))
def test_footing_on_open_boards_is_plain(seed: int, size: int) -> None:
    occ = grown(seed, 6, size)
    start = random.Random(seed).choice(cells(occ))
    rng = random.Random(seed + 1)
    shut = sum(1 << c for c in cells(occ) if rng.random() < 0.15)
    links = links_of(occ, (0, shut, 0, 0), 6)
    for at in (start, lowest(occ)):
        assert connected_without(occ, at, links, 6) == plain.connected_without(occ, at, links, 6)


@settings(max_examples=100, deadline=None)
@given(SEEDS)
def test_footing_over_one_way_links_is_plain(seed: int) -> None:
    occ = grown(seed, 5, 14)
    rng = random.Random(seed)
    north, east, south, west = (
        having_neighbour(occ, s, 5) & occ & ~sum(1 << c for c in range(25) if rng.random() < 0.1) for s in SIDES
    )
    start = rng.choice(cells(occ))
    links = (north, east, south, west)
    assert reach(1 << start, links, 5) == plain.reach(1 << start, links, 5)
    assert connected_without(occ, start, links, 5) == plain.connected_without(occ, start, links, 5)


# The longest run of walls


def test_longest_run_printed_examples() -> None:
    upper = {(0, -1): "NEW", (-1, 0): "W", (0, 0): "", (1, 0): "NES"}
    lower = {(-1, 1): "SW", (0, 1): "", (1, 1): "NE", (0, 2): "", (1, 2): "ES"}
    assert run(upper | lower) == 8
    assert run({(0, 0): ""}) == 0
    assert run({(0, 0): "", (0, -1): "NEW"}) == 3
    assert run({(0, 0): "", (0, -1): "NEW", (0, 1): "ES"}) == 3
    assert run({(0, 0): "", (1, 0): "N", (2, 0): "NE"}) == 3, "straight on and round a corner"
    assert run({(0, 0): "", (1, 0): "N", (2, 0): "", (3, 0): "NE"}) == 2, "the run is broken"
    assert run({(0, 0): "", (0, -1): "E", (1, 0): "N"}) == 2, "round an inward corner"


def test_a_closed_ring_counts_whole() -> None:
    assert run({(0, 0): "", (0, -1): "NEW", (1, 0): "NES", (0, 1): "ESW", (-1, 0): "NSW"}) == 12


def test_inner_walls_and_other_runs_do_not_count() -> None:
    assert run({(0, 0): "", (0, -1): "NE", (1, 0): "E", (1, -1): "W"}) == 1
    broken = {(0, 0): "", (1, 0): "N", (2, 0): "N", (3, 0): "N", (0, 1): "W", (0, 2): "W", (-1, 0): ""}
    assert run(broken) == 3
    assert run({(0, 0): "", (1, 0): "N", (2, 0): "N", (3, 0): "N"}) == 3
    assert run({(0, 0): "", (1, 0): "N", (2, 0): "", (3, 0): "N"}) == 1


def test_an_enclosed_space_has_an_outline_of_its_own() -> None:
    ring = {(x, y): "" for x in (0, 1, 2) for y in (0, 1, 2) if (x, y) != (1, 1)}
    assert run({**ring, (1, 0): "S", (2, 1): "W", (1, 2): "N", (0, 1): "EW"}) == 4
    assert run({**ring, (1, 0): "SN", (2, 0): "N", (0, 1): "E"}) == 2


def test_where_tiles_touch_in_a_corner_the_walk_stays_on_its_tile() -> None:
    assert run({(0, 0): "NESW", (1, 1): "NESW"}) == 4
    diamond = {(x, y): "" for x in range(4) for y in range(4) if (x, y) not in ((0, 0), (1, 1), (2, 1))}
    assert run({**diamond, (1, 0): "WS", (0, 1): "NE"}) == 2


@settings(max_examples=250, deadline=None)
@given(SEEDS, st.sampled_from([0.0, 0.1]), st.sampled_from([4, 7, W]))
def test_longest_run_fast_is_plain(seed: int, jumps: float, width: int) -> None:
    occ = grown(seed, width, 30, jumps)
    walled = walled_at_random(seed, occ)
    assert longest_run(occ, walled, width) == plain.longest_run(occ, walled, width)


def test_the_window_holds_every_cell() -> None:
    assert cells(window(3)) == list(range(9))

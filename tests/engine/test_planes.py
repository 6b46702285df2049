"""Risk 1: the legal cells as planes equal the placement rule tested cell by cell, for every tile and every change of a board.

The rule of `constructs/rulesets/planes.fuero` is told here a second time, in plain Python over places; boards are drawn at
random: sound ones, broken ones, with hatches, near the rim. Both the plane and the rule as the engine tests it on one changed
board are held to it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fuero
from fuero.engine import plain
from fuero.engine.domains import in_domain
from fuero.engine.faults import Fault
from fuero.engine.game import Game
from fuero.engine.planes import rim
from fuero.engine.state import State

RULESET = Path(__file__).parent / "constructs" / "rulesets" / "planes.fuero"
WIDTH, HALF = 14, 7
WALLS = {"s-0": "", "s-n": "N", "s-e": "E", "s-ne": "NE", "s-sw": "SW", "s-nes": "NES", "s-all": "NESW"}
OPEN = {"c-0": "NESW", "c-e": "E", "c-ns": "NS"}
KINDS = [*WALLS, *OPEN]
COPIES = {"s-0": 8, "s-all": 2, "c-e": 2, "c-ns": 2}
LETTERS = "NESW"
STEP = ((0, -1), (1, 0), (0, 1), (-1, 0))
Place = tuple[int, int]
Tiles = dict[Place, str]
Hatch = tuple[Place, int]
"""The northern or western place of a join, and 1 (east) or 2 (south)."""


@cache
def game() -> Game:
    return fuero.load(str(RULESET), players=2)


# ---------------------------------------------------------------- the rule, told again


def likes(tile: str, side: int, other: str) -> bool:
    if tile in OPEN:
        return LETTERS[side] in OPEN[tile] and other not in OPEN
    return LETTERS[side] not in WALLS.get(tile, "")


def fits(near: str, far: str, side: int) -> bool:
    if near in OPEN or far in OPEN:
        return likes(near, side, far) and likes(far, side ^ 2, near)
    return (LETTERS[side] in WALLS.get(near, "")) == (LETTERS[side ^ 2] in WALLS.get(far, ""))


def index(place: Place) -> int:
    return (place[1] + HALF) * WIDTH + place[0] + HALF


def passes(tiles: Tiles, hatches: set[Hatch], place: Place, side: int) -> bool:
    x, y = place
    join = (place, side) if side in (1, 2) else ((x + STEP[side][0], y + STEP[side][1]), side ^ 2)
    return LETTERS[side] not in WALLS.get(tiles[place], "") or join in hatches


def sound(tiles: Tiles, hatches: set[Hatch]) -> bool:
    for (x, y), tile in tiles.items():
        for side in (1, 2):
            other = tiles.get((x + STEP[side][0], y + STEP[side][1]))
            if other is not None and not fits(tile, other, side):
                return False
    occ = sum(1 << index(p) for p in tiles)
    links = [0, 0, 0, 0]
    for x, y in tiles:
        for side in range(4):
            other_place = (x + STEP[side][0], y + STEP[side][1])
            if other_place in tiles and passes(tiles, hatches, (x, y), side) and passes(tiles, hatches, other_place, side ^ 2):
                links[side] |= 1 << index((x, y))
    start = sum(1 << index(p) for p, t in tiles.items() if t == "well")
    if occ & ~plain.reach(start, (links[0], links[1], links[2], links[3]), WIDTH):
        return False
    return not plain.encloses(occ, WIDTH)


PLACES = [(x, y) for y in range(-HALF, WIDTH - HALF) for x in range(-HALF, WIDTH - HALF)]


def allowed(action: str, kind: str, tiles: Tiles, hatches: set[Hatch], dots: set[Place]) -> set[Place]:
    """The places at which the action is allowed, one by one."""
    if action == "put":
        return {p for p in PLACES if p not in tiles and sound({**tiles, p: kind}, hatches)}
    if action == "put-near":
        found = set()
        for p in PLACES:
            beside = [tiles.get((p[0] + dx, p[1] + dy), "") for dx, dy in STEP]
            if p not in tiles and not any(t in OPEN for t in beside) and (any(t in WALLS for t in beside) or p in dots):
                found.add(p)
        return found
    mine = [p for p, t in tiles.items() if t != "well"]
    if action == "take":
        return {p for p in mine if sound({q: t for q, t in tiles.items() if q != p}, hatches)}
    return {p for p in mine if sound({**tiles, p: kind}, hatches)}


# ---------------------------------------------------------------- the same board in a match


def laid_out(tiles: Tiles, hatches: set[Hatch], dots: set[Place]) -> State:
    state = game().start(1, log=False)
    machine, S = state.machine, state.words
    families = {f.name: f for f in machine.layout.families}
    court = families["court"].first
    left: dict[str, list[int]] = {}
    for i, p in enumerate(machine.layout.pieces):
        if p.type != "well" or p.owner == 0:
            left.setdefault("well" if p.type == "well" else p.row, []).append(i)
    for place, kind in tiles.items():
        machine.pieces.lay(S, left[kind].pop(), court, index(place))
    S[families["hatches"].base] = sum(1 << (2 * index(p) + side - 1) for p, side in hatches)
    S[families["dots"].base] = sum(1 << index(p) for p in dots)
    state.changed()
    return state


def legal_cells(state: State, action: str, kind: str) -> int:
    machine, S = state.machine, state.words
    number = machine.menu_numbers[action]
    code = machine.menus[number]
    if action == "take":
        domain = code.domains[0](S, 0)
    else:
        heap = next(f for f in machine.layout.families if f.name == "heap")
        piece = next(i for i, p in enumerate(machine.layout.pieces) if p.row == kind and S[heap.base] >> i & 1)
        domain = code.domains[1](S, 0, piece)
    assert isinstance(domain, int) and not in_domain(domain, -1)
    return domain


def check(tiles: Tiles, hatches: set[Hatch], dots: set[Place]) -> None:
    state = laid_out(tiles, hatches, dots)
    border = rim(WIDTH)
    for action in ("put", "swap", "put-near", "take"):
        for kind in KINDS if action in ("put", "swap") else KINDS[:1]:
            if list(tiles.values()).count(kind) >= COPIES.get(kind, 3):
                continue  # none is left to be put
            expected = sum(1 << index(p) for p in allowed(action, kind, tiles, hatches, dots))
            everywhere = expected.bit_count() * 2 > WIDTH * WIDTH
            if expected & border and not everywhere:
                with pytest.raises(Fault):
                    legal_cells(state, action, kind)
                continue
            found = legal_cells(state, action, kind)
            assert found == expected & ~border, (action, kind, differing(found ^ expected & ~border))
            if action == "put":
                one_by_one(state, kind, tiles, hatches)


def one_by_one(state: State, kind: str, tiles: Tiles, hatches: set[Hatch]) -> None:
    """The rule as the engine tests it on one changed board."""
    machine, S = state.machine, state.words
    court = next(f for f in machine.layout.families if f.name == "court")
    marks = [S[f.base] for f in machine.layout.families if f.name in ("hatches", "dots")]
    board = machine.env["marked"](S[court.base + 1], WIDTH, tuple(marks))
    heap = next(f for f in machine.layout.families if f.name == "heap")
    piece = next(i for i, p in enumerate(machine.layout.pieces) if p.row == kind and S[heap.base] >> i & 1)
    near = {(x + dx, y + dy) for x, y in tiles for dx, dy in STEP} - set(tiles)
    for place in sorted(near)[:8]:
        if -HALF <= place[0] < WIDTH - HALF and -HALF <= place[1] < WIDTH - HALF:
            changed = board.with_(piece, index(place))
            assert bool(machine.env["F_sound"](S, changed)) == sound({**tiles, place: kind}, hatches)


def differing(plane: int) -> list[Place]:
    return [p for p in PLACES if plane >> index(p) & 1]


# ---------------------------------------------------------------- random boards


@st.composite
def boards(draw: st.DrawFn, corner: Place) -> tuple[Tiles, set[Hatch], set[Place]]:
    """Tiles in a box of five by five, with any walls: mostly broken boards."""
    box = [(corner[0] + x, corner[1] + y) for y in range(5) for x in range(5)]
    places = draw(st.lists(st.sampled_from(box), unique=True, min_size=0, max_size=14))
    left = {k: COPIES.get(k, 3) - 1 for k in KINDS}
    tiles: Tiles = {}
    easy = draw(st.booleans())
    for i, place in enumerate(places):
        if i == 0 and draw(st.integers(0, 9)):
            tiles[place] = "well"
            continue
        kind = draw(st.sampled_from(["s-0"] * 6 + KINDS if easy else KINDS))
        if left[kind]:
            left[kind] -= 1
            tiles[place] = kind
    hatches = set(draw(st.lists(st.tuples(st.sampled_from(box), st.sampled_from((1, 2))), max_size=6)))
    return tiles, hatches, set(draw(st.lists(st.sampled_from(box), max_size=4)))


@st.composite
def sound_boards(draw: st.DrawFn, corner: Place) -> tuple[Tiles, set[Hatch], set[Place]]:
    """Boards grown tile by tile so that the rule holds of them."""
    box = [(corner[0] + x, corner[1] + y) for y in range(6) for x in range(6)]
    hatches = set(draw(st.lists(st.tuples(st.sampled_from(box), st.sampled_from((1, 2))), max_size=10)))
    tiles: Tiles = {draw(st.sampled_from(box)): "well"}
    left = {k: COPIES.get(k, 3) - 1 for k in KINDS}
    for _ in range(draw(st.integers(0, 14))):
        kind = draw(st.sampled_from(["s-0", "s-0", *KINDS]))
        spots = [p for p in box if p not in tiles and any((p[0] + dx, p[1] + dy) in tiles for dx, dy in STEP)]
        fine = [p for p in spots if left[kind] and sound({**tiles, p: kind}, hatches)]
        if fine:
            tiles[draw(st.sampled_from(fine))] = kind
            left[kind] -= 1
    assert sound(tiles, hatches)
    return tiles, hatches, set(draw(st.lists(st.sampled_from(box), max_size=3)))


@st.composite
def nearly_sound_boards(draw: st.DrawFn, corner: Place) -> tuple[Tiles, set[Hatch], set[Place]]:
    """Sound boards with one tile or two beside the others that nobody asked the rule about: mostly one part of it is broken."""
    tiles, hatches, dots = draw(sound_boards(corner))
    for kind in draw(st.lists(st.sampled_from(["c-0", "c-e", "c-ns", "s-n", "s-sw", "s-all"]), min_size=1, max_size=2)):
        beside = sorted({(x + dx, y + dy) for x, y in tiles for dx, dy in STEP} - set(tiles))
        inner = [p for p in beside if all(-HALF < v < WIDTH - HALF - 1 for v in p)]
        if list(tiles.values()).count(kind) < COPIES.get(kind, 3):
            tiles[draw(st.sampled_from(inner))] = kind
    return tiles, hatches, dots


FEW = settings(max_examples=40, deadline=None)


@FEW
@given(sound_boards((-3, -3)))
def test_sound_boards(board: tuple[Tiles, set[Hatch], set[Place]]) -> None:
    check(*board)


@FEW
@given(nearly_sound_boards((-3, -3)))
def test_boards_of_which_one_part_of_the_rule_is_broken(board: tuple[Tiles, set[Hatch], set[Place]]) -> None:
    check(*board)


def test_two_camps_side_by_side() -> None:
    check({(0, 0): "well", (1, 0): "c-0", (2, 0): "c-0"}, set(), set())


@FEW
@given(boards((-2, -2)))
def test_boards_that_break_the_rule_already(board: tuple[Tiles, set[Hatch], set[Place]]) -> None:
    check(*board)


@FEW
@given(st.sampled_from([(-6, -6), (1, -6), (-6, 1), (1, 1)]).flatmap(lambda corner: boards(corner)))
def test_boards_at_the_rim(board: tuple[Tiles, set[Hatch], set[Place]]) -> None:
    check(*board)


@FEW
@given(st.sampled_from([(-6, -6), (0, -6), (-6, 0), (0, 0)]).flatmap(lambda corner: sound_boards(corner)))
def test_sound_boards_at_the_rim(board: tuple[Tiles, set[Hatch], set[Place]]) -> None:
    check(*board)


def test_the_empty_board() -> None:
    check({}, set(), set())


def test_the_rule_is_worked_out_for_all_cells_at_once() -> None:
    """No clause of the rule is tested cell by cell where it need not be: the planes are what is tested here."""
    text = game().machine.text
    made = [part.split("\n\n")[0] for part in text.split("def ") if part.startswith("H")]
    assert made and all("JOINS" in part and "FOOTING" in part and "encloses_" in part for part in made)
    assert not any("where_cells" in part for part in made)


def test_a_ring_may_be_closed_only_where_nothing_stays_empty() -> None:
    ring = [(x, y) for x in (0, 1, 2) for y in (0, 1, 2) if (x, y) not in ((1, 1), (2, 1))]
    tiles = dict.fromkeys(ring, "s-0") | {(0, 0): "well"}
    state = laid_out(tiles, set(), set())
    legal = legal_cells(state, "put", "s-0")
    assert not legal >> index((2, 1)) & 1 and legal >> index((1, 1)) & 1 and legal >> index((3, 0)) & 1
    check(tiles, set(), set())


def test_a_hatch_lets_pass_where_two_walls_meet() -> None:
    tiles = {(0, 0): "well", (1, 0): "s-e"}
    hatch: set[Hatch] = {((1, 0), 1)}
    east = index((2, 0))
    assert legal_cells(laid_out(tiles, set(), set()), "put", "s-sw") >> east & 1 == 0
    assert legal_cells(laid_out(tiles, hatch, set()), "put", "s-sw") >> east & 1 == 1

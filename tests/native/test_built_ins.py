"""Each built-in of the lowered form against its plain definition and against the interpreter's fast one, on random boards and
words."""

from __future__ import annotations

from functools import cache
from random import Random

import lock_tables
import pytest
from lock_sides import Printed

from fuero.engine import chance, plain, planes
from fuero.engine.enclosure import encloses, enclosing_cells, enclosing_removals
from fuero.engine.ranks import parse_ties, payouts
from fuero.native.steps import WAYS

WORD = (1 << 64) - 1
SEEDS = range(20)


@cache
def ground() -> tuple[Printed, int, int]:
    """A side with boards, the width, the place of the first board."""
    game = next(t for t in lock_tables.tables() if t.name == "native/ground").game(2)
    side = Printed(game.machine)
    family = next(f for f in game.machine.layout.families if f.kind == "board")
    return side, family.size, side.memory.bases[family.first]


def lay(seed: int) -> tuple[dict[int, int], int]:
    """A random board in the memory: pieces by cell, and the occupied cells."""
    side, width, at = ground()
    rng = Random(seed)
    for i in range(side.memory.record):
        side.put(at + i, 0)
    cells: dict[int, int] = {}
    pieces = list(range(side.memory.program.layout.families[1].takes.bit_length()))[: len(side.memory.program.layout.pieces)]
    rng.shuffle(pieces)
    for p in pieces[: rng.randrange(1, 20)]:
        near = {planes.neighbour(c, s, width) for c in cells for s in range(4)} or {width // 2 * width + width // 2}
        free = sorted(c for c in near - set(cells) if 0 < c % width < width - 1 and 0 < c // width < width - 1)
        if free:
            cells[rng.choice(free)] = p
    held = 0
    for c, p in cells.items():
        held |= 1 << p
        side.functions["board_set"](at, width, c, p)
    side.functions["store"](at, held)
    return cells, sum(1 << c for c in cells)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_enclosed(seed: int) -> None:
    side, width, at = ground()
    _, occ = lay(seed)
    low = side.lowering
    assert bool(side.functions["encloses"](at, width, low.seen, low.queue)) == plain.encloses(occ, width)
    assert bool(side.functions["encloses"](at, width, low.seen, low.queue)) == encloses(occ, width)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_would_be_enclosed(seed: int) -> None:
    """By a tile more on each free cell, and by one less."""
    side, width, at = ground()
    cells, occ = lay(seed)
    low, f = side.lowering, side.functions
    to = side.places.listed
    spare = next(p for p in range(len(side.memory.program.layout.pieces)) if p not in cells.values())
    filling, breaking = enclosing_cells(occ, width), enclosing_removals(occ, width)
    beside = {planes.neighbour(c, s, width) for c in cells for s in range(4)}
    for c in sorted(beside | set(cells)):
        if c in cells:
            f["without_tile"](to, at, width, c)
            assert bool(f["encloses"](to, width, low.seen, low.queue)) == bool(breaking >> c & 1)
        elif 0 < c % width < width - 1 and 0 < c // width < width - 1:
            f["with_tile"](to, at, width, spare, c)
            assert bool(f["encloses"](to, width, low.seen, low.queue)) == bool(filling >> c & 1)


@pytest.mark.parametrize("seed", SEEDS)
def test_footing(seed: int) -> None:
    """Whether everything is reached from a tile, by a rule that lets one pass or not."""
    side, width, at = ground()
    cells, occ = lay(seed)
    passing = side.functions["F_way_passable" if "F_way_passable" in side.functions else "F_passable"]

    def linked(c: int, s: int) -> bool:
        d = planes.neighbour(c, s, width)
        return d in cells and bool(passing(at, c, s)) and bool(passing(at, d, planes.opposite(s)))

    links = tuple(sum(1 << c for c in cells if linked(c, s)) for s in range(4))
    name = next(n for n in side.functions if n.startswith("CN_"))
    for start in sorted(cells)[:4]:
        found = bool(side.functions[name](at, 1 << cells[start]))
        assert found == plain.connected(occ, start, links, width), (seed, start)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_longest_run(seed: int) -> None:
    side, width, at = ground()
    cells, occ = lay(seed)
    walled = tuple(sum(1 << c for c in cells if side.functions["F_walled"](at, c, s)) for s in range(4))
    name = min((n for n in side.functions if n.startswith("LR_") and not n.endswith(("_next", "_edge"))), key=len)
    assert side.functions[name](at) == plain.longest_run(occ, walled, width)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", SEEDS)
def test_lines_steps_and_distances(seed: int) -> None:
    side, width, at = ground()
    cells, _ = lay(seed)
    rng, to = Random(seed), side.places.listed
    for _ in range(30):
        c, s, d = rng.randrange(width * width), rng.randrange(4), rng.randrange(width * width)
        assert side.functions["shift"](c, s, width) == planes.neighbour(c, s, width)
        assert side.functions["distance"](c, d, width) == planes.distance(c, d, width)
        side.functions["line_plane"](at, width, c, s, to)
        wanted = 0
        for x in planes.line(c, s, width):
            if x not in cells:
                break
            wanted |= 1 << x
        found = sum(w << 64 * k for k, w in enumerate(side.read(to, side.lowering.cells)))
        assert found == wanted


def test_keyed_words() -> None:
    side, _, _ = ground()
    rng = Random(1)
    for _ in range(300):
        words = [rng.getrandbits(64) for _ in range(4)]
        assert side.functions["H"](*words) & WORD == chance.H(*words)
        above, under, word = rng.getrandbits(40), (1 << 41) + rng.getrandbits(40), rng.getrandbits(64)
        assert side.functions["insert_key"](above, under, word) & WORD == chance.insert_key(above, under, word)


PHRASES = [("share rounded down",), ("share rounded up",), ("slide",), ("full",), ("full", "next moves up"), ("nobody",),
           ("first nobody", "others share rounded down"), ("first full", "others slide")]  # fmt: skip


@pytest.mark.parametrize("ties", PHRASES, ids=[" ".join(p) for p in PHRASES])
def test_ranks_with_ties(ties: tuple[str, ...]) -> None:
    game = next(t for t in lock_tables.tables() if t.name == "native/ties").game(3)
    side = Printed(game.machine)
    scratch, rule = side.low.scratch, parse_ties(ties)
    rng = Random(7)
    rows = [i for i, n in enumerate(side.low.tables["LLEN"]) if n == 3]
    scores = side.memory.words[game.machine.layout.scores].at
    for _ in range(200):
        n = rng.randrange(0, 4)
        counts, minimum, places = [rng.randrange(4) for _ in range(n)], rng.randrange(3), rng.choice((None, 1, 2, 3))
        row = rng.choice(rows)
        start = side.low.tables["LSTART"][row]
        pays = side.low.tables["LITEM"][start : start + 3]
        for i in range(3):
            side.put(scores + i, 0)
        for i, count in enumerate(counts):
            side.put(scratch.who + i, i)
            side.put(scratch.counts + i, count)
        most = 1000 if places is None else places
        side.functions["rank"](n, minimum, row, 0, most, WAYS[rule.first], WAYS[rule.others])
        wanted = [p.points for p in payouts(counts, minimum, pays, rule, places)]
        assert side.read(scores, 3)[:n] == wanted, (counts, minimum, places)

"""Notions of grids and maps: every fast form against its plain definition, on grids of all shapes."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from fuero.engine import lines, plain
from fuero.program.built_ins import AXES
from fuero.program.lines import between
from fuero.rules.bind.grids import STEPS

Place = tuple[int, int]


class Grid:
    """A grid with two sets of its places."""

    def __init__(self, seed: int):
        rng = random.Random(seed)
        self.columns, self.rows = rng.randint(1, 9), rng.randint(1, 9)
        self.touch = rng.choice(sorted(STEPS))
        self.steps, self.axes = STEPS[self.touch], AXES[self.touch]
        self.size = self.columns * self.rows
        part = rng.random()
        self.one, self.other = (sum(1 << i for i in range(self.size) if rng.random() < part) for _ in range(2))
        self.pair = rng.randrange(self.size), rng.randrange(self.size)

    def place(self, i: int) -> Place:
        return i % self.columns, i // self.columns

    def places(self, mask: int) -> set[Place]:
        return {self.place(i) for i in range(self.size) if mask >> i & 1}

    def near(self) -> list[set[int]]:
        both = [*self.steps, *((-x, -y) for x, y in self.steps)]
        index = {self.place(i): i for i in range(self.size)}
        return [{index[x + dx, y + dy] for dx, dy in both if (x + dx, y + dy) in index} for x, y in index]


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 2**32).map(Grid))
def test_fast_as_plain(g: Grid) -> None:
    shape = (g.columns, g.rows, g.axes)
    inside = g.places((1 << g.size) - 1)
    assert lines.longest_line(g.one, *shape) == plain.longest_line(g.places(g.one), g.steps)
    assert g.places(lines.across(g.one, g.other, *shape)) == plain.across(g.places(g.one), g.places(g.other), inside, g.steps)
    a, b = g.pair
    assert g.places(between(*shape)[a * g.size + b]) == plain.between(g.place(a), g.place(b), inside, g.steps)


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 2**32).map(Grid))
def test_what_can_be_reached(g: Grid) -> None:
    near = g.near()
    masks = [sum(1 << b for b in known) for known in near]
    start, ground = ({i for i in range(g.size) if mask >> i & 1} for mask in (g.one, g.other))
    found = lines.reachable(g.one, g.other, masks)
    assert {i for i in range(g.size) if found >> i & 1} == plain.reachable(start, ground, near)


def test_a_row_ends_at_the_edge() -> None:
    assert lines.longest_line(0b001_100, 3, 2, AXES["corners touch"]) == 1
    assert lines.longest_line(0b001_010_100, 3, 3, AXES["corners touch"]) == 3
    assert lines.longest_line(0b001_010_100, 3, 3, AXES["sides touch"]) == 1
    assert lines.longest_line(0b100_010_001, 3, 3, AXES["hexagons touch"]) == 1


def test_across_lands_on_the_place_behind_the_run() -> None:
    row = (5, 1, AXES["sides touch"])
    assert lines.across(0b00001, 0b00110, *row) == 0b01000
    assert lines.across(0b00001, 0b00100, *row) == 0
    assert lines.across(0b00001, 0b11110, *row) == 0

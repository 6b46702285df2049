"""Planted wrong lowerings: each must be found by the short lockstep. Every built-in, and every kind of term and step, has one at least.

A mutant is the lowered text of a ruleset with one place changed. One that survives fails the test: then the lockstep proves less than
it says.
"""

# ruff: noqa: E501 - a table of texts

from __future__ import annotations

from functools import cache
from typing import Any

import lock_tables
import pytest
from lock_sides import Printed
from lockstep import Differs, Lockstep

from fuero.engine.game import Game
from fuero.native.compile import lowered

ENOUGH, LONGEST = 800, 400

# name, table, what stands there, what stands there instead
PLANTED = [
    # sets and numbers
    ("the first of a set is its last", "engine/choosing", "return low(s) if some(s) else -1", "return size(s) - 1 if some(s) else -1"),
    ("a range leaves out its end", "native/ties", "return andnot(under(hi + 1), under(lo))", "return andnot(under(hi), under(lo))"),
    ("a number out of its range is let in", "native/ties", "if v < lo or v > hi:", "if v < lo:"),
    ("a missing place reads as the first", "native/ties", "if ult(i, n):\n        return i\n    return fault(1)", "return i if ult(i, n) else 0"),
    ("the cyclic first looks from behind", "engine/windows", "who = (start + turn) % ", "who = (start + turn + 1) % "),
    # chance
    ("a key is mixed in another order", "native/ties", "joined(joined(joined(joined(0, seed), where), which), what)",
     "joined(joined(joined(joined(0, seed), which), where), what)"),
    ("a key is put above by one", "sight/cuts", "wadd(wadd(above, 1), mulhi(w, room))", "wadd(wadd(above, 2), mulhi(w, room))"),
    ("a shuffle is not counted", "engine/decks", "M[base + $L] += 1\n    prefix", "prefix"),
    ("equal keys go by the wrong name", "engine/decks", "return 1 if ult(a, b) else 0", "return 1 if ult(b, a) else 0"),
    ("what is drawn from a bag is not counted", "engine/decks", "M[base + $L] = M[base + $L] | 1", "M[base + $L] = M[base + $L]"),
    ("loose pieces come in order", "sight/sack", "w = joined(prefix, PKEY[p])\n        if best < 0:", "w = p\n        if best < 0:"),
    ("a cut pile forgets where it lay", "sight/cuts", "M[base + $L] = above\n    M[base + $L + 1] = under",
     "M[base + $L] = above\n    M[base + $L + 1] = under - 1"),
    ("a roll takes the next number", "native/ties", "M[counter] += 1", "M[counter] += 2"),
    # zones
    ("a deck is taken from below", "engine/moving", "return M[base + $L + 2 + n - 1]", "return M[base + $L + 2]"),
    ("a row is filled from the second place", "engine/moving", "came = 1\n            while", "came = 2\n            while"),
    ("an empty pile stays cut", "sight/cuts", "M[base + $L] = 0\n            M[base + $L + 1] = 0\n        return -1", "pass\n        return -1"),
    ("what goes to a deck keeps its order", "engine/decks", "sort_list(n)\n    while n > 0:", "while n > 0:"),
    ("one piece less is moved", "native/ties", "if count < n:\n        n = count", "if count < n:\n        n = count - 1"),
    ("a restocked deck is not shuffled under", "engine/decks", "if under > 0:", "if under > 99:"),
    ("what stands there is not looked for", "engine/moving", "if M[$PLACE + p] == on + 1:", "if M[$PLACE + p] == on:"),
    # points
    ("ties slide", "native/ties", "if way == 2:\n        return prize(row, place + 1, most)", "if way == 2:\n        return prize(row, place, most)"),
    ("ties round the other way", "native/ties", "return total // n if way == 0", "return total // n if way == 1"),
    ("the place after a tie", "native/ties", "                place += group", "                place += 1"),
    ("the least count gets nothing", "native/ties", "M[$COUNTS + i] >= minimum", "M[$COUNTS + i] > minimum"),
    ("the last prize is not paid", "native/ties", "if place > most or place > LLEN[row]:", "if place > most or place >= LLEN[row]:"),
    ("points go to the next", "native/ties", "M[$SCORES + who] =", "M[$SCORES + (who + 1) % 2] ="),
    # handlers, windows, answers, loops
    ("handlers run from behind", "engine/upon", "e = M[$QUEUE + 1 + since]", "e = M[$QUEUE + M[$QUEUE]]"),
    ("leaving sets nothing off", "engine/upon", "wake(p, before, 0, left)", "wake(p, before, 2, left)"),
    ("a use in a window is not used up", "engine/windows", "            M[base] = 3", "            M[base] = 1"),
    ("a pass counts as an answer", "engine/secret", "M[base] = 1 if M[$OFFER] >= 0 else 2", "M[base] = 1"),
    ("idle rounds are not counted", "native/ties", "    return w + 1", "    return w"),
    ("a decision is not counted", "engine/parts", "M[2] += 1", "M[2] += 2"),
    # choices
    ("a choice comes one too early", "engine/choosing", "if n == wanted:", "if n + 1 == wanted:"),
    ("equal pieces are offered twice", "engine/planes", "load(PGROUP[f0_t])", "one(f0_t)"),
    # boards
    ("north is south", "native/ground", "return c - w if c >= w else 0 - 1", "return c + w if c >= w else 0 - 1"),
    ("a cell is counted from the corner", "native/ground", "return (y + half) * w + x + half", "return (y + half) * w + x + half - 1"),
    ("diagonal steps are free", "native/ground", "return (dx if dx >= 0 else 0 - dx) + (dy if dy >= 0 else 0 - dy)",
     "return dx if dx >= 0 else 0 - dx"),
    ("a line goes one on", "native/ground", "    c = shift(c, s, w)\n    while c >= 0 and board_at", "    while c >= 0 and board_at"),
    ("nothing is ever enclosed", "native/ground", "return 1 if filled + tail < total else 0", "return 0"),
    ("a join to the west is another", "native/ground", "2 * (c - w) + 1 if s == 0 else 2 * (c - 1)", "2 * (c - w) + 1 if s == 0 else 2 * c"),
    ("marks are not added", "native/ground", "M[to + at + k] = M[to + at + k] | M[marks + k]", "M[to + at + k] = M[to + at + k]"),
    ("a mark is put beside", "native/ground", "M[a + (x >> 6)] = M[a + (x >> 6)] | (1 << (x & 63))",
     "M[a + (x >> 6)] = M[a + (x >> 6)] | (1 << ((x + 1) & 63))"),
    ("the union of areas is their meet", "native/ground", "M[to + k] = M[a + k] | M[b + k]", "M[to + k] = M[a + k] & M[b + k]"),
    ("a tile stays where it was taken", "native/ground", "M[g] = M[g] & ~(65535 << (16 * (c & 3)))\n", "M[g] = M[g]\n"),
    ("joins to the south are left out", "native/ground", "plane_add(to, 2 * c + 1)", "plane_add(to, 2 * c)"),
    ("the longest run is the last", "native/ground", "                    if length > best:\n                        best = length",
     "                    best = 1"),
    ("footing is asked of one side alone", "native/ground", "(base, c, s) != 0 and ", "(base, c, s) != 9 and "),
    ("a board forgets that it changed", "native/ground", "M[$STAMP] += 1", "M[$STAMP] += 0"),
    ("a tile is put without a way to it", "native/ground", "(base, d, s ^ 2) != 0:", "(base, d, s ^ 2) != 9:"),
    ("what touches need not fit", "native/ground", "if q >= 0:\n        if ", "if q >= 999:\n        if "),
]  # fmt: skip


@cache
def _game(name: str) -> tuple[Game, Any]:
    table = next(t for t in lock_tables.tables() if t.name == name)
    game = table.game(min(3, table.players()[-1]))
    return game, lowered(game.machine.program)


def _filled(text: str, form: Any) -> str:
    """The names of places in a text, as the library has them."""
    low, scratch = form[0], form[0].scratch
    layout = low.memory.program.layout
    words = low.memory.words
    places = {
        "L": low.memory.limbs, "PLACE": low.memory.place, "COUNTS": scratch.counts, "QUEUE": words[8].at, "STAMP": scratch.stamp,
        "OFFER": scratch.offer, "SCORES": words[layout.scores].at,
    }  # fmt: skip
    for name, value in sorted(places.items(), key=lambda item: -len(item[0])):
        text = text.replace(f"${name}", str(value))
    return text


def planted(name: str, old: str, new: str) -> bool:
    """Is a change of the lowered text found?"""
    game, form = _game(name)
    old, new = _filled(old, form), _filled(new, form)

    def change(text: str, tables: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        assert old in text, f"nothing of the kind stands there: {old}"
        return text.replace(old, new), tables

    lock = Lockstep(game, Printed(game.machine, change if old != new else None, form))
    try:
        lock.run(ENOUGH, longest=LONGEST)
    except (Differs, IndexError):
        return True
    return False


def test_there_are_enough() -> None:
    assert len(PLANTED) >= 30


@pytest.mark.parametrize(("name", "table", "old", "new"), PLANTED, ids=[p[0] for p in PLANTED])
def test_a_planted_fault_is_found(name: str, table: str, old: str, new: str) -> None:
    assert planted(table, old, new), f"{name}: this lives on"


@pytest.mark.parametrize("table", sorted({p[1] for p in PLANTED}))
def test_without_one_nothing_is_found(table: str) -> None:
    assert not planted(table, "", "")

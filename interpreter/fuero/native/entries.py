"""The ways in from outside: whole runs of matches with a record of each, hashes, all moves at once.

In: a lowering that has said everything else. Out: lowered text, and where in memory results are found.
"""

from __future__ import annotations

from fuero.native.base import Base, Uncovered
from fuero.native.places import CHUNK, FUEL, LISTED, Places


def entries(low: Base) -> tuple[str, Places]:
    """The text of the ways in."""
    layout, scratch, memory = low.program.layout, low.scratch, low.memory
    uses, scoring, parties = len(low.uses), len(low.scoring), layout.parties
    if parties > 16:
        raise Uncovered("more than sixteen parties")
    spent = low._fault("", "the rules went round more often than a match may take")
    outside = low._fault("", "something was reached beyond the memory of the match")
    record = 4 + layout.players + uses + scoring + scoring * parties
    initial = scratch.take(memory.size)
    records = scratch.take(CHUNK * record)
    most_fields = max((len(m.fields) for m in low.program.menus), default=0)
    if most_fields > 16:
        raise Uncovered("more than sixteen things chosen at once")
    wide = 1 + most_fields * low.F
    listed = scratch.take(LISTED * wide)
    scores = memory.words[layout.scores].at
    asked = 2
    out = [
        "def refresh() -> None:",
        "    fresh_boards()",
        "def many(first: int, games: int, key: int) -> int:",
        "    for i in range(games):",
        f"        copy(0, {initial}, {memory.size})",
        "        seed = wadd(first, i)",
        "        M[1] = seed",
        f"        clear({scratch.uses}, {uses})",
        f"        clear({scratch.lines}, {scoring})",
        f"        clear({scratch.points}, {16 * scoring})",
        f"        M[{scratch.fuel}] = {FUEL}",
        "        start()",
        "        playout(H(seed, key, 0, 0))",
        f"        at = {records} + i * {record}",
        f"        M[at] = M[{asked}]",
        "        M[at + 1] = M[3]",
        "        M[at + 2] = M[4]",
        f"        M[at + 3] = M[{scratch.fault}]",
        f"        copy(at + 4, {scores}, {layout.players})",
        f"        copy(at + {4 + layout.players}, {scratch.uses}, {uses})",
        f"        copy(at + {4 + layout.players + uses}, {scratch.lines}, {scoring})",
        f"        for k in range({scoring}):",
        f"            copy(at + {4 + layout.players + uses + scoring} + k * {parties}, {scratch.points} + 16 * k, {parties})",
        f"        if M[{scratch.fault}] != 0:",
        "            return i + 1",
        "    return games",
        "def moves(who: int, first: int, most: int) -> int:",
        "    n = count(who) - first",
        "    if n > most:",
        "        n = most",
        "    for i in range(n):",
        "        nth(who, first + i)",
        f"        M[{listed} + i * {wide}] = M[{scratch.offer}]",
        f"        copy({listed} + i * {wide} + 1, {scratch.fields}, {wide - 1})",
        "    return n",
        "def hash_state() -> int:",
        "    h = 0",
    ]
    for low_at, high in segments(low):
        out += [f"    for i in range({low_at}, {high}):", "        if M[i] != 0:", "            h = joined(joined(h, i), M[i])"]
    out.append("    return h")
    return "\n".join(out) + "\n", Places(initial, records, record, uses, scoring, listed, wide, spent, outside)


def segments(low: Base) -> list[tuple[int, int]]:
    """The words of a state that say what it is: all but the marks that tell one content of a board from another."""
    stamps = sorted(
        low.memory.bases[f.first + i] + low.stamp_at
        for f in low.program.layout.families
        if f.kind == "board"
        for i in range(f.count)
    )
    found, at = [], 0
    for stamp in stamps:
        if stamp > at:
            found.append((at, stamp))
        at = stamp + 1
    if low.memory.size > at:
        found.append((at, low.memory.size))
    return found

"""Conditions on cells for whole rows at once, on boards of 64 by 64 cells: one word a row.

For a board that keeps its rules, where a tile may be put, taken or exchanged is worked out with a few operations a row: ways on foot
from the sides that let one pass, joins from the sets of tiles that fit beside it, enclosed space from the eight cells round about.
What is known of a board alone is kept until it changes. In: the recognised parts of a condition. Out: lowered text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fuero.engine.emit_planes import Change, change, tile_rule
from fuero.engine.emit_terms import python_name
from fuero.program import nodes as P
from fuero.program.trees import free, replaced

if TYPE_CHECKING:
    from fuero.native.lower import Lowering
    from fuero.native.sites import Sites

ROWS = 64


@dataclass
class Site:
    """The rules of a board that a condition names: joins, footing from some pieces, nothing enclosed; all about one change."""

    kind: str
    piece: P.Term | None
    joins: P.Reduce | None = None
    opened: P.Term | None = None
    footing: P.BuiltIn | None = None
    encloses: bool = False


def recognise(sites: Sites, parts: list[P.Term]) -> tuple[Site | None, list[P.Term]]:
    """The rules among some parts, and the parts that are none; None where not all three kinds of rule are there."""
    found: Site | None = None
    rest: list[P.Term] = []

    def of(changed: P.Term) -> Change | None:
        nonlocal found
        c = change(sites._seen_through(changed), sites.var)
        if c is None or (found is not None and (found.kind, found.piece) != (c.kind, c.piece)):
            return None
        if found is None:
            found = Site(c.kind, c.piece)
        return c

    for p in parts:
        match p:
            case P.Reduce("every", var, P.BuiltIn("joins", (changed,)), None, None, (body,)) if of(changed) is not None:
                opened = sites._opened(body, var)
                for notion in ("near", "far", "side"):
                    opened = replaced(opened, P.BuiltIn(notion, (P.Local(var),)), P.Local(f"+{notion}"))
                assert found is not None
                if found.joins is not None or free(opened) - {"+near", "+far", "+side"}:
                    return None, parts
                found.joins, found.opened = p, opened
            case P.BuiltIn("connected", (changed, start)) if not free(start) and of(changed) is not None:
                assert found is not None
                rule = tile_rule(sites.low.space, p.rule)
                if found.footing is not None or rule is None or rule[1]:
                    return None, parts
                found.footing = p
            case P.Not(P.BuiltIn("encloses", (changed,))) if of(changed) is not None:
                assert found is not None
                found.encloses = True
            case _:
                rest.append(p)
    if found is None or found.joins is None or found.footing is None or not found.encloses:
        return None, parts
    return found, rest


class Rows:
    """The text for one set of rules."""

    def __init__(self, low: Lowering, site: Site, sites: Sites, zones: int):
        self.low, self.site, self.sites, self.zones = low, site, sites, zones
        assert site.footing is not None
        self.begin = low.want(site.footing.args[1], "set", sites.env)
        self.stamp = low.L + low.cells + low.wide * low.wide // 4

    def known(self) -> str:
        """A function (board, zone): where what is known of the board lies: first row, last row, whether it keeps its rules; then the
        planes of cells from which one can pass, for each side; those where a tile would enclose something; those all round which
        tiles lie; those without whose tile something is cut off."""
        low, site = self.low, self.site
        assert site.footing is not None
        key = ("rows", site.opened, site.footing.rule, self.begin, self.zones)
        name = low.shared.get(key)
        if name is not None:
            return name
        name = low.shared[key] = low._fresh("ROWS")
        size = 8 + 7 * ROWS
        at = low.scratch.take(size * self.zones)
        L, w = low.L, low.wide
        joins = self.sites._rule_of_joins(site.opened)
        reach = low.scratch.take(ROWS + 4)
        passing = low.passing(site.footing.rule)
        self.sites._cuts(f"CUT_{python_name(site.footing.rule)}", passing)
        passes = low.scratch.take(len(low.program.layout.pieces))
        low.prepared.append(f"    for p in range({len(low.program.layout.pieces)}):")
        low.prepared.append(f"        M[{passes} + p] = 0")
        takes = 0
        for f in low.program.layout.families:
            if f.kind == "board":
                takes |= f.takes
        low.prepared.append(f"    for p in bits(K({takes})):")
        low.prepared.append("        for s in range(4):")
        low.prepared.append(f"            if {passing}_of(p, s) != 0:")
        low.prepared.append(f"                M[{passes} + p] = M[{passes} + p] | (1 << s)")
        low.shared["passes", site.footing.rule] = str(passes)
        low._late.append(f"""
def {name}(b: int, z: int) -> int:
    a = {at} + {size} * z
    now = M[b + {self.stamp}]
    if M[a] == now:
        return a
    M[a] = now
    lo = 64
    hi = -1
    for p in bits(load(b)):
        y = (M[{low.memory.place} + p] - 1) >> 6
        if y < lo:
            lo = y
        if y > hi:
            hi = y
    M[a + 1] = lo - 1
    M[a + 2] = hi + 1
    M[a + 3] = 0
    if hi < 0:
        return a
    clear(a + 8, {4 * ROWS})
    for p in bits(load(b)):
        c = M[{low.memory.place} + p] - 1
        for s in bits(M[{passes} + p]):
            M[a + 8 + 64 * s + (c >> 6)] = M[a + 8 + 64 * s + (c >> 6)] | (1 << (c & 63))
    # Joins: every pair of neighbours, from the rows.
    for y in range(lo, hi + 1):
        own = M[b + {L} + y]
        for x in bits(own & shr(own, 1)):
            if {joins}(board_at(b, {w}, 64 * y + x), board_at(b, {w}, 64 * y + x + 1), 1) == 0:
                return a
        for x in bits(own & (M[b + {L} + y + 1] if y < 63 else 0)):
            if {joins}(board_at(b, {w}, 64 * y + x), board_at(b, {w}, 64 * y + 64 + x), 2) == 0:
                return a
    # Footing: what is reached from the start, row by row until nothing is new.
    clear({reach} + lo - 1 + 1, hi - lo + 3)
    M[a + 4] = size(load(b) & {self.begin})
    for p in bits(load(b) & {self.begin}):
        c = M[{low.memory.place} + p] - 1
        M[{reach} + 1 + (c >> 6)] = M[{reach} + 1 + (c >> 6)] | (1 << (c & 63))
    new = 1
    while new != 0:
        new = 0
        for y in range(lo, hi + 1):
            had = M[{reach} + 1 + y]
            north = M[a + 8 + y]
            east = M[a + 8 + 64 + y]
            south = M[a + 8 + 128 + y]
            west = M[a + 8 + 192 + y]
            more = had
            if y > lo:
                more = more | (M[{reach} + y] & M[a + 8 + 128 + y - 1] & north)
            if y < hi:
                more = more | (M[{reach} + 2 + y] & M[a + 8 + y + 1] & south)
            along = east & shr(west, 1)
            grown = more
            turn = 1
            while turn == 1:
                wider = grown | ((grown & along) << 1) | (shr(grown, 1) & along)
                turn = 0
                if wider != grown:
                    turn = 1
                grown = wider
            M[{reach} + 1 + y] = grown
            new = new | (grown ^ had)
    for y in range(lo, hi + 1):
        if (M[b + {L} + y] & ~M[{reach} + 1 + y]) != 0:
            return a
    # Enclosed space: one part (as all is reached), and Euler's count of corners, edges and cells.
    count = 0
    above = 0
    for y in range(lo, hi + 2):
        own = M[b + {L} + y] if y <= hi else 0
        wide = own | (own << 1)
        wide_above = above | (above << 1)
        count += pop(wide | wide_above) - pop(own | above) - pop(wide) + pop(own)
        above = own
    if count != 1:
        return a
    M[a + 3] = 1
    for y in range(lo - 1, hi + 2):
        own = M[b + {L} + y]
        n = M[b + {L} + y - 1] if y > 0 else 0
        v = M[b + {L} + y + 1] if y < 63 else 0
        e = shr(own, 1)
        w = own << 1
        b0 = ~n & (e | shr(n, 1))
        b1 = ~e & (v | shr(v, 1))
        b2 = ~v & (w | (v << 1))
        b3 = ~w & (n | (n << 1))
        M[a + {8 + 4 * ROWS} + y] = ((b0 & b1) | (b2 & b3) | ((b0 | b1) & (b2 | b3))) & ~own
        M[a + {8 + 5 * ROWS} + y] = own & n & v & e & w
    CUT_{python_name(site.footing.rule)}(b, {self.begin}, a + {8 + 6 * ROWS})
    return a""")
        return name

    def refusing(self) -> str:
        """A function (board, tile, first row, last row): the plane of cells at which some neighbour does not fit the tile."""
        low, site = self.low, self.site
        key = ("refusing", site.opened)
        name = low.shared.get(key)
        if name is not None:
            return name
        name = low.shared[key] = low._fresh("REF")
        joins = self.sites._rule_of_joins(site.opened)
        pieces = len(low.program.layout.pieces)
        fits = low.scratch.take(4 * low.L * pieces)
        plane = low.scratch.take(ROWS + 2)
        takes = 0
        for f in low.program.layout.families:
            if f.kind == "board":
                takes |= f.takes
        # For a tile p: those that do not fit when they lie to its north, east, south, west.
        low.prepared += [
            f"    for p in bits(K({takes})):",
            "        for s in range(4):",
            "            t = K(0)",
            f"            for q in bits(K({takes})):",
            "                fit = 1",
            f"                if s == 1 or s == 2:\n                    fit = {joins}(p, q, s)",
            f"                else:\n                    fit = {joins}(q, p, s ^ 2)",
            "                if fit == 0:",
            "                    t = t | bit(q)",
            f"            store({fits} + {low.L} * (4 * p + s), t)",
        ]
        low._late.append(f"""
def {name}(b: int, t: int, lo: int, hi: int) -> int:
    clear({plane} + lo, hi - lo + 1)
    held = load(b)
    at_fits = {fits} + {4 * low.L} * t
    for p in bits(held & load(at_fits)):
        c = M[{low.memory.place} + p] - 1 + 64
        M[{plane} + (c >> 6)] = M[{plane} + (c >> 6)] | (1 << (c & 63))
    for p in bits(held & load(at_fits + {low.L})):
        c = M[{low.memory.place} + p] - 1 - 1
        M[{plane} + (c >> 6)] = M[{plane} + (c >> 6)] | (1 << (c & 63))
    for p in bits(held & load(at_fits + {2 * low.L})):
        c = M[{low.memory.place} + p] - 1 - 64
        M[{plane} + (c >> 6)] = M[{plane} + (c >> 6)] | (1 << (c & 63))
    for p in bits(held & load(at_fits + {3 * low.L})):
        c = M[{low.memory.place} + p] - 1 + 1
        M[{plane} + (c >> 6)] = M[{plane} + (c >> 6)] | (1 << (c & 63))
    return {plane}""")
        return name

    def lines(self, checks: list[str], piece: str) -> list[str]:
        """Lines that fill the kept plane `kept + 1` for a board that keeps its rules, `a` being what is known of it."""
        low, site = self.low, self.site
        assert site.footing is not None
        L = low.L
        passes = low.shared["passes", site.footing.rule]
        out = [f"clear(kept + 1, {ROWS})", "n = 0", "lo = M[a + 1]", "hi = M[a + 2]"]
        if site.kind != "take":
            out += [f"ref = {self.refusing()}(b, {piece}, lo, hi)", f"open_at = M[{passes} + {piece}]"]
            for s in range(4):
                out.append(f"o{s} = 0 - ((open_at >> {s}) & 1)")
        out.append("for y in range(lo, hi + 1):")
        own = f"M[b + {L} + y]"
        P0 = "a + 8"
        body = [f"own = {own}"]
        if site.kind != "take":
            body += [
                f"e0 = M[{P0} + {2 * ROWS} + y - 1] if y > lo else 0",
                f"e1 = shr(M[{P0} + {3 * ROWS} + y], 1)",
                f"e2 = M[{P0} + y + 1] if y < hi else 0",
                f"e3 = M[{P0} + {ROWS} + y] << 1",
                "ways = (e0 & o0) | (e1 & o1) | (e2 & o2) | (e3 & o3)",
            ]
        match site.kind:
            case "put":
                body.append(f"m = ways & ~own & ~M[ref + y] & ~M[a + {8 + 4 * ROWS} + y]")
            case "take":
                body.append(f"m = own & ~M[a + {8 + 5 * ROWS} + y] & ~M[a + {8 + 6 * ROWS} + y]")
            case _:
                body += [
                    f"fewer = (e0 & M[{P0} + y] & ~o0) | (e1 & M[{P0} + {ROWS} + y] & ~o1)",
                    f"fewer = fewer | (e2 & M[{P0} + {2 * ROWS} + y] & ~o2) | (e3 & M[{P0} + {3 * ROWS} + y] & ~o3)",
                    "m = own & ~M[ref + y]",
                    "doubt = m & fewer & ways & M[a + " + str(8 + 6 * ROWS) + " + y]",
                    f"m = m & (~fewer | (ways & ~M[a + {8 + 6 * ROWS} + y]))",
                ]
        body.append("good = 0")
        body += ["for x in bits(m):", "    c = 64 * y + x"]
        pad = "    "
        for check in checks:
            body.append(f"{pad}if {check}:")
            pad += "    "
        body += [f"{pad}good = good | (1 << x)", f"{pad}n += 1"]
        if site.kind == "swap":
            inner = self.sites.env.also(**{self.sites.var: ("c", "int")})
            plain = low.flag(site.footing, inner)
            body += ["for x in bits(doubt):", "    c = 64 * y + x"]
            pad = "    "
            for check in [*checks, plain]:
                body.append(f"{pad}if {check}:")
                pad += "    "
            body += [f"{pad}good = good | (1 << x)", f"{pad}n += 1"]
        body += ["M[kept + 1 + y] = good", "if (y == 0 or y == 63) and good != 0:", "    fault(7)"]
        return [*out, *("    " + b for b in body)]

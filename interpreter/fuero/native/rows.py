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
from fuero.native.ground import FIRST, WIDTH, Ground
from fuero.program import nodes as P
from fuero.program.trees import free, replaced

if TYPE_CHECKING:
    from fuero.native.cells import Cells as Lowering
    from fuero.native.sites import Sites

ROWS = 64
ZERO = 8 + 2 * WIDTH
"""Where the block of row 0 lies in what is known of a board."""


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
    """The text for one set of rules. `good` is False where the rules are none of those that rows can answer."""

    def __init__(self, low: Lowering, site: Site, sites: Sites, zones: int):
        self.low, self.site, self.sites, self.zones = low, site, sites, zones
        assert site.footing is not None and site.opened is not None
        self.begin = low.want(site.footing.args[1], "set", sites.env)
        self.joins = sites._rule_of_joins(site.opened)
        start = site.footing.args[1]
        self.passing = low.passing(site.footing.rule)
        key = (site.opened, site.footing.rule, self.begin, zones)
        ground = low.grounds.get(key)
        if ground is None:
            ground = low.grounds[key] = Ground(low, self.joins, f"{self.passing}_of", start.value if isinstance(start, P.Const) else -1)
        self.ground = ground

    def known(self) -> str:
        """A function (board, zone): where what is known of the board lies.

        Words from there on: its stamp, the rows worth asking (first, last), whether the board keeps its rules, how many start pieces
        it has, how many tiles, the first and the last row with any. Then a block for each row (two rows before the first and behind the last are empty): 0 occupied, 1 nothing, 2 to 5
        occupied with a way over that side, 6 where nothing may be put, 7 whence nothing may be taken, 8 what cannot be taken
        without cutting something off, 9 what is reached, then the planes of pieces.
        """
        low, g = self.low, self.ground
        if not g.name:
            g.name = low._fresh("ROWS")
            g.at = low.scratch.take((8 + WIDTH * (ROWS + 4)) * self.zones)
            g.cuts = low.scratch.take(4 * ROWS * ROWS)
            g.text_at = len(low._late)
            low._late.append("")
        low._late[g.text_at] = self._known_text()
        return g.name

    def _known_text(self) -> str:
        low, g, name = self.low, self.ground, self.ground.name
        zero = ZERO
        north, east, south, west = g.ways
        amiss = [
            f"M[r + {mine}] & shr(M[r + {unfit}], 1)" if s == 1 else f"M[r + {mine}] & M[r + {WIDTH + unfit}]" for s, mine, unfit in g.pairs
        ]
        return f"""
def {name}(b: int, z: int) -> int:
    a = {g.at} + {8 + WIDTH * (ROWS + 4)} * z
    if M[a] != M[b + {low.stamp_at}]:
        {name}_new(b, a)
    return a
@noinline
def {name}_new(b: int, a: int) -> None:
    for y in range(M[a + 1] - 1, M[a + 2] + 2):
        clear(a + {zero} + {WIDTH} * y, {FIRST + len(g.planes)})
    M[a] = M[b + {low.stamp_at}]
    M[a + 3] = 0
    held = load(b)
    lo = 63
    hi = 0
    for p in bits(held):
        c = M[{low.memory.place} + p] - 1
        y = c >> 6
        here = 1 << (c & 63)
        if y < lo:
            lo = y
        if y > hi:
            hi = y
        r = a + {zero} + {WIDTH} * y
        M[r] = M[r] | here
        for k in bits({g.members}[p]):
            M[r + {FIRST} + k] = M[r + {FIRST} + k] | here
    M[a + 1] = lo - 1 if lo > 0 else 0
    M[a + 2] = hi + 1 if hi < 63 else 63
    M[a + 4] = size(held & {self.begin})
    if not some(held):
        return
    # Joins, links on foot, and Euler's count of corners, edges and cells (for enclosed space).
    amiss = 0
    links = 0
    count = 0
    above = 0
    total = 0
    for y in range(lo, hi + 2):
        r = a + {zero} + {WIDTH} * y
        own = M[r]
        {f"amiss = amiss | {' | '.join(f'({x})' for x in amiss)}" if amiss else "amiss = 0"}
        over = M[r + {east}] & shr(M[r + {west}], 1)
        down = M[r + {south}] & M[r + {WIDTH + north}]
        M[r + 3] = over
        M[r + 5] = over << 1
        M[r + 4] = down
        M[r + {WIDTH + 2}] = down
        links += pop(over) + pop(down)
        total += pop(own)
        wide = own | (own << 1)
        count += pop(wide | above) - pop(M[r - {WIDTH}] | own) - pop(wide) + pop(own)
        above = wide
    if amiss != 0 or count != 1:
        return
    M[a + 5] = total
    M[a + 6] = lo
    M[a + 7] = hi
    if {name}_reach(a) != total:
        return
    M[a + 3] = 1
    # In a tree whatever has more than one way is needed; else it is looked at more closely.
    tree = 1 if links == total - 1 else 0
    if tree == 0:
        {name}_cuts(a, M[{low.memory.place} + first(held & {self.begin})] - 1)
    for y in range(M[a + 1], M[a + 2] + 1):
        r = a + {zero} + {WIDTH} * y
        own = M[r]
        n = M[r - {WIDTH}]
        v = M[r + {WIDTH}]
        e = shr(own, 1)
        w = own << 1
        if tree == 1:
            cut = ((M[r + 2] & M[r + 3]) | (M[r + 4] & M[r + 5]) | ((M[r + 2] | M[r + 3]) & (M[r + 4] | M[r + 5]))) & ~M[r + {g.start}]
        else:
            cut = M[r + 8]
        b0 = ~n & (e | shr(n, 1))
        b1 = ~e & (v | shr(v, 1))
        b2 = ~v & (w | (v << 1))
        b3 = ~w & (n | (n << 1))
        M[r + 6] = (b0 & b1) | (b2 & b3) | ((b0 | b1) & (b2 | b3)) | own
        M[r + 7] = (own & n & v & e & w) | cut | M[r + {g.start}]
        M[r + 8] = cut{self._reach_text()}{self._cuts_text()}"""

    def _reach_text(self) -> str:
        """How many tiles are reached on foot; the same after the tile at a cell has been exchanged for `t`."""
        g, name, zero = self.ground, self.ground.name, ZERO
        return f"""
@noinline
def {name}_reach(a: int) -> int:
    lo = M[a + 6]
    hi = M[a + 7]
    total = M[a + 5]
    for y in range(lo, hi + 1):
        r = a + {zero} + {WIDTH} * y
        M[r + 9] = M[r + {g.start}]
    got = 0
    new = 1
    while new != 0 and got != total:
        new = 0
        got = 0
        for i in range(2 * (hi - lo) + 1):
            y = lo + i if lo + i <= hi else 2 * hi - lo - i
            r = a + {zero} + {WIDTH} * y
            had = M[r + 9]
            grown = had | (M[r - {WIDTH - 9}] & M[r + 2]) | (M[r + {WIDTH + 9}] & M[r + 4])
            over = M[r + 3]
            wider = grown | ((grown & over) << 1) | (shr(grown, 1) & over)
            while wider != grown:
                grown = wider
                wider = grown | ((grown & over) << 1) | (shr(grown, 1) & over)
            M[r + 9] = grown
            new = new | (grown ^ had)
        for y in range(lo, hi + 1):
            got += pop(M[a + {zero + 9} + {WIDTH} * y])
    return got
@noinline
def {name}_exchanged(a: int, t: int, c: int) -> int:
    r = a + {zero} + {WIDTH} * (c >> 6)
    here = 1 << (c & 63)
    north = M[r + 2]
    east = M[r + 3]
    south = M[r + 4]
    before = M[r + 3 - {WIDTH}]
    M[r + 2] = (north & ~here) | (M[r - {WIDTH} + {g.sites}[12 * t]] & here)
    M[r + 4] = (south & ~here) | (M[r + {WIDTH} + {g.sites}[12 * t + 2]] & here)
    M[r + 4 - {WIDTH}] = M[r + 2]
    M[r + 2 + {WIDTH}] = M[r + 4]
    over = (shr(M[r + {g.sites}[12 * t + 1]], 1) & here) | (shr((M[r + {g.sites}[12 * t + 3]] << 1) & here, 1))
    M[r + 3] = (east & ~(here | shr(here, 1))) | over
    got = {name}_reach(a)
    M[r + 2] = north
    M[r + 3] = east
    M[r + 4] = south
    M[r + 4 - {WIDTH}] = north
    M[r + 2 + {WIDTH}] = south
    return 1 if got == M[a + 5] else 0"""

    def _cuts_text(self) -> str:
        """The cells without whose tile something can no more be reached, in word 8 of each row: a walk in depth over the links."""
        name, zero, at = self.ground.name, ZERO, self.ground.cuts
        return f"""
@inline
def {name}_ways(a: int, c: int) -> int:
    r = a + {zero} + {WIDTH} * (c >> 6)
    x = c & 63
    return (shr(M[r + 2], x) & 1) | ((shr(M[r + 3], x) & 1) << 1) | ((shr(M[r + 4], x) & 1) << 2) | ((shr(M[r + 5], x) & 1) << 3)
@noinline
def {name}_cuts(a: int, root: int) -> None:
    for y in range(M[a + 6], M[a + 7] + 1):
        r = a + {zero} + {WIDTH} * y
        M[r + 8] = 0
        for x in bits(M[r]):
            M[{at} + 4 * (64 * y + x)] = 0
    # Of each cell: its number, the least number met from it on, whence it was come to, the ways not yet tried.
    q = {at} + 4 * root
    M[q] = 1
    M[q + 1] = 1
    M[q + 2] = -1
    M[q + 3] = {name}_ways(a, root)
    n = 1
    c = root
    while c >= 0:
        q = {at} + 4 * c
        w = M[q + 3]
        if w != 0:
            s = ctz(w)
            M[q + 3] = w & (w - 1)
            d = c + (2 - s if (s & 1) == 1 else 64 * (s - 1))
            p = {at} + 4 * d
            if M[p] == 0:
                n += 1
                M[p] = n
                M[p + 1] = n
                M[p + 2] = c
                M[p + 3] = {name}_ways(a, d) & ~(1 << (s ^ 2))
                c = d
            elif M[p] < M[q + 1]:
                M[q + 1] = M[p]
        else:
            up = M[q + 2]
            if up >= 0:
                p = {at} + 4 * up
                if M[q + 1] < M[p + 1]:
                    M[p + 1] = M[q + 1]
                if M[q + 1] >= M[p] and up != root:
                    r = a + {zero} + {WIDTH} * (up >> 6)
                    M[r + 8] = M[r + 8] | (1 << (up & 63))
            c = up"""

    def lines(self, checks: list[P.Term], flat: list[P.Term], local: str) -> list[str]:
        """Lines that fill the kept plane `kept` (see `Cells`) for a board that keeps its rules, `a` being what is known of it.
        `checks` are the other conditions on the cell `local`, `flat` all of them; what is put there is `t`."""
        low, site, g = self.low, self.site, self.ground
        assert site.footing is not None
        planes, rest, started = [], [], g.begin & g.takes
        for p in checks:
            opened = replaced(p, P.TileAt(P.Local("+b"), P.Local(local)), P.Local("+tile"))
            members = g.holding(opened, "+tile") if site.kind != "put" and free(opened) == {"+tile"} else None
            if members is None:
                rest.append(p)
            else:
                planes.append(g.plane(members))
                started &= members
        inner = self.sites.env.also(**{local: ("c", "int")})
        asked = [low.flag(p, inner) for p in rest]
        out = ["n = 0", "edge = 0", "lo = M[a + 1]", "hi = M[a + 2]", "M[kept + 1] = lo", "M[kept + 2] = hi"]
        if site.kind != "take":
            for i, stem in enumerate("wfr"):
                for s in range(4):
                    if stem != "f" or site.kind == "swap":
                        out.append(f"{stem}{s} = {g.sites}[12 * t + {4 * i + s}]")
        out += ["for y in range(lo, hi + 1):", f"    r = a + {ZERO} + {WIDTH} * y"]

        def beside(stem: str) -> str:
            return f"(M[r - {WIDTH} + {stem}0] | shr(M[r + {stem}1], 1) | M[r + {WIDTH} + {stem}2] | (M[r + {stem}3] << 1))"

        where = "".join(f" & M[r + {k}]" for k in planes)
        doubt = False
        match site.kind:
            case "put":
                out.append(f"    m = {beside('w')} & ~({beside('r')} | M[r + 6])")
            case "take":
                out.append(f"    m = M[r] & ~M[r + 7]{where}")
            case _:
                doubt = True
                out += [
                    f"    ways = {beside('w')}",
                    "    fewer = M[r + f0] | M[r + f1] | M[r + f2] | M[r + f3]",
                    f"    m = M[r] & ~({beside('r')} | M[r + {g.start}]){where}",
                    "    doubt = m & fewer & ways & M[r + 8]",
                    "    m = m & (~fewer | (ways & ~M[r + 8]))",
                ]
        if asked:
            out += ["    good = 0", "    for x in bits(m):", "        c = 64 * y + x", f"        if {' and '.join(asked)}:"]
            out += ["            good = good | (1 << x)", "    m = good"]
        if doubt:
            out += ["    for x in bits(doubt):", "        c = 64 * y + x"]
            out.append(f"        if {' and '.join([*asked, f'{self.known()}_exchanged(a, t, c) == 1'])}:")
            out.append("            m = m | (1 << x)")
        out += ["    n += pop(m)", "    edge = edge | m", "    M[kept + 4 + y] = m"]
        out += ["if (edge & (0 - 9223372036854775807)) != 0 or lo == 0 and M[kept + 4] != 0 or hi == 63 and M[kept + 67] != 0:", "    fault(7)"]
        if site.kind != "put" and started:
            whole = " and ".join(low.flag(p, inner) for p in flat)
            # What stands on the start itself is asked of the changed board.
            out += [
                f"for q in bits(load(b) & K({started})):",
                f"    c = M[{low.memory.place} + q] - 1",
                f"    if {whole}:",
                "        plane_add(kept + 4, c)",
                "        n += 1",
            ]
        return out

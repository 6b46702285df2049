"""Conditions on cells for whole rows at once, on boards of 64 by 64 cells: one word a row.

For a board that keeps its rules, where a tile may be put, taken or exchanged is worked out with a few operations a row: ways on
foot from the sides that let one pass, joins from the sets of tiles that fit beside it, enclosed space from the eight cells round
about. What is known of a board alone is kept until it changes (`known`). In: the recognised parts of a condition. Out: lowered
text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fuero.engine.emit_planes import Change, change, tile_rule
from fuero.native.ground import WIDTH, Ground
from fuero.native.known import ZERO, known
from fuero.program import nodes as P
from fuero.program.trees import free, replaced

if TYPE_CHECKING:
    from fuero.native.cells import Cells as Lowering
    from fuero.native.sites import Sites


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
            ground = low.grounds[key] = Ground(
                low, self.joins, f"{self.passing}_of", start.value if isinstance(start, P.Const) else -1
            )
        self.ground = ground

    def known(self) -> str:
        """A function (board, zone): where what is known of the board lies (see `known`)."""
        return known(self.low, self.ground, self.begin, self.zones)

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
        out += [
            "if (edge & (0 - 9223372036854775807)) != 0 or lo == 0 and M[kept + 4] != 0 or hi == 63 and M[kept + 67] != 0:",
            "    fault(7)",
        ]
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

"""Notions of maps: what can be reached, straight lines. Whole sets of regions move by shifts.

In: PROGRAM terms. Out: the lowered form, with a function for each map and each length that is asked. Law: as `engine.plain` says.
"""

from __future__ import annotations

from fuero.engine.emit_terms import python_name
from fuero.native.base import Env, Uncovered
from fuero.native.boards import Boards
from fuero.program import nodes as P


class Maps(Boards):
    """Says what is asked of maps; terms are said by what builds on this."""

    def _reachable(self, t: P.BuiltIn, env: Env) -> str:
        name = f"REACH_{python_name(t.table)}"
        if name not in self.made:
            self.made.add(name)
            read = f"T_{python_name(t.table)}[low(edge)]"
            near = f"load({read})" if t.table in self.kinds.wide else f"wide({read})"
            self._late.append(f"""
def {name}(start: set, ground: set) -> set:
    edge = start & ground
    found = edge
    while some(edge):
        new = andnot({near} & ground, found)
        edge = drop(edge) | new
        found = found | new
    return found""")
        return f"{name}({self.want(t.args[0], 'set', env)}, {self.want(t.args[1], 'set', env)})"

    def _across(self, t: P.BuiltIn, env: Env) -> str:
        shape = self._shape(t)
        name = f"ACROSS_{shape[0]}_{shape[1]}_{shape[2]}"
        if name not in self.made:
            self.made.add(name)
            out = [f"def {name}(start: set, over: set) -> set:", "    found = K(0)"]
            for axis in (1, 2, 4, 8):
                for way in (1, -1) if shape[2] & axis else ():
                    length = {1: shape[0], 2: shape[1], 4: min(shape[:2]), 8: min(shape[:2])}[axis]
                    out += [f"    r = over & {self._moved('start', shape, axis, way)}", "    s = r"]
                    for _ in range(length - 3):
                        out += [f"    r = over & {self._moved('r', shape, axis, way)}", "    s = s | r"]
                    out.append(f"    found = found | {self._moved('s', shape, axis, way)}")
            self._late.append("\n".join([*out, "    return andnot(found, over)"]))
        return f"{name}({self.want(t.args[0], 'set', env)}, {self.want(t.args[1], 'set', env)})"

    def _shape(self, t: P.BuiltIn) -> tuple[int, int, int]:
        shape = [x.value for x in t.args[-3:] if isinstance(x, P.Const)]
        if len(shape) != 3:
            raise Uncovered("a line on a map that is not known")
        return shape[0], shape[1], shape[2]

    def _moved(self, held: str, shape: tuple[int, int, int], axis: int, steps: int) -> str:
        """A set of places moved so many steps along an axis; what leaves the map is gone."""
        columns, rows, _ = shape
        across = {1: 1, 2: 0, 4: 1, 8: -1}[axis] * steps
        by = {1: 1, 2: columns, 4: columns + 1, 8: columns - 1}[axis] * steps
        stay = sum(1 << columns * y + x for y in range(rows) for x in range(max(across, 0), columns + min(across, 0)))
        moved = f"shl({held}, {by})" if by > 0 else f"down({held}, {-by})"
        return f"({moved} & K({stay}))"

    def _in_line(self, t: P.BuiltIn, n: int, env: Env) -> str:
        """A condition: do at least n of these places stand in one unbroken straight line? Runs of 2, 4 … and then of n."""
        shape = self._shape(t)
        held = self.want(t.args[0], "set", env)
        if n <= 1:
            return f"some({held})" if n == 1 else "True"
        name = f"LINE_{shape[0]}_{shape[1]}_{shape[2]}_{n}"
        if name not in self.made:
            self.made.add(name)
            out = [f"def {name}(s: set) -> int:"]
            for axis in (1, 2, 4, 8):
                if not shape[2] & axis:
                    continue
                out.append("    r = s")
                length = 1
                while length < n:
                    more = min(length, n - length)
                    out.append(f"    r = r & {self._moved('r', shape, axis, more)}")
                    length += more
                out += ["    if some(r):", "        return 1"]
            self._late.append("\n".join([*out, "    return 0"]))
        return f"{name}({held})"

    def _longest_line(self, t: P.BuiltIn, env: Env) -> str:
        shape = self._shape(t)
        name = f"LONGEST_{shape[0]}_{shape[1]}_{shape[2]}"
        if name not in self.made:
            self.made.add(name)
            out = [f"def {name}(s: set) -> int:", "    most = 0"]
            for axis in (1, 2, 4, 8):
                if shape[2] & axis:
                    out += ["    r = s", "    n = 0", "    while some(r):", "        n += 1"]
                    out += [f"        r = r & {self._moved('r', shape, axis, 1)}", "    if n > most:", "        most = n"]
            self._late.append("\n".join([*out, "    return most"]))
        return f"{name}({self.want(t.args[0], 'set', env)})"

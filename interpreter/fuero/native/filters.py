"""Those of some pieces for which a test holds that hangs on the piece alone, or on the piece and one number: with a mask that is
worked out once for the program.

In: a fold. Out: the name of a function, or None where it is no such fold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fuero.native.base import Env
from fuero.program import nodes as P
from fuero.program.trees import free, walk

if TYPE_CHECKING:
    from fuero.native.terms import Terms

_VALUES = 16
"""For so many values of the number there are masks; for any other the test is asked of each piece."""


def filtered(low: Terms, t: P.Reduce, env: Env) -> str | None:
    """A fold over pieces as a text. A mask counts only where no test of it failed: else the plain form is taken, and fails."""
    tests = tuple(x for x in (t.where, *t.keys) if x is not None)
    names = sorted(free(tests) - {t.var})
    if t.word != "those" or t.start is not None or not tests or len(names) > 1 or not all(low.space.pure(x) for x in tests):
        return None
    if isinstance(t.domain, P.BuiltIn) or any(isinstance(x, P.TileAt | P.Reduce | P.BuiltIn) for x in walk(tests)):
        return None
    if any(n not in env.names or env.names[n][1] != "int" for n in names):
        return None
    values = _VALUES if names else 1
    name = low.shared.get(("filter", tests, t.var))
    if name is None:
        name = low.shared["filter", tests, t.var] = low._fresh("FL")
        good, masks = low.scratch.take(values), low.scratch.take(values * low.L)
        item = Env({t.var: ("x", "int"), **dict.fromkeys(names, ("v", "int"))})
        test = " and ".join(low.flag(x, item) for x in tests)
        pieces = len(low.program.layout.pieces)
        fault = low.scratch.fault
        low.prepared += [
            f"    for v in range({values}):",
            f"        M[{fault}] = 0",
            "        t = K(0)",
            f"        for x in range({pieces}):",
            f"            if {test}:",
            "                t = t | bit(x)",
            f"        M[{good} + v] = 1 if M[{fault}] == 0 else 0",
            f"        store({masks} + {low.L} * v, t)",
            f"    M[{fault}] = 0",
        ]
        low._late.append(f"""
def {name}(s: set, v: int) -> set:
    if ult(v, {values}) and not some(andnot(s, K({(1 << pieces) - 1}))):
        if M[{good} + v] == 1:
            return s & load({masks} + {low.L} * v)
    return {name}_each(s, v)
@noinline
def {name}_each(s: set, v: int) -> set:
    t = K(0)
    for x in bits(s):
        if {test}:
            t = t | bit(x)
    return t""")
    return f"{name}({low.want(t.domain, 'set', env)}, {env.names[names[0]][0] if names else '0'})"

"""Small things that several passes of the lowering share."""

from __future__ import annotations

from typing import Literal

from fuero.program import nodes as P
from fuero.program.layout import fail
from fuero.rules import nodes as R

NO = P.Const(0)
NONE = P.Const(-1)
SHAPES = {R.CellType: "cell", R.JoinType: "join", R.ZoneType: "zone"}
"""How values of types without members are written."""


def conj(terms: list[P.Term]) -> P.Term:
    """All of them."""
    return terms[0] if len(terms) == 1 else P.And(tuple(terms))


def cite_texts(cites: tuple[R.Cite, ...]) -> tuple[str, ...]:
    """Citations as they are written, without the sign: `revised/buy`."""
    return tuple(f"{c.rulebook}/{c.section}" if c.section else c.rulebook for c in cites)


def heading_number(text: str) -> int:
    """The number in a heading: `scoring 3`, `1st`, `4`."""
    digits = "".join(ch for ch in text if ch.isdigit())
    if not digits:
        raise fail(f'"{text}" is no heading with a number')
    return int(digits)


def area_of(of: R.Type) -> Literal["", "cells", "joins"]:
    """Which area a set of such elements is: of cells, of joins, or neither."""
    element = of.inner if isinstance(of, R.OrNone) else of
    return "cells" if isinstance(element, R.CellType) else "joins" if isinstance(element, R.JoinType) else ""

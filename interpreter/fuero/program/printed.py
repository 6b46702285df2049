"""Tables as printed → columns of numbers, one entry for each combination of keys, and the terms that read them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fuero.program import nodes as P
from fuero.program.layout import MISSING, Space, fail
from fuero.program.shared import NO, heading_number
from fuero.rules import nodes as R

if TYPE_CHECKING:
    from fuero.program.terms import Terms


def spaces_of(lowering: Terms, table: R.Table) -> list[Space]:
    spaces = []
    for level, headings in zip(table.levels, table.headings, strict=True):
        if isinstance(level, R.Num):
            numbers = [heading_number(h) for h in headings]
            spaces.append(Space(max(numbers) - min(numbers) + 1, min(numbers), "number", ()))
        else:
            spaces.append(lowering.table.space(level))
    return spaces


def heading_at(lowering: Terms, table: R.Table, level: int, index: int) -> int:
    of, text = table.levels[level], table.headings[level][index]
    return heading_number(text) if isinstance(of, R.Num) else lowering.table.member(text, of)


def add_table(lowering: Terms, table: R.Table) -> None:
    """Dense: one entry for each combination of keys in their index spaces."""
    spaces = spaces_of(lowering, table)
    size = 1
    for s in spaces:
        size *= s.size
    if size > 1_000_000:
        raise fail(f'The table "{table.name}" is too large.', table.origin.span)
    dense = [MISSING] * size
    for path, value in table.cells:
        at = 0
        for level, heading in enumerate(path):
            at = at * spaces[level].size + heading_at(lowering, table, level, heading) - spaces[level].low
        dense[at] = value
    lowering.tables[f"table {table.name}"] = tuple(dense)


def table_read(lowering: Terms, term: R.TableRead) -> P.Term:
    table = lowering.rule_tables[term.table]
    spaces = spaces_of(lowering, table)
    opened = [i for i, k in enumerate(term.keys) if k is None]
    if not opened:
        index: P.Term = NO
        for key, space, of in zip(term.keys, spaces, table.levels, strict=True):
            assert key is not None
            index = lowering._add_index(index, lowering.as_type(key, of), space)
        return P.Lookup(f"table {term.table}", index, span=term.span)
    level = opened[0]
    name = f"list {term.table} {level}"
    if name not in lowering.lists:
        lowering.lists[name] = open_level(lowering, table, spaces, level)
    index = NO
    for i, (key, space) in enumerate(zip(term.keys, spaces, strict=True)):
        if i != level and key is not None:
            index = lowering._add_index(index, lowering.as_type(key, table.levels[i]), space)
    return P.Lookup(name, index, span=term.span)


def open_level(lowering: Terms, table: R.Table, spaces: list[Space], level: int) -> tuple[tuple[int, ...], ...]:
    others = [s for i, s in enumerate(spaces) if i != level]
    size = 1
    for s in others:
        size *= s.size
    found: list[list[tuple[int, int]]] = [[] for _ in range(size)]
    for path, value in table.cells:
        at = 0
        for i, heading in enumerate(path):
            if i != level:
                at = at * spaces[i].size + heading_at(lowering, table, i, heading) - spaces[i].low
        found[at].append((heading_at(lowering, table, level, path[level]), value))
    return tuple(tuple(v for _, v in sorted(entries)) for entries in found)

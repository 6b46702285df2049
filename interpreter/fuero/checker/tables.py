"""Tables with a line of cells missing: asked with a name or number that no heading has.

In: a bound ruleset. Out: a warning at the table for each level of headings that is asked with a key that may be any member
of a list of names, a map, or a row of whole numbers, while some of them have no heading; the other place is where it is
asked.
"""

from __future__ import annotations

from fuero.checker.index import Index
from fuero.messages.diagnostic import Diagnostic, Place
from fuero.rules import nodes as R
from fuero.rules.bind.types import bare, strip


def tables(index: Index) -> list[Diagnostic]:
    """The findings, in the order of the tables."""
    reads: dict[str, list[R.TableRead]] = {}
    for found in index.all(R.TableRead):
        assert isinstance(found.node, R.TableRead)
        reads.setdefault(found.node.table, []).append(found.node)
    out: list[Diagnostic] = []
    for table in index.rules.tables:
        for number in range(len(table.levels)):
            asked = [(key, read) for read in reads.get(table.name, ()) if (key := read.keys[number]) is not None]
            out += _missing(index.rules, table, number, asked)
    return out


def _missing(rules: R.Ruleset, table: R.Table, number: int, asked: list[tuple[R.Term, R.TableRead]]) -> list[Diagnostic]:
    wanted = _members(rules, table.levels[number], table.headings[number])
    lacking = [m for m in wanted if m not in _names(table, number)]
    open_ = [read for key, read in asked if not isinstance(key, R.Member | R.Const)]
    named = [read for key, read in asked if isinstance(key, R.Member) and key.name in lacking]
    if not lacking or not (open_ or named):
        return []
    said = ", ".join(f'"{m}"' for m in lacking[:9])
    what = "row" if number == 0 else "column"
    return [
        Diagnostic(
            "table-row",
            "warning",
            f'The table "{bare(table.name)}" has no {what} for {said}, and may be asked for it.',
            table.origin.span,
            f"a {what} is missing",
            (Place((named or open_)[0].span, "asked here"),),
            hint=f"Add a {what} for {said}.",
        )
    ]


def _names(table: R.Table, number: int) -> set[str]:
    """The headings of a level; those with a number count by it (`2nd`, `round 2`)."""
    headings = table.headings[number]
    return {str(_number(h)) for h in headings} if isinstance(table.levels[number], R.Num) else set(headings)


def _number(heading: str) -> int:
    digits = "".join(letter for letter in heading.split()[-1] if letter.isdecimal() or letter == "-")
    return int(digits) if digits.lstrip("-") else 0


def _members(rules: R.Ruleset, of: R.Type, headings: tuple[str, ...]) -> list[str]:
    match strip(of):
        case R.EnumType(name=name):
            return [m for e in rules.enums if e.name == name for m in e.members]
        case R.RegionType(map=name):
            return [region for m in rules.maps if m.name == name for region in m.regions]
        case R.UnionType(members=kinds):
            return [member for kind in kinds for member in _members(rules, kind, headings)]
        case R.Num():
            numbers = [_number(h) for h in headings]
            return [str(n) for n in range(min(numbers), max(numbers) + 1)] if max(numbers) - min(numbers) < 100 else []
        case _:
            return []

"""Tables: rows and header lines as printed become levels of headings and numbers; and how keys find a cell.

Mistakes are reported row by row, with the file's own line. Keeps the law that an empty cell is an error unless the
table says what blank means.
"""

from __future__ import annotations

from dataclasses import dataclass

from fuero.messages.diagnostic import Place, Span
from fuero.rules import nodes as r
from fuero.rules.bind import bounds, components, csvdata, terms, typetext
from fuero.rules.bind.names import unknown_name
from fuero.rules.bind.scope import Scope
from fuero.rules.bind.types import ANY, NUMBER, describe, fits, overlaps, strip
from fuero.rules.bind.world import Symbol, World
from fuero.rules.compose.cells import NoCell, find_cell, put_cell
from fuero.syntax import nodes as s


@dataclass(frozen=True, slots=True)
class Level:
    """One level of headings: as written, what they mean, and their common type. `own`: names that only this table knows."""

    headings: tuple[str, ...]
    type: r.Type
    own: bool = False


@dataclass(frozen=True, slots=True)
class Known:
    table: r.Table
    levels: tuple[Level, ...]


def table(world: World, symbol: Symbol) -> Known:
    return world.once("table", symbol.full, lambda: _table(world, symbol), Known(r.Table(symbol.full, (), (), ()), ()))


def _table(world: World, symbol: Symbol) -> Known:
    node = symbol.node
    assert isinstance(node, s.Table)
    rows = _with_changes(world, symbol, csvdata.rows(world, node.file, node.span)) if node.file else node.rows
    scope = Scope(world, here="a table", overlay=symbol.owner)
    cells_ = [path for path in world.merged.trail if path.startswith(f"{symbol.full} at ")]
    origin = world.origin(node.span, node.cites, symbol.full, *cells_)
    header, body = _split(rows)
    if not header or not body:
        if not node.file:
            world.findings.report("table-row", "A table needs a header line and at least one row.", node.span)
        return Known(r.Table(symbol.full, (), (), (), origin=origin), ())
    columns = _header(header)
    row_names = tuple(row.cells[0].text for row in body)
    names: list[list[tuple[str, Span]]] = [[(row.cells[0].text, row.cells[0].span) for row in body]]
    names += [[(line[i][0], line[i][1]) for i in range(len(line))] for line in columns]
    for line in columns[:1] if len(columns) == 1 else ():
        _once(world, "column", line)
    levels = tuple(_level(scope, symbol, i, named) for i, named in enumerate(names))
    blank = None if node.blank is None else terms.expect(scope, node.blank, NUMBER)
    cells: list[tuple[tuple[int, ...], int]] = []
    for number, row in enumerate(body):
        if (first := row_names.index(row.cells[0].text)) != number:
            world.findings.report(
                "table-row",
                f'The row "{row.cells[0].text}" stands here twice.',
                row.span,
                others=(Place(body[first].span, "here first"),),
                hint="leave one of them out, or give it another heading",
            )
            continue
        lost = any(len(cell.text.split()) > 1 for cell in row.cells[1:]) and len(row.cells) < len(columns[0]) + 1
        if lost:
            joined = next(cell for cell in row.cells[1:] if len(cell.text.split()) > 1)
            message = f'The row "{row.cells[0].text}" has too few cells, and "{joined.text}" in one.'
            world.findings.report("table-row", message, joined.span, hint="between two cells stands a |")
            continue
        for i in range(len(columns[0])):
            cell = row.cells[i + 1] if i + 1 < len(row.cells) else None
            value = _value(world, symbol, row, cell, blank)
            if value is not None:
                keys = (
                    levels[0].headings.index(row.cells[0].text),
                    *(levels[k + 1].headings.index(columns[k][i][0]) for k in range(len(columns))),
                )
                cells.append((keys, value))
        if len(_trimmed(row)) > len(columns[0]) + 1:
            extra = _trimmed(row)[len(columns[0]) + 1]
            wide = f"{len(columns[0])} columns" if len(columns[0]) > 1 else "one column"
            message = f'The row "{row.cells[0].text}" has more cells than the table has columns: there are {wide}.'
            world.findings.report("table-row", message, extra.span)
    made = r.Table(symbol.full, tuple(x.type for x in levels), tuple(x.headings for x in levels), tuple(cells), origin=origin)
    return Known(made, levels)


def _once(world: World, what: str, named: list[tuple[str, Span]]) -> None:
    """A heading names one line of cells."""
    first: dict[str, Span] = {}
    for text, span in named:
        if text and text in first:
            world.findings.report(
                "table-row",
                f'The {what} "{text}" stands here twice.',
                span,
                others=(Place(first[text], "here first"),),
                hint="leave one of them out, or give it another heading",
            )
        first.setdefault(text, span)


def _with_changes(world: World, symbol: Symbol, rows: tuple[s.Row, ...]) -> tuple[s.Row, ...]:
    """The rows of a table's file with the cells that overlays have set."""
    for change in world.merged.file_cells:
        if change.table == symbol.full and rows:
            place = find_cell(rows, change.keys)
            if isinstance(place, NoCell):
                guess = f' Did you mean "{place.guess}"?' if place.guess else ""
                world.findings.report("unknown-target", place.message + guess, change.span)
            else:
                rows = put_cell(rows, place, change.text)
    return rows


def _split(rows: tuple[s.Row, ...]) -> tuple[tuple[s.Row, ...], tuple[s.Row, ...]]:
    """Header lines and body: a second header line is one whose first cell is empty too, or that holds no plain numbers."""
    if len(rows) > 1 and not rows[0].cells[0].text and not rows[1].cells[0].text:
        return rows[:2], rows[2:]
    return rows[:1], rows[1:]


def _header(header: tuple[s.Row, ...]) -> list[list[tuple[str, Span]]]:
    """Each header line without its first cell; an empty cell in an upper line repeats its left neighbour."""
    width = len(_trimmed(header[-1])) - 1  # a pipe at the end of a line opens no further column
    lines: list[list[tuple[str, Span]]] = []
    for number, row in enumerate(header):
        line: list[tuple[str, Span]] = []
        for i in range(width):
            cell = row.cells[i + 1] if i + 1 < len(row.cells) else None
            text = cell.text if cell is not None else ""
            if not text and number < len(header) - 1 and line:
                text = line[-1][0]
            line.append((text, cell.span if cell is not None else row.span))
        lines.append(line)
    return lines


def _trimmed(row: s.Row) -> tuple[s.Cell, ...]:
    cells = row.cells
    while len(cells) > 1 and not cells[-1].text:
        cells = cells[:-1]
    return cells


def _value(world: World, symbol: Symbol, row: s.Row, cell: s.Cell | None, blank: r.Term | None) -> int | None:
    text = cell.text if cell is not None else ""
    if not text:
        if isinstance(blank, r.Const):
            return blank.value
        world.findings.report(
            "table-row",
            f'A cell of the row "{row.cells[0].text}" is empty.',
            cell.span if cell is not None and cell.span.line else row.span,
            hint=f"if an empty cell means something, say so: table {symbol.name}, blank means 0",
        )
        return None
    try:
        return int(text)
    except ValueError:
        world.findings.report(
            "table-row", f'A table holds numbers; "{text}" is none.', cell.span if cell is not None else row.span
        )
        return None


# ---------------------------------------------------------------- headings


def _level(scope: Scope, symbol: Symbol, index: int, named: list[tuple[str, Span]]) -> Level:
    headings = tuple(dict.fromkeys(text for text, _ in named))
    numbers = [_number(text) for text in headings]
    if all(n is not None for n in numbers):
        found = [n for n in numbers if n is not None]
        return Level(headings, bounds.number_type((min(found), max(found))))
    for kind in _finite_types(scope.world, symbol):
        if all(any(_is_of(scope, v, kind) for v in scope.world.find_values(text, named[0][1])) for text in headings):
            return Level(headings, kind)
    unknown = [(t, sp) for t, sp in named if not scope.world.find_values(t, sp)]
    if 0 < len(unknown) < len(headings):
        strange = {text for text, _ in unknown}
        known = [text for text in headings if text not in strange]
        kinds = [
            kind
            for kind in _finite_types(scope.world, symbol)
            if all(any(_is_of(scope, v, kind) for v in scope.world.find_values(text, named[0][1])) for text in known)
        ]
        members = next((some for kind in kinds if (some := components.member_names(scope.world, kind))), list(scope.world.values))
        for text, span in dict.fromkeys(unknown):
            unknown_name(scope, text, span, wanted="heading", names=members)
        if kinds:
            return Level(headings, kinds[0])
    name = f"{symbol.full}.{'rows' if index == 0 else f'columns-{index}'}"
    scope.world.extra_enums[name] = r.Enum(name, headings, origin=r.Origin(symbol.owner))
    return Level(headings, r.EnumType(name), own=True)


def _number(text: str) -> int | None:
    """`3`, `2nd`, `round 3`: the number of a heading."""
    words = text.split()
    last = words[-1].rstrip("stndrh") if words else ""
    return int(last) if last.lstrip("-").isdecimal() and len(words) <= 2 else None


def _finite_types(world: World, symbol: Symbol) -> list[r.Type]:
    seen = world.visible(symbol.owner)
    found = [typetext.named(world, x) for x in world.of_kind("enum", "map", "piece", "kind") if x.owner in seen]
    return [t for t in found if t is not None and not isinstance(t, r.AnyType)]


def _is_of(scope: Scope, value: r.Term, kind: r.Type) -> bool:
    return fits(value.type, kind)


# ---------------------------------------------------------------- finding a cell


def lookup(scope: Scope, symbol: Symbol, keys: tuple[s.Term, ...], span: Span) -> r.Term:
    """`rewards at (b, this round)`: each key goes to the first level of its type that is free; one level may stay open
    and gives a list.
    """
    known = table(scope.world, symbol)
    levels = known.levels
    if not levels:
        return terms.broken(span)
    found: list[r.Term | None] = [None] * len(levels)
    for node in keys:
        placed = _place(scope, levels, found, node)
        if placed is None:
            _misplaced(scope, symbol, levels, found, node)
            return terms.broken(span)
        index, term = placed
        found[index] = term
    for i, level in enumerate(levels):
        if found[i] is None and level.own and len(level.headings) == 1:
            found[i] = r.Member(level.headings[0], type=level.type, span=span)
    open_ = found.count(None)
    if open_ > 1:
        need = "; ".join(", ".join(level.headings) for level, key in zip(levels, found, strict=True) if key is None)
        scope.world.findings.report(
            "which-one", f'"{symbol.name}" needs more keys: {need}.', span, hint=f"{symbol.name} at (…, …)"
        )
        return terms.broken(span)
    values = [v for _, v in known.table.cells]
    number = bounds.number_type((min(values), max(values))) if values else NUMBER
    kind: r.Type = r.ListType(number) if open_ else number
    return r.TableRead(symbol.full, tuple(found), type=kind, span=span)


def _place(scope: Scope, levels: tuple[Level, ...], found: list[r.Term | None], node: s.Term) -> tuple[int, r.Term] | None:
    free = [i for i in range(len(levels)) if found[i] is None]
    if isinstance(node, s.Name) and node.text not in scope.locals:
        for i in free:
            if levels[i].own and node.text in levels[i].headings:
                return i, r.Member(node.text, type=levels[i].type, span=node.span)
    if isinstance(node, s.Ordinal):  # `1st` is a place: it goes to the level whose headings are places
        ordinal = [i for i in free if all(h[-1:].isalpha() and h[:1].isdigit() for h in levels[i].headings)]
        free = ordinal or free
    if isinstance(node, s.Numbered):
        free = [i for i in free if any(h.startswith(f"{node.name} ") for h in levels[i].headings)] or free
    for i in free:
        term = terms.term(scope, node, levels[i].type) if isinstance(node, s.Name) else terms.term(scope, node)
        if overlaps(term.type, levels[i].type) or _only(term, levels[i].type):
            return i, terms.coerce(scope, term, levels[i].type)
    return None


def _only(term: r.Term, want: r.Type) -> bool:
    return isinstance(term.type, r.SetType) and overlaps(term.type.element, want)


def _misplaced(scope: Scope, symbol: Symbol, levels: tuple[Level, ...], found: list[r.Term | None], node: s.Term) -> None:
    if isinstance(node, s.Name) and node.text not in scope.locals and scope.world.find(node.text, node.span) is None:
        headings = [h for level in levels for h in level.headings]
        if not scope.world.find_values(node.text, node.span):
            unknown_name(scope, node.text, node.span, wanted="heading", names=headings)
            return
    term = terms.term(scope, node)
    scope.world.findings.report(
        "wrong-type",
        f'No heading of "{symbol.name}" is '
        f"{describe(strip(term.type)) if term.type != ANY else 'of this kind'}, or its place is taken.",
        node.span,
    )

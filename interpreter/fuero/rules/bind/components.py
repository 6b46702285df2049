"""Components: which pieces there are, from a CSV, from rows in the text, or as a product of kinds; each row typed and
checked on its own.
"""

from __future__ import annotations

from itertools import product

from fuero.messages.diagnostic import Place, Span
from fuero.rules import nodes as r
from fuero.rules.bind import bounds, csvdata, kinds, maps, terms
from fuero.rules.bind.scope import Scope
from fuero.rules.bind.types import NUMBER, describe, fits, strip
from fuero.rules.bind.world import Symbol, World, did_you_mean
from fuero.syntax import nodes as s

SIDES = ("north", "east", "south", "west")
NAMES = ("id", "name")
UNMARKED = ("", "0", "no", "false", "none")
"""What may stand in a column of marks where there is none."""


def piece_set(world: World, symbol: Symbol) -> r.PieceSet | None:
    """The components of one piece type, or None where none are declared."""
    node = kinds.components(world, symbol.full)
    if node is None:
        return None
    origin = world.origin(node.span, node.cites, symbol.name, symbol.full)
    if isinstance(node, s.PiecesCount):
        count = terms.expect(Scope(world, here="the components", overlay=symbol.owner), node.count, NUMBER)
        each = kinds.product_keys(world, symbol.full)
        known = kinds.piece(world, symbol.full)
        for attribute in known.attributes if known else ():
            if attribute.name not in {name for name, _ in each}:
                world.findings.report(
                    "missing-part",
                    f'Nothing says which "{attribute.name}" these pieces have.',
                    node.span,
                    hint=(
                        f"write: … of each {', '.join([*(name for name, _ in each), attribute.name])}; or list the pieces in rows"
                    ),
                )
        return r.PieceSet(symbol.full, (), count, each, origin=origin)
    return r.PieceSet(symbol.full, rows(world, symbol.full), None, (), origin=origin)


def rows(world: World, full: str) -> tuple[r.PieceRow, ...]:
    """The rows of a piece's components (none for a product)."""
    return world.once("rows", full, lambda: _rows(world, full), ())


def _rows(world: World, full: str) -> tuple[r.PieceRow, ...]:
    node = kinds.components(world, full)
    known = kinds.piece(world, full)
    if known is None or node is None or isinstance(node, s.PiecesCount):
        return ()
    if isinstance(node, s.PiecesFile):
        lines, mapping = csvdata.rows(world, node.file, node.span), node.mapping
    else:
        lines, mapping = node.rows, ()
    if not lines:
        return ()
    header, body = lines[0], lines[1:]
    attributes = [a.name for a in known.attributes]
    names = [n for n in NAMES if n not in attributes]
    own = csvdata.normal(header.cells[0].text)
    if not any(csvdata.normal(c.text) in names for c in header.cells) and own not in attributes:
        names.append(own)  # the first column names the rows
    columns = csvdata.columns(world, header, mapping, [*attributes, *names, "copies"], node.span)
    at = next((columns.index[n] for n in names if n in columns.index and n not in columns.reads), None)
    spans = _declared(world, full)
    readers = []
    for attribute in known.attributes:
        found = columns.of(attribute.name)
        if found is None and attribute.name not in columns.guessed:
            hint = (
                f'write "read {attribute.name} from …" below the line that names the table'
                if isinstance(node, s.PiecesFile)
                else f'add a column "{attribute.name}"'
            )
            world.findings.report(
                "table-row",
                f'No column gives the "{attribute.name}" of {describe(r.PieceType(full, (full,)))}.',
                header.span,
                hint=hint,
            )
        readers.append((attribute, found))
    copies = columns.of("copies")
    made: list[r.PieceRow] = []
    seen: dict[str, int] = {}
    lined: dict[str, Span] = {}
    if not isinstance(node, s.PiecesFile):  # rows of a file are counted where it is read
        csvdata.widths(world, lines)
    for row in body:
        values = tuple(_read(world, row, columns, attribute, found, spans.get(attribute.name)) for attribute, found in readers)
        name = csvdata.normal(row.cells[at].text) if at is not None and at < len(row.cells) else "-".join(str(v) for v in values)
        if not name:
            world.findings.report("table-row", "This row has no name.", row.span)
            continue
        if name in seen and at is not None:
            world.findings.report(
                "table-row",
                f'The row "{name}" stands here twice.',
                row.span,
                others=(Place(lined[name], "here first"),),
                hint='leave one of them out; a column "copies" says how many there are',
            )
            continue
        number = 1
        if copies and copies[0]:
            text = _cell(row, columns.index[copies[0][0]]).text
            number = int(text) if text.isdecimal() else 1
            if not text.isdecimal():
                world.findings.report(
                    "table-row", f'{name}: "{text}" is no number of copies.', _cell(row, columns.index[copies[0][0]]).span
                )
        if name in seen:  # rows without names of their own: equal ones are copies
            before = made[seen[name]]
            made[seen[name]] = r.PieceRow(name, values, before.copies + number)
            continue
        seen[name] = len(made)
        lined[name] = row.span
        made.append(r.PieceRow(name, values, number))
    return tuple(made)


def _declared(world: World, full: str) -> dict[str, Span]:
    """Where each attribute of a piece is declared."""
    symbol = next((x for x in world.of_kind("piece") if x.full == full), None)
    return {a.name.text: a.span for a in symbol.node.attributes} if symbol and isinstance(symbol.node, s.Piece) else {}


def _cell(row: s.Row, index: int) -> s.Cell:
    return row.cells[index] if index < len(row.cells) else s.Cell("", span=row.span)


def _read(
    world: World,
    row: s.Row,
    columns: csvdata.Columns,
    attribute: r.Attribute,
    found: tuple[tuple[str, ...], str] | None,
    declared: Span | None,
) -> r.Value:
    if found is None or not found[0]:
        return 0
    names, mark = found
    if any(columns.index[n] >= len(row.cells) for n in names):
        return () if isinstance(strip(attribute.type), r.SetType) else 0  # the row is too short, and that is reported
    cells = [_cell(row, columns.index[n]) for n in names]
    kind = strip(attribute.type)
    label = row.cells[0].text
    if isinstance(kind, r.SetType):
        if mark:
            return tuple(n for n, cell in zip(names, cells, strict=True) if _marked(world, label, cell, mark))
        texts = [
            (t, cell.span)
            for cell in cells
            for t in cell.text.replace(";", " ").replace("+", " ").split()
            if t not in ("-", "none")
        ]
        return tuple(str(_value(world, label, attribute.name, kind.element, t, span)) for t, span in texts)
    if isinstance(attribute.type, r.OrNone) and cells[0].text in ("", "-", "none"):
        return ""
    if mark:
        return int(_marked(world, label, cells[0], mark))
    return _value(world, label, attribute.name, kind, cells[0].text, cells[0].span, declared)


def _marked(world: World, label: str, cell: s.Cell, mark: str) -> bool:
    """Does a cell bear the mark? Any other word in it is a slip of the pen."""
    text = csvdata.normal(cell.text)
    if text == csvdata.normal(mark):
        return True
    if text not in UNMARKED:
        wanted = f'"{mark}", or nothing, 0 or no,' if mark not in UNMARKED else f'"{mark}" or nothing'
        world.findings.report("table-row", f'{label}: "{cell.text}" is no mark; {wanted} is wanted.', cell.span)
    return False


def _value(world: World, label: str, name: str, kind: r.Type, text: str, span: Span, declared: Span | None = None) -> int | str:
    """One value of an attribute; `declared` is where its range stands."""
    if isinstance(kind, r.Num):
        return _number(world, label, name, kind, text, span, declared)
    if isinstance(kind, r.YesNo) and text in ("yes", "no", "1", "0"):
        return int(text in ("yes", "1"))
    word = csvdata.normal(text)
    if any(fits(v.type, kind) for v in world.find_values(word, span)) or _is_piece(world, word, kind):
        return word
    members = member_names(world, kind) or []
    choice = f" It can be: {', '.join(members)}." if 0 < len(members) < 12 else ""
    world.findings.report(
        "table-row", f'{label}: "{text}" is no {name} ({describe(kind)}).{did_you_mean(word, members) or choice}', span
    )
    return word


def _is_piece(world: World, word: str, kind: r.Type) -> bool:
    return isinstance(kind, r.PieceType) and any(row.name == word for p in kind.pieces for row in rows(world, p))


def _number(world: World, label: str, name: str, kind: r.Num, text: str, span: Span, declared: Span | None = None) -> int:
    try:
        value = float(text)
    except ValueError:
        given = f'"{text}"' if text else "empty"
        world.findings.report("table-row", f"{label}: {name} is {given}, and a number is wanted.", span)
        return 0
    stored = value * (2 if kind.half else 1)
    low, high = bounds.of_type(world, kind)
    if stored != int(stored) or (low is not None and stored < low) or (high is not None and stored > high):
        world.findings.report(
            "table-row",
            f"{label}: {name} is {text}, but it may be {bounds.say((low, high), kind.half)}.",
            span,
            others=() if declared is None else (Place(declared, "its range"),),
        )
    return int(stored)


# ---------------------------------------------------------------- names of members


def member_names(world: World, kind: r.Type) -> list[str] | None:
    """The names of a finite type's members in order; None where they are not known by name."""
    match strip(kind):
        case r.EnumType(name=name):
            symbol = next((x for x in world.of_kind("enum") if x.full == name), None)
            return [w.text for w in symbol.node.members] if symbol and isinstance(symbol.node, s.Enum) else None
        case r.RegionType(map=name):
            symbol = next((x for x in world.of_kind("map") if x.full == name), None)
            return list(maps.game_map(world, symbol).regions) if symbol else None
        case r.SideType():
            return list(SIDES)
        case r.UnionType(members=members):
            found = [member_names(world, m) for m in members]
            return [n for names in found if names for n in names]
        case r.Num() as number:
            low, high = bounds.of_type(world, number)
            return None if low is None or high is None or high - low > 200 else [str(n) for n in range(low, high + 1)]
        case _:
            return None


def product_names(world: World, full: str) -> tuple[str, ...]:
    """Names of pieces made as a product: their attributes' values in the order of `each`, joined by hyphens (see
    `product_name`).
    """
    known = kinds.piece(world, full)
    attributes = {a.name for a in known.attributes} if known else set()
    each = [member_names(world, t) for n, t in kinds.product_keys(world, full) if n in attributes]
    if not each or any(names is None for names in each):
        return ()
    return tuple(r.product_name(full, values) for values in product(*[names for names in each if names is not None]))


def enter_names(world: World) -> None:
    """Enters all members of finite types and all named pieces as values."""
    for side in SIDES:
        world.add_value(side, "", r.Member(side, type=r.SideType()))
    for node in world.merged.declarations:
        if isinstance(node, s.Neutral):
            world.add_value(node.name.text, world.owner(node.span), r.Member(node.name.text, type=r.PartyType(), span=node.span))
    for symbol in world.of_kind("enum"):
        assert isinstance(symbol.node, s.Enum)
        for word in symbol.node.members:
            world.add_value(word.text, symbol.owner, r.Member(word.text, type=r.EnumType(symbol.full), span=word.span))
    for symbol in world.of_kind("map"):
        known = maps.game_map(world, symbol)
        if symbol.full == known.name:
            for region in known.regions:
                world.add_value(region, symbol.owner, r.Member(region, type=r.RegionType(known.name)))
    for symbol in world.of_kind("piece"):
        kind = r.PieceType(symbol.full, (symbol.full,))
        for row in rows(world, symbol.full):
            world.add_value(row.name, symbol.owner, r.PieceNamed(symbol.full, row.name, type=kind))
        for name in product_names(world, symbol.full):
            if not name.isdecimal():
                world.add_value(name, symbol.owner, r.PieceNamed(symbol.full, name, type=kind))

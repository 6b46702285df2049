"""Maps: regions, what is known of each, and which touch, read from a CSV with one line a region, or made as a grid."""

from __future__ import annotations

from fuero.messages.nearest import nearest
from fuero.rules import nodes as r
from fuero.rules.bind import bounds, csvdata, grids
from fuero.rules.bind.world import Symbol, World, did_you_mean
from fuero.syntax import nodes as s

BY_NAME = ("id", "name", "neighbours")


def game_map(world: World, symbol: Symbol) -> r.Map:
    """A map in its RULES form; `neighbours` is a column of region names with blanks or semicolons between."""
    assert isinstance(symbol.node, s.Map)
    full = world.full(symbol.node.name.text, symbol.owner)
    return world.once("map", full, lambda: _map(world, symbol, full), r.Map(full, "", (), (), ()))


def _map(world: World, symbol: Symbol, full: str) -> r.Map:
    node = symbol.node
    assert isinstance(node, s.Map)
    origin = world.origin(node.span, node.cites, node.name.text, full)
    if node.grid is not None:
        return grids.made(world, node, full, origin)
    rows = csvdata.rows(world, node.file, node.span)
    if not rows:
        return r.Map(full, node.of.text, (), (), (), origin=origin)
    header, body = rows[0], rows[1:]
    extra = [csvdata.normal(c.text) for c in header.cells]
    mentioned = {w.text for entry in node.mapping for w in entry.columns}
    slips = [x for x in extra if "neighbours" not in extra and nearest(x, ["neighbours"])]  # no attributes: reported below
    taken = [*BY_NAME, *(x for x in extra if x not in mentioned and x not in slips)]
    columns = csvdata.columns(world, header, node.mapping, taken, node.span)
    name_column = columns.of("id") or columns.of("name")
    first = columns.index[name_column[0][0]] if name_column and name_column[0] else 0
    regions: list[str] = []
    for row in body:
        region = csvdata.normal(row.cells[first].text)
        if region in regions:
            world.findings.report("table-row", f'The region "{region}" stands here twice.', row.span)
        regions.append(region)
    attributes: list[tuple[str, tuple[str, ...]]] = []
    names = [*columns.reads, *(x for x in taken if x not in columns.reads and x in columns.index)]
    for name in names:
        found = columns.of(name)
        if not found or not found[0] or name == "neighbours" or columns.index[found[0][0]] == first:
            continue
        i = columns.index[found[0][0]]
        attributes.append((name, tuple(row.cells[i].text if i < len(row.cells) else "" for row in body)))
    return r.Map(full, node.of.text, tuple(regions), tuple(attributes), _adjacency(world, columns, body, regions), origin=origin)


def _adjacency(
    world: World, columns: csvdata.Columns, body: tuple[s.Row, ...], regions: list[str]
) -> tuple[tuple[str, str], ...]:
    found = columns.of("neighbours")
    if not found or not found[0]:
        return ()
    i = columns.index[found[0][0]]
    pairs: set[tuple[str, str]] = set()
    for region, row in zip(regions, body, strict=True):
        cell = row.cells[i] if i < len(row.cells) else s.Cell("", span=row.span)
        for text in cell.text.replace(";", " ").replace(",", " ").split():
            other = csvdata.normal(text)
            if other not in regions:
                world.findings.report(
                    "table-row", f'"{region}": there is no region "{other}".{did_you_mean(other, regions)}', cell.span
                )
                continue
            pairs.add((region, other) if regions.index(region) < regions.index(other) else (other, region))
    return tuple(sorted(pairs, key=lambda p: (regions.index(p[0]), regions.index(p[1]))))


def attribute_type(world: World, name: str, attribute: str) -> r.Type | None:
    """The type of a region's attribute, where it is a number for all regions."""
    symbol = next((x for x in world.of_kind("map") if x.full == name), None)
    if symbol is None:
        return None
    for known, values in game_map(world, symbol).attributes:
        if known == attribute and values and all(v.lstrip("-").isdecimal() for v in values):
            numbers = [int(v) for v in values]
            return bounds.number_type((min(numbers), max(numbers)))
    return None

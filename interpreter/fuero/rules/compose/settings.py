"""The amendment `set`: numbers, options, cells of tables, and the settings of majorities, points, windows and the end.

A world and one change come in; the world's declarations are exchanged for changed ones, what was there is handed back.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from fuero.messages.diagnostic import Diagnostic
from fuero.rules.compose.bodies import Refused, refuse, store
from fuero.rules.compose.cells import Found, NoCell, find_cell, heading, keys_of, put_cell, text_at
from fuero.rules.compose.changes import Change, target_word
from fuero.rules.compose.model import FileCell
from fuero.rules.compose.paths import Target, node_of, resolve, rows_of
from fuero.rules.compose.world import Thing, World
from fuero.syntax.nodes import Chain, Name, Number, Option, PiecesRows, SetAmend, Table

PHRASES = ("ties", "winner", "closes")
TERMS = ("counting", "minimum", "pays", "places", "when", "scored")


def locate(world: World, change: Change) -> tuple[Target, str] | Diagnostic:
    """What is set, and the cell's headings as the site's last name (empty where no cell is meant)."""
    node = change.node
    assert isinstance(node, SetAmend)
    word = target_word(node.target)
    if not word.text:
        return refuse(
            "cannot-set", "Only a number, an option, a setting or a cell of a table can be set here.", change
        ).diagnostic
    found = resolve(world, word, change.overlay)
    if isinstance(found, Diagnostic) or not (isinstance(node.target, Chain) and node.target.at is not None):
        return found if isinstance(found, Diagnostic) else (found, "")
    keys = tuple(heading(term) for term in keys_of(node.target))
    thing = _table(world, world.things[found.thing])
    if thing is None or any(key is None for key in keys):
        return refuse("cannot-set", f'"{word.text}" is no table with cells that these headings could name.', change).diagnostic
    rows = thing.node.rows if isinstance(thing.node, Table | PiecesRows) else ()
    known = tuple(key for key in keys if key is not None)
    if not rows:
        return Target(thing.key, (), (*found.site, f"({', '.join(sorted(known))})")), "file"
    cell = find_cell(rows, known)
    if isinstance(cell, NoCell):
        guess = f' Did you mean "{cell.guess}"?' if cell.guess else ""
        return Diagnostic("unknown-target", "error", cell.message + guess, node.target.span, "this cell", hint=cell.guess)
    names = ", ".join(name for name in cell.headings if name)
    return Target(thing.key, (), (*found.site, f"({names})")), "cell"


def _table(world: World, thing: Thing) -> Thing | None:
    return thing if isinstance(thing.node, Table) else rows_of(world, thing)


def set_value(world: World, change: Change, _: Target) -> object:
    node = change.node
    assert isinstance(node, SetAmend)
    place = locate(world, change)
    if isinstance(place, Diagnostic):
        raise Refused(place)
    target, what = place
    if what:
        return _set_cell(world, change, node, target, what)
    before = node_of(world, target)
    word = target_word(node.target)
    if target.prop:
        return _set_property(world, change, node, target, before)
    if isinstance(node.value, tuple):
        raise refuse("wrong-value", f'"{word.text}" takes a value, not a phrase.', change)
    if isinstance(before, Number):
        store(world, target, dataclasses.replace(before, value=node.value, cites=node.cites or before.cites))
        return before
    if isinstance(before, Option):
        name = world.things[target.thing].title
        was = world.chosen.get(name)
        world.chosen[name] = node.value
        return was
    raise refuse(
        "cannot-set",
        f'"{word.text}" is not a number, an option, a setting or a cell of a table.',
        change,
        f"To exchange what it says, write: replace {word.text}",
    )


def _set_property(world: World, change: Change, node: SetAmend, target: Target, before: Any) -> object:
    was = getattr(before, target.prop)
    name = target_word(node.target).text
    if target.prop in PHRASES:
        words = node.value if isinstance(node.value, tuple) else (node.value.text,) if isinstance(node.value, Name) else None
        if words is None:
            raise refuse("wrong-value", f'"{name}" takes one of the printed phrases, not a value.', change)
        new: object = words if target.prop == "ties" else ", ".join(words)
    elif target.prop in TERMS and not isinstance(was, tuple):
        if isinstance(node.value, tuple):
            raise refuse("wrong-value", f'"{name}" takes a value, not a phrase.', change)
        new = node.value
    else:
        raise refuse("cannot-set", f'"{name}" cannot be set.', change)
    store(world, target, dataclasses.replace(before, **{target.prop: new}))
    return was


def _set_cell(world: World, change: Change, node: SetAmend, target: Target, what: str) -> object:
    text = None if isinstance(node.value, tuple) else heading(node.value)
    if text is None:
        raise refuse("wrong-value", "A cell of a table holds a number or a name, nothing that must be worked out.", change)
    thing = world.things[target.thing]
    assert isinstance(node.target, Chain)
    keys = tuple(key for term in keys_of(node.target) if (key := heading(term)))
    if what == "file":
        world.file_cells.append(FileCell(thing.title, keys, text, span=node.span))
        return None
    table = thing.node
    assert isinstance(table, Table | PiecesRows)
    cell = find_cell(table.rows, keys)
    assert isinstance(cell, Found)
    before = text_at(table.rows, cell)
    thing.node = dataclasses.replace(table, rows=put_cell(table.rows, cell, text))
    return before

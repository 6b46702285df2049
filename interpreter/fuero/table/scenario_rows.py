"""A scenario with `examples` → one scenario a row: the headings are names in its body, each row says what they stand for.

SYNTAX goes in and comes out. Keeps the law that a heading which the body never uses is an error: no row could fail for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from fuero.messages import forms
from fuero.messages.diagnostic import Diagnostic, FueroError, Place, Span
from fuero.messages.nearest import nearest
from fuero.syntax import nodes as s
from fuero.syntax.parse import parse_text
from fuero.syntax.print import print_term

_PATH = re.compile(r"[^\W\d_][\w-]*([./][\w-]+)+")


@dataclass(frozen=True, slots=True)
class Case:
    """The lines of one run of a scenario; `row` tells which, and is empty where there are no examples."""

    parts: tuple[s.ScenarioPart, ...]
    row: str = ""


def cases(scenario: s.Scenario) -> Iterator[Case]:
    """Every run of a scenario. Raises FueroError where a row or a cell cannot be read."""
    tables = [part for part in scenario.parts if isinstance(part, s.Examples)]
    body = tuple(part for part in scenario.parts if not isinstance(part, s.Examples))
    if not tables:
        yield Case(counted(body))
    for table in tables:
        headings, *rows = table.rows
        names = [cell.text for cell in headings.cells]
        for row in rows:
            if len(row.cells) != len(names):
                if len(rows) > 1 and all(len(other.cells) == len(row.cells) for other in rows):
                    message = f"There are {len(names)} headings here, and each row has {len(row.cells)} cells."
                    raise wrong(message, headings.span)
                raise wrong(f"This row has {len(row.cells)} cells, and there are {len(names)} headings.", row.span)
            columns = {name: read_cell(cell) for name, cell in zip(names, row.cells, strict=True)}
            swap = Swap(columns)
            parts = tuple(swap.node(part) for part in body)
            unused = [cell for cell in headings.cells if cell.text not in swap.used]
            if unused:
                raise _unused(unused[0], names, body)
            yield Case(counted(parts), ", ".join(f"{name} {cell.text}" for name, cell in zip(names, row.cells, strict=True)))


def seats_in(node: Any) -> Iterator[s.Seat]:
    """Every seat that a line speaks of."""
    if isinstance(node, tuple):
        for item in node:
            yield from seats_in(item)
    elif isinstance(node, s.Seat):
        yield node
    elif isinstance(node, s.Node):
        for name in fields_of(node):
            yield from seats_in(getattr(node, name))


def _unused(heading: s.Cell, headings: list[str], body: tuple[s.ScenarioPart, ...]) -> FueroError:
    """A heading that no line uses; a name that is spelled much like it is where it should perhaps stand."""
    names = {name.text: name for part in body for name in _names(part) if name.text not in headings}
    close = nearest(heading.text, names)
    if close is None:
        return wrong(f'No line of this scenario uses "{heading.text}".', heading.span)
    message = f'No line of this scenario uses "{heading.text}". Did you mean "{close}" (line {names[close].span.line})?'
    others = (Place(names[close].span, "spelled like this here"),)
    return FueroError((Diagnostic("scenario-wrong", "error", message, heading.span, others=others),))


def _names(node: Any) -> Iterator[s.Name | s.Word]:
    if isinstance(node, tuple):
        for item in node:
            yield from _names(item)
    elif isinstance(node, s.Name | s.Word):
        yield node
    elif isinstance(node, s.Node):
        for name in fields_of(node):
            yield from _names(getattr(node, name))


def read_cell(cell: s.Cell) -> tuple[s.Term, ...]:
    """The terms in a cell: one as a rule, several with commas between them; or the path of a clause."""
    if _PATH.fullmatch(cell.text):
        return (s.Name(cell.text, span=cell.span),)
    file, found = parse_text(f'game x "x"\nscenario "x"\n  expect x holds {cell.text}\n', cell.span.file)
    match file.declarations:
        case (s.Scenario(parts=(s.ExpectHolds(pieces=pieces),)),) if not found:
            return tuple(_moved(piece, cell.span) for piece in pieces)
        case _:
            raise wrong(f'"{cell.text}" cannot be read here: a name or a number is wanted.', cell.span)


def _moved(node: Any, span: Span) -> Any:
    """A node as if it stood at `span`."""
    if isinstance(node, tuple):
        return tuple(_moved(x, span) for x in node)
    if not isinstance(node, s.Node):
        return node
    return replace(node, span=span, **{name: _moved(getattr(node, name), span) for name in fields_of(node)})


def fields_of(node: s.Node) -> list[str]:
    """The names of what a node is made of, without its place."""
    return [name for name in type(node).__dataclass_fields__ if name != "span"]


def counted(node: Any) -> Any:
    """Lists of pieces with `5 of soldier` written out: that piece five times; `5 of soldier of A` five times one of those. Raises
    FueroError for a number below 0 or above 500.
    """
    match node:
        case tuple():
            return tuple(counted(x) for x in node)
        case s.Fact(_, values):
            return replace(node, values=tuple(x for item in values for x in _times(item)))
        case s.ExpectHolds(_, pieces):
            return replace(node, pieces=tuple(x for item in pieces for x in _times(item)))
        case s.Chance() | s.Given():
            return replace(node, **{name: counted(getattr(node, name)) for name in fields_of(node)})
        case _:
            return node


def _times(node: s.Term) -> tuple[Any, ...]:
    """Terms, or `OneOf` a set of pieces."""
    match node:
        case s.Chain((s.Integer(number), *links), at=None, total=False) if links:
            if not 0 <= number <= 500:
                raise wrong(f"So many cannot be laid out: {number}.", node.span, "Give a number from 0 to 500.")
            if len(links) == 1:
                return (links[0],) * number
            return (OneOf(replace(node, links=tuple(links)), span=node.span),) * number
        case _:
            return (node,)


@forms.dataclass(frozen=True, slots=True)
class OneOf(s.Node):
    """One piece of a set, whichever: what `3 of man of A` stands for three times."""

    among: s.Term


class Swap:
    """Puts terms in the place of names; `used` are the names that were met."""

    def __init__(self, columns: dict[str, tuple[s.Term, ...]]):
        self.columns = columns
        self.used: set[str] = set()

    def node(self, node: Any) -> Any:
        match node:
            case tuple():
                return tuple(x for item in node for x in self._spread(item))
            case s.Name(text) if text in self.columns:
                return self._only(text, node.span)
            case s.Cell(text) if text in self.columns:
                return replace(node, text=print_term(self._only(text, node.span)))
            case s.Play(action, given):
                return replace(node, action=self._word(action), fields=self.node(given))
            case s.Refuse(_, play, because):
                return replace(node, play=self.node(play), because=self._word(because))
            case s.ExpectMay(_, play, _, because):
                return replace(node, play=self.node(play), because=because and self._word(because))
            case s.DoCall(s.Call(name, args)):
                return replace(node, call=replace(node.call, name=self._word(name), args=self.node(args)))
            case s.Node():
                return replace(node, **{name: self.node(getattr(node, name)) for name in fields_of(node)})
            case _:
                return node

    def _spread(self, item: Any) -> tuple[Any, ...]:
        """In a list, a name may stand for several things."""
        if isinstance(item, s.Name) and item.text in self.columns:
            self.used.add(item.text)
            return self.columns[item.text]
        return (self.node(item),)

    def _only(self, name: str, span: Span) -> s.Term:
        self.used.add(name)
        found = self.columns[name]
        if len(found) != 1:
            raise wrong(f'"{name}" stands for {len(found)} things, and one is wanted here.', span)
        return found[0]

    def _word(self, word: s.Word) -> s.Word:
        """The name of an action, a rule or a clause."""
        if word.text not in self.columns:
            return word
        named = self._only(word.text, word.span)
        if not isinstance(named, s.Name):
            raise wrong(f'"{print_term(named)}" is no name.', named.span)
        return replace(word, text=named.text)


def wrong(message: str, span: Span, hint: str = "") -> FueroError:
    """A mistake of the scenario itself."""
    return FueroError((Diagnostic("scenario-wrong", "error", message, span, hint=hint),))

"""The shapes of the RULES form, read from the annotations of its dataclasses.

A class comes in, its fields with their shapes go out: a closed, small set. JSON, its schema and the hashes all walk
these, so that a new node or field of `nodes.py` reaches all of them without a line of code, and an annotation that none
of them could read fails at once.
"""

from __future__ import annotations

import dataclasses
import functools
import types
import typing
from dataclasses import dataclass

from fuero.messages.diagnostic import Span
from fuero.rules import nodes


@dataclass(frozen=True, slots=True)
class Text:
    pass


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number."""


@dataclass(frozen=True, slots=True)
class Flag:
    pass


@dataclass(frozen=True, slots=True)
class Nil:
    pass


@dataclass(frozen=True, slots=True)
class Stretch:
    """A span of source text."""


@dataclass(frozen=True, slots=True)
class Words:
    """One of a printed list of words."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Node:
    """An instance of one of these classes."""

    classes: tuple[type, ...]


@dataclass(frozen=True, slots=True)
class Many:
    """A tuple of any length."""

    item: Shape


@dataclass(frozen=True, slots=True)
class Fixed:
    """A tuple with exactly these items."""

    items: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Either:
    """One of several shapes; at most one of them is a Node."""

    options: tuple[Shape, ...]


Shape = Text | Whole | Flag | Nil | Stretch | Words | Node | Many | Fixed | Either


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a node. `default` is `MISSING` where the field must be given; `compared` is false for spans and trails."""

    name: str
    shape: Shape
    default: object
    compared: bool


MISSING = dataclasses.MISSING


@functools.cache
def fields_of(cls: type) -> tuple[Field, ...]:
    """The fields of a node class, in their order."""
    hints = typing.get_type_hints(cls, vars(nodes))
    return tuple(Field(f.name, shape_of(hints[f.name]), f.default, f.compare) for f in dataclasses.fields(cls))


@functools.cache
def node_classes() -> dict[str, type]:
    """Every class that a ruleset can hold, by its name, found by walking from the ruleset itself."""
    found: dict[str, type] = {}
    todo: list[type] = [nodes.Ruleset]
    while todo:
        cls = todo.pop()
        if cls.__name__ not in found:
            found[cls.__name__] = cls
            todo += [inner for field in fields_of(cls) for inner in _inside(field.shape)]
    return dict(sorted(found.items()))


def shape_of(hint: object) -> Shape:
    """The shape that an annotation means."""
    simple: dict[object, Shape] = {str: Text(), int: Whole(), bool: Flag(), type(None): Nil(), Span: Stretch()}
    if hint in simple:
        return simple[hint]
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return Node((hint,))
    arguments = typing.get_args(hint)
    origin = typing.get_origin(hint)
    if origin is typing.Literal:
        return Words(arguments)
    if origin is tuple:
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            return Many(shape_of(arguments[0]))
        return Fixed(tuple(shape_of(a) for a in arguments))
    if origin in (types.UnionType, typing.Union):
        return _either([shape_of(a) for a in arguments])
    raise TypeError(f"a field of the RULES form has an annotation that JSON cannot hold: {hint!r}")


def _either(options: list[Shape]) -> Shape:
    classes = tuple(cls for o in options if isinstance(o, Node) for cls in o.classes)
    rest = [o for o in options if not isinstance(o, Node)]
    if not classes:
        return Either(tuple(rest))
    return Either((Node(classes), *rest)) if rest else Node(classes)


def _inside(shape: Shape) -> list[type]:
    match shape:
        case Node(classes):
            return list(classes)
        case Many(item):
            return _inside(item)
        case Fixed(items) | Either(items):
            return [cls for item in items for cls in _inside(item)]
        case Text() | Whole() | Flag() | Nil() | Stretch() | Words():
            return []

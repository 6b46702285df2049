"""Which named thing of a ruleset speaks of which other.

In: RULES. Out: for every named thing those that it reads, performs, offers, changes or quotes, in the order in which they are
spoken of. Law: a name in a rule leads to every thing that answers to it there, and to nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from fuero.lab.named import Key, Named
from fuero.rules import nodes as r

Uses = dict[Key, dict[Key, str]]
"""For each thing the things it speaks of, each with how."""

CALLED = ("function", "condition", "ways", "total", "pool")
_QUOTED = re.compile(r"\{([^{}]+)\}")


def uses(rules: r.Ruleset, things: dict[Key, Named]) -> Uses:
    """The whole web."""
    names: dict[tuple[str, str], list[Key]] = {}
    for kind, name in things:
        names.setdefault((kind, name), []).append((kind, name))
        if kind == "attribute":
            names.setdefault((kind, name.rpartition(".")[2]), []).append((kind, name))
    found: Uses = {}
    for key, thing in things.items():
        own: dict[Key, str] = {}
        spoken = [*_spoken(thing.meaning), *_spoken(thing.block), *_quoted(thing.sentence), *_beside(key, rules)]
        for kinds, name, how in spoken:
            for kind in kinds:
                for other in names.get((kind, name), ()):
                    if other != key:
                        own.setdefault(other, how)
        found[key] = own
    for parts in rules.parts:
        for key in things:
            if key[1] == parts.name and key[0] in CALLED:
                for path in parts.relies:
                    found[key] |= {k: "relies on" for k in things if k[1] == path}
    return found


Spoken = tuple[tuple[str, ...], str, str]


def _quoted(sentence: str) -> Iterator[Spoken]:
    for name in _QUOTED.findall(sentence):
        yield ("number", "option"), name, "says"


def _beside(key: Key, rules: r.Ruleset) -> Iterator[Spoken]:
    """What is kept as a bare name and not as a term."""
    kind, name = key
    if kind == "points":
        for points in rules.points:
            if points.name == name:
                yield ("procedure",), points.after, "is scored after"
    if kind == "option":
        for option in rules.options:
            if option.name == name:
                for what, other in (*option.only_with, *option.not_with, *option.needs):
                    yield (what,), other, "goes with"
    if kind == "pieces":
        yield ("piece",), name, "are"
    if kind == "display":
        yield ("zone", "var"), name, "draws"


def _spoken(node: object) -> Iterator[Spoken]:
    """The names in a node and below it, with how they are spoken of."""
    if isinstance(node, tuple):
        for item in node:
            yield from _spoken(item)
        return
    if not is_dataclass(node) or isinstance(node, type):
        return
    yield from _named(node)
    for f in fields(node):
        if f.name in ("span", "origin") or (f.name == "type" and isinstance(node, r.Typed)):
            continue  # every term has a type: only those that are written count
        yield from _spoken(getattr(node, f.name))


def _named(node: object) -> Iterator[Spoken]:  # noqa: PLR0912 - one line a node
    match node:
        case r.Call(rule=name):
            yield CALLED, name, "asks"
        case r.Member(name=name, type=r.AnyType()):
            yield CALLED, name, "asks"
        case r.Member(type=r.EnumType(name)):
            yield ("enum",), name, "reads"
        case r.Perform(kind=kind, rule=name):
            yield (kind,), name, "performs"
        case r.OpenWindow(window=name) | r.Within(window=name):
            yield ("window",), name, "opens"
        case r.Offered(action=name):
            yield ("action",), name, "offers"
        case r.Setting(name=name):
            yield ("number", "option"), name, "reads"
        case r.SetVar(target=r.VarRead(var=name)):
            yield ("var",), name, "changes"
        case r.VarRead(var=name):
            yield ("var",), name, "reads"
        case r.ZoneRead(zone=name) | r.AttachedAt(zone=name) | r.MarksOf(zone=name) | r.WithMarks(zone=name):
            yield ("zone",), name, "reads"
        case r.Upon(zone=name):
            yield ("zone",), name, "watches"
        case r.TableRead(table=name):
            yield ("table",), name, "reads"
        case r.Attr(attribute=name):
            yield ("attribute",), name, "reads"
        case r.PieceNamed(piece=name) | r.PiecesAt(piece=name) | r.PieceSet(piece=name):
            yield ("piece",), name, "speaks of"
        case r.Is(what=name):
            yield ("piece", "kind"), name, "speaks of"
        case r.ThisArg(procedure=name):
            yield ("procedure",), name, "stands in"
        case r.EnumType(name=name):
            yield ("enum",), name, "speaks of"
        case r.RegionType(map=name):
            yield ("map",), name, "speaks of"
        case r.UnionType(name=name) | r.PieceType(name=name):
            yield ("kind", "piece"), name, "speaks of"
        case _:
            return

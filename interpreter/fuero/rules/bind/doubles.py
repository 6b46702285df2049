"""Parts that carry one name twice. In: the merged ruleset; out: a finding at the second, with the first as the other place.

A path such as `buy.enough` has to mean one thing: sentences, amendments and refusals are told by it. Names of declarations and of
members, and local names, are looked after where they are read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields

from fuero.messages.diagnostic import Place
from fuero.rules.bind.typetext import BUILT_IN
from fuero.rules.bind.world import World
from fuero.syntax import nodes as s


def check(world: World) -> None:
    """Reports every part, case, step or section that is called like one before it in the same declaration, and components of a
    piece whose components have been listed before: each piece has one list, which nothing adds to.
    """
    _named_like_a_type(world)
    listed: dict[str, s.Node] = {}
    for node in world.merged.declarations:
        match node:
            case s.Rule(parts=parts):
                _once(world, "part", (p.name for p in parts))
            case s.Cases(cases=cases) | s.Function(cases=cases):
                _once(world, "case", (c.name for c in cases))
            case s.Action(parts=parts):
                _once(world, "clause", (p.name for p in parts if isinstance(p, s.Part)))
            case s.Rulebook(sections=sections):
                _once(world, "section", (x.name for x in sections))
            case s.PiecesCount() | s.PiecesFile() | s.PiecesRows():
                symbol = world.find(node.name.text, node.name.span)
                before = listed.setdefault(symbol.full, node) if symbol is not None else node
                if before is not node:
                    _listed_again(world, node.name, before)
            case _:
                pass
        _once(world, "step", (x.name for x in _steps(node)))


def _named_like_a_type(world: World) -> None:
    """A list of names, kind, piece or map called like a type of the language."""
    for symbol in world.of_kind("enum", "kind", "piece", "map"):
        node = symbol.node
        words = (node.name, node.of) if isinstance(node, s.Map) else (node.name,)  # type: ignore[union-attr]
        for word in words:
            if word.text == symbol.name and word.text in BUILT_IN:
                world.findings.report(
                    "name-taken",
                    f'"{word.text}" is a type of the language already.',
                    word.span,
                    caption="named here",
                    hint=f'Pick another name, for example "{word.text}-name".',
                )


def _once(world: World, what: str, names: Iterable[s.Word]) -> None:
    first: dict[str, s.Word] = {}
    for name in names:
        before = first.setdefault(name.text, name)
        if before.span.file == name.span.file and before.span != name.span:  # those of overlays are composed elsewhere
            world.findings.report(
                "name-taken",
                f'There is a {what} "{name.text}" here already.',
                name.span,
                caption="named again",
                others=(Place(before.span, "named here first"),),
                hint="take another name, or leave one of the two out",
            )


def _listed_again(world: World, name: s.Word, before: s.Node) -> None:
    own = before.span.file == name.span.file
    world.findings.report(
        "name-taken",
        f'Which pieces of "{name.text}" there are is said already.',
        name.span,
        caption="said again",
        others=(Place(before.span, "said here first"),),
        hint="leave one of the two out"
        if own
        else "declare a piece of another name, list those, and let them lie where these do: extend KIND with NAME",
    )


def _steps(node: object) -> Iterator[s.Step]:
    if isinstance(node, tuple):
        for item in node:
            yield from _steps(item)
    elif isinstance(node, s.Node):
        if isinstance(node, s.Step):
            yield node
        for field in fields(node):
            value = getattr(node, field.name)
            if isinstance(value, tuple | s.Node):
                yield from _steps(value)

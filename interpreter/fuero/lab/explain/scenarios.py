"""The worked examples of a rule.

In: scenarios as written and the names that lead to a rule. Out: those that name it in what they expect, refuse or
count, then those that cite a section that it cites, then those that only play it or put it on the table. What a run happens to
pass through is not counted: nearly every match passes through nearly every rule.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import fields
from typing import Any, Literal

from fuero.lab.explain.structure import Example
from fuero.syntax import nodes as s


def examples(
    scenarios: Iterable[tuple[str, s.Scenario]], names: Collection[str], cites: Collection[tuple[str, str]]
) -> tuple[Example, ...]:
    """Those that are judged by one of the names, those that cite one of the sections, those that use one of the names."""
    found: dict[Literal["names", "cites", "uses"], list[Example]] = {"names": [], "cites": [], "uses": []}
    for _, scenario in scenarios:
        judged = [part for part in scenario.parts if not isinstance(part, _MOVES)]
        how: Literal["names", "cites", "uses"] | None = None
        if _speak(judged, names):
            how = "names"
        elif any((c.rulebook, c.section) in cites for c in scenario.cites):
            how = "cites"
        elif _speak(scenario.parts, names):
            how = "uses"
        if how is not None:
            found[how].append(Example(scenario.title, how, scenario.span))
    return (*found["names"], *found["cites"], *found["uses"])


_MOVES = (s.Given, s.DoPlay, s.Chance)


def _speak(parts: Iterable[s.ScenarioPart], names: Collection[str]) -> bool:
    return any(_leads(word, names) for word in frozenset(_spoken(tuple(parts))))


def _leads(word: str, names: Collection[str]) -> bool:
    """A name itself, or a part of it."""
    return any(word == name or word.startswith(name + ".") for name in names)


def _spoken(node: Any) -> Iterator[str]:
    """Every name that a scenario speaks of; the fields of a move are no names of rules."""
    match node:
        case tuple():
            for item in node:
                yield from _spoken(item)
        case s.Play(action=action, fields=given):
            yield action.text
            for name, value in given:
                yield f"{action.text}.{name.text}"
                yield from _spoken(value)
        case s.Word(text) | s.Name(text):
            yield text
        case s.Numbered(name, _):
            yield name
        case s.Node():
            for f in fields(node):
                yield from _spoken(getattr(node, f.name))
        case _:
            return

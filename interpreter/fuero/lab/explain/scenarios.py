"""The worked examples of a rule.

In: scenarios as written and the names that lead to a rule. Out: those that name it in what they expect, refuse or
count, then those that cite a section that it cites, then those that only play it or put it on the table. What a run happens to
pass through is not counted: nearly every match passes through nearly every rule.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, fields
from typing import Any, Literal

from fuero.lab.explain.structure import Example
from fuero.syntax import nodes as s


@dataclass(frozen=True, slots=True)
class Speaking:
    """A scenario with the names that it is judged by, and all names in it."""

    scenario: s.Scenario
    judged: frozenset[str]
    used: frozenset[str]


def speaking(scenarios: Iterable[tuple[str, s.Scenario]]) -> tuple[Speaking, ...]:
    """Scenarios made ready to be asked, once for many questions."""
    made = []
    for _, scenario in scenarios:
        judged = tuple([part for part in scenario.parts if not isinstance(part, _MOVES)])
        made.append(Speaking(scenario, frozenset(_spoken(judged)), frozenset(_spoken(scenario.parts))))
    return tuple(made)


def examples(scenarios: Iterable[Speaking], names: Collection[str], cites: Collection[tuple[str, str]]) -> tuple[Example, ...]:
    """Those that are judged by one of the names, those that cite one of the sections, those that use one of the names."""
    found: dict[Literal["names", "cites", "uses"], list[Example]] = {"names": [], "cites": [], "uses": []}
    for told in scenarios:
        how: Literal["names", "cites", "uses"] | None = None
        if any(_leads(word, names) for word in told.judged):
            how = "names"
        elif any((c.rulebook, c.section) in cites for c in told.scenario.cites):
            how = "cites"
        elif any(_leads(word, names) for word in told.used):
            how = "uses"
        if how is not None:
            found[how].append(Example(told.scenario.title, how, told.scenario.span))
    return (*found["names"], *found["cites"], *found["uses"])


_MOVES = (s.Given, s.DoPlay, s.Chance)


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

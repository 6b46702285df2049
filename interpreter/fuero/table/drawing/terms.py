"""The terms of a ruleset's displays, ready to be worked out for a piece or a region.

In: a game. Out: for each display its parts as `Drawn` terms. Law: they are worked out on a state that holds nothing but what a
viewer sees (`Viewer.shown`), so that no picture can tell more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from fuero.engine import emit_terms
from fuero.engine.emit_planes import planes_text
from fuero.engine.faults import Fault
from fuero.engine.game import Game
from fuero.engine.helpers import bits
from fuero.messages.diagnostic import FueroError, Span
from fuero.program import nodes as P
from fuero.program.layout import Table
from fuero.program.terms import Terms
from fuero.rules import nodes as r

MISSING = (Fault, TypeError, IndexError, KeyError, ValueError, AttributeError, ZeroDivisionError)
"""What working out a term raises where something is read that is not there; nothing is drawn then."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """One term of a display: for which pieces it has a value (a mask; None: for all), how the value is written."""

    applies: int | None
    shape: str
    value: Callable[[list[int], int, int], Any]
    name: str

    def of(self, S: list[int], thing: int, you: int) -> int | None:
        """The value for a piece or region, on what is shown; None where there is none, or where it is a list."""
        if self.shape.startswith("list ") or (self.applies is not None and not self.applies >> thing & 1):
            return None
        try:
            return int(self.value(S, thing, you))
        except MISSING:
            return None

    def listed(self, S: list[int], thing: int, you: int) -> tuple[int, ...]:
        """The values of a list; none where the value is no list."""
        if not self.shape.startswith("list ") or (self.applies is not None and not self.applies >> thing & 1):
            return ()
        try:
            return tuple(self.value(S, thing, you))
        except MISSING:
            return ()


class DisplayTerms:
    """All terms of one game's displays, by the display's place in the ruleset and the kind of line."""

    def __init__(self, game: Game):
        self.game, self.machine = game, game.machine
        table = Table(game.rules, game.players, dict(self.machine.program.settings))
        terms = Terms(table)
        lowered: list[tuple[int, str, str, r.Term, str, P.Term, dict[str, range], Given]] = []
        rules_of_cases = {rule.name: rule for rule in game.rules.cases}
        self._sentences = {
            f"sentence {rule.name}": tuple([case.label for case in rule.cases])
            for rule in game.rules.cases
        }
        for number, display in enumerate(game.rules.displays):
            for part in display.parts:
                for term in part.terms:
                    kind = term.type.inner if isinstance(term.type, r.OrNone) else term.type
                    one, ranges = _one_of_each(term, table)
                    cases = rules_of_cases.get(term.rule) if isinstance(term, r.Call) else None
                    try:
                        if isinstance(term, r.Call) and cases is not None:
                            body, given = _sentence(terms, cases, term)
                            lowered.append((number, part.kind, display.var, term, f"sentence {cases.name}", body, ranges, given))
                            continue
                        shape = f"list {terms.shape(kind.element)}" if isinstance(kind, r.ListType) else terms.shape(term.type)
                        body = terms.as_set(one) if isinstance(kind, r.SetType) else terms.lower(one)
                    except FueroError:
                        continue  # a value that has no words, such as a whole board
                    lowered.append((number, part.kind, display.var, term, shape, body, ranges, ()))
        program = replace(
            self.machine.program, tables=tuple(sorted(terms.tables.items())), lists=tuple(sorted(terms.lists.items()))
        )
        space = emit_terms.Namespace(program)
        texts = [
            _with_given(space, {"you": "you", var: "thing"} | {name: name for name in ranges}, body, given)
            for _, _, var, _, _, body, ranges, given in lowered
        ]
        planes = [planes_text(space, rule) for rule in space.values.pop("#planes", [])]
        lines = [*planes, *space.values.pop("#defs", []), *space.values.pop("#sites", [])]
        lines += [_function(f"SHOWN_{at}", text, one[-2]) for at, (text, one) in enumerate(zip(texts, lowered, strict=True))]
        env: dict[str, Any] = self.machine.env | space.values
        exec("\n".join(lines), env)
        self._found: dict[tuple[int, str], list[Drawn]] = {}
        for at, (number, kind_, var, term, shape, *_) in enumerate(lowered):
            drawn = Drawn(_mask(term, var, table), shape, env[f"SHOWN_{at}"], _name(term))
            self._found.setdefault((number, kind_), []).append(drawn)

    def parts(self, display: int, kind: str) -> list[Drawn]:
        """The terms of one kind of line (`text`, `show`, `colour`, `edges`) of a display."""
        return self._found.get((display, kind), [])

    def words(self, shape: str, value: int) -> str:
        """A value in words; names without their hyphens, an empty set as nothing."""
        if shape in ("pieces", "cells", "joins") or shape.startswith("set "):
            one = {"pieces": "piece", "cells": "cell", "joins": "join"}.get(shape, shape.removeprefix("set "))
            return " ".join([self.words(one, member) for member in bits(value)])
        if shape.startswith("sentence "):
            return self._sentences[shape][value]
        said = self.machine.words.text(shape, value)
        return said if shape in ("number", "half", "cell", "join") else plainly(said)


def _one_of_each(term: r.Term, table: Table) -> tuple[r.Term, dict[str, range]]:
    """A zone read for all members of a key (`field at l`, whoever's) as a read for one, with the members it is joined over."""
    if not isinstance(term, r.ZoneRead) or not any(isinstance(key, r.AllOf) for key in term.keys):
        return term, {}
    keys, ranges = list(term.keys), {}
    for at, key in enumerate(keys):
        if isinstance(key, r.AllOf):
            name, space = f"each_{at}", table.space(key.of)
            keys[at] = r.Local(name, type=key.of, span=key.span)
            ranges[name] = range(space.low, space.low + space.size)
    return replace(term, keys=tuple(keys)), ranges


Given = tuple[tuple[str, P.Term], ...]
"""What a rule is handed: its parameters, each with its value."""


def _sentence(terms: Terms, cases: r.Cases, call: r.Call) -> tuple[P.Term, Given]:
    """Which case applies, by its number (-1: none), and what the rule is handed."""
    found: P.Term = P.Const(-1)
    for number in reversed(range(len(cases.cases))):
        found = P.Select(terms.lower(cases.cases[number].when), P.Const(number), found)
    return found, tuple([(p.name, terms.as_type(arg, p.type)) for p, arg in zip(cases.params, call.args, strict=True)])


def _with_given(space: emit_terms.Namespace, names: dict[str, str], body: P.Term, given: Given) -> str:
    """The text of a term; for a rule that is handed something, that of a call with it."""
    if not given:
        return emit_terms.Terms(space, names)(body)
    handed = {name: f"given_{at}" for at, (name, _) in enumerate(given)}
    values = ", ".join([emit_terms.Terms(space, names)(value) for _, value in given])
    return f"(lambda {', '.join(handed.values())}: {emit_terms.Terms(space, {'you': 'you'} | handed)(body)})({values})"


def _function(name: str, text: str, ranges: dict[str, range]) -> str:
    """The text of a function that works a term out; joined over all members of the keys that were left open."""
    if not ranges:
        return f"def {name}(S, thing, you):\n    return {text}\n"
    loops = " ".join([f"for {key} in range({of.start}, {of.stop})" for key, of in ranges.items()])
    return (
        f"def {name}(S, thing, you):\n    found = 0\n    for part in [{text} {loops}]:\n        found |= part\n    return found\n"
    )


def plainly(name: str) -> str:
    """A name of the rules as it is read aloud.

    >>> plainly("first-player"), plainly("neutral/coin")
    ('first player', 'coin')
    """
    return name.rpartition("/")[2].replace("-", " ")


def inside(node: object) -> Iterator[Any]:
    """All nodes of a term."""
    if isinstance(node, tuple):
        for one in node:
            yield from inside(one)
    elif is_dataclass(node) and not isinstance(node, Span):
        yield node
        for f in fields(node):
            yield from inside(getattr(node, f.name))


def _mask(term: r.Term, var: str, table: Table) -> int | None:
    """The pieces for which a term speaks, where it speaks of one."""
    for node in inside(term):
        if isinstance(node, r.Local) and node.name == var and isinstance(node.type, r.PieceType):
            return table.mask_of(node.type.pieces)
    return None


def _name(term: r.Term) -> str:
    """What a term is about, in one word: the variable, zone or function that it reads first."""
    for node in inside(term):
        match node:
            case r.VarRead(var):
                return plainly(var)
            case r.ZoneRead(zone):
                return plainly(zone)
            case r.Call(rule):
                return plainly(rule)
            case r.Attr(attribute):
                return plainly(attribute)
            case _:
                pass
    return ""

"""Watching one play: which functions of the generated text ran, what was refused and why, how places were taken.

In: everything that happens between `with Watch()` and its end, then the state with its log. Out: the keys that were come by.
Law: watching changes nothing of the play; what is seen hangs on the play alone.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import CodeType, FrameType, TracebackType
from typing import Any

from fuero.engine.machine import Machine
from fuero.engine.points import Points
from fuero.engine.ranks import parse_ties, payouts
from fuero.engine.state import State
from fuero.lab.cover.nodes import Key
from fuero.lab.cover.rows import after, before, leavers, left, tie, ties, values_of
from fuero.rules import nodes as r
from fuero.rules.bind.walk import declared, walk

_RANK = Points.rank.__code__
_WHY = State.why_not.__code__


@dataclass
class Watch:
    """Collects while it is open; a watch is used once."""

    codes: set[CodeType] = field(default_factory=set)
    places: set[tuple[str, int, int, int]] = field(default_factory=set)
    """Rule, how many prizes, the place, how many stand there."""
    paid: set[str] = field(default_factory=set)
    refused: set[str] = field(default_factory=set)
    _outer: Any = None

    def __enter__(self) -> Watch:
        self._outer = sys.getprofile()
        sys.setprofile(self._note)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        sys.setprofile(self._outer)

    def _note(self, frame: FrameType, event: str, arg: Any) -> None:
        code = frame.f_code
        if event == "call":
            self.codes.add(code)
            if code is _RANK:
                self._ranked(frame.f_locals)
        elif event == "return" and code is _WHY and arg:
            self.refused.update([reason.path for reason in arg])

    def _ranked(self, given: dict[str, Any]) -> None:
        rule, prizes = given["rule"], given["pays"]
        prizes = (prizes,) if isinstance(prizes, int) else prizes
        found = payouts(given["counts"], given["minimum"], prizes, parse_ties(given["ties"]), given["places"])
        self.places |= {(rule, len(prizes), p.place, len(p.tied_with) + 1) for p in found if p.place}
        if any(p.points for p in found):
            self.paid.add(rule)


class Seen:
    """What watches of one ruleset came by, as keys; made once for many plays."""

    def __init__(self, rules: r.Ruleset):
        self._rules = rules
        self._names: dict[tuple[int, str], str] = {}
        self._machines: list[Machine] = []
        self._most: dict[str, int] = {}
        """For each majority how many prizes it was seen to have at most."""

    def keys(self, watch: Watch, states: Sequence[State]) -> set[Key]:
        """What a play came by: the states at its end (one for each part that was played apart) tell from their logs."""
        found: set[Key] = {("refusal", path) for path in watch.refused}
        for state in states:
            found |= set(self._of_log(state.log_raw or ()))
            found |= {("rule", name) for name in self._with_handed(set(self._ran(watch, state.machine)))}
            found |= set(self._options(state))
            found |= {("players", f"{rule}: {state.game.players} players") for rule in watch.paid}
        for rule, prizes, place, size in watch.places:
            self._most[rule] = max(self._most.get(rule, 0), prizes)
            found.add(("tie", tie(rule, place, size)))
        return found

    def ties(self, participants: int) -> Iterator[Key]:
        """The rows of ties for the majorities that were counted; how many prizes there are is known from the counting."""
        for majority in self._rules.majorities:
            yield from ties(majority.name, self._most.get(majority.name, 1), participants)

    def _ran(self, watch: Watch, machine: Machine) -> Iterator[str]:
        if not any(machine is known for known in self._machines):
            self._machines.append(machine)  # keeps it alive, so that its identity stays its own
        for code in watch.codes:
            if code.co_filename.startswith("<rules of "):
                at = (id(machine), code.co_name)
                if at not in self._names:
                    self._names[at] = machine.rule_named(code.co_name)
                yield self._names[at]

    def _with_handed(self, ran: set[str]) -> set[str]:
        """The rules that ran, and those that they hand to a built-in notion: it works them out in a form of its own."""
        todo = list(ran)
        while todo:
            new = self._handed.get(todo.pop(), set()) - ran
            ran |= new
            todo += new
        return ran

    @cached_property
    def _handed(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for key, node in declared(self._rules).items():
            for inner in walk(node):
                if isinstance(inner, r.Member) and isinstance(inner.type, r.AnyType):
                    found.setdefault(key.partition(" ")[2], set()).add(inner.name)
        return found

    def _options(self, state: State) -> Iterator[Key]:
        for option in self._rules.options:
            value = state.game.options.get(option.name, "")
            if value not in values_of(option, self._rules):
                value = "usual" if self._is_usual(option, value) else "another"
            yield "option", f"{option.name}: {value}"

    @staticmethod
    def _is_usual(option: r.Option, value: str) -> bool:
        return isinstance(option.usually, r.Const) and str(option.usually.value) == value

    # ------------------------------------------------------------ the log

    @cached_property
    def _cases(self) -> frozenset[str]:
        return frozenset([case.path for cases in self._rules.cases for case in cases.cases])

    @cached_property
    def _bonuses(self) -> dict[tuple[str, str], str]:
        return {(m.name, b.label): b.path for m in self._rules.majorities for b in m.bonuses}

    @cached_property
    def _windows(self) -> frozenset[str]:
        return frozenset([w.name for w in self._rules.windows])

    @cached_property
    def _used_in(self) -> dict[str, list[str]]:
        """For each action the windows that offer it."""
        found: dict[str, list[str]] = {}
        for window in self._rules.windows:
            for action in sorted(leavers(window)):
                found.setdefault(action, []).append(window.name)
        return found

    @cached_property
    def _ends(self) -> dict[str, list[str]]:
        """For each action the running effects that it can leave."""
        return {action.name: left(action) for action in self._rules.actions}

    def _of_log(self, log: Sequence[tuple[Any, ...]]) -> Iterator[Key]:
        case, opened = "", 0
        for e in log:
            match e[0]:
                case "decide":
                    if e[2] in self._ends:
                        yield "action", e[2]
                        if e[2] not in self._used_in:
                            case, opened = "", 0  # another effect begins
                case "use":
                    yield "action", e[2]
                    for window in self._used_in.get(e[2], ()):
                        yield "window", f"{window}: {e[2]}"
                    for effect in self._ends.get(e[2], ()):
                        yield "cut", after(effect, case) if case or opened > 1 else before(effect)
                case "step":
                    yield self._moment(e[1])
                    case = e[1] if e[1] in self._cases else case
                    opened += e[1] in self._windows
                case "score" if (e[4], e[3]) in self._bonuses:
                    yield "bonus", self._bonuses[e[4], e[3]]
                case _:
                    pass

    def _moment(self, path: str) -> Key:
        if path in self._cases:
            return "case", path
        return ("window" if path in self._windows else "step"), path

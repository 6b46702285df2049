"""A decision: who may answer, with what; counted, sampled, walked field by field, listed lazily.

Laws: count = length of the list = reach of `nth`; the listed moves are exactly those that apply accepts; every listed prefix
can be completed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from fuero.engine.domains import count_of, in_domain, members_of, nth_of
from fuero.engine.emit_terms import JOIN_PLACE
from fuero.engine.machine import Machine, MenuCode
from fuero.engine.words import split
from fuero.messages.diagnostic import Diagnostic, FueroError
from fuero.program import nodes as P
from fuero.program.layout import ASKING

if TYPE_CHECKING:
    from fuero.engine.state import State

PASS = "pass"


@dataclass(frozen=True, slots=True)
class Move:
    """An action and its fields by name, as text. Prints and compares by its words alone; the engine's own reading of it is kept
    beside.
    """

    action: str
    fields: tuple[tuple[str, str], ...] = ()
    offer: int = field(default=-1, compare=False, repr=False)
    menu: int = field(default=-1, compare=False, repr=False)
    you: int = field(default=-1, compare=False, repr=False)
    args: tuple[int, ...] = field(default=(), compare=False, repr=False)
    values: tuple[int, ...] = field(default=(), compare=False, repr=False)

    def __str__(self) -> str:
        """`buy slot red, pay {red-3, red-5}`."""
        return " ".join([self.action, ", ".join(f"{n} {v}" for n, v in self.fields)]).strip()


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is refused: a clause by path, its sentence, its citations."""

    path: str
    sentence: str
    cites: tuple[str, ...] = ()

    def __str__(self) -> str:
        source = f" [{', '.join(self.cites)}]" if self.cites else ""
        return f"{self.sentence}{source}"


class Moves(Sequence[Move]):
    """All moves of a decision, made only when asked for."""

    def __init__(self, decision: Decision):
        self._decision = decision

    def __len__(self) -> int:
        return self._decision.count()

    def __getitem__(self, k: Any) -> Any:
        if isinstance(k, slice):
            return [self._decision.nth(i) for i in range(*k.indices(len(self)))]
        return self._decision.nth(k if k >= 0 else len(self) + k)

    def __iter__(self) -> Iterator[Move]:
        return self._decision.each()

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and self._decision.contains(move)


Offered = tuple[int, int, tuple[int, ...], int]


class Decision:
    """One player's question at a state. It speaks of the state as it was when it was asked for."""

    def __init__(self, state: State, player: int):
        self._machine: Machine = state.machine
        self._S = state.words
        self.player = player
        """The seat that is asked, from 0."""
        self._info = self._machine.asks[self._S[ASKING]]
        self._domains: dict[tuple[int, tuple[int, ...]], Any] = {}
        self._counts: dict[tuple[int, tuple[int, ...]], int] = {}
        self._offered: list[Offered] | None = None

    @property
    def path(self) -> str:
        """The rule that asks, by path."""
        return self._info.step.path

    @property
    def question(self) -> str:
        """What is asked, in the ruleset's words."""
        return self._info.step.text or self.path.rpartition(".")[2].replace("-", " ")

    @property
    def cites(self) -> tuple[str, ...]:
        """Citations of the rule that asks."""
        return self._info.step.cites

    @property
    def optional(self) -> bool:
        """May the player say no?"""
        return self._info.step.decline

    def _offers(self) -> list[Offered]:
        if self._offered is None:
            found = self._machine.offers[self._info.number](self._S, self.player)
            self._offered = [o for o in found if self._machine.menus[o[0]].before(self._S, o[1], *o[2])]
        return self._offered

    def _domain(self, at: int, fields: tuple[int, ...]) -> Any:
        key = (at, fields)
        domain = self._domains.get(key)
        if domain is None:
            menu, you, args, _ = self._offers()[at]
            domain = self._domains[key] = self._machine.menus[menu].domains[len(fields)](self._S, you, *args, *fields)
        return domain

    def _count(self, at: int, fields: tuple[int, ...]) -> int:
        code = self._code(at)
        depth = len(code.domains)
        if len(fields) == depth:
            return 1
        key = (at, fields)
        known = self._counts.get(key)
        if known is None:
            domain = self._domain(at, fields)
            if len(fields) == depth - 1:
                known = count_of(domain)
            else:
                known = sum([self._count(at, (*fields, x)) for x in members_of(domain)])
            self._counts[key] = known
        return known

    def _code(self, at: int) -> MenuCode:
        return self._machine.menus[self._offers()[at][0]]

    def _real(self) -> int:
        return sum([self._count(at, ()) for at in range(len(self._offers()))])

    def count(self) -> int:
        """How many moves there are; at least one: where nothing can be chosen, the only answer is a pass."""
        real = self._real()
        return real + 1 if self.optional or not real else real

    def nth(self, k: int) -> Move:
        """The move with index k, 0 <= k < count. Raises IndexError beyond. The order is part of the meaning of a ruleset."""
        if k < 0:
            raise IndexError(k)
        for at in range(len(self._offers())):
            here = self._count(at, ())
            if k < here:
                return self._nth(at, k)
            k -= here
        if k == 0 and self._passes():
            return self._pass()
        raise IndexError(k)

    def _passes(self) -> bool:
        return self.optional or not self._real()

    def _pass(self) -> Move:
        # `you` tells the machine whether the pass was a choice or the only answer.
        return Move(PASS, (), -1, -1, 1 if self.optional and self._real() else 0)

    def _nth(self, at: int, k: int) -> Move:
        fields: tuple[int, ...] = ()
        depth = len(self._code(at).domains)
        while len(fields) < depth:
            domain = self._domain(at, fields)
            if len(fields) == depth - 1:
                fields = (*fields, nth_of(domain, k))
                break
            for x in members_of(domain):
                below = self._count(at, (*fields, x))
                if k < below:
                    fields = (*fields, x)
                    break
                k -= below
        return self.move(at, fields)

    def move(self, at: int, values: tuple[int, ...]) -> Move:
        """The move of the `at`-th offer with these field values."""
        menu, you, args, offer = self._offers()[at]
        m = self._machine.menus[menu].menu
        words = self._machine.words
        fields = self.given(menu, args) + tuple(
            (f.name, words.set_text(f.shape, v) if f.form in ("subset", "whole") else words.text(f.shape, v))
            for f, v in zip(m.fields, values, strict=True)
        )
        return Move(m.name if m.routine else "choose", fields, offer, menu, you, args, values)

    def given(self, menu: int, args: tuple[int, ...]) -> tuple[tuple[str, str], ...]:
        """What an action was offered with, in words; only where it is offered more than once, so that moves can be told apart."""
        m = self._machine.menus[menu].menu
        if sum(o.menu == m.name for o in self._info.step.offers) < 2:
            return ()
        words = self._machine.words
        return tuple((p, words.text(s, a)) for p, s, a in zip(m.params, m.param_shapes, args, strict=True) if s)

    def each(self) -> Iterator[Move]:
        """All moves in order, one by one."""
        for at in range(len(self._offers())):
            yield from self._each(at, ())
        if self._passes():
            yield self._pass()

    def _each(self, at: int, fields: tuple[int, ...]) -> Iterator[Move]:
        if len(fields) == len(self._code(at).domains):
            yield self.move(at, fields)
            return
        for x in members_of(self._domain(at, fields)):
            if self._count(at, (*fields, x)):
                yield from self._each(at, (*fields, x))

    @property
    def moves(self) -> Moves:
        """All moves as a lazy sequence."""
        return Moves(self)

    def contains(self, move: Move) -> bool:
        """Is this one of the moves?"""
        try:
            self.read(move)
        except FueroError:
            return False
        return True

    # ------------------------------------------------------------ words

    def read(self, move: Move | str) -> Move:
        """A legal move from its words. Raises FueroError if there is none such (see `reasons`)."""
        action, given = parse_move(move) if isinstance(move, str) else (move.action, dict(move.fields))
        if action == PASS and not self._own_pass():
            if not self._passes():
                raise refuse("There is no passing here.")
            if given:
                raise refuse("Passing chooses nothing.")
            return self._pass()
        problem = f'"{action}" is not on offer now. What is: {", ".join(self.actions())}.'
        for at in range(len(self._offers())):
            m = self._code(at).menu
            if (m.name if m.routine else "choose") != action:
                continue
            try:
                values = self._values(at, given)
            except ValueError as e:
                problem = f"{sentence(str(e))}"
                continue
            if all(in_domain(self._domain(at, values[:i]), v) for i, v in enumerate(values)):
                return self.move(at, values)
            problem = f'"{move}" is not allowed now.'
        raise refuse(problem)

    parse = read

    def _own_pass(self) -> bool:
        """Is an action of the rules on offer that is called as passing is?"""
        codes = [(at, self._code(at).menu) for at in range(len(self._offers()))]
        return any(m.routine and m.name == PASS and self._count(at, ()) for at, m in codes)

    def _values(self, at: int, given: dict[str, str]) -> tuple[int, ...]:
        m = self._code(at).menu
        menu, _, args, _ = self._offers()[at]
        names = [f.name for f in m.fields]
        offered = dict(self.given(menu, args))
        for name in given:
            if name in offered:
                if given[name] != offered[name]:
                    raise ValueError(f'"{m.name}" is not offered with {name} {given[name]}')
            elif name not in names:
                raise ValueError(f'"{m.name}" has nothing called "{name}"; it has {", ".join(names) or "nothing to choose"}')
        values: tuple[int, ...] = ()
        for f in m.fields:
            if f.name not in given:
                raise ValueError(f'"{f.name}" is missing')
            values = (*values, self._value(at, values, f, given[f.name]))
        return values

    def _value(self, at: int, before: tuple[int, ...], f: P.Field, text: str) -> int:
        words = self._machine.words
        menu, you, args, _ = self._offers()[at]
        if f.form in ("subset", "whole"):
            pool = self._machine.pool(self._S, menu, you, args, before)
            return words.set_value(f.shape, text, pool)
        if f.shape == "join":
            place = words.value(f.shape, text)  # words name the place; an element knows the tiles that touch there too
            return next((x for x in members_of(self._domain(at, before)) if x & JOIN_PLACE == place), place)
        among = None
        if f.pieces:
            among = 0
            for x in members_of(self._domain(at, before)):
                among |= 1 << x
        return words.value(f.shape, text, among)

    def actions(self) -> list[str]:
        """What can be chosen first: names of actions (`choose` where a rule asks for something itself), and `pass`."""
        names = []
        for at in range(len(self._offers())):
            m = self._code(at).menu
            if self._count(at, ()):
                names.append(m.name if m.routine else "choose")
        return [*dict.fromkeys(names), *([PASS] if self._passes() else [])]

    def walk(self) -> Walk:
        """The decision field by field; each step offers only what can be completed."""
        return Walk(self)

    def __repr__(self) -> str:
        return f"Decision({self._machine.words.seats[self.player]}: {self.question}, {self.count()} moves)"


@dataclass(frozen=True)
class Walk:
    """A decision on the way: what has been picked, what can be picked next."""

    decision: Decision
    at: int = -1
    values: tuple[int, ...] = ()
    part: int = 0
    passed: bool = False

    @property
    def action(self) -> str | None:
        """The action picked, None before."""
        if self.passed:
            return PASS
        if self.at < 0:
            return None
        m = self.decision._code(self.at).menu
        return m.name if m.routine else "choose"

    @property
    def field(self) -> str | None:
        """The field that comes next; None before an action is picked and at the end."""
        f = self._next()
        return f.name if f else None

    @property
    def shape(self) -> str:
        """How the values of the field that comes next are written (`piece`, `cell`, `enum NAME` …); empty where none comes."""
        f = self._next()
        return f.shape if f is not None else ""

    @property
    def chosen(self) -> tuple[tuple[str, str], ...]:
        """The fields picked so far in words, the last perhaps a set that is still growing."""
        if self.at < 0 or self.passed:
            return ()
        fields = self.decision._code(self.at).menu.fields
        words = self.decision._machine.words
        said = [
            (f.name, words.set_text(f.shape, v) if f.form in ("subset", "whole") else words.text(f.shape, v))
            for f, v in zip(fields, self.values, strict=False)
        ]
        f = self._next()
        return (*said, (f.name, words.set_text(f.shape, self.part))) if f is not None and self.part else tuple(said)

    def _next(self) -> P.Field | None:
        if self.at < 0 or self.passed:
            return None
        fields = self.decision._code(self.at).menu.fields
        return fields[len(self.values)] if len(self.values) < len(fields) else None

    @property
    def move(self) -> Move | None:
        """The move, once it is complete."""
        if self.passed:
            return self.decision._pass()
        if self.at < 0 or self._next() is not None:
            return None
        return self.decision.move(self.at, self.values)

    def _picks(self) -> list[tuple[str, Walk]]:
        d = self.decision
        if self.at < 0 and not self.passed:
            found: list[tuple[str, Walk]] = []
            for at in range(len(d._offers())):
                if d._count(at, ()):
                    m = d._code(at).menu
                    menu, _, args, _ = d._offers()[at]
                    said = ", ".join(f"{n} {v}" for n, v in d.given(menu, args))
                    found.append((f"{m.name} {said}".strip() if m.routine else "choose", Walk(d, at)))
            if d._passes():
                found.append((PASS, Walk(d, passed=True)))
            return found
        f = self._next()
        if f is None:
            return []
        domain = d._domain(self.at, self.values)
        words = d._machine.words
        if f.form in ("subset", "whole"):
            return self._parts(f, domain)
        return [
            (words.text(f.shape, x), Walk(d, self.at, (*self.values, x)))
            for x in members_of(domain)
            if d._count(self.at, (*self.values, x))
        ]

    def _parts(self, f: P.Field, domain: Any) -> list[tuple[str, Walk]]:
        """A chosen set piece by piece: what can still be added, and `done` where the set will do as it is."""
        d = self.decision
        words = d._machine.words
        done = in_domain(domain, self.part) and bool(d._count(self.at, (*self.values, self.part)))
        found: list[tuple[str, Walk]] = []
        if f.form == "whole":
            whole = domain[0] if domain else 0
            return [(words.set_text(f.shape, whole), Walk(d, self.at, (*self.values, whole)))]
        menu, you, args, _ = d._offers()[self.at]
        pool = d._machine.pool(d._S, menu, you, args, self.values) & ~self.part
        for x in d._machine.distinct(pool) if f.pieces else list(members_of(pool)):
            grown = self.part | 1 << x
            if extends(domain, grown):
                found.append((words.text(f.shape, x), Walk(d, self.at, self.values, grown)))
        if done:
            found.append(("done", Walk(d, self.at, (*self.values, self.part))))
        return found

    def options(self) -> list[str]:
        """What can be picked next, in words."""
        return [text for text, _ in self._picks()]

    def pick(self, text: str) -> Walk:
        """One step on. Raises FueroError if that cannot be picked."""
        for option, walk in self._picks():
            if option == text.strip():
                return walk
        raise refuse(f'"{text}" cannot be picked here. What can: {", ".join(self.options()[:12])}.')


def extends(domain: Any, part: int) -> bool:
    """Can a chosen part grow into one of the selections?"""
    if hasattr(domain, "extends"):
        return bool(domain.extends(part))
    return any(mask & part == part for mask in members_of(domain))


def parse_move(text: str) -> tuple[str, dict[str, str]]:
    """`buy slot red, pay {red-3, red-5}` → action and fields. Raises FueroError with a plain sentence."""
    action, _, rest = text.strip().partition(" ")
    fields: dict[str, str] = {}
    for part in split(rest):
        name, _, value = part.partition(" ")
        if not value.strip():
            raise refuse(f'"{part}" says no value: write the name of what is chosen, a blank, and what is chosen.')
        if name in fields:
            raise refuse(f'"{name}" is said twice.')
        fields[name] = value.strip()
    if not action:
        raise refuse("A move begins with the name of an action.")
    return action, fields


def sentence(text: str) -> str:
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else text + "."


def refuse(message: str) -> FueroError:
    return FueroError((Diagnostic("illegal-move", "error", message),))

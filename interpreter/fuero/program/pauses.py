"""Which rules can pause for a decision: what decides whether a routine's locals are words of the state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from fuero.rules import nodes as R


def statements(block: R.Block) -> Iterator[R.Statement]:
    """Every statement of a block, those inside others included."""
    for s in block:
        yield s
        for name in ("then", "otherwise", "body"):
            yield from statements(getattr(s, name, ()))


def locals_in(node: object) -> set[str]:
    """The names of all locals that a node mentions."""
    found: set[str] = set()

    def walk(x: object) -> None:
        if isinstance(x, R.Local):
            found.add(x.name)
        elif isinstance(x, tuple):
            for y in x:
                walk(y)
        elif is_dataclass(x):
            for f in fields(x):
                walk(getattr(x, f.name))

    walk(node)
    return found


class Pauses:
    """Answers for one ruleset; names are `procedure:x`, `cases:x`, `action:x`, `majority:x`, `window:x`, `upon:x`."""

    def __init__(self, rules: R.Ruleset):
        self.bodies: dict[str, R.Block] = {}
        for p in (*rules.procedures, rules.setup):
            self.bodies[f"procedure:{p.name}"] = p.body
        self.bodies["procedure:end"] = rules.end.performs
        for c in rules.cases:
            self.bodies[f"cases:{c.name}"] = tuple(s for case in c.cases for s in case.body)
        for a in rules.actions:
            self.bodies[f"action:{a.name}"] = a.effect
        for m in rules.majorities:  # nobody is asked while points are counted
            self.bodies[f"majority:{m.name}"] = ()
        for u in rules.upons:
            self.bodies[f"upon:{u.name}"] = u.body
        self.upons = rules.upons
        self.windows = {w.name: w for w in rules.windows}
        self.interrupted: dict[str, set[int]] = {}
        self._known: dict[str, bool] = {}
        self.withins: list[tuple[str, R.Within]] = []
        for name, body in self.bodies.items():
            for s in statements(body):
                if isinstance(s, R.Within):
                    number = len(self.withins)
                    self.withins.append((name, s))
                    for reached in self._reach(s.body):
                        self.interrupted.setdefault(reached, set()).add(number)

        self.inside = [self._inside(s) for _, s in self.withins]
        """For each running effect, those that may run inside it."""

    def _inside(self, within: R.Within) -> tuple[int, ...]:
        held = {id(s) for s in statements(within.body)}
        reached = self._reach((within,), windows=True)
        return tuple(k for k, (owner, s) in enumerate(self.withins) if s is not within and (id(s) in held or owner in reached))

    def cutting_in(self, name: str) -> tuple[int, ...]:
        """The running effects during which a rule may be performed, the outer ones first."""
        found = self.interrupted.get(name, set())
        return tuple(sorted(found, key=lambda k: (sum(k in self.inside[j] for j in found), k)))

    def within_number(self, statement: R.Within) -> int:
        return next(i for i, (_, s) in enumerate(self.withins) if s is statement)

    def called(self, s: R.Statement) -> list[str]:
        """The rules that a statement may run by name."""
        match s:
            case R.Perform("procedure" | "cases" as kind, rule):
                return [f"{kind}:{rule}"]
            case R.Ask(offers=offers):
                return [f"action:{o.action}" for o in offers]
            case R.OpenWindow(window):
                return [f"action:{o.action}" for o in self.windows[window].offers]
            case R.Move() | R.Draw():
                return [f"upon:{u.name}" for u in self.matching(s)]
            case _:
                return []

    def matching(self, s: R.Move | R.Draw) -> list[R.Upon]:
        """Handlers that a move may set off: by the zone it goes to or comes from, any where that is not known."""
        found = []
        for u in self.upons:
            side = s.target if u.enters else s.source
            name = zone_name(side) if side is not None else None
            if name is None or name == u.zone:
                found.append(u)
        return found

    def _reach(self, block: R.Block, windows: bool = False) -> set[str]:
        """All rules that a block may run; with `windows`, also those that cut in on effects in it."""
        found: set[str] = set()
        todo = [block]
        while todo:
            for s in statements(todo.pop()):
                called = self.called(s)
                if windows and isinstance(s, R.Within):
                    called += [f"action:{o.action}" for o in self.windows[s.window].offers]
                for name in called:
                    if name not in found and name in self.bodies:
                        found.add(name)
                        todo.append(self.bodies[name])
        return found

    def rule(self, name: str) -> bool:
        """Can this rule pause?"""
        if name in ("procedure:setup", "procedure:play", "procedure:end"):
            return True
        if name not in self._known:
            self._known[name] = False  # nothing calls itself: only a mistake elsewhere could ask twice
            inside = name in self.interrupted and any(
                isinstance(s, (R.Step, R.ForEach)) or (isinstance(s, R.Choose) and s.times is not None)
                for s in statements(self.bodies[name])
            )
            self._known[name] = inside or self.block(self.bodies[name])
        return self._known[name]

    def block(self, block: R.Block) -> bool:
        return any(self.statement(s) for s in block)

    def statement(self, s: R.Statement) -> bool:
        match s:
            case R.Choose(chance=chance, body=body, otherwise=otherwise):
                return not chance or self.block(body) or self.block(otherwise)
            case R.Ask() | R.Secretly() | R.OpenWindow() | R.Within():
                return True
            case R.Perform("procedure" | "cases" as kind, rule):
                return self.rule(f"{kind}:{rule}")
            case R.Move() | R.Draw():
                return any(self.rule(f"upon:{u.name}") for u in self.matching(s))
            case R.If(_, then, otherwise):
                return self.block(then) or self.block(otherwise)
            case R.ForEach(_, body) | R.Repeat(body=body) | R.Step(body=body):
                return self.block(body)
            case _:
                return False


def zone_name(term: R.Term) -> str | None:
    """The zone family that a source or target names, if it names one."""
    match term:
        case R.ZoneRead(zone) | R.AttachedAt(zone):
            return zone
        case R.BoardAt(board) | R.RowAt(row=board):
            return zone_name(board)
        case R.BuiltIn("top", (zone, *_)):
            return zone_name(zone)
        case _:
            return None

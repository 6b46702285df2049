"""Which secrets a term hangs on.

In: a bound ruleset, a term, and the frame it stands in (what its local names are, who decides). Out: a taint. Rules are gone
through once each, with signs for their parameters, which each call fills in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import is_dataclass

from fuero.checker.secrets.taint import NONE, Secret, Taint, Value, by_way_of, joined
from fuero.messages.diagnostic import Place, Span
from fuero.messages.forms import dataclass
from fuero.rules import nodes as r
from fuero.rules.bind.walk import children

SIZE_SEEN = ("open", "owner size open", "hidden size open", "covered")
DECIDER = "the active-player"
"""Who decides in `play` and in what it performs, until something else is said."""
FILLING = ("empty", "filled", "full")


@dataclass(frozen=True, slots=True)
class Frame:
    """A declaration that is being gone through: its name, its local names, the sign of the one who decides."""

    name: str
    names: Mapping[str, Value]
    you: str = DECIDER

    def with_names(self, names: Mapping[str, Value]) -> Frame:
        return Frame(self.name, {**self.names, **names}, self.you)


class Reader:
    """Taints of terms in one ruleset."""

    def __init__(self, rules: r.Ruleset) -> None:
        self.places: dict[str, r.Zone | r.Var] = {z.name: z for z in rules.zones} | {v.name: v for v in rules.vars}
        self.callable: dict[str, r.Function | r.Parts] = {f.name: f for f in rules.functions} | {p.name: p for p in rules.parts}
        self.summaries: dict[str, Taint] = {}

    def sight(self, name: str) -> str:
        found = self.places.get(name)
        return found.sight if found is not None else "open"

    def player(self, term: r.Term | None, frame: Frame) -> str:
        """A sign for the player that a term speaks of; `?` where it cannot be told."""
        match term:
            case r.You():
                return frame.you
            case r.Local(name=name):
                value = frame.names.get(name)
                return value.player if value is not None and value.player else f"{frame.name}.{name}"
            case r.VarRead(var=name, keys=()):
                return f"the {name}"
            case r.SeatConst(index=index):
                return f"seat {index}"
            case r.BuiltIn(name=name, args=args):
                parts = [self.player(a, frame) for a in args]
                return "?" if "?" in parts else " ".join((name, *parts))
            case _:
                return "?"

    def secret(self, name: str, keys: tuple[r.Term, ...], frame: Frame) -> Secret:
        """The secret that a zone or variable is."""
        found = self.places[name]
        if not found.sight.startswith("owner"):
            return (name, "")
        return (name, self.player(keys[found.owner_key], frame) if found.owner_key < len(keys) else "?")

    def taint(self, node: object, frame: Frame) -> Taint:  # noqa: C901 - one case a kind of term
        """Every secret that the value of a term (or of several) hangs on."""
        match node:
            case None | str() | int():
                return NONE
            case tuple():
                return joined([self.taint(x, frame) for x in node])
            case r.Local(name=name):
                value = frame.names.get(name)
                return value.taint if value is not None else NONE
            case r.BuiltIn(name="size", args=(r.ZoneRead(zone=zone, keys=keys),)) if self.sight(zone) in SIZE_SEEN:
                return self.taint(keys, frame)
            case r.BuiltIn(name="size", args=(r.Local(name=name),)) if name in frame.names:
                return frame.names[name].count
            case r.Is(term=r.ZoneRead(zone=zone, keys=keys), what=what) if what in FILLING and self.sight(zone) in SIZE_SEEN:
                return self.taint(keys, frame)
            case r.Is(term=r.Local(name=name), what=what) if what in FILLING and name in frame.names:
                return frame.names[name].count
            case r.Is(term=term, pieces=pieces) if pieces and _always(term, pieces):
                return NONE
            case r.ZoneRead(zone=name, keys=keys) | r.VarRead(var=name, keys=keys):
                return self._place(name, keys, (), node.span, frame)
            case r.AttachedAt(zone=name, keys=keys, on=on):
                return self._place(name, keys, (on,), node.span, frame)
            case r.MarksOf(zone=name, board=board):
                return self._place(name, (), (board,), node.span, frame)
            case r.Call(rule=rule, args=args) if rule in self.callable:
                return self._call(rule, args, node.span, frame)
            case r.Member(name=rule, type=r.AnyType()) if rule in self.callable:
                return {s: trail for s, trail in self.summary(rule).items() if s[0][0] != "@"}
            case _ if is_dataclass(node) and not isinstance(node, type):
                found = [self.taint(getattr(node, name), frame) for name in children(type(node))]
                return joined(found)
            case _:
                return NONE

    def _place(self, name: str, keys: tuple[r.Term, ...], more: tuple[r.Term, ...], span: Span, frame: Frame) -> Taint:
        rest = self.taint((*keys, *more), frame)
        if self.sight(name) == "open":
            return rest
        own: Taint = {self.secret(name, keys, frame): (Place(span, f'"{name}" is read here'),)}
        return joined((own, rest))

    def summary(self, rule: str) -> Taint:
        """What a rule's value hangs on: secrets of the state, and `@0`, `@1` … for its parameters."""
        if rule not in self.summaries:
            self.summaries[rule] = NONE
            found = self.callable[rule]
            names = {p.name: Value({(f"@{i}", ""): ()}, f"@{i}", None, {(f"@{i}", ""): ()}) for i, p in enumerate(found.params)}
            frame = Frame(rule, names, "@you")
            body: tuple[object, ...]
            if isinstance(found, r.Function):
                body = (found.value, tuple((c.when, c.value) for c in found.cases))
            else:
                body = tuple(p.term for p in found.parts)
            self.summaries[rule] = self.taint(body, frame)
        return self.summaries[rule]

    def _call(self, rule: str, args: tuple[r.Term, ...], span: Span, frame: Frame) -> Taint:
        made: list[Taint] = []
        own: dict[Secret, tuple[Place, ...]] = {}
        for (name, whose), trail in self.summary(rule).items():
            if name[0] == "@":
                made.append(self.taint(args[int(name[1:])], frame))
                continue
            if whose == "@you":
                whose = frame.you
            elif whose[:1] == "@":
                whose = self.player(args[int(whose[1:])], frame)
            own.setdefault((name, whose), trail)
        if own:
            made.append(by_way_of(own, Place(span, f'by way of "{rule}"')))
        return joined(made)

    def targets(self, term: r.Term, frame: Frame) -> tuple[tuple[str, Secret], ...]:
        """The zones that a move may lead to, each with its secret. Of a rule that names a zone, the plain value counts."""
        match term:
            case r.ZoneRead(zone=name, keys=keys) | r.AttachedAt(zone=name, keys=keys):
                return ((name, self.secret(name, keys, frame)),) if name in self.places else ((name, (name, "")),)
            case r.BoardAt(board=inner) | r.RowAt(row=inner):
                return self.targets(inner, frame)
            case r.IfTerm(then=then, otherwise=otherwise):
                return (*self.targets(then, frame), *self.targets(otherwise, frame))
            case r.Call(rule=rule, args=args) if isinstance(function := self.callable.get(rule), r.Function):
                names = {
                    p.name: Value(self.taint(a, frame), self.player(a, frame))
                    for p, a in zip(function.params, args, strict=False)
                }
                return self.targets(function.value, Frame(rule, names, frame.you))
            case _:
                return ()

    def value(self, term: r.Term, frame: Frame) -> Value:
        """All that is known of a term as the value of a name."""
        if isinstance(term, r.Local) and term.name in frame.names:
            return frame.names[term.name]
        taint = self.taint(term, frame)
        count = self.taint(r.BuiltIn(name="size", args=(term,)), frame) if isinstance(term, r.ZoneRead) else taint
        player = self.player(term, frame) if isinstance(term.type, r.PlayerType | r.PartyType) else ""
        return Value(taint, "" if player == "?" else player, None, count)


def _always(term: r.Term, pieces: tuple[str, ...]) -> bool:
    """Is it such a piece whatever it is? Then asking tells nothing."""
    kind = term.type
    return isinstance(kind, r.PieceType) and set(kind.pieces) <= set(pieces)

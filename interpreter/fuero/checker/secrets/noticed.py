"""What everybody notices, and what it may hang on.

In: a bound ruleset; then places of it, with what is known there. Out: reports to the teller where something that everybody
notices hangs on what not everybody knows, or what somebody is offered on what that player does not know.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field

from fuero.checker.secrets.taint import LONGEST_TRAIL, NONE, Known, Taint, Value, joined, unknown
from fuero.checker.secrets.tell import Sink, Teller
from fuero.checker.secrets.terms import Frame, Reader
from fuero.messages.diagnostic import NOWHERE, Place, Span
from fuero.messages.forms import dataclass
from fuero.rules import nodes as r
from fuero.rules.bind.walk import walk

ROUNDS = 4


@dataclass(frozen=True, slots=True)
class Under:
    """The conditions under which something is done: what they hang on, and where the innermost secret one stands."""

    taint: Taint = field(default_factory=dict)
    span: Span = NOWHERE


class Watcher:
    """One pass over one ruleset: its rules by name, and what is reported of it."""

    def __init__(self, rules: r.Ruleset) -> None:
        self.rules = rules
        self.reader = Reader(rules)
        self.teller = Teller(self.reader.places)
        self.procedures = {p.name: p for p in rules.procedures}
        self.cases = {c.name: c for c in rules.cases}
        self.actions = {a.name: a for a in rules.actions}
        self.windows = {w.name: w for w in rules.windows}
        self.majorities = {m.name: m for m in rules.majorities}
        self.points = {p.name: p for p in rules.points}
        self.points_after: dict[str, list[r.Points]] = {}
        for p in rules.points:
            self.points_after.setdefault(p.after, []).append(p)
        self.upons: dict[tuple[str, bool], list[r.Upon]] = {}
        for u in rules.upons:
            self.upons.setdefault((u.zone, u.enters), []).append(u)
        self.memory: dict[object, Known] = {}
        self.seen: dict[int, bool] = {}
        self.ending = False

    def _named(self, name: str, value: Value, kind: r.Type, span: Span, frame: Frame, known: Known) -> tuple[Value, Known]:
        """A name for a piece (or pieces) that not everybody sees: once it is moved to an open zone, that piece is known."""
        taint = unknown(value.taint, known) if value.choice is None and _holds_pieces(kind) else NONE
        if not taint:
            return value, known
        owners = {whose for _, whose in taint}
        own = (f"piece {frame.name}.{name}", owners.pop() if len(owners) == 1 else "?")
        trail = (*next(iter(taint.values()))[:LONGEST_TRAIL], Place(span, "named here"))
        count: Taint = {own: trail} if unknown(value.count, known) else NONE
        return Value({own: trail}, value.player, own, count), known - {own}

    def _block(self, block: r.Block, frame: Frame, known: Known, under: Under) -> Known:
        """What is known after a block has been done."""
        raise NotImplementedError

    def _public(self, sink: Sink, node: object, frame: Frame, known: Known) -> None:
        """Something that everybody notices must hang on what everybody knows."""
        for term in node if isinstance(node, tuple) else (node,):
            span = getattr(term, "span", NOWHERE)
            for secret, trail in unknown(self.reader.taint(term, frame), known).items():
                self.teller.leak(sink, span, secret, trail)

    def _under(self, sink: Sink, span: Span, known: Known, under: Under) -> Under:
        """The same of whether it is done at all. What is left of the conditions: once told of, no longer any."""
        for secret, trail in unknown(under.taint, known).items():
            self.teller.leak(sink, span, secret, trail, under.span)
        return Under()

    def _offered(self, node: object, frame: Frame, who: str, known: Known, span: Span) -> None:
        """What somebody is offered may hang on what that player knows."""
        for secret, trail in unknown(self.reader.taint(node, frame), known).items():
            if secret[1] != who or who in ("", "?"):
                self.teller.leak("offer", span, secret, trail)

    def _visible(self, block: r.Block) -> bool:
        """Does everybody notice that the block is done?"""
        key = id(block)
        if key not in self.seen:
            self.seen[key] = False
            self.seen[key] = any(self._noticed(inner) for inner in walk(block))
        return self.seen[key]

    def _noticed(self, node: object) -> bool:
        match node:
            case r.Move(source=source, target=target) | r.Draw(source=source, target=target):
                named = [n for x in (source, target) for n in walk(x) if isinstance(n, r.ZoneRead)]
                return any(self.reader.sight(n.zone) not in ("hidden", "owner") for n in named)
            case r.Score() | r.Say() | r.Reveal() | r.Mark() | r.Finish():
                return True
            case r.SetVar(target=target):
                return self.reader.sight(target.var) == "open"
            case r.Perform(kind="procedure", rule=rule):
                return self._visible(self.procedures[rule].body)
            case r.Perform(kind="cases", rule=rule):
                return any(self._visible(c.body) for c in self.cases[rule].cases)
            case r.Perform():
                return True
            case _:
                return False

    def _narrowed(self, condition: object, frame: Frame, known: Known, under: Under) -> Under:
        found = unknown(self.reader.taint(condition, frame), known)
        if not found:
            return under
        return Under(joined((found, under.taint)), getattr(condition, "span", NOWHERE))

    def _narrowed_by(self, taint: Taint, span: Span, known: Known, under: Under) -> Under:
        found = unknown(taint, known)
        return Under(joined((found, under.taint)), span) if found else under

    def _looped(self, once: Callable[[Known], Known], known: Known) -> Known:
        for _ in range(ROUNDS):
            after = known & once(known)
            if after == known:
                break
            known = after
        return known


def _holds_pieces(kind: r.Type) -> bool:
    match kind:
        case r.OrNone(inner=inner) | r.SetType(element=inner) | r.ListType(element=inner):
            return _holds_pieces(inner)
        case _:
            return isinstance(kind, r.PieceType)

"""What a statement, or a rule that is performed, may change: variables (`var x`), zones (`zone z`), zones to which pieces
may come (`into z` as well).

In: a ruleset. Out: sets of names. Law: never too few. A move whose place is known only at the table counts for every zone
that can hold the piece; what a move sets off (`upon`), what a menu offers and what a window lets in counts as well.
"""

from __future__ import annotations

from collections.abc import Iterable

from fuero.rules import nodes as R
from fuero.rules.bind.types import overlaps, strip
from fuero.rules.bind.walk import called, declared, walk

Names = frozenset[str]
NOTHING: Names = frozenset()


class Effects:
    """Answers for one ruleset; what a rule changes is worked out once."""

    def __init__(self, rules: R.Ruleset) -> None:
        self.rules = rules
        self.nodes = declared(rules)
        self.zones = {z.name: z for z in rules.zones}
        self._known: dict[str, Names] = {}
        self._seen: dict[int, Names] = {}
        self._forgotten: dict[str, set[str]] = {}
        for var in rules.vars:
            if var.forgotten:
                self._forgotten.setdefault(f"procedure {var.forgotten}", set()).add(f"var {var.name}")

    def of_rule(self, name: str) -> Names:
        """What performing a declared rule (`kind name`) may change, with all that it performs in turn."""
        if name not in self._known:
            self._known[name] = NOTHING  # a rule does not come back to itself
            node = self.nodes.get(name)
            found = self.of(node) if node is not None else NOTHING
            self._known[name] = found | self._forgotten.get(name, set())
        return self._known[name]

    def of(self, node: object) -> Names:
        """What a block, statement or declaration of the ruleset may change."""
        if id(node) not in self._seen:
            self._seen[id(node)] = self._of(node)
        return self._seen[id(node)]

    def _of(self, node: object) -> Names:
        found: set[str] = set()
        for inner in walk(node):
            match inner:
                case R.SetVar(target=target):
                    found.add(f"var {target.var}")
                case R.Score():
                    found.add("var score")
                case R.Perform(kind="majority" | "points"):
                    found.add("var score")
                case R.Move() | R.Draw() | R.Restock() | R.Shuffle():
                    found |= self._moved(inner)
                case R.Mark(zone=zone):
                    found |= self._zones(zone, R.AnyType())
                case _:
                    pass
        for to, _ in called(node):
            if to in self.nodes and not to.startswith("rule "):
                found |= self.of_rule(to)
        return frozenset(found)

    def _moved(self, node: R.Move | R.Draw | R.Restock | R.Shuffle) -> set[str]:
        match node:
            case R.Shuffle(zone=zone):
                return self._zones(zone, R.AnyType())
            case R.Restock(zone=zone, source=source):
                piece: R.Type = self._held(source)
                found = self._zones(source, piece) | self._into(zone, piece)
            case R.Draw(source=source, target=target):
                piece = self._held(source)
                found = self._zones(source, piece) | self._into(target, piece)
            case R.Move(what=what, source=None, target=target):
                piece = _element(what.type)
                found = self._zones(what, piece) | self._into(target, piece)
            case R.Move(what=what, source=source, target=target):
                piece = self._held(source)
                found = self._zones(source, piece) | self._into(target, piece)
        for upon in self.rules.upons:
            if f"zone {upon.zone}" in found:
                found |= self.of_rule(f"upon {upon.name}")
        return found

    def _held(self, term: R.Term | None) -> R.Type:
        zone = self.zones.get(zone_of(term))
        return R.AnyType() if zone is None or zone.piece is None else zone.piece

    def _into(self, term: R.Term, piece: R.Type) -> set[str]:
        zones = self._zones(term, piece)
        return zones | {f"into {name.removeprefix('zone ')}" for name in zones}

    def _zones(self, term: R.Term | None, piece: R.Type) -> set[str]:
        """The zone that a term names, or all in which such a piece can lie. Places on a piece travel with it."""
        name = zone_of(term)
        if name == "box":
            return set()
        if name in self.zones:
            return {f"zone {name}"}
        return {f"zone {z.name}" for z in self.rules.zones if _may_hold(z, piece)}


def zone_of(term: R.Term | None) -> str:
    """The one zone that a term names, or nothing."""
    match term:
        case R.ZoneRead(zone=zone) | R.AttachedAt(zone=zone):
            return zone
        case R.BoardAt(board=inner) | R.RowAt(row=inner):
            return zone_of(inner)
        case R.BuiltIn(name="tiles" | "narrowed" | "only" | "top", args=(inner, *_)):
            return zone_of(inner)
        case _:
            return ""


def _element(of: R.Type) -> R.Type:
    inner = strip(of)
    return strip(inner.element) if isinstance(inner, R.SetType | R.ListType) else inner


def _may_hold(zone: R.Zone, piece: R.Type) -> bool:
    return zone.piece is None or not isinstance(piece, R.PieceType) or overlaps(zone.piece, piece)


def both(sets: Iterable[Names]) -> Names:
    found: set[str] = set()
    for names in sets:
        found |= names
    return frozenset(found)

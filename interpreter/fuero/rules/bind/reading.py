"""Reading one zone or variable: from its owner (behind `of`, or `your`) and its keys (behind `at`) to the one that is meant,
or to the place inside it.
"""

from __future__ import annotations

from fuero.messages.diagnostic import Span
from fuero.rules import nodes as r
from fuero.rules.bind import terms
from fuero.rules.bind.scope import Scope
from fuero.rules.bind.types import CELL, PLAYER
from fuero.rules.bind.world import Symbol
from fuero.rules.bind.zones import content, owner_index, spot, var, zone
from fuero.syntax import nodes as s


def read(scope: Scope, symbol: Symbol, owner: r.Term | None, at: tuple[s.Term, ...] | None, span: Span) -> r.Term:
    """One zone or variable, or a place in it, from its owner (behind `of`, or `your`) and its keys (behind `at`)."""
    world = scope.world
    known = zone(world, symbol) if symbol.kind == "zone" else var(world, symbol)
    if symbol.full in scope.spots and owner is None:
        keys: tuple[r.Term, ...] = getattr(scope.spots[symbol.full], "keys", ())
        rest = list(at or ())
    else:
        if isinstance(known, r.Zone) and known.kind == "attached-piece" and not known.per and owner is not None:
            return r.AttachedAt(known.name, (), owner, type=content(world, known), span=span)
        found = _keys(scope, symbol, known.per, owner, list(at or ()), span)
        if found is None:
            return r.Nothing(span=span)
        keys, rest = found
    if isinstance(known, r.Var):
        if rest:
            _no_place(scope, symbol, rest[0])
        return r.VarRead(known.name, keys, type=known.type, span=span)
    whole = r.ZoneRead(known.name, keys, type=content(world, known), span=span)
    return whole if not rest else _inside(scope, symbol, known, whole, rest, span)


def _keys(
    scope: Scope, symbol: Symbol, per: tuple[r.Type, ...], owner: r.Term | None, at: list[s.Term], span: Span
) -> tuple[tuple[r.Term, ...], list[s.Term]] | None:
    """The keys in their declared order, and what is left over for a place inside."""
    index = owner_index(per)
    keys: list[r.Term] = []
    if not per or (scope.whole and owner is None and not at):
        return (), at
    for i, wanted in enumerate(per):
        if i == index and owner is not None:
            keys.append(terms.coerce(scope, owner, wanted))
        elif i == index and scope.each:
            keys.append(r.AllOf(wanted, type=r.SetType(wanted), span=span))
        elif i == index:
            whose = f"your {symbol.name}" if scope.decider else f"{symbol.name} of p"
            what = "player" if isinstance(wanted, r.PlayerType | r.PartyType) else "piece"
            scope.world.findings.report(
                "whose", f'"{symbol.name}": whose? There is one for each {what}.', span, hint=f'write for instance "{whose}"'
            )
            return None
        elif at:
            keys.append(terms.expect(scope, at.pop(0), wanted))
        else:
            scope.world.findings.report(
                "which-one", f'"{symbol.name}": which one? There are several.', span, hint=f'say which: "{symbol.name} at …"'
            )
            return None
    return tuple(keys), at


def _inside(scope: Scope, symbol: Symbol, known: r.Zone, whole: r.ZoneRead, rest: list[s.Term], span: Span) -> r.Term:
    place = spot(scope.world, known)
    if place is None:
        _no_place(scope, symbol, rest[0])
        return whole
    wanted, gives = place
    if len(rest) == 2 and wanted == CELL:
        where: r.Term = terms.expect(scope, s.Keys(tuple(rest), span=rest[0].span), CELL)
    else:
        where = terms.expect(scope, rest[0], wanted)
        if len(rest) > 1:
            _no_place(scope, symbol, rest[1])
    match known.kind:
        case "board":
            return r.BoardAt(whole, where, type=gives, span=span)
        case "row":
            return r.RowAt(whole, where, type=gives, span=span)
        case "attached-cells":
            return r.AttachedAt(known.name, whole.keys, where, type=gives, span=span)
        case _:
            return r.Op("in", (where, whole), type=gives, span=span)


def _no_place(scope: Scope, symbol: Symbol, key: s.Term) -> None:
    scope.world.findings.report(
        "no-places", f'"{symbol.name}" has no such places, so nothing can be said with this key.', key.span
    )


def active(player: str, span: Span) -> r.VarRead:
    """`the active player`, `the start player`."""
    return r.VarRead(player, (), type=PLAYER, span=span)

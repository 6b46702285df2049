"""Moving pieces: `move`, `draw`, `shuffle`, `restock`, `reveal`, each with the check that the pieces may lie where they
go.
"""

from __future__ import annotations

from dataclasses import replace

from fuero.messages.diagnostic import Place
from fuero.rules import nodes as r
from fuero.rules.bind import terms, zones
from fuero.rules.bind.coerce import mismatch, tiles
from fuero.rules.bind.scope import Scope
from fuero.rules.bind.types import ANY, NUMBER, ZONE, bare, describe, element, overlaps, strip
from fuero.syntax import nodes as s


def move(scope: Scope, node: s.Move | s.Draw | s.Shuffle | s.Restock | s.Reveal) -> r.Statement:
    span = node.span
    match node:
        case s.Move():
            return _move(scope, node)
        case s.Draw(count=count, source=source, target=target):
            number = terms.expect(scope, count, NUMBER)
            start, end = _zone(scope, source), terms.expect(scope, target, ZONE)
            _belongs(scope, held(scope, start), end, node)
            return r.Draw(number, start, end, span=span)
        case s.Shuffle(zone=zone):
            return r.Shuffle(_zone(scope, zone), span=span)
        case s.Restock(zone=zone, source=source):
            start, end = _zone(scope, source), _zone(scope, zone)
            _belongs(scope, held(scope, start), end, node)
            return r.Restock(end, start, span=span)
        case s.Reveal(what=what):
            return r.Reveal(terms.term(replace(scope, whole=True), what), span=span)


def _move(scope: Scope, node: s.Move) -> r.Move:
    what = terms.term(scope, node.what)
    source = None if node.source is None else _zone(scope, node.source)
    target = terms.expect(scope, node.target, ZONE)
    kind = strip(what.type)
    if isinstance(kind, r.Num):
        if source is None:
            scope.world.findings.report(
                "missing-part",
                "A number of pieces from where?",
                node.span,
                hint="write: move 2 from … to …; what is drawn unseen: draw 2 from …",
            )
        what = terms.coerce(scope, what, NUMBER)
        kind = held(scope, source) if source is not None else ANY
    elif isinstance(kind, r.BoardType):
        what = tiles(scope, what)
        kind = element(what.type) or ANY
    elif isinstance(kind, r.SetType):
        kind = strip(kind.element)
    if not isinstance(kind, r.PieceType | r.AnyType):
        mismatch(scope, what, r.PieceType("piece", ()))
    else:
        _belongs(scope, kind, target, node)
    return r.Move(what, source, target, span=node.span)


def _zone(scope: Scope, node: s.Term) -> r.Term:
    """A zone to take from, to shuffle or to fill."""
    return terms.expect(scope, node, ZONE)


def held(scope: Scope, term: r.Term | None) -> r.Type:
    """What a zone holds, as far as it is known which zone it is."""
    match term:
        case (
            r.ZoneRead(zone=zone)
            | r.AttachedAt(zone=zone)
            | r.BoardAt(board=r.ZoneRead(zone=zone))
            | r.RowAt(row=r.ZoneRead(zone=zone))
        ):
            known = zones.zone_named(scope.world, zone)
            return ANY if known is None or known.piece is None else known.piece
        case _:
            return ANY


def _belongs(scope: Scope, piece: r.Type, target: r.Term, node: s.Node) -> None:
    wanted = held(scope, target)
    if overlaps(piece, wanted):
        return
    name = target.zone if isinstance(target, r.ZoneRead | r.AttachedAt) else _board(target)
    takers = [x.name for x in scope.world.of_kind("zone") if overlaps(zones.zone(scope.world, x).piece or ANY, piece)]
    symbol = next((x for x in scope.world.of_kind("zone") if x.full == name), None)
    said = f'"{bare(name)}"' if name else "this board"
    place = node.target.span if isinstance(node, s.Move | s.Draw) else node.span
    scope.world.findings.report(
        "does-not-belong",
        f"{describe(piece).capitalize()} cannot go to {said}: {said} holds only {_kind(wanted)}.",
        place,
        caption=f"not for {_kind(piece)}",
        others=() if symbol is None else (Place(symbol.span, f"holds {_kind(wanted)}"),),
        notes=(f"Zones that take {_kind(piece)}: {', '.join(takers)}",) if takers else (),
        hint='What leaves the game goes to "box": move … to box',
    )


def _kind(of: r.Type) -> str:
    """What lies in a zone, by the name of its piece or kind."""
    return f'"{bare(of.name)}"' if isinstance(of, r.PieceType) else describe(of)


def _board(target: r.Term) -> str:
    """The board zone, row or place in which a target lies."""
    match target:
        case r.BoardAt(board=r.ZoneRead(zone=zone)) | r.RowAt(row=r.ZoneRead(zone=zone)):
            return zone
        case _:
            return ""

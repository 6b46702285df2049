"""The flow: procedures, setup, end, windows, and what runs upon a piece's entering or leaving a zone."""

from __future__ import annotations

from typing import Literal

from fuero.rules import nodes as r
from fuero.rules.bind import choices, signatures, statements, terms, typetext, zones
from fuero.rules.bind.folds import bind
from fuero.rules.bind.names import unknown_name
from fuero.rules.bind.phrases import line_of, one_of
from fuero.rules.bind.scope import Scope
from fuero.rules.bind.types import CELL, PLAYER, YES_NO, describe, overlaps
from fuero.rules.bind.world import Symbol, World
from fuero.syntax import nodes as s

CLOSES = ("everyone passes", "first use", "one round")
PLAY = "play"
WINNERS = ("most points", "fewest points")


def procedure(world: World, symbol: Symbol) -> r.Procedure:
    node = symbol.node
    assert isinstance(node, s.Procedure)
    started = symbol.full == PLAY  # the game itself begins it, on nobody's behalf
    scope = signatures.rule_scope(world, symbol, f"the procedure {PLAY}" if started else "a procedure", decider=not started)
    origin = world.origin(node.span, node.cites, symbol.name, symbol.full)
    return r.Procedure(symbol.full, signatures.params(world, symbol), statements.block(scope, node.body), origin=origin)


def setup(world: World) -> r.Procedure:
    """The start. Nobody decides there unless asked by name."""
    found = [n for n in world.merged.declarations if isinstance(n, s.Setup)]
    if not found:
        world.findings.report("missing-part", "This game has no setup.", world.merged.game.span, hint="say how it starts: setup")
        return r.Procedure("setup", (), ())
    node = found[0]
    scope = Scope(world, here="the setup", path="setup", rule="setup", overlay=world.owner(node.span))
    return r.Procedure("setup", (), statements.block(scope, node.body), origin=world.origin(node.span, node.cites, "setup"))


def end(world: World) -> r.End:
    found = [n for n in world.merged.declarations if isinstance(n, s.End)]
    if not found:
        world.findings.report(
            "missing-part", "This game has no end.", world.merged.game.span, hint="say when it ends and who wins: end"
        )
        return r.End((), (), "most points", "shared")
    node = found[0]
    scope = Scope(world, here="the end", path="end", rule="end", overlay=world.owner(node.span))
    when = tuple(terms.expect(scope, w, YES_NO) for w in node.when)
    performs = tuple(p for p in (statements.perform(scope, c) for c in node.performs) if p is not None)
    ties = node.ties[0] if node.ties else "shared"
    if ties != "shared":
        one_of(world, "ties", ("shared",), ties, line_of(node, "ties"))
    winner: Literal["most points", "fewest points"] = "most points"
    if node.winner == "fewest points":
        winner = "fewest points"
    elif node.winner and node.winner != "most points":
        one_of(world, "winner", WINNERS, node.winner, line_of(node, "winner"))
    return r.End(when, performs, winner, ties, origin=world.origin(node.span, node.cites, "end"))


def window(world: World, symbol: Symbol) -> r.Window:
    node = symbol.node
    assert isinstance(node, s.Window)
    scope = signatures.rule_scope(world, symbol, "a window")
    if node.asks is None:
        world.findings.report(
            "missing-part", "A window says whom it asks.", node.span, hint="asks p in player clockwise from the active player"
        )
        asks, deeper = r.Bound("p", PLAYER, r.AllOf(PLAYER, type=r.SetType(PLAYER))), scope.plus({"p": PLAYER})
    else:
        asks, deeper = bind(scope.deciding(), node.asks)  # there `you` is whoever decided when the window opened
    offers = choices.offers(deeper.deciding(), node.offers)
    closes: Literal["everyone passes", "first use", "one round"] = "everyone passes"
    if node.closes == "first use":
        closes = "first use"
    elif node.closes == "one round":
        closes = "one round"
    elif node.closes != "everyone passes":
        one_of(world, "closes", CLOSES, node.closes, line_of(node, "closes"))
    origin = world.origin(node.span, node.cites, symbol.name, symbol.full)
    return r.Window(symbol.full, signatures.params(world, symbol), node.label, asks, offers, closes, origin=origin)


# ---------------------------------------------------------------- upon


def upon(world: World, node: s.Upon) -> r.Upon | None:
    """`upon t : piece enters plot of p at c as name`: the keys and the cell are new names here."""
    owner = world.owner(node.span)
    full = world.full(node.name.text, owner)
    scope = Scope(world, here="what happens upon a move", path=full, rule=full, overlay=owner)
    kind = typetext.resolve(scope, node.type)
    links = node.zone.links if isinstance(node.zone, s.Chain) else (node.zone,)
    at = node.zone.at if isinstance(node.zone, s.Chain) else None
    head = links[0]
    symbol = world.find(head.text, head.span) if isinstance(head, s.Name) else None
    if symbol is None or symbol.kind != "zone":
        unknown_name(
            scope,
            head.text if isinstance(head, s.Name) else "…",
            head.span,
            wanted="zone",
            names=[x.name for x in world.of_kind("zone")],
        )
        return None
    known = zones.zone(world, symbol)
    if known.piece is not None and not overlaps(kind, known.piece):
        world.findings.report(
            "does-not-belong",
            f'{describe(kind).capitalize()} never lies in "{symbol.name}": it holds {describe(known.piece)}.',
            node.type.span,
        )
    names = list(links[1:]) + (list(at.items) if isinstance(at, s.Keys) else [at] if at is not None else [])
    scope = scope.with_local(node.piece, kind)
    owners = [i for i, t in enumerate(known.per) if isinstance(t, r.PlayerType | r.PartyType | r.PieceType)][:1]
    binds: list[r.Param | None] = [None] * len(known.per)
    for index in (*owners, *(i for i in range(len(known.per)) if i not in owners)):
        if names:
            binds[index], scope = _bound(scope, names.pop(0), known.per[index])
    cell = None
    if names:
        place = zones.spot(world, known)
        cell, scope = _bound(scope, names.pop(0), place[0] if place else CELL)
    body = statements.block(scope, node.body)
    origin = world.origin(node.span, node.cites, node.name.text, full)
    return r.Upon(full, r.Param(node.piece.text, kind), node.enters, known.name, tuple(binds), cell, body, origin=origin)


def _bound(scope: Scope, node: s.Term, kind: r.Type) -> tuple[r.Param | None, Scope]:
    if isinstance(node, s.Name):
        return r.Param(node.text, kind), scope.with_local(s.Word(node.text, span=node.span), kind)
    scope.world.findings.report(
        "wrong-type", "Here stands a new name for the zone's owner or place.", node.span, hint="plot of p at c"
    )
    return None, scope

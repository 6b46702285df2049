"""Points: majorities by rank, points by formula; their phrases are checked against the printed lists."""

from __future__ import annotations

from fuero.messages.diagnostic import Span
from fuero.rules import nodes as r
from fuero.rules.bind import signatures, terms
from fuero.rules.bind.coerce import coerce
from fuero.rules.bind.folds import bind
from fuero.rules.bind.names import unknown_name
from fuero.rules.bind.phrases import line_of, one_of
from fuero.rules.bind.scope import Scope
from fuero.rules.bind.types import COUNT, NUMBER, PARTY, describe, fits, strip
from fuero.rules.bind.world import Symbol, World, did_you_mean
from fuero.syntax import nodes as s

TIES = ("share rounded down", "share rounded up", "slide", "full", "next moves up", "nobody")
BONUS_TO = ("a sole first", "every first", "everybody")


def majority(world: World, symbol: Symbol) -> r.Majority:
    node = symbol.node
    assert isinstance(node, s.Majority)
    scope = signatures.rule_scope(world, symbol, "a scoring")
    each = None
    if node.each is not None:
        each, scope = bind(scope, node.each)
    if node.among is None or node.counting is None or node.pays is None:
        missing = [w for w, x in (("among", node.among), ("counting", node.counting), ("pays", node.pays)) if x is None]
        world.findings.report("missing-part", f'The majority "{symbol.name}" does not say: {", ".join(missing)}.', node.span)
    zero = r.Const(0, type=NUMBER)
    among, deeper = r.Bound("p", PARTY, r.AllOf(PARTY, type=r.SetType(PARTY))), scope.plus({"p": PARTY})
    if node.among is not None:
        among, deeper = bind(scope, node.among)
        if not fits(among.type, PARTY):
            world.findings.report("wrong-type", f"Players or parties take part; this is {describe(among.type)}.", node.among.span)
    counting = zero if node.counting is None else _number(deeper, node.counting)
    minimum = None
    if node.minimum is not None:
        minimum = terms.expect(scope, node.minimum, r.Num(half=isinstance(counting.type, r.Num) and counting.type.half))
    pays: r.Term = zero
    if node.pays is not None:
        pays = terms.term(scope, node.pays, r.ListType(COUNT))
        if (
            not isinstance(pays.type, r.AnyType)
            and not fits(pays.type, r.ListType(COUNT))
            and not isinstance(strip(pays.type), r.Num)
        ):
            world.findings.report(
                "wrong-type",
                f"A majority pays a list of numbers, and this is {describe(pays.type)}.",
                node.pays.span,
                hint="pays rewards at (b, this round)",
            )
    places = None if node.places is None else terms.expect(scope, node.places, NUMBER)
    bonuses = tuple(_bonus(deeper, symbol, b) for b in node.bonuses)
    ties = node.ties or ("share rounded down",)
    _ties(world, node, symbol.name, ties)
    origin = world.origin(
        node.span,
        node.cites,
        symbol.name,
        symbol.full,
        *(f"{symbol.name}.{p}" for p in ("ties", "minimum", "pays", "places", "counting", "among")),
    )
    return r.Majority(
        symbol.full, signatures.params(world, symbol), each, among, counting, minimum, pays, places, ties, bonuses, origin=origin
    )


def _number(scope: Scope, node: s.Term) -> r.Term:
    term = terms.term(scope, node)
    kind = strip(term.type)
    return coerce(scope, term, r.Num(half=kind.half) if isinstance(kind, r.Num) else NUMBER)


def _set_at(world: World, path: str, span: Span) -> Span:
    """Where an overlay set this, or else the place given."""
    entries = [entry for entry in world.merged.trail.get(path, ()) if entry.span.line]
    return entries[-1].span if entries else span


def _ties(world: World, node: s.Majority, name: str, ties: tuple[str, ...]) -> None:
    for phrase in ties:
        plain = phrase.removeprefix("first ").removeprefix("others ")
        if plain not in TIES:
            notes = ('two rules for two places: "first nobody, others share rounded down"',)
            one_of(world, "ties", TIES, phrase, _set_at(world, f"{name}.ties", line_of(node, "ties")), notes)


def _bonus(scope: Scope, symbol: Symbol, node: s.Bonus) -> r.Bonus:
    world = scope.world
    points = terms.expect(scope, node.points, NUMBER)
    when = None if node.when is None else terms.condition(scope, node.when)
    if node.to not in BONUS_TO:
        world.findings.report(
            "one-of-these",
            f'A bonus goes to one of: {", ".join(BONUS_TO)}. "{node.to}" is not among '
            f"them.{did_you_mean(node.to, list(BONUS_TO))}",
            node.span,
        )
    path = f"{symbol.full}.{node.name.text}"
    origin = world.origin(node.span, node.cites, path, f"{symbol.name}.{node.name.text}")
    return r.Bonus(path, node.label, points, node.to, when, origin=origin)


def points(world: World, symbol: Symbol) -> r.Points:
    node = symbol.node
    assert isinstance(node, s.Points)
    scope = Scope(world, here="a scoring", path=symbol.full, rule=symbol.full, overlay=symbol.owner)
    after, only = _scored(scope, node)
    each, deeper = None, scope
    if node.each is not None:
        each, deeper = bind(scope, node.each)
    when = None if node.when is None else terms.condition(deeper, node.when)
    if node.pays is None:
        world.findings.report("missing-part", f'"{symbol.name}" does not say what it pays.', node.span, hint="pays 2")
    inner = deeper if when is None else deeper.knowing(when)
    pays = r.Const(0, type=NUMBER) if node.pays is None else terms.expect(inner, node.pays, NUMBER)
    origin = world.origin(node.span, node.cites, symbol.name, symbol.full)
    return r.Points(symbol.full, node.label, after, only, each, when, pays, origin=origin)


def _scored(scope: Scope, node: s.Points) -> tuple[str, r.Term | None]:
    """After which procedure, and in which of its runs only."""
    name, only = node.every, None
    if node.scored is not None:
        match node.scored:
            case s.Numbered(name=name, number=number):
                only = r.Const(number, type=NUMBER, span=node.scored.span)
            case s.Name(text=name):
                pass
            case _:
                scope.world.findings.report(
                    "wrong-type",
                    'After "scored in" stands a procedure with a number, or "every" and a procedure.',
                    node.scored.span,
                )
    if not name:
        return "", only
    symbol = scope.world.find(name, node.span)
    if symbol is None or symbol.kind != "procedure":
        procedures = [x.name for x in scope.world.of_kind("procedure")]
        unknown_name(scope, name, node.scored.span if node.scored else node.span, wanted="procedure", names=procedures)
        return "", only
    if only is not None and not getattr(symbol.node, "params", ()):
        scope.world.findings.report("wrong-type", f'"{name}" runs without a number.', node.span, hint=f"scored in every {name}")
    return symbol.full, only

"""Options and numbers of the rules: their types, their values, what the table set."""

from __future__ import annotations

from dataclasses import replace

from fuero.messages.diagnostic import NOWHERE
from fuero.rules import nodes as r
from fuero.rules.bind import bounds, components, terms, typetext
from fuero.rules.bind.scope import Scope
from fuero.rules.bind.types import ANY, NUMBER, strip
from fuero.rules.bind.world import Symbol, World, did_you_mean
from fuero.syntax import nodes as s
from fuero.syntax.print import print_term


def option_type(world: World, symbol: Symbol) -> r.Type:
    assert isinstance(symbol.node, s.Option)
    node = symbol.node
    return world.once(
        "option", symbol.full, lambda: typetext.resolve(Scope(world, here="an option", overlay=symbol.owner), node.type), ANY
    )


def number_type(world: World, symbol: Symbol) -> r.Type:
    value = number(world, symbol).value
    kind = strip(value.type)
    if isinstance(kind, r.Num):
        return bounds.number_type(bounds.of_term(world, value), kind.half)
    return kind


def number(world: World, symbol: Symbol) -> r.Number:
    return world.once("number", symbol.full, lambda: _number(world, symbol), r.Number(symbol.full, r.Const(0, type=NUMBER)))


def _number(world: World, symbol: Symbol) -> r.Number:
    node = symbol.node
    assert isinstance(node, s.Number)
    value = terms.term(Scope(world, here="a number of the rules", overlay=symbol.owner), node.value)
    if not isinstance(strip(value.type), r.Num | r.AnyType):
        value = terms.coerce(Scope(world), value, NUMBER)
    return r.Number(symbol.full, value, origin=world.origin(node.span, node.cites, symbol.name, symbol.full))


def option(world: World, symbol: Symbol) -> r.Option:
    node = symbol.node
    assert isinstance(node, s.Option)
    scope = Scope(world, here="an option", overlay=symbol.owner)
    kind = option_type(world, symbol)
    usually = terms.expect(scope, node.usually, kind)
    defaults: list[tuple[int, int, r.Term]] = []
    players: tuple[int, int] | None = None
    with_: list[tuple[str, str]] = []
    without: list[tuple[str, str]] = []
    needs: list[tuple[str, str]] = []
    for part in node.parts:
        match part:
            case s.WithPlayers(low=low, high=high, value=value):
                defaults.append((low, high, terms.expect(scope, value, kind)))
            case s.OnlyPlayers(low=low, high=high):
                players = (low, high)
            case s.OnlyWith(kind=what, names=names):
                with_ += _names(world, what, names)
            case s.NotWith(kind=what, names=names):
                without += _names(world, what, names)
            case s.Needs(kind=what, names=names):
                needs += _names(world, what, names)
    return r.Option(
        symbol.full,
        node.sentence,
        kind,
        usually,
        tuple(defaults),
        players,
        tuple(with_),
        tuple(without),
        tuple(needs),
        _chosen(world, symbol, kind),
        origin=world.origin(node.span, node.cites, symbol.name, symbol.full),
    )


def _names(world: World, what: str, names: tuple[s.Word, ...]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for word in names:
        symbol = world.find(word.text, word.span) if what == "option" else None
        if what == "option" and (symbol is None or symbol.kind != "option"):
            options = [x.name for x in world.of_kind("option")]
            world.findings.report(
                "unknown-name", f'There is no option "{word.text}".{did_you_mean(word.text, options)}', word.span
            )
        found.append((what, symbol.full if symbol is not None else word.text))
    return found


def _chosen(world: World, symbol: Symbol, kind: r.Type) -> r.Term | None:
    """What the table set; the last word wins (a table's own choice comes after a variant's)."""
    value: r.Term | None = None
    for name, written in world.merged.chosen:
        if name in (symbol.full, symbol.name):
            value = _of_table(world, symbol, written, kind) if written.span == NOWHERE else _of_overlay(world, written, kind)
    return value


def _of_overlay(world: World, written: s.Term, kind: r.Type) -> r.Term:
    return terms.expect(Scope(world, here="an option"), written, kind)


def _of_table(world: World, symbol: Symbol, written: s.Term, kind: r.Type) -> r.Term:
    """The table's words, read as the option's own file reads them; what is wrong with them is said of the option."""
    found = world.findings
    heard, found.muted = found.heard, found.muted + 1
    try:
        value = _of_overlay(world, replace(written, span=symbol.span), kind)
    finally:
        found.muted -= 1
    if found.heard > heard:
        choices = components.member_names(world, kind) if not isinstance(kind, r.Num) else None
        may = ", ".join(choices) if choices else "yes, no" if isinstance(kind, r.YesNo) else _range(world, kind)
        found.report(
            "wrong-option",
            f'The option "{symbol.full}" cannot be {print_term(written)}.{did_you_mean(print_term(written), choices or [])}',
            symbol.span,
            caption="declared here",
            hint=f"It may be {may}." if may else "",
        )
    return value


def _range(world: World, kind: r.Type) -> str:
    return bounds.say(bounds.of_type(world, kind), isinstance(kind, r.Num) and kind.half)


def check_chosen(world: World) -> None:
    """Reports options that were set and do not exist."""
    options = world.of_kind("option")
    for name, written in world.merged.chosen:
        if not any(name in (x.full, x.name) for x in options):
            names = [x.full for x in options]
            world.findings.report("unknown-name", f'There is no option "{name}".{did_you_mean(name, names)}', written.span)

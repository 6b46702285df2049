"""What a rule that gives a value takes and gives: parameters and result, known before its body is bound.

A result without a written type is taken from the body, once. Keeps the law that nothing calls itself.
"""

from __future__ import annotations

from fuero.rules import nodes as r
from fuero.rules.bind import typetext
from fuero.rules.bind.scope import Scope
from fuero.rules.bind.types import ANY, YES_NO
from fuero.rules.bind.world import Symbol, World
from fuero.syntax import nodes as s


def params(world: World, symbol: Symbol) -> tuple[r.Param, ...]:
    """The parameters of a rule, action, procedure, window or majority."""
    return world.once("params", f"{symbol.kind} {symbol.full}", lambda: _params(world, symbol), ())


def _params(world: World, symbol: Symbol) -> tuple[r.Param, ...]:
    written: tuple[s.Param, ...] = getattr(symbol.node, "params", ())
    scope = Scope(world, here="a rule's parameters", overlay=symbol.owner)
    found: dict[str, r.Param] = {}
    for param in written:
        if param.name.text in found:
            world.findings.report("name-taken", f'"{param.name.text}" is named twice here.', param.name.span)
        found[param.name.text] = r.Param(param.name.text, typetext.resolve(scope, param.type))
    return tuple(found.values())


def result(world: World, symbol: Symbol) -> r.Type:
    """The type of the value that a rule gives."""
    node = symbol.node
    if symbol.kind in ("condition", "ways"):
        return YES_NO
    return world.once("result", symbol.full, lambda: _result(world, symbol, node), ANY)


def _result(world: World, symbol: Symbol, node: s.Declaration) -> r.Type:
    from fuero.rules.bind import rules  # a body's type is needed only where none is written

    written = node.type if isinstance(node, s.Function | s.Rule) else None
    kind = None if written is None else typetext.resolve(Scope(world, here="a rule's type", overlay=symbol.owner), written)
    if isinstance(node, s.Rule) and node.kind == "pool":
        if kind is None:
            return rules.parts(world, symbol).type
        return kind if isinstance(kind, r.SetType) else r.SetType(kind, bag=True)
    if kind is not None:
        return kind
    if isinstance(node, s.Rule):
        return rules.parts(world, symbol).type
    return rules.function(world, symbol).type


def rule_scope(world: World, symbol: Symbol, here: str, decider: bool = False) -> Scope:
    """The scope in which a rule's body is bound: its parameters are known."""
    scope = Scope(world, decider=decider, here=here, path=symbol.full, rule=symbol.full, overlay=symbol.owner)
    written: tuple[s.Param, ...] = getattr(symbol.node, "params", ())
    known = {p.name: p.type for p in params(world, symbol)}
    for param in written:
        if param.name.text not in scope.locals:
            scope = scope.with_local(param.name, known[param.name.text])
    return scope

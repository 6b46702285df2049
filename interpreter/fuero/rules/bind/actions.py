"""Actions: fields, names and clauses in the order written, then the effect. What a clause requires is known to what
follows it.
"""

from __future__ import annotations

from fuero.rules import nodes as r
from fuero.rules.bind import choices, signatures, statements, terms
from fuero.rules.bind.scope import Scope
from fuero.rules.bind.world import Symbol, World
from fuero.syntax import nodes as s
from fuero.syntax.print import print_term


def action(world: World, symbol: Symbol) -> r.Action:
    node = symbol.node
    assert isinstance(node, s.Action)
    scope = signatures.rule_scope(world, symbol, "an action", decider=True)
    made: list[r.Choice | r.Let | r.Require] = []
    effect: r.Block = ()
    for part in node.parts:
        match part:
            case s.Fields(fields=fields, where=where):
                found, scope = choices.fields(scope, fields)
                made += found
                if where is not None:
                    test = terms.condition(scope, where)
                    scope = scope.knowing(test)
                    path = scope.unique(f"{symbol.full}.where").replace("#", "-")
                    made.append(r.Require(path, print_term(where), test, origin=world.origin(where.span, ())))
            case s.Let(name=name, value=value):
                term = terms.term(scope, value)
                made.append(r.Let(name.text, term, span=part.span))
                scope = scope.with_local(name, term.type)
            case s.Part():
                test = terms.condition(scope, part.term)
                scope = scope.knowing(test)
                made.append(_require(scope, symbol, part, test))
            case s.Effect(body=body):
                effect = effect + statements.block(scope.at(symbol.full), body)
    inside = [p.name for p in made if isinstance(p, r.Choice | r.Let)]  # what has no place of its own is told at the action
    paths = (symbol.full, *(f"{symbol.full}.{name}" for name in (*inside, "effect")))
    origin = world.origin(node.span, node.cites, *paths)
    return r.Action(symbol.full, signatures.params(world, symbol), node.label, tuple(made), effect, origin=origin)


def _require(scope: Scope, symbol: Symbol, part: s.Part, test: r.Term) -> r.Require:
    path = f"{symbol.full}.{part.name.text}"
    values = statements.quoted(scope, part.label, part.span)
    origin = scope.world.origin(part.span, part.cites, path, f"{symbol.name}.{part.name.text}")
    return r.Require(path, part.label, test, values, origin=origin)

"""Questions in a block: `choose`, `ask`, `secretly`. Their names are the path of the innermost step, made unique."""

from __future__ import annotations

from fuero.rules import nodes as r
from fuero.rules.bind import choices, statements, terms
from fuero.rules.bind.folds import bind
from fuero.rules.bind.scope import Scope
from fuero.rules.bind.types import NUMBER, PLAYER
from fuero.syntax import nodes as s


def asking(scope: Scope, node: s.Choose | s.Ask | s.Secretly) -> r.Statement:
    match node:
        case s.Choose():
            return _choose(scope, node)
        case s.Ask(who=who, text=text, offers=offers, otherwise=otherwise):
            name = scope.unique(scope.path)
            asked = terms.expect(scope, who, PLAYER)
            offered = choices.offers(scope, offers)
            return r.Ask(name, asked, text, offered, statements.block(scope, otherwise or ()), False, span=node.span)
        case s.Secretly(bind=over, fields=fields, where=where, body=body):
            name = scope.unique(scope.path)
            bound, deeper = bind(scope, over)
            made, deeper = choices.fields(deeper.deciding(), fields)
            test = None if where is None else terms.condition(deeper, where)
            inner = deeper if test is None else deeper.knowing(test)
            return r.Secretly(name, bound, made, test, statements.block(inner, body), node.text, span=node.span)


def _choose(scope: Scope, node: s.Choose) -> r.Choose:
    name = scope.unique(scope.path)
    who, chance = choices.by(scope, node.by)
    if who is None and not chance and not scope.decider:
        terms.you(scope, node.span, "you")  # nobody is there to choose
    inner = scope if who is None else scope.deciding()
    times = None if node.times is None else terms.expect(scope, node.times.count, NUMBER)
    made, deeper = choices.fields(inner, node.fields)
    choices.undecided(scope, made, who, chance)
    test = None if node.where is None else terms.condition(deeper, node.where)
    if test is not None:
        deeper = deeper.knowing(test)
    return r.Choose(
        name,
        made,
        test,
        who,
        chance,
        times,
        node.times is not None and node.times.up_to,
        statements.block(deeper, node.body),
        statements.block(scope, node.otherwise or ()),
        False,
        scope.world.cites(node.cites),
        node.text,
        span=node.span,
    )

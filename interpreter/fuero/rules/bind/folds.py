"""Folds: `every`, `any`, `count`, `total`, `most`, `fewest`, `highest`, `lowest`, `those` over a finite set; and what a
loop runs over.
"""

from __future__ import annotations

from fuero.rules import nodes as r
from fuero.rules.bind import bounds, terms
from fuero.rules.bind.coerce import coerce, mismatch
from fuero.rules.bind.operators import as_set
from fuero.rules.bind.scope import Scope, key
from fuero.rules.bind.types import ANY, COUNT, NUMBER, PLAYER, YES_NO, element, fits, strip
from fuero.syntax import nodes as s

YES = r.Const(1, type=YES_NO)


def bind(scope: Scope, node: s.Bind) -> tuple[r.Bound, Scope]:
    """What a loop or fold runs over, and the scope in which its name is known (narrowed by its `where`)."""
    domain = as_set(scope, terms.term(scope.in_domain(False), node.domain))
    inner = element(domain.type)
    if inner is None:
        mismatch(scope, domain, r.SetType(ANY))
        inner = ANY
    start = None if node.start is None else terms.expect(scope, node.start, PLAYER)
    if start is not None and not fits(inner, PLAYER):
        scope.world.findings.report(
            "wrong-type", 'Only players sit in a circle: "clockwise from" needs players.', node.domain.span
        )
    deeper = scope.with_local(node.name, inner).in_domain(False)
    where = None if node.where is None else terms.condition(deeper, node.where)
    if where is not None:
        deeper = deeper.knowing(where)
    return r.Bound(node.name.text, inner, domain, start, where, span=node.span), deeper


def local_type(scope: Scope, bound: r.Bound) -> r.Type:
    """The loop variable's type once its `where` is known."""
    local = r.Local(bound.name, type=bound.type)
    return scope.facts.get(key(local), bound.type)


def fold(scope: Scope, node: s.Fold) -> r.Term:
    bound, deeper = bind(scope, node.bind)
    bodies, kind = _bodies(deeper, node, bound)
    where = bound.where
    if node.word in ("count", "those") and bodies:  # `count(x in s: c)` says what `count(x in s where c)` says
        where = bodies[0] if where is None else r.Op("and", (where, bodies[0]), type=YES_NO, span=node.span)
        bodies = ()
    return r.Fold(node.word, bound.name, bound.domain, bound.start, where, bodies, type=kind, span=node.span)


def _bodies(scope: Scope, node: s.Fold, bound: r.Bound) -> tuple[tuple[r.Term, ...], r.Type]:
    inner = local_type(scope, bound)
    elements = r.SetType(strip(inner))
    match node.word:
        case "every" | "any":
            _count(scope, node, (0, 1) if node.word == "any" or bound.where is None else (1, 1))
            return tuple(terms.condition(scope, b) for b in node.bodies[:1]) or (YES,), YES_NO
        case "count":
            _count(scope, node, (0, 1))
            return tuple(terms.condition(scope, b) for b in node.bodies[:1]), COUNT
        case "those":
            _count(scope, node, (0, 1))
            bodies = tuple(terms.condition(scope, b) for b in node.bodies[:1])
            if bodies:
                elements = r.SetType(strip(local_type(scope.knowing(bodies[0]), bound)))
            return bodies, elements
        case "total":
            _count(scope, node, (1, 1))
            body = _numbers(scope, node.bodies[:1])
            low = bounds.of_term(scope.world, body[0])[0] if body else None
            half = bool(body) and isinstance(body[0].type, r.Num) and body[0].type.half
            return body, bounds.number_type((0 if low is not None and low >= 0 else None, None), half)
        case "most" | "fewest":
            _count(scope, node, (1, 9))
            return _numbers(scope, node.bodies), elements
        case "highest" | "lowest":
            _count(scope, node, (0, 1))
            body = _numbers(scope, node.bodies[:1])
            if body:
                return body, body[0].type
            if isinstance(strip(inner), r.Num):
                return (r.Local(bound.name, type=inner),), inner
            scope.world.findings.report(
                "missing-part",
                f'"{node.word}" of what? Say a number behind a colon.',
                node.span,
                hint=f"{node.word}(x in …: value of x)",
            )
            return (), NUMBER


def _numbers(scope: Scope, bodies: tuple[s.Term, ...]) -> tuple[r.Term, ...]:
    bound = []
    for node in bodies:
        term = terms.term(scope, node)
        kind = strip(term.type)
        bound.append(coerce(scope, term, r.Num(half=kind.half) if isinstance(kind, r.Num) else NUMBER))
    return tuple(bound)


def _count(scope: Scope, node: s.Fold, allowed: tuple[int, int]) -> None:
    low, high = allowed
    if not low <= len(node.bodies) <= high:
        said = f"{low}" if low == high else f"{low} to {high}"
        scope.world.findings.report(
            "missing-part", f'"{node.word}" takes {said} term(s) behind its colon, here are {len(node.bodies)}.', node.span
        )

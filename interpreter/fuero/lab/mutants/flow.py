"""Statements, menus and the parts of rules with one thing changed: left out, put in another order, a condition dropped.

A block or a part comes in, the same with one change goes out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from fuero.lab.mutants.edits import Edit, Place, cut, inside, quoted
from fuero.lab.mutants.nodes import Sort
from fuero.lab.mutants.terms import following, narrows, turned_round
from fuero.rules import nodes as r
from fuero.rules.text_flow import bound_text, offer_text, statement_text

_PARTS = (r.Part, r.Require, r.TermCase, r.BlockCase, r.Bonus)
_STATEMENTS = tuple(r.Statement.__args__)


def in_block(block: tuple[Any, ...], place: Place) -> Iterator[Edit]:
    """A list of statements, parts or offers with one of them left out, or two neighbouring steps the other way round."""
    for k, item in enumerate(block):
        rest = (*block[:k], *block[k + 1 :])
        here = inside(item, place)
        match item:
            case _ if isinstance(item, _STATEMENTS) and _only_shows(item):
                pass  # what is only said or shown decides nothing, as does a moment at which nothing happens
            case r.Step(path=path):
                yield Edit(rest, "moment left out", f"step {path.rsplit('.', 1)[-1]}", "", here)
            case r.If(condition=condition, then=then):
                yield Edit(rest, "statement left out", cut(statement_text(item)), "", here)
                if not narrows(condition):
                    yield Edit((*block[:k], *then, *block[k + 1 :]), "clause left out", f"if {quoted(condition)}", "", here)
            case _ if isinstance(item, _STATEMENTS) and not isinstance(item, r.Let):  # that cannot go while its name is used
                yield Edit(rest, "statement left out", cut(statement_text(item)), "", here)
            case r.Offered():
                yield Edit(rest, "offer left out", f"offer {offer_text(item)}", "", here)
            case _ if isinstance(item, _PARTS):
                said = item.path.rsplit(".", 1)[-1]
                yield Edit(rest, "clause left out", said, "", here)
            case _:
                pass
    for k in range(len(block) - 1):
        match block[k : k + 2]:
            case (r.Step(path=a) as first, r.Step(path=b) as second) if not _only_shows(first) and not _only_shows(second):
                swapped = (*block[:k], second, first, *block[k + 2 :])
                names = [path.rsplit(".", 1)[-1] for path in (a, b)]
                yield Edit(swapped, "order", ", then ".join(names), ", then ".join(reversed(names)), inside(second, place))
            case _:
                pass


def _only_shows(statement: r.Statement) -> bool:
    match statement:
        case r.Say() | r.Reveal():
            return True
        case r.Step(body=body) | r.ForEach(body=body):
            return all(map(_only_shows, body))
        case r.If(then=then, otherwise=otherwise):
            return all(map(_only_shows, (*then, *otherwise)))
        case _:
            return False


def of_part(node: Any, place: Place) -> Iterator[Edit]:
    """A statement or part of a rule with a condition dropped or turned round, or its own word changed."""
    for new, sort, was, now in _changed(node):
        yield Edit(new, sort, was, now, place)


_Changed = tuple[Any, Sort, str, str]


def _changed(node: Any) -> Iterator[_Changed]:  # noqa: C901 - one case a node
    match node:
        case r.If(condition=condition) | r.Repeat(condition=condition):
            yield from _turned(node, "condition", condition)
        case r.Bound():
            yield from _bound(node)
        case r.Offered(when=when) if when is not None:
            yield replace(node, when=None), "clause left out", f"when {quoted(when)}", ""
            yield from _turned(node, "when", when)
        case r.Choose() | r.Secretly():
            if node.where is not None:
                yield replace(node, where=None), "clause left out", f"where {quoted(node.where)}", ""
                yield from _turned(node, "where", node.where)
            if isinstance(node, r.Choose) and node.times is not None:
                up_to = ("up to as often", "exactly as often")
                was, now = up_to if node.up_to else reversed(up_to)
                yield replace(node, up_to=not node.up_to), "choice", was, now
        case r.Choice(high=high, domain=domain) if high is not None and node.many == "subset":
            yield replace(node, high=None), "choice", f"at most {quoted(high)} of {quoted(domain)}", "any number of them"
        case r.TermCase(when=when) | r.BlockCase(when=when):
            yield from _turned(node, "when", when)
        case r.Require(term=term):
            yield from _turned(node, "term", term)
        case r.Part(term=term) if isinstance(term.type, r.YesNo):
            yield from _turned(node, "term", term)
        case r.Bonus(when=when) if when is not None:
            yield replace(node, when=None), "clause left out", f"when {quoted(when)}", ""
        case _:
            pass


def _turned(node: Any, name: str, condition: r.Term) -> Iterator[_Changed]:
    for new in turned_round(condition):
        yield replace(node, **{name: new}), "clause turned round", quoted(condition), quoted(new)


def _bound(node: r.Bound) -> Iterator[_Changed]:
    if node.where is not None:
        if not narrows(node.where):
            yield replace(node, where=None), "clause left out", f"where {quoted(node.where)}", ""
        yield from _turned(node, "where", node.where)
    if node.start is not None:
        yield replace(node, start=None), "order", bound_text(node), "in the order of the seats"
        yield replace(node, start=following(node.start)), "order", bound_text(node), "one seat later"

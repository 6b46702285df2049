"""Functions, conditions, ways, totals and pools: RULES → PROGRAM."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fuero.program import nodes as P
from fuero.program.shared import NO, cite_texts, conj
from fuero.rules import nodes as R

if TYPE_CHECKING:
    from fuero.program.terms import Terms


def all_functions(lowering: Terms) -> tuple[P.Function, ...]:
    """Every function, condition, ways, total and pool."""
    found = [lowered_function(lowering, f) for f in lowering.table.rules.functions]
    return tuple(found + [lowered_parts(lowering, p) for p in lowering.table.rules.parts])


def lowered_function(lowering: Terms, f: R.Function) -> P.Function:
    body = lowering.as_type(f.value, f.type)
    for case in reversed(f.cases):
        body = P.Select(lowering.lower(case.when), lowering.as_type(case.value, f.type), body)
    return P.Function(
        f.name, tuple(p.name for p in f.params), body, boards=board_names(f.params), cites=cite_texts(f.origin.cites)
    )


def lowered_parts(lowering: Terms, p: R.Parts) -> P.Function:
    clauses = tuple(
        P.Clause(
            c.path,
            c.label or p.label,
            cite_texts(c.origin.cites or p.origin.cites),
            lowered_part(lowering, p, c),
            c.origin.span,
            lowering.quoted(c.values),
        )
        for c in p.parts
    )
    terms = [c.term for c in clauses]
    body: P.Term
    match p.combine:
        case "all":
            body = conj(terms) if terms else P.Const(1)
        case "any":
            body = P.Or(tuple(terms)) if terms else NO
        case "sum":
            body = terms[0] if terms else NO
            for t in terms[1:]:
                body = P.Arith("+", body, t)
        case "union":
            body = terms[0] if terms else NO
            for t in terms[1:]:
                body = P.SetOp("or", body, t)
    return P.Function(
        p.name, tuple(x.name for x in p.params), body, clauses, p.combine, board_names(p.params), cite_texts(p.origin.cites)
    )


def lowered_part(lowering: Terms, p: R.Parts, part: R.Part) -> P.Term:
    if p.combine == "union":
        return lowering.as_set(part.term)
    if p.combine == "sum":
        return lowering.number(part.term, lowering.is_half(p.type))
    return lowering.lower(part.term)


def board_names(params: tuple[R.Param, ...]) -> tuple[str, ...]:
    return tuple(p.name for p in params if isinstance(p.type, R.BoardType))

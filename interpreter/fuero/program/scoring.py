"""Points by rank and by formula: RULES → PROGRAM steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fuero.program import nodes as P
from fuero.program.shared import SHAPES, cite_texts
from fuero.rules import nodes as R

if TYPE_CHECKING:
    from fuero.program.flow import Context, Flow


def majority_code(flow: Flow, m: R.Majority, s: R.Perform | None, c: Context) -> list[P.Step]:
    """A majority where it is performed; without a statement, as a routine whose parameters hold what it is about."""
    t = flow.terms
    code: list[P.Step] = []
    for param, arg in zip(m.params, s.args, strict=True) if s is not None else ():
        code.append(P.Store(c.local(param.name), t.as_type(arg, param.type)))
    c.local(m.among.name)
    half = t.half(m.counting)
    minimum = t.number(m.minimum, half) if m.minimum is not None else P.Const(2 if half else 1)
    bonuses = tuple((b.label, t.lower(b.points), b.to, t.lower(b.when) if b.when is not None else None) for b in m.bonuses)
    of: list[tuple[str, P.Term]] = []
    for name, kind in [(p.name, p.type) for p in m.params] + ([(m.each.name, m.each.type)] if m.each else []):
        of.append((bounds_shape(flow, kind), P.Local(name)))
    step = P.RankScore(
        m.name,
        m.among.name,
        t.as_set(m.among.domain),
        t.lower(m.among.where) if m.among.where is not None else None,
        t.number(m.counting, half),
        minimum,
        t.lower(m.pays),
        t.lower(m.places) if m.places is not None else None,
        m.ties,
        bonuses,
        tuple(of),
        half,
        cite_texts(m.origin.cites),
        span=m.origin.span,
    )
    if m.each is None:
        return [*code, step]
    c.local(m.each.name)
    where = t.lower(m.each.where) if m.each.where is not None else None
    return [*code, P.Loop(m.each.name, t.as_set(m.each.domain), None, where, (step,), span=m.origin.span)]


def written_shape(flow: Flow, of: R.Type) -> str:
    """How a parameter's value is written, if it has words."""
    if isinstance(of, R.BoardType | R.AnyType):
        return ""
    return SHAPES.get(type(of)) or bounds_shape(flow, of)


def bounds_shape(flow: Flow, of: R.Type) -> str:
    """How a value of a type is written."""
    return flow.terms.shape(of)


def points_code(flow: Flow, p: R.Points, c: Context, params: tuple[str, ...]) -> list[P.Step]:
    t = flow.terms
    if p.each is not None:
        c.local(p.each.name)
    who: P.Term = P.Local(p.each.name) if p.each is not None else flow.terms.you
    line: P.Step = P.ScoreLine(
        t.lower(p.pays), who, p.label or p.name, p.name, cite_texts(p.origin.cites), span=p.origin.span
    )
    inner: tuple[P.Step, ...] = (line,)
    if p.when is not None:
        inner = (P.When(t.lower(p.when), inner, ()),)
    if p.each is not None:
        where = t.lower(p.each.where) if p.each.where is not None else None
        inner = (P.Loop(p.each.name, t.as_set(p.each.domain), None, where, inner, span=p.origin.span),)
    if p.only is not None:
        inner = (P.When(P.Compare("=", P.Local(params[0]), t.lower(p.only)), inner, ()),)
    return list(inner)

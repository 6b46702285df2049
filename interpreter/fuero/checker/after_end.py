"""What stands behind the end: statements after a certain `finish` or `leave`, branches that an earlier one has taken.

In: the index. Out: one warning a place. Law: only what cannot happen in any match is told; a question or a loop may end
otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fuero.checker.index import Index
from fuero.checker.places import Places, first_line
from fuero.checker.truth import Truth, bare, conjuncts, follows, same
from fuero.messages.diagnostic import Diagnostic, Place, Span
from fuero.rules import nodes as R
from fuero.rules.compose import Merged

BLOCKS = ("body", "effect", "then", "otherwise")


def after_end(index: Index, merged: Merged) -> list[Diagnostic]:
    places, truth = Places(index.rules, merged), Truth(index.rules)
    ends = Ends(index.rules)
    found: list[Diagnostic] = []
    for block in _blocks(index):
        for before, after in zip(block, block[1:], strict=False):
            if (how := ends.of(before)) and places.told(_span(after)):
                word = "the match is over" if how == "finish" else "the effect has been left"
                found.append(_never(f"This never happens: {word} by then.", after, _span(before), "ends here"))
                break
    for f in index.all(R.If, R.IfTerm):
        if isinstance(f.node, R.If | R.IfTerm):
            found += _taken(places, truth, f.node)
    for f in index.all(R.Cases, R.Function):
        if isinstance(f.node, R.Cases | R.Function):
            found += _shadowed(places, truth, f.node.cases)
    return found


def _blocks(index: Index) -> Iterator[R.Block]:
    holders = (
        R.Procedure,
        R.Action,
        R.Upon,
        R.BlockCase,
        R.If,
        R.ForEach,
        R.Repeat,
        R.Choose,
        R.Ask,
        R.Secretly,
        R.Step,
        R.Within,
    )
    for f in index.all(*holders):
        for name in BLOCKS:
            block = getattr(f.node, name, ())
            if isinstance(block, tuple) and len(block) > 1:
                yield block


class Ends:
    """Whether a statement certainly ends the match, or the effect it stands in."""

    def __init__(self, rules: R.Ruleset) -> None:
        self.procedures = {p.name: p for p in rules.procedures}
        self.known: dict[str, str] = {}

    def of(self, s: R.Statement) -> str:
        match s:
            case R.Finish():
                return "finish"
            case R.Leave():
                return "leave"
            case R.If(then=then, otherwise=otherwise):
                one, other = self.block(then), self.block(otherwise)
                return one if one and other else ""
            case R.Step(body=body):
                return self.block(body)
            case R.Within(body=body):
                return "finish" if self.block(body) == "finish" else ""
            case R.Perform(kind="procedure", rule=rule) if rule in self.procedures:
                if rule not in self.known:
                    self.known[rule] = ""
                    self.known[rule] = self.block(self.procedures[rule].body)
                return self.known[rule]
            case _:
                return ""

    def block(self, block: R.Block) -> str:
        return next((how for s in block if (how := self.of(s))), "")


def _never(message: str, at: R.Statement | R.Term, because: Span, caption: str) -> Diagnostic:
    other = (Place(first_line(because), caption),)
    return Diagnostic(
        "never-happens", "warning", message, first_line(_span(at)), "never happens", other, hint="Leave one of the two out."
    )


def _span(s: R.Statement | R.Term) -> Span:
    return s.origin.span if isinstance(s, R.Step) and s.span.line == 0 else s.span


def _taken(places: Places, truth: Truth, node: R.If | R.IfTerm) -> Iterator[Diagnostic]:
    """`if a … otherwise if a …`, and a question inside its own answer where nothing lies between."""
    inner: R.If | R.IfTerm | None = None
    if isinstance(node, R.IfTerm):
        below = bare(node.otherwise)
        inner = below if isinstance(below, R.IfTerm) else None
    elif len(node.otherwise) == 1 and isinstance(node.otherwise[0], R.If):
        inner = node.otherwise[0]
    while inner is not None:
        wanted = conjuncts(inner.condition)
        mine = conjuncts(node.condition)
        if all(any(follows(truth, w, k) for w in wanted) for k in mine) and places.told(inner.condition.span):
            yield _never(
                "This never happens: wherever it holds, the question before it holds as well.",
                inner.condition,
                node.condition.span,
                "asked first",
            )
        if isinstance(inner, R.IfTerm):
            below = bare(inner.otherwise)
            inner = below if isinstance(below, R.IfTerm) else None
        else:
            inner = inner.otherwise[0] if len(inner.otherwise) == 1 and isinstance(inner.otherwise[0], R.If) else None


def _shadowed(places: Places, truth: Truth, cases: Sequence[R.BlockCase | R.TermCase]) -> Iterator[Diagnostic]:
    """A case whose guard holds only where an earlier case's does: the first that applies is the one."""
    for k, case in enumerate(cases):
        for earlier in cases[:k]:
            if _implies(truth, case.when, earlier.when) and places.told(case.origin.span):
                message = f'The case "{case.path}" never applies: wherever it does, "{earlier.path}" comes first.'
                other = (Place(first_line(earlier.origin.span), "this comes first"),)
                hint = "Make the guard of one exclude the other's, or leave one out."
                yield Diagnostic(
                    "never-happens", "warning", message, first_line(case.origin.span), "never applies", other, hint=hint
                )
                break


def _implies(truth: Truth, a: R.Term, b: R.Term) -> bool:
    """Whether a holds only where b does."""
    mine = conjuncts(a)
    return all(any(follows(truth, m, k) or _narrower(m, k) for m in mine) for k in conjuncts(b))


def _narrower(a: R.Term, b: R.Term) -> bool:
    """`c is money` within `c is card`."""
    match a, b:
        case R.Is(term=x, pieces=(_, *_) as some, negated=False), R.Is(term=y, pieces=more, negated=False):
            return same(x, y) and set(some) <= set(more)
        case _:
            return False

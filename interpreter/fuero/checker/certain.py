"""Conditions that hold always or never, and clauses that say again what another says.

In: the index. Out: one warning a condition. Law: a condition is told only where its form and the declared ranges settle it.
"""

from __future__ import annotations

from collections.abc import Iterator

from fuero.checker.index import Index
from fuero.checker.places import Places, first_line
from fuero.checker.truth import Truth, conjuncts, follows, same
from fuero.messages.diagnostic import Diagnostic, Place, Span
from fuero.rules import nodes as R
from fuero.rules.compose import Merged

Named = tuple[R.Term, Span, str]
ALWAYS = "This always holds, so it changes nothing."
NEVER = "This never holds."


def certain(index: Index, merged: Merged) -> list[Diagnostic]:
    places, truth = Places(index.rules, merged), Truth(index.rules)
    found: list[Diagnostic] = []
    for term, always, never in _conditions(index):
        holds = truth.of(term)
        said = always if holds else never
        if holds is not None and said and places.told(term.span):
            code = "never-happens" if said is never and never is not NEVER else "always-so"
            caption = "always holds" if holds else "never holds"
            hint = "Write what it hangs on, or leave it out."
            found.append(Diagnostic(code, "warning", said, first_line(term.span), caption, hint=hint))
    for f in index.all(R.Op):
        if isinstance(f.node, R.Op) and f.node.op in ("and", "or"):
            found += _parts(truth, places, f.node)
    for several in _clauses(index):
        found += _again(truth, places, several)
    return found


def _conditions(index: Index) -> Iterator[tuple[R.Term, str, str]]:
    """Every condition, with what to say if it always holds (nothing where that is fine), and if it never does."""
    for f in index.all(
        R.If,
        R.IfTerm,
        R.Require,
        R.Offered,
        R.BlockCase,
        R.TermCase,
        R.Choose,
        R.Bound,
        R.Fold,
        R.Repeat,
        R.Parts,
        R.Points,
        R.Bonus,
    ):
        match f.node:
            case R.If(condition=term, otherwise=otherwise):
                yield (
                    term,
                    'This always holds, so what stands under "otherwise" never happens.' if otherwise else ALWAYS,
                    ("This never holds, so what stands below never happens."),
                )
            case R.IfTerm(condition=term):
                yield (
                    term,
                    'This always holds, so what stands behind "else" never counts.',
                    'This never holds, so what stands behind "then" never counts.',
                )
            case R.Require(term=term):
                yield (
                    term,
                    "This clause always holds, so it forbids nothing.",
                    "This clause never holds, so nobody can ever do this.",
                )
            case R.Offered(action=action, when=R.Typed() as term):
                yield term, ALWAYS, f'This never holds, so "{action}" is never offered here.'
            case R.BlockCase(path=path, when=term) | R.TermCase(path=path, when=term):
                yield term, "", f'This never holds, so the case "{path}" never applies.'
            case R.Choose(where=R.Typed() as term) | R.Bound(where=R.Typed() as term) | R.Fold(where=R.Typed() as term):
                yield term, ALWAYS, "This never holds, so nothing is left to choose from or go through."
            case R.Points(when=R.Typed() as term) | R.Bonus(when=R.Typed() as term):
                yield term, ALWAYS, "This never holds, so these points are never given."
            case R.Repeat(condition=term, until=until, at_most=None):
                yield (
                    term,
                    "" if not until else "This always holds, so nothing below ever happens.",
                    ("" if until else "This never holds, so nothing below ever happens."),
                )
            case R.Parts(combine="all" | "any" as combine, parts=parts):
                for part in parts:
                    if combine == "all":
                        yield (
                            part.term,
                            "This clause always holds, so it forbids nothing.",
                            "This clause never holds, so the condition never does.",
                        )
                    else:
                        yield (
                            part.term,
                            "This way is always open, so the others change nothing." if len(parts) > 1 else "",
                            "This way is never open.",
                        )
            case _:
                pass


def _parts(truth: Truth, places: Places, whole: R.Op) -> Iterator[Diagnostic]:
    """What stands beside `and` or `or` for nothing: it always (or never) holds, or says what its neighbour says."""
    for k, part in enumerate(whole.args):
        if not places.told(part.span):
            continue
        if truth.of(part) is (whole.op == "and"):
            said, caption = ("This always holds", "always holds") if whole.op == "and" else ("This never holds", "never holds")
            hint = "Write what it hangs on, or leave it out."
            yield Diagnostic(
                "always-so", "warning", f"{said}, so it changes nothing here.", first_line(part.span), caption, hint=hint
            )
        before = next((other for other in whole.args[:k] if same(other, part)), None)
        if before is not None:
            place = (Place(first_line(before.span), "said here"),)
            message = "This is said twice."
            hint = "Leave one of the two out, or say what is meant besides."
            yield Diagnostic("says-again", "warning", message, first_line(part.span), "said again", place, hint=hint)


def _clauses(index: Index) -> Iterator[list[Named]]:
    """Clauses that must all hold together, in the order written."""
    for f in index.all(R.Action, R.Parts):
        match f.node:
            case R.Action(parts=parts):
                yield [(p.term, p.origin.span, p.path) for p in parts if isinstance(p, R.Require)]
            case R.Parts(combine="all", parts=named):
                yield [(p.term, p.origin.span, p.path) for p in named]
            case _:
                pass


def _again(truth: Truth, places: Places, clauses: list[Named]) -> Iterator[Diagnostic]:
    known: list[tuple[R.Term, Span, str]] = []
    for term, span, path in clauses:
        own = conjuncts(term)
        for wanted in own:
            before = next(((s, p) for k, s, p in known if follows(truth, k, wanted)), None)
            if before is not None and places.told(span):
                whole = "This clause" if len(own) == 1 else "A part of this clause"
                message = f'{whole} says nothing that "{before[1]}" does not say already.'
                other = (Place(first_line(before[0]), "said here"),)
                hint = "Leave one of the two out, or say what is meant besides."
                yield Diagnostic(
                    "says-again",
                    "warning",
                    message,
                    first_line(wanted.span if len(own) > 1 else span),
                    "said again",
                    other,
                    hint=hint,
                )
        known += [(k, span, path) for k in own]

"""Names inside a rule that nothing uses: a `let`, a field whose choice changes nothing, a parameter.

In: the index. Out: one warning a name. Law: the parameters of rules that modules may amend (functions, conditions, ways, totals,
pools, cases, windows) are a seam, so they may go unused in a game or module; what no overlay can amend is held to be used.
"""

from __future__ import annotations

from collections.abc import Iterator

from fuero.checker.index import Index
from fuero.checker.places import Places, first_line, heading
from fuero.messages.diagnostic import Diagnostic, Span
from fuero.rules import nodes as R
from fuero.rules.compose import Merged


def names(index: Index, merged: Merged) -> list[Diagnostic]:
    places = Places(index.rules, merged)
    found: list[Diagnostic] = []
    used: dict[str, set[str]] = {}
    for f in index.all(R.Local):
        if isinstance(f.node, R.Local):
            used.setdefault(f.owner, set()).add(f.node.name)
    for f in index.all(R.Let, R.Choice):
        match f.node:
            case R.Let(name=name, span=span) if name not in used.get(f.owner, ()) and places.told(span):
                found.append(_unused(f'Nothing uses "{name}".', span, "Use it below, or leave the line out."))
            case R.Choice(name=name, span=span) if name not in used.get(f.owner, ()) and places.told(span):
                hint = f'Use "{name}" in the effect or in a clause, or do not let it be chosen.'
                found.append(_unused(f'Whatever is chosen as "{name}", nothing changes.', span, hint))
            case _:
                pass
    for key, node in index.nodes.items():
        found += _params(index, places, node, used.get(key, set()))
    return found


def _unused(message: str, span: Span, hint: str) -> Diagnostic:
    return Diagnostic("unread", "warning", message, first_line(span), "nothing uses it", hint=hint)


def _params(index: Index, places: Places, node: object, used: set[str]) -> Iterator[Diagnostic]:
    if not isinstance(node, R.Procedure | R.Action | R.Majority | R.Function | R.Parts) or not node.params:
        return
    span = places.of(node.origin)
    if span is None or span != node.origin.span:
        return
    if isinstance(node, R.Function | R.Parts) and (
        places.owner_kind(span) not in ("variant", "bridge") or _handed(index, node.name)
    ):
        return
    for k, param in enumerate(node.params):
        if param.name in used or k == 0 and isinstance(node, R.Procedure) and _told_apart(index, node.name):
            continue
        message = f'"{param.name}" is handed to "{node.name}", which never uses it.'
        yield _unused(message, heading(node), f"Use it, or leave it out here and wherever {node.name} is used.")


def _told_apart(index: Index, procedure: str) -> bool:
    """`this P` and points `scored in P n` read the first thing that P is given."""
    return any(isinstance(f.node, R.ThisArg) and f.node.procedure == procedure for f in index.all(R.ThisArg)) or any(
        p.after == procedure and p.only is not None for p in index.rules.points
    )


def _handed(index: Index, rule: str) -> bool:
    """Whether a built-in notion asks the rule, and so says what it is given."""
    return any(isinstance(f.node, R.Member) and f.node.name == rule for f in index.all(R.Member))

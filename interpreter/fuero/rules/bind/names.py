"""What to say about a word that means nothing where it stands: the nearest name, the module it belongs to, the missing
blanks of a minus.
"""

from __future__ import annotations

from collections.abc import Iterable

from fuero.messages.diagnostic import Place, Span
from fuero.messages.nearest import distance, nearest
from fuero.rules.bind.scope import Scope
from fuero.rules.bind.types import with_article
from fuero.rules.bind.world import World
from fuero.syntax import nodes as s


def unknown_name(scope: Scope, name: str, span: Span, wanted: str = "", names: Iterable[str] | None = None) -> None:
    """Reports a word that is not known; `wanted` says what kind of thing it should be, `names` what it could have been."""
    world = scope.world
    if name in world.off:
        world.findings.report(
            "unknown-name",
            f'"{name}" belongs to the module "{world.off[name]}", which this ruleset does not use.',
            span,
            hint=f"add: uses module {world.off[name]}",
        )
        return
    if not wanted and _taken_away(world, name, span):
        return
    known = set(names) if names is not None else all_names(scope, span)
    there = f'There is no {wanted} "{name}" here.' if wanted else f'There is no "{name}" here.'
    close = nearest(name, sorted(known))
    halves = _halves(name, known | set(scope.locals))
    if halves and (close is None or distance(name, close, 1) > 1):
        world.findings.report("unknown-name", there, span, hint=f"to subtract, put blanks around the sign: {halves}")
        return
    world.findings.report(
        "unknown-name", there + (f' Did you mean "{close}"{_where(world, close, span)}?' if close else ""), span
    )


def _taken_away(world: World, name: str, span: Span) -> bool:
    """Reports at the line that dropped it a thing that is still spoken of; whoever reads it need not be to blame."""
    for path in dict.fromkeys(world.full(name, owner) for owner in world.visible(world.owner(span))):
        for entry in world.merged.trail.get(path, ()):
            if entry.kind == "drop":
                message = f'"{name}" cannot be left out, because other rules read it.'
                hint = "Drop or replace what reads it as well, or replace it instead."
                world.findings.report(
                    "cannot-drop", message, entry.span, caption="dropped here", others=(Place(span, "read here"),), hint=hint
                )
                return True
    return False


def all_names(scope: Scope, span: Span) -> set[str]:
    """Every word that could stand in a term here."""
    from fuero.rules.bind.calls import BUILT_INS  # which needs this file for its messages
    from fuero.rules.bind.typetext import PLAIN

    world = scope.world
    seen = world.visible(world.owner(span))
    names = set(scope.locals) | {name for owner, name in world.symbols if owner in seen}
    names |= {*BUILT_INS, *PLAIN, "score", "yes", "none"}
    names |= {name for name, values in world.values.items() if any(owner in seen for owner, _ in values)}
    for symbol in world.of_kind("piece"):
        if isinstance(symbol.node, s.Piece):
            names |= {a.name.text for a in symbol.node.attributes}
    return names


def _halves(name: str, known: set[str]) -> str:
    parts = name.split("-")
    for cut in range(1, len(parts)):
        left, right = "-".join(parts[:cut]), "-".join(parts[cut:])
        if left in known and right in known:
            return f"{left} - {right}"
    return ""


def _where(world: World, name: str, span: Span) -> str:
    symbol = world.find(name, span)
    if symbol is None:
        return ""
    kind = {"var": "variable", "enum": "list of names"}.get(symbol.kind, symbol.kind)
    return (
        f" ({with_article(kind)}, {symbol.span.file}, line {symbol.span.line})"
        if symbol.span.line
        else f" ({with_article(kind)})"
    )

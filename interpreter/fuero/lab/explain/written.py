"""A rule as it stands after all changes, in the language's own spelling.

In: the merged syntax and the place of a thing. Out: text, without citations (they are told apart). A part is shown inside the
first line of the rule that holds it, without its neighbours.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

from fuero.messages.diagnostic import NOWHERE, Span
from fuero.rules.compose import Merged
from fuero.syntax import nodes as s
from fuero.syntax.print import print_declaration

WORDS: dict[type, str] = {s.Setup: "setup", s.End: "end"}


def declarations(merged: Merged, name: str) -> list[s.Declaration]:
    """All declarations of a name (`overlay/name` for an overlay's own); a drawing only where there is nothing else."""
    found: list[s.Declaration] = [d for d in merged.declarations if called(d, merged) == name]
    others: list[s.Declaration] = [d for d in found if not isinstance(d, s.Display)]
    return others or found


def called(node: s.Declaration, merged: Merged) -> str:
    """The full name of a declaration; empty where it has none."""
    word = getattr(node, "name", None)
    own = word.text if isinstance(word, s.Word) else WORDS.get(type(node), "")
    overlay = merged.scope_of.get(node.span.file, "")
    return f"{overlay}/{own}" if overlay and own and not isinstance(node, s.Setup | s.End) else own


def as_it_stands(merged: Merged, name: str, span: Span) -> str:
    """The text of a whole declaration, or of the part at that place of one; empty where nothing is found."""
    whole = declarations(merged, name) if name else []
    if whole:
        return "\n".join(text_of(d) for d in whole)
    if span == NOWHERE:
        return ""
    # A part that an overlay brings stands in a declaration of another file, so no place is too far away.
    near = sorted(merged.declarations, key=lambda d: not _around(d.span, span))
    for declaration in near:
        part = _only(declaration, span)
        if part is not None:
            return text_of(part)
    return ""


def _around(outer: Span, inner: Span) -> bool:
    return outer.file == inner.file and outer.line <= inner.line <= outer.end_line


def text_of(declaration: s.Declaration) -> str:
    """The declaration without its citations and without the line end."""
    return print_declaration(_uncited(declaration)).rstrip("\n")


def _uncited(node: Any) -> Any:
    if isinstance(node, tuple):
        return tuple(_uncited(item) for item in node)
    if not isinstance(node, s.Node):
        return node
    changed = {f.name: _uncited(getattr(node, f.name)) for f in fields(node) if f.name not in ("span", "cites")}
    if any(f.name == "cites" for f in fields(node)):
        changed["cites"] = ()
    return replace(node, **changed)


_PARTS = (s.Part, s.Case, s.Step, s.Bonus)


def _only(node: Any, span: Span) -> Any:
    """The node with nothing left in it but the named part at that place; None where it holds no such part."""
    if isinstance(node, _PARTS) and node.span == span:
        return node
    for f in fields(node):
        value = getattr(node, f.name)
        if isinstance(value, tuple):
            for item in value:
                kept = _only(item, span) if isinstance(item, s.Node) and _holds(item, span) else None
                if kept is not None:
                    return replace(node, **{f.name: (kept,)} | _emptied(node, f.name))
        elif isinstance(value, s.Node) and _holds(value, span) and (kept := _only(value, span)) is not None:
            return replace(node, **{f.name: kept})
    return None


def _emptied(node: Any, but: str) -> dict[str, Any]:
    """What else a statement or action holds is left out, as far as the language can do without it."""
    return {f.name: None for f in fields(node) if f.name == "otherwise" and but != "otherwise"}


def _holds(node: s.Node, span: Span) -> bool:
    return any(isinstance(n, _PARTS) and n.span == span for n in _below(node))


def _below(node: Any) -> Iterator[Any]:
    if isinstance(node, tuple):
        for item in node:
            yield from _below(item)
    elif isinstance(node, s.Node):
        yield node
        for f in fields(node):
            yield from _below(getattr(node, f.name))

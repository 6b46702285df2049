"""Names of a list that nothing is ever called, or that nothing tells apart.

In: the index. Out: one warning a list. Law: a list that is gone through as a whole, or that pieces, places or tables are made of,
uses all its names; the values of an option may leave one to "otherwise".
"""

from __future__ import annotations

from collections.abc import Iterator

from fuero.checker.index import Index
from fuero.checker.places import Places
from fuero.messages.diagnostic import Diagnostic
from fuero.rules import nodes as R
from fuero.rules.compose import Merged


def members(index: Index, merged: Merged) -> list[Diagnostic]:
    rules = index.rules
    places = Places(rules, merged)
    whole = set(_wholly(index))
    named: dict[str, set[str]] = {}
    for f in index.all(R.Member):
        if isinstance(f.node, R.Member) and isinstance(f.node.type, R.EnumType) and not f.owner.startswith("option "):
            named.setdefault(f.node.type.name, set()).add(f.node.name)
    of_pieces = dict(_carried(rules))
    chosen = {o.type.name for o in rules.options if isinstance(o.type, R.EnumType)}
    found: list[Diagnostic] = []
    for enum in rules.enums:
        if enum.name in whole or f"enum {enum.name}" not in index.uses.reads:
            continue
        used = named.get(enum.name, set()) | of_pieces.get(enum.name, set())
        left = [m for m in enum.members if m not in used]
        if enum.name in chosen:
            if len(left) > 1 and used:
                what = " and ".join(f'"{m}"' for m in left)
                message = f"No rule tells {what} apart: as a choice they are the same."
                found += places.whole("unread", message, enum, "named here", "Name all but one of them in a rule.")
        else:
            for member in left:
                message = f'Nothing is ever "{member}": no piece has this name, and no rule sets or asks for it.'
                found += places.whole("unread", message, enum, "named here", f'Leave "{member}" out, or name it in a rule.')
    return found


def _wholly(index: Index) -> Iterator[str]:
    """Lists that are used as a whole."""
    rules = index.rules
    for f in index.all(R.AllOf):
        if isinstance(f.node, R.AllOf) and isinstance(f.node.of, R.EnumType):
            yield f.node.of.name
    kinds: list[R.Type] = [t for z in rules.zones for t in z.per] + [t for v in rules.vars for t in v.per]
    kinds += [t for t_ in rules.tables for t in t_.levels] + [t for p in rules.piece_sets for _, t in p.each]
    kinds += [t for k in rules.kinds for t in (k.type.members if isinstance(k.type, R.UnionType) else ())]
    for kind in kinds:
        if isinstance(kind, R.EnumType):
            yield kind.name


def _carried(rules: R.Ruleset) -> Iterator[tuple[str, set[str]]]:
    """The names that pieces have, by list."""
    found: dict[str, set[str]] = {}
    pieces = {p.name: p for p in rules.pieces}
    for made in rules.piece_sets:
        for k, attribute in enumerate(pieces[made.piece].attributes if made.piece in pieces else ()):
            kind = attribute.type.element if isinstance(attribute.type, R.SetType) else attribute.type
            if isinstance(kind, R.EnumType):
                values = [row.values[k] for row in made.rows if k < len(row.values)]
                flat = {x for v in values for x in (v if isinstance(v, tuple) else (v,)) if isinstance(x, str)}
                found.setdefault(kind.name, set()).update(flat)
    yield from found.items()

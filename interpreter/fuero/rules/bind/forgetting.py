"""What was found out about a place or variable holds only until it may have changed: `if shown is coin` says nothing of what
lies there after a move.

In: a scope and a bound statement. Out: the scope behind it, without the facts that the statement may have made untrue. Law:
facts about local names stay, since a name goes on meaning the same thing.
"""

from __future__ import annotations

from dataclasses import replace

from fuero.rules import nodes as r
from fuero.rules.bind import zones
from fuero.rules.bind.scope import Scope
from fuero.rules.bind.types import overlaps, strip
from fuero.rules.bind.walk import walk
from fuero.syntax import nodes as s

ALL = "*"


def behind(scope: Scope, node: r.Statement | None) -> Scope:
    """The scope for what comes after a statement."""
    if not scope.facts or node is None:
        return scope
    return _without(scope, _changed(scope, node))


def in_loop(scope: Scope, body: s.Block) -> Scope:
    """The scope for a body that may be gone through again after it has itself changed something."""
    if not scope.facts or not _moves(body):
        return scope
    return _without(scope, {ALL})


def _without(scope: Scope, changed: set[str]) -> Scope:
    if not changed:
        return scope
    kept = {term: known for term, known in scope.facts.items() if not _hangs_on(term, changed)}
    return scope if len(kept) == len(scope.facts) else replace(scope, facts=kept)


def _hangs_on(term: r.Term, changed: set[str]) -> bool:
    for node in walk(term):
        match node:
            case r.ZoneRead(zone=name) | r.AttachedAt(zone=name) | r.VarRead(var=name):
                if name in changed or ALL in changed:
                    return True
            case r.Call() | r.BuiltIn(name="zone-of"):
                return True
            case _:
                pass
    return False


def _changed(scope: Scope, node: r.Statement) -> set[str]:
    found: set[str] = set()
    for inner in walk(node):
        match inner:
            case r.SetVar(target=target):
                found.add(target.var)
            case r.Move(what=what, source=source, target=target):
                found |= _held(scope, what if source is None else source, what.type) | _held(scope, target, what.type)
            case r.Draw(source=source, target=target) | r.Restock(source=source, zone=target):
                found |= _held(scope, source, r.AnyType()) | _held(scope, target, r.AnyType())
            case r.Perform() | r.Ask() | r.OpenWindow() | r.Within():
                return {ALL}
            case _:
                pass
    return found


def _held(scope: Scope, term: r.Term, kind: r.Type) -> set[str]:
    """The zone that a term names; of a piece from anywhere, each in which it can lie."""
    match term:
        case r.ZoneRead(zone=zone) | r.AttachedAt(zone=zone):
            return {zone}
        case r.BoardAt(board=inner) | r.RowAt(row=inner):
            return _held(scope, inner, kind)
        case r.BuiltIn(args=(inner, *_)):
            return _held(scope, inner, kind)
        case _:
            whole = strip(kind)
            piece = strip(whole.element) if isinstance(whole, r.SetType) else whole
            symbols = scope.world.of_kind("zone")
            return {x.full for x in symbols if overlaps(zones.zone(scope.world, x).piece or r.AnyType(), piece)}


def _moves(tree: object) -> bool:
    """Does anything in a block as written change the state?"""
    if isinstance(tree, tuple):
        return any(_moves(item) for item in tree)
    if isinstance(tree, s.Move | s.Draw | s.Restock | s.SetTo | s.Perform | s.Ask | s.Open | s.Within):
        return True
    return any(_moves(getattr(tree, name, None)) for name in ("body", "then", "otherwise"))

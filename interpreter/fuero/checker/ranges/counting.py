"""Loops that count: a variable that each round changes by a fixed number has changed by so many times that number at most.

In: a loop, what is known before it, what its body may change (and what of that in other rules than its own), how often it
goes round at most. Out: what is known at the head of each
round, and behind the loop. Law: what is not counted in this way is forgotten.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fuero.checker.ranges import intervals as iv
from fuero.checker.ranges.effects import Names
from fuero.checker.ranges.facts import Facts, plain
from fuero.rules import nodes as R
from fuero.rules.bind.walk import walk

if TYPE_CHECKING:
    from fuero.checker.ranges.values import Values


def counted(
    values: Values, loop: R.ForEach | R.Repeat, facts: Facts, changed: Names, elsewhere: Names, rounds: int | None
) -> tuple[Facts, Facts]:
    head = after = facts.forget(changed)
    if rounds is None:
        return head, after
    for var, by in _steps(loop.body).items():
        if by is None or f"var {var}" in elsewhere or var not in values.vars:
            continue
        key = plain(R.VarRead(var))
        low, high = values.of(R.VarRead(var, type=values.vars[var].type), facts)
        for times, is_head in ((max(0, rounds - 1), True), (rounds, False)):
            reached = (iv.plus(low, min(0, by * times)), iv.plus(high, max(0, by * times)))
            bound = iv.meet(reached, values.of_type(values.vars[var].type))
            if is_head:
                head = head.put(key, bound)
            else:
                after = after.put(key, bound)
    return head, after


def _steps(block: R.Block) -> dict[str, int | None]:
    """Each variable that the body itself sets, with the number by which one round changes it; None where that is not fixed."""
    found: dict[str, int | None] = {}
    for node in block:
        match node:
            case R.SetVar(target=R.VarRead(var=var, keys=()), value=value):
                found[var] = None if var in found else _step(var, value)
            case R.SetVar(target=target):
                found[target.var] = None
            case R.Step(body=body):
                for var, by in _steps(body).items():
                    found[var] = None if var in found else by
            case R.If(then=then, otherwise=otherwise):
                for var, by in (*_steps(then).items(), *_steps(otherwise).items()):
                    found[var] = None if var in found else by
            case _:
                for inner in walk(node):
                    if isinstance(inner, R.SetVar):
                        found[inner.target.var] = None
    return found


def _step(var: str, value: R.Term) -> int | None:
    match value:
        case R.Op(op="+", args=(R.VarRead(var=name, keys=()), R.Const(value=by))) if name == var:
            return by
        case R.Op(op="+", args=(R.Const(value=by), R.VarRead(var=name, keys=()))) if name == var:
            return by
        case R.Op(op="-", args=(R.VarRead(var=name, keys=()), R.Const(value=by))) if name == var:
            return -by
        case _:
            return None

"""Further actions that cost nothing: an action that gives back what its loop takes, whatever it did.

In: a bound ruleset. Out: one warning for each action that is offered in a `repeat while` loop and raises the number on which the
loop hangs without a condition. Such a turn can go on for ever; a declared cap ends the match then. (A gain under a condition, as
for an exact payment, is taken to be paid for.)
"""

from __future__ import annotations

from collections.abc import Iterator

from fuero.messages.diagnostic import Diagnostic, Place
from fuero.rules import nodes as R


def free_actions(rules: R.Ruleset) -> list[Diagnostic]:
    """The warnings, in the order of the loops and their offers."""
    actions = {a.name: a for a in rules.actions}
    found: list[Diagnostic] = []
    for procedure in rules.procedures:
        for loop in _inside(procedure.body):
            if not isinstance(loop, R.Repeat) or loop.at_most is not None or loop.until:
                continue
            counters = {t.var for t in _variables(loop.condition)}
            for ask in _inside(loop.body):
                for offer in ask.offers if isinstance(ask, R.Ask) else ():
                    for raised in _certain(actions[offer.action].effect):
                        if isinstance(raised, R.SetVar) and raised.target.var in counters and _raises(raised):
                            found.append(_warning(actions[offer.action], raised, loop))
    return [d for i, d in enumerate(found) if d not in found[:i]]


def _warning(action: R.Action, raised: R.SetVar, loop: R.Repeat) -> Diagnostic:
    return Diagnostic(
        "free-action",
        "warning",
        f'"{action.name}" gives a further action whatever it did, so a turn may never end.',
        raised.span,
        "given back here",
        (Place(loop.span, "goes on as long as this holds"),),
        hint="Say what it costs, or under which condition it is given; until then the declared cap ends such a match.",
    )


def _inside(block: R.Block) -> Iterator[R.Statement]:
    for s in block:
        yield s
        for name in ("then", "otherwise", "body"):
            yield from _inside(getattr(s, name, ()))


def _certain(block: R.Block) -> Iterator[R.Statement]:
    """What is done in any case: steps are gone into, conditions, loops and choices are not."""
    for s in block:
        yield s
        if isinstance(s, R.Step):
            yield from _certain(s.body)


def _variables(term: R.Term) -> Iterator[R.VarRead]:
    if isinstance(term, R.VarRead):
        yield term
    for name in ("args", "term", "condition", "then", "otherwise"):
        value = getattr(term, name, ())
        for part in value if isinstance(value, tuple) else (value,):
            yield from _variables(part)


def _raises(s: R.SetVar) -> bool:
    """`set v to v + n` with n above 0."""
    match s.value:
        case R.Op("+", (R.VarRead(var), R.Const(by))) | R.Op("+", (R.Const(by), R.VarRead(var))):
            return var == s.target.var and by > 0
        case _:
            return False

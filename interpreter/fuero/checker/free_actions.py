"""Further actions that cost nothing: an action that gives back what its loop takes, whatever it did.

In: a bound ruleset. Out: one warning for each action that is offered in a `repeat while` loop and raises the number on which the
loop hangs without a condition. Such a turn can go on for ever; a declared cap ends the match then. Law: a gain under a condition,
as for an exact payment, is taken to be paid for; so is one for which something certainly goes where no such action takes it from.
"""

from __future__ import annotations

from collections.abc import Iterator

from fuero.messages.diagnostic import Diagnostic, Place
from fuero.rules import nodes as R
from fuero.rules.bind.walk import walk


def free_actions(rules: R.Ruleset) -> list[Diagnostic]:
    """The warnings, in the order of the loops and their offers."""
    actions = {a.name: a for a in rules.actions}
    procedures = {p.name: p for p in rules.procedures}
    found: list[Diagnostic] = []
    for procedure in rules.procedures:
        for loop in _inside(procedure.body):
            if not isinstance(loop, R.Repeat) or loop.at_most is not None or loop.until:
                continue
            counters = {t.var for t in walk(loop.condition) if isinstance(t, R.VarRead)}
            gains: list[tuple[R.Offered, R.SetVar]] = []
            for ask in _inside(loop.body):
                for offer in ask.offers if isinstance(ask, R.Ask) else ():
                    for raised in _certain(actions[offer.action].effect, procedures):
                        if isinstance(raised, R.SetVar) and raised.target.var in counters and _raises(raised):
                            gains.append((offer, raised))
            taken_from = {zone for offer, _ in gains for zone in _spoken_of((offer.args, actions[offer.action]))}
            for offer, raised in gains:
                if not any(
                    _goes_to(s) not in taken_from for s in _certain(actions[offer.action].effect, procedures) if _goes_to(s)
                ):
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


def _certain(block: R.Block, procedures: dict[str, R.Procedure]) -> Iterator[R.Statement]:
    """What is done in any case: steps and what is performed are gone into, conditions, loops and choices are not."""
    for s in block:
        yield s
        match s:
            case R.Step(body=body):
                yield from _certain(body, procedures)
            case R.Perform(kind="procedure", rule=rule) if rule in procedures:
                yield from _certain(procedures[rule].body, procedures)
            case _:
                pass


def _goes_to(s: R.Statement) -> str:
    """The zone that something is moved to; nothing for any other statement."""
    return s.target.zone if isinstance(s, R.Move) and isinstance(s.target, R.ZoneRead) else ""


def _spoken_of(node: object) -> Iterator[str]:
    """The zones that a rule may take from: all it names but as targets."""
    targets = {id(s.target) for s in walk(node) if isinstance(s, R.Move)}
    for n in walk(node):
        if isinstance(n, R.ZoneRead) and id(n) not in targets:
            yield n.zone


def _raises(s: R.SetVar) -> bool:
    """`set v to v + n` with n above 0."""
    match s.value:
        case R.Op("+", (R.VarRead(var), R.Const(by))) | R.Op("+", (R.Const(by), R.VarRead(var))):
            return var == s.target.var and by > 0
        case _:
            return False

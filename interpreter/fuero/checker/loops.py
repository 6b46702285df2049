"""Loops that can end only by what somebody does in them: does anything in them change what they wait for, and can it always
be done?

In: a bound ruleset. Out: an error where nothing in the loop changes what its condition reads, a warning where all questions
in it may have nothing to answer, so that the match would be stuck. Law: no finding where a cap of rounds, `leave`, or
something besides the answers leads out.
"""

from __future__ import annotations

from collections.abc import Iterator

from fuero.checker.ranges.effects import Names
from fuero.checker.ranges.flow import Walk, look
from fuero.messages.diagnostic import Diagnostic, Place
from fuero.rules import nodes as R
from fuero.rules.bind.types import bare
from fuero.rules.bind.walk import walk


def loops(rules: R.Ruleset) -> list[Diagnostic]:
    """The findings, in the order of the rules."""
    seen = look(rules)
    found: list[Diagnostic] = []
    for name, node in seen.effects.nodes.items():
        for loop in walk(node):
            if isinstance(loop, R.Repeat) and loop.at_most is None and not _left(loop.body):
                found += _looked_at(seen, name, loop)
    return found


def _looked_at(seen: Walk, name: str, loop: R.Repeat) -> Iterator[Diagnostic]:
    waits = what_is_read(seen, loop.condition)
    if waits & seen.effects.of(loop.body):
        yield from _answers(seen, loop, waits)
        return
    if name == "procedure play" and seen.rules.end.when:
        return  # the end is looked for after each statement of `play`
    what = ", ".join(f'"{bare(w.split(" ", 1)[1])}"' for w in sorted(waits))
    message = f"Nothing in this loop changes {what}, so it never ends." if what else "This loop waits for what never changes."
    yield Diagnostic(
        "endless", "error", message, loop.span, "goes round for ever", hint="Change it in the loop, or say: repeat at most …"
    )


def _answers(seen: Walk, loop: R.Repeat, waits: Names) -> Iterator[Diagnostic]:
    questions = list(_questions(loop.body))
    if not questions or waits & _besides(seen, loop.body):
        return
    if any(seen.sure.get(id(q), True) for q in questions):
        return
    first = questions[0]
    yield Diagnostic(
        "no-way-out",
        "warning",
        "There may be times when nothing of this can be done; the loop around it then goes round with nothing changed, and the "
        "match is stuck.",
        first.span,
        "perhaps no answer",
        (Place(loop.span, "goes on until this changes"),),
        hint="Offer something that can always be done, or say what happens otherwise.",
    )


def _questions(block: R.Block) -> Iterator[R.Ask | R.Choose]:
    """The questions that the loop itself puts, on any way through it."""
    for node in block:
        match node:
            case R.Ask() | R.Choose(chance=False):
                yield node
            case R.If(then=then, otherwise=otherwise):
                yield from _questions(then)
                yield from _questions(otherwise)
            case R.ForEach(body=body) | R.Step(body=body) | R.Within(body=body) | R.Repeat(body=body):
                yield from _questions(body)
            case _:
                pass


def _besides(seen: Walk, block: R.Block) -> Names:
    """What the loop changes though nobody answers anything."""
    found: Names = frozenset()
    for node in block:
        match node:
            case R.Ask(otherwise=otherwise) | R.Choose(otherwise=otherwise):
                found |= _besides(seen, otherwise)
            case R.If(then=then, otherwise=otherwise):
                found |= _besides(seen, then) | _besides(seen, otherwise)
            case R.ForEach(body=body) | R.Step(body=body) | R.Within(body=body) | R.Repeat(body=body):
                found |= _besides(seen, body)
            case _:
                found |= seen.effects.of(node)
    return found


def _left(block: R.Block) -> bool:
    return any(isinstance(n, R.Leave | R.Finish) for n in walk(block))


def what_is_read(seen: Walk, term: R.Term) -> Names:
    """The variables and zones that a term hangs on, by way of the rules that it calls as well."""
    found: set[str] = set()
    done: set[str] = set()
    waiting: list[object] = [term]
    while waiting:
        for node in walk(waiting.pop()):
            match node:
                case R.VarRead(var=name):
                    found.add(f"var {name}")
                case R.ZoneRead(zone=name) | R.AttachedAt(zone=name) | R.MarksOf(zone=name):
                    found.add(f"zone {name}")
                case R.BuiltIn(name="zone-of" | "match-ends") | R.Attr(attribute="zone"):
                    found |= {f"zone {z.name}" for z in seen.rules.zones}
                case R.Call(rule=name) | R.Member(name=name, type=R.AnyType()) if name not in done:
                    done.add(name)
                    rule = seen.effects.nodes.get(f"rule {name}")
                    if rule is not None:
                        waiting.append(rule)
                case _:
                    pass
    return frozenset(found)

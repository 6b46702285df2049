"""Statements of RULES in the language's own spelling, a line a statement, parts indented by two spaces.

A block comes in, text goes out, for `diff`, `explain` and traces.
"""

from __future__ import annotations

from typing import assert_never

from fuero.rules.nodes import (
    Ask,
    Block,
    Bound,
    Choice,
    Choose,
    Const,
    Draw,
    Finish,
    ForEach,
    If,
    Leave,
    Let,
    Mark,
    Move,
    Offered,
    OpenWindow,
    Perform,
    Repeat,
    Restock,
    Reveal,
    Say,
    Score,
    Secretly,
    SetVar,
    Shuffle,
    Statement,
    Step,
    Term,
    Within,
)
from fuero.rules.text import term_text


def statement_text(statement: Statement) -> str:
    """One statement with all that stands under it."""
    return "\n".join(_lines(statement))


def block_text(block: Block) -> str:
    """Several statements."""
    return "\n".join(line for s in block for line in _lines(s))


def bound_text(bound: Bound) -> str:
    """`p in player clockwise from … where …`"""
    text = f"{bound.name} in {term_text(bound.domain)}"
    if bound.start is not None:
        text += f" clockwise from {term_text(bound.start)}"
    return text + _where(bound.where)


def choice_text(choice: Choice) -> str:
    """A field: `cards : some of display`"""
    return f"{choice.name} : {_many(choice)} of {term_text(choice.domain)}"


def offer_text(offer: Offered) -> str:
    """What a menu offers: `build(your reserve) when …`"""
    return call_text(offer.action, offer.args) + (f" when {term_text(offer.when)}" if offer.when is not None else "")


def call_text(name: str, args: tuple[Term, ...]) -> str:
    """`name(a, b)`, or the bare name."""
    return f"{name}({', '.join(map(term_text, args))})" if args else name


def _lines(statement: Statement) -> list[str]:
    match statement:
        case Move(what, source, target):
            origin = f" from {term_text(source)}" if source is not None else ""
            return [f"move {term_text(what)}{origin} to {term_text(target)}"]
        case Draw(count, source, target):
            return [f"draw {term_text(count)} from {term_text(source)} to {term_text(target)}"]
        case Shuffle(zone):
            return [f"shuffle {term_text(zone)}"]
        case Restock(zone, source):
            return [f"restock {term_text(zone)} from {term_text(source)}"]
        case Reveal(what):
            return [f"reveal {term_text(what)}"]
        case Mark(zone, at, on):
            place = f" at {term_text(at)}" if at is not None else ""
            return [f"set {term_text(zone)}{place} to {term_text(on)}"]
        case SetVar(target, value):
            return [f"set {term_text(target)} to {term_text(value)}"]
        case Let(name, value):
            return [f"let {name} = {term_text(value)}"]
        case Score(points, who, label):
            return [f"score {term_text(points)} for {term_text(who)}" + _quoted(label)]
        case Say(text):
            return ["say" + _quoted(text)]
        case Finish():
            return ["finish"]
        case If(condition, then, otherwise):
            return [f"if {term_text(condition)}", *_body(then), *_otherwise(otherwise)]
        case ForEach(bind, body):
            return [f"for each {bound_text(bind)}", *_body(body)]
        case Repeat(at_most, until, condition, body):
            limit = f" at most {term_text(at_most)}" if at_most is not None else ""
            return [f"repeat{limit} {'until' if until else 'while'} {term_text(condition)}", *_body(body)]
        case Choose():
            return [_choose(statement), *_body(statement.body), *_otherwise(statement.otherwise)]
        case Ask(_, who, text, offers, otherwise):
            menu = [f"  offer {offer_text(o)}" for o in offers]
            return [f"ask {term_text(who)}" + _quoted(text), *menu, *_otherwise(otherwise)]
        case Secretly(_, bind, choices, where, body, text):
            fields = ", ".join(map(choice_text, choices))
            return [f"secretly each {bound_text(bind)} chooses {fields}{_quoted(text)}{_where(where)}", *_body(body)]
        case Perform(_, rule, args, who):
            return [f"perform {call_text(rule, args)}" + (f" as {term_text(who)}" if who is not None else "")]
        case OpenWindow(window, args):
            return [f"open {call_text(window, args)}"]
        case Step(path, label, body):
            return [f"step {path.rsplit('.', 1)[-1]}" + _quoted(label), *_body(body)]
        case Within(name, window, body):
            return [f"within {name} asking {window}", *_body(body)]
        case Leave(name):
            return [f"leave {name}"]
        case _:
            assert_never(statement)


def _body(block: Block) -> list[str]:
    return ["  " + line for s in block for line in _lines(s)]


def _otherwise(block: Block) -> list[str]:
    if len(block) == 1 and isinstance(block[0], If):
        first, *rest = _lines(block[0])
        return [f"otherwise {first}", *rest]
    return ["otherwise", *_body(block)] if block else []


def _where(where: Term | None) -> str:
    return f" where {term_text(where)}" if where is not None else ""


def _quoted(text: str) -> str:
    return f' "{text}"' if text else ""


def _choose(choose: Choose) -> str:
    times = "" if choose.times is None else f"{'up to ' if choose.up_to else ''}{term_text(choose.times)} times "
    by = " by chance" if choose.chance else f" by {term_text(choose.by)}" if choose.by is not None else ""
    return f"choose {times}{', '.join(map(choice_text, choose.choices))}{_quoted(choose.text)}{_where(choose.where)}{by}"


def _many(choice: Choice) -> str:
    if choice.many != "subset":
        return choice.many
    low = choice.low.value if isinstance(choice.low, Const) else None
    if choice.high is None:
        return "some" if low == 1 else "any" if low == 0 or choice.low is None else f"at least {term_text(choice.low)}"
    if choice.low == choice.high:
        return f"exactly {term_text(choice.high)}"
    if low == 0:
        return f"up to {term_text(choice.high)}"
    return f"{term_text(choice.low) if choice.low is not None else 0} to {term_text(choice.high)}"

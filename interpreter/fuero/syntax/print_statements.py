"""Statements to lines."""

from __future__ import annotations

from typing import assert_never

from fuero.syntax import nodes as n
from fuero.syntax.print_lines import Lines
from fuero.syntax.print_terms import (
    CHAIN,
    SUM,
    print_bind,
    print_call,
    print_count,
    print_fields,
    print_term,
    where,
)


def quoted(text: str) -> str:
    return f' "{text}"' if text else ""


def block(out: Lines, statements: n.Block) -> None:
    with out.below():
        for statement in statements:
            _statement(out, statement)


def offer(out: Lines, said: n.Offer, word: str = "offer") -> None:
    out.say(f"{word} {print_call(said.call)}{when(said.when)}", said.span)


def when(term: n.Term | None) -> str:
    return f" when {print_term(term)}" if term is not None else ""


def _otherwise(out: Lines, otherwise: n.Block | None) -> None:
    if otherwise is not None:
        out.say("otherwise")
        block(out, otherwise)


def _chain(term: n.Term) -> str:
    return print_term(term, CHAIN)


def _if(out: Lines, said: n.If, lead: str = "if") -> None:
    out.say(f"{lead} {print_term(said.condition)}", said.span)
    block(out, said.then)
    match said.otherwise:
        case (n.If() as again,):
            _if(out, again, "otherwise if")
        case otherwise:
            _otherwise(out, otherwise)


def _choose(out: Lines, said: n.Choose) -> None:
    times = ""
    if said.times is not None:
        times = f"{'up to ' if said.times.up_to else ''}{print_count(said.times.count)} times "
    by = "" if said.by is None else f" by {said.by if isinstance(said.by, str) else _chain(said.by)}"
    out.say(f"choose {times}{print_fields(said.fields)}{quoted(said.text)}{where(said.where)}{by}", said.span, said.cites)
    block(out, said.body)
    _otherwise(out, said.otherwise)


def _statement(out: Lines, said: n.Statement) -> None:
    match said:
        case n.Move(what, source, target):
            middle = f" from {_chain(source)}" if source is not None else ""
            out.say(f"move {print_term(what, SUM)}{middle} to {_chain(target)}", said.span)
        case n.Draw(count, source, target):
            out.say(f"draw {print_term(count, SUM)} from {_chain(source)} to {_chain(target)}", said.span)
        case n.Shuffle(zone):
            out.say(f"shuffle {_chain(zone)}", said.span)
        case n.Restock(zone, source):
            out.say(f"restock {_chain(zone)} from {_chain(source)}", said.span)
        case n.Reveal(what):
            out.say(f"reveal {_chain(what)}", said.span)
        case n.SetTo(target, value):
            out.say(f"set {_chain(target)} to {print_term(value)}", said.span)
        case n.Let():
            let(out, said)
        case n.Score(points, who, label, cites):
            out.say(f"score {print_term(points, SUM)} for {_chain(who)}{quoted(label)}", said.span, cites)
        case n.Say(text):
            out.say(f'say "{text}"', said.span)
        case n.Finish():
            out.say("finish", said.span)
        case n.If():
            _if(out, said)
        case n.ForEach(bind, body):
            out.say(f"for each {print_bind(bind)}", said.span)
            block(out, body)
        case n.Repeat(at_most, until, condition, body):
            bound = f" at most {print_term(at_most, SUM)}" if at_most is not None else ""
            out.say(f"repeat{bound} {'until' if until else 'while'} {print_term(condition)}", said.span)
            block(out, body)
        case n.Choose():
            _choose(out, said)
        case n.Ask(who, text, offers, otherwise):
            out.say(f"ask {_chain(who)}{quoted(text)}", said.span)
            with out.below():
                for offered in offers:
                    offer(out, offered)
            _otherwise(out, otherwise)
        case n.Secretly(bind, fields, condition, body, text):
            out.say(f"secretly each {print_bind(bind)} chooses {print_fields(fields)}{quoted(text)}{where(condition)}", said.span)
            block(out, body)
        case n.Perform(call, who):
            out.say(f"perform {print_call(call)}{' as ' + _chain(who) if who is not None else ''}", said.span)
        case n.Open(call):
            out.say(f"open {print_call(call)}", said.span)
        case n.Step(name, label, body, cites):
            out.say(f"step {name.text}{quoted(label)}", said.span, cites)
            block(out, body)
        case n.Within(name, window, body):
            out.say(f"within {name.text} asking {window.text}", said.span)
            block(out, body)
        case n.Leave(name):
            out.say(f"leave {name.text}", said.span)
        case _:
            assert_never(said)


def let(out: Lines, said: n.Let) -> None:
    out.say(f"let {said.name.text} = {print_term(said.value)}", said.span)

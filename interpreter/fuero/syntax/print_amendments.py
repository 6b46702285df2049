"""Amendments and worked examples to lines."""

from __future__ import annotations

from typing import assert_never

from fuero.syntax import nodes as n
from fuero.syntax.print_declarations import body, names
from fuero.syntax.print_lines import Lines, as_line
from fuero.syntax.print_statements import block, quoted, when
from fuero.syntax.print_terms import CHAIN, SUM, print_call, print_field, print_term, print_terms, print_type


def _over(path: n.Word | None) -> str:
    return f" over {path.text}" if path is not None else ""


def amendment(out: Lines, d: n.Amendment) -> None:
    match d:
        case n.AddPart(target, part, over):
            out.say(f"add {part.kind} {target.text}.{part.name.text}{_over(over)}{quoted(part.label)}", d.span, part.cites)
            body(out, part.term)
        case n.AddCase(target, case, over):
            what = f"{target.text}.{case.name.text}{_over(over)}{quoted(case.label)}"
            out.say(f"add case {what}{when(case.when)}", d.span, case.cites)
            body(out, case.body)
        case n.AddField(field, target, cites):
            out.say(f"add field {print_field(field)} to {target.text}", d.span, cites)
        case n.AddOffer(offer, target, cites):
            out.say(f"add offer {print_call(offer.call)}{when(offer.when)} to {target.text}", d.span, cites)
        case n.Drop(target, over, cites):
            out.say(f"drop {target.text}{_over(over)}", d.span, cites)
        case n.Replace(target, label, new, over, cites):
            out.say(f"replace {target.text}{_over(over)}{quoted(label)}", d.span, cites)
            body(out, new)
        case n.SetAmend(target, value, over, cites):
            what = target.text if isinstance(target, n.Word) else print_term(target, CHAIN)
            to = ", ".join(value) if isinstance(value, tuple) else print_term(value)
            out.say(f"set {what}{_over(over)} to {to}", d.span, cites)
        case n.Except(target, name, condition, over, cites):
            out.say(f"except {target.text} as {name.text}{_over(over)}{when(condition)}", d.span, cites)
        case n.Extend(name, members, cites):
            out.say(f"extend {name.text} with {names(members)}", d.span, cites)
        case n.Hook(kind, target, name, statements, over, cites):
            out.say(f"{kind} {target.text} as {name.text}{_over(over)}", d.span, cites)
            block(out, statements)
        case n.Order(first, then, cites):
            out.say(f"order {first.text} before {then.text}", d.span, cites)
        case n.Upon(piece, type, enters, zone, name, statements, cites):
            border = "enters" if enters else "leaves"
            text = f"upon {piece.text} : {print_type(type)} {border} {print_term(zone, CHAIN)} as {name.text}"
            out.say(text, d.span, cites)
            block(out, statements)
        case _:
            assert_never(d)


def scenario(out: Lines, d: n.Scenario) -> None:
    out.say(f'scenario "{d.title}"', d.span, d.cites)
    with out.below():
        for part in d.parts:
            _part(out, part)


def _part(out: Lines, part: n.ScenarioPart) -> None:
    match part:
        case n.ScenarioPlayers(seats):
            out.say(f"players {', '.join(seat.letter for seat in seats)}", part.span)
        case n.ScenarioWith(kind, words, value):
            to = f" {print_term(value, SUM)}" if value is not None else ""
            out.say(f"with {kind} {names(words)}{to}", part.span)
        case n.ScenarioStart(phrase, seed):
            out.say(f"start from {phrase}{f', seed {seed}' if seed is not None else ''}", part.span)
        case n.Given(facts):
            out.say("given", part.span)
            with out.below():
                for fact in facts:
                    _fact(out, fact, "")
        case n.Chance(fact):
            _fact(out, fact, "chance ")
        case n.DoCall(call):
            out.say(f"do {print_call(call)}", part.span)
        case n.DoPlay(seat, play):
            out.say(f"do {seat.letter} : {print_play(play)}", part.span)
        case n.Refuse(seat, play, because):
            out.say(f"refuse {seat.letter} : {print_play(play)} because {because.text}", part.span)
        case n.ExpectTerm(term):
            out.say(f"expect {print_term(term)}", part.span)
        case n.ExpectPays(rule, pays):
            each = ", ".join(f"{seat.letter} {print_term(points, SUM)}" for seat, points in pays)
            out.say(f"expect {print_term(rule, CHAIN)} pays {each}", part.span)
        case n.ExpectHolds(zone, pieces):
            out.say(f"expect {print_term(zone, CHAIN)} holds {print_terms(pieces)}", part.span)
        case n.ExpectMay(seat, play, allowed, because):
            reason = f" because {because.text}" if because is not None else ""
            out.say(f"expect {seat.letter} may {'' if allowed else 'not '}{print_play(play)}{reason}", part.span)
        case n.Examples(rows):
            out.say("examples", part.span)
            with out.below():
                out.rows(rows)
        case _:
            assert_never(part)


def _fact(out: Lines, fact: n.Fact, lead: str) -> None:
    about = print_term(fact.about, CHAIN)
    text = about + (f" is {print_terms(fact.values)}" if fact.values else "")
    if not lead and as_line(text) != text:
        text = f"({about})" + text[len(about) :]
    out.say(lead + text, fact.span)
    with out.below():
        out.rows(fact.rows)


def print_play(play: n.Play) -> str:
    """An action and its fields by name."""
    given = ", ".join(f"{name.text} {print_term(term, SUM)}" for name, term in play.fields)
    return play.action.text + (f" {given}" if given else "")

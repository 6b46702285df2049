"""Declarations to lines: everything but amendments and worked examples."""

from __future__ import annotations

from collections.abc import Iterable

from fuero.messages.diagnostic import NOWHERE, Span
from fuero.syntax import nodes as n
from fuero.syntax.print_lines import Lines
from fuero.syntax.print_statements import block, let, quoted, when
from fuero.syntax.print_terms import (
    SUM,
    print_bind,
    print_call,
    print_fields,
    print_params,
    print_term,
    print_terms,
    print_type,
    where,
)

_WIDE = 110  # a function that is longer goes on below


def names(words: Iterable[n.Word]) -> str:
    return ", ".join(word.text for word in words)


def head(out: Lines, d: n.Head) -> None:
    for_game = f" for {d.game}" if d.game else ""
    of = f" of {names(d.of)}" if d.of else ""
    title = f' "{d.title}"' if d.title or d.kind in ("game", "module", "variant") else ""
    out.say(f"{d.kind} {d.name.text}{for_game}{of}{title}", d.span, d.cites)
    with out.below():
        out.columns(
            (label.path.text, f'"{label.text}"' + "".join(f', {form} "{text}"' for form, text in label.forms), label.span)
            for label in d.labels
        )


def rulebook(out: Lines, d: n.Rulebook) -> None:
    out.say(f'rulebook {d.name.text} "{d.title}"{", in " + d.language if d.language else ""}', d.span)
    with out.below():
        for section in d.sections:
            out.say(f"section {section.name.text}{quoted(section.title)}", section.span)


def fact(out: Lines, d: n.PlayersRange | n.Neutral | n.Cap | n.Needs | n.Uses | n.Why) -> None:
    match d:
        case n.PlayersRange(low, high, cites):
            out.say(f"players {_counts(low, high)}", d.span, cites)
        case n.Neutral(name, title, condition, cites):
            out.say(f'neutral {name.text} "{title}" when {print_term(condition)}', d.span, cites)
        case n.Cap(count, unit, cites):
            out.say(f"cap {count} {unit}", d.span, cites)
        case n.Needs(kind, words):
            out.say(f"needs {kind} {names(words)}", d.span)
        case n.Uses(kind, words):
            out.say(f"uses {kind} {names(words)}", d.span)
        case n.Why(text):
            out.say(f'why "{text}"', d.span)


def _counts(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}..{high}"


def option(out: Lines, d: n.Option) -> None:
    out.say(f'option {d.name.text} "{d.sentence}"  {print_type(d.type)}, usually {print_term(d.usually)}', d.span, d.cites)
    with out.below():
        for part in d.parts:
            match part:
                case n.WithPlayers(low, high, value):
                    out.say(f"with {_counts(low, high)} players  {print_term(value)}", part.span)
                case n.OnlyPlayers(low, high):
                    out.say(f"only with {_counts(low, high)} players", part.span)
                case n.OnlyWith(kind, words):
                    out.say(f"only with {kind} {names(words)}", part.span)
                case n.NotWith(kind, words):
                    out.say(f"not with {kind} {names(words)}", part.span)
                case n.Needs():
                    fact(out, part)


def word(out: Lines, d: n.Number | n.Enum | n.Kind) -> None:
    match d:
        case n.Number(name, value, cites):
            out.say(f"number {name.text} = {print_term(value)}", d.span, cites)
        case n.Enum(name, members, cites):
            out.say(f"enum {name.text} = {names(members)}", d.span, cites)
        case n.Kind(name, members, cites):
            out.say(f"kind {name.text} = {names(members)}", d.span, cites)


def component(out: Lines, d: n.Map | n.Piece | n.PiecesCount | n.PiecesFile | n.PiecesRows) -> None:
    match d:
        case n.Map(name, of, _, _, cites, n.Grid(columns, rows, touch)):
            out.say(f"map {name.text} of {of.text} = {columns} by {rows}, {touch}", d.span, cites)
        case n.Map(name, of, file, mapping, cites):
            out.say(f'map {name.text} of {of.text} from "{file}"', d.span, cites)
            _mapping(out, mapping)
        case n.Piece(name, attributes, cites):
            out.say(f"piece {name.text}", d.span, cites)
            with out.below():
                out.columns((a.name.text, f": {print_type(a.type)}", a.span) for a in attributes)
        case n.PiecesCount(name, count, each, cites):
            of_each = f" of each {names(each)}" if each else ""
            out.say(f"pieces {name.text} = {print_term(count, SUM)}{of_each}", d.span, cites)
        case n.PiecesFile(name, file, mapping, cites):
            out.say(f'pieces {name.text} from "{file}"', d.span, cites)
            _mapping(out, mapping)
        case n.PiecesRows(name, rows, cites):
            out.say(f"pieces {name.text}", d.span, cites)
            with out.below():
                out.rows(rows)


def _mapping(out: Lines, mapping: tuple[n.Read | n.Ignore, ...]) -> None:
    with out.below():
        for line in mapping:
            match line:
                case n.Read(name, columns, marked):
                    out.say(f"read {name.text} from {names(columns)}{' marked ' + marked if marked else ''}", line.span)
                case n.Ignore(columns):
                    out.say(f"ignore {names(columns)}", line.span)


def zone(out: Lines, d: n.Zone) -> None:
    text = f"zone {d.name.text} : {d.kind.text}"
    text += f" {d.size}" if d.size else ""
    text += f" of {print_type(d.of)}" if d.of is not None else ""
    text += f" on {d.on.text}" if d.on is not None else ""
    text += f" of {d.on_of.text}" if d.on_of is not None else ""
    out.say(text + _per(d.per) + "".join(f", {sight}" for sight in d.sight), d.span, d.cites)
    with out.below():
        for term in d.always:
            out.say(f"always {print_term(term)}", term.span)


def _per(per: tuple[n.TypeText, ...]) -> str:
    return "".join(f" per {print_type(type)}" for type in per)


def var(out: Lines, d: n.Var) -> None:
    text = f"var {d.name.text} : {print_type(d.type)}{_per(d.per)}"
    text += f" = {print_term(d.initial)}" if d.initial is not None else ""
    text += "".join(f", {sight}" for sight in d.sight)
    out.say(text + (f", forgotten each {d.forgotten}" if d.forgotten else ""), d.span, d.cites)


def table(out: Lines, d: n.Table) -> None:
    source = f' from "{d.file}"' if d.file else ""
    blank = f", blank means {print_term(d.blank)}" if d.blank is not None else ""
    out.say(f"table {d.name.text}{source}{blank}", d.span, d.cites)
    with out.below():
        out.rows(d.rows)


def _typed(type: n.TypeText | None) -> str:
    return f" : {print_type(type)}" if type is not None else ""


def rule(out: Lines, d: n.Rule) -> None:
    out.say(f"{d.kind} {d.name.text}{print_params(d.params)}{_typed(d.type)}{quoted(d.label)}", d.span, d.cites)
    with out.below():
        for part in d.parts:
            rule_part(out, part)
        for line in d.relies:
            out.say(f"relies on {line.path.text}{quoted(line.why)}", line.span)


def rule_part(out: Lines, part: n.Part) -> None:
    out.say(f"{part.kind} {part.name.text}{quoted(part.label)}", part.span, part.cites)
    with out.below():
        out.term(part.term)


def cases(out: Lines, d: n.Cases) -> None:
    out.say(f"cases {d.name.text}{print_params(d.params)}{quoted(d.label)}", d.span, d.cites)
    with out.below():
        for case in d.cases:
            out.say(f"case {case.name.text}{quoted(case.label)} when {print_term(case.when)}", case.span, case.cites)
            body(out, case.body)


def body(out: Lines, said: n.Block | n.Term) -> None:
    if isinstance(said, tuple):
        block(out, said)
    else:
        with out.below():
            out.term(said)


def function(out: Lines, d: n.Function) -> None:
    text = f"function {d.name.text}{print_params(d.params)}{_typed(d.type)}"
    value = f"= {print_term(d.value)}"
    if len(text) + len(value) < _WIDE:
        out.say(f"{text} {value}", d.span, d.cites)
    else:
        out.say(text, d.span)
        with out.below():
            out.say(value, d.value.span, d.cites)


def action(out: Lines, d: n.Action) -> None:
    out.say(f"action {d.name.text}{print_params(d.params)}{quoted(d.label)}", d.span, d.cites)
    with out.below():
        for part in d.parts:
            match part:
                case n.Fields(fields, condition):
                    out.say(f"choose {print_fields(fields)}{where(condition)}", part.span)
                case n.Let():
                    let(out, part)
                case n.Part():
                    rule_part(out, part)
                case n.Effect(statements):
                    out.say("effect", part.span)
                    block(out, statements)


def flow(out: Lines, d: n.Procedure | n.Setup | n.End) -> None:
    match d:
        case n.Procedure(name, params, statements, cites):
            out.say(f"procedure {name.text}{print_params(params)}", d.span, cites)
            block(out, statements)
        case n.Setup(statements, cites):
            out.say("setup", d.span, cites)
            block(out, statements)
        case n.End(conditions, performs, winner, ties, cites):
            out.say("end", d.span, cites)
            with out.below():
                for term in conditions:
                    out.say(f"when {print_term(term)}", term.span)
                for call in performs:
                    out.say(f"perform {print_call(call)}", call.span)
                if winner:
                    out.say(f"winner {winner}")
                if ties:
                    out.say(f"ties {', '.join(ties)}")


def window(out: Lines, d: n.Window) -> None:
    out.say(f"window {d.name.text}{print_params(d.params)}{quoted(d.label)}", d.span, d.cites)
    lines: list[tuple[str, str, Span]] = []
    if d.opens is not None:
        lines.append(("opens", f"{d.opens[0]} {d.opens[1].text}", d.opens[1].span))
    if d.asks is not None:
        lines.append(("asks", print_bind(d.asks), d.asks.span))
    lines.extend(("offers", print_call(o.call) + when(o.when), o.span) for o in d.offers)
    if d.closes:
        lines.append(("closes", d.closes, NOWHERE))
    with out.below():
        out.columns(lines)


def majority(out: Lines, d: n.Majority) -> None:
    each = f" for each {print_bind(d.each)}" if d.each is not None else ""
    out.say(f"majority {d.name.text}{print_params(d.params)}{each}", d.span, d.cites)
    lines: list[tuple[str, str, Span]] = []
    if d.among is not None:
        lines.append(("among", print_bind(d.among), d.among.span))
    said = (("counting", d.counting), ("minimum", d.minimum), ("pays", d.pays), ("places", d.places))
    lines.extend((what, print_term(term), term.span) for what, term in said if term is not None)
    if d.ties:
        lines.append(("ties", ", ".join(d.ties), NOWHERE))
    with out.below():
        out.columns(lines)
        for bonus in d.bonuses:
            text = f'bonus {bonus.name.text} "{bonus.label}" {print_term(bonus.points)} to {bonus.to}{when(bonus.when)}'
            out.say(text, bonus.span, bonus.cites)


def points(out: Lines, d: n.Points) -> None:
    out.say(f"points {d.name.text}{quoted(d.label)}", d.span, d.cites)
    lines: list[tuple[str, str, Span]] = []
    if d.every:
        lines.append(("scored", f"in every {d.every}", NOWHERE))
    if d.scored is not None:
        lines.append(("scored", f"in {print_term(d.scored)}", d.scored.span))
    if d.each is not None:
        lines.append(("for each", print_bind(d.each), d.each.span))
    lines.extend((what, print_term(t), t.span) for what, t in (("when", d.when), ("pays", d.pays)) if t is not None)
    with out.below():
        out.columns(lines)


def display(out: Lines, d: n.Display) -> None:
    shown = f" of {d.of.text}" if d.of is not None else ""
    shown += f" {print_term(d.range)}" if d.range is not None else ""
    out.say(f"display {d.name.text}{quoted(d.label)} as {d.shape.text}{shown}", d.span, d.cites)
    with out.below():
        for part in d.parts:
            what = f'"{part.file}"' if part.kind == "picture" else print_terms(part.terms)
            out.say(f"{part.kind} {what}", part.span)

"""Numbers typed out in a sentence that its rule reads under a name.

In: a bound ruleset. Out: a warning for each sentence of a clause (or reason for points) that says, in digits or as a word, the
value of a number or option which that clause reads. Only what the clause reads itself, by way of a `let`, or by way of a function
is looked at; "one" and "0" are never taken for a number of the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from fuero.messages.diagnostic import Diagnostic, Place
from fuero.rules import nodes as r
from fuero.rules.bind.walk import walk

_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
NUMBER_WORDS: Mapping[str, int] = {word: n for n, word in enumerate(_WORDS, 2)} | {
    "fifteen": 15,
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "a hundred": 100,
}
_BRACES = re.compile(r"\{[^{}]*\}")
_TYPED = re.compile(r"(?<![\w.,-])(\d+|" + "|".join(NUMBER_WORDS) + r")(?![\w-]|[.,]\d)", re.IGNORECASE)


def typed_numbers(rules: r.Ruleset) -> list[Diagnostic]:
    """The warnings, in the order of the rules."""
    held = {number.name: (number.value, number) for number in rules.numbers}
    held_options = {o.name: (o.value if o.value is not None else o.usually, o) for o in rules.options}
    values = {name: (value, node) for name, (term, node) in (held | held_options).items() if (value := _value(term)) is not None}
    functions = {f.name: f for f in rules.functions}
    found: list[Diagnostic] = []
    for text, reads, node in _sentences(rules):
        plain = _BRACES.sub(lambda m: " " * len(m[0]), text)
        for match in _TYPED.finditer(plain):
            word = match[1].lower()
            said = int(word) if word.isdigit() else NUMBER_WORDS[word]
            for name in _read(reads, functions) if said > 1 else ():
                if name in values and values[name][0] == said:
                    found.append(_warning(match[1], name, text, node, values[name][1]))
                    break
    return found


def _warning(said: str, name: str, text: str, node: r.Part | r.Require | r.Score, held: r.Number | r.Option) -> Diagnostic:
    span = node.span if isinstance(node, r.Score) else node.origin.span
    short = name.rpartition("/")[2]
    mended = re.sub(rf"(?<![\w{{]){re.escape(said)}(?!\w)", "{" + short + "}", text, count=1)
    return Diagnostic(
        "typed-number",
        "warning",
        f'The sentence says "{said}", which the rule reads under the name "{short}": when that changes, the sentence stays.',
        span,
        f'"{said}" is typed out in its sentence',
        (Place(held.origin.span, f'"{short}" is declared here'),),
        hint=f'Write {{{short}}}: "{mended}"',
    )


def _sentences(rules: r.Ruleset) -> Iterator[tuple[str, tuple[object, ...], r.Part | r.Require | r.Score]]:
    for parts in rules.parts:
        for part in parts.parts:
            if part.label:
                yield part.label, (part.term,), part
    for action in rules.actions:
        lets = {p.name: p.value for p in action.parts if isinstance(p, r.Let)}
        for clause in action.parts:
            if isinstance(clause, r.Require) and clause.label:
                named = (lets[n.name] for n in walk(clause.term) if isinstance(n, r.Local) and n.name in lets)
                yield clause.label, (clause.term, *named), clause
    bodies = (*(p.body for p in rules.procedures), rules.setup.body, *(a.effect for a in rules.actions))
    cases = (c.body for case in rules.cases for c in case.cases)
    for body in (*bodies, *cases, *(u.body for u in rules.upons)):
        for node in walk(body):
            if isinstance(node, r.Score) and node.label:
                yield node.label, (node.points,), node


def _read(terms: tuple[object, ...], functions: Mapping[str, r.Function]) -> Iterator[str]:
    """The numbers and options that terms read, and those that a function called there reads."""
    for node in walk(terms):
        match node:
            case r.Setting(name=name):
                yield name
            case r.Call(rule=rule) if rule in functions:
                function = functions[rule]
                inner = (function.value, tuple((c.when, c.value) for c in function.cases))
                yield from (n.name for n in walk(inner) if isinstance(n, r.Setting))
            case _:
                pass


def _value(term: r.Term) -> int | None:
    if not isinstance(term, r.Const) or isinstance(term.type, r.YesNo):
        return None
    if isinstance(term.type, r.Num) and term.type.half:
        return term.value // 2 if term.value % 2 == 0 else None
    return term.value

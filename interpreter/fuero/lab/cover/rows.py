"""What there is to come by in a ruleset.

In: RULES, and the PROGRAM at each number of players. Out: keys in the order of topics and of the rules. Law: nothing is listed
of which `watch` could not tell that it was come by.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from fuero.lab.cover.nodes import TITLES, Key
from fuero.program import nodes as P
from fuero.program.pauses import Pauses, statements
from fuero.rules import nodes as r
from fuero.rules.bind.walk import walk


def rows(rules: r.Ruleset, programs: Mapping[int, P.Program]) -> list[Key]:
    """Everything that one could come by at these tables (programs by number of players)."""
    found: dict[Key, None] = {}
    for key in _of_rules(rules):
        found[key] = None
    for program in programs.values():
        for key in _of_program(program):
            found[key] = None
    for cut in cuts(rules):
        found["cut", cut] = None
    for m in rules.majorities:
        for players in sorted(programs):
            found["players", f"{m.name}: {players} players"] = None
    order = list(TITLES)
    return sorted(found, key=lambda key: order.index(key[0]))


def tie(rule: str, place: int, size: int) -> str:
    """The name of a row: so many at one place of a majority.

    >>> tie("most", 1, 1), tie("most", 2, 3)
    ('most: place 1, alone', 'most: place 2, 3 tied')
    """
    return f"{rule}: place {place}, " + ("alone" if size == 1 else f"{size} tied")


def ties(rule: str, prizes: int, participants: int) -> Iterator[Key]:
    """The places of a majority with so many prizes, each with every number that can stand there."""
    for place in range(1, min(prizes, participants) + 1):
        for size in range(1, participants - place + 2):
            yield "tie", tie(rule, place, size)


def _of_rules(rules: r.Ruleset) -> Iterator[Key]:
    groups = (rules.functions, rules.parts, rules.cases, rules.procedures, (rules.setup,))
    for group in groups:
        for rule in group:
            yield "rule", rule.name
    for action in rules.actions:
        yield "action", action.name
    for cases in rules.cases:
        for case in cases.cases:
            yield "case", case.path
    for window in rules.windows:
        yield "window", window.name
        for offered in window.offers:
            yield "window", f"{window.name}: {offered.action}"
    for majority in rules.majorities:
        for bonus in majority.bonuses:
            yield "bonus", bonus.path
    for option in rules.options:
        for value in values_of(option, rules):
            yield "option", f"{option.name}: {value}"


def values_of(option: r.Option, rules: r.Ruleset) -> list[str]:
    """The values that a row tells apart: all of a list; of a range of numbers, the usual one and any other."""
    match option.type:
        case r.YesNo():
            return ["yes", "no"]
        case r.EnumType(name):
            return list(next((e.members for e in rules.enums if e.name == name), ()))
        case _:
            return ["usual", "another"]


def _of_program(program: P.Program) -> Iterator[Key]:
    for routine in program.routines:
        if not routine.name.startswith(("cases:", "window:")):
            for path in moments(routine.code):
                yield "step", path
    for menu in program.menus:
        for clause in menu.clauses:
            yield "refusal", clause.path
    for function in program.functions:
        if function.combine == "all":
            for clause in function.clauses:
                yield "refusal", clause.path


def moments(code: P.Code) -> Iterator[str]:
    """The paths of the moments in a piece of code."""
    for node in walk(tuple(code)):
        if isinstance(node, P.Moment):
            yield node.path


# ------------------------------------------------------------ effects that a window may cut short


def cuts(rules: r.Ruleset) -> list[str]:
    """Where the rest of a running effect can be cancelled: before it, and after a step of each case (or of itself)."""
    pauses, found = Pauses(rules), []
    offered = {name for window in rules.windows for name in leavers(window)}
    leaving = {name for action in rules.actions if action.name in offered for name in left(action)}
    for k, (_, within) in enumerate(pauses.withins):
        if within.name not in leaving:
            continue
        found.append(before(within.name))
        if _steps(within.body, pauses):
            found.append(after(within.name, ""))
        reached = {name for name in pauses.bodies if k in pauses.cutting_in(name)}
        found += [
            after(within.name, case.path)
            for cases in rules.cases
            if f"cases:{cases.name}" in reached
            for case in cases.cases
            if _steps(case.body, pauses)
        ]
    return found


def leavers(window: r.Window) -> set[str]:
    """The actions with which a window can be used."""
    return {offered.action for offered in window.offers}


def left(action: r.Action) -> list[str]:
    """The running effects that an action can end."""
    return [node.name for node in walk(action.effect) if isinstance(node, r.Leave)]


def _steps(block: r.Block, pauses: Pauses) -> bool:
    """Has a block steps of its own, or in what it performs, between which a window opens? Cases count for themselves."""
    for s in statements(block):
        match s:
            case r.Step() | r.ForEach():
                return True
            case r.Choose(times=times) if times is not None:
                return True
            case r.Perform("procedure", rule) if _steps(pauses.bodies[f"procedure:{rule}"], pauses):
                return True
            case _:
                pass
    return False


def before(effect: str) -> str:
    """
    >>> before("special")
    'special: before it'
    """
    return f"{effect}: before it"


def after(effect: str, case: str) -> str:
    """
    >>> after("special", "cards.gift"), after("special", "")
    ('special: after a step of cards.gift', 'special: after a step')
    """
    return f"{effect}: after a step" + (f" of {case}" if case else "")

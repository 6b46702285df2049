"""What a scenario's `A : play` says, as a move in the engine's words; and bringing the match to where that seat is asked.

SYNTAX and a state come in; the text of a move goes out, or the state goes on to its question. Keeps the law that a play is never
silently someone else's.
"""

from __future__ import annotations

from collections.abc import Sequence

from fuero.engine.decision import PASS
from fuero.engine.faults import Fault
from fuero.engine.helpers import bits
from fuero.engine.state import State
from fuero.messages.diagnostic import FueroError, Span
from fuero.program.layout import ASKING, OUTCOME, PENDING
from fuero.rules import nodes as r
from fuero.rules.bind.scenario import ScenarioBinder
from fuero.rules.bind.types import element, strip
from fuero.rules.bind.walk import declared, walk
from fuero.rules.bind.world import did_you_mean
from fuero.syntax import nodes as s
from fuero.table.scenario_rows import wrong
from fuero.table.scenario_terms import Evaluator, idle

CHOOSE = "choose"
"""How a play begins that answers a choice in the middle of a rule."""


def move_text(values: Evaluator, binder: ScenarioBinder, state: State, play: s.Play) -> str:
    """The move in words: `take place 2, pay {red-5, red-3}`; `pass` where that is all that can be answered."""
    if play.action.text == PASS and not play.fields:
        return PASS
    if play.action.text == CHOOSE and all(action.name != CHOOSE for action in binder.rules.actions):
        name, choices = CHOOSE, _asked_for(binder.rules, state, play.action.span)
    else:
        action = binder.action(play.action)
        name, choices = action.name, [part for part in action.parts if isinstance(part, r.Choice)]
    types = {choice.name: choice.type for choice in choices}
    for word, _ in play.fields:
        if word.text not in types:
            raise _no_field(word, play.action.text, list(types))
    fields = [f"{word.text} {_said(values, binder, state, node, types.get(word.text))}" for word, node in play.fields]
    return f"{name} {', '.join(fields)}".strip()


def _no_field(word: s.Word, action: str, fields: list[str]) -> FueroError:
    """A play names something that this action does not choose."""
    chosen = f"It chooses: {', '.join(fields)}." if fields else "It chooses nothing."
    message = f'"{action}" does not choose a "{word.text}".{did_you_mean(word.text, fields)}'
    return wrong(message, word.span, chosen)


def _asked_for(rules: r.Ruleset, state: State, place: Span) -> Sequence[r.Choice]:
    """What the question in the middle of a rule asks for."""
    path = state.machine.asks[state.words[ASKING]].step.path
    for node in walk(tuple(declared(rules).values())):
        if isinstance(node, r.Choose | r.Secretly) and node.name == path:
            return node.choices
    raise wrong(f"No rule has a choice in the middle here: {whom(state)}.", place)


def _said(values: Evaluator, binder: ScenarioBinder, state: State, node: s.Term, kind: r.Type | None) -> str:
    """One field's value. A piece keeps the name it is given, so that the same card named twice is two cards."""
    inner = element(kind) if kind is not None else None
    if isinstance(node, s.SetLiteral):
        return "{" + ", ".join(_said(values, binder, state, item, inner) for item in node.items) + "}"
    if isinstance(node, s.NoneTerm):
        return "none"
    wanted = inner if inner is not None else strip(kind) if kind is not None else None
    thing = binder.thing(node, wanted)
    match thing:
        case r.PieceNamed(_, row):
            return row
        case _ if isinstance(thing.type, r.SetType):
            shape = values.table.bounds(thing.type)[2]
            return state.machine.words.text(shape, values.members(state, thing))
        case _:
            made = binder.term(node, wanted) if wanted is not None else thing
            shape = values.table.bounds(wanted if wanted is not None else thing.type)[2]
            return state.machine.words.text(shape, values.value(state, made, wanted))


def come_to(state: State, seat: s.Seat, place: Span) -> None:
    """Brings the match to a question of this seat. Where nobody is asked, it begins with this seat as the active player.

    Raises FueroError where somebody else is asked.
    """
    who = number(state, seat)
    S = state.words
    if S[OUTCOME]:
        raise wrong(f"The match is over, so {seat.letter} cannot decide anything.", place)
    if not S[PENDING]:
        begin(state, who, place)
    while not S[OUTCOME] and not S[PENDING] >> who & 1:
        others = [d.player for d in state.pending]
        if not others or not all(idle(state, other) for other in others):
            break
        state.apply(PASS, others[0])  # the game itself would have passed over this player
    if S[OUTCOME] or not S[PENDING] >> who & 1:
        raise wrong(f"{seat.letter} is not asked now: {whom(state)}.", place)


def begin(state: State, who: int, place: Span) -> None:
    """The flow of the game from its beginning, with this player's turn first."""
    slot = next(v.base for v in state.machine.layout.vars if v.name == "active-player")
    state.words[slot] = who
    try:
        state.machine.play_from(state.words, state.log_raw)
    except Fault as e:
        raise wrong(f"The match cannot begin here: {e}.", place) from e
    state.changed()


def whom(state: State) -> str:
    """Who is asked what, in words."""
    if state.words[OUTCOME]:
        return "the match is over"
    asked = [f"{state.machine.words.seats[d.player]} is asked ({d.question})" for d in state.pending]
    return ", ".join(asked) or "nobody is asked"


def number(state: State, seat: s.Seat) -> int:
    """The seat by its letter."""
    seats = state.machine.words.seats
    if seat.letter not in seats:
        raise wrong(f"There is no {seat.letter} at this table: it seats {', '.join(seats)}.", seat.span)
    return seats.index(seat.letter)


def perform(values: Evaluator, binder: ScenarioBinder, state: State, call: s.Call) -> None:
    """`do scoring(2)`: a procedure, cases or majority by itself, to its end or its first question.

    At its end whoever was asked before is asked again.
    """
    machine, S = state.machine, state.words
    slot = next(v.base for v in machine.layout.vars if v.name == "active-player")
    if call.name.text == "setup" and not call.args:
        routine, given, you = "procedure:setup", [], S[slot]
    else:
        made = binder.perform(call)
        if made.kind == "points":
            raise wrong("A rule of points is scored by a procedure: perform that one.", call.span)
        rules = values.game.rules
        known: tuple[r.Procedure | r.Cases | r.Majority, ...] = (*rules.procedures, *rules.cases, *rules.majorities)
        params = next(x.params for x in known if x.name == made.rule)
        routine = f"{made.kind}:{made.rule}"
        given = [values.value(state, a, p.type) for a, p in zip(made.args, params, strict=True)]
        you = bits(S[PENDING])[0] if S[PENDING] else S[slot]
    before, asking = S[PENDING], S[ASKING]
    machine.perform(S, state.log_raw, routine, you, given)
    if not S[PENDING] and not S[OUTCOME]:
        S[PENDING], S[ASKING] = before, asking
    state.changed()

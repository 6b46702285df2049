"""Playing a record again: under the rules it was made with, to see that it holds, or under others, to see how far it does.

Stops at the first decision that differs and names it: who is asked, whether the move may be made (and if not, by which
clauses), what it set off, what it left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from fuero.messages.diagnostic import FueroError
from fuero.players.contract import Game, Reason
from fuero.table.chance import chance_since
from fuero.table.replay import Replay, Step
from fuero.table.sitting import Sitting, result_of

Watcher = Callable[[Step, Any], None]


@dataclass(frozen=True, slots=True)
class Difference:
    """The first thing that is not as recorded.

    `decision` counts from 1; 0 is the set-up, one more than there are is the result.
    """

    decision: int
    sentence: str
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Played:
    """How far a record held: `held` decisions, the sitting as it then stood, and what differs (None: nothing does)."""

    held: int
    sitting: Sitting
    difference: Difference | None


def replay_again(replay: Replay, game: Game, *, same_rules: bool, watch: Watcher | None = None) -> Played:
    """Plays the record with `game`. With `same_rules`, chance, hashes and the result must be as recorded too.

    `watch` is called after each decision that held. Raises nothing for what the record says; a damaged file was refused when
    it was read.
    """
    header = replay.header
    state = game.start(header.seed)
    sitting = Sitting(game, header, state)
    if tuple(game.seats) != header.names:
        names = ", ".join(game.seats)
        return Played(0, sitting, Difference(0, f"The players are {names} now, and were {', '.join(header.names)}."))
    if same_rules and (dealt := chance_since(state, 0)) != header.deal:
        return Played(0, sitting, Difference(0, f"The deal is another: {_first_other(dealt, header.deal)}."))
    if same_rules and state.hash_hex() != header.start:
        return Played(0, sitting, Difference(0, "The table after the set-up is not the recorded one."))
    for step in replay.steps:
        difference = _one(sitting, step, header.names, same_rules)
        if difference is not None:
            return Played(step.number - 1, sitting, difference)
        if watch is not None:
            watch(step, sitting.state)
    return Played(len(replay.steps), sitting, _ending(replay, sitting) if same_rules else None)


def _one(sitting: Sitting, step: Step, names: tuple[str, ...], same_rules: bool) -> Difference | None:
    """Plays one recorded decision, or says why it does not hold."""
    state = sitting.state
    label = f"decision {step.number} ({step.player}: {step.move})"
    if state.outcome is not None:
        return Difference(step.number, f"At {label} the match is already over: {_bare(state.outcome.text)}.")
    asked = [decision for decision in state.pending if names[decision.player] == step.player]
    if not asked:
        others = ", ".join(f"{names[d.player]} ({d.question})" for d in state.pending)
        return Difference(step.number, f"At {label} it is not {step.player} who is asked, but {others}.")
    decision = asked[0]
    if same_rules and step.asked and decision.path != step.asked:
        return Difference(step.number, f"At {label} the question comes from {decision.path}, and came from {step.asked}.")
    reasons = tuple(state.why_not(step.move, decision.player))
    if reasons:
        said = "; ".join(_bare(reason.sentence) for reason in reasons)
        return Difference(step.number, f"At {label} the move may not be made: {said}.", reasons)
    try:
        move = decision.parse(step.move)
    except FueroError as error:
        return Difference(step.number, f"At {label} there is no such move: {_bare(str(error))}.")
    sitting.answer(move, decision.player)
    return _same(sitting, sitting.steps[-1], step, label) if same_rules else None


def _same(sitting: Sitting, now: Step, step: Step, label: str) -> Difference | None:
    if now.chance != step.chance:
        return Difference(step.number, f"After {label} chance is another: {_first_other(now.chance, step.chance)}.")
    if now.state != step.state:
        return Difference(
            step.number, f"After {label} the table is not the recorded one (its hash is {now.state}, and was {step.state})."
        )
    return None


def _first_other(now: Sequence[str], then: Sequence[str]) -> str:
    """The first outcome of chance that is not the recorded one."""
    for new, old in zip_longest(now, then):
        if new != old:
            return f"{new or 'nothing'} now, and {old or 'nothing'} then"
    return ""


def _ending(replay: Replay, sitting: Sitting) -> Difference | None:
    then, now = replay.result, result_of(sitting.state, replay.header.names)
    after = len(replay.steps) + 1
    if then is None:
        return None
    if now is None:
        return Difference(after, "After the last decision the match goes on, and had ended.")
    if (now.end, now.rule) != (then.end, then.rule):
        return Difference(after, f"The match is {now.end} by {now.rule}, and was {then.end} by {then.rule}.")
    if now.scores != then.scores:
        return Difference(after, f"The points are {_points(now.scores)}, and were {_points(then.scores)}.")
    if now.ranking != then.ranking:
        return Difference(after, "The ranking is not the recorded one.")
    return None


def _points(scores: tuple[tuple[str, int | str], ...]) -> str:
    return ", ".join(f"{name} {points}" for name, points in scores)


def _bare(sentence: str) -> str:
    return sentence.rstrip(".")

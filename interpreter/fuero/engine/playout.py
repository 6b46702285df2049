"""Whole matches by uniformly random seats, without a log: the fast path of simulations. Gives exactly what the random player
gives move by move.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from fuero.engine.chance import player_word
from fuero.engine.domains import count_of, members_of, nth_of
from fuero.engine.machine import CAPPED, ENDED, Machine, MenuCode
from fuero.program.layout import ASKING, DECISIONS, OUTCOME, OUTCOME_RULE, PENDING

KEPT = 1024
"""So many trees of moves are kept for a menu."""
NOTHING = (0, None, None)


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """One match in figures: points by seat, shares of the victory, decisions, how it ended and by which rule."""

    seed: int
    scores: tuple[int, ...]
    shares: tuple[Fraction, ...]
    decisions: int
    outcome: str
    rule: str


def record(machine: Machine, S: list[int], seed: int) -> MatchRecord:
    """The figures of a match that is over."""
    at = machine.layout.scores
    scores = tuple(S[at : at + machine.players])
    outcome = "ended" if S[OUTCOME] == ENDED else "capped" if S[OUTCOME] == CAPPED else "stuck"
    shares = (Fraction(0),) * machine.players
    if outcome == "ended":
        best = min(scores) if machine.program.winner == "fewest points" else max(scores)
        winners = scores.count(best)
        shares = tuple(Fraction(int(s == best), winners) for s in scores)
    rule = {"ended": machine.rules[S[OUTCOME_RULE]] if machine.rules else "end", "capped": "cap"}.get(outcome, "")
    return MatchRecord(seed, scores, shares, S[DECISIONS], outcome, rule)


def playout(machine: Machine, S: list[int], player_seed: int, own: list[int] | None = None) -> None:
    """Plays a match to its end. `own` counts each seat's decisions so far (all 0 at a match's start)."""
    numbers = own if own is not None else [0] * machine.players
    while not S[OUTCOME]:
        pending = S[PENDING]
        who = (pending & -pending).bit_length() - 1
        step(machine, S, who, player_word(player_seed, who, numbers[who]))
        numbers[who] += 1


def step(machine: Machine, S: list[int], who: int, word: int) -> None:
    """One uniformly random decision of `who`, drawn by a 64-bit word."""
    info = machine.asks[S[ASKING]]
    offered = machine.offers[info.number](S, who)
    counted: list[tuple[int, Any, Any]] = []
    total = 0
    menus = machine.menus
    for offer in offered:
        code = menus[offer[0]]
        tree = _tree(S, code, offer[1], offer[2])
        if tree[0]:
            counted.append((tree[0], tree, offer))
            total += tree[0]
    passes = info.step.decline or not total
    k = word * (total + passes) >> 64
    for here, tree, offer in counted:
        if k < here:
            values: list[int] = []
            while True:
                _, domain, below = tree
                if below is None:
                    if domain is not None:
                        values.append(nth_of(domain, k))
                    break
                for value, child in below:
                    if k < child[0]:
                        values.append(value)
                        tree = child
                        break
                    k -= child[0]
            machine.apply(S, None, who, offer[3], offer[0], offer[1], offer[2], tuple(values))
            return
        k -= here
    machine.apply(S, None, who, -1, -1, 1 if info.step.decline and total else 0, (), ())


def _tree(S: list[int], code: MenuCode, you: int, args: tuple[int, ...]) -> Any:
    """A menu's moves as a tree, kept for whenever all it hangs on is the same again."""
    if code.key is None:
        return _count(S, code, you, args, ()) if code.before(S, you, *args) else NOTHING
    key = code.key(S, you, *args)
    tree = code.memo.get(key)
    if tree is None:
        tree = _count(S, code, you, args, ()) if code.before(S, you, *args) else NOTHING
        if len(code.memo) >= KEPT:
            code.memo.clear()
        code.memo[key] = tree
    return tree


def _count(S: list[int], code: MenuCode, you: int, args: tuple[int, ...], fields: tuple[int, ...]) -> Any:
    """(how many, the last field's domain, [(value, tree)] for a field before it)."""
    depth = len(code.domains)
    if depth == 0:
        return (1, None, None)
    domain = code.domains[len(fields)](S, you, *args, *fields)
    if len(fields) == depth - 1:
        return (count_of(domain), domain, None)
    below: list[tuple[int, Any]] = []
    total = 0
    if len(fields) == depth - 2:  # the loop that most moves come from
        last = code.domains[-1]
        for x in members_of(domain):
            found = last(S, you, *args, *fields, x)
            if found:
                here = found.bit_count() if type(found) is int else count_of(found)
                if here:
                    below.append((x, (here, found, None)))
                    total += here
        return (total, domain, below)
    for x in members_of(domain):
        child = _count(S, code, you, args, (*fields, x))
        if child[0]:
            below.append((x, child))
            total += child[0]
    return (total, domain, below)

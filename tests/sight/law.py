"""The sight law, tested side by side: a state, and the same state with everything redealt that a player cannot know."""

from __future__ import annotations

import json
import random
from typing import Any

from fuero.engine.events import hide
from fuero.engine.helpers import bits
from fuero.engine.state import IllegalMove, State

MANY = 400


def side(state: State, player: int, refused: list[str]) -> dict[str, Any]:
    """All that a player may learn from a state: view, log, who is asked for what, own moves, reasons."""
    own = next((d for d in state.pending if d.player == player), None)
    moves: list[str] = []
    if own is not None:
        step = max(1, own.count() // MANY)
        moves = [str(own.nth(k)) for k in range(0, own.count(), step)]
    return {
        "view": json.dumps(state.view(player)),
        "log": [(e.kind, e.text, e.path) for e in state.log(player)],
        "asked": [(d.player, d.path, d.question, d.optional if d.player == player else None) for d in state.pending],
        "count": own.count() if own else 0,
        "moves": moves,
        "why": [[str(r) for r in state.why_not(m, player)] for m in refused] if own else [],
        "scores": dict(state.scores),
        "over": state.outcome,
    }


def differences(a: dict[str, Any], b: dict[str, Any]) -> list[str]:
    return [f"{key}: {a[key]!r:.300} / {b[key]!r:.300}" for key in a if a[key] != b[key]]


def shuffled_unseen(state: State, player: int, rng: random.Random) -> State:
    """What no zone shows the player changes places, wherever that is possible, whatever the player remembers."""
    other = state.copy()
    S, pieces, sight = other.words, other.machine.pieces, other.game.sight
    unseen = [
        p for p in range(len(pieces.piece_keys)) if S[pieces.where + p] and not sight.content(S[pieces.where + p], player)
    ]
    for _ in range(4 * len(unseen)):
        p, q = (rng.choice(unseen), rng.choice(unseen))
        here, there = S[pieces.where + p], S[pieces.where + q]
        if p == q or not (pieces.takes[here] >> q & 1 and pieces.takes[there] >> p & 1):
            continue
        if here != there:
            S[pieces.base[here]] ^= 1 << p | 1 << q
            S[pieces.base[there]] ^= 1 << p | 1 << q
            S[pieces.where + p], S[pieces.where + q] = there, here
        for z in {here, there}:
            base = pieces.base[z]
            if pieces.kind[z] == "deck":
                order = [S[base + 1] >> (16 * k) & 65535 for k in range(S[base].bit_count())]
                order = [q if x == p else p if x == q else x for x in order]
                S[base + 1] = sum(x << (16 * k) for k, x in enumerate(order))
            elif pieces.kind[z] == "row" or pieces.kind[z] == "board":
                raise AssertionError("no rulesets here hide such zones")
    other.changed()
    return other


def comes_to_light(state: State, start: int, player: int) -> bool:
    """Has something been shown to the player since that was hidden, or has chance fallen?"""
    sight = state.game.sight
    raw = (state.log_raw or [])[start:]
    named = any(e[0] == "decide" and e[3] for e in raw)
    for e in hide(sight, state.machine, raw, 0, player):
        if e[0] == "move" and not named and sight.owner[e[2]] >= 0:
            return True  # drawn out of somebody's hand
        parts = [(e[1], e[2])] if e[0] == "move" else [(p, z) for p, z, _ in e[2]] if e[0] == "many" else []
        if any(p >= 0 and z != 0 and not sight.content(z, player) for p, z in parts):
            return True
        if e[0] in ("reveal", "reveal-var", "roll", "use"):
            return True
    return False


def checked(state: State, player: int, seed: int, refused: list[str], onward: int = 8) -> list[str]:
    """Everything that breaks the law here, and while both go on under the same moves until something comes to light."""
    rng = random.Random(seed)
    table = differences(
        {"view": json.dumps(state.view(player))}, {"view": json.dumps(shuffled_unseen(state, player, rng).view(player))}
    )
    if table:
        return ["unseen pieces show: " + table[0]]
    here, there = state.copy(), state.knowledge(player).determinise(seed)
    broken = differences(side(here, player, refused), side(there, player, refused))
    for _ in range(onward):
        if broken or here.decision is None:
            break
        decision = rng.choice(here.pending)
        move = str(decision.nth(rng.randrange(decision.count())))
        start = here.log_length
        assert there.log_length == start
        here.apply(move, decision.player)
        try:
            there.apply(move, decision.player)
        except IllegalMove:
            return [f"own move refused: {move}"] if decision.player == player else []
        if comes_to_light(here, start, player) or comes_to_light(there, start, player):
            return []
        broken = [f"after {move}: {b}" for b in differences(side(here, player, refused), side(there, player, refused))]
    return broken


def held(state: State, zone: int) -> list[str]:
    """The names of what lies in a zone."""
    return sorted(state.machine.words.rows[p] for p in bits(state.words[state.machine.pieces.base[zone]]))

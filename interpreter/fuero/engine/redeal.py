"""A state and a player's memory → another state that fits the memory, with everything dealt anew that the player cannot know.

Law: nothing of what comes out hangs on the seed, on what lies hidden, or on what others answered in secret; only on the memory
and on `rng`.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from fuero.engine.chance import HIGHEST
from fuero.engine.decision import Decision
from fuero.engine.events import owner_of
from fuero.engine.helpers import bits
from fuero.engine.memory import TRIES, Memory
from fuero.engine.pieces import CELL_BITS, EVENT_BITS, ORDER_BITS
from fuero.messages.diagnostic import Diagnostic, FueroError
from fuero.program.layout import ANSWER_WORDS, ASKING, EVENTS, PENDING, SEED

if TYPE_CHECKING:
    from fuero.engine.pieces import Pieces
    from fuero.engine.state import State

UNORDERED = ("bag", "pile", "place", "deck")


def redeal(state: State, viewer: int, memory: Memory, rng: random.Random, log: list[Any]) -> State:
    """A copy of a state in which everything that the viewer cannot know is dealt anew; `log` is the log as the viewer saw it.

    Raises FueroError if no deal is found that fits.
    """
    found = memory.draw(rng)
    if found is None:
        text = f"No deal was found in {TRIES} tries that fits everything that was shown."
        raise FueroError((Diagnostic("no-deal", "error", text),))
    world, dealt = found
    S = state.words.copy()
    pieces = state.machine.pieces
    for zone, segments in enumerate(world.zones):
        kind = pieces.kind[zone]
        if memory.open[zone] or kind.startswith("marks"):
            continue
        content = 0
        order: list[int] = []
        for s in segments:
            part = bits(s.known) + dealt.get(s.number, [])
            if kind == "deck":
                rng.shuffle(part)
            order += part
        for p in order:
            content |= 1 << p
            S[pieces.where + p] = zone
        if kind == "deck":
            S[pieces.base[zone] + 1] = sum([p << (ORDER_BITS * at) for at, p in enumerate(order)])
        elif kind not in UNORDERED:
            S[pieces.base[zone] + 1] = _places(S, zone, order, pieces, rng)
        S[pieces.base[zone]] = content
    active = _forget_the_done(state, S)
    _rename(state, S, memory, rng, active)
    S[SEED] = rng.getrandbits(64)
    _new_keys(state, S, rng)
    other = type(state).__new__(type(state))
    other.game, other.machine, other.words = state.game, state.machine, S
    other.log_raw = log
    other.memories = {viewer: (memory, log.copy())}
    other._past, other._decisions = [], None
    _secret_values(other, viewer, memory, rng)
    _secret_answers(other, viewer, rng, active)
    return other


def _forget_the_done(state: State, S: list[int]) -> set[str]:
    """Rules that are not at work now leave no trace in what their names last meant; gives those at work."""
    machine = state.machine
    active = machine.at_work(S)
    for r in machine.program.routines:
        if r.pauses and r.name not in active:
            S[r.frame : r.frame + len(r.locals)] = [0] * len(r.locals)
            if "you" in r.locals:
                S[r.frame + r.locals.index("you")] = -1
    return active


def _places(S: list[int], zone: int, order: list[int], pieces: Pieces, rng: random.Random) -> int:
    """Pieces lying face down on places that everybody sees: the places stay, the pieces change."""
    base, kind = pieces.base[zone], pieces.kind[zone]
    new = order.copy()
    rng.shuffle(new)
    if kind == "row":
        taken = [k for k in range(pieces.size[zone]) if S[base + 1] >> (ORDER_BITS * k) & 65535]
        return sum([(p + 1) << (ORDER_BITS * k) for k, p in zip(taken, new, strict=True)])
    width = CELL_BITS if kind == "board" else 2 * CELL_BITS
    cells = sorted(S[base + 1] >> (width * p) & ((1 << width) - 1) for p in bits(S[base]))
    return sum([at << (width * p) for at, p in zip(cells, new, strict=True)])


def _new_keys(state: State, S: list[int], rng: random.Random) -> None:
    """Keys tell of the seed: pieces get new ones, in the order in which they lie."""
    pieces = state.machine.pieces
    count = len(state.machine.layout.pieces)
    first = pieces.key_words
    S[first : first + count] = [0] * count
    for zone, kind in enumerate(pieces.kind):
        base = pieces.base[zone]
        if kind == "deck":
            keys = sorted([rng.getrandbits(62) + 1 for _ in range(S[base].bit_count())])
            for at, key in enumerate(keys):
                S[first + (S[base + 1] >> (ORDER_BITS * at) & 65535)] = key
            S[base + 3] = 0
        elif kind == "pile" and S[base + 2]:
            members = bits(S[base])
            rng.shuffle(members)
            for p, key in zip(members, sorted([rng.getrandbits(62) + 1 for _ in members]), strict=True):
                S[first + p] = key
            S[base + 1], S[base + 2] = 0, HIGHEST


def _rename(state: State, S: list[int], memory: Memory, rng: random.Random, active: set[str]) -> None:
    """Words of paused rules that name a piece hidden from the viewer name another one of the same zone."""
    pieces = state.machine.pieces
    renamed: dict[int, int] = {}
    used: dict[int, int] = {}

    def other(p: int) -> int:
        zone = state.words[pieces.where + p]
        if memory.open[zone]:
            return p
        if p not in renamed:
            left = S[pieces.base[zone]] & ~used.get(zone, 0) or S[pieces.base[zone]]
            renamed[p] = rng.choice(bits(left)) if left else p
            used[zone] = used.get(zone, 0) | 1 << renamed[p]
        return renamed[p]

    for routine, word, many in state.game.piece_words:
        if routine not in active:
            continue
        value = S[word]
        if many:
            S[word] = sum({1 << other(p) for p in bits(value)}) if value > 0 else value
        elif 0 <= value < len(pieces.piece_keys):
            S[word] = other(value)
    queue, at = S[EVENTS], 0
    while queue >> (EVENT_BITS * at):
        p = (queue >> (EVENT_BITS * at + 12) & 65535) - 1
        queue ^= ((p + 1) ^ (other(p) + 1)) << (EVENT_BITS * at + 12)
        at += 1
    S[EVENTS] = queue


def _secret_values(state: State, viewer: int, memory: Memory, rng: random.Random) -> None:
    """Others' secret values that have not been shown are drawn anew among those that could be."""
    S, machine = state.words, state.machine
    drawn: dict[int, tuple[int, ...]] = {}
    for (name, index), secret in sorted(memory.secrets.items()):
        v = machine.vars[name]
        word = v.base + index
        if secret.options and secret.made:
            if secret.asked not in drawn:
                drawn[secret.asked] = rng.choice(secret.options)
            S[word] = machine.env[secret.made](*drawn[secret.asked])
        elif v.shape in ("piece", "pieces"):
            zones = [z for z in range(len(memory.open)) if not memory.open[z] and state.game.sight.owner[z] == owner_of(v, index)]
            held = 0
            for z in zones:
                held |= S[state.machine.pieces.base[z]]
            few = rng.sample(bits(held), min(held.bit_count(), S[word].bit_count() if v.shape == "pieces" and S[word] > 0 else 1))
            S[word] = sum([1 << p for p in few]) if v.shape == "pieces" else few[0] if few else -1
        elif v.high - v.low < 1 << 20:
            S[word] = rng.randint(v.low + (v.low == -1), v.high)


def _secret_answers(state: State, viewer: int, rng: random.Random, active: set[str]) -> None:
    """Others' secret answers are drawn anew among all they could be; what has been used up is no longer needed."""
    S, machine = state.words, state.machine
    now = S[ASKING]
    for number, info in machine.asks.items():
        if not info.many:
            continue
        if info.routine not in active:
            S[info.answers : info.answers + machine.players * ANSWER_WORDS] = [0] * (machine.players * ANSWER_WORDS)
            continue
        for who in range(machine.players):
            base = info.answers + who * ANSWER_WORDS
            status = S[base]
            if who == viewer or not status:
                continue
            S[base + 1 : base + ANSWER_WORDS] = [0] * (ANSWER_WORDS - 1)
            if status == 3 or (number == now and not S[PENDING]):
                continue
            S[ASKING] = number
            decision = Decision(state, who)
            move = decision.nth(rng.randrange(decision.count()))
            S[ASKING] = now
            S[base], S[base + 1] = (1 if move.offer >= 0 else 2), move.offer
            S[base + 2 : base + 2 + len(move.values)] = move.values

"""The laws of states and decisions, as functions: a state in, a list of what is broken out (empty where all holds).

They hold for every ruleset, so nothing here knows any game. `rng` only picks what is tried.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from fuero.engine.decision import Decision, Move
from fuero.engine.helpers import bits
from fuero.engine.state import IllegalMove, State, UndoRefused
from fuero.engine.words import natural, split
from fuero.program import nodes as P

LISTED = 1500
"""Decisions with more moves than this are tried by a sample of them."""


# ------------------------------------------------------------ pieces


def conserved(state: State) -> list[str]:
    """Every piece lies in exactly one zone; where, is known three times over (by zone, by piece, by order), and all agree."""
    S, layout, names = state.words, state.machine.layout, state.machine.words.zones
    broken: list[str] = []
    seen = 0
    for f in layout.families:
        if f.kind.startswith("marks"):
            continue
        for i in range(f.count):
            base, zone = f.base + i * f.stride, f.first + i
            held = S[base]
            if held & seen:
                broken.append(f"{names[zone]}: {state.machine.words.set_text('piece', held & seen)} lies elsewhere too")
            seen |= held
            if held & ~f.takes:
                broken.append(f"{names[zone]} holds what it does not take")
            wrong = [p for p in bits(held) if S[layout.where + p] != zone]
            if wrong:
                broken.append(f"{names[zone]} holds {[layout.pieces[p].row for p in wrong]}, which say they lie elsewhere")
            problem = _order(f, held, S[base + 1] if f.stride > 1 else 0)
            if problem:
                broken.append(f"{names[zone]}: {problem}")
    if seen != (1 << len(layout.pieces)) - 1:
        broken.append("a piece lies nowhere")
    return broken


def _order(f: P.Family, held: int, word: int) -> str:
    """What is wrong with how a zone remembers its places."""
    match f.kind:
        case "place":
            return "more than one on a place" if held & (held - 1) else ""
        case "deck":
            order = [word >> (16 * k) & 65535 for k in range(held.bit_count())]
            return "" if sorted(order) == bits(held) and not word >> (16 * len(order)) else "its order is not of its cards"
        case "row":
            places = [(word >> (16 * k) & 65535) - 1 for k in range(f.size)]
            good = sorted(p for p in places if p >= 0) == bits(held) and not word >> (16 * f.size)
            return "" if good else "its places are not of its pieces"
        case "board":
            return _places(held, word, 13)
        case kind if kind.startswith("attached"):
            return _places(held, word, 26)
        case _:
            return ""


def _places(held: int, word: int, width: int) -> str:
    top = held.bit_length()
    at = {p: word >> (width * p) & ((1 << width) - 1) for p in range(top)}
    if word >> (width * top) or any(bool(place) != bool(held >> p & 1) for p, place in at.items()):
        return "its places are not of its pieces"
    taken = [place for place in at.values() if place]
    return "" if len(set(taken)) == len(taken) else "two pieces on one place"


# ------------------------------------------------------------ the list of moves


def listed(decision: Decision, rng: random.Random) -> list[str]:
    """Count, list and `nth` agree; all moves differ; each reads back from its words."""
    broken: list[str] = []
    count = decision.count()
    if count < 1:
        return ["no move at all"]
    if count <= LISTED:
        moves = list(decision.moves)
        if len(moves) != count:
            broken.append(f"{count} moves are counted, {len(moves)} listed")
        if moves != [decision.nth(k) for k in range(min(count, len(moves)))]:
            broken.append("the list and nth differ")
        texts = [str(m) for m in moves]
        if len(set(texts)) != len(texts):
            broken.append(f"offered twice: {sorted({t for t in texts if texts.count(t) > 1})[:5]}")
    else:
        moves = [decision.nth(k) for k in sorted(rng.sample(range(count), 60))]
    for beyond in (count, -1):
        try:
            decision.nth(beyond)
        except IndexError:
            continue
        broken.append(f"there is a move number {beyond}")
    for move in moves if len(moves) <= 60 else rng.sample(moves, 60):
        if not decision.contains(move):
            broken.append(f"a listed move is not among the moves: {move}")
        try:
            back = decision.read(str(move))
        except Exception as e:  # noqa: BLE001 - whatever goes wrong is the finding
            broken.append(f'"{move}" does not read back: {e}')
            continue
        if back != move or str(back) != str(move):
            broken.append(f'"{move}" reads back as "{back}"')
    return broken


def walked(decision: Decision, rng: random.Random) -> list[str]:
    """Walking field by field, taking anything offered, always ends at a listed move."""
    walk = decision.walk()
    for _ in range(200):
        options = walk.options()
        if not options:
            break
        walk = walk.pick(rng.choice(options))
    if walk.move is None:
        return [f"a walk ends nowhere: {walk.action} {walk.values}"]
    return [] if decision.contains(walk.move) else [f"a walk ends at no move: {walk.move}"]


# ------------------------------------------------------------ accepting and refusing


def accepted(state: State, rng: random.Random, tries: int = 4) -> list[str]:
    """Listed moves are accepted, lead to a lasting state, leave copies alone; undo gives the very state back, or says why not."""
    broken: list[str] = []
    for decision in state.pending:
        for _ in range(tries):
            move = decision.nth(rng.randrange(decision.count()))
            before, after = fingerprint(state), state.copy()
            reasons = state.why_not(move, decision.player)
            if reasons:
                broken.append(f'"{move}" is listed, and refused because {reasons[0]}')
            try:
                after.apply(move if rng.random() < 0.5 else str(move), decision.player)
            except Exception as e:  # noqa: BLE001 - whatever goes wrong is the finding
                broken.append(f'"{move}" is listed, and fails: {type(e).__name__} {e}')
                continue
            if fingerprint(state) != before:
                broken.append(f'a copy that plays "{move}" changes the original')
            broken += [f'after "{move}": {b}' for b in lasting(after) + conserved(after)]
            broken += undone(after, before, str(move), decision.player)
    return broken


def lasting(state: State) -> list[str]:
    """A state is over, or somebody is asked and has an answer."""
    if state.outcome is not None:
        return [] if not state.pending else ["it is over, and somebody is asked"]
    if not state.pending:
        return ["it is not over, and nobody is asked"]
    return [f"{d} has no move" for d in state.pending if d.count() < 1]


def undone(after: State, before: tuple[Any, ...], move: str, player: int) -> list[str]:
    """Undo is an identity where it is allowed, and leaves no trace where it is not."""
    if after.log_raw is None:
        return []
    now = fingerprint(after)
    try:
        after.undo(player)
    except UndoRefused as e:
        if fingerprint(after) != now:
            return [f'a refused undo of "{move}" changes the state']
        return [] if str(e) else [f'undo of "{move}" is refused without a reason']
    return [] if fingerprint(after) == before else [f'undo of "{move}" does not give the state back']


def fingerprint(state: State) -> tuple[Any, ...]:
    """All there is of a state."""
    return (tuple(state.words), tuple(state.log_raw or ()), len(state._past or ()))


def refused(state: State, rng: random.Random, tries: int = 12) -> list[str]:
    """What stands beside a legal move and is not listed is refused with a reason, and nothing changes."""
    broken: list[str] = []
    for decision in state.pending:
        count = decision.count()
        if count > 8000:
            continue
        moves = list(decision.moves)
        known = {str(m) for m in moves}
        for move in _neighbours(state, decision, moves, rng, tries):
            text = str(move)
            legal = text in known
            given: Move | str = move if rng.random() < 0.5 else text
            before, after = fingerprint(state), state.copy()
            reasons = state.why_not(given, decision.player)
            if bool(reasons) == legal:
                broken.append(f'"{text}" is {"listed" if legal else "not listed"}, and why not: {[str(r) for r in reasons]}')
            if any(not r.sentence.strip() for r in reasons):
                broken.append(f'"{text}" is refused without a sentence')
            if fingerprint(state) != before:
                broken.append(f'asking why not "{text}" changes the state')
            try:
                after.apply(given, decision.player)
            except IllegalMove as e:
                if legal:
                    broken.append(f'"{text}" is listed, and refused: {e}')
                if not e.reasons:
                    broken.append(f'"{text}" is refused without a reason')
                if fingerprint(after) != before:
                    broken.append(f'the refused "{text}" leaves a trace')
            except Exception as e:  # noqa: BLE001 - whatever goes wrong is the finding
                broken.append(f'"{text}" is not refused properly: {type(e).__name__} {e}')
            else:
                if not legal:
                    broken.append(f'"{text}" is not listed, and accepted')
    return broken


def _neighbours(state: State, decision: Decision, moves: list[Move], rng: random.Random, tries: int) -> Iterator[Move]:
    """Legal moves with one thing changed; a few may be legal too."""
    values: dict[str, list[str]] = {}
    for move in moves:
        for name, value in move.fields:
            values.setdefault(name, []).append(value)
    words = state.machine.words
    for _ in range(tries):
        move = rng.choice(moves)
        fields = list(move.fields)
        kind = rng.randrange(6)
        if not fields or kind == 0:
            actions = [m.menu.name for m in state.machine.menus if m.menu.routine]
            yield Move(rng.choice([*actions, "pass", "no-such-action"]), tuple(fields))
            continue
        i = rng.randrange(len(fields))
        name, value = fields[i]
        match kind:
            case 1 | 2:
                fields[i] = (name, rng.choice(values[name]))
            case 3:
                fields[i] = (name, _other_word(value, words, rng))
            case 4:
                fields[i] = (name, _other_set(value, words, rng))
            case _:
                if rng.random() < 0.5:
                    del fields[i]
                else:
                    fields.append(("no-such-field", value))
        yield Move(move.action, tuple(fields))


def _other_word(value: str, words: Any, rng: random.Random) -> str:
    if value.startswith("("):
        x, y = (int(n) for n in value.partition(")")[0].strip("()").split(","))
        x, y = (x + rng.choice((-1, 0, 1)), y + rng.choice((-1, 0, 1))) if rng.random() < 0.8 else (rng.randrange(-99, 99), 3)
        return f"({x}, {y}){value.partition(')')[2]}"
    if value.lstrip("-").isdigit():
        return str(int(value) + rng.choice((-1, 1, 100)))
    pools = [p for p in (words.rows, words.seats, *words.members.values()) if p] + [("none", "nothing-such", "{}")]
    near = [p for p in pools if value in p]
    return str(rng.choice(list(rng.choice(near or pools))))


def _other_set(value: str, words: Any, rng: random.Random) -> str:
    members = split(value[1:-1]) if value.startswith("{") else [value]
    if members and rng.random() < 0.4:
        members.remove(rng.choice(members))
    else:
        members.append(rng.choice([*members, rng.choice(list(words.rows) or ["nothing-such"])]))
    return members[0] if len(members) == 1 else "{" + ", ".join(sorted(members, key=natural)) + "}"


# ------------------------------------------------------------ secret answers


def any_order(state: State, rng: random.Random) -> list[str]:
    """Simultaneous answers give one state in whatever order they come, and one that is taken back has never been given."""
    if len(state.pending) < 2:
        return []
    broken: list[str] = []
    answers = [(d.player, str(d.nth(rng.randrange(d.count())))) for d in state.pending]
    ends = []
    for _ in range(2):
        after = state.copy()
        rng.shuffle(answers)
        for player, move in answers:
            after.apply(move, player)
        ends.append(after)
    if ends[0].words != ends[1].words:
        broken.append("secret answers in another order give another state")
    after = state.copy()
    player, move = answers[0]
    after.apply(move, player)
    after.take_back(player)
    if after.words != state.words or after.hash_hex() != state.hash_hex():
        broken.append("an answer that is taken back leaves a trace")
    return broken


# ------------------------------------------------------------ all together


def all_laws(state: State, rng: random.Random) -> list[str]:
    """Every law of one state."""
    broken = conserved(state) + lasting(state)
    for decision in state.pending:
        broken += listed(decision, rng) + walked(decision, rng)
    broken += accepted(state, rng) + refused(state, rng) + any_order(state, rng)
    return broken


def random_match(state: State, rng: random.Random, share: float, most: int = 1 << 30) -> Iterator[State]:
    """Plays on by random moves, to the end or for `most` decisions; gives a part of the states on the way, and the last."""
    while state.pending and state.decisions < most:
        if rng.random() < share:
            yield state
        decision = rng.choice(state.pending)
        state.apply(decision.nth(rng.randrange(decision.count())), decision.player)
    yield state

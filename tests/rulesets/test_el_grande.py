"""The laws of the game on the map: pieces, rounds, the King's region, secrets and the covered castle, over random matches.

A short sample of matches with every number of players, in both lengths; a thousand of each under the mark `soak`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

import pytest
from tests.sight import law

import fuero
from fuero import resources
from fuero.engine.game import Game
from fuero.engine.helpers import bits
from fuero.engine.state import State
from fuero.lab.simulate import player_seed
from fuero.players.by_chance import RandomPlayer

RULESET = str(resources.rulesets() / "el-grande" / "el-grande.fuero")
IN_PLAY, ROUNDS = 30, {"no": 9, "yes": 6}
PLAYERS, LENGTHS = (2, 3, 4, 5), ("no", "yes")


@lru_cache(maxsize=8)
def opened(players: int, short: str) -> Game:
    return fuero.load(RULESET, players=players, options={"short-game": short})


def value(state: State, name: str, index: int = 0) -> int:
    return state.words[next(v.base for v in state.machine.layout.vars if v.name == name) + index]


def zones_of(state: State, name: str) -> Iterator[tuple[str, int]]:
    """The zones of a family with the pieces in them, as a mask."""
    family = next(f for f in state.machine.layout.families if f.name == name)
    for i in range(family.count):
        yield state.machine.words.zones[family.first + i], state.words[family.base + i * family.stride]


def owners(state: State, mask: int) -> Counter[int]:
    return Counter(state.machine.layout.pieces[p].owner for p in bits(mask))


def in_play(state: State) -> Counter[int]:
    """How many Caballeros of each player lie where they can be."""
    found: Counter[int] = Counter()
    for name in ("province", "court", "on-board", "keep", "lifted"):
        for _, mask in zones_of(state, name):
            found += owners(state, mask)
    return found


def castle(state: State) -> Counter[int]:
    [(_, mask)] = zones_of(state, "keep")
    return owners(state, mask)


def royal(state: State) -> tuple[object, ...]:
    """The King's region and all that may neither come nor go there."""
    king = value(state, "king")
    name = state.machine.words.members["region spain"][king]
    there = tuple([mask for zone, mask in zones_of(state, "on-board") if zone.endswith(f" {name}")])
    grandes = tuple([value(state, "grande", seat) == king for seat in range(state.game.players)])
    return king, tuple([owners(state, mask) for mask in there]), grandes, value(state, "lies-on", king)


def broken(state: State, before: tuple[object, ...]) -> list[str]:
    """What is broken at one moment."""
    found = []
    players = state.game.players
    if in_play(state) != Counter(dict.fromkeys(range(players), IN_PLAY)):
        found.append(f"Caballeros in play: {in_play(state)}")
    played = [power for seat in range(players) if (power := value(state, "power", seat))]
    if len(set(played)) != len(played):
        found.append(f"a value was played twice: {played}")
    if any(mask for _, mask in zones_of(state, "lifted")):
        found.append("the castle is left lifted")
    now = royal(state)
    if before and now[0] == before[0] and now != before:
        found.append(f"the King's region was touched: {before} / {now}")
    return found


def sight(state: State, seed: int) -> list[str]:
    """Secrets stay secret, and what lies in the castle is nobody's to see and everybody's to remember."""
    found = []
    inside = castle(state)
    for viewer in (*range(state.game.players), None):
        if state.view(viewer)["zones"]["keep"] != {"size": inside.total()}:
            found.append(f"the castle shows itself to {viewer}")
    for player in range(state.game.players):
        imagined = state.knowledge(player).determinise(seed)
        if castle(imagined) != inside:
            found.append(f"{player} remembers {castle(imagined)} in the castle, and there are {inside}")
        found += law.checked(state, player, seed, [], 3)
    return found


def match(players: int, short: str, seed: int, share: float) -> list[str]:
    """One match under the laws; secrets are tried at that share of its decisions."""
    rng = random.Random(seed)
    programs = [RandomPlayer(seat, player_seed(seed)) for seat in range(players)]
    state = opened(players, short).start(seed)
    before: tuple[object, ...] = ()
    while (decision := state.decision) is not None:
        found = broken(state, before)
        if rng.random() < share:
            found += sight(state, seed)
        if found:
            return [f"{players} players, short {short}, seed {seed}, decision {state.decisions}: {text}" for text in found]
        before = royal(state)
        state.apply(programs[decision.player].answer(decision), decision.player)
    return [f"{players} players, short {short}, seed {seed}: {text}" for text in ending(state, short)]


def ending(state: State, short: str) -> list[str]:
    """What is broken at the end: rounds, general scorings, the reason for the end."""
    steps = Counter(e.path for e in state.log() if e.kind == "step")
    found = []
    if state.outcome is None or state.outcome.kind != "ended":
        found.append(f"it ended so: {state.outcome}")
    if steps["one-round.reveal"] != ROUNDS[short] or steps["general-scoring.castillo"] != 3 or value(state, "round") != 9:
        found.append(f"{steps['one-round.reveal']} rounds and {steps['general-scoring.castillo']} scorings")
    if steps["one-round.turns"] * state.game.players != sum(e.path == "take-card" for e in state.log() if e.kind == "decide"):
        found.append("somebody had no turn, or two")
    return found


@pytest.mark.parametrize("short", LENGTHS)
@pytest.mark.parametrize("players", PLAYERS)
def test_some_matches(players: int, short: str) -> None:
    for seed in range(4):
        assert match(players, short, seed, 0.02) == []


@pytest.mark.soak
@pytest.mark.parametrize("short", LENGTHS)
@pytest.mark.parametrize("players", PLAYERS)
def test_a_thousand_matches(players: int, short: str) -> None:
    for seed in range(1000):
        assert match(players, short, seed, 0.002) == []


def test_the_law_of_pieces_can_fail() -> None:
    state = opened(2, "no").start(1)
    piece = next(p for p, info in enumerate(state.machine.layout.pieces) if info.row == "caballero")
    state.machine.pieces.lay(state.words, piece, 0, -1)
    assert broken(state, ()) and "Caballeros" in broken(state, ())[0]


def test_the_law_of_the_kings_region_can_fail() -> None:
    state = opened(2, "no").start(1)
    before = royal(state)
    king = state.machine.words.members["region spain"][value(state, "king")]
    machine = state.machine
    zone = machine.words.zones.index(f"on-board A {king}")
    piece = next(p for p, info in enumerate(machine.layout.pieces) if info.row == "caballero" and info.owner == 0)
    machine.pieces.lay(state.words, piece, zone, -1)
    assert any("King's region" in text for text in broken(state, before))


def test_dials_of_others_are_not_seen_before_all_have_answered() -> None:
    game = opened(3, "no")
    for seed in range(3):
        state = game.start(seed)
        programs = [RandomPlayer(seat, player_seed(seed)) for seat in range(3)]
        while (decision := state.decision) is not None and decision.path != "general-scoring.dials":
            state.apply(programs[decision.player].answer(decision), decision.player)
        one, other = state.copy(), state.copy()
        assert one.decision is not None and [d.player for d in one.pending] == [0, 1, 2]
        one.apply(one.pending[0].nth(0), 0)
        other.apply(other.pending[0].nth(5), 0)
        for viewer in (1, 2, None):
            assert one.view(viewer) == other.view(viewer)
            assert [str(e) for e in one.log(viewer)] == [str(e) for e in other.log(viewer)]

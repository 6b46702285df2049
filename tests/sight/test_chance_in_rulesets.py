"""Chance as it comes out of a real ruleset: even, restricted, and moved by nothing that is none of its business. Seeds are
fixed.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from pathlib import Path

from scipy.stats import chisquare  # type: ignore[import-untyped]
from tests.sight.law import held

import fuero
from fuero.engine.game import Game
from fuero.engine.state import State

FILE = str(Path(__file__).parent / "rulesets" / "piles" / "piles.fuero")


@lru_cache
def opened(players: int = 2, modules: tuple[str, ...] = (), **options: str) -> Game:
    return fuero.load(FILE, players=players, modules=modules, options=options)


def even(seen: Counter[str], outcomes: int) -> bool:
    counts = [*seen.values(), *[0] * (outcomes - len(seen))]
    return len(seen) <= outcomes and float(chisquare(counts).pvalue) > 0.001


def stock(state: State) -> list[str]:
    """The cards from the top down."""
    machine = state.machine
    base = machine.pieces.base[machine.words.zones.index("stock")]
    content, order = state.words[base], state.words[base + 1]
    return [machine.words.rows[order >> (16 * k) & 65535] for k in range(content.bit_count())]


def drawn(state: State) -> str:
    """Draws a stone and says which."""
    zone = state.machine.words.zones.index("drawn")
    before = held(state, zone)
    state.apply("draw-one")
    return next(x for x in held(state, zone) if x not in before)


def test_all_orders_of_five_cards_are_equally_likely() -> None:
    assert even(Counter("".join(stock(opened().start(seed))) for seed in range(6000)), 120)


def test_a_shuffle_in_mid_match_has_all_orders_too() -> None:
    seen: Counter[str] = Counter()
    for seed in range(3000):
        state = opened().start(seed)
        state.apply("mix")
        seen["".join(stock(state))] += 1
    assert even(seen, 120)


def places(order: list[str]) -> str:
    """How the four cards of the second pile lie, if two of them are jokers."""
    return "".join("j" if card not in "abcde" else "." for card in order)


def test_a_joker_lies_anywhere_in_its_pile() -> None:
    game = opened(jokers="1")
    assert even(Counter(places(stock(game.start(seed))) for seed in range(3000)), 3)


def test_two_jokers_lie_anywhere_in_their_pile() -> None:
    seen = Counter(places(stock(opened(jokers="2").start(seed))) for seed in range(3000))
    assert len(seen) == 6
    assert even(seen, 6)


def test_a_pile_cut_from_a_deck_that_was_stacked_anew_has_even_places_too() -> None:
    seen = Counter(places(stock(opened(jokers="2", swapped="yes").start(seed))) for seed in range(3000))
    assert len(seen) == 6
    assert even(seen, 6)


def test_a_stone_put_back_comes_next_as_often_as_any_other() -> None:
    seen: Counter[str] = Counter()
    for seed in range(3000):
        state = opened().start(seed)
        first = drawn(state)
        state.apply(f"back s {first}")
        seen["the same" if drawn(state) == first else "another"] += 1
    assert float(chisquare([seen["the same"], seen["another"]], [750, 2250]).pvalue) > 0.001


def test_draws_from_a_loose_heap_are_even_and_apart_from_what_was_before() -> None:
    pairs: Counter[str] = Counter()
    for seed in range(3000):
        state = opened().start(seed)
        zone = state.machine.words.zones.index("drawn")
        order = [drawn(state) for _ in range(4)]
        state.apply("to-heap")
        state.apply("off-heap")
        first = held(state, zone)[0]
        state.apply("to-heap")
        state.apply("off-heap")
        pairs[f"{order.index(first)} {order.index(held(state, zone)[0])}"] += 1
    assert even(pairs, 16)


def test_extra_cards_leave_the_others_in_their_order() -> None:
    plain, more = opened(), opened(stars="3")
    assert plain.machine.words.rows != more.machine.words.rows
    for seed in range(200):
        assert [c for c in stock(more.start(seed)) if c in "abcde"] == stock(plain.start(seed))
        one, other = plain.start(seed), more.start(seed)
        one.apply("mix")
        other.apply("mix")
        assert [c for c in stock(other) if c in "abcde"] == stock(one)


def test_a_modules_own_chance_leaves_the_rest_alone() -> None:
    plain, more = opened(), opened(modules=("dice-cup",))
    assert any("cup" in z for z in more.machine.words.zones)
    for seed in range(100):
        one, other = plain.start(seed), more.start(seed)
        assert stock(one) == stock(other)
        assert [drawn(one) for _ in range(4)] == [drawn(other) for _ in range(4)]


def test_options_and_the_number_of_players_are_without_effect() -> None:
    for other in (opened(tinted="yes"), opened(3), opened(4)):
        assert all(stock(opened().start(seed)) == stock(other.start(seed)) for seed in range(100))

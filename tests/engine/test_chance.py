"""Keyed chance: test vectors, evenness (fixed seeds), and the restriction law."""

from __future__ import annotations

import doctest
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare  # type: ignore[import-untyped]

from fuero.engine import chance
from fuero.engine.chance import HIGHEST, LOWEST, H, insert_key, name_key, order_keys, player_word, roll, shuffled, word_key

DRAW, PLACE, BAG, DIE = (word_key(name) for name in ("draw", "place", "bag", "die"))
WORDS = st.integers(0, HIGHEST)


def named(kind: str, count: int) -> tuple[tuple[int, int], ...]:
    return tuple((i, name_key(kind, f"row-{i}", 0)) for i in range(count))


def even(seen: Counter, outcomes: int) -> bool:  # type: ignore[type-arg]
    """The seeds are fixed, so this is a fact about the function and not a throw of dice."""
    counts = list(seen.values()) + [0] * (outcomes - len(seen))
    return len(seen) <= outcomes and float(chisquare(counts).pvalue) > 0.001


def plain_word(seed: int, where: int, which: int, what: int) -> int:
    """The published formula, written out once more."""
    h = 0
    for word in (seed, where, which, what):
        h = ((h ^ word) + 0x9E3779B97F4A7C15) % 2**64
        h = ((h ^ h >> 30) * 0xBF58476D1CE4E5B9) % 2**64
        h = ((h ^ h >> 27) * 0x94D049BB133111EB) % 2**64
        h ^= h >> 31
    return h


def test_the_vectors_in_the_docstring() -> None:
    result = doctest.testmod(chance)
    assert result.attempted >= 4
    assert result.failed == 0


@given(WORDS, WORDS, WORDS, WORDS)
def test_the_published_formula(seed: int, where: int, which: int, what: int) -> None:
    assert H(seed, where, which, what) == plain_word(seed, where, which, what)


def test_all_orders_of_five_pieces_are_equally_likely() -> None:
    pieces = named("card", 5)
    assert even(Counter(shuffled(seed, DRAW, 1, pieces) for seed in range(12_000)), 120)
    assert even(Counter(shuffled(7, DRAW, number, pieces) for number in range(12_000)), 120)


def test_order_follows_the_words_and_not_the_argument() -> None:
    pieces = named("card", 40)
    order = order_keys(3, DRAW, 2, pieces)
    assert order == order_keys(3, DRAW, 2, pieces[::-1])
    assert [key for _, key in order] == sorted(H(3, DRAW, 2, name) for _, name in pieces)
    assert shuffled(3, DRAW, 2, pieces) == tuple(piece for piece, _ in order)


def test_two_cards_put_into_one_pile_land_evenly() -> None:
    pieces, wild = named("card", 6), named("wild", 2)
    seen: Counter[tuple[str, ...]] = Counter()
    for seed in range(6_000):
        keys = [key for _, key in order_keys(seed, DRAW, 1, pieces)]
        pile = [(key, "card") for key in keys[2:4]]  # the second of three piles of two
        for _, name in wild:
            pile.append((insert_key(keys[1], keys[4], H(seed, PLACE, 1, name)), "wild"))
        seen[tuple(kind for _, kind in sorted(pile))] += 1
    assert len(seen) == len(list(combinations(range(4), 2))) == 6
    assert even(seen, 6)


def test_a_piece_put_back_into_a_bag_is_as_likely_as_the_others() -> None:
    pieces = named("tile", 4)
    seen: Counter[str] = Counter()
    for seed in range(6_000):
        first, *rest = shuffled(seed, BAG, 1, pieces)
        bag = tuple(piece for piece in pieces if piece[0] in rest) + (pieces[first],)
        seen["back" if shuffled(seed, BAG, 2, bag)[0] == first else "other"] += 1
    assert float(chisquare([seen["back"], seen["other"]], [1_500, 4_500]).pvalue) > 0.001


@given(WORDS, st.sets(st.integers(0, 30)), st.integers(0, 20))
def test_restriction_law(seed: int, kept: set[int], added: int) -> None:
    pieces = named("card", 31)
    shared = tuple(piece for piece in pieces if piece[0] in kept)
    more = tuple((100 + i, name) for i, name in named("wild", added))
    together = shuffled(seed, DRAW, 1, more + pieces)
    assert [p for p in together if p in kept] == list(shuffled(seed, DRAW, 1, shared))


@given(WORDS, WORDS, WORDS)
def test_an_inserted_key_lies_between(a: int, b: int, word: int) -> None:
    a, b = min(a, b), max(a, b)
    if b - a < 2:
        with pytest.raises(ValueError):
            insert_key(a, b, word)
    else:
        assert a < insert_key(a, b, word) < b


def test_the_ends_of_the_smallest_room() -> None:
    assert insert_key(4, 6, LOWEST) == insert_key(4, 6, HIGHEST) == 5
    assert insert_key(LOWEST, HIGHEST, HIGHEST) == HIGHEST - 1


def test_rolls_are_even_and_within_the_range() -> None:
    assert even(Counter(roll(5, DIE, number, 1, 6) for number in range(6_000)), 6)
    assert {roll(seed, DIE, 1, -2, 2) for seed in range(200)} == {-2, -1, 0, 1, 2}
    assert roll(1, DIE, 1, 4, 4) == 4
    with pytest.raises(ValueError):
        roll(1, DIE, 1, 4, 3)


def test_names_have_keys_of_their_own() -> None:
    keys = {name_key(kind, f"row-{row}", copy) for kind in ("card", "tile") for row in range(200) for copy in range(3)}
    assert len(keys) == 1_200
    assert word_key("ção") != word_key("cao")


def test_players_draw_apart_from_each_other() -> None:
    words = {player_word(9, seat, number) for seat in range(6) for number in range(500)}
    assert len(words) == 3_000
    assert even(Counter(word * 4 >> 64 for word in words), 4)

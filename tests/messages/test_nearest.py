"""Did you mean: what is near, what is nearer, and what is not near at all."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fuero.messages.nearest import allowed_slips, distance, nearest

WORDS = [
    "palace",
    "display",
    "discard",
    "hand",
    "money-limit",
    "scoring-due",
    "start-money",
    "reserve",
    "purchases",
    "to",
    "x",
]


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("palce", "palace"),
        ("hnad", "hand"),
        ("hands", "hand"),
        ("dispaly", "display"),
        ("dsicard", "discard"),
        ("money_limit", "money-limit"),
        ("Money-Limit", "money-limit"),
        ("limit-money", "money-limit"),
        ("mony-limt", "money-limit"),
        ("scorign-deu", "scoring-due"),
        ("limit", "money-limit"),
        ("the-start-money", "start-money"),
        ("resreves", "reserve"),
        ("too", "to"),
    ],
)
def test_the_word_meant_is_found(word: str, meant: str) -> None:
    assert nearest(word, WORDS) == meant


@pytest.mark.parametrize("word", ["fountain", "cat", "q", "", "band-aid", "zzzzzz", "y", "ot-of-it"])
def test_a_wild_guess_is_not_made(word: str) -> None:
    assert nearest(word, WORDS) is None


def test_the_same_first_letter_wins() -> None:
    assert nearest("bale", ["tale", "bald"]) == "bald"


def test_a_word_is_not_its_own_correction_and_nothing_has_none() -> None:
    assert nearest("hand", ["hand"]) is None
    assert nearest("hand", []) is None


def test_the_order_of_candidates_never_shows() -> None:
    rng = random.Random(1)
    for word in ("palce", "plaace", "dis", "hnd", "pl-ace"):
        answers = {nearest(word, rng.sample(WORDS, len(WORDS))) for _ in range(20)}
        assert len(answers) == 1


@given(st.text("abc", max_size=6), st.text("abc", max_size=6))
def test_distance_is_symmetric_zero_only_for_equals_and_bounded(a: str, b: str) -> None:
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 0) == (a == b)
    assert abs(len(a) - len(b)) <= distance(a, b) <= max(len(a), len(b))
    for limit in range(4):
        assert distance(a, b, limit) == min(distance(a, b), limit + 1)


@given(st.text("abcd", min_size=4, max_size=9), st.data())
def test_one_slip_is_always_one(word: str, data: st.DataObject) -> None:
    k = data.draw(st.integers(0, len(word) - 2))
    for slipped in (word[:k] + word[k + 1 :], word[:k] + "z" + word[k:], word[:k] + word[k + 1] + word[k] + word[k + 2 :]):
        assert distance(word, slipped) <= 1


def test_longer_words_may_hold_more_slips() -> None:
    assert [allowed_slips(n) for n in (1, 3, 4, 5, 8, 9, 30)] == [0, 1, 1, 2, 2, 3, 3]


def test_a_hyphen_more_or_less_is_nearer_than_any_letter() -> None:
    assert nearest("age-1", ["age-2", "age1", "age-3"]) == "age1"
    assert nearest("westhill", ["east-hill", "west-hill"]) == "west-hill"


def test_a_neighbouring_key_and_the_same_number_win() -> None:
    assert nearest("sixe", ["side", "size"]) == "size"
    assert nearest("age-4", ["age-1", "age-2", "sge-4"]) == "sge-4"
    assert nearest("age-7", ["age-1", "hand"]) == "age-1"

"""What a view may contain, and what a player program may get hold of (C34)."""

from __future__ import annotations

import json

import pytest
from tests.cases.positions import names, random_steps, sit_down

from fuero.engine.state import State
from fuero.program.layout import SEED

BIG_SEED = 7_310_582_946_120_357_911
"""A number that turns up nowhere by accident."""


def after_ten_turns(seed: int) -> State:
    sitting = sit_down(3, seed)
    turns = 0
    for state in random_steps(sitting):
        turns = sum(e.kind == "step" and e.path == "turn.act" for e in state.log())
        if turns > 10 and state.decision is not None and state.decision.player != 1:
            return state
    raise AssertionError("the match was over too soon")


@pytest.fixture(scope="module")
def state() -> State:
    return after_ten_turns(BIG_SEED)


@pytest.mark.parametrize("viewer", [1, None])
def test_c34_a_view_shows_sizes_where_it_may_not_show_content(state: State, viewer: int | None) -> None:
    view = state.view(viewer)
    for hidden in ("hand A", "hand C", "stock", "supply", "piles 1"):
        assert view["zones"][hidden] == {"size": len(names(state, hidden))}, hidden
    assert (view["zones"]["hand B"] == {"size": len(names(state, "hand B"))}) == (viewer is None)
    text = json.dumps(view)
    for secret in (str(BIG_SEED), state.hash_hex(), "seed", "random", "past", "undo", "moves"):
        assert secret not in text
    assert set(view) == {"game", "viewer", "zones", "values", "scores", "asked", "question", "over"}


def test_c34_what_is_not_known_can_lie_otherwise_and_nothing_in_the_view_moves(state: State) -> None:
    knowledge = state.knowledge(1)
    before = json.dumps(state.view(1), sort_keys=True)
    told = [str(e) for e in state.log(1)]
    orders = set()
    for seed in range(6):
        other = knowledge.determinise(seed)
        assert json.dumps(other.view(1), sort_keys=True) == before
        assert [str(e) for e in other.log(1)] == told
        orders.add(other.game.named_state(other.words))
    assert len(orders) == 6


def test_c34_knowledge_holds_neither_seed_nor_deal(state: State) -> None:
    """A program is given only what the player was shown: its imagined table has another seed and another order of cards."""
    knowledge = state.knowledge(1)
    assert json.dumps(knowledge.view) == json.dumps(state.view(1))
    imagined = knowledge._imagined
    assert imagined.words[SEED] != state.words[SEED] and BIG_SEED not in imagined.words
    stock = _order(state, "stock")
    assert len(stock) > 20 and _order(imagined, "stock") != stock
    assert sorted(_order(imagined, "stock")) != sorted(stock) or len(knowledge.pools()) > 0
    for names_, places in knowledge.pools():
        assert len(names_) == sum(places.values())
    text = " ".join(str(e) for e in knowledge.log())
    assert str(BIG_SEED) not in text and state.hash_hex() not in text
    assert knowledge.decision is None, "who is not asked has no list of moves"


def _order(state: State, zone: str) -> list[str]:
    machine = state.machine
    at = machine.pieces.base[machine.words.zones.index(zone)]
    count = state.words[at].bit_count()
    return [machine.words.rows[state.words[at + 1] >> (16 * k) & 65535] for k in range(count)]


def test_c34_that_cards_were_taken_stays_public(state: State) -> None:
    taken = [e.text for e in state.log(1) if e.kind == "decide" and e.path == "take-money" and e.text.startswith(("A", "C"))]
    assert taken and all("-" in text for text in taken)

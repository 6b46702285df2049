"""The facts behind a refusal: values that clauses compare, members for which they fail, cells of boards (case C47)."""

from __future__ import annotations

import doctest
import shutil
from pathlib import Path

from tests.cases.positions import laid

import fuero
import fuero.table.witnesses
from fuero.engine.state import State
from fuero.messages.diagnostic import NOWHERE
from fuero.table.facts import facts
from fuero.table.narrate import reason_lines
from fuero.table.scenario_moves import begin

STONES = str(Path(__file__).parent / "stones" / "stones.fuero")


def told(state: State, move: str, player: int = 0) -> list[str]:
    """Why a move may not be made, with its facts."""
    reasons = state.why_not(move, player)
    found = facts(state.game, state, player, move, [reason.path for reason in reasons])
    return [line.strip() for line in reason_lines(reasons, state.game.rules, found)]


def first(lines: list[str], clause: str) -> str:
    """The sentence of one clause, without its sources."""
    line = next(line for line in lines if f"[{clause}" in line)
    return line.partition("  [")[0]


def given(*lines: str) -> State:
    """A table with these things on it, where A may build."""
    state = laid("\n".join(["players A, B", "start from an empty table", "given", *["  " + line for line in lines]]))
    begin(state, 0, NOWHERE)
    return state


def bare(tile: str) -> State:
    """A fountain and one tile in the reserve."""
    return given(f"reserve of A is {tile}", "palace of A", "     | 0", "  0  | fountain")


def test_a_refused_payment_says_price_and_sum() -> None:
    state = fuero.load("alhambra", players=3).start(3)
    lines = told(state, "buy slot ducat, pay {ducat-6}")
    assert first(lines, "buy.enough") == "not so: The payment covers the price (paid is 6; price is 11)."
    assert "Alhambra, revised edition, buy" in lines[0]


def test_a_number_of_the_rules_is_told_with_its_name() -> None:
    state = fuero.load("alhambra", players=3).start(3)
    line = first(told(state, "take-money cards {denar-7, florin-2}"), "take-money.small")
    assert line == "not so: One card, or together at most 5 (size of cards is 2; total worth of cards is 9; money limit is 5)."


def test_a_tile_refused_at_a_cell_says_where_the_sides_do_not_meet() -> None:
    state = bare("cha-9-w")
    line = first(told(state, "build t cha-9-w, spot (1, 0)"), "sound.same-sides")
    assert line == "not so: Wall meets wall and open side meets open side (not so for (0, 0) east)."


def test_a_tile_that_cannot_be_reached_is_named() -> None:
    state = bare("cha-9-w")
    line = first(told(state, "build t cha-9-w, spot (-1, 1)"), "sound.on-foot")
    assert line == "not so: Every tile can be reached on foot from the fountain (not reached: (-1, 1))."


def test_an_enclosed_space_is_named() -> None:
    state = given(
        "reserve of A is arc-8-e",
        "palace of A",
        "     | -1         | 0        | 1",
        "  0  | cha-9-w    | fountain |",
        "  1  | arc-9-open |          |",
        "  2  | tow-11-s   | ser-8-s  | ser-6-es",
    )
    line = first(told(state, "build t arc-8-e, spot (1, 1)"), "sound.no-gap")
    assert line == "not so: No empty space is enclosed (enclosed: (0, 1))."


def test_a_filled_place_says_what_lies_there() -> None:
    state = bare("cha-9-w")
    assert "(your palace at spot is fountain)" in first(told(state, "build t cha-9-w, spot (0, 0)"), "build.free")


def test_a_move_that_is_none_has_no_facts() -> None:
    state = fuero.load("alhambra", players=3).start(3)
    for move in ("", "juggle", "buy", "buy slot nowhere, pay ducat-6", "buy slot"):
        assert "price is" not in str(facts(state.game, state, 0, move, ["buy.enough", "nothing"]))
        assert not facts(state.game, state, 0, move, ["nothing"])


def test_facts_are_worked_out_on_what_the_player_sees() -> None:
    state = fuero.load("alhambra", players=3).start(3)
    move = "buy slot ducat, pay {ducat-6}"
    other = state.knowledge(0).determinise(4)
    assert other.words != state.words and told(state, move) == told(other, move)


def test_a_clause_of_a_variant_names_it(tmp_path: Path) -> None:
    shutil.copy(STONES, tmp_path / "stones.fuero")
    variant = tmp_path / "variants" / "strict.fuero"
    variant.parent.mkdir()
    variant.write_text(
        'variant strict for stones "Strict stones"  @house\nwhy "One at a time."\n'
        'add require take.single "one stone only"  @house\n  size of stones = 1\n'
    )
    state = fuero.load(str(variant), players=2).start(7)
    stones = sorted(state.view(0)["zones"]["shown"])
    lines = told(state, f"take stones {{{stones[0]}, {stones[1]}}}")
    assert "not so: One stone only (size of stones is 2).  [take.single (Strict stones): house rule]" in lines


def test_examples_in_docstrings() -> None:
    assert doctest.testmod(fuero.table.witnesses).failed == 0

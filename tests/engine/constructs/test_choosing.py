"""Choices in a block (`rulesets/choosing.fuero`): how many, of what, by whom, by chance, again and again."""

from __future__ import annotations

from itertools import chain, combinations
from pathlib import Path

import pytest
from tabletop import asked, moves, play, start, values, zone

import fuero
from fuero.engine.state import IllegalMove, State

THREES = ["blue-3", "green-3", "red-3"]


def form(n: int, players: int = 2, seed: int = 1) -> State:
    return play(start("choosing", players, seed), f"pick-form n {n}")


def written(sets: list[tuple[str, ...]]) -> set[str]:
    return {"choose g " + (s[0] if len(s) == 1 else "{" + ", ".join(sorted(s)) + "}") for s in sets}


def parts(of: list[str], low: int, high: int) -> list[tuple[str, ...]]:
    return list(chain.from_iterable(combinations(of, k) for k in range(low, high + 1)))


@pytest.mark.parametrize(
    ("n", "expected"),
    [
        (1, {"choose g red-1", "choose g red-2", "choose g red-3"}),
        (2, written([(f"{h}-2",) for h in ("red", "blue", "green")] + parts(["blue-1", "green-1", "red-1"], 1, 2))),
        (3, written(parts(THREES, 0, 3))),
        (4, written(parts(THREES, 0, 2))),
        (5, written(parts(THREES, 2, 2))),
        (6, written(parts(THREES, 3, 3))),
        (7, {f"choose h {h}, n {n}" for h in ("red", "blue") for n in (1, 2)}),
        (14, {f"choose w {n}, yes-or-no {x}" for n in (1, 2, 3) for x in ("yes", "no")}),
    ],
)
def test_what_can_be_chosen(n: int, expected: set[str]) -> None:
    assert set(moves(form(n))) == expected


def test_by_another_the_other_is_asked_and_is_you() -> None:
    state = form(7, 3)
    assert asked(state) == [1]
    state.apply("choose h blue, n 2")
    assert values(state)["trail"] == "22" and values(state)["extra"] == "2"
    assert asked(form(5)) == [1]


def test_moved_sets_and_what_is_counted_of_them() -> None:
    state = play(form(3), "choose g {blue-3, red-3}")
    assert zone(state, "bags A") == ["blue-3", "red-3"] and values(state)["extra"] == "2"
    assert zone(play(form(3), "choose g {}"), "bags A") == []
    assert zone(play(form(6), "choose g {red-3, blue-3, green-3}"), "bags A") == THREES
    with pytest.raises(IllegalMove):
        form(6).apply("choose g {red-3, blue-3}")


def test_by_chance_every_one_can_come_and_a_seed_says_which() -> None:
    got = [zone(form(8, seed=s), "bags A")[0] for s in range(40)]
    assert len(set(got)) >= 7
    assert got == [zone(form(8, seed=s), "bags A")[0] for s in range(40)]
    first = {values(form(16, 3, s))["trail"] for s in range(20)}
    assert first == {"1", "2", "3"}


@pytest.mark.parametrize(("n", "trail"), [(9, "2"), (10, "3")])
def test_where_nothing_can_be_chosen_otherwise_runs_and_the_log_says_so(n: int, trail: str) -> None:
    state = form(n)
    assert values(state)["trail"] == trail
    assert [e.kind for e in state.log()].count("nothing") == 1


def test_so_many_times_must_be_done_while_possible() -> None:
    state = form(11)
    assert "pass" not in moves(state) and len(moves(state)) == 6
    play(state, "choose g red-3")
    assert all("red" not in m for m in moves(state)) and "pass" not in moves(state)
    play(state, "choose g blue-2", "choose g green-2")
    assert values(state)["trail"] == "322" and zone(state, "bags A") == ["blue-2", "green-2", "red-3"]
    assert moves(state)[0] == "pick-form n 0"


def test_it_ends_early_when_nothing_is_left() -> None:
    state = play(form(13), "choose g red-3", "choose g blue-3", "choose g green-3")
    assert values(state)["trail"] == "3" and values(state)["extra"] == "0"  # not `otherwise`: something was chosen
    again = play(state, "pick-form n 13")
    assert values(again)["trail"] == "0" and values(again)["extra"] == "5"


@pytest.mark.parametrize("stop", [0, 1, 2, 3])
def test_up_to_so_many_times_has_a_way_to_stop(stop: int) -> None:
    state = form(12)
    for g in ["red-1", "blue-2", "green-3"][:stop]:
        assert "pass" in moves(state) and len(moves(state)) == 1 + len(zone(state, "mine"))
        state.apply(f"choose g {g}, h {g.partition('-')[0]}")
    if stop < 3:
        state.apply("pass")
    assert values(state)["trail"] == ["0", "1", "12", "123"][stop] and values(state)["extra"] == "7"
    assert [len(zone(state, f"trays {h}")) for h in ("red", "blue", "green")] == [int(stop > i) for i in range(3)]
    assert moves(state)[0] == "pick-form n 0"


def test_the_number_of_times_is_fixed_at_the_beginning() -> None:
    state = play(form(6), "choose g {red-3, blue-3, green-3}", "pick-form n 18")
    for g, h in (("red-3", "blue"), ("blue-3", "red")):
        state.apply(f"choose g {g}, h {h}")
    assert moves(state) == ["choose g green-3, h red", "choose g green-3, h blue", "pass"]
    state.apply("choose g green-3, h red")
    assert moves(state)[0] == "pick-form n 0" and zone(state, "trays red") == ["blue-3", "green-3"]


def test_halves_are_kept() -> None:
    assert values(play(form(14), "choose w 3, yes-or-no yes"))["wanted"] == "2"
    assert values(play(form(14), "choose w 2, yes-or-no yes"))["wanted"] == "1½"


def test_where_only_the_chooser_can_know_that_nothing_can_be_chosen_the_question_is_asked() -> None:
    state = form(15)
    assert asked(state) == [1] and moves(state) == ["pass"]
    state.apply("pass")
    assert asked(state) == [0] and [e.kind for e in state.log()].count("nothing") == 0


def test_a_choice_inside_a_choice() -> None:
    state = play(form(17), "choose g red-2")
    assert asked(state) == [1] and set(moves(state)) == {"choose k red-1", "choose k red-3"}
    state.apply("choose k red-3")
    assert zone(state, "bags A") == ["red-2"] and zone(state, "bags B") == ["red-3"]
    state = play(state, "pick-form n 17", "choose g red-1")
    assert zone(state, "bags A") == ["red-1", "red-2"] and asked(state) == [0]


def test_a_decision_can_be_walked_field_by_field() -> None:
    decision = form(14).decision
    assert decision is not None
    walk = decision.walk().pick("choose")
    assert walk.field == "w" and walk.options() == ["1", "2", "3"]
    done = walk.pick("2").pick("yes").move
    assert str(done) == "choose w 2, yes-or-no yes"


def test_a_choice_in_the_middle_may_say_what_is_asked(tmp_path: Path) -> None:
    text = """game shop "Shop"
players 2
cap 9 decisions
enum hue = red, blue
var liked : hue per player, open
procedure play
  choose h : hue "Which colour?" by the active player
    set liked of the active player to h
  secretly each p in player chooses h : hue "And now?"
    set liked of p to h
setup
  set the active player to the start player
end
  when liked of the active player = blue
  winner most points
  ties shared
"""
    path = tmp_path / "shop.fuero"
    path.write_text(text, encoding="utf-8")
    state = fuero.load(str(path), players=2).start(1)
    assert state.decision is not None and state.decision.question == "Which colour?"
    state.apply("choose h red")
    assert [d.question for d in state.pending] == ["And now?", "And now?"]

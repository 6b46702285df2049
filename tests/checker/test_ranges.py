"""Ranges: what is proved and what is listed, and that what is proved holds in play."""

from __future__ import annotations

from pathlib import Path

import pytest

import fuero
from fuero.checker.ranges import SORTS, Place, places, proved
from fuero.engine.faults import Fault
from fuero.rules.bind.walk import declared, walk
from fuero.rules.load import examine, resolve

SMALL = """game small "Small"
players 2..4
cap 40 decisions
number room = 3
option upmost "Most"   4..6, usually 5
piece card
  value : 1..5
pieces card = 2 of each value
zone stock : deck of card, hidden, size open
zone line : row room of card, open
zone heaps : pile of card per 1..room, open
zone hand : pile of card per player, open
var tally : 0..10 = 0, open
var small : 0..3 = 0, open
table worth
     | points
  1  | 5
  2  | 6
  3  | 7
RULES
procedure play
  repeat until tally = 9
    ask the active player "What?"
      offer act
      offer wait
    set the active player to the next player
action wait "Wait"
  effect
    set tally to 9
setup
  move card to stock
end
  when tally = 9
  winner most points
  ties shared
"""


def small(action: str, more: str = "") -> list[Place]:
    """The places of the action `act`, in a small game."""
    seen = examine("-", stdin=lambda: SMALL.replace("RULES", f'action act "Act"\n{action}{more}'.rstrip("\n")))
    assert seen.rules is not None, [d.message for d in seen.diagnostics]
    return [p for p in places(seen.rules) if p.rule == "action act" or p.rule.startswith("rule ")]


PROVED = [
    "  effect\n    if small > 0\n      set small to small - 1\n",
    '  require few "some are left"\n    small < 3\n  effect\n    set small to small + 1\n',
    "  effect\n    set small to 0\n    for each p in player where p = you\n      set small to 3\n",
    "  effect\n    set tally to 0\n    for each n in 1..3\n      set tally to tally + 2\n",
    "  effect\n    if not (line is full)\n      draw 1 from stock to line\n",
    "  effect\n    if size of line <= room - 2\n      draw 2 from stock to line\n",
    "  choose n : 1..room\n  effect\n    draw worth at n from stock to heaps at n\n",
    "  effect\n    set small to if small = 3 then 0 else small + 1\n",
    "  effect\n    set tally to size of stock\n",
    "  effect\n    set tally to (size of stock + size of your hand) / 2 rounded down\n",
    "  choose n : 1..upmost\n  effect\n    set tally to n + 4\n",
]
LISTED = [
    "  effect\n    set small to small + 1\n",
    "  effect\n    if small > 0\n      set small to small - 2\n",
    "  effect\n    draw 1 from stock to line\n",
    "  effect\n    if line is not full\n      draw 2 from stock to line\n",
    "  choose n : 1..room\n  effect\n    draw 1 from stock to heaps at (n + 1)\n",
    "  effect\n    if small < 3\n      perform again\n      set small to small + 1\n",
    "  effect\n    set tally to 0\n    for each n in 1..6\n      set tally to tally + 2\n",
]
AGAIN = "procedure again\n  set small to 3\n"


@pytest.mark.parametrize("action", PROVED)
def test_what_a_guard_or_a_bound_shows_is_proved(action: str) -> None:
    found = small(action)
    assert found and all(p.proved for p in found), found


@pytest.mark.parametrize("action", LISTED)
def test_what_may_leave_its_range_is_listed_and_no_warning(action: str) -> None:
    found = small(action, AGAIN if "again" in action else "")
    assert any(not p.proved for p in found), found
    assert not any(p.never for p in found)


def test_a_range_that_is_not_looked_at_in_play_is_believed_only_where_it_is_proved() -> None:
    """`f` says 0..3 and gives 5: what is set from it is not proved by what it says."""
    says = "function f(n: 0..3) : 0..3 = n + 2\n"
    found = {(p.sort, p.proved) for p in small("  effect\n    set small to f(small)\n", says)}
    assert ("result", False) in found and ("set", False) in found
    handed = "function f(n: 0..3) : 0..9 = n\n"
    found = {(p.sort, p.proved) for p in small("  effect\n    set small to f(tally)\n", handed)}
    assert ("argument", False) in found and ("set", False) in found


def test_keys_hang_on_the_rules_alone() -> None:
    """The number in a key finds the same node again, also after the way through JSON."""
    from fuero.rules.json import from_json, to_json

    rules = resolve("alhambra").rules
    nodes = {**declared(rules), "end": rules.end}
    found = places(rules)
    for place in found:
        assert place.sort in SORTS
        inside = list(walk(nodes[place.rule]))
        assert getattr(inside[place.key[1]], "span", None) == place.span
    assert len({p.key for p in found}) == len(found)
    again = from_json(to_json(rules, spans=False))
    assert proved(again) == proved(rules)


def test_how_much_of_a_whole_game_is_proved() -> None:
    """A floor, so that a change that proves less is seen."""
    found = places(resolve("alhambra").rules)
    assert sum(p.proved for p in found) >= 0.8 * len(found)
    assert not any(p.never for p in found)


CONSTRUCTS = Path(__file__).parents[1] / "engine" / "constructs" / "rulesets"


LOOPS = ("more often", "cases", "nobody is there")
"""Faults that are no matter of ranges."""


@pytest.mark.parametrize("name", sorted(p.stem for p in CONSTRUCTS.glob("*.fuero")))
def test_a_fault_in_play_comes_from_a_place_that_is_listed(name: str) -> None:
    """Random matches of rulesets that were made to fault."""
    path = str(CONSTRUCTS / f"{name}.fuero")
    listed = [p for p in places(resolve(path).rules) if not p.proved]
    for seed in range(8):
        try:
            fuero.load(path).playout(seed, seed)
        except Fault as fault:
            if not any(said in fault.message for said in LOOPS):
                rule = fault.rule.split(".")[0]
                assert any(p.rule.endswith(f" {rule}") or f'"{rule}"' in p.says for p in listed), fault


def test_what_is_not_proved_is_a_topic_of_show(capsys: pytest.CaptureFixture[str]) -> None:
    from fuero.cli.main import main

    assert main(["show", "unproved", "alhambra"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    listed = [p for p in places(resolve("alhambra").rules) if not p.proved]
    assert listed and all(p.says in out for p in listed)
    assert main(["show", "unproved", "three-hills"]) == 0
    assert "has none" in capsys.readouterr().out

"""What `is` has shown of a place is forgotten once something may have moved there."""

from __future__ import annotations

import pytest

from fuero.rules.load import examine

GAME = """game sorts "Sorts"
players 2..2
cap 40 decisions
piece coin
  value : 1..5
piece stone
pieces coin = 2 of each value
pieces stone = 5
kind thing = coin, stone
zone heap : bag of thing, hidden, size open
zone shown : place of thing, open
zone spare : place of thing, open
zone away : pile of thing, open
var seen : 0..9 = 0, open
procedure look
BODY
procedure more
  draw 1 from heap to shown
procedure play
  repeat until seen = 9
    perform look
    choose n : 1..9 by the active player
      set seen to n
setup
  move coin to heap
  move stone to heap
end
  when seen = 9
  winner most points
  ties shared
"""

FORGOTTEN = {
    "a move and a draw": "  if shown is coin\n    move shown to away\n"
    "    draw 1 from heap to shown\n    set seen to value of shown",
    "a rule that is performed": "  if shown is coin\n    perform more\n    set seen to value of shown",
    "an earlier round": "  if shown is coin\n    for each n in 1..3\n      set seen to value of shown\n"
    "      move shown to away\n      draw 1 from heap to shown",
    "one of two ways": "  if shown is coin\n    if seen > 3\n      move shown to away\n      draw 1 from heap to shown\n"
    "    set seen to value of shown",
}
KEPT = {
    "a move elsewhere": "  if shown is coin\n    draw 1 from heap to spare\n    set seen to value of shown",
    "a name": "  if shown is coin\n    let c = shown\n    move shown to away\n    set seen to value of c",
    "nothing moved yet": "  if shown is coin\n    set seen to value of shown\n    move shown to away",
    "asked again": "  if shown is coin\n    perform more\n    if shown is coin\n      set seen to value of shown",
    "while it is so": "  repeat at most 9 while shown is coin\n    set seen to value of shown\n    move shown to away\n"
    "    draw 1 from heap to shown",
}


def codes(body: str) -> list[str]:
    return [d.code for d in examine("-", stdin=lambda: GAME.replace("BODY", body)).diagnostics if d.severity == "error"]


@pytest.mark.parametrize("body", FORGOTTEN.values(), ids=FORGOTTEN)
def test_forgotten(body: str) -> None:
    assert codes(body) == ["not-shared"]


@pytest.mark.parametrize("body", KEPT.values(), ids=KEPT)
def test_kept(body: str) -> None:
    assert codes(body) == []

"""A key that names no place is a fault with its rule, however the key came about."""

from __future__ import annotations

from pathlib import Path

import pytest

import fuero
from fuero.engine.faults import Fault

TEXT = """game heaps "Heaps"
players 2
cap 9 decisions
piece bead
pieces bead = 9
zone piles : pile of bead per 1..3, open
var n : 0..9 = 0, open
procedure play
  for each k in {numbers}
    set n to n + size of piles at k
setup
  move bead to piles at 2
  set the active player to the start player
end
  when n = 8
  winner most points
"""


@pytest.mark.parametrize("numbers", ["0..3", "1..4"])
def test_a_loop_beyond_the_places_of_a_zone_is_a_fault(tmp_path: Path, numbers: str) -> None:
    path = tmp_path / "heaps.fuero"
    path.write_text(TEXT.format(numbers=numbers), encoding="utf-8")
    with pytest.raises(Fault, match="^play: "):
        fuero.load(str(path), players=2).start(1)


def test_a_loop_over_the_places_is_none(tmp_path: Path) -> None:
    path = tmp_path / "heaps.fuero"
    path.write_text(TEXT.format(numbers="1..3"), encoding="utf-8")
    assert fuero.load(str(path), players=2).start(1).outcome is not None


def test_nothing_handed_on_by_a_rule_names_no_place(tmp_path: Path) -> None:
    path = tmp_path / "heaps.fuero"
    path.write_text(
        """game heaps "Heaps"
players 2
cap 9 decisions
var chosen : player or none, open
var luck : 0..9 per player, open
function of-whom(p: player or none) : player = p
procedure play
  set luck of of-whom(chosen) to 5
setup
  set the active player to the start player
end
  when luck of the active player = 9
  winner most points
""",
        encoding="utf-8",
    )
    with pytest.raises(Fault, match="^play: "):
        fuero.load(str(path), players=2).start(1)

"""A file with mistakes of every stage gets a message for each, and none that only follows from another."""

from pathlib import Path

import pytest

from fuero.rules.load import examine

GAME = """game g "G"
players 2..3
cap 100 decisions
number limit = 5
piece stone
pieces stone = 4
zone heap : pile of stone, open
zone hand : pile of stone per player, open
action take "Take a stone"
  choose s : one of heap
  require few "at most {limit}"
    size of your hand < limit
  effect
    move s to your hand
procedure play
  repeat at most 20 until heap is empty
    ask the active player
      offer take
    set the active player to the next player
setup
  move stone to heap
end
  when heap is empty
  winner most points
  ties shared
"""
VARIANT = """variant v for g "V"   @house
set limt to 6
drop take.fw
set limit to 7
points tidy "Tidy"
  scored in every play
  for each p in player
  when haned of p is empty
  pays 2
zone scrap a pile
move-it
procedure spare
  shuffle scrap
"""


@pytest.fixture
def found(tmp_path: Path) -> list[tuple[str, int]]:
    (tmp_path / "g.fuero").write_text(GAME, encoding="utf-8")
    (tmp_path / "variants").mkdir()
    path = tmp_path / "variants" / "v.fuero"
    path.write_text(VARIANT, encoding="utf-8")
    examined = examine(str(path))
    assert examined.rules is None
    return [(d.code, d.span.line) for d in examined.diagnostics if d.severity == "error"]


def test_each_mistake_has_its_message(found: list[tuple[str, int]]) -> None:
    lines = [line for _, line in found]
    assert lines == [2, 3, 8, 10, 11]


def test_what_a_broken_declaration_would_have_declared_counts_as_known(found: list[tuple[str, int]]) -> None:
    assert 13 not in [line for _, line in found]

"""Scenarios of a small made-up game: what holds, and for each kind of line that can fail the message it gives."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from fuero.rules.load import Resolved, resolve
from fuero.table.scenarios import ScenarioResult, run_all

LANES = """game lanes "Lanes"
rulebook book "The book of lanes"
  section pay
players 2..4
neutral ghost "The ghost" when players = 2
cap 100 decisions
option room-for "At most so many in hand"  1..9, usually 5
number price = 4                                                        @book/pay
enum hue = red, blue
piece card
  hue  : hue
  pips : 1..3
pieces card = 2 of each hue, pips
piece slab
  weight : 1..9
pieces slab
       | weight
  flat | 1
  tall | 2
  wide | 3
  bent | 4
piece flag
pieces flag = 1 of each player
zone pack  : deck of card, hidden
zone sack  : bag of slab, hidden
zone fan   : pile of card per player, owner
zone shown : row 3 of card, open
zone spent : pile of card, open
zone yard  : board 8 of slab per player, open
  always tidy(yard)
zone paint : marks on cells of yard, open
zone poles : pile of flag per player, open
zone stand : place of card on cells of yard, open
var turns  : 0..4 = 0, open
var liked  : set of hue per player, open
condition tidy(g: board)
  require small "there are at most three"
    size of g <= 3
  require light "no slab is heavier than three"
    every(c in cells of g: g at c is filled)
total held(p: party, h: hue) : 0..9
  part fan
    if p is player then count(c in fan of p where hue of c = h) else 0
  part liked
    if p is player and h in liked of p then 1 else 0
function bonus(p: player) : 0..9 = 0
action take "Take a card"
  choose c : one of shown
  require room "there is room for {room-for}"
    size of your fan < room-for
  effect
    move c to your fan
action pay "Pay"                                                        @book/pay
  choose cards : some of your fan
  require enough "at least {price}"
    total pips of cards >= price
  effect
    move cards to spent
procedure play
  repeat until turns = 4
    perform turn as the active player
    set turns to turns + 1
    set the active player to the next player
procedure turn
  step act
    ask you "What now?"
      offer take
      offer pay
  step fill
    if pack is empty
      restock pack from spent
    draw 3 - size of shown from pack to shown
procedure count-up
  step hues
    perform lead
  step cards
    for each p in player
      score size of fan of p + bonus(p) for p "cards"
procedure swap-two
  choose up to 2 times c : one of fan of the active player, h : hue "Which card for which colour?"
      where hue of c != h by the active player
    move c to spent
procedure gather-slabs
  draw 1 from sack to yard of the active player at (0, 0)
majority lead for each h in hue                                         @book/pay
  among     p in party
  counting  held(p, h)
  minimum   1
  pays      prizes at h
  ties      share rounded down
table prizes
       | 1st | 2nd
  red  | 4   | 2
  blue | 6   | 3
setup
  step deal
    move card to pack
    shuffle pack
    draw 3 from pack to shown
    move slab to sack
    for each p in player
      move flag of p to poles of p
end
  when     turns = 4
  perform  count-up
  winner   most points
  ties     shared
"""
GIFTS = """module gifts for lanes "Gifts"
points gift "Empty hands"
  scored   in every count-up
  for each p in player
  when     fan of p is empty
  pays     5
"""

HOLDS = {
    "pieces in zones, and nothing twice": """
  given
    fan of A is red-1, red-1, blue-3
    shown is blue-1, blue-2
    pack is red-2, red-3
  expect fan of A holds red-1, red-1
  expect A holds blue-3
  expect size of fan of A = 3
  expect red-2 in top(pack, 1)
  expect shown at 2 = blue-2
""",
    "a given fact puts away what lay there": """
  given
    fan of A is red-1
    fan of A is blue-1
  expect fan of A holds blue-1
  expect size of fan of A = 1
""",
    "a whole kind of pieces, and none": """
  given
    pack is card
    fan of B is {}
  expect size of pack = 12
  expect fan of B is empty
""",
    "a drawn board, with paint and something that stands there": """
  given
    yard of A
         | -1   | 0    | 1
      0  | flat | tall |
      1  |      |      | wide
    paint of A is (0, 0), (1, 1)
    stand of A at (0, 0) is red-2
  expect yard of A at (-1, 0) = flat
  expect yard of A at (1, 1) = wide
  expect stand of A at (0, 0) = red-2
  expect (1, 1) in paint of yard of A
  expect (1, 0) not in paint of yard of A
""",
    "the answer to a choice in the middle of a rule": """
  given
    fan of A is red-1, blue-2
    the active player is A
  do swap-two
  expect A may choose c red-1, h blue
  expect A may not choose c red-1, h red
  expect A may not choose c red-2, h blue
  do A : choose c red-1, h blue
  do A : choose c blue-2, h red
  expect spent holds red-1, blue-2
""",
    "several of the same": """
  given
    fan of A is 2 of red-1, blue-3
  expect fan of A holds 2 of red-1
  expect size of fan of A = 3
""",
    "one majority by itself": """
  given
    fan of B is red-1
  do lead
  expect lead pays B 4, A 0
""",
    "variables": """
  given
    score of B is 7
    turns is 3
    the active player is C
    liked of A is red, blue
  expect score of B = 7
  expect the active player = C
  expect blue in liked of A
  expect your poles is empty
""",
    "who begins is who plays first": """
  given
    shown is red-1, red-2
    pack is blue-1
  do B : take c red-2
  expect B is not asked
  expect C is asked
  expect shown holds red-1, blue-1
""",
    "where nothing can be chosen one can still ask why": """
  refuse A : take c red-1 because take.c
  do A : pass
  expect B is asked
""",
    "a card that is named twice is two cards": """
  given
    fan of A is red-3
    fan of B is red-3
  refuse A : pay cards {red-3, red-3} because pay.cards
  expect A may not pay cards red-3 because pay.enough
""",
    "the room in hand is an option": """
  with option room-for 1
  given
    fan of A is red-1
    shown is blue-1
  expect A may not take c blue-1 because take.room
""",
    "chance comes as it is said, also after a shuffle": """
  chance pack is blue-3, red-1, red-1, blue-2
  do setup
  expect shown at 1 = blue-3
  expect shown at 2 = red-1
  expect blue-2 in top(pack, 1)
""",
    "chance out of a bag": """
  given
    sack is slab
  chance sack is wide, flat
  do gather-slabs
  expect yard of A at (0, 0) = wide
  expect size of sack = 3
""",
    "a value that is pretended goes for all that asks it": """
  given
    fan of A is red-1
    held(B, red) is 2
    held(C, red) is 2
    bonus(C) is 3
  do count-up
  expect lead pays A 0, B 3, C 3
  expect lead(blue) pays A 0, B 0
  expect score of A = 1
  expect score of C = 6
""",
    "nothing of a pretended value is left": """
  do count-up
  expect lead pays A 0, B 0, C 0
  expect score of C = 0
""",
    "points are counted since the last line that does something": """
  given
    fan of A is red-1
  do count-up
  do count-up
  expect count-up pays A 1
  expect score of A = 10
""",
    "a procedure leaves the question that was there": """
  given
    shown is red-1
  expect A is asked
  do count-up
  do A : take c red-1
  expect fan of A holds red-1
""",
    "a module is on where a scenario says so": """
  with module gifts
  given
    fan of A is red-1
  do count-up
  expect gift pays A 0, B 5, C 5
""",
    "the number of seats": """
  players A, B, C, D
  expect fan of D is empty
""",
    "a set-up with a seed": """
  players A, B
  start from a set-up, seed 3
  expect size of pack = 9
  expect every(p in player: size of poles of p = 1)
  expect A is asked
""",
    "the end and who wins": """
  given
    turns is 3
    score of B is 3
    fan of A is red-1
    shown is red-2
  do A : take c red-2
  expect the match ends
  expect B is not winner
  expect A is winner
  expect count(p in player where p is winner) = 1
""",
    "one row after the other": """
  given
    fan of who is hand
    yard of who
        | 0
     0  | tile
  do count-up
  expect score of who = points
  expect fan of who holds hand
  expect yard of who at (0, 0) = tile
  expect A may not action cards red-3 because reason
  examples
    who | hand         | points | tile | action | reason
    A   | red-1        | 5      | flat | pay    | pay.cards
    B   | blue-1, red-1| 12     | tall | pay    | pay.cards
""",
}


@dataclass(frozen=True)
class Fails:
    """A body that fails: the line that is shown, what was expected and found (each as part of the text), and a note."""

    body: str
    line: str
    expected: str = ""
    found: str = ""
    note: str = ""


FAILS = {
    "a comparison": Fails(
        "given\n    fan of A is red-1, red-2\n  expect size of fan of A = 3",
        "expect size of fan of A = 3",
        "size of fan of A = 3",
        "size of fan of A is 2",
    ),
    "a rule with its parts": Fails(
        "given\n    fan of A is red-1\n    liked of A is red\n  expect held(A, red) = 3",
        "expect held(A, red) = 3",
        "held(A, red) = 3",
        "held(A, red) is 2",
        "held.liked: 1",
    ),
    "fewer of the same than are meant": Fails(
        "given\n    fan of A is red-1\n  expect fan of A holds 2 of red-1",
        "expect fan of A holds 2 of red-1",
        "fan of A holds red-1",
        "fan of A holds red-1",
    ),
    "a choice that may be made": Fails(
        "given\n    fan of A is red-1\n    the active player is A\n  do swap-two\n  expect A may not choose c red-1, h blue",
        "expect A may not choose c red-1, h blue",
        "A may not choose c red-1, h blue",
        "it is allowed",
    ),
    "emptiness": Fails(
        "given\n    fan of A is red-1\n  expect fan of A is empty",
        "expect fan of A is empty",
        "fan of A is empty",
        "fan of A is red-1",
    ),
    "points": Fails(
        "given\n    fan of A is red-1\n  do count-up\n  expect lead pays A 5, B 0",
        "expect lead pays A 5, B 0",
        "lead pays A 5, B 0",
        "it pays A 4, B 0",
        "A 4 for red (place 1)",
    ),
    "points name their rule": Fails(
        "do count-up\n  expect lead(red) pays A 1", "expect lead(red) pays A 1", "A 1", "A 0", "rule: lead ("
    ),
    "holding": Fails(
        "given\n    fan of A is red-1\n  expect fan of A holds red-1, red-1",
        "expect fan of A holds red-1, red-1",
        "fan of A holds red-1",
        "fan of A holds red-1",
    ),
    "holding anywhere": Fails("expect B holds blue-2", "expect B holds blue-2", "B holds blue-2", "B holds nothing"),
    "may": Fails(
        "given\n    fan of A is red-3\n  expect A may pay cards red-3",
        "expect A may pay cards red-3",
        "A may pay cards red-3",
        "it is refused",
        "pay.enough: At least 4. [book/pay]",
    ),
    "may not": Fails(
        "given\n    fan of A is red-3, red-2\n  expect A may not pay cards {red-3, red-2} because pay.enough",
        "expect A may not",
        "because pay.enough",
        "it is allowed",
        "rule: pay.enough (",
    ),
    "another reason": Fails(
        "given\n    fan of A is red-3\n  refuse A : pay cards red-3 because take.room",
        "refuse A : pay cards red-3",
        "because take.room",
        "it is refused, because pay.enough",
    ),
    "a card that is not there is no other reason": Fails(
        "refuse A : pay cards red-3 because pay.enough", "refuse A : pay", "because pay.enough", "because pay.cards"
    ),
    "doing": Fails(
        "given\n    fan of A is red-3\n  do A : pay cards red-3",
        "do A : pay cards red-3",
        "A may pay cards red-3",
        "it is refused",
    ),
    "somebody else": Fails(
        "given\n    shown is red-1\n  expect A is asked\n  do B : take c red-1",
        "do B : take c red-1",
        "",
        "B is not asked now: A is asked (What now?).",
    ),
    "asked": Fails(
        "given\n    shown is red-1, red-2\n  do A : take c red-1\n  expect A is asked",
        "expect A is asked",
        "A is asked",
        "B is asked (What now?)",
    ),
    "not asked": Fails(
        "given\n    shown is red-1\n  expect A is not asked", "expect A is not asked", "A is not asked", "A is asked"
    ),
    "the end": Fails("expect the match ends", "expect the match ends", "the match ends", "nobody is asked"),
    "winning": Fails("expect A is winner", "expect A is winner", "A is winner", "it is not so"),
    "after the end": Fails(
        "given\n    turns is 3\n    shown is red-1\n  do A : take c red-1\n  do B : take c red-1",
        "do B : take c red-1",
        "",
        "The match is over",
    ),
    "a promise": Fails(
        "given\n    yard of A\n        | 0 | 1\n     0  | flat | tall\n     1  | wide | bent",
        "yard of A",
        "",
        '"yard A" cannot lie like this: not kept is there are at most three (tidy.small).',
    ),
    "a piece that is used up": Fails(
        "given\n    fan of A is red-1, red-1\n    fan of B is red-1", "fan of B is red-1", "", 'There are 2 "red-1" only'
    ),
    "a number beyond its range": Fails("given\n    turns is 12", "turns is 12", "", "0 to 4"),
    "a word that is unknown": Fails(
        "expect size of fann of A = 0", "expect size of fann of A = 0", "", 'There is no "fann" here.'
    ),
    "a heading that is not used": Fails(
        "expect size of fan of A = n\n  examples\n    n | m\n    0 | 1", "n | m", "", 'No line of this scenario uses "m".'
    ),
    "a heading that is spelled otherwise": Fails(
        "given\n    turns is namme\n  expect turns = m\n  examples\n    name | m\n    2    | 2",
        "name | m",
        "",
        'No line of this scenario uses "name". Did you mean "namme" (line ',
    ),
    "a heading that only some lines spell well": Fails(
        "expect turns = nmae + m\n  expect turns = name\n  examples\n    name | m\n    0    | 0",
        "expect turns = nmae + m",
        "",
        'There is no "nmae" here. Did you mean "name" (a heading of the examples)?',
    ),
    "a field that the action does not have": Fails(
        "given\n    shown is red-1\n  expect A may take cc red-1",
        "expect A may take cc red-1",
        "",
        '"take" does not choose a "cc".',
        "It chooses: c.",
    ),
    "a clause that is not there": Fails(
        "given\n    shown is red-1\n  expect A may not take c red-1 because take.roon",
        "because take.roon",
        "",
        'There is no clause "take.roon" here. Did you mean "take.room"?',
    ),
    "a seat that nobody has": Fails("given\n    fan of F is red-1", "fan of F is red-1", "", "There is no F at this table"),
    "a drawing with a cell too few": Fails(
        "given\n    yard of A\n        | 0 | 1\n     0  | flat | tall\n     1  | wide",
        "1  | wide",
        "",
        "This row has fewer cells than the drawing has columns.",
    ),
    "a drawing with a column too many": Fails(
        "given\n    yard of A\n        | 0 | 1 | 2\n     0  | flat | tall\n     1  | wide | bent",
        "| 0 | 1 | 2",
        "",
        "There are 3 columns here, and each row has cells for 2.",
    ),
    "a start that is misspelt": Fails(
        "start from an emtpy table\n  expect turns = 0", "start from an emtpy table", "", 'Did you mean "an empty table"?'
    ),
    "a row that fails": Fails(
        "given\n    turns is n\n  expect turns + m = 2\n  examples\n    n | m\n    2 | 0\n    3 | 1",
        "expect turns + m = 2",
        "turns + 1 = 2",
        "turns + 1 is 4",
        "case: n 3, m 1",
    ),
    "a module that is not there": Fails(
        "with module presents\n  expect turns = 0", "with module presents", "", 'no module "presents"'
    ),
    "too many seats": Fails("players A, B, C, D, E\n  expect turns = 0", "players A, B", "", "2 to 4 players"),
    "seats out of order": Fails("players A, C\n  expect turns = 0", "players A, C", "", "in order"),
    "another start": Fails("start from the middle\n  expect turns = 0", "start from the middle", "", "an empty table"),
    "a rule that cannot go on": Fails(
        "given\n    yard of A at (0, 0) is flat\n    sack is slab\n  do gather-slabs",
        "do gather-slabs",
        "the rules go on",
        "there is already a tile",
    ),
}


@lru_cache(maxsize=1)
def lanes() -> Resolved:
    """The game with all scenarios of this file, numbered by what they are called here."""
    with TemporaryDirectory() as folder:
        place = Path(folder) / "lanes"
        (place / "modules").mkdir(parents=True)
        text = LANES + "".join(f'scenario "holds: {name}"   @book/pay\n{body.strip(chr(10))}\n' for name, body in HOLDS.items())
        text += "".join(f'scenario "fails: {name}"\n  {case.body}\n' for name, case in FAILS.items())
        (place / "lanes.fuero").write_text(text, encoding="utf-8")
        (place / "modules" / "gifts.fuero").write_text(GIFTS, encoding="utf-8")
        return resolve(str(place))


@lru_cache(maxsize=1)
def results() -> dict[str, ScenarioResult]:
    return {result.title: result for result in run_all(lanes())}


@pytest.mark.parametrize("name", HOLDS)
def test_holds(name: str) -> None:
    result = results()[f"holds: {name}"]
    assert result.passed, result.message
    assert result.cites == ("book/pay",)


@pytest.mark.parametrize("name", FAILS)
def test_says_what_fails(name: str) -> None:
    case, result = FAILS[name], results()[f"fails: {name}"]
    assert not result.passed
    line = lanes().files[result.place.file].splitlines()[result.place.line - 1]
    assert case.line in line
    assert case.expected in result.expected
    assert case.found in result.found
    assert case.note in result.message
    assert f"line {result.place.line}: {line.strip()}" in result.message
    assert not case.expected or f"expected: {result.expected}\nfound: {result.found}" in result.message
    assert result.finding is not None
    assert (result.finding.code, result.finding.span) == ("scenario-failed", result.place)


def test_only_those_that_are_wanted() -> None:
    found = run_all(lanes(), only="who begins")
    assert [result.title for result in found] == ["holds: who begins is who plays first"]


def test_games_in_one_process_share_nothing() -> None:
    """What is remembered of a board under one game's rules is not believed under another's."""
    loose = resolve(str(_written(LANES.replace("size of g <= 3", "size of g <= 4") + SQUARE)))
    strict = resolve(str(_written(LANES + SQUARE)))
    assert [run_all(r)[0].passed for r in (loose, strict, loose)] == [True, False, True]


SQUARE = """scenario "four slabs"
  given
    yard of A
        | 0    | 1
     0  | flat | tall
     1  | wide | bent
  expect size of yard of A = 4
"""


def _written(text: str) -> Path:
    folder = Path(_FOLDER.name)
    place = folder / f"{len(list(folder.iterdir()))}" / "lanes.fuero"
    place.parent.mkdir()
    place.write_text(text, encoding="utf-8")
    return place


_FOLDER = TemporaryDirectory()

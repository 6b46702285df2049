"""The texts of new files: names in, a rule file that checks and whose example holds out."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class About:
    """What a new overlay needs to know of its game: seats at a usual table, who is asked first after a set-up with seed 1 (none
    where the set-up asks nobody), a number that could be changed with another value, a moment on which something can be hung.
    """

    game: str
    seats: tuple[str, ...]
    first: str
    number: tuple[str, int] | None
    moment: str


_GAME = """\
game {name} "{title}"
# A whole game to begin with: take one to three stones in turn; whoever takes the last one wins. Change it line by line.
rulebook leaflet "The rules of {title}", in en
  section play
  section end
players 2..4
cap 60 decisions  @house

number heap-size = 15  @leaflet/play
number most-taken = 3  @leaflet/play
number prize = 1  @leaflet/end
piece stone
pieces stone = heap-size  @leaflet/play
zone heap : pile of stone, open
zone taken : pile of stone per player, open

procedure play  @leaflet/play
  repeat at most heap-size until heap is empty
    ask the active player "How many stones?"
      offer take
    set the active player to the next player
action take "Take stones"  @leaflet/play
  choose n : 1..most-taken
  require enough "that many stones are left"
    n <= size of heap
  effect
    move n from heap to your taken
    if heap is empty
      score prize for you "the last stone"  @leaflet/end

setup  @leaflet/play
  move stone to heap
end  @leaflet/end
  when heap is empty
  winner most points
  ties shared

display heap "Heap" as pile
display taken "Taken" as pile

scenario "whoever takes the last stone wins"  @leaflet/end
  players A, B
  start from an empty table
  given
    heap is stone, stone
  expect A may not take n 3 because take.enough
  do A : take n 2
  expect score of A = 1
  expect the match ends
"""

_VARIANT = """\
variant {name} for {game} "{title}"  @house
why "Say here why your table plays it so."
# Your changes go here, one a line. For example, without the # in front:
# {change}
"""

_MODULE = """\
module {name} for {game} "{title}"
rulebook {name}-leaflet "The rules of {title}", in en
  section rules
# What it brings goes here: pieces, zones, rules, and where they meet the game. For example, without the # in front:
# {change}
"""

_SAYS = '#   say "{title} has its turn."'

_EXAMPLE = """\

scenario "{says}"  @{source}
  players {seats}
  with {kind} {name}
  start from a set-up, seed 1
  expect {expected}
"""


def title_of(name: str) -> str:
    """
    >>> title_of("long-day")
    'Long day'
    """
    return name.replace("-", " ").capitalize()


def game_text(name: str) -> str:
    """A small complete game."""
    return _tidy(_GAME.format(name=name, title=title_of(name)))


def overlay_text(kind: str, name: str, about: About) -> str:
    """A variant or a module that changes nothing yet."""
    title = title_of(name)
    hung = f"after {about.moment} as {name}-turn\n" + _SAYS.format(title=title)
    if kind == "variant":
        change = f"set {about.number[0]} to {about.number[1]}" if about.number else hung
        text = _VARIANT.format(name=name, game=about.game, title=title, change=change)
    else:
        change = hung
        text = _MODULE.format(name=name, game=about.game, title=title, change=change)
    says, expected = (
        (f"after the set-up {about.first} is asked first", f"{about.first} is asked")
        if about.first
        else (f"{len(about.seats)} can play", f"players = {len(about.seats)}")
    )
    source = "house" if kind == "variant" else f"{name}-leaflet/rules"
    seats = ", ".join(about.seats)
    return _tidy(text + _EXAMPLE.format(says=says, source=source, seats=seats, kind=kind, name=name, expected=expected))


def _tidy(text: str) -> str:
    from fuero.syntax.tidy.tidy import tidy_text

    made, found = tidy_text(text, "")
    assert made is not None, found
    return made

"""A made-up game to amend, and short ways to compose it with overlays written as text."""

from __future__ import annotations

import re
from typing import Any

from fuero.messages.diagnostic import Diagnostic
from fuero.rules.compose import Merged, Selection, Sources, compose
from fuero.syntax.nodes import Declaration, File, Integer, Name, Number, Term
from fuero.syntax.parse import parse_text

FAIR = """
game fair "The fair"
rulebook printed "The fair"
  section turn
players 2..4
number limit = 5                                                      @printed/turn
number half = 2
option start "Start with"  1..40, usually 20
option market "With a market"  yes-no, usually no
  with 2 players  yes
  only with 2 players
option band "With a band"  yes-no, usually no
  needs module music
enum colour = red, blue
piece coin
  colour : colour
piece stall
kind goods = coin, stall
zone bag-of-coins : bag of coin, hidden
zone heap         : pile of goods, open
zone side-heap    : pile of goods, open
zone line         : row 5 of goods, open
zone purse        : pile of coin per player, open
var turns : 0..99 = 0, open
var mood  : 0..99 = 0, open

table prizes
       | round 1 | round 2 |     |
       | 1st     | 1st     | 2nd |
  red  | 1       | 8       | 2   |
  blue | 2       | 9       | 3   |

condition sound(c: coin)
  require small "the coin is small"
    worth(c) <= limit
  require fair "the coin is fair"
    mood >= 0
ways accepted(c: coin)
  way plain
    colour of c = red
total tally(p: player) : 0..60
  part coins
    size of purse of p
pool wealth(p: player)
  part purse
    purse of p
function worth(c: coin) : 0..9 = half
cases shown(c: goods)
  case coin when c is coin
    move c to heap
  case stall when c is stall
    move c to side-heap
total wall(p: player) : 0..9
  relies on sound.fair
  part single
    1

action take "Take a coin"
  choose c : one of heap
  let price = worth(c)
  require cheap "it is cheap"
    price <= limit
  require sound "it is sound"
    sound(c)
  effect
    step pay
      set mood to mood - price
    step reward
      set turns to turns + 1
action rest "Rest"
  effect
    set mood to mood + 1

procedure play
  repeat at most 9 while turns < 9
    perform turn as the active player
procedure turn
  step act
    ask you "What now?"
      offer take
      offer rest
  step refill
    draw 1 from bag-of-coins to heap
    step inner
      draw 1 from bag-of-coins to side-heap
  step close
  step ranking
    perform ranks
procedure two-questions
  ask you "One?"
    offer take
  ask you "Two?"
    offer rest

majority ranks for each c in colour
  among     p in player
  counting  tally(p)
  minimum   1
  pays      prizes at (c, this round)
  ties      share rounded down
  bonus crown "crown" 2 to a sole first when mood > 3
points last "Last"
  scored   in every turn
  for each p in player
  pays     1
window hagglers "Haggle"
  opens   after turn.close
  asks    p in player clockwise from the active player
  offers  rest
  closes  everyone passes

setup
  step coins
    move coin to bag-of-coins
end
  when     turns = 9
  winner   most points
  ties     shared
"""

HEAD = re.compile(r"^(?=(?:game|module|variant|bridge|labels) )", re.MULTILINE)


def parsed(text: str) -> tuple[File, ...]:
    """One file a head, named after what the head names."""
    files: list[File] = []
    for number, part in enumerate(piece for piece in HEAD.split(text) if piece.strip()):
        name = part.split()[1]
        file, found = parse_text(
            part, f"{name}-{number}.fuero" if any(f.path == f"{name}.fuero" for f in files) else f"{name}.fuero"
        )
        assert not found, [d.message for d in found]
        files.append(file)
    return tuple(files)


def together(
    overlays: str,
    modules: str = "",
    variants: str = "",
    players: int | None = None,
    options: dict[str, Term] | None = None,
    base: str = FAIR,
) -> tuple[Merged | None, list[Diagnostic]]:
    """The game with the overlays; by default every module and variant written is on."""
    on = modules.split() if modules else re.findall(r"^module (\S+)", overlays, re.MULTILINE)
    house = variants.split() if variants else re.findall(r"^variant (\S+)", overlays, re.MULTILINE)
    picked = Selection("fair", players, frozenset(on), frozenset(house), tuple((options or {}).items()))
    return compose(Sources(parsed(base + overlays)), picked)


def merged(overlays: str, **more: Any) -> Merged:
    result, found = together(overlays, **more)
    told = [d.message for d in found if d.severity == "error"]
    assert told == []
    assert result is not None
    return result


def codes(overlays: str, **more: Any) -> list[str]:
    return [d.code for d in together(overlays, **more)[1]]


def the(result: Merged, name: str, kind: type | None = None) -> Any:
    """The declaration of a name."""
    found = [d for d in result.declarations if _name(d) == name and (kind is None or isinstance(d, kind))]
    assert len(found) == 1, f"{name}: {len(found)}"
    return found[0]


def _name(declaration: Declaration) -> str:
    word = getattr(declaration, "name", None)
    return getattr(word, "text", type(declaration).__name__.lower())


def at(result: Merged, path: str) -> Any:
    """A part, case, step or let by its name in a declaration: `take.pay`."""
    from fuero.rules.compose.paths import name_of
    from fuero.rules.compose.tree import walk

    first, *names = path.split(".")
    node = the(result, first)
    for name in names:
        node = next(below for spot, below in walk(node) if spot and name_of(below) == name)
    return node


def terms(text: str) -> Term:
    """A term as the parser reads it."""
    file = parsed(f'game single "One"\nnumber n = {text}\n')[0]
    number = file.declarations[-1]
    assert isinstance(number, Number)
    return number.value


def steps(block: tuple[Any, ...]) -> list[str]:
    """Names of steps, and kinds of other statements, in order."""
    return [s.name.text if type(s).__name__ == "Step" else type(s).__name__ for s in block]


YES, NO, THREE = Name("yes"), Name("no"), Integer(3)

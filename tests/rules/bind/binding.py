"""A small made-up game, and short ways to bind it with something more."""

from __future__ import annotations

from fuero.messages.diagnostic import Diagnostic
from fuero.rules import nodes as r
from fuero.rules.bind import bind
from fuero.rules.compose import Merged, Selection, Sources, compose
from fuero.syntax.parse import parse_text

FAIR = """
game fair "The fair"
rulebook printed "The fair"
  section turn
players 2..4
neutral crow "The crow" when players = 2
cap 1000 decisions
number limit = 5                                                      @printed/turn
option start "Start with"  1..40, usually 20
option tone "The tone"  mood, usually calm
enum mood = calm, wild
enum colour = red, blue
piece coin
  colour : colour
  value  : 1..9
pieces coin = 2 of each colour, value
piece hat
  size-of-head : 1..3
  trim : set of colour
pieces hat
        | size-of-head | trim     | copies
  bowler | 1            | red      | 2
  top    | 3            | red+blue | 1
piece booth
  doors : set of side
pieces booth
        | doors | copies
  plain | north | 3
piece chip
pieces chip = 9
kind goods = coin, hat
zone heap   : pile of goods, open
zone coins  : deck of coin, hidden
zone purse  : pile of coin per player, owner, size open
zone stall  : place of goods per colour, open
zone line   : row 5 of goods, open
zone ground : board 16 of booth per player, open
zone fence  : marks on joins of ground, open
zone guest  : place of hat on cells of ground, open
var turns : 0..9 = 0, open, forgotten each round
var seen  : set of colour, open
var guess : colour or none per player = none, owner
table prizes
       | round 1 | round 2 |     |
       | 1st     | 1st     | 2nd |
  red  | 1       | 8       | 2   |
  blue | 2       | 9       | 3   |
function worth(c: goods) : 0..9 = if c is coin then value of c else 0
pool wealth(p: player) : coin
  part purse
    purse of p
total tally(p: party, b: colour) : 0..60 by half
  part coins
    if p is player then count(c in purse of p where colour of c = b) else 0
condition sound(g: board)
  require any-door "there is a door"
    every(c in cells of g: g at c is booth)
action take "Take"                                                    @printed/turn
  choose c : one of heap
  require coin "only coins are taken"
    c is coin
  effect
    step keep
      move c to your purse
action pay "Pay"
  choose some-coins : some of wealth(you)
  let paid = total worth of some-coins
  require enough "at least {limit}"
    paid >= limit
  effect
    move some-coins to coins
procedure play
  repeat until turns = 9
    perform round(turns + 1) as the active player
procedure round(n: 1..10)
  step act
    set turns to turns + 1
    ask you "What?"
      offer take
      offer pay
  step tally
    for each p in player
      score tally(p, red) / 1 rounded down for p "red"
    perform best
majority best for each b in colour                                    @house
  among     p in party
  counting  tally(p, b)
  minimum   1
  pays      prizes at (b, round 2)
  ties      share rounded down
setup
  move coin to coins
  shuffle coins
  for each p in player
    draw start from coins to purse of p
end
  when     turns = 9
  winner   most points
  ties     shared
"""


def merge(text: str, *more: str, **choices: object) -> Merged:
    """A game's text and its overlays' texts (all on, unless `modules` or `variants` say otherwise), composed."""
    files, modules, variants = [], [], []
    for i, source in enumerate((text, *more)):
        file, found = parse_text(source, f"file-{i}.fuero")
        assert not found, found
        files.append(file)
        if file.head is not None and file.head.kind == "module":
            modules.append(file.head.name.text)
        if file.head is not None and file.head.kind == "variant":
            variants.append(file.head.name.text)
    selection = Selection(
        game=files[0].head.name.text if files[0].head else "",
        modules=frozenset(choices.get("modules", modules)),  # type: ignore[call-overload]
        variants=frozenset(variants),
        options=tuple(choices.get("options", ())),  # type: ignore[arg-type]
    )
    merged, found = compose(Sources(tuple(files)), selection)
    assert merged is not None, found
    return merged


def binds(
    text: str, *more: str, tables: dict[str, str] | None = None, **choices: object
) -> tuple[r.Ruleset | None, list[Diagnostic]]:
    """Binds a text; `tables` are CSV texts by name."""

    def read(from_path: str, name: str) -> str:
        found = (tables or {}).get(name)
        if found is None:
            raise FileNotFoundError(name)
        return found

    off = choices.pop("off", None)
    return bind(merge(text, *more, **choices), read, off)  # type: ignore[arg-type]


def fair(more: str = "", *overlays: str, tables: dict[str, str] | None = None, **choices: object) -> r.Ruleset:
    """The fair with more declarations; nothing may be wrong."""
    rules, found = binds(FAIR + more, *overlays, tables=tables, **choices)
    assert not found, [(d.code, d.message, d.span.line) for d in found]
    assert rules is not None
    return rules


def faults(more: str, *overlays: str, base: str = FAIR, tables: dict[str, str] | None = None, **choices: object) -> list[str]:
    """The codes of what is wrong."""
    return [d.code for d in found(more, *overlays, base=base, tables=tables, **choices)]


def found(
    more: str, *overlays: str, base: str = FAIR, tables: dict[str, str] | None = None, **choices: object
) -> list[Diagnostic]:
    return binds(base + more, *overlays, tables=tables, **choices)[1]


def term(text: str, params: str = "") -> r.Term:
    """A term in the fair's world, as the value of a function with these parameters."""
    rules = fair(f"function tried{f'({params})' if params else ''} = {text}\n")
    return next(f.value for f in rules.functions if f.name == "tried")


def term_faults(text: str, params: str = "") -> list[str]:
    return faults(f"function tried{f'({params})' if params else ''} = {text}\n")

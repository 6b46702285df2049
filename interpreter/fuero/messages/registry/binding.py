"""Messages about what names and terms mean."""

from __future__ import annotations

from fuero.messages.registry.entry import Entry

BINDING = (
    Entry(
        "free-action",
        "A further action costs nothing",
        "An action that is offered in a loop gives back, whatever it did, what each round of the loop takes. Such a turn can "
        "go on for ever, and only the declared cap ends the match. Say what the action costs, or under which condition it is "
        "given back.",
        "after rest.effect as again\n  set actions to actions + 1\n",
        "after rest.effect as again\n  if heap is empty\n    set actions to actions + 1\n",
    ),
    Entry(
        "unknown-name",
        "There is no such name here",
        "Nothing that this file can see is called so. The nearest name is suggested; if it belongs to a module that is off, the "
        "message names the module. A minus needs a space on both sides: `a - b`.",
        "number limit = secnd\n",
        "number limit = second\n",
    ),
    Entry(
        "unknown-source",
        "A citation of no rulebook",
        "A citation names a declared rulebook and one of its declared sections, or says @house (from no rulebook) or @assumed "
        "(guessed).",
        "number limit = 5  @prinetd/moves\n",
        'rulebook printed "The rules", in en\n  section moves\nnumber limit = 5  @printed/moves\n',
    ),
    Entry(
        "wrong-type",
        "Another sort of thing is wanted here",
        "Each place of the language takes things of one sort: a number, a player, a piece, a set … The message says what stands "
        "here and what is wanted.",
        "condition few(p: player)\n  require small\n    hand of p <= 3\n",
        "condition few(p: player)\n  require small\n    size of hand of p <= 3\n",
    ),
    Entry(
        "wrong-count",
        "Too many or too few things in parentheses",
        "A rule takes as many things as its declaration names.",
        "condition fine(p: player)\n  require small\n    few(p, 3)\n",
        "condition fine(p: player)\n  require small\n    few(p)\n",
    ),
    Entry(
        "out-of-range",
        "Outside what it may be",
        "A number has a declared range, and this can be outside. Widen the range, or keep the number in it.",
        "var round : 0..9 = 12, open\n",
        "var round : 0..12 = 12, open\n",
    ),
    Entry(
        "does-not-belong",
        "The piece cannot go there",
        "A zone holds the pieces that its declaration names. The message lists the zones that take this one; what leaves the "
        "game goes to `box`.",
        "procedure tidy\n  move coin to deck\n",
        "procedure tidy\n  move coin to purse\n",
    ),
    Entry(
        "not-shared",
        "Not every member has this attribute",
        "Of a kind only what all its members have may be asked. Say first which it is: `c is money and value of c > 3`.",
        "condition dear(c: drawn)\n  require more\n    value of c > 3\n",
        "condition dear(c: drawn)\n  require more\n    c is money and value of c > 3\n",
    ),
    Entry(
        "nobody-here",
        "Nobody is deciding here",
        "`you` and `your` mean the one who decides now. In a scoring, a function or a table nobody does: name the player.",
        "function held = size of your hand\n",
        "function held(p: player) = size of hand of p\n",
    ),
    Entry(
        "whose",
        "This has no owner and is no attribute",
        "Left of `of` stands an attribute, a function of one thing, or something that each player has.",
        "function best(p: player) = size of deck of p\n",
        "function best(p: player) = size of hand of p\n",
    ),
    Entry(
        "no-places",
        "Nothing here has places",
        "`at` names a place of one thing in the chain: a market's slot, a board's cell, a row's place, a table's headings. None "
        "or two of the things here have places; parentheses say which is meant.",
        "function seen(n: 1..3) = top of deck at n\n",
        "function seen(n: 1..3) = market at n\n",
    ),
    Entry(
        "which-one",
        "Several could be meant",
        "Where one thing is wanted, several can fit: all with the lowest cost, or a table with keys left open. Say which: `by "
        "the active player`, `by chance`, `all of`, or name the missing keys.",
        "setup\n  choose first : one of fewest(p in player: size of hand of p)\n    set the active player to first\n",
        "setup\n  choose first : one of fewest(p in player: size of hand of p) by chance\n    set the active player to first\n",
    ),
    Entry(
        "case-missing",
        "A case is missing",
        "Rules by cases are complete: each member of the kind, list or range has its case, whatever else the cases ask. A value "
        "that has cases only under conditions is warned of, unless two of them are contrary.",
        "kind drawn = money, joker\ncases turn-up(c: drawn)\n  case money when c is money\n    move c to display\n",
        "kind drawn = money, joker\ncases turn-up(c: drawn)\n  case money when c is money\n    move c to display\n"
        "  case joker when c is joker\n    move c to box\n",
    ),
    Entry(
        "missing-part",
        "Something is not said",
        "A declaration leaves out what it cannot do without; the message names it.",
        "majority richest\n  among p in player\n  pays 3\n",
        "majority richest\n  among p in player\n  counting size of hand of p\n  pays 3\n  ties full\n",
    ),
    Entry(
        "calls-itself",
        "A rule that comes back to itself",
        "Everything ends: no rule may use itself, not even by way of others. The message names the whole way round.",
        "function a(n: 0..9) = b(n)\nfunction b(n: 0..9) = a(n)\n",
        "function a(n: 0..9) = b(n)\nfunction b(n: 0..9) = n\n",
    ),
    Entry(
        "endless",
        "A loop that might not end",
        "A `repeat` says `at most` how often, or asks something each time round.",
        "procedure fill\n  repeat until display is full\n    draw 1 from deck to display\n",
        "procedure fill\n  repeat at most 99 until display is full\n    draw 1 from deck to display\n",
    ),
    Entry(
        "table-row",
        "A row or cell of a table does not fit",
        "Tables are checked row by row, with the line of the file: every cell filled (or the table says `blank means 0`), no row "
        "twice, each value of its column's sort and in its range.",
        "table prizes\n        | 1 | 2 | 3\n  small | 3 | 2 |\n  large | 6 | 5 | 4\n",
        "table prizes\n        | 1 | 2 | 3\n  small | 3 | 2 | 1\n  large | 6 | 5 | 4\n",
    ),
    Entry(
        "unread-column",
        "Nothing reads this column",
        "Each column of a table in a file is read by an attribute or ignored by name, so that a misspelt one is not lost in "
        "silence.",
        'pieces card from "cards.csv"\n',
        'pieces card from "cards.csv"\n  ignore artist\n',
    ),
)

"""Messages about what can be worked out of the rules without playing: ranges, loops, what is gone."""

from __future__ import annotations

from fuero.messages.registry.entry import Entry

PROVING = (
    Entry(
        "already-gone",
        "What is used here was moved away before",
        "A piece, or all that a zone held, is asked for after a line above has moved it away, so that nothing can be there. Give "
        "it a name before the move (`let price = cost of shown`), or use the name of the piece itself, which goes with it.",
        "procedure sell\n  if shown is filled\n    move shown to discard\n    set price to cost of shown\n",
        "procedure sell\n  if shown is filled\n    let now = cost of shown\n    move shown to discard\n    set price to now\n",
    ),
    Entry(
        "always-fails",
        "This fails whenever it is reached",
        "Whatever has happened before, what is asked for here cannot be done: a place is taken, a row is full, nothing is there, "
        "or a number is divided by 0. A match that comes here would stop with a fault.",
        "procedure show\n  move spare to shown\n  draw 1 from shop to shown\n",
        "procedure show\n  if spare is filled\n    move spare to shown\n",
    ),
    Entry(
        "no-way-out",
        "A loop in which perhaps nothing can be done",
        "A loop goes on until somebody has done something, and there can be times when that player can do nothing of what is "
        "offered. The match is then stuck. Offer something that can always be done, or say what happens `otherwise`.",
        "procedure clear\n  repeat until hand of the active player is empty\n"
        '    ask the active player "Play a card"\n      offer play-low\n',
        "procedure clear\n  repeat until hand of the active player is empty\n"
        '    ask the active player "Play a card"\n      offer play-low\n'
        "    otherwise\n      move hand of the active player to heap\n",
    ),
)

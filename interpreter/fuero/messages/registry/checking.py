"""Messages about what can be read and bound and is hardly meant: what nobody reads, what never happens, what is left open."""

from __future__ import annotations

from fuero.messages.registry.entry import Entry

_POINTS = 'points tidy "No cards left"\n  scored   in every scoring\n  for each p in player\n  when     hand of p is empty\n'
_WAIT = 'variant waiting for sample "Waiting"\naction wait "Wait"\n  effect\n    say "One waits."\n'

CHECKING = (
    Entry(
        "unread",
        "Nothing reads it",
        "Something is declared, named or asked of a player, and no rule makes anything of it: an option that changes "
        "nothing, a number or a table that no rule reads, a variable that is only set, a field whose choice makes no "
        "difference. Often a rule says something else than was meant; else the line can go. With a variant or module on, "
        "only what that brings or changes is told: an amendment of what nothing reads any more has no effect.",
        f'variant tidy for sample "Tidy"\nnumber reward = 2\n{_POINTS}  pays     3\n',
        f'variant tidy for sample "Tidy"\nnumber reward = 2\n{_POINTS}  pays     reward\n',
    ),
    Entry(
        "never-happens",
        "It can never happen",
        "An action that nobody is offered, a procedure that nothing performs, a window that nothing opens, lines behind the "
        "certain end of a match, a branch or case that an earlier one always takes. Put it where it can happen, or leave it out.",
        _WAIT,
        f"{_WAIT}add offer wait to turn.act\n",
    ),
    Entry(
        "always-so",
        "It is always so, or never",
        "A condition or clause holds in every match, or in none, by the ranges that are declared: it forbids nothing, or all. "
        "Numbers of the rules count as if they could change.",
        'add require take.several "a card must be taken"\n  size of cards >= 0\n',
        'add require take.several "a card must be taken"\n  size of cards > 0\n',
    ),
    Entry(
        "says-again",
        "A clause that says what another says",
        "A clause forbids nothing that an earlier one of the same rule does not forbid already. Perhaps it was to ask for "
        "something else.",
        'add require take.modest "not too many cards"\n  size of cards <= limit\n',
        'add require take.modest "not too many cards"\n  size of your hand <= limit\n',
    ),
    Entry(
        "never-changes",
        "It stays as it was at first",
        "Rules read a variable that nothing sets, or a zone into which nothing is ever put. A value that never changes is a "
        "number: `number x = …`.",
        'variant big for sample "Big hands"\nvar biggest : 0..9 = 7, open\nreplace few.small\n  size of hand of p <= biggest\n',
        'variant big for sample "Big hands"\nnumber biggest = 7\nreplace few.small\n  size of hand of p <= biggest\n',
    ),
    Entry(
        "no-ties",
        "What a tie is worth is not said",
        "Every majority can end in a tie, and most rulebooks say what then. Where the line is missing, the prizes of the shared "
        "places are added up and divided, rounded down; say so, or say another of the ways of chapter 9.",
        "majority hills\n  among     p in player\n  counting  score of p\n  pays      5\n",
        "majority hills\n  among     p in player\n  counting  score of p\n  pays      5\n  ties      nobody\n",
    ),
    Entry(
        "changes-nothing",
        "A change that changes nothing",
        "A variant or module sets a value to what it is already, or replaces a rule by itself. Mostly another value was meant; "
        "else the line can go.",
        "set limit to 5\n",
        "set limit to 6\n",
    ),
)

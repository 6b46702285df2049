"""Messages about how overlays are chosen and merged."""

from __future__ import annotations

from fuero.messages.registry.entry import Entry

COMPOSING = (
    Entry(
        "unknown-game",
        "No such game",
        "No shipped game and no file has this name. The nearest name is suggested.",
        "fuero check chekers\n",
        "fuero check GAME\n",
    ),
    Entry(
        "no-game",
        "No ruleset here",
        'A folder or file was named that holds no game, or several. A game begins with the line `game NAME "Title"`.',
        "number limit = 5\n",
        'game sample "Sample"\nnumber limit = 5\n',
    ),
    Entry(
        "unknown-module",
        "No such module",
        "The game has no module of this name. The nearest name is suggested.",
        'variant friday for sample "Friday"\nuses module coinz\n',
        'variant friday for sample "Friday"\nuses module coins\n',
    ),
    Entry(
        "unknown-variant",
        "No such variant",
        "The game has no variant of this name, and no file of it was given.",
        "fuero check GAME --variant fridya\n",
        "fuero check GAME --variant friday\n",
    ),
    Entry(
        "unknown-option",
        "No such option",
        "The ruleset offers no option of this name to the table.",
        "fuero check GAME --option shrot=yes\n",
        "fuero check GAME --option short=yes\n",
    ),
    Entry(
        "wrong-option",
        "An option cannot have this value",
        "The table gives an option a value that the ruleset does not offer. The message lists what it may be.",
        "fuero check GAME --option first-coins=lots\n",
        "fuero check GAME --option first-coins=25\n",
    ),
    Entry(
        "unknown-target",
        "Nothing of this name can be amended",
        "An amendment names a rule, a part (`rule.part`), a step, an action, a field, a number, an option, an offer or a cell. "
        "This name is none of them in the ruleset as it is put together; perhaps its module is off.",
        "drop sound.no-pari\n",
        "drop sound.no-pair\n",
    ),
    Entry(
        "which-target",
        "The name stands for several things",
        "Two things answer to this name. Write more of the path, so that only one does.",
        "fuero explain small GAME\n",
        "fuero explain take.small GAME\n",
    ),
    Entry(
        "which-ask",
        "Several questions are asked there",
        "An offer is added to the one question that a step asks. This step asks several; name the inner step.",
        "add offer play-low to turn\n",
        "add offer play-low to turn.act\n",
    ),
    Entry(
        "no-question",
        "Nothing is asked there",
        "An offer can be added only where a question with offers stands.",
        "add offer play-low to turn.refill\n",
        "add offer play-low to turn.act\n",
    ),
    Entry(
        "no-moment",
        "No moment of the game",
        "Something can happen before, after or instead of a step, a procedure, a case or an effect; what was named is none of "
        "them.",
        'after limit as more\n  say "More"\n',
        'after turn.act as more\n  say "More"\n',
    ),
    Entry(
        "cannot-set",
        "This cannot be set",
        "`set` gives another value to a number, an option, a property of a majority or points, or a cell of a table. What a rule "
        "says is exchanged with `replace`.",
        "set sound to 5\n",
        "set limit to 5\n",
    ),
    Entry(
        "wrong-value",
        "A value that does not fit",
        "The value is of another sort than the thing takes: a phrase where a number stands, a name that is none of its members.",
        "set richest.ties to 3\n",
        "set richest.ties to share rounded down\n",
    ),
    Entry(
        "cannot-drop",
        "This cannot be left out",
        "Parts, clauses, cases, steps, offers and whole rules nobody reads can be dropped. Numbers, pieces and what other rules "
        "read cannot: give it another value, or replace it.",
        "drop limit\n",
        "set limit to 99\n",
    ),
    Entry(
        "cannot-except",
        "This cannot be excused",
        "`except` lets a part of a rule, a clause, a step or an effect not apply under a condition. What was named is none of "
        "them.",
        "except limit as on-friday when true-friday\n",
        "except sound.no-pair as on-friday when true-friday\n",
    ),
    Entry(
        "cannot-extend",
        "This has no members",
        "`extend` adds members to a kind or an enum.",
        "extend limit with coin\n",
        "extend payment with coin\n",
    ),
    Entry(
        "wrong-part",
        "Another sort of part",
        "A condition and an action are made of `require`, ways of `way`, totals and pools of `part`, cases of `case`. The "
        "message says which fits here.",
        "add way sound.new\n  yes\n",
        "add require sound.new\n  yes\n",
    ),
    Entry(
        "wrong-body",
        "A value where something is done, or the other way round",
        "Steps, effects and cases of `cases` hold things to do; parts and functions hold a value. What replaces one must be of "
        "its sort.",
        'replace sound.no-pair\n  say "Fine"\n',
        "replace sound.no-pair\n  yes\n",
    ),
    Entry(
        "name-taken",
        "The name is taken",
        "Two things of one ruleset, or two names inside one rule, would be called the same. Pick another name.",
        "number limit = 5\nnumber limit = 6\n",
        "number limit = 5\nnumber other-limit = 6\n",
    ),
    Entry(
        "two-answers",
        "Two changes give different values",
        "Two overlays of the same rank set the same thing, and both can apply, so the result would hang on their order. Leave "
        "one out, or say which has the last word with `over`.",
        "set limit to 6\nset limit to 7\n",
        "set limit to 7\n",
    ),
    Entry(
        "exception-clash",
        "Two changes of one rule do not go together",
        "Two overlays of the same rank change the same rule in ways that hang on their order. Say which has the last word with "
        "`over`, or leave one out.",
        "replace sound.no-pair\n  yes\ndrop sound.no-pair\n",
        "drop sound.no-pair\n",
    ),
    Entry(
        "needs-order",
        "Somebody must say which comes first",
        "Two things happen at the same moment, and it makes a difference which comes first. An `order` line, in one of the two "
        "files, in a bridge or in a variant, says so.",
        "fuero check GAME --module coins,storm\n",
        "order coins/pay before storm/leave-off\n",
    ),
    Entry(
        "order-circle",
        "Each is to come before the other",
        "The `order` lines contradict each other. Take one of them out.",
        "order coins/pay before storm/leave-off\norder storm/leave-off before coins/pay\n",
        "order coins/pay before storm/leave-off\n",
    ),
    Entry(
        "order-idle",
        "An order line that orders nothing",
        "The two things it names never happen at the same moment. Take the line out, or mend the names.",
        "order coins/pay before storm/leave-off\norder coins/pay before storm/thunder\n",
        "order coins/pay before storm/leave-off\n",
    ),
    Entry(
        "leans-on",
        "Another rule relies on what was dropped",
        "A rule says `relies on` a part that is now gone, so what it means is no longer clear. Say what it shall mean now by a "
        "change of that rule, or that it stays as it is: `drop sound.no-pair over tally`.",
        "drop sound.no-pair\n",
        "except sound.no-pair as later when round > 3\n",
    ),
    Entry(
        "option-clash",
        "The option does not go with the rest",
        "The option was chosen, and another choice rules it out. The message names the option, the number of players and the "
        "way out.",
        "fuero check GAME --players 2 --option third-party=yes,short=yes\n",
        "fuero check GAME --players 2 --option third-party=yes\n",
    ),
    Entry(
        "option-off",
        "An option is off",
        "The option would be on, but another choice of the table rules it out, so it is off. The message says which.",
        "fuero check GAME --players 4 --option third-party=yes\n",
        "fuero check GAME --players 2 --option third-party=yes\n",
    ),
    Entry(
        "players-range",
        "Not for so many players",
        "The game says for how many players it is: `players 2..4`.",
        "fuero check GAME --players 9\n",
        "fuero check GAME --players 3\n",
    ),
)

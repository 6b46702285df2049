"""Messages about secrets: what everybody notices must hang on what everybody knows."""

from __future__ import annotations

from fuero.messages.registry.entry import Entry

SECRETS = (
    Entry(
        "secret-asks",
        "The question tells a secret",
        "Everybody notices whom the game asks, and whether and how often it asks. So that must hang on what everybody sees, "
        "never on somebody's hand, a covered variable or the order of a deck. Ask all who might be able to: who cannot then "
        "passes, and that pass looks like any other. Or show the secret first, with reveal or a move to an open zone.",
        'procedure bids\n  for each p in player where any(c in hand of p: value of c = 9)\n    ask p "Play your nine?"\n'
        "      offer bid\n      offer pass\n",
        'procedure bids\n  for each p in player where hand of p is filled\n    ask p "Play a card?"\n      offer bid\n'
        "      offer pass\n",
        (
            "Whom the game asks here hangs on {secret}, so the question tells everybody.",
            "Whether the game asks here hangs on {secret}, so the question tells everybody.",
        ),
    ),
    Entry(
        "secret-offer",
        "What is offered tells a secret",
        "What a player may choose must hang on what that player knows: the own hand may decide it, somebody else's may not, nor "
        "what nobody has seen. Otherwise the list of moves, or the reason for a refusal, gives the secret away.",
        "action demand\n  choose c : one of hand of (the next player)\n  effect\n    move c to your hand\n",
        "action demand\n  effect\n    draw 1 from hand of (the next player) to your hand\n",
        ("What is offered here hangs on {secret}, and the one who chooses may not know that.",),
    ),
    Entry(
        "secret-shown",
        "Something that everybody sees tells a secret",
        "An open variable, a message, points during the match, how often a loop is done, and the end are seen by everybody. They "
        "may hang on a secret only after it has been shown: by reveal, or by a move to an open zone.",
        "procedure count-up\n  set strongest to total value of hand of the active player\n",
        "procedure count-up\n  reveal hand of the active player\n  set strongest to total value of hand of the active player\n",
        (
            "Everybody sees this variable, and its value hangs on {secret}.",
            "Everybody reads this message, and it hangs on {secret}.",
            "Everybody sees these points, and they hang on {secret}.",
            "Everybody sees how often this is done, and that hangs on {secret}.",
            "Everybody sees whether the match ends, and that hangs on {secret}.",
        ),
    ),
)

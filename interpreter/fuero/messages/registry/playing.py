"""Messages while a ruleset is played, simulated, kept and compared."""

from __future__ import annotations

from fuero.messages.registry.entry import Entry

PLAYING = (
    Entry(
        "illegal-move",
        "This move cannot be made",
        "The message names the clauses of the rules that fail, in their own words.",
        "bid coins 9\n",
        "bid coins 3\n",
    ),
    Entry(
        "fault",
        "A rule could not be carried out",
        "The rules led to something that cannot be: a number beyond its range, a piece that is not there, a loop beyond its "
        "limit. The ruleset is at fault, not the players; the match stands where it stood. The message names rule and place.",
        "procedure fill\n  repeat at most 3 until display is full\n    draw 1 from deck to turned\n    perform turn-up(turned)\n",
        "procedure fill\n  repeat at most 99 until display is full or deck is empty\n    draw 1 from deck to turned\n"
        "    perform turn-up(turned)\n",
    ),
    Entry(
        "scenario-failed",
        "A worked example does not hold",
        "The rules do something else than the scenario expects. The message shows the line, what was expected and what was "
        "found, and where it can the rule that decided. Either the rule is wrong or the example.",
        'scenario "three cards"\n  players A, B\n  start from an empty table\n  given\n    hand of A is red-1, red-2\n'
        "  expect size of hand of A = 3\n",
        'scenario "two cards"\n  players A, B\n  start from an empty table\n  given\n    hand of A is red-1, red-2\n'
        "  expect size of hand of A = 2\n",
    ),
    Entry(
        "scenario-wrong",
        "A worked example cannot be played",
        "The scenario asks for what cannot be: a piece that is used up, a board that breaks its own rules, a player who is not "
        "asked, a heading that no line uses. The rules themselves are not in question.",
        'scenario "turned up"\n  players A, B\n  start from an empty table\n  given\n    turned is red-1, red-2\n'
        "  expect turned is filled\n",
        'scenario "turned up"\n  players A, B\n  start from an empty table\n  given\n    turned is red-1\n'
        "  expect turned is filled\n",
    ),
    Entry(
        "cannot-lay-out",
        "The ruleset is too large or has no size",
        "Before a match, every zone, variable and table gets its place. Something has no known size with these players and "
        "options.",
        "fuero check GAME --option copies=1000000\n",
        "fuero check GAME --option copies=3\n",
    ),
    Entry(
        "no-log",
        "No log was kept",
        "The match was made without a log, so what was shown to whom is not remembered. Start it with one.",
        "state = game.start(seed=7, log=False)\nstate.knowledge(0)\n",
        "state = game.start(seed=7)\nstate.knowledge(0)\n",
    ),
    Entry(
        "no-deal",
        "No deal was found that fits what was shown",
        "A table was to be dealt anew so that it fits everything one player was shown, and none of many tries did. The rules "
        "bind what lies hidden more tightly than can be drawn by chance.",
        "state.knowledge(0).determinise(7)\n",
        "state.knowledge(0).view\n",
    ),
    Entry(
        "unknown-player",
        "No such player program",
        "No program for a seat is called so. The message lists those that there are.",
        "fuero run GAME --games 2 --seats randm\n",
        "fuero run GAME --games 2 --seats random\n",
    ),
    Entry(
        "wrong-seats",
        "Seats and players do not match",
        "One program is named for all seats, or one for each.",
        "fuero run GAME --games 2 --players 3 --seats random,greedy\n",
        "fuero run GAME --games 2 --players 3 --seats random,greedy,random\n",
    ),
    Entry(
        "wrong-use",
        "The command was used wrongly",
        "Flags that do not go together, or a value that a flag does not take. `--help` shows an example.",
        "fuero run GAME --games 0 --seats random\n",
        "fuero run GAME --games 2 --seats random\n",
    ),
    Entry(
        "bad-config",
        "The table's configuration is wrong",
        "A table is described in TOML or JSON. The message names the key. `fuero schema config` prints what may stand there.",
        'game = "sample"\nplayrs = 3\n',
        'game = "sample"\nplayers = 3\n',
    ),
    Entry(
        "bad-json",
        "This is no JSON",
        "The text cannot be read as JSON at all.",
        '{"format": 1, }\n',
        '{"format": 1}\n',
    ),
    Entry(
        "bad-rules-json",
        "JSON that is no ruleset",
        "The text is JSON, but not a ruleset as this version writes it. The message gives the path to each place. `fuero schema "
        "rules` prints what may stand where.",
        '{"format": 1, "rules": {"node": "Rules"}}\n',
        '{"format": 1, "rules": {"node": "Ruleset", …}}\n',
    ),
    Entry(
        "damaged-replay",
        "The replay cannot be read",
        "A line of the replay is not as it was written. The message names the line and what is wrong with it.",
        '{"n": 4, "player": "A"\n',
        '{"n": 4, "player": "A", …}\n',
    ),
    Entry(
        "save-differs",
        "The saved match does not come out the same",
        "Playing the recorded decisions again gives another position than the one that was saved. The first decision that "
        "differs is named.",
        "fuero play --resume changed-by-hand.jsonl\n",
        "fuero play --resume as-it-was.jsonl\n",
    ),
    Entry(
        "unreadable-file",
        "The file cannot be read",
        "It is not there, is a folder, or you may not read it.",
        "fuero play GAME --seats random --record match.jsonl\nfuero replay macth.jsonl\n",
        "fuero play GAME --seats random --record match.jsonl\nfuero replay match.jsonl\n",
    ),
    Entry(
        "unwritable-file",
        "The file cannot be written",
        "The folder is not there, the disk is full, or you may not write there.",
        "fuero play GAME --seats random --record nowhere/match.jsonl\n",
        "fuero play GAME --seats random --record match.jsonl\n",
    ),
    Entry(
        "file-there",
        "The file is there already",
        "A new file is begun only where none of its name is, so that nobody's work is written over.",
        "fuero new variant monday for GAME\nfuero new variant monday for GAME\n",
        "fuero new variant monday for GAME\nfuero new variant sunday for GAME\n",
    ),
)

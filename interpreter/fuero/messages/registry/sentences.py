"""The sentences that each code can say, as templates: `{…}` and `{name}` stand for what is filled in.

Nothing comes in, a mapping by code goes out; the registry takes it in. Law: what an example brings is one of the sentences of its
code (a test compares).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_READING: dict[str, tuple[str, ...]] = {
    "syntax": ('"{what}" cannot stand here. After "{before}" there can be {what can}.', "Here stands {what}, and {…} is wanted."),
    "one-of-these": (
        '"{word}" cannot stand here. After "{before}" there can be {list}.',
        'After "{word}" there can be one of: {list}. "{word}" is not among them.',
        '{…} one of: {list}. "{word}" is not among them.',
        '"{word}" cannot begin a line {…}.',
    ),
    "other-spelling": (
        '"{sign}" is not a sign of this language.',
        '"{word}" is not a word of this language.',
        '"{word}" is a word of the language, so nothing can be called that.',
        'No line begins with "{word}".',
    ),
    "belongs-nowhere": ('This line is indented, but the line above it ("{line} …") has no lines of its own below it.',),
    "unclosed": (
        "The text that begins here has no closing quote in its line.",
        'This "{sign}" closes nothing: no bracket is open here.',
    ),
    "said-twice": ('"{word}" stands here twice. One line says it all; take one of them out.',),
    "too-deep": ("This is nested too deeply to be read: too many things stand inside one another.",),
    "no-file": (
        'There is no file "{file}".',
        'The table "{file}" is missing: {why}.',
        'There is no file or folder "{name}".',
        "There is no such file: {path}",
    ),
    "not-utf-8": (
        "Line {n} holds letters that are not stored as UTF-8, so they cannot be read.",
        '"{file}" is no UTF-8 text.',
        'The table "{file}" is no UTF-8 text.',
    ),
}

_COMPOSING: dict[str, tuple[str, ...]] = {
    "unknown-game": ('There is no game "{name}".{guess}', '"{file}" is for the game "{name}", which is not to be found.'),
    "no-game": (
        '"{file}" does not say whose file it is.',
        'There is no game in the folder "{folder}".',
        'There are several games in the folder "{folder}": {names}.',
    ),
    "unknown-module": ('There is no module "{name}".{guess}',),
    "unknown-variant": ('There is no variant "{name}".{guess}',),
    "unknown-option": ('There is no option "{name}".{guess}', '{…} has no option "{name}".'),
    "wrong-option": ('The option "{name}" cannot be {value}.{guess}',),
    "unknown-target": (
        'There is no "{name}" {where}.{guess}',
        '"{name}" belongs to the {kind} "{module}", which this ruleset does not use.',
        'Nothing that happens at a moment is called "{name}".{guess}',
        '{game} has no "{name}" here: {overlay} drops it ({place}).',
        '"{name}" belongs to the {kind} "{overlay}" of {game}, which is off.',
        'No installed game has anything called "{name}".{guess}',
        '{game} has no rule called "{name}".{guess}',
    ),
    "which-target": (
        '"{name}" stands for {n} things.',
        '"{name}" stands in two places, so it is not clear which of them is meant.',
    ),
    "which-ask": ('"{name}" asks {n} questions, so it is not clear where to offer this.',),
    "no-question": ('Nothing is asked in "{name}", so nothing can be offered there.',),
    "no-moment": ('"{name}" is no moment of the game, so nothing can happen {when} it.',),
    "cannot-set": (
        '"{name}" is not a number, an option, a setting or a cell of a table.',
        '"{name}" is no table with cells that these headings could name.',
        '"{name}" cannot be set.',
    ),
    "wrong-value": (
        '"{name}" takes one of the printed phrases, not a value.',
        '"{name}" takes a value, not a phrase.',
        '"{value}" is no value for the option "{name}".',
    ),
    "cannot-drop": (
        '"{name}" is a number; it cannot be left out.',
        '"{name}" cannot be left out, because other rules read it.',
        '"{name}" cannot be left out: without it nobody knows what is meant.',
        '"{name}" is a thing of the game, not a rule; it cannot be left out.',
    ),
    "cannot-except": ('"{name}" is no part that could be excused.',),
    "cannot-extend": ('"{name}" has no members to which others could be added.',),
    "wrong-part": (
        '{what} is made of "{word}", not of "{word}".',
        '"{name}" is not made of parts that could be added to.',
        '"{name}" has no cases.',
        '"{name}" is no action, so nothing can be chosen in it.',
    ),
    "wrong-body": (
        '"{name}" holds a value, not a list of things to do.',
        '"{name}" is a list of things to do; a value alone cannot stand in its place.',
        'The cases of "{name}" {…}; this one {…}.',
    ),
    "name-taken": (
        '"{name}" is the name of something else already.',
        'There is a {kind} "{name}" here already.',
        '"{name}" is named twice here.',
        '"{name}" has a meaning here already: it is {what}.',
        '"{name}" is a type of the language already.',
        'The game "{game}" has a {kind} "{name}" already ({file}).',
    ),
    "two-answers": (
        '{who} give "{name}" different values, and both can apply.',
        'Two cases, "{name}" ({whose}) and "{name}" ({whose}), may both apply and say different things.',
        '"{name}" is dropped by {whom}, so nothing reads what {whose} changes in it.',
    ),
    "exception-clash": (
        '{who} both change "{name}", and what comes out depends on the order.',
        '{who} both add "{name}".',
        '{who} both say "{…}" to "{name}".',
    ),
    "needs-order": ('"{a}" and "{b}" both happen {when}, and {why}: somebody must say which comes first.',),
    "order-circle": ('"{a}" is to come before "{b}", and "{b}" before "{a}".',),
    "order-idle": ('"{a}" and "{b}" do not happen at one moment, so this line changes nothing.',),
    "leans-on": ('Without "{part}" the rule "{rule}" {…} no longer {…} clear: it relies on it.',
                 'Without "{part}" the rule "{rule}" is no longer clear: {…}.'),
    "option-clash": (
        'The option "{name}" does not go with the {kind} "{name}".',
        'The option "{name}" needs the {kind} "{name}".',
    ),
    "option-off": (
        'The option "{name}" is only for {n} players, and {m} play. It is off.',
        'The option "{name}" needs the {kind} "{name}". It is off.',
        'The option "{name}" does not go with the {kind} "{name}". It is off.',
    ),
    "players-range": ('"{game}" is played by {low} to {high}, not by {n}.', '"{name}" is for {low} to {high} players, not {n}.'),
}  # fmt: skip

_BINDING: dict[str, tuple[str, ...]] = {
    "free-action": ('"{name}" gives a further action whatever it did, so a turn may never end.',),
    "unknown-name": (
        'There is no "{name}" here.{guess}',
        'There is no {what} "{name}" here.{guess}',
        '"{name}" belongs to the module "{module}", which this ruleset does not use.',
        'There is no "{a}-{b}". {…}',
    ),
    "unknown-source": ('There is no rulebook "{name}".{guess}', 'The rulebook "{book}" has no section "{name}".{guess}'),
    "wrong-type": (
        "{What} is wanted here, and this is {what}.",
        '"{name}" is {what}; {what} is wanted here.',
        "{…} cannot be put together.",
        "{…} can never be {…}.",
        "{…} is never {…}.",
    ),
    "wrong-count": ('"{name}" takes {n} in parentheses; here are {m}.', '"{name}" takes {n} in parentheses; here is {m}.'),
    "out-of-range": (
        "This is {value}, and it may be {low} to {high}.",
        '"{name}" becomes {value}, and it may be {low} to {high}.',
        'The place of "{name}" is {value}, and it may be {low} to {high}.',
        "This range is empty: its first number is greater than its last.",
        "Nothing can be divided by 0.",
    ),
    "rounding": ('{division} need not be a whole number. Write "rounded up" or "rounded down" behind it.',),
    "does-not-belong": (
        '{What} cannot go to "{zone}": "{zone}" holds {what}.',
        '{What} cannot go to "{zone}": it holds {what}.',
        '{What} never lies in "{zone}": it holds {what}.',
    ),
    "not-shared": ('{What} may be one that has no "{name}": {members}.',),
    "nobody-here": ('"{name}": whose? In {place} nobody is deciding.', '"{name}": whose?{…}'),
    "whose": (
        '"{name}" has no owner and is no attribute of {what}, so "{name} of …" says nothing.',
        '"{name}": whose? There is one for each {what}.',
    ),
    "no-places": (
        'Nothing in this chain has places, so there is nothing for "at" to say.',
        '"{name}" has no such places, so nothing can be said with this key.',
        "{What} has no places.",
    ),
    "which-one": (
        'Several can be the ones with the {…}. Say which "{name}" is.',
        '"{name}" needs more keys: {keys}.',
        '"{name}": which one? There are several.',
        '"{name}" can mean several things here: {kinds}.',
    ),
    "case-missing": ('"{name}" has no case for: {members}.',),
    "missing-part": (
        'The majority "{name}" does not say: {lines}.',
        '"{name}" does not say what it pays.',
        "This game has no {part}.",
        "A window says whom it asks.",
        'Who sees "{name}"?',
    ),
    "calls-itself": ('"{name}" needs itself: {way round}.', '"{name}" comes back to itself: {way round}.'),
    "endless": ("This could go on for ever: nothing in it asks anybody, and it does not say how often at most.",),
    "table-row": (
        'A cell of the row "{row}" is empty.',
        'The table "{table}" has no row for "{name}".',
        'The row "{row}" stands here twice.',
        "This row has more cells than the table has columns.",
        'A table holds numbers; "{text}" is none.',
        "{row}: {column} is {value}, but it may be {low} to {high}.",
    ),
    "unread-column": ('Nothing reads the column "{name}".', 'There is no column "{name}" in this table.{guess}'),
}

_PLAYING: dict[str, tuple[str, ...]] = {
    "illegal-move": ("{the sentences of the clauses that fail}.", '"{move}" is not allowed now.'),
    "fault": (
        "A rule could not be carried out. {rule}: {why}",
        "In the match with seed {seed} a rule could not be carried out. {…}",
    ),
    "scenario-failed": ('"{title}": {expected} is expected, and found is: {found}', '"{title}": {found}'),
    "scenario-wrong": (
        '"{place}" holds one piece, and here are {n}.',
        "Nothing can be given for this.",
        "Only a board can be drawn.",
        "This row has {n} cells, and there are {m} headings.",
    ),
    "cannot-lay-out": ('"{name}" has {n} copies; {low} to {high} are possible.', "{What} {…}."),
    "no-log": ("This match keeps no log, so nobody remembers what was shown.",),
    "no-deal": ("No deal that fits what was shown was found {…}.", "{…} no deal {…}."),
    "unknown-player": (
        'There is no player called "{name}".{guess}',
        '"{name}" is no player: it cannot be called with a seat and a seed.',
        'The player "{name}" cannot be loaded: {why}.',
    ),
    "wrong-seats": ("{n} seats are named, but {m} play.", "No seat is named."),
    "wrong-use": (
        "Which ruleset?",
        'There is no topic "{name}".{guess}',
        '"{text}" does not say which option has which value.',
        "At least one match and one worker are needed.",
    ),
    "bad-config": (
        'A table has nothing called "{key}".{guess}',
        'There is no option called "{name}".{guess}',
        "{key} is {value}, {…}.",
        "{key} cannot be {value}.",
    ),
    "bad-json": ("This is not JSON: {why}", "This JSON is nested too deeply to be a ruleset."),
    "bad-rules-json": ("{path} must be {what}, not {what}.", "{path} {what}."),
    "damaged-replay": ("This replay is damaged in line {n}: {why}.",),
    "save-differs": ("This save cannot be gone on with. {first difference}",),
    "unreadable-file": ('"{file}" cannot be read: {why}.',),
    "unwritable-file": ('"{file}" cannot be written: {why}.', '"{file}" cannot be made: {why}.'),
    "file-there": ('There is a file "{file}" already, and it stays as it is.',),
}

_CHECKING: dict[str, tuple[str, ...]] = {
    "unread": (
        'No rule reads the {kind} "{name}".',
        'No rule asks for the option "{name}": whatever a table chooses, nothing changes.',
        'No rule speaks of the zone "{name}".',
        'No rule uses the {kind} "{name}".',
        '{…} reads the {attribute} of "{name}".',
        'No zone and no rule speaks of the kind "{name}".',
    ),
    "never-happens": (
        'Nobody is ever offered "{name}".',
        'Nothing performs "{name}".',
        "This never holds, so what stands {…}.",
        "This clause never holds, so nobody can ever do this.",
    ),
    "never-changes": ('"{name}" is never set, so it always has its first value.', '{…} "{name}" {…} always {…}.'),
    "always-so": (
        "This always holds, so {…}.",
        "This never holds.",
        "This clause always holds, so it forbids nothing.",
        "{…} always holds{…}.",
    ),
    "says-again": ('This says nothing that "{name}" does not say.', "{…} says {…}."),
    "no-ties": ('"{name}" does not say what a tie is worth; {…}.',),
    "changes-nothing": ('"{name}" is {value} already, so this changes nothing.', "{…} changes nothing."),
    "already-gone": ('"{name}" is read here, but the move in line {n} took it away, so there is nothing to read.',),
    "always-fails": (
        "Whenever this is reached, there is no room: {why}",
        "Whenever this is reached, it divides by 0.",
        '"{name}" is never there when this is reached.',
    ),
    "no-way-out": (
        "There may be times when nothing of this can be done; the loop around it then goes round with nothing changed, and the "
        "match is stuck.",
    ),
    "secret-asks": (
        'Whether the game asks here hangs on "{zone}", which {who sees it}, so the question tells everybody.',
        '{…} hangs on "{zone}", which {who sees it}, {…}.',
    ),
    "secret-offer": ('What is offered here hangs on "{zone}", which {who sees it}, and the one who chooses may not know that.',),
    "secret-shown": ('Everybody sees this variable, and its value hangs on "{zone}", which {who sees it}.', "Everybody {…}."),
    "typed-number": (
        'The sentence says "{number}", which the rule reads under the name "{name}": when that changes, the sentence stays.',
    ),
    "other-braces": ('The text of "{name}" in {language} leaves out {names}.',
                     'The text of "{name}" in {language} has {names}, which the rule\'s own sentence has not.'),
    "stale-label": (
        'The sentence of "{name}" has changed since this text was marked; until it is marked again the rule\'s own sentence is '
        "shown.",
    ),
    "unknown-language": ('There are no texts in "{language}" for {game}.{guess}',),
}  # fmt: skip

SENTENCES: Mapping[str, tuple[str, ...]] = MappingProxyType(_READING | _COMPOSING | _BINDING | _PLAYING | _CHECKING)
"""By code; what stands in an entry itself comes first."""

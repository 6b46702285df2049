"""Messages about the sentences of rules: numbers typed out in them, and texts in other languages."""

from __future__ import annotations

from fuero.messages.registry.entry import Entry

WORDING = (
    Entry(
        "typed-number",
        "A number typed out that a rule holds",
        "A sentence says a number that its rule reads under a name. When a variant sets that number, the rule changes and the "
        "sentence does not. Write the name in braces, and the sentence always says what holds.",
        'number limit = 5\ncondition few(p: player)\n  require small "at most five cards"\n    size of hand of p <= limit\n',
        'number limit = 5\ncondition few(p: player)\n  require small "at most {limit} cards"\n    size of hand of p <= limit\n',
        ('The sentence says "{number}", which the rule reads under the name "{name}": when that changes, the sentence stays.',),
    ),
    Entry(
        "other-braces",
        "The text in another language quotes other things",
        "A text in another language must quote the same {…} as the rule's own sentence: one that is missing would no longer tell "
        "the number that holds, and one too many has nothing to stand for.",
        'labels pt for sample\n  few.small "no máximo cinco cartas"\n',
        'labels pt for sample\n  few.small "no máximo {limit} cartas"\n',
        (
            'The text of "{name}" in {language} leaves out {braces}.',
            'The text of "{name}" in {language} has {braces}, which the rule\'s own sentence has not.',
            'The text of "{name}" in {language} leaves out {braces} and has {braces}, which the rule\'s own sentence has not.',
        ),
    ),
    Entry(
        "stale-label",
        "The rule's own sentence has changed since",
        "A text in another language was marked when it was written; the sentence that it says has changed since then. Read both, "
        "mend the text if need be, and mark it again: fuero labels FILE --mark.",
        'labels pt for sample\n  few.small "no máximo {limit} cartas", mark "0000000"\n',
        'labels pt for sample\n  few.small "no máximo {limit} cartas", mark "b1f6edb"\n',
        (
            'The sentence of "{name}" has changed since this text was marked; until it is marked again the '
            "rule's own sentence is shown.",
        ),
    ),
    Entry(
        "unknown-language",
        "No texts in this language",
        "The game has no file of labels in that language. The languages that it has are listed; without one, the rules' own "
        "sentences are shown.",
        "fuero play GAME --language portuguese\n",
        "fuero play GAME --language pt\n",
        (
            'There are no texts in "{language}" for {game}.',
            'There are no texts in "{language}" for {game}. Did you mean "{near}"?',
        ),
    ),
)

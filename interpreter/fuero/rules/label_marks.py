"""Marks in a file of labels: each text carries a mark of the rule's own sentence that it was written for.

In: the file's text, its head as read, what the rules say. Out: the text with every fitting label marked for the sentence as it is
now; nothing else in the file changes.
"""

from __future__ import annotations

import re

from fuero.rules.languages import Spoken, mark_of
from fuero.rules.sentences import braces
from fuero.syntax import nodes as s

_OLD = re.compile(r',\s*mark\s+"[^"]*"')
_SAID = re.compile(r'^\s*\S+\s+"[^"]*"(?:\s*,\s*[\w-]+\s+"[^"]*")*')


def with_marks(text: str, head: s.Head, spoken: Spoken) -> tuple[str, int]:
    """The text with marks, and how many of them are new or other than before."""
    lines = text.split("\n")
    changed = 0
    for label in head.labels:
        sentence = spoken.sentence(label.path.text)
        number = label.span.line - 1
        if sentence is None or set(braces(label.text)) != set(braces(sentence.text)) or number >= len(lines):
            continue
        marked = _marked(lines[number], mark_of(sentence.text))
        changed += marked != lines[number]
        lines[number] = marked
    return "\n".join(lines), changed


def _marked(line: str, mark: str) -> str:
    """
    >>> _marked('  buy "Comprar"  # fine', "1234567")
    '  buy "Comprar", mark "1234567"  # fine'
    >>> _marked('  buy "Comprar", mark "7654321"', "1234567")
    '  buy "Comprar", mark "1234567"'
    """
    plain = _OLD.sub("", line)
    said = _SAID.match(plain)
    if said is None:
        return line
    return f'{said[0]}, mark "{mark}"{plain[said.end() :]}'

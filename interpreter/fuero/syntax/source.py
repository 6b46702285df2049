"""Text as typed to text as the grammar knows it: lines in, plain lines and a map of columns out.

Typographic twins (curly quotes, long dashes, special blanks, tabs, signs such as `≤`) are read in silence outside of quoted texts
and comments; inside them every letter stays as its author wrote it.
"""

from __future__ import annotations

import re
import unicodedata

_OPENING = '"“”„«»‟'
_CLOSING = '"“”«»'
_TWINS = {
    **dict.fromkeys("\t\v\f\x85\u00a0\u1680\u202f\u205f\u3000\u2028\u2029", " "),
    **{chr(blank): " " for blank in range(0x2000, 0x200B)},
    **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u00ad", ""),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "×": "*",
    "÷": "/",
}
_BLANKS = re.compile("[\t\v\f]")
_LEVEL = "  "  # what a tab in front of a line stands for


def lines(text: str) -> tuple[list[str], dict[int, list[int]]]:
    """Plain lines, and for each line (from 0) that changed its length the original column of every letter."""
    if text.startswith("\ufeff"):
        text = text[1:]
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.isascii() and not _BLANKS.search(text):
        return text.split("\n"), {}
    plain = text.split("\n")
    columns: dict[int, list[int]] = {}
    for number, line in enumerate(plain):
        if line.isascii() and not _BLANKS.search(line):
            continue
        composed = line if unicodedata.is_normalized("NFC", line) else unicodedata.normalize("NFC", line)
        plain[number], places = _plain(composed)
        if len(plain[number]) != len(composed):
            columns[number] = places
    return plain, columns


def _plain(line: str) -> tuple[str, list[int]]:
    out: list[str] = []
    places: list[int] = []
    closing = ""  # what would end the text that is open
    for column, letter in enumerate(line):
        new = letter
        if closing:
            if letter in closing:
                new, closing = '"', ""
        elif letter in _OPENING:
            closing = '"' if letter == '"' else _CLOSING
            new = '"'
        elif letter == "#":
            out.append(line[column:])
            places.extend(range(column, len(line)))
            break
        elif letter == "\t" and not "".join(out).strip():
            new = _LEVEL
        elif letter in _TWINS:
            new = _TWINS[letter]
        out.append(new)
        places.extend([column] * len(new))
    places.append(len(line))
    return "".join(out), places

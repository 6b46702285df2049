"""Spellings of other languages: what was written in, what to write instead out. Each gives one hint."""

from __future__ import annotations

import re

from fuero.syntax.tables import tables

_SIGNS = {
    "==": 'To compare, write "=".',
    "===": 'To compare, write "=".',
    "!==": 'For "is not equal to", write "!=".',
    "<>": 'For "is not equal to", write "!=".',
    "=<": 'For "at most", write "<=".',
    "=>": 'For "at least", write ">=".',
    "+=": "To change a value, write it out: set n to n + 1",
    "-=": "To change a value, write it out: set n to n - 1",
    "*=": "To change a value, write it out: set n to n * 2",
    "/=": "To change a value, write it out: set n to n / 2 rounded down",
    "++": "To count up, write it out: set n to n + 1",
    "--": "To count down, write it out: set n to n - 1",
    "**": 'There are no powers. To multiply, write one "*".',
    "&&": 'If both must hold, write "and".',
    "||": 'If one of the two is enough, write "or".',
    "->": "What happens stands in the indented lines below.",
    "!": 'For "it is not so that", write "not".',
    "&": 'If both must hold, write "and".',
    ";": "A line ends where it ends; no sign closes it.",
    "[": 'A place in a table or zone is written with "at", as in: prizes at (red, 1st). A set stands in { }.',
    "]": 'A place in a table or zone is written with "at", as in: prizes at (red, 1st). A set stands in { }.',
    ".": 'What belongs to something is written with "of", as in: cost of t',
    "'": 'Texts stand in double quotes: "…"',
}
_WORDS = {
    "elif": "otherwise if",
    "elsif": "otherwise if",
    "elseif": "otherwise if",
    "else": "otherwise",
    "while": "repeat while",
    "until": "repeat until",
    "foreach": "for each",
    "def": "function",
    "function": "function",
    "const": "number",
    "return": "",
    "endif": "",
    "then": "",
    "do": "",
    "begin": "",
    "pass": "",
    "True": "yes",
    "TRUE": "yes",
    "False": "no",
    "FALSE": "no",
    "None": "none",
    "NULL": "none",
    "Null": "none",
}


SMALL_LETTERS = "Names are written in small letters, with hyphens between words:"


def sign_hint(value: str) -> str:
    """What to write instead of a sign, or nothing."""
    if value.startswith(("//", "/*")):
        return "A comment begins with #."
    if value.startswith("'"):
        return f'Texts stand in double quotes: "{value.strip(chr(39))}"'
    if re.fullmatch(r"\d+(-\d+)+", value):
        low, _, high = value.partition("-")
        if not high.isdigit() or int(low) > int(high):
            return f"To subtract, put spaces around the sign: {value.replace('-', ' - ')}"
        return f"For a range, write {low}..{high}; to subtract, put spaces around the sign: {low} - {high}"
    return _SIGNS.get(value, "")


def word_hint(value: str) -> str:
    """What to write instead of a word that this language does not have, or nothing."""
    if value in _WORDS:
        instead = _WORDS[value]
        return f'Write "{instead}".' if instead else "Leave it out."
    small = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", value).lower().replace("_", "-").strip("-")
    if small != value and re.fullmatch(_name_pattern(), small):
        if small in tables().words:
            return f'Did you mean "{small}"?'
        return f'{SMALL_LETTERS} "{small}".'
    if value[0].isdigit():
        return "A name begins with a letter, and a number stands alone."
    return ""


def _name_pattern() -> str:
    return dict(tables().patterns)["NAME"]


def is_foreign_word(value: str) -> bool:
    """Is it a word that programmers would expect here?"""
    return value in _WORDS

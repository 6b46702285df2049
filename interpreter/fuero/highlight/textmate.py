"""A TextMate grammar for editors: the words of the grammar in, JSON out.

    python -m fuero.highlight.textmate > editors/fuero.tmLanguage.json

Patterns see one line at a time. So that they agree with the reader of rule files, an indented first word that could be a keyword
has no colour where it is followed by what follows only names.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from fuero.syntax.lines import AFTER_NAME
from fuero.syntax.tables import sign_pattern, tables

_END = r"(?![\w-]|[./]\w)"
_NAME = r"[^\W\d_A-Z][^\W_A-Z]*(?:-[^\W_A-Z]+)*"


def grammar() -> dict[str, Any]:
    """The grammar as JSON values."""
    read = tables()
    first = _either(sorted(read.leading))
    inner = sorted(read.inner)
    operators = sorted(word for word in inner if read.words[word] in read.operators or word == "not")
    others = sorted(set(inner) - set(operators))
    signs = {sign: name for sign, name in read.signs.items() if sign not in "(){},:|"}
    heads = r"game|module|variant|bridge"
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "fuero",
        "scopeName": "source.fuero",
        "fileTypes": ["fuero"],
        "patterns": [
            {"include": "#comment"},
            {"include": "#labels"},
            {"include": "#row"},
            _captured(rf"^({heads}){_END}\s+({_NAME})?", "keyword.control.head", "entity.name.type"),
            _captured(rf"^({first}){_END}(?:[ \t]+({_NAME}){_END})?", "keyword.control.declaration", "entity.name.type"),
            {"name": "keyword.control.fuero", "match": rf"^[ \t]+(?:{_either(_below())})"},
            {"include": "#plain"},
        ],
        "repository": {
            "comment": {"name": "comment.line.number-sign.fuero", "match": "#.*$"},
            "text": {
                "name": "string.quoted.double.fuero",
                "begin": '["“”„]',
                "end": '["“”]|$',
                "patterns": [{"name": "variable.other.fuero", "match": rf"\{{{_NAME}\}}"}],
            },
            "labels": {
                "begin": rf"^(labels){_END}.*$",
                "beginCaptures": {"1": {"name": "keyword.control.head.fuero"}},
                "end": r"^(?=[^\s#])",
                "patterns": [
                    {"include": "#comment"},
                    {"include": "#text"},
                    {"name": "variable.other.fuero", "match": rf"{_NAME}(?:[./]{_NAME})*"},
                ],
            },
            "row": {
                "begin": r'^(?=(?:[^"#|]|"[^"]*")*\|)',
                "end": "$",
                "patterns": [
                    {"include": "#comment"},
                    {"include": "#text"},
                    {"name": "punctuation.separator.table.fuero", "match": r"\|"},
                    {"include": "#number"},
                ],
            },
            "number": {"name": "constant.numeric.fuero", "match": r"(?<![\w-])-?\d+(?:st|nd|rd|th)?(?![\w-])"},
            "plain": {
                "patterns": [
                    {"include": "#comment"},
                    {"include": "#text"},
                    {"name": "entity.other.attribute-name.citation.fuero", "match": r"@[a-z0-9-]+(?:/[a-z0-9-]+)?"},
                    {"include": "#number"},
                    {"name": "constant.language.seat.fuero", "match": r"(?<![\w-])[A-F](?![\w-])"},
                    {"name": "keyword.operator.word.fuero", "match": rf"(?<![\w.-])(?:{_either(operators)}){_END}"},
                    {"name": "keyword.other.fuero", "match": rf"(?<![\w.-])(?:{_either(others)}){_END}"},
                    {"name": "entity.name.function.fuero", "match": rf"{_NAME}(?=\()"},
                    {"name": "variable.other.fuero", "match": rf"{_NAME}(?:[./]{_NAME})*"},
                    {"name": "keyword.operator.fuero", "match": rf"<=|>=|!=|<|>|{sign_pattern(signs)}"},
                ]
            },
        },
    }


def _below() -> list[str]:
    """A pattern for all first words of indented lines that are blocked by the same: what follows names, and not this word."""
    read = tables()
    groups: dict[tuple[str, ...], list[str]] = {}
    for word in sorted(read.leading - read.inner):
        may = read.after_first.get(read.words[word], frozenset())
        types = {text: read.words.get(text) or read.signs[text] for text in AFTER_NAME}
        blocked = [text for text in AFTER_NAME if types[text] not in may]
        groups.setdefault((*blocked, *([] if "COMPARE" in may else ["<", ">", "!="])), []).append(word)
    return [rf"(?:{_either(words)}){_END}(?!\s*(?:{_either(map(_sign, blocked))}))" for blocked, words in groups.items()]


def _sign(text: str) -> str:
    """A word or sign as a pattern; a minus before a figure belongs to the number."""
    return text + _END if text.isalpha() else r"-(?!\d)" if text == "-" else re.escape(text)


def _either(words: Iterable[str]) -> str:
    return "|".join(words)


def _captured(pattern: str, *scopes: str) -> dict[str, Any]:
    return {"match": pattern, "captures": {str(n): {"name": f"{scope}.fuero"} for n, scope in enumerate(scopes, 1)}}


def text() -> str:
    """The grammar as the text of its file."""
    return json.dumps(grammar(), ensure_ascii=False, indent=2) + "\n"


if __name__ == "__main__":
    print(text(), end="")

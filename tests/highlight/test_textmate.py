"""The TextMate grammar: it is current, its patterns can be read, and it agrees with the reader on what begins a line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pygments.token import Keyword

from fuero.highlight import textmate
from fuero.highlight.lexer import FueroLexer

ROOT = Path(__file__).resolve().parents[2]
PLACE = ROOT / "editors" / "fuero.tmLanguage.json"
FILES = sorted((ROOT / "rulesets").rglob("*.fuero"))


def test_the_file_is_current() -> None:
    assert PLACE.read_text(encoding="utf-8") == textmate.text(), "make highlighters writes it anew"


def _patterns(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        yield from (part[key] for key in ("match", "begin", "end") if key in part)
        part = list(part.values())
    if isinstance(part, list):
        for item in part:
            yield from _patterns(item)


def test_every_pattern_can_be_read_and_every_part_exists() -> None:
    grammar = textmate.grammar()
    found = list(_patterns(grammar))
    assert len(found) > 15
    for pattern in found:
        re.compile(pattern)
    for name in re.findall(r'"#(\w+)"', json.dumps(grammar)):
        assert name in grammar["repository"]


def _is_keyword(line: str) -> bool:
    """Does one of the patterns for the beginning of a line take its first word for a keyword?"""
    starts = [item["match"] for item in textmate.grammar()["patterns"] if "match" in item]
    return any(re.match(pattern, line) for pattern in starts)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_lines_begin_as_the_reader_has_it(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    inner = set(textmate.tables().inner)
    labels = textmate.grammar()["repository"]["labels"]  # a part of its own, in which no word is a keyword
    line = ""
    wrong = []
    first = True
    lines = iter(text.split("\n"))
    for kind, value in FueroLexer(ensurenl=False, stripnl=False).get_tokens(text):
        if not line:
            line = next(lines)
        if "\n" in value:
            for _ in range(value.count("\n")):
                line = next(lines, "")
            first = True
        elif value.strip() and first:
            first = False
            row = re.match(textmate.grammar()["repository"]["row"]["begin"], line)
            in_labels = line.startswith(" ") and re.search(labels["begin"], text, re.MULTILINE)
            if value in inner or row or value.startswith("#") or in_labels:
                continue
            if _is_keyword(line) != (kind in Keyword):
                wrong.append(line)
    assert not wrong

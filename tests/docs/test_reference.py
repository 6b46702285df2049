"""The language reference is whole: each production of the grammar has its chapter, and what it says is told there."""

from __future__ import annotations

import re
from collections import Counter

from tests.docs.pages import CHAPTERS
from tests.docs.productions import HEADING, keywords, productions, told

EVERYWHERE = ("phrase", "set_phrase")
"""Words of printed lists: each chapter that uses one prints its list."""


def test_every_production_has_one_chapter() -> None:
    named = Counter(name for page in CHAPTERS for name in told(page))
    missing = set(productions()) - set(named)
    assert not missing, f'name it under "{HEADING}" in the chapter that tells of it: {sorted(missing)}'
    assert not set(named) - set(productions()), "no longer in the grammar"
    assert max(named.values()) == 1, "each in one chapter"


def test_every_keyword_is_told_of_in_its_chapter() -> None:
    texts = {page.name: page.read_text(encoding="utf-8").partition(f"\n{HEADING}\n")[0] for page in CHAPTERS}
    everything = "\n".join(texts.values())
    for page in CHAPTERS:
        for name in told(page):
            text = everything if name in EVERYWHERE else texts[page.name]
            untold = {word for word in keywords(productions()[name]) if not re.search(rf"(?<![\w-]){word}(?![\w-])", text)}
            assert not untold, f"{page.name} names {name}, but says nothing of {sorted(untold)}"


def test_productions_are_read_rightly() -> None:
    found = productions()
    assert keywords(found["repeat"]) == {"repeat", "at", "most"}
    assert keywords(found["until"]) == {"while", "until"}
    assert found["zone"].startswith("zone: ") and "NAME" in found

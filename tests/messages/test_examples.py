"""Every message: its bad example brings it, the good one does not, and what it says is one of its sentences."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.docs.pages import ROOT, rows
from tests.messages.bringing import brought

from fuero.messages.registry import REGISTRY
from fuero.messages.registry.entry import Entry, says
from fuero.messages.registry.page import page

ELSEWHERE = {
    "no-deal": "no example: a table that many tries cannot deal anew (tests/engine)",
    "save-differs": "no example: a save that was changed by hand (tests/table)",
}
"""Codes whose example is a picture only, and where they are seen reported."""
PICTURED = {"bad-rules-json"}
"""The good example leaves something out: …"""


@pytest.mark.parametrize("entry", [e for e in REGISTRY.values() if e.code not in ELSEWHERE], ids=lambda e: e.code)
def test_the_bad_example_brings_it_and_the_good_one_does_not(entry: Entry, tmp_path: Path) -> None:
    (tmp_path / "bad").mkdir()
    (tmp_path / "good").mkdir()
    bad = [message for code, message in brought(entry.code, entry.bad, tmp_path / "bad") if code == entry.code]
    good = [message for code, message in brought(entry.code, entry.good, tmp_path / "good") if code == entry.code]
    good = [message.replace(str(tmp_path / "good"), str(tmp_path / "bad")) for message in good]
    assert bad, "the bad example brings it"
    if entry.code not in PICTURED:
        # A warning of the small game around the examples comes of both: what the example itself brings is the difference.
        assert set(bad) - set(good) and not set(good) - set(bad)
    for message in bad:
        assert any(says(sentence, message) for sentence in entry.says), f"no sentence of {entry.code}: {message}"


@pytest.mark.parametrize("entry", REGISTRY.values(), ids=lambda e: e.code)
def test_the_sentences_are_sentences(entry: Entry) -> None:
    assert entry.says, "messages/registry/sentences.py says what it can say"
    assert len(set(entry.says)) == len(entry.says)
    for sentence in entry.says:
        assert sentence.strip() == sentence and sentence.count("{") == sentence.count("}")
        assert not says(sentence, "A sentence that no message says!"), "it would fit anything"


def test_the_page_of_messages_is_current() -> None:
    written = (ROOT / "docs/messages.md").read_text(encoding="utf-8")
    assert written == page(), "python -m fuero.messages.registry.page > docs/messages.md"


def test_the_chapter_has_the_titles_of_the_registry() -> None:
    listed = {cells[0].strip("`"): cells[1] for cells in rows(ROOT / "docs/language/16-messages.md") if cells[0].startswith("`")}
    assert listed == {code: entry.title for code, entry in REGISTRY.items()}

"""No game's word stands in the interpreter or the grammar: the words of the shipped games and of some that will follow."""

from __future__ import annotations

import re
from pathlib import Path

from fuero import resources
from fuero.syntax import nodes as n
from fuero.syntax.parse import parse_file

ROOT = Path(__file__).resolve().parents[2]
KNOWN = """ alhambra el-grande caballero castillo province vizier dirk fountain treasure palace pavilion seraglio arcades
chambers garden tower florin dirham denar ducat bazaar thief thieves
"""
OURS = {"hex"}
"""Names of games that are words of programs too."""
DOCTEST = re.compile(r"^\s*(>>>|\.\.\.)")


def words_of_games() -> frozenset[str]:
    """Names of the shipped games, their neutrals, and the members of their enums (those of one word: `on-top` is nobody's)."""
    found = set(KNOWN.split())
    for path in sorted(resources.rulesets().rglob("*.fuero")):
        file, _ = parse_file(path)
        if file.head is not None and file.head.kind == "game":
            found.add(file.head.name.text)
        for node in file.declarations:
            if isinstance(node, n.Neutral):
                found.add(node.name.text)
            if isinstance(node, n.Enum):
                found |= {member.text for member in node.members if "-" not in member.text}
    return frozenset(found) - OURS


def said(text: str, words: frozenset[str]) -> list[str]:
    """The lines in which one of the words stands, those of doctests left out."""
    either = "|".join(word.replace("-", "[ _-]?") for word in sorted(words))
    pattern = re.compile(rf"(?<![a-z])({either})s?(?![a-z])", re.IGNORECASE)
    return [line.strip() for line in text.splitlines() if not DOCTEST.match(line) and pattern.search(line)]


def test_no_games_word_in_interpreter_and_grammar() -> None:
    words = words_of_games()
    files = sorted([*(ROOT / "interpreter").rglob("*.py"), *(ROOT / "grammar").rglob("*.lark")])
    assert files
    found = [f"{path.relative_to(ROOT)}: {line}" for path in files for line in said(path.read_text(encoding="utf-8"), words)]
    assert not found, "\n".join(found)


def test_a_games_word_would_be_seen() -> None:
    assert said('"""Names of gardens."""\nEL_GRANDE = 3\n', words_of_games()) == ['"""Names of gardens."""', "EL_GRANDE = 3"]
    assert not said('>>> fuero.load("alhambra")\nif TYPE_CHECKING:\n', words_of_games())

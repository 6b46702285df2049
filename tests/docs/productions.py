"""The grammar as the language's pages tell of it: grammar files in, each production with its keywords out."""

from __future__ import annotations

import re
from pathlib import Path

from fuero import resources

HEADING = "## In the grammar"
_BEGIN = re.compile(r"^[?!]*(_?[a-z]\w*|_?[A-Z][A-Z_]*)(?:\.\d+)?:", re.MULTILINE)


def productions() -> dict[str, str]:
    """Every production by name with its text; comments, and what only the layout makes, are left out."""
    found: dict[str, str] = {}
    for path in sorted(resources.grammar().glob("*.lark")):
        text = "\n".join(line for line in path.read_text(encoding="utf-8").split("\n") if not line.startswith(("//", "%")))
        starts = list(_BEGIN.finditer(text))
        for start, after in zip(starts, [*starts[1:], None], strict=True):
            found[start[1]] = text[start.start() : after.start() if after else None].strip()
    return found


def keywords(production: str) -> set[str]:
    """The words in quotes."""
    return set(re.findall(r'"([a-z]+)"', re.sub(r"//.*", "", production)))


def told(page: Path) -> list[str]:
    """The productions that a chapter names in its last section."""
    _, _, section = page.read_text(encoding="utf-8").partition(f"\n{HEADING}\n")
    return re.findall(r"`(\w+)`", section.partition("\n## ")[0])

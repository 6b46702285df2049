"""The pages of the documentation and what stands in them: code blocks by language, links."""

from __future__ import annotations

import re
from pathlib import Path

from tests.docs import written

ROOT = Path(__file__).resolve().parents[2]
PAGES = tuple(
    sorted(
        [
            ROOT / "README.md",
            ROOT / "CONTRIBUTING.md",
            ROOT / "CHANGELOG.md",
            ROOT / "rulesets/README.md",
            *(ROOT / "docs").rglob("*.md"),
        ]
    )
)
CHAPTERS = tuple(sorted((ROOT / "docs/language").glob("[0-9]*.md")))
_FENCE = re.compile(r"^```([\w-]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(?<!!)\[[^\]\n]*\]\(([^)\s]+)\)")


def called(page: Path) -> str:
    """A page's path as tests name it."""
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path, language: str) -> list[str]:
    """The code blocks of one language."""
    return [text for said, text in _FENCE.findall(page.read_text(encoding="utf-8")) if said == language]


def samples(page: Path) -> list[str]:
    """The rules that a page shows and that stand for themselves: lines put into a file that is shown above are tried there."""
    text = page.read_text(encoding="utf-8")
    return [
        block.text for block in written.blocks(text) if block.language == "fuero" and block.change not in ("instead", "below")
    ]


def prose(page: Path) -> str:
    """A page without its code blocks."""
    return _FENCE.sub("", page.read_text(encoding="utf-8"))


def links(page: Path) -> list[str]:
    """Where a page links to."""
    return _LINK.findall(prose(page))


def rows(page: Path) -> list[list[str]]:
    """All rows of a page's tables, cell by cell."""
    lines = [line for line in prose(page).split("\n") if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]

"""What the checker finds, file by file: each finding is written at the end of its line, as `# warning[code]` or `# error[code]`.

A finding that is not written there fails, and so does a written one that is not found. A file under `good/` has none. A file that
is a variant or module is checked with its game.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from fuero.checker import findings
from fuero.rules.load import examine

CASES = Path(__file__).parent / "cases"
WRITTEN = re.compile(r"# (warning|error)\[([a-z-]+)\]")


def expected(path: Path) -> Counter[tuple[int, str, str]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return Counter((k, *found) for k, line in enumerate(lines, start=1) for found in WRITTEN.findall(line))


def found(path: Path) -> Counter[tuple[int, str, str]]:
    seen = examine(str(path))
    all_of_them = list(seen.diagnostics)
    if seen.rules is not None and seen.merged is not None:
        all_of_them += findings(seen.rules, seen.merged)
    return Counter((d.span.line, d.severity, d.code) for d in all_of_them if d.severity != "note")


@pytest.mark.parametrize("path", sorted(CASES.glob("bad/**/*.fuero")), ids=lambda p: p.stem)
def test_each_finding_is_told_at_its_line(path: Path) -> None:
    assert expected(path), "a bad file says what is found"
    assert found(path) == expected(path)


@pytest.mark.parametrize("path", sorted(CASES.glob("good/**/*.fuero")), ids=lambda p: p.stem)
def test_nothing_is_found_where_nothing_is_wrong(path: Path) -> None:
    assert not expected(path)
    assert found(path) == Counter()

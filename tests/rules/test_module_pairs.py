"""The sixteen draft modules go together: each alone, every pair, all at once.

In: the base game's files and the drafts under `tests/drafts/alhambra`. Out: nothing, if every file parses and every selection
composes without a single diagnostic. Keeps the laws that modules amend by name and that what could differ by order is said.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from fuero.messages.diagnostic import Diagnostic
from fuero.rules.compose import Merged, Selection, Sources, compose
from fuero.syntax.nodes import File
from fuero.syntax.parse import parse_file

ROOT = Path(__file__).resolve().parents[2]
BASE = ROOT / "rulesets" / "alhambra"
DRAFTS = ROOT / "tests" / "drafts" / "alhambra"

MODULES = (
    "bazaars",
    "bonus-cards",
    "builders",
    "camps",
    "change",
    "characters",
    "city-walls",
    "diamonds",
    "exchange",
    "gates",
    "invaders",
    "squares",
    "thieves",
    "trader",
    "treasure",
    "vizier",
)


@cache
def parsed() -> tuple[tuple[File, ...], tuple[Diagnostic, ...]]:
    files: list[File] = []
    diagnostics: list[Diagnostic] = []
    for path in (*sorted(BASE.glob("*.fuero")), *sorted(DRAFTS.glob("*.fuero"))):
        file, found = parse_file(path)
        files.append(file)
        diagnostics.extend(found)
    return tuple(files), tuple(diagnostics)


def composed(modules: frozenset[str]) -> tuple[Merged | None, list[Diagnostic]]:
    return compose(Sources(parsed()[0]), Selection("alhambra", None, modules, frozenset(), ()))


def told(diagnostics: list[Diagnostic] | tuple[Diagnostic, ...]) -> list[str]:
    return [f"{d.span.file}:{d.span.line} {d.code}: {d.message}" for d in diagnostics]


def test_every_file_parses() -> None:
    assert told(parsed()[1]) == []


def test_every_module_has_a_draft() -> None:
    heads = [file.head for file in parsed()[0] if file.head is not None]
    assert sorted(head.name.text for head in heads if head.kind == "module") == sorted(MODULES)


@pytest.mark.parametrize("module", MODULES)
def test_alone(module: str) -> None:
    merged, diagnostics = composed(frozenset({module}))
    assert told(diagnostics) == []
    assert merged is not None
    assert [overlay.name for overlay in merged.overlays] == [module]


@pytest.mark.parametrize("pair", list(combinations(MODULES, 2)), ids="+".join)
def test_pair(pair: tuple[str, str]) -> None:
    merged, diagnostics = composed(frozenset(pair))
    assert told(diagnostics) == []
    assert merged is not None
    assert set(pair) <= {overlay.name for overlay in merged.overlays}


def test_all_together() -> None:
    merged, diagnostics = composed(frozenset(MODULES))
    assert told(diagnostics) == []
    assert merged is not None
    assert set(MODULES) <= {overlay.name for overlay in merged.overlays}

"""Untouched rulesets have no finding: the shipped games with each of their variants, the made-up ones of the laws, and the drafts
of modules, each by itself."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from fuero import resources
from fuero.checker import findings
from fuero.rules.load import resolve

TESTS = Path(__file__).parents[1]
DRAFTS = TESTS / "drafts" / "alhambra"
SHIPPED = resources.rulesets()
GAMES = sorted(path for path in SHIPPED.glob("*/*.fuero") if path.stem == path.parent.name)
VARIANTS = sorted(SHIPPED.glob("*/variants/*.fuero"))
MADE_UP = sorted((TESTS / "laws" / "rulesets").glob("*.fuero"))
MODULES = sorted(path.stem for path in DRAFTS.glob("*.fuero") if not path.stem.startswith("bridge-"))
MEANT = {"long-redesign": ["free-action"] * 3}
"""What a variant was made to show."""


def told(path: Path, modules: tuple[str, ...] = ()) -> list[str]:
    resolved = resolve(str(path), modules=modules)
    found = [*resolved.diagnostics, *findings(resolved.rules, resolved.merged)]
    return [d.code for d in found if d.severity != "note"]


@pytest.mark.parametrize("path", [*GAMES, *VARIANTS, *MADE_UP], ids=lambda p: p.stem)
def test_an_untouched_ruleset_has_no_finding(path: Path) -> None:
    assert told(path) == MEANT.get(path.stem, [])


@pytest.fixture(scope="module")
def with_drafts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("drafts") / "alhambra"
    shutil.copytree(SHIPPED / "alhambra", folder)
    shutil.copytree(DRAFTS, folder / "modules", dirs_exist_ok=True)
    return folder / "alhambra.fuero"


@pytest.mark.parametrize("module", MODULES)
def test_a_draft_leaves_nothing_unread_and_nothing_out(with_drafts: Path, module: str) -> None:
    ours = {"unread", "never-happens", "always-so", "says-again", "never-changes", "no-ties", "changes-nothing", "case-missing"}
    assert [code for code in told(with_drafts, (module,)) if code in ours | {"free-action"}] == []

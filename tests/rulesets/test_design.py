"""What an amendment may cost: each of these house rules and module texts is written in as few lines as the language was drawn
for, plays on, and has an example that holds.

In: variants under `design/`; the drafts of modules, with examples under `design/modules`. Lines are counted without blank ones
and comments; a block is a line at the left edge with what is indented below it.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from fuero import resources
from fuero.engine.chance import player_word
from fuero.engine.game import Game
from fuero.rules.load import Resolved, resolve
from fuero.table.scenario_setting import Settings
from fuero.table.scenarios import run_one

HERE = Path(__file__).parent / "design"
DRAFTS = Path(__file__).parents[1] / "drafts" / "alhambra"
VARIANTS = {"courtyard": 3, "tidy-builder": 6, "no-ties": 2, "friday": 2}
"""The lines of a variant with its head, without examples."""
MODULES = {
    "exchange": {"extend hand-card": 1, "extend drawn": 1, "add way accepted.exchange": 2},
    "change": {"add part money-of.coins": 2, "add case spent-to.coins": 2, "after buy.spend": 2},
    "gates": {
        "zone gate :": 1,
        "add way passable.gate": 2,
        "add field gates : any of double-walls(your palace with": 1,
        "add require build.gate-cards": 2,
    },
    "thieves": {"window thieves": 6},
    "bridge-vizier-thieves": {"bridge vizier-and-thieves": 1, "order vizier/": 1},
}
"""The lines of each block of a module that is told of in the design, by how it begins."""
SLOW = 60  # decisions of a match that are enough to see a rule at work


def blocks(text: str) -> list[str]:
    """The declarations of a file, each with what is indented below it, without blank lines and comments."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    return re.findall(r"^\S.*(?:\n[ \t].*)*", "\n".join(lines), re.MULTILINE)


def plays(resolved: Resolved, most: int | None = None) -> str:
    """How a match by chance ends; after so many decisions it is left."""
    state = Game(resolved.rules, 3).start(1, log=False)
    made = 0
    while (decision := state.decision) is not None and made != most:
        state.apply(decision.nth(player_word(1, decision.player, made) * decision.count() >> 64))
        made += 1
    return state.outcome.kind if state.outcome is not None else "goes on"


def held(resolved: Resolved, file: str) -> dict[str, str]:
    """What is said of each example of a file; nothing for one that holds."""
    settings = Settings(resolved)
    own = [(owner, told) for owner, told in resolved.merged.scenarios if Path(told.span.file).name == file]
    return {told.title: run_one(settings, owner, told).message for owner, told in own}


@pytest.mark.parametrize("name", VARIANTS)
def test_a_house_rule_is_as_short_as_it_was_drawn(name: str) -> None:
    path = HERE / f"{name}.fuero"
    counted = [block for block in blocks(path.read_text(encoding="utf-8")) if not block.startswith("scenario ")]
    assert sum(block.count("\n") + 1 for block in counted) <= VARIANTS[name]
    resolved = resolve(str(path))
    assert [d.message for d in resolved.diagnostics if d.severity != "note"] == []
    found = held(resolved, path.name)
    assert found
    assert set(found.values()) == {""}, found
    assert plays(resolved) == "ended"


@pytest.mark.parametrize("name", ["courtyard", "tidy-builder", "no-ties"])
def test_the_shipped_one_says_the_same_in_as_many_lines_and_a_reason(name: str) -> None:
    text = (resources.rulesets() / "alhambra" / "variants" / f"{name}.fuero").read_text(encoding="utf-8")
    counted = [block for block in blocks(text) if not block.startswith(("scenario ", "why ", "number "))]
    assert sum(block.count("\n") + 1 for block in counted) <= VARIANTS[name]


@pytest.fixture(scope="module")
def drafts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("design") / "alhambra"
    shutil.copytree(resources.rulesets() / "alhambra", folder)
    shutil.copytree(DRAFTS, folder / "modules")
    shutil.copytree(HERE / "modules", folder / "scenarios", dirs_exist_ok=True)
    return folder / "alhambra.fuero"


@pytest.mark.parametrize("name", MODULES)
def test_a_module_is_as_short_as_it_was_drawn(name: str) -> None:
    found = blocks((DRAFTS / f"{name}.fuero").read_text(encoding="utf-8"))
    for begin, most in MODULES[name].items():
        lines = [block.count("\n") + 1 for block in found if re.sub(" +", " ", block).startswith(begin)]
        assert lines, begin
        assert max(lines) <= most, begin


@pytest.mark.parametrize("name", [path.stem.removesuffix("-examples") for path in sorted((HERE / "modules").glob("*.fuero"))])
def test_a_module_plays_and_its_examples_hold(name: str, drafts: Path) -> None:
    modules = tuple(name.split("-and-"))
    resolved = resolve(str(drafts), modules=modules)
    assert [d.message for d in resolved.diagnostics if d.severity != "note"] == []
    found = held(resolved, f"{name}-examples.fuero")
    assert found
    assert set(found.values()) == {""}, found
    assert plays(resolved, SLOW if name == "gates" else None) == ("goes on" if name == "gates" else "ended")

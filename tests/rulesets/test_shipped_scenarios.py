"""Every worked example of every shipped ruleset, one test each: a game's own, and those of each module and variant with it on."""

from __future__ import annotations

from functools import cache

import pytest

from fuero.rules.load import resolve
from fuero.rules.locate import heading, shipped_games
from fuero.syntax import nodes as s
from fuero.table.scenario_setting import Settings
from fuero.table.scenarios import run_one


@cache
def settings(game: str, kind: str, overlay: str) -> Settings:
    """One ruleset as it is shipped, with an overlay on or with none."""
    chosen = {f"{kind}s": (overlay,)} if overlay else {}
    return Settings(resolve(game, **chosen))  # type: ignore[arg-type]


def shipped() -> list[tuple[str, str, str, int]]:
    """Game, kind and name of the overlay (none for the game itself), number of the scenario among its own."""
    found: list[tuple[str, str, str, int]] = []
    for game in shipped_games():
        overlays = [("", "")]
        for text in settings(game, "", "").resolved.files.values():
            head = heading(text)
            if head is not None and head.kind in ("module", "variant") and "\nscenario " in text:
                overlays.append((head.kind, head.name))
        found += [(game, kind, overlay, n) for kind, overlay in overlays for n in range(len(own(game, kind, overlay)))]
    return found


def own(game: str, kind: str, overlay: str) -> list[s.Scenario]:
    scenarios = settings(game, kind, overlay).resolved.merged.scenarios
    return [scenario for owner, scenario in scenarios if owner == overlay]


SHIPPED = shipped()


@pytest.mark.parametrize(
    ("game", "kind", "overlay", "number"),
    SHIPPED,
    ids=[f"{overlay or game}: {own(game, kind, overlay)[n].title}" for game, kind, overlay, n in SHIPPED],
)
def test_scenario(game: str, kind: str, overlay: str, number: int) -> None:
    result = run_one(settings(game, kind, overlay), overlay, own(game, kind, overlay)[number])
    assert result.passed, result.message


def test_there_are_examples() -> None:
    assert len(SHIPPED) > 100

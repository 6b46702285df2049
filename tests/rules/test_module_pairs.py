"""The sixteen draft modules go together: each alone, every pair, all at once.

In: the base game's files and the drafts under `tests/drafts/alhambra`. Out: nothing, if every file parses, every selection
composes and binds without a single diagnostic, and each module alone and all together become a game in which matches go on.
Keeps the laws that modules amend by name and that what could differ by order is said.
"""

from __future__ import annotations

import time
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from fuero.engine.chance import player_word
from fuero.engine.game import Game
from fuero.engine.state import State
from fuero.messages.diagnostic import Diagnostic
from fuero.rules.bind import bind
from fuero.rules.compose import Merged, Selection, Sources, compose
from fuero.rules.nodes import Ruleset
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

# Pairs that ask at one moment: without their bridge nothing says which comes first.
IN_NEED_OF_ORDER = {("builders", "characters"), ("thieves", "vizier")}

# What is tested cell by cell takes long with these: a part of a match is enough.
SLOW = ("city-walls", "gates")
ENOUGH = 40
SECONDS = 10  # so long a match may take; one is played in less than one


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


def bound(modules: frozenset[str], players: int | None = None) -> tuple[Ruleset | None, list[Diagnostic]]:
    merged, diagnostics = compose(Sources(parsed()[0]), Selection("alhambra", players, modules, frozenset(), ()))
    assert merged is not None, told(diagnostics)
    return bind(merged, lambda beside, name: (Path(beside).parent / name).read_text(encoding="utf-8"))


@cache
def game(modules: frozenset[str]) -> Game:
    rules, diagnostics = bound(modules)
    assert rules is not None, told(diagnostics)
    return Game(rules, 3)


def play(state: State, most: int | None = None) -> int:
    """Plays random moves to the end, or so many; gives how many were made. More than ten seconds are too many."""
    until = time.monotonic() + SECONDS
    made = 0
    while (decision := state.decision) is not None and made != most:
        assert time.monotonic() < until, f"{made} decisions in {SECONDS} seconds"
        state.apply(decision.nth(player_word(1, decision.player, made) * decision.count() >> 64))
        made += 1
    return made


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


def test_only_these_pairs_need_an_order() -> None:
    without_bridges = Sources(tuple(file for file in parsed()[0] if file.head is not None and file.head.kind != "bridge"))
    refused = {
        pair: {d.code for d in compose(without_bridges, Selection("alhambra", None, frozenset(pair), frozenset(), ()))[1]}
        for pair in combinations(MODULES, 2)
    }
    assert {pair: codes for pair, codes in refused.items() if codes} == {pair: {"needs-order"} for pair in IN_NEED_OF_ORDER}


@pytest.mark.parametrize("module", MODULES)
def test_binds_alone(module: str) -> None:
    assert told(bound(frozenset({module}))[1]) == []


@pytest.mark.parametrize("pair", list(combinations(MODULES, 2)), ids="+".join)
def test_binds_in_pairs(pair: tuple[str, str]) -> None:
    assert told(bound(frozenset(pair))[1]) == []


@pytest.mark.parametrize("players", [None, 2, 3, 4, 5, 6])
def test_binds_all_together(players: int | None) -> None:
    assert told(bound(frozenset(MODULES), players)[1]) == []


@pytest.mark.parametrize("module", [m for m in MODULES if m not in SLOW])
def test_a_match_with_each_comes_to_its_end(module: str) -> None:
    state = game(frozenset({module})).start(1, log=False)
    play(state)
    assert state.outcome is not None and state.outcome.kind == "ended"


@pytest.mark.parametrize("modules", [(m,) for m in SLOW], ids="+".join)
def test_a_match_with_the_slow_ones_goes_on(modules: tuple[str, ...]) -> None:
    assert play(game(frozenset(modules)).start(1, log=False), ENOUGH) == ENOUGH


def test_all_together_start_a_match() -> None:
    assert game(frozenset(MODULES)).start(1, log=False).decision is not None

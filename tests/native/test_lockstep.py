"""The lowered form and the interpreter step by step: a short run of every ruleset of the house's own making, of the shipped
games, and of the drafts together. The long run is `python -m tests.native.lockstep --all`.
"""

from __future__ import annotations

from collections.abc import Iterator

import lock_tables
import pytest
from lock_sides import Compiled, Printed, llvmlite_is_here
from lockstep import Lockstep

from fuero.native.base import Uncovered
from fuero.native.compile import lowered

needs_llvmlite = pytest.mark.skipif(not llvmlite_is_here(), reason="llvmlite is not here: nothing is compiled to machine code")
TABLES = {t.name: t for t in lock_tables.tables()}
SMALL = [
    "native/ties",
    "engine/decks",
    "engine/moving",
    "engine/upon",
    "engine/windows",
    "engine/secret",
    "laws/snatch",
    "sight/cuts",
]
COMPILED = [("native/ground", 2, 250), ("alhambra", 3, 250), ("three-hills", 4, 200), ("engine/planes", 2, 200)]
REFUSED = {"engine/ends": "trail"}
"""A number of thirty digits is refused, in words."""


@pytest.fixture(scope="module", autouse=True)
def _drafts() -> Iterator[None]:
    yield
    lock_tables.clean()


@pytest.mark.parametrize("name", SMALL)
def test_the_lowered_form_run_as_python(name: str) -> None:
    game = TABLES[name].game(2)
    Lockstep(game, Printed(game.machine)).run(80, longest=40)


@needs_llvmlite
@pytest.mark.parametrize(("name", "players", "decisions"), COMPILED, ids=[c[0] for c in COMPILED])
def test_machine_code(name: str, players: int, decisions: int) -> None:
    game = TABLES[name].game(players)
    tally = Lockstep(game, Compiled(game.machine)).run(decisions, longest=60)
    assert tally.decisions >= decisions


@needs_llvmlite
@pytest.mark.parametrize("name", ["native/ties", "native/ground"])
def test_machine_code_with_every_index_checked(name: str) -> None:
    game = TABLES[name].game(2)
    Lockstep(game, Compiled(game.machine, checked=True)).run(150, longest=50)


MADE_UP = [name for name, t in TABLES.items() if not t.options and not name.startswith("draft")]


@pytest.mark.parametrize("name", [n for n in MADE_UP if "/" in n or "~" not in n])
def test_every_ruleset_has_a_native_form(name: str) -> None:
    game = TABLES[name].game()
    if name in REFUSED:
        with pytest.raises(Uncovered, match=REFUSED[name]):
            lowered(game.machine.program)
        return
    assert lowered(game.machine.program)[0].text


def test_the_drafts_of_sixteen_modules_together_have_one() -> None:
    assert lowered(TABLES["draft all"].game(3).machine.program)[0].text


@pytest.mark.soak
@needs_llvmlite
@pytest.mark.parametrize("name", TABLES)
def test_a_long_run(name: str) -> None:
    table = TABLES[name]
    for players in table.players():
        game = table.game(players)
        try:
            side = Compiled(game.machine)
        except Uncovered:
            assert name in REFUSED
            return
        Lockstep(game, side).run(1000, longest=200)

"""What must not move a match: locale, line ends, unused overlays, processes, who sits there, other decks (C30, C32, C33)."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cases.positions import ALHAMBRA, opened
from tests.laws.transcript import lines

import fuero
from fuero import resources
from fuero.lab.simulate import player_seed
from fuero.table.config import TableConfig
from fuero.table.sitting import Sitting

ROOT = Path(__file__).parents[2]
EXTRA_DECK = str(Path(__file__).parent / "extra-deck.fuero")


def in_another_process(words: list[str], **env: str) -> str:
    """What a process of its own prints, with an environment of its own."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG"))}
    run = subprocess.run([sys.executable, *words], cwd=ROOT, env=kept | env, capture_output=True, timeout=120, check=False)
    assert run.returncode == 0, run.stderr.decode(errors="replace")
    return run.stdout.decode("utf-8")


def copied(to: Path, end: bytes = b"\n", mark: bytes = b"", without: tuple[str, ...] = ()) -> Path:
    """The game's folder, with other line ends, with a byte order mark, or without some of its folders."""
    shutil.copytree(resources.rulesets() / ALHAMBRA, to / ALHAMBRA)
    for part in without:
        shutil.rmtree(to / ALHAMBRA / part, ignore_errors=True)
    for path in [*(to / ALHAMBRA).rglob("*.fuero"), *(to / ALHAMBRA).rglob("*.csv")]:
        path.write_bytes(mark + path.read_bytes().replace(b"\r\n", b"\n").replace(b"\n", end))
    return to / ALHAMBRA


@pytest.mark.parametrize("locale", ["de_DE.UTF-8", "it_IT.UTF-8", "tr_TR.UTF-8"])
def test_c30_odd_files_under_odd_locales(locale: str, tmp_path: Path) -> None:
    folder = copied(tmp_path, b"\r\n", b"\xef\xbb\xbf")
    env = {"LC_ALL": locale, "LANG": locale, "XDG_CACHE_HOME": str(tmp_path / "cache")}
    told = in_another_process(["-m", "tests.laws.transcript", f"{folder}:3:7"], **env)
    assert told.splitlines() == lines(opened(3), 7)
    words = ["-m", "fuero.cli.main", "run", str(folder), "--players", "3", "--games", "20", "--seed", "1", "--format", "json"]
    if locale.startswith("de"):
        there = json.loads(in_another_process(words, **env))
        game = opened(3)
        points = [game.playout(seed, player_seed(seed)).scores[0] for seed in range(1, 21)]
        assert there["seats"][0]["score"]["mean"] == pytest.approx(sum(points) / 20, abs=0.01)
        assert there["ruleset_hash"] == game.meaning_hash


def test_c32_four_transcripts_are_one(tmp_path: Path) -> None:
    alone = lines(fuero.load(str(copied(tmp_path / "alone", without=("modules", "bridges", "variants"))), players=3), 7)
    all_there_and_off = lines(fuero.load(str(copied(tmp_path / "full")), players=3), 7)
    fuero.load(ALHAMBRA, players=4, variants=["courtyard"]).playout(5, 5)
    second_in_this_process = lines(opened(3), 7)
    env = {"PYTHONHASHSEED": "4242", "XDG_CACHE_HOME": str(tmp_path / "cache")}
    elsewhere = in_another_process(["-m", "tests.laws.transcript", f"{ALHAMBRA}:3:7"], **env).splitlines()
    assert alone == all_there_and_off == second_in_this_process == elsewhere
    assert len(alone) > 80


def sitting(seats: tuple[str, ...], variants: tuple[str, ...] = (), **options: str) -> Sitting:
    game = fuero.load(ALHAMBRA, players=3, variants=variants, options=options)
    return Sitting.start(game, TableConfig(ALHAMBRA, 3), seats, 77, player_seed(77))


def test_c33_who_sits_there_deals_nothing() -> None:
    """Seats are persons or programs, and people may look on at any time: no random number is spent on either."""
    deals = []
    for seats in (("human",) * 3, ("random",) * 3, ("greedy", "human", "random")):
        table = sitting(seats)
        for viewer in (None, 0, 1, 2):
            table.state.view(viewer)
        table.state.knowledge(1).determinise(5)
        move = table.state.decision.nth(0)
        table.answer(move, table.state.decision.player)
        deals.append((table.header.deal, table.header.start, table.steps[0].chance, table.steps[0].state))
    assert deals[0] == deals[1] == deals[2]


def drawn(table: Sitting, zone: str) -> list[str]:
    return [text for text in table.header.deal if f" from {zone} " in text]


@pytest.mark.parametrize(
    ("variants", "options"),
    [
        (("tidy-builder", "no-ties"), {}),
        (("six-money",), {"place-at-once": "yes", "may-decline": "yes"}),
        ((EXTRA_DECK,), {}),
        ((), {"end-trigger": "supply-empty", "refill-order": "none-when-over"}),
    ],
)
def test_c33_what_is_turned_on_leaves_the_tiles_as_they_lie(variants: tuple[str, ...], options: dict[str, str]) -> None:
    plain = sitting(("random",) * 3)
    ruleset = ALHAMBRA
    if variants == (EXTRA_DECK,):
        ruleset, variants = EXTRA_DECK, ()
    game = fuero.load(ruleset, players=3, variants=variants, options=options)
    other = Sitting.start(game, TableConfig(ruleset, 3), ("random",) * 3, 77, player_seed(77))
    for zone in ("supply", "stock"):
        assert drawn(other, zone) == drawn(plain, zone) != []
    assert len(other.header.deal) - len(plain.header.deal) == (2 if ruleset == EXTRA_DECK else 0)

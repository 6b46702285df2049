"""What must not move a ruleset: the order in which overlays are named, files that are off, line ends, the process, the place."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.laws.tables import SMALL, open_table, overlaid
from tests.laws.transcript import lines

import fuero
from fuero.rules.locate import shipped_folder
from fuero.table.catalogue import GameEntry, shipped

ROOT = Path(__file__).parents[2]
BOM = b"\xef\xbb\xbf"


def copied(game: str, to: Path) -> Path:
    folder = shipped_folder(game)
    assert folder is not None
    shutil.copytree(folder, to / game)
    return to / game


def three(game: GameEntry) -> int:
    """Three players, or as many as can play if that is fewer."""
    return min(3, game.players[1])


@pytest.mark.parametrize("game", shipped(), ids=lambda g: g.name)
@pytest.mark.parametrize("kind", ["modules", "variants"])
def test_the_order_of_overlays_says_nothing(game: GameEntry, kind: str) -> None:
    names = list(game.modules if kind == "modules" else game.variants)
    if len(names) < 2:
        pytest.skip(f"{game.title} has fewer than two {kind}")
    rng = random.Random(game.name)
    tried = 0
    for _ in range(12):
        some = rng.sample(names, min(3, len(names)))
        try:
            given = fuero.load(game.name, players=three(game), **{kind: some})  # type: ignore[arg-type]
        except Exception:  # noqa: BLE001 - not every choice goes together; that is not what is asked here
            continue
        other = fuero.load(game.name, players=three(game), **{kind: list(reversed(some))})  # type: ignore[arg-type]
        assert given.meaning_hash == other.meaning_hash
        assert given.machine.text == other.machine.text
        tried += 1
        if tried == 3:
            break
    assert tried, "no choice of overlays goes together"


@pytest.mark.parametrize("game", shipped(), ids=lambda g: g.name)
def test_what_is_off_leaves_no_trace(game: GameEntry, tmp_path: Path) -> None:
    """A game without its overlays' files is the game with them there and off, to the last line of the match."""
    with_them = fuero.load(str(copied(game.name, tmp_path / "with")), players=game.players[1])
    folder = copied(game.name, tmp_path / "without")
    for part in ("modules", "bridges", "variants"):
        shutil.rmtree(folder / part, ignore_errors=True)
    without = fuero.load(str(folder), players=game.players[1])
    assert with_them.meaning_hash == without.meaning_hash
    assert lines(with_them, 7) == lines(without, 7)


def test_another_game_in_the_same_process_changes_nothing() -> None:
    game = shipped()[0]
    first = lines(fuero.load(game.name, players=3), 7)
    for table in overlaid()[:3]:
        open_table(table).playout(1, 1)
    assert lines(fuero.load(game.name, players=3), 7) == first


@pytest.mark.parametrize("game", shipped(), ids=lambda g: g.name)
@pytest.mark.parametrize(("end", "mark"), [(b"\r\n", b""), (b"\n", BOM), (b"\r\n", BOM)], ids=["crlf", "bom", "both"])
def test_line_ends_and_byte_order_marks_say_nothing(game: GameEntry, end: bytes, mark: bytes, tmp_path: Path) -> None:
    folder = copied(game.name, tmp_path)
    for path in [*folder.rglob("*.fuero"), *folder.rglob("*.csv")]:
        path.write_bytes(mark + path.read_bytes().replace(b"\r\n", b"\n").replace(b"\n", end))
    plain = fuero.load(game.name, players=three(game))
    written = fuero.load(str(folder), players=three(game))
    assert written.meaning_hash == plain.meaning_hash
    assert written.playout(7, 8) == plain.playout(7, 8)


def test_processes_and_places_tell_the_same(tmp_path: Path) -> None:
    """Another hash seed, another locale, other clocks: the same transcripts, from the files and from what was kept of them."""
    wanted = [f"{game.name}:{three(game)}:7" for game in shipped()] + [f"{path}:3:7" for path in sorted(SMALL.glob("*.fuero"))]
    told = []
    for n, given in enumerate(
        (
            {"PYTHONHASHSEED": "1", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
            {"PYTHONHASHSEED": "2", "LC_ALL": "tr_TR.UTF-8", "LANG": "de_DE.UTF-8", "TZ": "Asia/Kathmandu"},
        )
    ):
        env = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG"))}
        env |= {"XDG_CACHE_HOME": str(tmp_path / str(n)), **given}
        run = subprocess.run(
            [sys.executable, "-m", "tests.laws.transcript", *wanted],
            cwd=ROOT,
            env=env,
            capture_output=True,
            timeout=120,
            check=False,
        )
        assert run.returncode == 0, run.stderr.decode(errors="replace")
        told.append(run.stdout)
    assert told[0] == told[1]
    opened = [fuero.load(name, players=int(players)) for name, players, _ in (text.rsplit(":", 2) for text in wanted)]
    here = [line for game in opened for line in lines(game, 7)]
    assert told[0].decode() == "".join(line + "\n" for line in here)

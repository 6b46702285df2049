"""Compiled programs in the cache: kept whole, safe for two at once, harmless when damaged or unwritable."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import fuero
from fuero.native import cache, opening
from fuero.native.game import NativeGame

pytestmark = pytest.mark.usefixtures("compiler")
GAME = "three-hills"
PLAY = f"""
import fuero
from fuero.native.game import NativeGame
from fuero.native.opening import opened
game = fuero.load("{GAME}", players=2)
print(NativeGame(game, opened(game, level=0)).playout(3, 3).scores)
"""


def _played(game: object) -> object:
    return NativeGame(game, opening.opened(game, level=0)).playout(3, 3)  # type: ignore[arg-type]


def test_what_is_kept_need_not_be_compiled(empty_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = fuero.load(GAME, players=2)
    first = _played(game)
    assert [path.suffix for path in empty_cache.iterdir()] == [".built"]
    monkeypatch.setattr(opening, "_loaded", {})
    monkeypatch.setattr(opening, "compiled", lambda *_, **__: pytest.fail("compiled again"))
    assert _played(game) == first == game.playout(3, 3)


def test_the_key_tells_apart_what_plays_apart() -> None:
    base = cache.key("ab", 2, (("coins", 3),), 2, False)
    others = [
        cache.key("ac", 2, (("coins", 3),), 2, False),
        cache.key("ab", 3, (("coins", 3),), 2, False),
        cache.key("ab", 2, (("coins", 4),), 2, False),
        cache.key("ab", 2, (("coins", 3),), 0, False),
        cache.key("ab", 2, (("coins", 3),), 2, True),
    ]
    assert len({base, *others}) == 6
    assert cache.key("ab", 2, (("coins", 3),), 2, False) == base


@pytest.mark.parametrize("damage", ["cut", "turned", "empty", "another"])
def test_a_damaged_file_is_made_anew(empty_cache: Path, monkeypatch: pytest.MonkeyPatch, damage: str) -> None:
    game = fuero.load(GAME, players=2)
    first = _played(game)
    (path,) = empty_cache.iterdir()
    whole = path.read_bytes()
    middle = len(whole) // 2
    path.write_bytes(
        {
            "cut": whole[:-100],
            "turned": whole[:middle] + bytes([whole[middle] ^ 255]) + whole[middle + 1 :],
            "empty": b"",
            "another": b"\0" * len(whole),
        }[damage]
    )
    monkeypatch.setattr(opening, "_loaded", {})
    assert _played(game) == first
    assert len(path.read_bytes()) == len(whole)


def test_a_folder_that_cannot_be_written_to_is_no_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "fuero").write_text("a file where the folder should be")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(opening, "_loaded", {})
    game = fuero.load(GAME, players=2)
    assert _played(game) == game.playout(3, 3)


def test_two_processes_compile_at_once(tmp_path: Path) -> None:
    env = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    both = [subprocess.Popen([sys.executable, "-c", PLAY], env=env, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    said = [one.communicate(timeout=120)[0] for one in both]
    assert [one.returncode for one in both] == [0, 0]
    assert said[0] == said[1] != ""
    (kept,) = (tmp_path / "fuero" / "native").iterdir()
    assert kept.stat().st_size > cache._DIGEST


def test_what_belongs_to_another_is_not_read(empty_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not hasattr(os, "getuid"):
        pytest.skip("no owners here")
    game = fuero.load(GAME, players=2)
    _played(game)
    (path,) = empty_cache.iterdir()
    assert cache.read(path.stem) is not None
    monkeypatch.setattr(os, "getuid", lambda: 12_345)
    assert cache.read(path.stem) is None


def test_only_the_newest_are_kept(empty_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_KEEP", 2)
    game = fuero.load(GAME, players=2)
    built = opening.compiled(game, level=0)
    for n in range(5):
        cache.write(f"{n}", built)
    assert len(list(empty_cache.iterdir())) == 2

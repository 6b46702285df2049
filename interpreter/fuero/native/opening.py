"""From a game to its machine code: out of this process, out of the cache, or compiled now.

Laws: what comes out plays as the game does; a missing llvmlite, and rules without a native form, are told as `NoNative`.
"""

from __future__ import annotations

import importlib.util
from functools import cache as once
from typing import TYPE_CHECKING

from fuero.native import cache
from fuero.native.base import Uncovered
from fuero.native.built import Built

if TYPE_CHECKING:
    from fuero.engine.game import Game
    from fuero.native.session import Code

LEVEL = 2
"""How hard the compiler tries."""
QUICK = 0
"""In haste: about half the time, for code of a bit more than half the speed."""
_loaded: dict[str, Code] = {}
_MOST_LOADED = 32


class NoNative(Exception):  # noqa: N818 - reads as what it is
    """There is no machine code for this game here, and why, as a sentence."""


@once
def installed() -> bool:
    """Is llvmlite there?"""
    return importlib.util.find_spec("llvmlite") is not None


def key_of(game: Game, level: int = LEVEL, checked: bool = False) -> str:
    """The name under which a game's code is kept."""
    return cache.key(game.meaning_hash, game.players, game.machine.program.settings, level, checked)


def ready(game: Game) -> Code | None:
    """The code of a game if it need not be compiled: it is loaded, or lies in the cache."""
    if not installed() or not (_loaded or cache.any_kept()):
        return None
    try:
        name = key_of(game)
        return _loaded.get(name) or _kept(name)
    except Exception:  # noqa: BLE001 - an llvmlite that does not work is as good as none
        return None


def opened(game: Game, *, checked: bool = False, level: int = LEVEL) -> Code:
    """The code of a game, compiled if need be. Raises NoNative."""
    if not installed():
        raise NoNative("The native engine needs the package llvmlite, which is not installed.")
    try:
        name = key_of(game, level, checked)
    except (ImportError, OSError) as e:
        raise NoNative(f"llvmlite cannot be used here: {e}.") from e
    found = _loaded.get(name) or _kept(name)
    if found is not None:
        return found
    built = compiled(game, checked=checked, level=level)
    cache.write(name, built)
    return _load(name, built)


def compiled(game: Game, *, checked: bool = False, level: int = LEVEL) -> Built:
    """A game compiled now, whatever is kept. Raises NoNative."""
    from fuero.native.compile import build

    try:
        return build(game.machine.program, game.machine.initial, checked=checked, level=level)
    except Uncovered as e:
        raise NoNative(f"{game.rules.title} has no native form: {e}.") from e


def adopt(game: Game, built: Built) -> Code:
    """Loads code that was compiled elsewhere for this game."""
    return _load(key_of(game, checked=built.checked), built)


def _kept(name: str) -> Code | None:
    built = cache.read(name)
    if built is None:
        return None
    try:
        return _load(name, built)
    except Exception:  # noqa: BLE001 - a damaged file is made anew
        return None


def _load(name: str, built: Built) -> Code:
    from fuero.native.session import Code

    code = Code(built)
    while len(_loaded) >= _MOST_LOADED:
        _loaded.pop(next(iter(_loaded)))
    _loaded[name] = code
    return code

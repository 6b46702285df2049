"""Compiled programs kept in the user's own cache folder, under a hash of all that they were made from.

As with resolved rulesets: a cache that is missing, unwritable, damaged or another's costs time only. A file is its digest and a
pickle; it is read only where the digest holds and the file belongs to this user. It appears all at once (written beside, then
renamed), so that two processes that compile the same program do no harm.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import sys
import tempfile
from functools import cache
from pathlib import Path

from fuero.native.built import Built
from fuero.rules.versions import BUILTINS_VERSION, LANGUAGE_VERSION

_DIGEST = 32
_KEEP = 64
_STAGES = ("native", "engine", "program")


def folder() -> Path:
    """Where this user's compiled programs lie."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path("~/.cache").expanduser()) / "fuero" / "native"


def key(meaning_hash: str, players: int, settings: tuple[tuple[str, int], ...], level: int, checked: bool) -> str:
    """A name for what these rules compile to at a table, with this program, this llvmlite, on this processor."""
    import llvmlite
    import llvmlite.binding as llvm

    found = hashlib.sha256()
    features = llvm.get_host_cpu_features().flatten()
    for text in (
        f"{LANGUAGE_VERSION}.{BUILTINS_VERSION}",
        sys.version,
        sources(),
        meaning_hash,
        str(players),
        repr(settings),
        f"{level} {checked}",
        llvmlite.__version__,
        llvm.get_default_triple(),
        llvm.get_host_cpu_name(),
        features,
    ):
        data = text.encode()
        found.update(len(data).to_bytes(8, "big"))
        found.update(data)
    return found.hexdigest()


@cache
def sources() -> str:
    """What tells one build of the engine from another: names, sizes and times of its files."""
    package = Path(__file__).resolve().parent.parent
    found = hashlib.sha256()
    for path in sorted(p for stage in _STAGES for p in (package / stage).glob("*.py")):
        with contextlib.suppress(OSError):
            stat = path.stat()
            found.update(f"{path} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    return found.hexdigest()


def any_kept() -> bool:
    """Is anything kept at all?"""
    try:
        return any(folder().glob("*.built"))
    except OSError:
        return False


def read(name: str) -> Built | None:
    """What was kept under a key, or None."""
    path = folder() / f"{name}.built"
    try:
        stat = path.stat()
        if hasattr(os, "getuid") and stat.st_uid != os.getuid():
            return None
        data = path.read_bytes()
        body = data[_DIGEST:]
        if hashlib.sha256(name.encode() + body).digest() != data[:_DIGEST]:
            return None
        found = pickle.loads(body)
        return found if isinstance(found, Built) else None
    except Exception:  # noqa: BLE001 - whatever is wrong with a cache, it is made anew
        return None


def write(name: str, value: Built) -> None:
    """Keeps a program; a folder that cannot be written to is no matter."""
    try:
        place = folder()
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        body = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
        handle, temporary = tempfile.mkstemp(dir=place)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(hashlib.sha256(name.encode() + body).digest() + body)
            os.replace(temporary, place / f"{name}.built")
        finally:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(temporary)
        _tidy(place)
    except (OSError, pickle.PicklingError):
        return


def _tidy(place: Path) -> None:
    """Only the newest are kept."""
    dated = []
    for path in place.glob("*.built"):
        with contextlib.suppress(OSError):
            dated.append((path.stat().st_mtime, path))
    for _, path in sorted(dated, reverse=True)[_KEEP:]:
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)

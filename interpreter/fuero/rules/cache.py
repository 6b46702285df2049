"""Resolved rulesets kept in the user's own cache folder, under a hash of all that they were made from.

A cache that is missing, unwritable, damaged or another's costs time only: it is made anew. A file is its digest and a
pickle; it is read only where the digest holds and the file belongs to this user.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from fuero.rules.versions import BUILTINS_VERSION, LANGUAGE_VERSION

_DIGEST = 32
_KEEP = 64
_STAGES = ("syntax", "rules", "messages")


def folder() -> Path:
    """Where this user's resolved rulesets lie."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path("~/.cache").expanduser()) / "fuero" / "rulesets"


def key(texts: Mapping[str, str], choices: Iterable[str]) -> str:
    """A name for what these files and choices resolve to, under this version of the program."""
    found = hashlib.sha256()
    head = (f"{LANGUAGE_VERSION}.{BUILTINS_VERSION}", sys.version, program(), *choices)
    for text in (*head, *(part for name in sorted(texts) for part in (name, texts[name]))):
        data = text.encode("utf-8", errors="surrogatepass")
        found.update(len(data).to_bytes(8, "big"))
        found.update(data)
    return found.hexdigest()


@cache
def program() -> str:
    """What tells one build of the program from another: the names, sizes and times of its own files and of the grammar."""
    from fuero import resources

    package = Path(__file__).resolve().parent.parent
    places = [p for stage in _STAGES for p in (package / stage).rglob("*.py")] + list(resources.grammar().glob("*.lark"))
    found = hashlib.sha256()
    for path in sorted(places):
        with contextlib.suppress(OSError):
            stat = path.stat()
            found.update(f"{path} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    return found.hexdigest()


def read(name: str) -> object | None:
    """What was kept under a key, or None."""
    path = folder() / f"{name}.pickle"
    try:
        stat = path.stat()
        if hasattr(os, "getuid") and stat.st_uid != os.getuid():
            return None
        data = path.read_bytes()
        body = data[_DIGEST:]
        if hashlib.sha256(name.encode() + body).digest() != data[:_DIGEST]:
            return None
        return pickle.loads(body)  # type: ignore[no-any-return]
    except Exception:  # noqa: BLE001 - whatever is wrong with a cache, it is made anew
        return None


def write(name: str, value: object) -> None:
    """Keeps a value; a folder that cannot be written to is no matter."""
    try:
        place = folder()
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        body = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
        handle, temporary = tempfile.mkstemp(dir=place)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(hashlib.sha256(name.encode() + body).digest() + body)
            os.replace(temporary, place / f"{name}.pickle")
        finally:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(temporary)
        _tidy(place)
    except (OSError, pickle.PicklingError):
        return


def _tidy(place: Path) -> None:
    """Only the newest are kept."""
    files = sorted(place.glob("*.pickle"), key=lambda p: p.stat().st_mtime, reverse=True)
    for path in files[_KEEP:]:
        path.unlink(missing_ok=True)

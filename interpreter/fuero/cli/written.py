"""Files that verbs write: whole or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from fuero.cli.common import wrong


def write_whole(path: Path, text: str) -> None:
    """Writes a file so that nobody ever sees half of it; one that was there keeps its permissions, and a link its target.

    Raises FueroError where it cannot be written; what was there is then untouched.
    """
    target = path.resolve()
    made = ""
    try:
        with tempfile.NamedTemporaryFile("wb", dir=target.parent, prefix=f".{target.name}.", delete=False) as file:
            made = file.name
            file.write(text.encode("utf-8"))
        if target.exists():
            shutil.copymode(target, made)
        else:
            Path(made).chmod(0o666 & ~_mask())
        Path(made).replace(target)
    except OSError as error:
        if made:
            Path(made).unlink(missing_ok=True)
        reason = (error.strerror or str(error)).lower()
        raise wrong("unwritable-file", f'"{path}" cannot be written: {reason}.') from error


def _mask() -> int:
    """What new files are not allowed here."""
    mask = os.umask(0)
    os.umask(mask)
    return mask

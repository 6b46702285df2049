"""Reading and writing files whole: a file is either the old one or the new one, never half of one.

What goes wrong with a file is the user's to know: a Diagnostic that names it and the reason.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from fuero.messages.diagnostic import Diagnostic, FueroError


def _wrong(code: str, path: str, what: str, reason: str) -> FueroError:
    return FueroError((Diagnostic(code, "error", f'"{path}" cannot be {what}: {reason}.'),))


def _reason(error: OSError) -> str:
    if isinstance(error, IsADirectoryError):
        return "it is a folder"
    return (
        (error.strerror or str(error)).rstrip(".").lower()
        if not isinstance(error, FileNotFoundError)
        else "there is no such file"
    )


def read_text(path: str) -> str:
    """The text of a file, `-` for the standard input. Raises FueroError."""
    try:
        if path == "-":
            return sys.stdin.read()
        return Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise _wrong("unreadable-file", path, "read", _reason(error)) from error
    except UnicodeDecodeError as error:
        raise _wrong("unreadable-file", path, "read", f"byte {error.start + 1} is no UTF-8 text") from error


def may_write(path: str) -> None:
    """Raises FueroError now if a file could not be written later, so that nobody plays for an hour and then loses it."""
    target = Path(path)
    try:
        target.stat()
    except (FileNotFoundError, NotADirectoryError):
        pass
    except OSError as error:
        raise _wrong("unwritable-file", path, "written", _reason(error)) from error
    if target.is_dir():
        raise _wrong("unwritable-file", path, "written", "it is a folder")
    if not target.parent.is_dir():
        raise _wrong("unwritable-file", path, "written", f'there is no folder "{target.parent}"')
    if not os.access(target.parent, os.W_OK):
        raise _wrong("unwritable-file", path, "written", f'nothing may be written in the folder "{target.parent}"')


def write_text(path: str, text: str) -> None:
    """Writes a file at once: into a file beside it first, which then takes its place. Raises FueroError."""
    target = Path(path)
    folder = target.parent
    try:
        handle, beside = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=folder)
    except FileNotFoundError as error:
        raise _wrong("unwritable-file", path, "written", f'there is no folder "{folder}"') from error
    except OSError as error:
        raise _wrong("unwritable-file", path, "written", _reason(error)) from error
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
        os.chmod(beside, mode)
        os.replace(beside, target)
    except OSError as error:
        Path(beside).unlink(missing_ok=True)
        raise _wrong("unwritable-file", path, "written", _reason(error)) from error
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask

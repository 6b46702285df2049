"""Where the command writes: data to standard output, talk and progress to standard error."""

from __future__ import annotations

import os
import sys
import time
from typing import Literal, TextIO

Color = Literal["auto", "always", "never"]


def out(text: str = "") -> None:
    """A line of what was asked for."""
    print(text, file=sys.stdout)


def say(text: str) -> None:
    """A line beside it."""
    sys.stdout.flush()
    print(text, file=sys.stderr, flush=True)


def coloured(color: Color, stream: TextIO) -> bool:
    """Whether to write colours to a stream: on a terminal, unless NO_COLOR is set, or as said."""
    if color != "auto":
        return color == "always"
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def bold(text: str, on: bool) -> str:
    return f"\x1b[1m{text}\x1b[0m" if on and text else text


class Bar:
    """A progress bar on standard error: only on a terminal, and only for what takes more than a second."""

    def __init__(self, total: int, what: str, color: Color) -> None:
        self._total, self._what, self._done = total, what, 0
        self._began = self._shown = time.monotonic()
        self._wanted = sys.stderr.isatty()
        self._color = color
        self._bar: object | None = None

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()  # type: ignore[attr-defined]

    def step(self, count: int) -> None:
        """`count` more are done."""
        self._done += count
        now = time.monotonic()
        late = now - self._shown >= 0.1 or self._done == self._total
        if not self._wanted or not late or (self._bar is None and now - self._began < 1):
            return
        self._shown = now
        if self._bar is None:
            self._bar = self._started()
        self._bar.update(0, completed=self._done, refresh=True)  # type: ignore[attr-defined]

    def _started(self) -> object:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        console = Console(stderr=True, no_color=not coloured(self._color, sys.stderr))
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        bar = Progress(*columns, console=console, auto_refresh=False, transient=True)
        bar.start()
        bar.add_task(self._what, total=self._total)
        return bar

"""The commands shown in a page of documentation, and what they print.

In: a Markdown page. Its `console` blocks hold commands (lines that begin with `$ `) and, below each, the output. A line `…`
alone stands for any number of lines; a `fuero` block under a line that ends in a file's name and a colon is that file's text
while the commands run. Out: for each command what is shown and what is printed now; with `main`, the pages with fresh outputs.

    python -m tests.docs.tour README.md docs/guide.md
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ANY = "…"
_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"`([\w-]+\.fuero)`:\n+```fuero\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Shown:
    """A command and the lines a page shows below it."""

    command: str
    lines: tuple[str, ...]


def commands(page: str) -> list[Shown]:
    """All commands of a page in order."""
    return [shown for block in _BLOCK.findall(page) for shown in _cut(block)]


def _cut(block: str) -> list[Shown]:
    found: list[tuple[str, list[str]]] = []
    for line in block.rstrip("\n").split("\n"):
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return [Shown(command, tuple(lines)) for command, lines in found]


def printed(command: str, folder: Path) -> tuple[str, ...]:
    """What `fuero …` prints now, both streams together; only that command is run, and no shell. Paths are shown from the
    checkout.
    """
    words = shlex.split(command)
    if not words or words[0] != "fuero":
        raise ValueError(f"A page shows only commands of fuero, not: {command}")
    quiet = {**os.environ, "NO_COLOR": "1", "COLUMNS": "100", "PYTHONIOENCODING": "utf-8"}
    run = subprocess.run(
        [sys.executable, "-m", "fuero.cli.main", *words[1:]],
        cwd=folder,
        env=quiet,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=300,
    )
    text = run.stdout.replace(f"{ROOT.as_posix()}/", "")
    return tuple([line.rstrip() for line in text.rstrip("\n").split("\n")])


def fits(shown: tuple[str, ...], now: tuple[str, ...]) -> bool:
    """Is this what is printed, where `…` stands for any lines?

    >>> fits(("a", "…", "c"), ("a", "b", "c")), fits(("a", "…", "c"), ("a", "b")), fits(("a",), ("a", "b"))
    (True, False, False)
    """
    if not shown:
        return not now
    if shown[0] == ANY:
        return any(fits(shown[1:], now[at:]) for at in range(len(now) + 1))
    return bool(now) and shown[0] == now[0] and fits(shown[1:], now[1:])


def renewed(shown: tuple[str, ...], now: tuple[str, ...]) -> tuple[str, ...]:
    """As many lines before and after the `…` as there were, with what is printed now.

    >>> renewed(("x", "…", "z"), ("a", "b", "c", "d"))
    ('a', '…', 'd')
    """
    if ANY not in shown:
        return now
    head = shown.index(ANY)
    tail = len(shown) - 1 - head
    return (*now[:head], ANY, *now[len(now) - tail :])


@contextmanager
def folder_of(page: str) -> Iterator[Path]:
    """A folder of its own that looks like the checkout and holds the files that a page shows."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "rulesets").symlink_to(ROOT / "rulesets", target_is_directory=True)
        for name, text in _FILE.findall(page):
            (folder / name).write_text(text, encoding="utf-8")
        yield folder


def main(names: list[str]) -> None:
    """Writes the outputs in these pages anew."""
    for name in names:
        path = ROOT / name
        page = path.read_text(encoding="utf-8")
        with folder_of(page) as folder:
            path.write_text(_BLOCK.sub(partial(_again, folder), page), encoding="utf-8")


def _again(folder: Path, found: re.Match[str]) -> str:
    lines: list[str] = []
    for shown in _cut(found[1]):
        now = printed(shown.command, folder)
        lines += [f"$ {shown.command}", *(shown.lines if fits(shown.lines, now) else renewed(shown.lines, now))]
    return "```console\n" + "".join(line + "\n" for line in lines) + "```"


if __name__ == "__main__":
    main(sys.argv[1:])

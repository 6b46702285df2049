"""The commands shown in a page of documentation, and what they print.

In: a Markdown page. Its `console` blocks hold commands (lines that begin with `$ `) and, below each, the output; a line there
that begins with `> ` is what the reader types while the command runs. A line `…` alone stands for any number of lines. What a
reader writes into files on the way is done as the page says, in its order: see `tests.docs.written`. Out: for each command what
is shown and what is printed now; with `main`, the pages with fresh outputs.

    python -m tests.docs.tour
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
from pathlib import Path

from tests.docs import written

ROOT = Path(__file__).resolve().parents[2]
DOORS = tuple([path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "docs/doors").glob("*.md"))])
TOURS = ("README.md", "docs/guide.md", "docs/commands.md", *DOORS)
"""The pages that show commands."""
ANY = "…"
TYPED = "> "
_CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Shown:
    """A command and the lines a page shows below it."""

    command: str
    lines: tuple[str, ...]


def commands(block: str) -> list[Shown]:
    """The commands of a console block, in order.

    >>> commands("$ fuero --version\\n1\\n")
    [Shown(command='fuero --version', lines=('1',))]
    """
    found: list[tuple[str, list[str]]] = []
    for line in block.rstrip("\n").split("\n"):
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return [Shown(command, tuple(lines)) for command, lines in found]


def printed(shown: Shown, folder: Path) -> tuple[str, ...]:
    """What `fuero …` prints now, both streams together, when the lines after `> ` are typed; only that command is run, and no
    shell. Paths are shown from the checkout.
    """
    words = shlex.split(shown.command)
    if not words or words[0] != "fuero":
        raise ValueError(f"A page shows only commands of fuero, not: {shown.command}")
    quiet = {**os.environ, "NO_COLOR": "1", "COLUMNS": "100", "PYTHONIOENCODING": "utf-8"}
    run = subprocess.run(
        [sys.executable, "-m", "fuero.cli.main", *words[1:]],
        cwd=folder,
        env=quiet,
        input="".join(line.removeprefix(TYPED) + "\n" for line in shown.lines if line.startswith(TYPED)),
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
    """As many lines before and after the `…` as there were, with what is printed now; by itself for what is printed before the
    reader types something, and after.

    >>> renewed(("x", "…", "z"), ("a", "b", "c", "d"))
    ('a', '…', 'd')
    >>> renewed(("x", "> go", "…", "z"), ("a", "b", "> go", "c", "d", "e"))
    ('a', 'b', '> go', '…', 'e')
    """
    before, after = _turns(shown), _turns(now)
    if len(before) != len(after):
        return now
    return tuple([line for old, new in zip(before, after, strict=True) for line in _renewed(old, new)])


def _turns(lines: tuple[str, ...]) -> list[tuple[str, ...]]:
    cuts = [0, *(at for at, line in enumerate(lines) if line.startswith(TYPED)), len(lines)]
    return [lines[a:b] for a, b in zip(cuts, cuts[1:], strict=False)]


def _renewed(shown: tuple[str, ...], now: tuple[str, ...]) -> tuple[str, ...]:
    if ANY not in shown or fits(shown, now):
        return shown if fits(shown, now) else now
    head = shown.index(ANY)
    tail = shown[::-1].index(ANY)
    return (*now[:head], ANY, *now[len(now) - tail :])


@contextmanager
def folder_of_its_own() -> Iterator[Path]:
    """An empty folder, but for the rulesets, as in the checkout."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "rulesets").symlink_to(ROOT / "rulesets", target_is_directory=True)
        yield folder


def followed(page: str, folder: Path) -> Iterator[tuple[Shown, tuple[str, ...]]]:
    """Does in this folder what a page tells its reader to do, in its order: each command with what it prints now."""
    for block in written.blocks(page):
        if block.language == "console":
            for shown in commands(block.text):
                yield shown, printed(shown, folder)
        else:
            written.write(block, folder)


def main() -> None:
    """Writes the outputs in these pages anew."""
    for name in TOURS:
        path = ROOT / name
        page = path.read_text(encoding="utf-8")
        with folder_of_its_own() as folder:
            fresh = [(shown, renewed(shown.lines, now)) for shown, now in followed(page, folder)]
        turn = iter(fresh)

        def again(found: re.Match[str], turn: Iterator[tuple[Shown, tuple[str, ...]]] = turn) -> str:
            told = [(one.command, next(turn)[1]) for one in commands(found[1])]
            return "```console\n" + "".join(f"$ {c}\n" + "".join(f"{x}\n" for x in lines) for c, lines in told) + "```"

        path.write_text(_CONSOLE.sub(again, page), encoding="utf-8")


if __name__ == "__main__":
    main()

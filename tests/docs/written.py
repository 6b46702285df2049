"""What a page tells its reader to write into files: the blocks of a page in order, and the files that come of them.

A block whose line above ends in one of these is a file, or a change of one (`FILE` stands for a name in backticks):

- `FILE`: — the whole file
- in `FILE`, line 3 becomes: — the block instead of that line
- in `FILE`, below line 3: — the block after that line
- at the end of `FILE`: — the block after all others
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_BLOCK = re.compile(r"(?:^(?P<above>[^\n]*)\n\n?)?^```(?P<language>[\w-]+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_NAME = r"`(?P<file>[\w-]+\.(?:fuero|csv|toml))`"
_CHANGES = (
    ("instead", re.compile(rf"in {_NAME}, line (?P<line>\d+) becomes:$", re.IGNORECASE)),
    ("below", re.compile(rf"in {_NAME}, below line (?P<line>\d+):$", re.IGNORECASE)),
    ("end", re.compile(rf"at the end of {_NAME}:$", re.IGNORECASE)),
    ("whole", re.compile(rf"{_NAME}:$")),
)


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block; `file` is the file it is for, with what it does there and at which line."""

    language: str
    text: str
    file: str = ""
    change: str = ""
    line: int = 0


def blocks(page: str) -> Iterator[Block]:
    """The fenced blocks of a page, in order.

    >>> page = "In `a.fuero`, below line 2:\\n\\n```fuero\\nset x to 1\\n```\\n"
    >>> [(block.file, block.change, block.line) for block in blocks(page)]
    [('a.fuero', 'below', 2)]
    """
    for found in _BLOCK.finditer(page):
        above = found["above"] or ""
        for change, pattern in _CHANGES:
            if said := pattern.search(above):
                line = int(said["line"]) if "line" in pattern.groupindex else 0
                yield Block(found["language"], found["text"], said["file"], change, line)
                break
        else:
            yield Block(found["language"], found["text"])


def write(block: Block, folder: Path) -> None:
    """Does what a block says to a file of this folder; a block that is for no file does nothing."""
    if not block.file:
        return
    path = folder / block.file
    if block.change == "whole":
        path.write_text(block.text, encoding="utf-8")
        return
    lines, new = path.read_text(encoding="utf-8").splitlines(), block.text.splitlines()
    if block.line > len(lines):
        raise ValueError(f"{block.file} has {len(lines)} lines, not {block.line}")
    start = block.line - 1 if block.change == "instead" else block.line or len(lines)
    end = block.line if block.change == "instead" else start
    path.write_text("\n".join([*lines[:start], *new, *lines[end:]]) + "\n", encoding="utf-8")

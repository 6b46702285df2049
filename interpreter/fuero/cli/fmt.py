"""The verb `fmt`: rule files put in order."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from fuero.cli.common import ColorFlag, Place, print_findings, read_input, wrong
from fuero.cli.console import out, say
from fuero.messages.diagnostic import Diagnostic

STDIN = "<stdin>"


@dataclass(slots=True)
class _File:
    """A text before and after; `path` is nothing for the standard input."""

    path: Path | None
    name: str
    before: str
    after: str


def fmt(
    *paths: Place,
    check: Annotated[bool, Parameter(name="--check", negative="", help="Write nothing; list what is not in order.")] = False,
    diff: Annotated[bool, Parameter(name="--diff", negative="", help="Write nothing; show what would change.")] = False,
    color: ColorFlag = "auto",
) -> int:
    """Put rule files in order: indentation, columns, tables, quotes and dashes. What they say and their comments stay.

    A file with a mistake is left as it is, and the mistake is shown. With --check or --diff, exit code 1 if a file is not
    in order.

    Example: fuero fmt friday.fuero

    Parameters
    ----------
    paths
        Files, and folders with all below them; nothing means this folder; - takes the standard input to the standard output.
    """
    files, findings, texts = _tidied(paths or (".",))
    changed = [file for file in files if file.before != file.after]
    for file in files:
        if file.path is None and not (check or diff):
            sys.stdout.write(file.after)
        elif file in changed:
            _treat(file, check, diff)
    if findings:
        print_findings(findings, color, texts)
    broken = len({finding.span.file for finding in findings})
    _account(len(changed), len(files) - len(changed), broken, check or diff, quiet=any(file.path is None for file in files))
    return 1 if findings or (changed and (check or diff)) else 0


def _treat(file: _File, check: bool, diff: bool) -> None:
    if diff:
        sys.stdout.writelines(_difference(file))
        return
    if not check and file.path is not None:
        from fuero.cli.written import write_whole

        write_whole(file.path, file.after)
    out(file.name)


def _difference(file: _File) -> Iterator[str]:
    """Both texts line by line as `diff -u` shows them."""
    before, after = _lines(file.before), _lines(file.after)
    for line in difflib.unified_diff(before, after, f"a/{file.name}", f"b/{file.name}"):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _lines(text: str) -> list[str]:
    """Lines with their ends, cut at line feeds alone, so that other ends show as what is removed."""
    lines = text.split("\n")
    return [f"{line}\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def _account(changed: int, still: int, broken: int, only: bool, quiet: bool) -> None:
    if quiet and not only and not broken:
        return
    parts = [(changed, "to be put in order" if only else "put in order"), (broken, f"with mistakes, left as {_they(broken)}")]
    parts.insert(1, (still, "in order already" if changed or broken else _are(still)))
    told = [f"{count} {words}" for count, words in parts if count]
    if told:
        first = next(count for count, _ in parts if count)
        told[0] = told[0].replace(" ", " file " if first == 1 else " files ", 1)
    say((", ".join(told) if told else "There are no rule files here (their names end in .fuero)") + ".")


def _they(count: int) -> str:
    return "it is" if count == 1 else "they are"


def _are(count: int) -> str:
    return "is in order" if count == 1 else "are in order"


def _tidied(paths: Sequence[str]) -> tuple[list[_File], list[Diagnostic], dict[str, str]]:
    """Every text that can be read, tidied; the mistakes of the others and their texts."""
    from fuero.syntax.complain import not_utf8
    from fuero.syntax.tidy.tidy import tidy_text

    files: list[_File] = []
    findings: list[Diagnostic] = []
    texts: dict[str, str] = {}
    for path, name in _named(paths):
        try:
            before = read_input() if path is None else _read(path).decode("utf-8")
        except UnicodeDecodeError as error:
            findings.append(not_utf8(name, error))
            continue
        after, found = tidy_text(before, name)
        if after is None:
            findings += found
            texts[name] = before
        else:
            files.append(_File(path, name, before, after))
    return files, findings, texts


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise wrong("unreadable-file", f'"{path}" cannot be read: {reason}.') from error


def _named(paths: Sequence[str]) -> list[tuple[Path | None, str]]:
    """The files that are meant, each once, with the names under which messages show them."""
    from fuero.rules.locate import shown

    found: dict[Path | None, str] = {}
    for given in paths:
        path = Path(given)
        if given == "-":
            found[None] = STDIN
        elif path.is_dir():
            found |= {file: shown(file) for file in sorted(path.rglob("*.fuero")) if file.is_file()}
        elif not path.is_file():
            raise wrong("no-file", f'There is no file or folder "{given}".')
        elif path.suffix != ".fuero":
            raise wrong("wrong-use", f'"{given}" is no file of rules: the name of one ends in .fuero.')
        else:
            found[path] = shown(path)
    return list(found.items())

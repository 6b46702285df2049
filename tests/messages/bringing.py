"""Brings the messages of the registry's examples: a text of rules beside a small game, a command, Python, a replay.

In: an example. Out: every message that comes of it. The game is `sample/`: what an example declares takes the place of what
the game calls the same.
"""

from __future__ import annotations

import contextlib
import io
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import fuero
from fuero.checker import findings
from fuero.cli.main import main
from fuero.messages.diagnostic import Diagnostic, FueroError
from fuero.rules.json import from_text as rules_from_text
from fuero.rules.load import examine, resolve
from fuero.syntax import nodes as s
from fuero.syntax.parse import parse_text
from fuero.table.config import read_config
from fuero.table.scenario_rows import cases
from fuero.table.scenario_run import Failed, Run
from fuero.table.scenario_setting import Settings
from fuero.table.scenarios import run_one

SAMPLE = Path(__file__).parent / "sample"
HEAD = 'game sample "Sample"\n'
_FOUND = re.compile(r"^(error|warning|note)\[([a-z0-9-]+)\]: (.*)$", re.MULTILINE)


def brought(code: str, example: str, folder: Path) -> list[tuple[str, str]]:
    """Code and sentence of every message that an example of a code brings, in a folder of its own."""
    game = folder / "sample"
    shutil.copytree(SAMPLE, game, dirs_exist_ok=True)
    special = _SPECIAL.get(code)
    if special is not None:
        return special(example, game)
    if example.startswith("fuero "):
        return [found for line in example.splitlines() for found in _commanded(line.replace("GAME", str(game)), folder)]
    if example.startswith("scenario "):
        return _played(example, game)
    return [(d.code, d.message) for d in _written(example, game)]


def _heard(does: Callable[[], object]) -> list[tuple[str, str]]:
    try:
        does()
    except FueroError as error:
        return [(d.code, d.message) for d in error.diagnostics]
    return []


def _in_a_file(example: str, game: Path) -> list[tuple[str, str]]:
    """The example is a whole file, and no more than what is in it counts."""
    path = game.parent / "alone" / "example.fuero"
    path.parent.mkdir()
    path.write_bytes(example.encode("latin-1" if example.startswith("A file") else "utf-8"))
    return [*_commanded(f"fuero check {path}", game)]


def _badly_saved(example: str, game: Path) -> list[tuple[str, str]]:
    """The game with a comment outside ASCII, saved as the example says."""
    text = (game / "sample.fuero").read_text(encoding="utf-8") + "# señor\n"
    (game / "sample.fuero").write_bytes(text.encode("utf-8" if "as UTF-8" in example else "latin-1"))
    return [*_commanded(f"fuero check {game}", game)]


def _deep(example: str, game: Path) -> list[tuple[str, str]]:
    deep = example.replace("half(half(half(half(…))))", "half(" * 200 + "n" + ")" * 200)
    return [(d.code, d.message) for d in _written(deep, game)]


def _moved(example: str, game: Path) -> list[tuple[str, str]]:
    return _heard(lambda: fuero.load(str(game)).start(seed=7).apply(example.strip()))


def _started(example: str, game: Path) -> list[tuple[str, str]]:
    """A whole match with what the example declares."""
    _written(example, game)
    return [*_commanded(f"fuero run {game} --games 1 --seats random --seed 1", game)]


def _in_python(example: str, game: Path) -> list[tuple[str, str]]:
    return _heard(lambda: exec(example, {"game": fuero.load(str(game))}))


def _configured(example: str, game: Path) -> list[tuple[str, str]]:
    return _heard(lambda: read_config(example.replace("sample", str(game)), "table.toml"))


def _ruled(example: str, game: Path) -> list[tuple[str, str]]:
    return _heard(lambda: rules_from_text(example))


def _replayed(example: str, game: Path) -> list[tuple[str, str]]:
    """The example stands where the fourth decision of a real replay stood; `…` is the rest of that line."""
    path = game.parent / "match.jsonl"
    main(["play", str(game), "--seats", "random", "--seed", "1", "--record", str(path)])
    lines = path.read_text(encoding="utf-8").splitlines()
    lines[4] = lines[4] if "…" in example else example.strip()
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return [*_commanded(f"fuero replay {path}", game)]


_SPECIAL: dict[str, Callable[[str, Path], list[tuple[str, str]]]] = {
    "no-game": _in_a_file,
    "not-utf-8": _badly_saved,
    "too-deep": _deep,
    "illegal-move": _moved,
    "fault": _started,
    "no-log": _in_python,
    "bad-config": _configured,
    "bad-json": _ruled,
    "bad-rules-json": _ruled,
    "damaged-replay": _replayed,
}


def _played(example: str, game: Path) -> list[tuple[str, str]]:
    """A scenario, played with the game as it is."""
    path = game / "scenarios" / "example.fuero"
    path.parent.mkdir()
    path.write_text(HEAD + example, encoding="utf-8")
    resolved = resolve(str(game))
    settings = Settings(resolved)
    found: list[tuple[str, str]] = []
    for overlay, scenario in resolved.merged.scenarios:
        for case in cases(scenario):
            try:
                Run(settings.of(case.parts), overlay, case.parts).run()
            except Failed as failed:
                result = run_one(settings, overlay, scenario)
                found += [("scenario-failed", result.finding.message if result.finding else str(failed))]
            except FueroError as error:
                found += [(d.code, d.message) for d in error.diagnostics]
    return found


def _commanded(line: str, folder: Path) -> Iterator[tuple[str, str]]:
    said, heard = io.StringIO(), io.StringIO()
    words = [word for word in line.split(" ") if word][1:]
    with contextlib.chdir(folder), contextlib.redirect_stdout(said), contextlib.redirect_stderr(heard):
        main(words)
    for _, code, message in _FOUND.findall(heard.getvalue() + said.getvalue()):
        yield code, message


def _written(example: str, game: Path) -> list[Diagnostic]:
    """The messages of a text of rules."""
    whole = example.startswith(("game ", "variant ", "module ", "labels "))
    text = example if whole else HEAD + example
    file, mistakes = parse_text(text, "example.fuero")
    if mistakes:
        return list(mistakes)
    path, modules = game / "sample.fuero", ()
    if example.startswith("game "):
        path.write_text(example, encoding="utf-8")
    elif example.startswith("labels "):
        (game / "labels" / "pt.fuero").write_text(example, encoding="utf-8")
    elif whole:
        path = game / "variants" / "example.fuero"
        path.write_text(example, encoding="utf-8")
    else:
        path, modules = _beside(file, text, game)
    try:
        seen = examine(str(path), modules=modules)
    except FueroError as error:
        return list(error.diagnostics)
    found = list(seen.diagnostics)
    if seen.rules is not None and seen.merged is not None:
        found += findings(seen.rules, seen.merged)
    return found


def _beside(file: s.File, text: str, game: Path) -> tuple[Path, tuple[str, ...]]:
    """Declarations go into the game, amendments into a variant."""
    base = game / "sample.fuero"
    lines = text.splitlines(keepends=True)
    amending = [d for d in file.declarations if isinstance(d, s.Amendment)]
    declaring = [d for d in file.declarations if not isinstance(d, s.Amendment)]

    def cut(node: s.Node) -> str:
        return "".join(lines[node.span.line - 1 : node.span.end_line]).rstrip("\n") + "\n"

    if declaring:
        told = base.read_text(encoding="utf-8").splitlines(keepends=True)
        known, _ = parse_text("".join(told), "sample.fuero")
        names = {_called(d) for d in declaring}
        for node in reversed(known.declarations):
            if _called(node) in names:
                del told[node.span.line - 1 : node.span.end_line]
        base.write_text("".join(told) + "".join(map(cut, declaring)), encoding="utf-8")
    if not amending:
        return base, ()
    path = game / "variants" / "example.fuero"
    path.write_text('variant example for sample "Example"\n' + "".join(map(cut, amending)), encoding="utf-8")
    orders = any(isinstance(d, s.Order) for d in amending)
    return path, ("coins", "storm") if orders else ()


def _called(node: s.Declaration) -> tuple[str, str]:
    """What a declaration is, and its name: two of one kind cannot both be called so."""
    word = getattr(node, "name", None)
    kind = type(node).__name__
    if isinstance(node, s.PiecesCount | s.PiecesFile | s.PiecesRows):
        kind = "pieces"
    elif isinstance(node, s.Number | s.Var | s.Option | s.Zone | s.Table | s.Function):
        kind = "value"
    return kind, word.text if isinstance(word, s.Word) else ""

"""Which files make up a ruleset: a shipped game by name, or a file or folder by its path.

A name or path comes in; the files, by the name under which messages show them, and what the given file itself asks for
go out. Reads files, decides nothing about rules. A game's folder holds its base files, and below them `modules`,
`bridges`, `variants`, `scenarios` and `labels`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from fuero import resources
from fuero.messages.diagnostic import Diagnostic, FueroError, Span
from fuero.messages.nearest import nearest

PARTS = ("modules", "bridges", "variants", "scenarios", "labels")
STDIN = "<stdin>"
_HEADS = ("game", "module", "variant", "bridge", "labels")
_HEAD = re.compile(rf"^\s*({'|'.join(_HEADS)})\s+(\S+)(?:\s+for\s+(\S+))?")


@dataclass(frozen=True, slots=True)
class Located:
    """`texts` are the rule files by shown path, `tables` the CSV files; `modules` and `variants` are those whose own
    file was given.
    """

    game: str
    texts: dict[str, str]
    tables: dict[str, str]
    modules: frozenset[str] = frozenset()
    variants: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Heading:
    kind: str
    name: str
    game: str


def heading(text: str) -> Heading | None:
    """Whose file a text is, from its first line that says something."""
    for line in text.removeprefix("\ufeff").splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        found = _HEAD.match(line)
        if found is None:
            return None
        kind, name, game = found.groups()
        return Heading(kind, name, game or name)
    return None


def locate(ruleset: str, stdin: Callable[[], str] | None = None) -> Located:
    """Finds a ruleset's files. A name that is unknown, or a path without a game, is a `FueroError`."""
    if ruleset == "-":
        return _given(STDIN, (stdin or sys.stdin.read)(), None)
    path = Path(ruleset)
    looks_like_path = path.suffix == ".fuero" or "/" in ruleset or "\\" in ruleset or ruleset in (".", "..")
    shipped = None if looks_like_path else shipped_folder(ruleset)
    if ruleset and _there(path.is_dir) and shipped is None:
        return _game(path, "")
    if _there(path.is_file):
        return _given(shown(path), _text(path), path)
    if shipped is not None:
        return _game(shipped, "")
    if path.parts[:1] == ("rulesets",) and _there((ours := resources.rulesets().joinpath(*path.parts[1:])).is_file):
        return _given(shown(ours), _text(ours), ours)
    if looks_like_path:
        close = _file_like(path)
        raise _fault("no-file", f'There is no file "{ruleset}".' + (f' Did you mean "{close}"?' if close else ""), _offer())
    close = nearest(ruleset, shipped_games())
    if close is None and (close := _file_like(path)):
        message = f'There is no game "{ruleset}". Did you mean the file "{close}"?'
        raise _fault("unknown-game", message, "a file is given with its ending")
    raise _fault("unknown-game", f'There is no game "{ruleset}".' + (f' Did you mean "{close}"?' if close else ""), _offer())


def _file_like(path: Path) -> str | None:
    """The rule file in the same folder whose name is nearest to one that is not there."""
    if not _there(path.parent.is_dir):
        return None
    files = {p.stem: p.name for p in _base_files(path.parent)}
    stem = path.name.partition(".")[0]
    close = stem if stem in files else nearest(stem, list(files))
    return (path.parent / files[close]).as_posix() if close else None


def _there(asked: Callable[[], bool]) -> bool:
    """Is there such a file or folder? What no file could be called is not there."""
    try:
        return asked()
    except (OSError, ValueError):
        return False


def shipped_games() -> list[str]:
    """The names of the games that come with the program: folders of their own, or in a folder of several games."""
    folder = resources.rulesets()
    folders = [p for p in folder.iterdir() if p.is_dir()] if folder.is_dir() else []
    several = [q for p in folders if not _base_files(p) for q in p.iterdir() if q.is_dir()]
    return sorted(p.name for p in (*folders, *several) if _base_files(p))


def shipped_folder(game: str) -> Path | None:
    """Where a game that comes with the program lies; None where none is called so."""
    root = resources.rulesets()
    if not game or not root.is_dir():
        return None
    folders = (root, *sorted(p for p in root.iterdir() if p.is_dir() and not _base_files(p)))
    found = (p / game for p in folders)
    return next((p for p in found if _there(p.is_dir) and _base_files(p)), None)


def _offer() -> str:
    games = shipped_games()
    return f"games: {', '.join(games)}; or give the path of a file" if games else "give the path of a file"


def shown(path: Path) -> str:
    """A path as messages show it, and as `locate` understands it: from the working folder where it lies below it, and
    `rulesets/…` for what comes with the program; the shorter one where both are so.
    """
    full, ours, here = path.resolve(), resources.rulesets().resolve(), Path.cwd().resolve()
    names = [full.as_posix()]
    if full.is_relative_to(ours) and _no_other(here / (name := f"rulesets/{full.relative_to(ours).as_posix()}"), full):
        names = [name]
    if full.is_relative_to(here):
        names.append(full.relative_to(here).as_posix())
    return min(names, key=len)


def _no_other(there: Path, ours: Path) -> bool:
    """Does a name mean one of ours, because nothing else has it, or only an equal copy?"""
    return not there.is_file() or (ours.is_file() and there.read_bytes() == ours.read_bytes())


def _text(path: Path) -> str:
    """A file's text; what is no UTF-8 is read with marks that the parser reports."""
    try:
        return path.read_bytes().decode("utf-8", errors="replace")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise _fault("unreadable-file", f'"{shown(path)}" cannot be read: {reason}.') from error


def _base_files(folder: Path) -> list[Path]:
    return sorted(p for p in folder.glob("*.fuero") if p.is_file())


def _given(name: str, text: str, path: Path | None) -> Located:
    head = heading(text)
    if head is None and "\ufffd" in text:
        raise _fault("not-utf-8", f'"{name}" is no UTF-8 text.', "Save the file again and choose the encoding UTF-8.")
    if head is None:
        if wrong := _head_wrong(name, text):
            raise FueroError(wrong)
        line = _first_line(text)
        message = f'"{name}" does not say whose file it is.'
        hint = 'the first line of a file is for instance: game chess "Chess"'
        raise FueroError((Diagnostic("no-game", "error", message, Span(name, line, 1, line, 2), hint=hint),))
    if head.kind == "game":
        if path is not None and _shares(path, head.game):
            return _game(path.parent, head.game)
        return Located(head.game, {name: text}, _tables(path.parent) if path is not None else {})
    folder = _home(path, head.game)
    if folder is None:
        raise FueroError(_head_wrong(name, text) or (_no_such_game(name, text, head.game),))
    located = _game(folder, head.game)
    beside = {} if path is None else {shown(p): _text(p) for p in _base_files(path.parent)}
    beside = {
        shown_: t for shown_, t in beside.items() if (h := heading(t)) is not None and h.game == head.game and h.kind != "game"
    }
    kept = {shown_: t for shown_, t in (located.texts | beside).items() if shown_ != name and not _same(heading(t), head)}
    tables = located.tables if path is None else located.tables | _tables(path.parent)
    own = frozenset({head.name})
    return Located(
        located.game,
        kept | {name: text},
        tables,
        own if head.kind == "module" else frozenset(),
        own if head.kind == "variant" else frozenset(),
    )


def _same(a: Heading | None, b: Heading) -> bool:
    return a is not None and a.kind == b.kind and a.name == b.name


def _shares(path: Path, game: str) -> bool:
    """Does a game's file lie in a folder of that game, with more of it beside or below?"""
    folder = path.parent
    others = [p for p in _base_files(folder) if p != path and (h := heading(_text(p))) and (h.kind, h.game) == ("game", game)]
    alone = all((h := heading(_text(p))) is not None and h.game == game for p in _base_files(folder))
    return bool(others) or (alone and any((folder / part).is_dir() for part in PARTS))


def _home(path: Path | None, game: str) -> Path | None:
    """The folder of the game that a module or variant is for: around the file, or among the shipped ones."""
    if path is not None:
        for folder in list(path.resolve().parents)[:3]:
            if any((h := heading(_text(p))) and (h.kind, h.name) == ("game", game) for p in _base_files(folder)):
                return folder
            if any((h := heading(_text(p))) and (h.kind, h.name) == ("game", game) for p in _base_files(folder / game)):
                return folder / game
    return shipped_folder(game)


def _game(folder: Path, game: str) -> Located:
    """All files of a game; `game` is empty where the folder says which it is."""
    texts: dict[str, str] = {}
    names: set[str] = set()
    for path in _base_files(folder):
        text = _text(path)
        head = heading(text)
        if head is not None and head.kind == "game":
            names.add(head.name)
        if not game or head is None or head.game == game:
            texts[shown(path)] = text
    if not names:
        if wrong := tuple(d for name, text in texts.items() for d in _head_wrong(name, text)):
            raise FueroError(wrong)
        raise _fault("no-game", f'There is no game in the folder "{shown(folder)}".', "a game's file begins with: game NAME")
    if len(names) > 1 and not game:
        if misspelt := _misspelt_games(texts):
            raise FueroError(misspelt)
        raise _fault(
            "no-game",
            f'There are several games in the folder "{shown(folder)}": {", ".join(sorted(names))}.',
            "give the file of one",
        )
    for part in PARTS:
        for path in sorted((folder / part).rglob("*.fuero")):
            if path.is_file():
                texts[shown(path)] = _text(path)
    found = game or min(names)
    if misspelt := tuple(
        _no_such_game(name, text, head.game, (found,))
        for name, text in texts.items()
        if (head := heading(text)) is not None and head.game not in names and nearest(head.game, [found]) is not None
    ):
        raise FueroError(misspelt)
    return Located(found, texts, _tables(folder))


def _tables(folder: Path) -> dict[str, str]:
    return {
        shown(p): _text(p)
        for p in sorted([*folder.glob("*.csv"), *(q for part in PARTS for q in (folder / part).rglob("*.csv"))])
        if p.is_file()
    }


def _head_wrong(name: str, text: str) -> tuple[Diagnostic, ...]:
    """What is wrong with the first line of a file that says something, where it begins as first lines do, or nearly so."""
    from fuero.syntax.parse import parse_text

    line = _first_line(text)
    first = re.match(r"\w+", (text.removeprefix("\ufeff").splitlines() or [""])[line - 1].lstrip()) if text.strip() else None
    if first is None or (first[0].lower() not in _HEADS and nearest(first[0], _HEADS) is None):
        return ()
    return tuple(d for d in parse_text(text, name)[1] if d.span.line == line)


def _first_line(text: str) -> int:
    lines = text.removeprefix("\ufeff").splitlines()
    return next((i for i, line in enumerate(lines, 1) if line.strip() and not line.lstrip().startswith("#")), 1)


def _misspelt_games(texts: dict[str, str]) -> tuple[Diagnostic, ...]:
    """Files whose game is called nearly like the one that most files of the folder are for."""
    games = {name: head.name for name, text in texts.items() if (head := heading(text)) is not None and head.kind == "game"}
    most = max(games.values(), key=list(games.values()).count)
    others = {name: game for name, game in games.items() if game != most}
    if len(others) * 2 >= len(games) or any(nearest(game, [most]) is None for game in others.values()):
        return ()
    return tuple(_no_such_game(name, texts[name], game, (most,)) for name, game in others.items())


def _no_such_game(name: str, text: str, game: str, known: Sequence[str] = ()) -> Diagnostic:
    """A file for a game that is not there, at the game's name."""
    line = _first_line(text)
    column = text.removeprefix("\ufeff").splitlines()[line - 1].find(game) + 1
    close = nearest(game, known or shipped_games())
    message = f'"{name}" is for the game "{game}", which is not to be found.' + (f' Did you mean "{close}"?' if close else "")
    return Diagnostic("unknown-game", "error", message, Span(name, line, column, line, column + len(game)), hint=_offer())


def _fault(code: str, message: str, hint: str = "") -> FueroError:
    return FueroError((Diagnostic(code, "error", message, hint=hint),))

"""What a table may choose, read from the rulesets as written: games, their players, modules, variants and options.

Only heads and options are looked at and nothing is bound, so a mistake elsewhere in a ruleset does not stand in the way of
setting a table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from fuero import resources
from fuero.syntax import nodes as n


@dataclass(frozen=True, slots=True)
class OptionEntry:
    """One setting: a number in low..high, one of `choices`, or (with neither) yes or no. `by` is the module that brings it."""

    name: str
    sentence: str
    low: int | None
    high: int | None
    choices: tuple[str, ...]
    usually: str
    by: str


@dataclass(frozen=True, slots=True)
class GameEntry:
    """One game and what can be chosen for it: names with their titles."""

    name: str
    title: str
    players: tuple[int, int]
    modules: Mapping[str, str] = field(default_factory=dict)
    variants: Mapping[str, str] = field(default_factory=dict)
    options: tuple[OptionEntry, ...] = ()


@lru_cache(maxsize=1)
def shipped() -> tuple[GameEntry, ...]:
    """Every game that comes with fuero, by name."""
    root = resources.rulesets()
    folders = sorted(folder for folder in root.iterdir() if folder.is_dir()) if root.is_dir() else []
    entries = [entry for folder in folders for entry in read_folder(folder)]
    return tuple(sorted(entries, key=lambda entry: entry.name))


def read_folder(folder: Path) -> list[GameEntry]:
    """The games in a folder of rulesets: base files directly in it, overlays one folder below."""
    paths = sorted(folder.glob("*.fuero")) + sorted(folder.glob("*/*.fuero"))
    return read_files(parsed for path in paths if (parsed := _parsed(path)) is not None)


def _parsed(path: Path) -> n.File | None:
    from fuero.syntax.parse import parse_file

    file, _ = parse_file(path)
    return file if file.head is not None else None


def read_files(files: Iterable[n.File]) -> list[GameEntry]:
    """The games that these files tell of."""
    by_game: dict[str, list[n.File]] = {}
    for file in files:
        assert file.head is not None
        by_game.setdefault(file.head.game or file.head.name.text, []).append(file)
    return [entry for name, group in sorted(by_game.items()) if (entry := _entry(name, group)) is not None]


def _entry(name: str, files: list[n.File]) -> GameEntry | None:
    title, players = "", None
    overlays: dict[str, dict[str, str]] = {"module": {}, "variant": {}}
    options: list[OptionEntry] = []
    for file in files:
        head = file.head
        assert head is not None
        if head.kind == "game":
            title = title or head.title
        elif head.kind in overlays:
            overlays[head.kind][head.name.text] = head.title
        for declaration in file.declarations:
            if isinstance(declaration, n.PlayersRange) and head.kind == "game":
                players = (declaration.low, declaration.high)
            elif isinstance(declaration, n.Option):
                options.append(_option(declaration, files, "" if head.kind == "game" else head.name.text))
    if players is None:
        return None
    return GameEntry(name, title or name, players, overlays["module"], overlays["variant"], tuple(options))


def _option(option: n.Option, files: list[n.File], by: str) -> OptionEntry:
    low = high = None
    choices: tuple[str, ...] = ()
    match option.type:
        case n.TypeRange(lowest, highest):
            low, high = _number(lowest, files), _number(highest, files)
        case n.TypeName(name):
            choices = _members(name, files)
    return OptionEntry(option.name.text, option.sentence, low, high, choices, _constant(option.usually), by)


def _number(term: n.Term, files: list[n.File]) -> int | None:
    """A bound as a number, if it is one or the name of one."""
    if isinstance(term, n.Integer):
        return term.value
    name = _constant(term)
    for file in files:
        for declaration in file.declarations:
            if isinstance(declaration, n.Number) and declaration.name.text == name and isinstance(declaration.value, n.Integer):
                return declaration.value.value
    return None


def _members(name: str, files: list[n.File]) -> tuple[str, ...]:
    for file in files:
        for declaration in file.declarations:
            if isinstance(declaration, n.Enum) and declaration.name.text == name:
                return tuple([member.text for member in declaration.members])
    return ()


def _constant(term: n.Term) -> str:
    """A default as text: a number or a name (also where it stands as a chain of one link)."""
    match term:
        case n.Integer(value):
            return str(value)
        case n.Name(text):
            return text
        case n.Chain(links) if len(links) == 1:
            return _constant(links[0])
        case _:
            return ""

"""Which rulesets are held in lockstep: the shipped games with their variants and options, the made-up ones, the drafts of
modules.

Out: `Table`s by name. A folder of the drafts beside the base game is made when one of them is asked for.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import mkdtemp

import fuero
from fuero.engine.game import Game
from fuero.rules import nodes as R
from fuero.rules.locate import shipped_folder, shipped_games

TESTS = Path(__file__).parents[1]
SHIPPED = TESTS.parent / "rulesets"
DRAFTS = TESTS / "drafts" / "alhambra"
MADE_UP = ("native/rulesets", "laws/rulesets", "sight/rulesets", "engine/constructs/rulesets", "checker/cases/good", "table")
FOLDERS = ("sight/rulesets/piles", "engine/constructs/rulesets/parts", "table/stones")
LONE = ("table/drawing/rulesets/lands.fuero", "cases/chests.fuero", "cases/extra-deck.fuero")
_made: list[Path] = []


@dataclass(frozen=True, slots=True)
class Table:
    """A ruleset with what is chosen at the table, at any number of players."""

    name: str
    path: str
    modules: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    options: dict[str, str] = field(default_factory=dict)

    def game(self, players: int | None = None) -> Game:
        path = str(drafted()) if self.path == "drafts" else self.path
        return fuero.load(path, players=players, modules=self.modules, variants=self.variants, options=self.options)

    def players(self) -> list[int]:
        rules = self.game().rules
        low, high = rules.players
        for option in rules.options:
            if option.name in self.options and option.only_players is not None:
                low, high = option.only_players
        return list(range(low, high + 1))


def drafted() -> Path:
    """The base game with the drafts as modules of its own."""
    if not _made:
        folder = Path(mkdtemp(prefix="fuero-drafts-")) / "alhambra"
        shutil.copytree(SHIPPED / "alhambra", folder)
        shutil.copytree(DRAFTS, folder / "modules", dirs_exist_ok=True)
        _made.append(folder)
    return _made[0]


def clean() -> None:
    """Takes the folder of the drafts away again."""
    while _made:
        shutil.rmtree(_made.pop().parent, ignore_errors=True)


def modules() -> list[str]:
    return sorted(p.stem for p in DRAFTS.glob("*.fuero") if not p.stem.startswith("bridge"))


def tables() -> Iterator[Table]:
    """All of them."""
    for folder in filter(None, map(shipped_folder, shipped_games())):
        main = folder / f"{folder.name}.fuero"
        for path in [main] if main.exists() else sorted(folder.glob("*.fuero")):
            yield from _shipped(path)
    for folder in MADE_UP:
        for path in sorted((TESTS / folder).glob("*.fuero")):
            yield Table(f"{folder.split('/')[0]}/{path.stem}", str(path))
    for part in FOLDERS:
        path = TESTS / part
        yield Table(f"{part.split('/')[0]}/{path.name}", str(path))
        for module in sorted(path.glob("modules/*.fuero")):
            yield Table(f"{path.name}+{module.stem}", str(path), modules=(module.stem,))
        for variant in sorted(path.glob("variants/*.fuero")):
            yield Table(f"{path.name}~{variant.stem}", str(path), variants=(variant.stem,))
    for part in LONE:
        yield Table(part.removesuffix(".fuero").rpartition("/")[2], str(TESTS / part))
    for module in modules():
        yield Table(f"draft {module}", "drafts", modules=(module,))
    yield Table("draft all", "drafts", modules=tuple(modules()))


def _shipped(main: Path) -> Iterator[Table]:
    folder = main.stem == main.parent.name
    path = str(main.parent if folder else main)
    yield Table(main.stem, path)
    if not folder:
        return
    for variant in sorted(main.parent.glob("variants/*.fuero")):
        yield Table(f"{main.stem}~{variant.stem}", path, variants=(variant.stem,))
    for option in fuero.load(path).rules.options:
        usual = getattr(option.usually, "value", 0)
        if option.needs or option.name[-1] in "23456789":
            continue  # one of several alike stands for all
        if isinstance(option.type, R.YesNo):
            yield Table(f"{main.stem} {option.name}", path, options={option.name: "no" if usual else "yes"})
        elif isinstance(option.type, R.Num):
            ends = {getattr(option.type.low, "value", usual), getattr(option.type.high, "value", usual)} - {usual}
            for end in sorted(ends):
                yield Table(f"{main.stem} {option.name}={end}", path, options={option.name: str(end)})

"""The verb `new`: a file to begin with, for a game, a module or a variant, with an example that holds."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from fuero.cli.common import Place, example, wrong
from fuero.cli.console import out, say

if TYPE_CHECKING:
    from fuero.cli.scaffold import About
    from fuero.rules.nodes import Ruleset

KINDS = ("game", "module", "variant")
SEATS = "ABCDEF"


def new(
    kind: Place = "",
    name: Place = "",
    *words: Place,
    into: Annotated[str, Parameter(name="--into", help="The folder to write to; without it, this one.")] = ".",
) -> int:
    """Write a file to begin with: a small whole game, or a module or variant for a game, with an example that holds.

    Example: fuero new variant friday for GAME

    Parameters
    ----------
    kind
        game, module or variant.
    name
        What it is to be called: small letters, with hyphens between words.
    words
        For a module or variant: for GAME, a shipped name or a path.
    """
    _understood(kind, name, words)
    _usable(name)
    folder = Path(into)
    path = folder / f"{name}.fuero"
    if not folder.is_dir():
        raise wrong("no-file", f'There is no folder "{into}".', "Make it first, or name another one after --into.")
    if path.exists() or path.is_symlink():
        raise wrong("file-there", f'There is a file "{path}" already, and it stays as it is.', "Take another name.")
    from fuero.cli.scaffold import game_text, overlay_text
    from fuero.cli.written import write_whole

    text = game_text(name) if kind == "game" else overlay_text(kind, name, _about(kind, name, words[-1], folder))
    write_whole(path, text)
    out(str(path))
    look = f"fuero check {path}, fuero test {path}" + (f", fuero play {path}" if kind == "game" else "")
    say(f"Written. It can be tried as it is: {look}.")
    return 0


def _understood(kind: str, name: str, words: tuple[str, ...]) -> None:
    """Raises FueroError where the words say something else than `game NAME` or `variant NAME for GAME`."""
    from fuero.messages.nearest import nearest

    if kind not in KINDS:
        near = nearest(kind, KINDS) if kind else None
        said = f'"{kind}" is nothing that can be begun.' + (f' Did you mean "{near}"?' if near else "") if kind else "A new what?"
        raise wrong("wrong-use", said, f"For example: fuero new game nim, or fuero new variant friday for {example()}")
    if not name:
        raise wrong("wrong-use", f"What is the {kind} to be called?", f"For example: fuero new {kind} friday{_rest(kind)}")
    fits = not words if kind == "game" else len(words) == 2 and words[0] == "for"
    if not fits:
        asked = f'"{" ".join(words)}" is left over.' if kind == "game" else f"For which game is the {kind}?"
        raise wrong("wrong-use", asked, f"For example: fuero new {kind} {_proposed(name) or 'friday'}{_rest(kind)}")


def _rest(kind: str) -> str:
    return "" if kind == "game" else f" for {example()}"


def _usable(name: str) -> None:
    """Raises FueroError where a ruleset cannot be called so."""
    from fuero.syntax.parse import parse_text

    proposed = _proposed(name)
    if name != proposed:
        hint = f"For example: {proposed}" if proposed else "For example: friday"
        raise wrong("wrong-use", f'"{name}" cannot be a name: names are small letters, with hyphens between words.', hint)
    if parse_text(f'game {name} "T"\n', "")[1]:
        raise wrong("wrong-use", f'"{name}" is a word of the language, so nothing can be called that.', f"For example: my-{name}")


def _proposed(name: str) -> str:
    """The nearest text that could be a name; nothing where no letter is left.

    >>> _proposed("Friday_Night!"), _proposed("7 hills"), _proposed("Größe")
    ('friday-night', 'hills', 'größe')
    """
    parted = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", unicodedata.normalize("NFC", name)).lower()
    return re.sub(r"^[\d-]+|-+$", "", re.sub(r"[\W_]+", "-", parted))


def _about(kind: str, name: str, game: str, folder: Path) -> About:
    """What the new file has to know of its game. Raises FueroError where there is no such game, or the name is taken in it."""
    import fuero
    from fuero.cli.scaffold import About
    from fuero.rules.locate import heading

    at_table = fuero.load(_found(game, folder))
    resolved = at_table.resolved
    assert resolved is not None
    for shown, text in resolved.files.items():
        head = heading(text)
        if head is not None and head.name == name and head.kind in KINDS:
            there = f'The game "{resolved.rules.name}" has a {head.kind} "{name}" already ({shown}).'
            raise wrong("name-taken", there if head.kind != "game" else f'"{name}" is the game itself.', "Take another name.")
    decision = at_table.start(seed=1).decision
    first = "" if decision is None else SEATS[max(decision.player, 0)]
    rules = resolved.rules
    return About(rules.name, tuple(SEATS[: at_table.players]), first, _a_number(rules), _a_moment(rules))


def _a_number(rules: Ruleset) -> tuple[str, int] | None:
    """The first number that is written as one and may be one greater, and that value."""
    from dataclasses import replace

    from fuero.checker.ranges import ranges
    from fuero.rules.nodes import Const, Num

    for number in rules.numbers:
        value = number.value
        if isinstance(value, Const) and isinstance(value.type, Num) and not value.type.half:
            more = replace(number, value=replace(value, value=value.value + 1))
            if not ranges(replace(rules, numbers=tuple(more if x is number else x for x in rules.numbers))):
                return number.name, value.value + 1
    return None


def _a_moment(rules: Ruleset) -> str:
    """A moment of a turn if one has a name: a step of a procedure, or what an action does."""
    from fuero.lab.inventory import inventory

    hooks = inventory(rules, "hooks")
    procedures = {procedure.name for procedure in rules.procedures}
    steps = [entry.name for entry in hooks if entry.what == "step" and entry.name.partition(".")[0] in procedures]
    effects = [entry.name for entry in hooks if entry.what == "effect"]
    return (steps or effects or ["setup"])[0]


def _found(game: str, folder: Path) -> str:
    """A game as the file that is to be written will find it: around that file first, or else as named."""
    from fuero.rules.locate import heading

    for around in [folder.resolve(), *folder.resolve().parents][:3]:
        for place in (around, around / game):
            for path in sorted(place.glob("*.fuero")) if place.is_dir() else []:
                head = heading(path.read_text(encoding="utf-8", errors="replace"))
                if head is not None and (head.kind, head.name) == ("game", game):
                    return str(path)
    return game

"""What can stand next in a command line: the words so far in, the candidates for the last one out.

Verbs, flags and fixed choices come from the verbs themselves, names from the rulesets that are installed or named in the line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fuero.table.catalogue import GameEntry

FILES = ":files"
"""Stands among the candidates where a path may be typed as well."""
_GAMES = ("ruleset", "rulesets", "game", "a", "b")
_LISTS = ("--module", "-m", "--variant", "--option", "-o", "--seats")


def candidates(words: Sequence[str]) -> list[str]:
    """All that the last of these words (without the name of the command) may become, sorted; FILES comes last."""
    *before, last = words or [""]
    if not before:
        return _fitting(last, [*_verbs(), "--help", "--version"])
    try:
        arguments = _arguments(before[0])
    except KeyError:
        return []
    if last.startswith("-") and last != "-":
        return _fitting(last, ["--help", *(name for a in arguments if not a.field_info.is_positional for name in a.names)])
    flags = {name: argument for argument in arguments for name in argument.names}
    taking = flags.get(before[-1]) if len(before) > 1 else None
    if taking is not None and not _is_switch(taking):
        return _values(taking, before, last)
    return _positional(arguments, flags, before, last)


def _verbs() -> list[str]:
    from fuero.cli.verbs import app

    return [name for name in app if not name.startswith("-")]


def _arguments(verb: str) -> list[Any]:
    from fuero.cli.verbs import app

    if verb not in _verbs():
        raise KeyError(verb)
    return [argument for argument in app[verb].assemble_argument_collection() if argument.show]


def _is_switch(argument: Any) -> bool:
    return argument.hint is bool


def _positional(arguments: list[Any], flags: dict[str, Any], before: Sequence[str], last: str) -> list[str]:
    """Candidates for a word that belongs to no flag."""
    count = 0
    skip = False
    for word in before[1:]:
        if skip:
            skip = False
        elif word.startswith("-") and word != "-":
            skip = word in flags and not _is_switch(flags[word])
        else:
            count += 1
    places = [argument for argument in arguments if argument.field_info.is_positional]
    if before[0] == "new":
        return _for_new(before[1:], count, last)
    if not places:
        return []
    at = places[min(count, len(places) - 1)] if count < len(places) or _many(places[-1]) else None
    return _values(at, before, last) if at is not None else []


def _many(argument: Any) -> bool:
    kind: Any = argument.field_info.kind
    return bool(kind is argument.field_info.VAR_POSITIONAL)


def _for_new(given: Sequence[str], count: int, last: str) -> list[str]:
    from fuero.cli.new import KINDS

    if count == 0:
        return _fitting(last, KINDS)
    if given[0] == "game" or count == 1:
        return []
    return _fitting(last, ["for"]) if count == 2 else _fitting(last, _names_of_games()) + [FILES]


def _values(argument: Any, before: Sequence[str], last: str) -> list[str]:
    """Candidates for the value of one argument."""
    name = argument.field_info.name
    fixed = argument.get_choices()
    if fixed:
        return _fitting(last, fixed)
    if name in _GAMES:
        return _fitting(last, _names_of_games()) + [FILES]
    known: dict[str, Callable[[], Iterable[str]]] = {
        "topic": _topics,
        "module": lambda: {name for game in _meant(before) for name in game.modules},
        "variant": lambda: {name for game in _meant(before) for name in game.variants},
        "option": lambda: _settings(_meant(before)),
        "seats": lambda: ("greedy", "human", "random"),
        "what": lambda: ("config", "rules"),
        "shell": _shells,
        "rule": _explained,
    }
    if name not in known:
        return [] if name in ("players", "seed", "games", "only") else [FILES]
    if f"--{name}" in _LISTS:
        head, comma, tail = last.rpartition(",")
        names = known[name]()
        return [head + comma + found for found in _fitting(tail, _of_option(names, tail) if name == "option" else names)]
    return _fitting(last, known[name]())


def _of_option(all_settings: Iterable[str], tail: str) -> list[str]:
    """Before the `=` the names alone, behind it the values."""
    if "=" in tail:
        return list(all_settings)
    return sorted({setting.partition("=")[0] + "=" for setting in all_settings})


def _settings(games: Sequence[GameEntry]) -> list[str]:
    found = []
    for option in (option for game in games for option in game.options):
        if option.low is not None and option.high is not None:
            values = [str(number) for number in range(option.low, min(option.high, option.low + 50) + 1)]
        else:
            values = list(option.choices) or ["no", "yes"]
        found += [f"{option.name}={value}" for value in values]
    return found


def _shells() -> Iterable[str]:
    from fuero.cli.completion import SHELLS

    return SHELLS


def _explained() -> Iterable[str]:
    """What can be explained: rules of all installed games, messages, fixed choices."""
    from fuero.lab.explain.notions import NOTIONS
    from fuero.lab.named import named_things
    from fuero.messages.diagnostic import FueroError
    from fuero.messages.registry import REGISTRY
    from fuero.rules.load import resolve

    names = {*REGISTRY, *NOTIONS}
    for game in _names_of_games():
        try:
            names |= {thing.name for thing in named_things(resolve(game).rules).values()}
        except FueroError:
            continue  # a game with mistakes does not stand in the way of the others
    return {name for name in names if name and " " not in name}


def _topics() -> Iterable[str]:
    from fuero.lab.inventory import TOPICS

    return TOPICS


def _names_of_games() -> list[str]:
    from fuero.rules.locate import shipped_games

    return shipped_games()


def _meant(before: Sequence[str]) -> list[GameEntry]:
    """The games that the line names, or all that are installed."""
    from fuero.table.catalogue import shipped

    games = list(shipped())
    return [game for game in games if game.name in before] or games


def _fitting(start: str, names: Iterable[str]) -> list[str]:
    return sorted({name for name in names if name.startswith(start)})

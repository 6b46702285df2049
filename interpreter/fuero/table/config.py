"""A table's configuration: TOML or JSON in, a `TableConfig` out, checked by a JSON Schema that is made from the rulesets.

A mistake names its place in the file and the way out. Flags of the command are laid over a file by `overlaid`.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from fuero.messages.diagnostic import NOWHERE, Diagnostic, FueroError, Span
from fuero.messages.nearest import nearest
from fuero.table.catalogue import GameEntry, OptionEntry, read_folder, shipped


@dataclass(frozen=True, slots=True)
class TableConfig:
    """Who plays what: `seats` are player names (empty: not said), `seed` and `players` None where not said."""

    game: str
    players: int | None = None
    modules: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    seats: tuple[str, ...] = ()
    seed: int | None = None
    language: str = ""


# ---------------------------------------------------------------- the schema


def schema(games: Sequence[GameEntry]) -> dict[str, Any]:
    """The JSON Schema (2020-12) of a configuration for these games, or for a ruleset file given by its path."""
    names: list[dict[str, Any]] = [{"const": game.name, "title": game.title} for game in games]
    path = {"type": "string", "pattern": r"[./\\]", "title": "a path to a ruleset file"}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:fuero:table-config:1",
        "title": "A table: which game, with what, and who plays",
        "type": "object",
        "additionalProperties": False,
        "required": ["game"],
        "properties": {
            "$schema": {"type": "string"},
            "game": {"description": "A shipped game, or the path to a ruleset", "anyOf": [*names, path]},
            "players": {"type": "integer", "minimum": 1, "description": "How many play"},
            "modules": {"type": "array", "items": {"type": "string"}, "uniqueItems": True, "description": "Official parts"},
            "variants": {"type": "array", "items": {"type": "string"}, "uniqueItems": True, "description": "House rules"},
            "options": {"type": "object", "description": "Settings that the rules offer to the table"},
            "seats": {
                "description": "Who sits where: one name for all, or one a seat (random, greedy, human, module:Class)",
                "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}, "minItems": 1}],
            },
            "seed": {"type": "integer", "minimum": 0, "maximum": 2**64 - 1},
            "language": {"type": "string", "minLength": 1, "description": "The language of a file of labels of the game"},
        },
        "allOf": [_of_game(game) for game in games],
    }


def _of_game(game: GameEntry) -> dict[str, Any]:
    low, high = game.players
    return {
        "if": {"properties": {"game": {"const": game.name}}, "required": ["game"]},
        "then": {
            "properties": {
                "players": {"minimum": low, "maximum": high},
                "modules": {"items": {"enum": list(game.modules)}},
                "variants": {"items": {"enum": list(game.variants)}},
                "options": {
                    "additionalProperties": False,
                    "properties": {option.name: _of_option(option) for option in game.options},
                },
            }
        },
    }


def _of_option(option: OptionEntry) -> dict[str, Any]:
    usual: dict[str, Any] = {"description": option.sentence + (f" (module {option.by})" if option.by else "")}
    if option.choices:
        return usual | {"enum": list(option.choices)} | ({"default": option.usually} if option.usually in option.choices else {})
    if option.low is None and option.high is None:
        return (
            usual
            | {"enum": [True, False, "yes", "no"]}
            | ({"default": option.usually} if option.usually in ("yes", "no") else {})
        )
    bounds = {name: value for name, value in (("minimum", option.low), ("maximum", option.high)) if value is not None}
    return usual | {"type": "integer"} | bounds | ({"default": int(option.usually)} if option.usually.isdecimal() else {})


# ---------------------------------------------------------------- reading


def read_config(text: str, path: str) -> TableConfig:
    """Reads and checks a configuration. Raises FueroError with every mistake at its place."""
    data = _data(text, path)
    games = list(shipped())
    named = data.get("game")
    local = _local(str(named), path) if isinstance(named, str) and re.search(r"[./\\]", named) else None
    if local is not None:
        games = [replace(local, name=str(named)), *games]
    mistakes = _mistakes(data, games, text, path)
    if mistakes:
        raise FueroError(tuple(mistakes))
    seats = data.get("seats", [])
    game = data["game"] if local is None else str(_beside(str(named), path))
    return TableConfig(
        game=game,
        players=data.get("players"),
        modules=tuple(data.get("modules", ())),
        variants=tuple(data.get("variants", ())),
        options=tuple([(name, _text(value)) for name, value in data.get("options", {}).items()]),
        seats=tuple(seats.split(",")) if isinstance(seats, str) else tuple(seats),
        seed=data.get("seed"),
        language=data.get("language", ""),
    )


def _text(value: object) -> str:
    return "yes" if value is True else "no" if value is False else str(value)


def _data(text: str, path: str) -> dict[str, Any]:
    try:
        if path.endswith(".json") or text.lstrip().startswith("{"):
            data = json.loads(text, object_pairs_hook=lambda pairs: _once(pairs, text, path))
        else:
            data = tomllib.loads(text)
    except json.JSONDecodeError as error:
        raise _wrong(
            f"This is not JSON: {error.msg.lower()}.", Span(path, error.lineno, error.colno, error.lineno, error.colno + 1)
        ) from error
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        line, column = (int(place[1]), int(place[2])) if place else (1, 1)
        said = re.sub(r" \(at .*\)$", "", str(error))
        raise _wrong(f"This is not TOML: {said[:1].lower()}{said[1:]}.", Span(path, line, column, line, column + 1)) from error
    except RecursionError as error:
        raise _wrong("This is nested too deeply to be a table.", NOWHERE) from error
    if not isinstance(data, dict):
        raise _wrong("A table is an object with the keys game, players, modules, …", NOWHERE)
    return data


def _once(pairs: list[tuple[str, Any]], text: str, path: str) -> dict[str, Any]:
    """An object's keys, each of which may be named once: of two the reader could not tell which counts."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for key in found if sum(key == name for name, _ in pairs) > 1)
        raise _wrong(f'"{twice}" is named twice.', place_of(text, path, (twice,)), "Leave one out.")
    return found


def _wrong(message: str, span: Span, hint: str = "") -> FueroError:
    return FueroError((Diagnostic("bad-config", "error", message, span, hint=hint),))


def _beside(game: str, path: str) -> Path:
    """A game's path in a configuration is seen from the file that names it."""
    return Path(game) if path == "-" else Path(path).parent / game


def _local(game: str, path: str) -> GameEntry | None:
    found = _beside(game, path)
    entries = read_folder(found if found.is_dir() else found.parent) if found.exists() else []
    return entries[0] if len(entries) == 1 else None


def _mistakes(data: dict[str, Any], games: Sequence[GameEntry], text: str, path: str) -> list[Diagnostic]:
    from jsonschema import Draft202012Validator

    found: dict[tuple[Any, ...], Diagnostic] = {}
    for error in Draft202012Validator(schema(games)).iter_errors(data):
        for place, message, hint in _said(error, data, games):
            span = place_of(text, path, place)
            found.setdefault((place, message), Diagnostic("bad-config", "error", message, span, hint=hint))
    return sorted(found.values(), key=lambda d: (d.span.line, d.message))


def _said(error: Any, data: Mapping[str, Any], games: Sequence[GameEntry]) -> list[tuple[tuple[str, ...], str, str]]:
    """A finding of the schema in words: where, what, and the way out."""
    if error.validator in ("if", "allOf") and error.context:
        return [said for inner in error.context for said in _said(inner, data, games)]
    place = tuple([str(part) for part in error.absolute_path])
    here = ".".join(place) or "the table"
    value = error.instance
    shown = json.dumps(value, ensure_ascii=False) if not isinstance(value, str) else f'"{value}"'
    game = next((entry for entry in games if entry.name == data.get("game")), None)
    match error.validator:
        case "required":
            return [(place, "The table does not say which game is played.", f'Add: game = "{games[0].name}"' if games else "")]
        case "additionalProperties":
            known = list(error.schema.get("properties", {}))
            return [
                (
                    (*place, name),
                    f'{"There is no option" if place else "A table has nothing"} called "{name}".' + _guess(name, known),
                    f"{'Options' if place else 'Keys'} are {', '.join(key for key in known if key != '$schema')}."
                    if known
                    else "There are no options here.",
                )
                for name in value
                if name not in known
            ]
        case "anyOf" if place == ("game",):
            names = [entry.name for entry in games]
            hint = f"Games are {', '.join(names)}, or a path to a ruleset file." if names else "Give a path to a ruleset file."
            return [(place, f"There is no game {shown}." + _guess(str(value), names), hint)]
        case "enum" if place and place[0] in ("modules", "variants") and game is not None:
            names = list(error.validator_value)
            word = place[0].removesuffix("s")
            hint = f"{place[0].capitalize()} are {', '.join(names)}." if names else f"{game.title} has no {place[0]}."
            return [(place, f"{game.title} has no {word} {shown}." + _guess(str(value), names), hint)]
        case "enum":
            choices = ", ".join(
                "yes" if c is True else "no" if c is False else str(c) for c in error.validator_value if c not in ("yes", "no")
            )
            return [(place, f"{here} cannot be {shown}.", f"It can be {choices}.")]
        case "minimum" | "maximum":
            bound = "at least" if error.validator == "minimum" else "at most"
            low, high = error.schema.get("minimum"), error.schema.get("maximum")
            way = (
                f"Give a number from {low} to {high}."
                if low is not None and high is not None
                else f"Give {bound} {error.validator_value}."
            )
            return [
                (
                    place,
                    f"{here} is {shown}, but it is {bound} {error.validator_value}" + (f" in {game.title}." if game else "."),
                    way,
                )
            ]
        case "type":
            words = {
                "integer": "a whole number",
                "string": "a text",
                "array": "a list",
                "object": "a table of its own",
                "boolean": "yes or no",
            }
            return [
                (place, f"{here} is {shown}, where {words.get(error.validator_value, error.validator_value)} should stand.", "")
            ]
        case "uniqueItems":
            return [(place, f"{here} names something twice.", "")]
        case _:
            return [(place, f"{here} cannot be {shown}.", "")]


def _guess(word: str, known: Sequence[str]) -> str:
    near = nearest(word, known)
    return f' Did you mean "{near}"?' if near else ""


def place_of(text: str, path: str, place: tuple[str, ...]) -> Span:
    """Where a value stands: the line that names its last key, looked for from its outer keys on; else the beginning."""
    lines = text.split("\n")
    at, found = 0, (1, 1, 2)
    for key in place:
        if key.isdecimal():
            continue
        pattern = re.compile(rf"(?<![\w-])\"?{re.escape(key)}\"?(?=\s*[=:\]])")
        for number in range(at, len(lines)):
            match = pattern.search(lines[number])
            if match:
                at, found = number, (number + 1, match.start() + 1, match.end() + 1)
                break
    line, start, end = found
    return Span(path, line, start, line, end)


# ---------------------------------------------------------------- flags over a file


def overlaid(
    config: TableConfig | None,
    *,
    game: str = "",
    players: int | None = None,
    modules: Sequence[str] = (),
    variants: Sequence[str] = (),
    options: Sequence[tuple[str, str]] = (),
    seats: Sequence[str] = (),
    seed: int | None = None,
    language: str = "",
) -> TableConfig:
    """A configuration with flags laid over it: modules, variants and options are added, the rest is replaced."""
    base = config or TableConfig(game)
    return TableConfig(
        game=game or base.game,
        players=players if players is not None else base.players,
        modules=tuple(dict.fromkeys([*base.modules, *modules])),
        variants=tuple(dict.fromkeys([*base.variants, *variants])),
        options=tuple((dict(base.options) | dict(options)).items()),
        seats=tuple(seats) or base.seats,
        seed=seed if seed is not None else base.seed,
        language=language or base.language,
    )

"""The form of a replay, and of a save, which is a replay up to here: JSON Lines in and out.

First a header (everything needed to sit down to the same match again, the resolved rules among it), then one line a decision
with who, what, the events it set off and the hash of the state it left, and, when the match is over, a last line with points
and reason. Everything stands by name, so no replay is tied to a layout. Fields that this version does not know are kept.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fuero.messages.diagnostic import Diagnostic, FueroError, Span

FORMAT = 1
"""The version of the form. A reader refuses a later one."""


@dataclass(frozen=True, slots=True)
class Header:
    """Which rules, which seats, which seed.

    `options` are all options as they were, `chosen` those that the table set; `rules` is the resolved ruleset, packed; `deal`
    what chance decided in the set-up, and `start` the hash of the state after it.
    """

    ruleset: str
    title: str
    modules: tuple[str, ...]
    variants: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    chosen: tuple[tuple[str, str], ...]
    players: int
    seats: tuple[str, ...]
    names: tuple[str, ...]
    seed: int
    player_seed: int
    meaning_hash: str
    source_hash: str
    tool: str
    rules: str
    deal: tuple[str, ...]
    start: str
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Step:
    """One decision: its number from 1, the seat, the rule that asked, the move, what chance decided, the state's hash."""

    number: int
    player: str
    asked: str
    action: str
    fields: tuple[tuple[str, str], ...]
    chance: tuple[str, ...]
    state: str
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def move(self) -> str:
        """The move's canonical text."""
        return move_text(self.action, self.fields)


@dataclass(frozen=True, slots=True)
class Result:
    """How it ended: ended, capped or stuck, by which rule; points by name, ranks as groups of names."""

    end: str
    rule: str
    text: str
    scores: tuple[tuple[str, int | str], ...]
    ranking: tuple[tuple[str, ...], ...]
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Replay:
    """A match written down; without `result` it is a save. `path` is the file it came from, for messages."""

    header: Header
    steps: tuple[Step, ...]
    result: Result | None
    path: str = field(default="", compare=False)


def move_text(action: str, fields: tuple[tuple[str, str], ...]) -> str:
    """`buy slot red, pay {red-3, red-5}`; an action without fields is its name."""
    return f"{action} {', '.join(f'{name} {text}' for name, text in fields)}".rstrip()


# ---------------------------------------------------------------- to text


def to_text(replay: Replay) -> str:
    """The file, one JSON object a line."""
    lines: list[Mapping[str, Any]] = [_header_line(replay.header), *[_step_line(step) for step in replay.steps]]
    if replay.result is not None:
        lines.append(_result_line(replay.result))
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def _header_line(header: Header) -> dict[str, Any]:
    return {
        "fuero": "replay",
        "format": FORMAT,
        "tool": header.tool,
        "ruleset": header.ruleset,
        "title": header.title,
        "modules": list(header.modules),
        "variants": list(header.variants),
        "options": dict(header.options),
        "chosen": dict(header.chosen),
        "players": header.players,
        "seats": list(header.seats),
        "names": list(header.names),
        "seed": header.seed,
        "player-seed": header.player_seed,
        "meaning-hash": header.meaning_hash,
        "source-hash": header.source_hash,
        "rules": header.rules,
        "deal": list(header.deal),
        "start": header.start,
        **header.extra,
    }


def _step_line(step: Step) -> dict[str, Any]:
    return {
        "n": step.number,
        "player": step.player,
        "asked": step.asked,
        "action": step.action,
        "fields": dict(step.fields),
        "chance": list(step.chance),
        "state": step.state,
        **step.extra,
    }


def _result_line(result: Result) -> dict[str, Any]:
    return {
        "end": result.end,
        "rule": result.rule,
        "text": result.text,
        "scores": dict(result.scores),
        "ranking": [list(group) for group in result.ranking],
        **result.extra,
    }


# ---------------------------------------------------------------- from text


class _Line:
    """One line's object, read field by field; what is asked for must be there and of its type."""

    def __init__(self, path: str, number: int, data: dict[str, Any]) -> None:
        self.path, self.number, self.data = path, number, dict(data)

    def wrong(self, message: str) -> FueroError:
        return damaged(self.path, self.number, message)

    def take(self, name: str, kind: type[Any], optional: Any = None) -> Any:
        if name not in self.data:
            if optional is not None:
                return optional
            raise self.wrong(f'it has no "{name}"')
        value = self.data.pop(name)
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            words = {str: "a text", int: "a whole number", list: "a list", dict: "an object"}
            raise self.wrong(f'"{name}" is {json.dumps(value, ensure_ascii=False)[:40]}, where {words[kind]} should stand')
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        values = self.take(name, list)
        if not all(isinstance(value, str) for value in values):
            raise self.wrong(f'"{name}" should hold only texts')
        return tuple(values)

    def pairs(self, name: str) -> tuple[tuple[str, str], ...]:
        values = self.take(name, dict)
        if not all(isinstance(value, str) for value in values.values()):
            raise self.wrong(f'"{name}" should hold only texts')
        return tuple(values.items())


def damaged(path: str, line: int, message: str) -> FueroError:
    """What is said of a replay that cannot be read."""
    return FueroError(
        (
            Diagnostic(
                "damaged-replay",
                "error",
                f"This replay is damaged in line {line}: {message}.",
                Span(path, line, 1, line, 2),
                hint="Lines before it can be kept: cut the file there, and the rest of the match is as it was."
                if line > 1
                else "fuero play writes replays (--record FILE) and saves (--save FILE).",
            ),
        )
    )


def from_text(text: str, path: str = "") -> Replay:
    """Reads a file's text. Raises FueroError that names the line where it is damaged."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines:
        raise damaged(path, 1, "there is nothing in it")
    header = _header(_object(path, *lines[0]))
    steps: list[Step] = []
    result: Result | None = None
    for number, line in lines[1:]:
        read = _object(path, number, line)
        if result is not None:
            raise read.wrong("it stands after the line that ends the match")
        if "end" in read.data:
            result = _result(read)
        else:
            steps.append(_step(read, len(steps) + 1, header))
    return Replay(header, tuple(steps), result, path)


def _object(path: str, number: int, line: str) -> _Line:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        reason = error.msg.lower() if isinstance(error, json.JSONDecodeError) else "it cannot be read"
        raise damaged(path, number, f"it is not whole ({reason})") from error
    if not isinstance(data, dict):
        raise damaged(path, number, "it is no JSON object")
    return _Line(path, number, data)


def _header(line: _Line) -> Header:
    if line.data.get("fuero") != "replay":
        raise line.wrong("a replay begins with a header, and this is none")
    line.take("fuero", str)
    version = line.take("format", int)
    if version > FORMAT:
        raise line.wrong(f"it has format {version}, and this version of fuero reads formats up to {FORMAT}")
    header = Header(
        ruleset=line.take("ruleset", str),
        title=line.take("title", str),
        modules=line.texts("modules"),
        variants=line.texts("variants"),
        options=line.pairs("options"),
        chosen=line.pairs("chosen"),
        players=line.take("players", int),
        seats=line.texts("seats"),
        names=line.texts("names"),
        seed=line.take("seed", int),
        player_seed=line.take("player-seed", int),
        meaning_hash=line.take("meaning-hash", str),
        source_hash=line.take("source-hash", str),
        tool=line.take("tool", str),
        rules=line.take("rules", str),
        deal=line.texts("deal"),
        start=line.take("start", str),
        extra=line.data,
    )
    if not len(header.seats) == len(header.names) == header.players:
        raise line.wrong(f"{header.players} play, but it names {len(header.seats)} seats and {len(header.names)} players")
    return header


def _step(line: _Line, number: int, header: Header) -> Step:
    found = line.take("n", int)
    if found != number:
        raise line.wrong(f"decision {number} should stand here, but this is decision {found}")
    step = Step(
        number=number,
        player=line.take("player", str),
        asked=line.take("asked", str),
        action=line.take("action", str),
        fields=line.pairs("fields"),
        chance=line.texts("chance"),
        state=line.take("state", str),
        extra=line.data,
    )
    if step.player not in header.names:
        raise line.wrong(f'"{step.player}" does not play; players are {", ".join(header.names)}')
    return step


def _result(line: _Line) -> Result:
    scores = line.take("scores", dict)
    ranking = line.take("ranking", list)
    if not all(isinstance(points, (int, str)) for points in scores.values()):
        raise line.wrong('"scores" should hold only points')
    if not all(isinstance(group, list) and all(isinstance(name, str) for name in group) for group in ranking):
        raise line.wrong('"ranking" should hold groups of names')
    return Result(
        end=line.take("end", str),
        rule=line.take("rule", str),
        text=line.take("text", str),
        scores=tuple(scores.items()),
        ranking=tuple([tuple(group) for group in ranking]),
        extra=line.data,
    )

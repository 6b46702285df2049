"""The log: what happened, as a player saw it, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fuero.engine.machine import Machine
from fuero.engine.words import natural

Raw = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened. `kind`: decide, move, shuffle, reveal, score, say, step, nothing, roll, use. `text` is a sentence, or empty for what only
    a trace tells; `path` names the rule where there is one."""

    kind: str
    text: str
    path: str = ""
    cites: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """Points of one party: the rule and its citations, what for, the place and with whom it was tied, the tie rule that settled it."""

    rule: str
    label: str
    of: str
    party: str
    points: int
    place: int
    tied: tuple[str, ...]
    ties: str
    cites: tuple[str, ...]
    scoring: int


def moved(e: Raw) -> list[tuple[int, int, int]]:
    """The pieces that an event moves: (piece, from zone, to zone)."""
    if e[0] == "move":
        return [(e[1], e[2], e[3])]
    if e[0] == "many":
        return [(p, source, e[1]) for p, source, _ in e[2]]
    return []


class Sight:
    """Who sees what of each zone."""

    def __init__(self, machine: Machine):
        self.layout = machine.layout
        self.owner: list[int] = []
        self.sight: list[str] = []
        for f in machine.layout.families:
            for i in range(f.count):
                self.sight.append(f.sight)
                self.owner.append(self._owner(f, i))

    @staticmethod
    def _owner(f: Any, index: int) -> int:
        if f.owner_key < 0:
            return -1
        for size in reversed(f.sizes[f.owner_key + 1 :]):
            index //= size
        return index % f.sizes[f.owner_key]  # type: ignore[no-any-return]

    def content(self, zone: int, viewer: int | None) -> bool:
        """Does the viewer (None: what everybody sees) see which pieces lie there?"""
        sight = self.sight[zone]
        if sight == "open":
            return True
        return sight.startswith("owner") and viewer is not None and self.owner[zone] == viewer

    def size(self, zone: int, viewer: int | None) -> bool:
        """Does the viewer see how many lie there?"""
        return self.content(zone, viewer) or self.sight[zone].endswith("size open") or self.sight[zone] == "covered"


def capital(text: str) -> str:
    """The first letter large, the rest as it is."""
    return text[:1].upper() + text[1:]


class Teller:
    """Turns raw events into what one viewer is told."""

    def __init__(self, machine: Machine, sight: Sight):
        self.machine, self.sight = machine, sight
        self.words = machine.words
        self.labels = {m.menu.name: m.menu.label for m in machine.menus}

    def tell(self, raw: Sequence[Raw], viewer: int | None) -> list[Event]:
        """The log as `viewer` sees it: what lay hidden from the viewer before and after is told as a number."""
        out: list[Event] = []
        for e in raw:
            event = self._one(e, viewer)
            if event is None:
                continue
            out.append(event)
        return out

    def _one(self, e: Raw, viewer: int | None) -> Event | None:  # noqa: C901 - one case a kind
        words = self.words
        match e[0]:
            case "decide":
                _, who, action, fields, secret = e
                if secret and viewer != who:
                    return Event("decide", f"{words.seats[who]} has answered.")
                said = ", ".join(f"{n} {v}" for n, v in fields)
                label = self.labels.get(action) or action.replace("-", " ")
                return Event("decide", f"{words.seats[who]}: {label}{' (' + said + ')' if said else ''}", action)
            case "move":
                return self._moved(e, viewer)
            case "many":
                return self._many(e, viewer)
            case "shuffle":
                return Event("shuffle", f"{capital(words.zones[e[1]])} is shuffled.")
            case "restock":
                return Event("shuffle", f"{capital(words.zones[e[2]])} is shuffled and becomes the new {words.zones[e[1]]}.")
            case "reveal":
                return Event("reveal", f"{capital(words.zones[e[1]])} shows {words.set_text('piece', e[2])}.")
            case "reveal-var":
                return Event("reveal", f"{capital(e[1].replace('-', ' '))} is shown.")
            case "score":
                line = self.score_line(e, 0)
                text = f"{line.party} gets {line.points} for {line.label or line.rule.rpartition('.')[2].replace('-', ' ')}"
                text += f" ({line.of})" if line.of else ""
                return Event("score", text + ".", line.rule, line.cites)
            case "say":
                return Event("say", e[1])
            case "step":
                return Event("step", "", e[1])
            case "nothing":
                return Event("nothing", f"{words.seats[e[1]]} can choose nothing here, so it is passed over.", e[2])
            case "roll":
                return Event("roll", "", e[1])
            case "use":
                _, who, menu, _, values = e
                m = self.machine.menus[menu].menu
                said = ", ".join(
                    f"{f.name} {words.set_text(f.shape, v) if f.form in ('subset', 'whole') else words.text(f.shape, v)}"
                    for f, v in zip(m.fields, values, strict=True)
                )
                return Event("use", f"{words.seats[who]} uses: {m.label or m.name}{' (' + said + ')' if said else ''}.", m.name)
            case _:
                return None

    def _moved(self, e: Raw, viewer: int | None) -> Event:
        _, p, source, target, _, came = e
        words, sight = self.words, self.sight
        known = p >= 0 and (sight.content(source, viewer) or sight.content(target, viewer))
        name = words.rows[p] if known else "A piece"
        place = ""
        kind = self.machine.pieces.kind[target]
        if known and kind == "board" and came >= 0:
            place = f" at {words.text('cell', came)}"
        return Event("move", f"{name} goes from {words.zones[source]} to {words.zones[target]}{place}.")

    def _many(self, e: Raw, viewer: int | None) -> Event:
        _, target, parts = e
        words, sight = self.words, self.sight
        source = parts[0][1]
        shown = [p for p, s, _ in parts if p >= 0 and (sight.content(s, viewer) or sight.content(target, viewer))]
        if len(shown) == len(parts) and len(shown) <= 12:
            said = ", ".join(sorted((words.rows[p] for p in shown), key=natural))
            return Event("move", f"{said} go from {words.zones[source]} to {words.zones[target]}.")
        return Event("move", f"{len(parts)} pieces go from {words.zones[source]} to {words.zones[target]}.")

    def score_line(self, e: Raw, scoring: int) -> ScoreLine:
        _, who, points, label, rule, cites, of, place, tied, ties = e
        words = self.words
        said = ", ".join(words.text(shape, value) for shape, value in of)
        return ScoreLine(rule, label, said, words.parties[who], points, place, tuple(words.parties[t] for t in tied), ties, cites, scoring)

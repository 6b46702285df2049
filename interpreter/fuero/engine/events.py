"""The log: what happened, as a player saw it, in sentences.

Law: what lay hidden from a player before and after is told as a number, also where somebody named it when deciding; a secret
answer is told as given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from fuero.engine.machine import Machine
from fuero.engine.words import natural
from fuero.program import nodes as P

Raw = tuple[Any, ...]
BOX = 0


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened. `kind`: decide, move, shuffle, reveal, score, say, step, nothing, roll, use. `text` is a
    sentence, or empty for what only a trace tells; `path` names the rule where there is one.
    """

    kind: str
    text: str
    path: str = ""
    cites: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """Points of one party: the rule and its citations, what for, the place and with whom it was tied, the tie rule that settled
    it.
    """

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


def owner_of(f: P.Family | P.VarInfo, index: int) -> int:
    """The seat whose zone or value this is, or -1."""
    if f.owner_key < 0:
        return -1
    for size in reversed(f.sizes[f.owner_key + 1 :]):
        index //= size
    return index % f.sizes[f.owner_key]


class Sight:
    """Who sees what of each zone."""

    def __init__(self, machine: Machine):
        self.layout = machine.layout
        self.owner: list[int] = []
        self.sight: list[str] = []
        for f in machine.layout.families:
            for i in range(f.count):
                self.sight.append(f.sight)
                self.owner.append(owner_of(f, i))

    def content(self, zone: int, viewer: int | None) -> bool:
        """Does the viewer (None: what everybody sees) see which pieces lie there?"""
        sight = self.sight[zone]
        if sight == "open":
            return True
        return sight.startswith("owner") and viewer is not None and self.owner[zone] == viewer

    def shows(self, source: int, target: int, viewer: int | None) -> bool:
        """Does the viewer see which piece goes from one zone to another? What goes in or out of a covered zone is announced."""
        if source == BOX or self.content(source, viewer) or self.content(target, viewer):
            return True
        return self.sight[source] == "covered" or self.sight[target] == "covered"

    def size(self, zone: int, viewer: int | None) -> bool:
        """Does the viewer see how many lie there?"""
        return self.content(zone, viewer) or self.sight[zone].endswith("size open") or self.sight[zone] == "covered"


def hide(sight: Sight, machine: Machine, raw: Sequence[Raw], start: int, viewer: int | None) -> list[Raw]:
    """The log from `start` on as one viewer may have it, event for event: each piece that the viewer could not see as -1,
    others' secret answers emptied.
    """
    out: list[Raw] = []
    for at in range(start, len(raw)):
        e = raw[at]
        match e[0]:
            case "move":
                if not sight.shows(e[2], e[3], viewer):
                    e = ("move", -1, *e[2:])
            case "many":
                target = e[1]
                if not all(sight.shows(source, target, viewer) for _, source, _ in e[2]):
                    e = ("many", target, tuple([(p if sight.shows(s, target, viewer) else -1, s, left) for p, s, left in e[2]]))
            case "decide":
                e = _hidden_answer(sight, raw, at, viewer)
            case "use":
                _, who, action, fields, pieces = e
                if who != viewer:
                    e = ("use", who, action, _named(sight, raw, at, fields, pieces, viewer), ())
            case "roll":
                e = ("roll", e[1], -1, e[3])
            case "restock":
                if not sight.content(e[2], viewer):
                    e = ("restock", e[1], e[2], 0)
            case "set":
                v = machine.vars[e[1]]
                if v.sight.startswith("owner") and viewer is not None and owner_of(v, e[2]) == viewer:
                    e = ("set", e[1], e[2], True, None)
        out.append(e)
    return out


def _hidden_answer(sight: Sight, raw: Sequence[Raw], at: int, viewer: int | None) -> Raw:
    _, who, action, fields, secret, pieces, answer = raw[at]
    if who == viewer:
        return ("decide", who, action, fields, secret, (), None)
    if not secret:
        return ("decide", who, action, _named(sight, raw, at, fields, pieces, viewer), False, (), None)
    if answer is not None and isinstance(answer[1], dict):
        answer = (answer[0], answer[1].get(viewer, ()))
    return ("decide", who, "", (), True, (), answer)


Chosen = tuple[tuple[tuple[int, int], ...], ...]
"""For each field of a move the pieces chosen, with the zones in which they lay; nothing for fields that choose no pieces."""


def _named(
    sight: Sight, raw: Sequence[Raw], at: int, fields: tuple[tuple[str, str], ...], pieces: Chosen, viewer: int | None
) -> tuple[tuple[str, str], ...]:
    """The fields of a move in words; pieces that the viewer saw neither where they lay nor when they went are told as a number.
    """
    unseen = {p for chosen in pieces for p, zone in chosen if not sight.content(zone, viewer)}
    later = at + 1
    while unseen and later < len(raw) and raw[later][0] != "decide":
        e = raw[later]
        unseen -= {p for p, source, target in moved(e) if sight.shows(source, target, viewer)}
        if e[0] == "reveal":
            unseen = {p for p in unseen if not e[2] >> p & 1}
        later += 1
    if not unseen:
        return fields
    told = []
    for (name, text), chosen in zip(fields, pieces, strict=True):
        if any(p in unseen for p, _ in chosen):
            text = "one piece" if len(chosen) == 1 else f"{len(chosen)} pieces"
        told.append((name, text))
    return tuple(told)


def capital(text: str) -> str:
    """The first letter large, the rest as it is."""
    return text[:1].upper() + text[1:]


class Teller:
    """Turns raw events into what one viewer is told."""

    def __init__(self, machine: Machine, sight: Sight):
        self.machine, self.sight = machine, sight
        self.words = machine.words
        self.labels = {m.name: m.label for m in machine.program.menus}
        self.sources: dict[str, tuple[str, tuple[str, ...]]] = {}
        """For rules that begin (steps, cases, windows) and actions, by path: the sentence, and what they cite."""
        for r in machine.program.routines:
            self._moments(r.code)
        for m in machine.program.menus:
            self.sources.setdefault(m.name, (m.label, m.cites))

    def _moments(self, code: P.Code) -> None:
        for step in code:
            match step:
                case P.Moment(path, label, cites):
                    self.sources[path] = (label, cites)
                case P.When(_, then, otherwise):
                    self._moments(then)
                    self._moments(otherwise)
                case P.Loop(body=body) | P.While(body=body) | P.Answers(body=body):
                    self._moments(body)
                case P.Cases(_, branches):
                    for _, _, body in branches:
                        self._moments(body)
                case _:
                    pass

    def tell(self, raw: Sequence[Raw], viewer: int | None) -> list[Event]:
        """The log as `viewer` sees it: what lay hidden from the viewer before and after is told as a number."""
        return [event for e in hide(self.sight, self.machine, raw, 0, viewer) if (event := self._one(e, viewer)) is not None]

    def trace(self, raw: Sequence[Raw], viewer: int | None) -> list[Event]:
        """The same with every rule as it fired: its sentence (else its path), its path, what it cites."""
        out: list[Event] = []
        for event in self.tell(raw, viewer):
            label, cites = self.sources.get(event.path, ("", ()))
            text = event.text or (label or event.path if event.kind == "step" else "")
            out.append(Event(event.kind, text, event.path, event.cites or cites))
        return out

    def chance(self, raw: Sequence[Raw]) -> tuple[str, ...]:
        """Which piece came out of what nobody sees, and how a roll fell: one text an outcome."""
        words, found = self.words, []
        for e in raw:
            for p, source, target in moved(e):
                if source != BOX and self.sight.sight[source].startswith("hidden"):
                    found.append(f"{words.rows[p]} from {words.zones[source]} to {words.zones[target]}")
            if e[0] == "roll":
                found.append(f"{e[1]}: {e[2] + 1} of {e[3]}")
        return tuple(found)

    def _one(self, e: Raw, viewer: int | None) -> Event | None:  # noqa: C901 - one case a kind
        words = self.words
        match e[0]:
            case "decide":
                _, who, action, fields, secret, _, _ = e
                if secret and viewer != who:
                    return Event("decide", f"{words.seats[who]} has answered.")
                return Event("decide", f"{words.seats[who]}: {self._move(action, fields)}", action)
            case "move":
                return self._moved(e)
            case "many":
                return self._many(e)
            case "shuffle":
                return Event("shuffle", f"{capital(words.zones[e[1]])} is shuffled.")
            case "restock":
                return Event("shuffle", f"{capital(words.zones[e[2]])} is shuffled and becomes the new {words.zones[e[1]]}.")
            case "reveal":
                return Event("reveal", f"{capital(words.zones[e[1]])} shows {words.set_text('piece', e[2])}.")
            case "reveal-var":
                return Event("reveal", f"{capital(e[1].replace('-', ' '))} is shown{self._values(e[1], e[2])}.")
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
                _, who, action, fields, _ = e
                return Event("use", f"{words.seats[who]} uses: {self._move(action, fields)}.", action)
            case _:
                return None

    def _move(self, action: str, fields: tuple[tuple[str, str], ...]) -> str:
        said = ", ".join(f"{n} {v}" for n, v in fields)
        return f"{self.labels.get(action) or action.replace('-', ' ')}{' (' + said + ')' if said else ''}"

    def _values(self, name: str, values: tuple[int, ...]) -> str:
        v = self.machine.vars[name]
        if not v.sizes:
            return f": {self.words.text(v.shape, values[0])}"
        return ": " + ", ".join(
            f"{self.words.text(v.shape, x)} ({' '.join(k)})" for x, k in zip(values, product(*v.key_names), strict=True)
        )

    def _moved(self, e: Raw) -> Event:
        _, p, source, target, _, came = e
        words = self.words
        name = words.rows[p] if p >= 0 else "A piece"
        place = f" at {words.text('cell', came)}" if p >= 0 and came >= 0 and self.machine.pieces.kind[target] == "board" else ""
        return Event("move", f"{name} goes from {words.zones[source]} to {words.zones[target]}{place}.")

    def _many(self, e: Raw) -> Event:
        _, target, parts = e
        words = self.words
        source = parts[0][1]
        shown = [p for p, _, _ in parts if p >= 0]
        if len(shown) == len(parts) and len(shown) <= 12:
            said = ", ".join(sorted((words.rows[p] for p in shown), key=natural))
            return Event("move", f"{said} go from {words.zones[source]} to {words.zones[target]}.")
        return Event("move", f"{len(parts)} pieces go from {words.zones[source]} to {words.zones[target]}.")

    def score_line(self, e: Raw, scoring: int) -> ScoreLine:
        _, who, points, label, rule, cites, of, place, tied, ties = e
        words = self.words
        said = ", ".join(words.text(shape, value) for shape, value in of)
        return ScoreLine(
            rule, label, said, words.parties[who], points, place, tuple(words.parties[t] for t in tied), ties, cites, scoring
        )

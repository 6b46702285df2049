"""A ruleset at a table, ready to play: what `fuero.load` gives."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any

from fuero.engine.events import ScoreLine, Sight, Teller
from fuero.engine.helpers import bits
from fuero.engine.holders import Holders
from fuero.engine.machine import Machine
from fuero.engine.memory import Memory
from fuero.engine.playout import MatchRecord, playout, record, step
from fuero.engine.state import State
from fuero.engine.view import Viewer
from fuero.messages.diagnostic import Diagnostic, FueroError
from fuero.program.layout import ANSWER_WORDS, ASKING, DECISIONS, OUTCOME, PC, PENDING
from fuero.program.lower import lower
from fuero.rules import hashes
from fuero.rules import nodes as R

if TYPE_CHECKING:
    from fuero.rules.load import Resolved


@contextmanager
def calm() -> Iterator[None]:
    """Holds Python's search for cycles back for the time of a match: a match makes none, and what is remembered of boards makes
    the search long.
    """
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()


class Game:
    """One ruleset for a number of players and options. Immutable; starts any number of matches."""

    def __init__(
        self,
        rules: R.Ruleset,
        players: int,
        options: Mapping[str, int] | None = None,
        notes: Sequence[str] = (),
        resolved: Resolved | None = None,
    ):
        """`options` are stored values by name; `resolved` is what the rules were made from, where that is known. Raises
        FueroError where the number of players or an option does not fit.
        """
        low, high = rules.players
        if not low <= players <= high:
            raise FueroError(
                (Diagnostic("players-range", "error", f'"{rules.title}" is for {low} to {high} players, not {players}.'),)
            )
        self.rules = rules
        self.players = players
        self.notes = list(notes)
        self.resolved = resolved
        self.machine = Machine(lower(rules, players, options))
        self.sight = Sight(self.machine)
        self.viewer = Viewer(self.machine, self.sight)
        self.teller = Teller(self.machine, self.sight)
        self.seats = self.machine.words.seats
        shapes = {o.name: _shape(o.type) for o in rules.options}
        settings = dict(self.machine.program.settings)
        self.options = {name: self.machine.words.text(shape, settings[name]) for name, shape in shapes.items()}

    @cached_property
    def meaning_hash(self) -> str:
        """Hash of what the rules mean: unmoved by captions, comments, citations and the order of files."""
        return hashes.meaning_hash(self.rules)

    def blank_memory(self, viewer: int) -> Memory:
        """What a player remembers before anything has happened."""
        zones = range(len(self.machine.pieces.kind))
        classes: dict[tuple[int, str], int] = {}
        groups = [classes.setdefault((p.group, p.row), len(classes)) for p in self.machine.layout.pieces]
        kinds = self.machine.pieces.kind
        by_chance = [
            z > 0 and (kinds[z] in ("deck", "bag") or self.sight.sight[z] in ("hidden", "hidden size open", "covered"))
            for z in zones
        ]
        return Memory(kinds, [self.sight.content(z, viewer) for z in zones], by_chance, groups, self.machine.env)

    @cached_property
    def piece_words(self) -> tuple[tuple[str, int, bool], ...]:
        """Words of paused rules that can name pieces: the rule, the word, is it a set."""
        return Holders(self.machine.program).words

    @cached_property
    def source_hash(self) -> str:
        """Hash of the files the rules were read from; empty where they came from a replay."""
        return hashes.source_hash(self.resolved.files) if self.resolved is not None else ""

    def start(self, seed: int, log: bool = True) -> State:
        """A match from its set-up to the first decision. `seed` is any integer, counted modulo 2**64; without a log a match
        plays faster, but cannot be undone, told or remembered.
        """
        raw: list[Any] | None = [] if log else None
        return State(self, self.machine.start(seed, raw), raw)

    def empty_table(self) -> State:
        """All pieces in the box, nobody asked: where a worked example begins to lay things out."""
        return State(self, self.machine.initial.copy(), [])

    def playout(self, seed: int, player_seed: int) -> MatchRecord:
        """A whole match of uniformly random seats, in figures. Seats draw from `player_seed`, the seat and its own decision
        number.
        """
        with calm():
            S = self.machine.start(seed)
            playout(self.machine, S, player_seed)
            return record(self.machine, S, seed)

    # ------------------------------------------------------------ about states

    def score_lines(self, raw: Iterable[tuple[Any, ...]]) -> list[ScoreLine]:
        """The lines of points in a log; `scoring` goes up by one for points that follow a decision."""
        lines: list[ScoreLine] = []
        scoring, fresh = 0, True
        for e in raw:
            if e[0] == "decide":
                fresh = True
            elif e[0] == "score":
                scoring += fresh
                fresh = False
                lines.append(self.teller.score_line(e, scoring))
        return lines

    def standing(self, state: State) -> dict[int, int]:
        """What the match's end would bring as things are: points by seat. Where the end asks, its last answer is taken (the
        plainest).
        """
        at = self.machine.layout.scores
        S = state.words.copy()
        if not S[OUTCOME]:
            S[PC] = self.machine.entry["procedure:end"]
            S[PENDING] = 0
            self.machine.run(S, None)
            for _ in range(10_000):
                if S[OUTCOME]:
                    break
                who = (S[PENDING] & -S[PENDING]).bit_length() - 1
                step(self.machine, S, who, (1 << 64) - 1)
        return dict(enumerate(S[at : at + self.players]))

    def named_state(self, S: Sequence[int]) -> str:
        """Everything in a state by names, as one text: equal texts for equal states, wherever words lie."""
        layout, words = self.machine.layout, self.machine.words
        pieces = [f"{p.row}#{p.copy}" + (f"/{p.owner}" if p.owner >= 0 else "") for p in layout.pieces]
        zones: dict[str, Any] = {}
        for f in layout.families:
            for i in range(f.count):
                base = f.base + i * f.stride
                name = words.zones[f.first + i]
                if f.kind.startswith("marks"):
                    zones[name] = str(S[base])
                    continue
                held = S[base]
                if f.kind == "deck":
                    zones[name] = [pieces[S[base + 1] >> (16 * k) & 65535] for k in range(held.bit_count())]
                elif f.kind in ("row", "board") or f.kind.startswith("attached"):
                    bitwidth = 16 if f.kind == "row" else 13 if f.kind == "board" else 26
                    zones[name] = (
                        [
                            pieces[(S[base + 1] >> (16 * k) & 65535) - 1] if S[base + 1] >> (16 * k) & 65535 else ""
                            for k in range(f.size)
                        ]
                        if f.kind == "row"
                        else {pieces[p]: S[base + 1] >> (bitwidth * p) & ((1 << bitwidth) - 1) for p in bits(held)}
                    )
                else:
                    zones[name] = sorted(pieces[p] for p in bits(held))
                    if f.kind == "bag":
                        zones[name + " shuffles"] = S[base + 1]
        values = {}
        for v in layout.vars:
            count = 1
            for size in v.sizes:
                count *= size
            values[v.name] = [str(S[v.base + i]) for i in range(count)]
        asked = self.machine.asks[S[ASKING]].step.path if S[PENDING] else ""
        if S[PENDING] and self.machine.asks[S[ASKING]].many:
            base = self.machine.asks[S[ASKING]].answers
            values["+answers"] = [str(w) for w in S[base : base + self.players * ANSWER_WORDS]]
        flow = {"asked": asked, "pending": S[PENDING], "decisions": S[DECISIONS], "outcome": S[OUTCOME]}
        return json.dumps({"zones": zones, "values": values, "flow": flow}, sort_keys=True)


def _shape(of: R.Type) -> str:
    match of:
        case R.YesNo():
            return "yes-no"
        case R.EnumType(name):
            return f"enum {name}"
        case R.PlayerType():
            return "player"
        case R.Num(half=True):
            return "half"
        case _:
            return "number"


def option_values(rules: R.Ruleset, players: int, options: Mapping[str, str]) -> dict[str, int]:
    """Options by name as text → stored values. Raises FueroError for an unknown name or a value out of its range."""
    by_name = {o.name: o for o in rules.options}
    found: dict[str, int] = {}
    for name, text in options.items():
        option = by_name.get(name)
        if option is None:
            raise FueroError((Diagnostic("unknown-option", "error", f'"{rules.title}" has no option "{name}".'),))
        found[name] = _option_value(rules, option, text)
    return found


def _option_value(rules: R.Ruleset, option: R.Option, text: str) -> int:
    names: Sequence[str] = ()
    match option.type:
        case R.YesNo():
            names = ("no", "yes")
        case R.EnumType(enum):
            names = next(e.members for e in rules.enums if e.name == enum)
        case _:
            try:
                return int(text)
            except ValueError:
                pass
    if text in names:
        return list(names).index(text)
    raise FueroError((Diagnostic("wrong-value", "error", f'"{text}" is no value for the option "{option.name}".'),))

"""Another program's opinion of the base game, position by position.

In: JSON lines, each a position of the base game with its legal moves in plain words (and, as a match goes on, with new points
after each scoring), written by a program that shares nothing with this one. Out: every disagreement, named by the kind of rule.
A position is laid out piece by piece; nothing of how it came about is used.

    python -m tests.positions.compare FILE [--every N] [--sample OUT COUNT]

Cells are x,y with the fountain at 0,0 and y growing to the south. A scoring shows in the line that follows it: its palaces are
what was scored.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice, zip_longest
from pathlib import Path
from typing import Any

import fuero
from fuero.engine.decision import Move
from fuero.engine.game import Game
from fuero.engine.helpers import cell
from fuero.engine.state import State

Line = dict[str, Any]


@dataclass(frozen=True)
class Difference:
    """A disagreement: which kind of move (or `scoring`), where, and what only one side has."""

    rule: str
    place: str
    only_here: tuple[str, ...]
    only_there: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.rule} ({self.place}): only here {list(self.only_here)}, only there {list(self.only_there)}"


@lru_cache(maxsize=8)
def game_for(players: int) -> Game:
    """The base game, its usual options."""
    return fuero.load("alhambra", players=players)


class Layer:
    """Lays pieces out on an empty table."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.machine = game.machine
        self.zones = {name: i for i, name in enumerate(self.machine.words.zones)}
        self.width = self.machine.words.width
        self.vars = {v.name: v.base for v in self.machine.layout.vars}

    def put(self, state: State, row: str, zone: str, at: int = -1) -> None:
        """One piece of that name from the box to a zone."""
        box = self.machine.pieces.base[0]
        found = self.machine.words.by_row[row] & state.words[box]
        if zone.startswith("palace") and row == "fountain":
            owner = self.game.seats.index(zone[-1])
            found = next(1 << i for i, p in enumerate(self.machine.layout.pieces) if p.row == row and p.owner == owner)
        if not found:
            raise ValueError(f"no {row} is left in the box")
        self.machine.pieces.move(state.words, None, found & -found, 0, self.zones[zone], at)

    def palaces(self, state: State, palaces: Iterable[dict[str, str]]) -> None:
        for seat, tiles in zip(self.game.seats, palaces, strict=True):
            self.put(state, "fountain", f"palace {seat}", cell(0, 0, self.width))
            for tile, at in tiles.items():
                x, y = at.split(",")
                self.put(state, tile.lower(), f"palace {seat}", cell(int(x), int(y), self.width))

    def lay(self, line: Line) -> State:
        """The position, its player asked what the other program asks."""
        state = self.game.empty_table()
        S, machine = state.words, self.machine
        self.palaces(state, line["palaces"])
        for space, tile in line["market"].items():
            if not line["final"]:
                self.put(state, tile.lower(), f"market {space}")
        for card in line["display"]:
            self.put(state, card.replace(" ", "-"), "display")
        for seat, hand in zip(self.game.seats, line["hands"], strict=True):
            for card in hand:
                self.put(state, card.replace(" ", "-"), f"hand {seat}")
        for seat, tiles in zip(self.game.seats, line["reserves"], strict=True):
            for tile in tiles:
                self.put(state, tile.lower(), f"reserve {seat}")
        for tile in line["bought"]:
            self.put(state, tile.lower(), f"purchases {self.game.seats[line['player']]}")
        S[self.vars["active-player"]] = line["player"]
        state.log_raw = None
        if line["final"]:
            machine.perform(S, None, "procedure:last-scoring", -1, ())
        elif line["phase"] == "place":
            machine.perform(S, None, "procedure:place-purchases", line["player"], ())
        else:
            machine.play_from(S, None)
        return state

    def score(self, palaces: Iterable[dict[str, str]], scoring: int) -> list[int]:
        """The points that these palaces bring in one scoring."""
        state = self.game.empty_table()
        self.palaces(state, palaces)
        self.machine.perform(state.words, None, "procedure:scoring", -1, (scoring,))
        return [state.scores[seat] for seat in self.game.seats]


def words(move: Move, line: Line, display: dict[str, str]) -> str:
    """A move in the other program's words. `display` gives a tile's name there from ours."""
    said = dict(move.fields)
    palace = {at: tile for tile, at in line["palaces"][line["player"]].items()}

    def several(text: str) -> list[str]:
        return [part.strip() for part in text.strip("{}").split(",")]

    def at(text: str) -> str:
        return text.strip("()").replace(" ", "")

    match move.action:
        case "take-money":
            return "take " + " + ".join(sorted(card.replace("-", " ") for card in several(said["cards"])))
        case "buy":
            tile = line["market"][said["slot"]]
            values = sorted(int(card.rpartition("-")[2]) for card in several(said["pay"]))
            return f"buy {tile} with {said['slot']} {' + '.join(map(str, values))}"
        case "build":
            verb = "place" if line["phase"] == "place" else "build"
            return f"{verb} {display[said['t']]} at {at(said['spot'])}"
        case "keep-in-reserve":
            return f"reserve {display[said['t']]}"
        case "remove":
            return f"remove {palace[at(said['spot'])]}"
        case "exchange":
            return f"exchange {palace[at(said['spot'])]} for {display[said['t']]}"
        case _:
            return str(move)


def names_of(line: Line) -> dict[str, str]:
    """Our tile names → the other program's, for all tiles in a position."""
    tiles = [*line["market"].values(), *line["bought"]]
    tiles += [t for held in (*line["reserves"], *line["palaces"]) for t in held]
    return {tile.lower(): tile for tile in tiles}


def moves_here(layer: Layer, line: Line) -> tuple[int | None, list[str]]:
    """Who is asked in this position, and the moves in the other program's words."""
    state = layer.lay(line)
    decision = state.decision
    if decision is None:
        return None, []
    display = names_of(line)
    return decision.player, [words(move, line, display) for move in decision.moves]


def compare_moves(layer: Layer, line: Line) -> list[Difference]:
    """Disagreements about the legal moves of one position."""
    place = f"match {line['game']} step {line['step']}"
    who, ours = moves_here(layer, line)
    if line["moves"] == ["pass"] and who != line["player"]:
        return []  # nothing can be chosen, which all can see: passed over without a question
    if who != line["player"]:
        return [Difference("who is asked", place, (str(who),), (str(line["player"]),))]
    found = []
    twice = tuple(sorted(m for m, n in Counter(ours).items() if n > 1))
    if twice:
        found.append(Difference("offered twice", place, twice, ()))
    here, there = set(ours), set(line["moves"])
    for rule in sorted({m.partition(" ")[0] for m in here ^ there}):
        found.append(
            Difference(
                rule,
                place,
                tuple(sorted(m for m in here - there if m.partition(" ")[0] == rule)),
                tuple(sorted(m for m in there - here if m.partition(" ")[0] == rule)),
            )
        )
    return found


@dataclass
class Scored:
    """A scoring as the other program saw it: which one or ones, the palaces, the points."""

    scorings: tuple[int, ...]
    palaces: list[dict[str, str]]
    points: list[int]
    place: str


def scorings(layer: Layer, lines: Iterable[Line], differences: list[Difference]) -> Iterator[tuple[Line, Scored | None]]:
    """Each line with the scoring that came before it. Which one follows from their order; two may come in one refill."""
    before: Line | None = None
    done = 0
    for line in lines:
        if before is None or before["game"] != line["game"]:
            before, done = line, 0
            yield line, None
            continue
        points = [new - old for new, old in zip(line["scores"], before["scores"], strict=True)]
        over = not line["moves"]
        scored = None
        if any(points) or over:
            place = f"match {line['game']} step {line['step']}"
            likely = [(3,), (2, 3), (1, 2, 3)] if over else [(done + 1,), (1, 2), (2,)]
            each = {r: layer.score(line["palaces"], r) for r in (1, 2, 3)}
            totals = {kind: [sum(each[r][p] for r in kind) for p in range(len(points))] for kind in likely}
            kind = next((k for k in likely if totals[k] == points and min(k) > done), None)
            if kind is None:
                differences.append(Difference("scoring", place, tuple(f"{k}: {t}" for k, t in totals.items()), (str(points),)))
            else:
                scored = Scored(kind, line["palaces"], points, place)
                done = max(kind)
        yield line, scored
        before = line


def read(path: Path) -> Iterator[Line]:
    """The lines of a file, compressed or not."""
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as file:
        for text in file:
            yield json.loads(text)


def compare(path: Path, every: int = 1, tell: bool = False) -> tuple[Counter[str], list[Difference]]:
    """How many positions, moves and scorings were compared, and where the two programs disagree."""
    counts: Counter[str] = Counter()
    differences: list[Difference] = []
    layers: dict[int, Layer] = {}
    lines = read(path)
    first = next(lines, None)
    if first is None:
        return counts, differences
    layer = layers.setdefault(len(first["hands"]), Layer(game_for(len(first["hands"]))))

    def all_lines() -> Iterator[Line]:
        yield first
        yield from lines

    for number, (line, scored) in enumerate(scorings(layer, all_lines(), differences)):
        if scored is not None:
            for r in scored.scorings:
                counts[f"scoring {r}"] += 1
        if line["moves"] and number % every == 0:
            found = compare_moves(layer, line)
            differences += found
            counts["positions"] += 1
            counts["moves"] += len(line["moves"])
            kind = "left-over" if line["final"] else line["phase"]
            counts[f"positions: {kind}"] += 1
            for move in line["moves"]:
                counts[f"moves: {move.partition(' ')[0]}"] += 1
            if tell and found:
                print(*found, sep="\n", flush=True)
    return counts, differences


# ------------------------------------------------------------ the kept sample


def compare_kept(lines: Iterable[Line]) -> list[Difference]:
    """Disagreements with a kept sample: positions, and scorings as lines of their own."""
    found: list[Difference] = []
    layers: dict[int, Layer] = {}
    for line in lines:
        players = len(line["palaces"])
        layer = layers.get(players) or layers.setdefault(players, Layer(game_for(players)))
        if "scoring" in line:
            ours = [sum(column) for column in zip(*(layer.score(line["palaces"], r) for r in line["scoring"]), strict=True)]
            if ours != line["points"]:
                found.append(Difference("scoring", line["place"], tuple(map(str, ours)), tuple(map(str, line["points"]))))
        else:
            found += compare_moves(layer, line)
    return found


def sample(path: Path, count: int) -> list[Line]:
    """Positions that differ as much as may be: by phase, kinds of move, size of the palace; and some scorings."""
    kinds: dict[tuple[Any, ...], list[Line]] = {}
    scored_lines: list[Line] = []
    for line, scored in scorings(Layer(game_for(_players(path))), read(path), []):
        if scored is not None and (len(scored.scorings) > 1 or line["step"] % 5 == 0 or len(scored_lines) < count // 6):
            seen = {"scoring": list(scored.scorings), "palaces": scored.palaces, "points": scored.points, "place": scored.place}
            scored_lines.append(seen)
        if not line["moves"] or len(line["moves"]) > 400:
            continue
        verbs = tuple(sorted({m.partition(" ")[0] for m in line["moves"]}))
        size = len(line["palaces"][line["player"]])
        key = (line["phase"], line["final"], verbs, size // 5, len(line["bought"]))
        kept = kinds.setdefault(key, [])
        if len(kept) < 12:
            kept.append({k: v for k, v in line.items() if k not in ("chosen", "scores")})
    # One after the other from each phase, and within a phase from each kind in an order that means nothing.
    phases: dict[tuple[Any, ...], list[Line]] = {}
    for turn in range(12):
        for key, kept in sorted(kinds.items(), key=lambda kv: hashlib.sha256(str(kv[0]).encode()).digest()):
            phases.setdefault(key[:2], []).extend(kept[turn : turn + 1])
    order = chain.from_iterable(zip_longest(*phases.values()))
    chosen = list(islice((line for line in order if line is not None), count))
    step = max(1, len(scored_lines) // max(1, count // 4))
    return chosen + scored_lines[::step]


def _players(path: Path) -> int:
    return len(next(read(path))["hands"])


def main(arguments: list[str] | None = None) -> int:
    """The command: 1 where the two programs disagree."""
    parser = argparse.ArgumentParser(prog="python -m tests.positions.compare", description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--every", type=int, default=1, help="compare the moves of every N-th position only")
    parser.add_argument("--sample", nargs=2, metavar=("OUT", "COUNT"), help="write a varied sample of positions instead")
    given = parser.parse_args(arguments)
    if given.sample:
        out, count = Path(given.sample[0]), int(given.sample[1])
        text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in sample(given.file, count))
        out.write_bytes(gzip.compress(text.encode(), 9, mtime=0) if out.suffix == ".gz" else text.encode())
        print(f"{text.count(chr(10))} lines, {out.stat().st_size} bytes")
        return 0
    counts, differences = compare(given.file, given.every, tell=True)
    for name, n in sorted(counts.items()):
        print(f"{name:24} {n}")
    by_rule = Counter(d.rule for d in differences)
    print(f"{'disagreements':24} {len(differences)}" + "".join(f"\n  {rule:22} {n}" for rule, n in sorted(by_rule.items())))
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())

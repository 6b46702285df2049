"""Plays matches under the interpreter and under the lowered form at once, and looks for the first thing in which they differ.

At every step: how many moves there are, the moves themselves (all up to 2,000, else a sample by number), the whole state. At
every tenth: what each seat sees, and the points by rule. At the end: how often each rule was used; what was never reached is
named.

    python -m tests.native.lockstep --all --decisions 10000 --resume run.json
    python -m tests.native.lockstep --ruleset alhambra --players 3 --seat hoarder --decisions 5000
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import lock_tables
from lock_laid import scatter
from lock_seats import SEATS
from lock_sides import Chosen, Compiled, Plain, Printed, Shared, llvmlite_is_here

from fuero.engine.faults import Fault
from fuero.engine.game import Game
from fuero.engine.machine import Machine
from fuero.engine.state import State
from fuero.native.base import Uncovered
from fuero.native.to_llvm import LoweringError
from fuero.program import nodes as P
from fuero.program.trees import walk

MOST_LISTED = 2000
SAMPLE = 24


class Differs(AssertionError):
    """Where the two first differ, in words."""


@dataclass
class Tally:
    """What a run has covered."""

    decisions: int = 0
    matches: int = 0
    faults: int = 0
    moves: int = 0
    uses: dict[str, int] = field(default_factory=dict)

    def unreached(self) -> list[str]:
        return sorted(name for name, n in self.uses.items() if not n)


class Lockstep:
    """One game under both readers."""

    def __init__(self, game: Game, native: Shared):
        self.game, self.machine, self.native = game, game.machine, native
        self.plain = Plain(self.machine)
        self.names = word_names(self.machine)
        self.tally = Tally()
        boards = [f.size for f in self.machine.layout.families if f.kind == "board"]
        self.width = boards[0] if boards else 0

    def match(self, seed: int, seat: str = "random", most: int = 1 << 60, laid: bool = False) -> None:
        """One match; each seat plays as `seat` says, on boards that are full from the start if they are laid. Raises Differs."""
        chance = Random(seed)
        at = f"seed {seed}, {seat}{', laid' if laid else ''}"
        if self._both(at, lambda: self.plain.start(seed), lambda: self.native.start(seed)):
            return
        if laid:
            scatter(self.machine, self.plain.S, chance)
            self.native.load(self.native.memory.native(self.plain.S))
        self.same_state(at)
        self.tally.matches += 1
        for step in range(most):
            if self.plain.over:
                break
            who = chance.choice(self.plain.seats)
            here = f"{at}, step {step}"
            found = self.moves(who, here)
            if found is None:
                return
            k, move, decision = self.chosen(found, seat, chance)
            here = f"{here}, {decision.path}, move {k}"
            offer, values = self.native.nth(who, -1 if move[0] < 0 else k)
            if move[0] >= 0 and (offer, tuple(values)) != move:
                raise Differs(f"{here}: {move} against {(offer, values)}")
            passed = move[1][0] if move[0] < 0 else 0
            if self._both(here, partial(self.plain.apply, decision, move), partial(self.native.apply, who, passed)):
                return
            self.tally.decisions += 1
            self.same_state(here)
            if step % 10 == 9 or self.plain.over:
                self.same_points(here)
                self.same_views(here)

    def moves(self, who: int, here: str) -> tuple[Any, list[tuple[int, Chosen]], int] | None:
        """The decision, its moves (number and move; a sample where there are many) and how many there are; None after a fault."""
        decision = self.plain.decision(who)
        counted: list[int] = []
        if self._both(here, lambda: counted.append(decision._real()), lambda: counted.append(self.native.count(who))):
            return None
        total, other = counted
        if total != other:
            raise Differs(f"{here}, {decision.path}: {total} moves against {other}")
        if total <= MOST_LISTED:
            mine = list(enumerate(islice(Plain.listed(decision), total)))
        else:
            chance = Random(total)
            mine = [
                (k, Plain.nth(decision, k)) for k in sorted({0, total - 1, *(chance.randrange(total) for _ in range(SAMPLE))})
            ]
        asked = mine if total <= 64 else [mine[i] for i in sorted({0, len(mine) - 1, *(len(mine) * i // 61 for i in range(61))})]
        for k, move in asked:
            offer, values = self.native.nth(who, k)
            if (offer, tuple(values)) != move:
                raise Differs(f"{here}, {decision.path}: move {k} of {total}: {move} against {(offer, tuple(values))}")
        self.tally.moves += total
        if decision.optional or not total:
            mine.append((total, (-1, (int(decision.optional and total > 0),))))
        return decision, mine, total

    def chosen(self, found: tuple[Any, list[tuple[int, Chosen]], int], seat: str, chance: Random) -> tuple[int, Chosen, Any]:
        decision, mine, _ = found
        offers = decision._info.step.offers
        menus = self.machine.menus

        def shapes(offer: int) -> tuple[str, ...]:
            if offer < 0:
                return ()
            menu = menus[self.machine.menu_numbers[offers[offer].menu]].menu
            return tuple(
                "set" if f.form in ("subset", "whole") and f.shape not in ("piece", "pieces") else f.shape for f in menu.fields
            )

        move = SEATS[seat]([m for _, m in mine], shapes, chance, self.width)
        k = next(k for k, m in mine if m is move)
        return k, move, decision

    # ------------------------------------------------------------ comparing

    def _both(self, here: str, mine: Any, theirs: Any) -> bool:
        """Does both; True when both fault. Raises Differs where one does."""
        try:
            mine()
            fault = ""
        except Fault as e:
            fault = str(e)
        except (TypeError, IndexError, ValueError, KeyError, ZeroDivisionError, AttributeError) as e:
            fault = f"something that is not there ({type(e).__name__}: {e})"
        theirs()
        if bool(fault) != bool(self.native.fault()):
            other = self.native.message() if self.native.fault() else "nothing"
            raise Differs(f"{here}: a fault on one side only: {fault or 'nothing'} against {other}")
        if fault:
            self.tally.faults += 1
        return bool(fault)

    def same_state(self, here: str) -> None:
        other = self.native.memory.state(self.native.words())
        mine = self.plain.S
        if other == mine:
            return
        for i, (a, b) in enumerate(zip(mine, other, strict=True)):
            if a != b:
                raise Differs(f"{here}: word {i}, {self.names[i]}: {a} against {b}")

    def same_points(self, here: str) -> None:
        mine: dict[tuple[str, int], int] = {}
        for entry in self.plain.log:
            if entry[0] == "score":
                _, who, points, _, rule, *_ = entry
                mine[rule, who] = mine.get((rule, who), 0) + points
        mine = {k: v for k, v in mine.items() if v}
        theirs = self.native.points()
        if mine != theirs:
            raise Differs(f"{here}: points by rule {sorted(mine.items())} against {sorted(theirs.items())}")

    def same_views(self, here: str) -> None:
        """What each seat and an onlooker see of the native state, read back."""
        other = self.native.memory.state(self.native.words())
        for seat in (None, *range(self.machine.players)):
            mine, theirs = (State(self.game, list(words), None).view(seat) for words in (self.plain.S, other))
            if mine != theirs:
                raise Differs(f"{here}: seat {seat} sees {mine} against {theirs}")

    def run(self, decisions: int, seats: Sequence[str] = tuple(SEATS), first: int = 0, longest: int = 2000) -> Tally:
        """Matches until so many decisions are made (or a hundred matches that end at once)."""
        seed = first
        while self.tally.decisions < decisions and seed - first < max(100, decisions):
            laid = bool(self.width) and seed // len(seats) % 2 == 1
            self.match(seed, seats[seed % len(seats)], min(longest, decisions), laid)
            seed += 1
        called = referenced(self.machine.program)
        self.tally.uses = {name: n for name, n in self.native.uses.items() if name in called or name.startswith("choice:")}
        return self.tally


def referenced(program: P.Program) -> set[str]:
    """The routines that something runs: those made for worked examples alone are left out."""
    found = {u.routine for u in program.upons} | {m.routine for m in program.menus}
    found |= {f"procedure:{name}" for name in ("setup", "play", "end")}
    return found | {x.routine for r in program.routines for x in walk(r.code) if isinstance(x, P.Run | P.Enter)}


def word_names(machine: Machine) -> list[str]:
    """Each word of a state by the name of what lies there."""
    layout = machine.layout
    names = [f"word {i} of the head" for i in range(layout.size)]
    for what, at, n in (("where", layout.where, len(layout.pieces)), ("key", layout.keys, len(layout.pieces))):
        for i in range(n):
            names[at + i] = f"{what} of {layout.pieces[i].row}-{layout.pieces[i].copy}"
    for i in range(layout.parties):
        names[layout.scores + i] = f"score of {layout.party_names[i] if i < len(layout.party_names) else i}"
    for f in layout.families:
        for i in range(f.count):
            for k in range(f.stride):
                names[f.base + i * f.stride + k] = f"zone {f.name} {i}, its word {k}"
    for v in layout.vars:
        count = 1
        for size in v.sizes:
            count *= size
        for i in range(count):
            names[v.base + i] = f"variable {v.name} {i if v.sizes else ''}".strip()
    for r in machine.program.routines:
        if r.pauses:
            for i, local in enumerate(r.locals):
                names[r.frame + i] = f'"{local}" of {r.name}'
    return names


def sides(game: Game, printed: bool = False, checked: bool = False) -> Shared:
    if printed or not llvmlite_is_here():
        return Printed(game.machine)
    return Compiled(game.machine, checked)


def several(args: argparse.Namespace, tables: Iterable[lock_tables.Table]) -> int:
    """Runs what is asked for; keeps in the file `--resume` what is done. Gives the number of failures."""
    path = Path(args.resume) if args.resume else None
    done: dict[str, Any] = json.loads(path.read_text()) if path and path.exists() else {}
    bad = 0
    for table in tables:
        for players in table.players():
            if args.players and players not in args.players:
                continue
            key = f"{table.name}, {players} players"
            if key in done and "wrong" not in done[key]:
                continue
            found: dict[str, Any]
            try:
                game = table.game(players)
                lock = Lockstep(game, sides(game, args.printed, args.checked))
                tally = lock.run(args.decisions, [args.seat] if args.seat else tuple(SEATS), args.first, args.longest)
                found = {"decisions": tally.decisions, "matches": tally.matches, "moves": tally.moves, "faults": tally.faults}
                found["unreached"] = tally.unreached()
            except Uncovered as e:
                found = {"refused": str(e)}
            except (Differs, LoweringError, AssertionError, IndexError) as e:
                bad += 1
                found = {"wrong": f"{type(e).__name__}: {e}"[:600]}
            print(key, json.dumps(found), flush=True)
            done[key] = found
            if path:
                path.write_text(json.dumps(done, indent=1))
    good = [d for d in done.values() if "decisions" in d]
    total, moves = sum(d["decisions"] for d in good), sum(d["moves"] for d in good)
    faults = sum(d["faults"] for d in good)
    print(f"{len(good)} tables, {total:,} decisions, {moves:,} moves, {faults} faults on both sides, {bad} wrong")
    never = [(key, d["unreached"]) for key, d in done.items() if d.get("unreached")]
    print(f"rules never reached at {len(never)} tables")
    return bad


def main(argv: Sequence[str] | None = None) -> int:
    p = argparse.ArgumentParser(description="The interpreter and the lowered form, step by step.")
    p.add_argument("--ruleset", action="append", help="a table by name (see lock_tables), or a path")
    p.add_argument("--all", action="store_true", help="every ruleset, variant and option")
    p.add_argument("--players", type=int, action="append")
    p.add_argument("--decisions", type=int, default=1000, help="at least so many for each table")
    p.add_argument("--longest", type=int, default=2000, help="at most so many a match")
    p.add_argument("--seat", choices=tuple(SEATS))
    p.add_argument("--first", type=int, default=0, help="the first seed")
    p.add_argument("--printed", action="store_true", help="the lowered form run as Python")
    p.add_argument("--checked", action="store_true", help="machine code with every index checked")
    p.add_argument("--resume", help="a file in which results are kept")
    args = p.parse_args(argv)
    if args.all:
        chosen = list(lock_tables.tables())
    else:
        chosen = [t for t in lock_tables.tables() if t.name in (args.ruleset or ())]
        known = {t.name for t in chosen}
        chosen += [lock_tables.Table(r, r) for r in args.ruleset or () if r not in known]
    try:
        return min(several(args, chosen), 1)
    finally:
        lock_tables.clean()


if __name__ == "__main__":
    sys.exit(main())

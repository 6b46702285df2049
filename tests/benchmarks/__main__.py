"""All measurements in one run: our engines beside the yardstick and OpenSpiel, starts, memory, cost as players grow.

    python -m tests.benchmarks [--seconds 2] [--rounds 5] [--yardstick FOLDER] [--open-spiel PYTHON] [--only WORD] [--write]

Pinned to one core. Each side of a line is measured after warm-up for at least so many seconds a round, in turn; what is shown is
the median of the rounds. `--write` puts the page into docs/benchmarks.md. OpenSpiel may lie in another
Python, which is then named.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from tests.benchmarks import report
from tests.benchmarks.compare import ROOT, Line, Side, measured, pin
from tests.benchmarks.starts import starts

from fuero.rules.locate import shipped_games

CLASSICS = ("tic-tac-toe", "connect-four", "breakthrough", "hex", "reversi", "gomoku")
NATIVE, INTERPRETER = Side("native", "ours", "native"), Side("interpreter", "ours", "interpreter")
ELSEWHERE = {2: 252, 4: 114, 5: 87}
"""El Grande by a program in Python that was written by hand for that game alone, measured earlier on a machine of this class:
matches a second of processor time by how many play.
"""
RBG = {"tic-tac-toe": 2.0, "connect-four": 5.9, "breakthrough": 1.7, "hex": 0.8, "reversi": 4.7}
"""How many times as many matches as OpenSpiel's core the C++ plays that RBG's compiler makes; not of this run."""
ABOUT = """# How fast it is

Random play over all legal moves; matches a second of processor time, on one core. Each side of a row was measured in the same
run, round by round in turn, after warm-up; a number is the median of the rounds. Compare ratios: another machine, or one that
does something else besides, gives other numbers. `make bench` measures anew.

"""


OPENSPIEL = "The core is OpenSpiel's C++ (random rollouts inside it), the loop a loop in Python over its states."
YARDSTICK = """The yardstick is a program that was lowered by hand for this game alone. With two players it leaves out the third
party that the rules have then, so that row compares different games."""
NO_YARDSTICK = "The yardstick's column is left out: no folder was given."
BY_HAND = "A program in Python, written by hand for this game alone, played on a machine of this class on another day"


def _beyond(found: report.Figures, lines: Sequence[Line], core: Side) -> str:
    """How far from the generated C++ of RBG this is, by way of OpenSpiel."""
    told = []
    for line in lines:
        ours, theirs = found[line, NATIVE].matches, found[line, core].matches
        if ours and theirs and line.game in RBG:
            told.append(f"{line.game} {ours / theirs / RBG[line.game]:.2f}")
    if not told:
        return "Without OpenSpiel nothing is said of programs that were measured beside it elsewhere."
    rates = ", ".join(f"{game} {rate}" for game, rate in RBG.items())
    return (
        f"The C++ that RBG's compiler makes was measured elsewhere at so many times OpenSpiel's core: {rates}. By way of that "
        f"the native engine plays so many times as many matches as RBG: {', '.join(told)}."
    )


def arguments(given: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--yardstick", type=Path, metavar="FOLDER", help="a hand-lowered Alhambra; else its column is left out")
    parser.add_argument("--open-spiel", default=sys.executable, metavar="PYTHON", help="the Python that has OpenSpiel")
    parser.add_argument("--only", default="", metavar="WORD", help="only games with this in their name")
    parser.add_argument("--write", action="store_true", help="write docs/benchmarks.md")
    return parser.parse_args(given)


def main(given: list[str] | None = None) -> int:
    """The command."""
    asked = arguments(given)
    if shutil.which(asked.open_spiel) is None:
        print(f"There is no program {asked.open_spiel}.", file=sys.stderr)
        return 2
    pin()
    told = page(asked)
    print(told)
    if asked.write:
        (ROOT / "docs" / "benchmarks.md").write_text(told, encoding="utf-8")
    return 0


def page(asked: argparse.Namespace) -> str:
    """Measures, and gives the page."""
    games = [g for g in shipped_games() if asked.only in g]
    classics = [Line(g, 2) for g in CLASSICS if g in games]
    alhambra = [Line("alhambra", n) for n in range(2, 7)] if "alhambra" in games else []
    el_grande = [Line("el-grande", n) for n in range(2, 6)] if "el-grande" in games else []
    core, loop = (Side(f"OpenSpiel {how}", "openspiel", how, python=asked.open_spiel) for how in ("core", "loop"))
    hand = Side("yardstick", "yardstick", "native", (str(asked.yardstick),)) if asked.yardstick else None
    own = (NATIVE, INTERPRETER)
    beside = (*own, hand) if hand else own
    lines = [*((x, (*own, core, loop)) for x in classics), *((x, beside) for x in alhambra), *((x, own) for x in el_grande)]
    found = measured(lines, asked.seconds, asked.rounds, lambda text: print(text, file=sys.stderr, flush=True))
    parts = [ABOUT + f"{date.today().isoformat()}. {report.machine()}. {asked.rounds} rounds of {asked.seconds:g} s."]
    if classics:
        told = report.matches(found, classics, (*own, core, loop), ((NATIVE, core), (INTERPRETER, loop)))
        parts.append(f"## Classics, beside OpenSpiel\n\n{OPENSPIEL}\n\n{told}\n\n{_beyond(found, classics, core)}")
    if alhambra:
        told = report.matches(found, alhambra, beside, ((NATIVE, hand),) if hand else ())
        parts.append(f"## Alhambra\n\n{YARDSTICK if hand else NO_YARDSTICK}\n\n{told}")
    if el_grande:
        text = ", ".join(f"{rate} with {n} players" for n, rate in ELSEWHERE.items())
        told = report.matches(found, el_grande, own, ())
        parts.append(f"## El Grande\n\n{told}\n\n{BY_HAND} {text}.")
    growing = [x for x in (*alhambra, *el_grande, *classics) if not found[x, NATIVE].missing]
    if growing:
        parts.append("## As players grow\n\nThe native engine.\n\n" + report.growing(found, growing, NATIVE))
    first = next((x for x in (alhambra[1:] or el_grande or classics)), None)
    if first is not None:
        engines = ("native", "auto", "interpreter")
        often = max(asked.rounds // 2, 1)
        costs = [(f"{first.game}, {first.players}, {e}", *starts(first.game, first.players, e, often)) for e in engines]
        parts.append("## Starts and memory\n\nBy the clock on the wall; cold: nothing was kept.\n\n" + report.beginnings(costs))
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    sys.exit(main())

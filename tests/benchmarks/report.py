"""What was measured, as a page: tables with ratios, the date, and the machine in words.

In: figures. Out: Markdown. Law: a ratio stands only between two sides that were measured in the same run.
"""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from tests.benchmarks.compare import Figure, Line, Side
from tests.benchmarks.starts import Cost

Figures = Mapping[tuple[Line, Side], Figure]


def number(value: float) -> str:
    """Three figures that count: 1,230,000 · 45.2 · 0.31.

    >>> number(1234567), number(45.234), number(0.3149), number(0)
    ('1,230,000', '45.2', '0.315', '0')
    """
    if not value:
        return "0"
    digits = len(str(int(abs(value)))) if abs(value) >= 1 else 0
    rounded = round(value, 3 - digits)
    return f"{rounded:,.{max(3 - digits, 0)}f}"


def machine() -> str:
    """The machine in words: processor, cores, memory, system, versions."""
    name, memory = platform.processor() or platform.machine(), ""
    try:
        found = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.M)
        name = found[1].strip() if found else name
        kept = re.search(r"^MemTotal:\s*(\d+)", Path("/proc/meminfo").read_text(encoding="utf-8"), re.M)
        memory = f", {int(kept[1]) / 1e6:.0f} GB" if kept else ""
    except OSError:
        pass
    packages = ", ".join(f"{p} {v}" for p in ("llvmlite", "open_spiel") if (v := _version(p)))
    cores = os.cpu_count() or 1
    kind = f"{platform.system()} {platform.machine()}, {name}, {cores} {'core' if cores == 1 else 'cores'}{memory}"
    return f"{kind}; Python {platform.python_version()}{', ' + packages if packages else ''}"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def table(rows: Sequence[Sequence[str]]) -> str:
    """A table of Markdown; the first row is its head. All but the first column stand to the right.

    >>> print(table([("game", "a second"), ("hex", "12")]))
    | game | a second |
    |------|---------:|
    | hex  |       12 |
    """
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for first, *rest in rows:
        cells = [first.ljust(widths[0]), *(c.rjust(w) for c, w in zip(rest, widths[1:], strict=True))]
        lines.append("| " + " | ".join(cells) + " |")
    rule = "|" + "|".join("-" * (w + 2) if i == 0 else "-" * (w + 1) + ":" for i, w in enumerate(widths)) + "|"
    return "\n".join([lines[0], rule, *lines[1:]])


def matches(figures: Figures, lines: Sequence[Line], sides: Sequence[Side], ratios: Sequence[tuple[Side, Side]]) -> str:
    """Matches a second, and how many times as many one side plays as the other; below it what is missing, and why."""
    head = ["matches a second", *(s.title for s in sides), *(f"{a.title} : {b.title}" for a, b in ratios)]
    rows = [head]
    for line in lines:
        row = [f"{line.game}, {line.players}"]
        row += [number(f.matches) if (f := figures[line, s]).matches else "–" for s in sides]
        for a, b in ratios:
            over, under = figures[line, a].matches, figures[line, b].matches
            row.append(f"{over / under:.2f}" if over and under else "–")
        rows.append(row)
    told = sorted({f"{side.title}: {f.missing}" for (_, side), f in figures.items() if side in sides and f.missing})
    return "\n\n".join([table(rows), *(f"Left out: {text}." for text in told)])


def growing(figures: Figures, lines: Sequence[Line], side: Side) -> str:
    """What a match and a decision cost as more play."""
    rows = [["players", "matches a second", "decisions a second", "decisions a match", "µs a match", "ns a decision"]]
    for line in lines:
        f = figures[line, side]
        if f.matches and f.decisions:
            rows.append(
                [
                    f"{line.game}, {line.players}",
                    number(f.matches),
                    number(f.decisions),
                    f"{f.decisions / f.matches:.1f}",
                    number(1e6 / f.matches),
                    number(1e9 / f.decisions),
                ]
            )
    return table(rows)


def beginnings(costs: Sequence[tuple[str, Cost, Cost]]) -> str:
    """Cold and cached starts, with the memory of each."""
    rows = [["one match, whole command", "cold, s", "cached, s", "cold, MB", "cached, MB"]]
    rows += [
        [what, f"{cold.seconds:.2f}", f"{cached.seconds:.2f}", f"{cold.megabytes:.0f}", f"{cached.megabytes:.0f}"]
        for what, cold, cached in costs
    ]
    return table(rows)

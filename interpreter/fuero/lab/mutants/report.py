"""What became of the mutants of a ruleset, in figures and as a list of what no worked example pins down.

Outcomes come in; lines of text or plain data for JSON go out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fuero.lab.mutants.nodes import Mutant, Outcome


@dataclass(frozen=True, slots=True)
class Tally:
    """How many mutants count, and how many of them were noticed."""

    counted: int
    noticed: int
    same: int
    refused: int

    @property
    def share(self) -> float:
        """The part that was noticed, 0 to 1; 1 where nothing counts."""
        return self.noticed / self.counted if self.counted else 1.0


def tally(outcomes: Sequence[Outcome]) -> Tally:
    """The figures of a run."""
    fates = Counter(outcome.fate for outcome in outcomes)
    return Tally(fates["noticed"] + fates["survived"], fates["noticed"], fates["same"], fates["refused"])


def survivors(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """What no example noticed, in the order of the ruleset."""
    return [outcome for outcome in outcomes if outcome.fate == "survived"]


def lines(name: str, outcomes: Sequence[Outcome], files: Mapping[str, str]) -> list[str]:
    """The report as text: each survivor with its place, the line as written, the change, and how near the examples came."""
    found = tally(outcomes)
    told: list[str] = []
    before = ("", 0, "")
    for outcome in survivors(outcomes):
        file, line = place_of(outcome.mutant, files)
        if (file, line, outcome.mutant.part) != before:
            before = (file, line, outcome.mutant.part)
            told += [f"{file}, line {line}: {outcome.mutant.part}", f"  {_line(files, file, line)}"]
        told.append(f"    {outcome.mutant.change}  ({_near(outcome.reached)})")
    if told:
        told = ["Not noticed by any scenario:", "", *told, ""]
    sorts = list(_sorts(outcomes))
    width = max([len(sort) for sort, *_ in sorts], default=0)
    told += [f"{sort:{width}} {noticed:4} of {counted:4} noticed" for sort, noticed, counted in sorts]
    told.append(f"{name}: {found.counted} changes of the rules, {found.noticed} noticed ({found.share:.1%}).")
    if found.same or found.refused:
        told.append(f"Not counted: {found.same} that play the same, {found.refused} that the checker would refuse.")
    return told


def _near(reached: int) -> str:
    if not reached:
        return "no scenario comes by this rule"
    return f"{reached} {'scenario comes' if reached == 1 else 'scenarios come'} by this rule"


def place_of(mutant: Mutant, files: Mapping[str, str]) -> tuple[str, int]:
    """File and line of a change. What RULES hold without a place is looked for by the word its line begins with."""
    if mutant.place.line:
        return mutant.place.file, mutant.place.line
    word = "neutral" if mutant.group.startswith("neutral") else mutant.group
    for file, text in files.items():
        for number, line in enumerate(text.splitlines(), 1):
            if line.startswith(f"{word} "):
                return file, number
    return "", 0


def _line(files: Mapping[str, str], file: str, line: int) -> str:
    text = files.get(file, "").splitlines()
    return text[line - 1].strip() if 0 < line <= len(text) else ""


def _sorts(outcomes: Sequence[Outcome]) -> list[tuple[str, int, int]]:
    """For each sort of change how many were noticed, of how many; the largest first."""
    counted: Counter[str] = Counter(o.mutant.sort for o in outcomes if o.fate in ("noticed", "survived"))
    noticed: Counter[str] = Counter(o.mutant.sort for o in outcomes if o.fate == "noticed")
    return [(sort, noticed[sort], count) for sort, count in sorted(counted.items(), key=lambda x: (-x[1], x[0]))]


def data(name: str, outcomes: Sequence[Outcome], scenarios: int, files: Mapping[str, str]) -> dict[str, Any]:
    """The report as plain data."""
    found = tally(outcomes)
    return {
        "ruleset": name,
        "scenarios": scenarios,
        "changes": found.counted,
        "noticed": found.noticed,
        "share": round(found.share, 4),
        "same": found.same,
        "refused": found.refused,
        "sorts": {sort: {"noticed": noticed, "changes": counted} for sort, noticed, counted in _sorts(outcomes)},
        "survivors": [
            {
                "rule": o.mutant.part,
                "sort": o.mutant.sort,
                "change": o.mutant.change,
                "was": o.mutant.was,
                "now": o.mutant.now,
                "file": place_of(o.mutant, files)[0],
                "line": place_of(o.mutant, files)[1],
                "reached": o.reached,
            }
            for o in survivors(outcomes)
        ],
    }

"""Seeds mistakes into all shipped files and counts what the checker says: `python -m tests.mistakes.measure`.

Prints a table with a line an operator, and what was missed. Exit code 1 where something ended in a traceback.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.mistakes.drawn import drawn
from tests.mistakes.judge import Judge, Verdict, remembered
from tests.mistakes.operators import MISSPELT, OPERATORS
from tests.mistakes.seeded import Mistake

SEED = 7
COUNT = 900
PAGE = """# Seeded mistakes

Mistakes that people make when they write rules are put into the shipped files, one at a time, and what `fuero check` says is
counted. The table is made by `make mistakes` (`python -m tests.mistakes.measure --page`), with a fixed seed; the operators stand
in `tests/mistakes/`, a file a family.

What counts:

- **right line**: a finding stands at the line that was changed. Where something was dropped, doubled or named like another
  thing, the operator says which lines are to be looked at: the line above or below, the other of the two, the lines that speak
  of what is gone.
- **suggested**: the finding brings the name that was meant; where a declaration itself was misspelt, a use of it brings the
  name as it is declared now.
- A name is misspelt only where the game says it in a second place outside of worked examples (a part's name: in a path); else the
  other spelling is just another name. One that is told in another way than by a suggestion counts as not suggested.
- **elsewhere**: there are findings, but at other lines only. **missed**: there is none.
- **harmless**: nothing is said, and the meaning hash is that of the untouched ruleset. That hash does not cover worked
  examples: for those, the example as read has to be the same but for title and citations.
- A file of worked examples is also judged by `fuero test`, for the examples that the change touches: `fuero check` of a game
  does not play them. Everything else is judged by what `fuero check` says of the game's folder, or of the variant's file.
- What makes another sound ruleset is no mistake of this sort: other numbers, clauses left out, rules exchanged for ones of the
  same sort. `fuero test --mutate` asks whether the worked examples notice those.
- **findings each**: how many there are for one mistake that is not harmless. Warnings that the untouched file has are left out.

"""
HEADER = "| operator | seeded | right line | suggested | elsewhere | missed | harmless | findings each |"


def judged(mistakes: Sequence[Mistake]) -> list[Verdict]:
    """The verdicts of some mistakes, in their order."""
    with tempfile.TemporaryDirectory() as folder, remembered():
        judge = Judge(Path(folder))
        return [judge.judge(mistake) for mistake in mistakes]


def measured(mistakes: Sequence[Mistake], workers: int = 1) -> list[Verdict]:
    """The same by several processes; what comes out does not hang on their number."""
    if workers < 2:
        return judged(mistakes)
    parts = [mistakes[i::workers] for i in range(workers)]
    with ProcessPoolExecutor(workers) as pool:
        found = list(pool.map(judged, parts))
    return [found[i % workers][i // workers] for i in range(len(mistakes))]


def counted(name: str, verdicts: Sequence[Verdict]) -> str:
    """One line of the table."""
    kinds = [v.kind for v in verdicts]
    wrong = [v for v in verdicts if v.kind not in ("harmless",)]
    each = sum(len(v.findings) for v in wrong) / len(wrong) if wrong else 0
    cells = (
        name,
        len(verdicts),
        kinds.count("right"),
        sum(v.suggested for v in verdicts) if any(v.mistake.wanted for v in verdicts) else "",
        kinds.count("elsewhere"),
        kinds.count("missed") + kinds.count("traceback"),
        kinds.count("harmless"),
        f"{each:.2f}" if wrong else "",
    )
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def share_suggested(verdicts: Iterable[Verdict]) -> float:
    """Of misspelt names that mean something else now or nothing: how many got the right suggestion."""
    told = [v.suggested for v in verdicts if v.mistake.operator in MISSPELT and v.kind != "harmless"]
    return sum(told) / len(told) if told else 1.0


def share_right(verdicts: Iterable[Verdict]) -> float:
    """Of all other mistakes that are not harmless: how many were caught at the right line."""
    told = [v.kind == "right" for v in verdicts if v.mistake.operator not in MISSPELT and v.kind != "harmless"]
    return sum(told) / len(told) if told else 1.0


def told(verdict: Verdict) -> str:
    """A miss in one line."""
    m = verdict.mistake
    said = "; ".join(f"line {d.span.line}: {d.message}" for d in verdict.findings[:2])
    said = said or verdict.trouble.strip()[-300:] or "nothing is said"
    said = re.sub(r"[^ \"]*/rulesets/", "", said)
    return f"- {m.operator}, {m.file} line {m.line}, `{_short(m.before)}` → `{_short(m.after)}` ({verdict.kind}): {said}"


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) < 60 else text[:57] + "…"


def fell_short(verdict: Verdict) -> bool:
    if verdict.kind == "harmless":
        return False
    return not verdict.suggested if verdict.mistake.operator in MISSPELT else verdict.kind != "right"


def report(verdicts: Sequence[Verdict]) -> str:
    lines = [HEADER, "|" + "---|" * 8]
    for name in OPERATORS:
        mine = [v for v in verdicts if v.mistake.operator == name]
        if mine:
            lines.append(counted(name, mine))
    lines.append(counted("all", verdicts))
    wrong = [v for v in verdicts if v.kind != "harmless"]
    names = [v for v in wrong if v.mistake.operator in MISSPELT]
    lines += [
        "",
        f"Misspelt names with the right suggestion: {share_suggested(verdicts):.1%} of {len(names)}.",
        f"Other mistakes caught at the right line: {share_right(verdicts):.1%} of {len(wrong) - len(names)}.",
        f"Tracebacks: {sum(v.kind == 'traceback' for v in verdicts)}.",
    ]
    short = [v for v in verdicts if fell_short(v)]
    lines += ["", f"What falls short ({len(short)}):", "", *map(told, short)]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mistakes.measure", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--operator", default="", help="only operators whose name holds this")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--page", action="store_true", help="write the whole page of the documentation")
    chosen = parser.parse_args(arguments)
    verdicts = measured(drawn(chosen.seed, chosen.count, chosen.operator), chosen.workers)
    print((PAGE if chosen.page else "") + report(verdicts))
    return int(any(v.kind == "traceback" for v in verdicts))


if __name__ == "__main__":
    sys.exit(main())

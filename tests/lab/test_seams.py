"""Every line that `show seams` offers, filled in, finds what it names and may stand there."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from fuero.lab.inventory import TOPICS, Entry, inventory
from fuero.lab.inventory_text import lines
from fuero.lab.seams import GROUPS
from fuero.rules.load import examine, resolve

STONES = Path(__file__).parents[1] / "table" / "stones" / "stones.fuero"
COMPOSING = {
    "unknown-target", "which-target", "which-ask", "no-question", "no-moment", "cannot-set", "cannot-except", "cannot-extend",
    "wrong-part", "syntax", "one-of-these", "other-spelling", "belongs-nowhere", "does-not-belong",
}  # fmt: skip
"""What is found where a line names nothing, or stands where it cannot."""


def filled(entry: Entry, line: str, rules: object, at: str) -> list[str]:
    """The line with names and values, and what must stand below it."""
    verb = line.split(" ")[0]
    said = line.replace("NAME", "probe")
    if verb == "set" and " at … " in said:
        said = said.replace("at …", f"at {at}").replace("to …", "to 1")
    elif verb == "set" and said.endswith(".ties to …"):
        said = said.replace("…", "share rounded up")
    elif verb == "set":
        said = said.replace(
            "…", "yes" if "yes-no" in entry.text else entry.text.partition("usually ")[2].partition("\n")[0] or "1"
        )
    elif verb == "extend":
        said = said.replace("…", "probing")
    elif said.startswith("add offer"):
        return [said.replace("…", "probing"), 'action probing "Probe"', "  effect", '    say "Probe."']
    said = said.replace("add field probe : …", "add field probe : 1..2").replace("when …", "when true")
    said = said.replace("when true", "when players > 2")
    if verb in ("before", "after", "instead", "upon"):
        return [said, '  say "Here."']
    if said.startswith("add case") and entry.what == "cases":
        return [said, '  say "Here."']
    if verb == "replace" and entry.what == "case" and "\n" in entry.text:
        return [said, '  say "Here."']
    if said.startswith(("add ", "replace ")) and "add field" not in said:
        return [said, "  0" if entry.what in ("total", "part") else "  yes"]
    return [said]


@pytest.mark.parametrize("game", ["alhambra", "three-hills", str(STONES)])
def test_every_seam_line_can_be_written(game: str, tmp_path: Path) -> None:
    home = tmp_path
    if game == str(STONES):
        home = tmp_path / "stones"
        shutil.copytree(STONES.parent, home)
        game = str(home / "stones.fuero")
    resolved = resolve(game)
    entries = inventory(resolved.rules, "seams", resolved.merged.declarations)
    cells = {t.name: _heads(t) for t in resolved.rules.tables}
    tried = 0
    # All at once would clash: one variant for the first line of each thing, one for the second …
    for which in range(4):
        text = [f'variant probe{which} for {resolved.rules.name} "Probe"']
        for number, entry in enumerate(entries):
            if which < len(entry.write):
                body = filled(entry, entry.write[which], resolved.rules, cells.get(entry.name, ""))
                text += [re.sub(r"\bprob(e|ing)\b(?!\.\")", rf"prob\1-{number}", line) for line in body]
                tried += 1
        if len(text) == 1:
            continue
        path = home / "probe.fuero"
        path.write_text("\n".join(text) + "\n", encoding="utf-8")
        found = [d for d in examine(str(path)).diagnostics if d.code in COMPOSING and d.span.file.endswith("probe.fuero")]
        shown = [(text[d.span.line - 1], d.code, d.message) for d in found]
        assert not shown, shown[:5]
    assert tried > len(entries)


def _heads(table: object) -> str:
    heads = [row[0] for row in table.headings]  # type: ignore[attr-defined]
    return heads[0] if len(heads) == 1 else f"({', '.join(heads)})"


def test_each_kind_of_seam_has_its_group_once() -> None:
    kinds = [kind for _, _, kinds in GROUPS for kind in kinds]
    assert len(kinds) == len(set(kinds))


@pytest.mark.parametrize("topic", TOPICS)
@pytest.mark.parametrize("game", ["alhambra", "three-hills"])
@pytest.mark.parametrize("width", [60, 100])
def test_every_topic_fits_the_screen(game: str, topic: str, width: int) -> None:
    resolved = resolve(game)
    entries = inventory(resolved.rules, topic, resolved.merged.declarations)
    shown = lines(entries, topic, resolved.rules, width)
    assert shown
    for line in shown:
        assert len(line) <= width or max(map(len, line.split())) > width // 3, line
    for entry in entries:
        assert entry.what and entry.name


def test_what_is_assumed_includes_the_facts_of_the_game() -> None:
    resolved = resolve("alhambra")
    assert "neutral" in {e.what for e in inventory(resolved.rules, "assumed", resolved.merged.declarations)}


def test_the_flow_is_told_from_set_up_to_the_end() -> None:
    resolved = resolve("alhambra")
    names = [e.name for e in inventory(resolved.rules, "flow")]
    assert names[0] == "setup" and names.index("play") < names.index("turn") < names.index("turn.act") < names.index(
        "turn.refill"
    )
    assert names[-1].startswith("end.")


def test_points_are_told_wherever_they_are_given() -> None:
    resolved = resolve("alhambra")
    entries = {e.name: e for e in inventory(resolved.rules, "points")}
    assert "share rounded down" in entries["buildings.ties"].text
    assert "wall-points(p) for p" in entries["scoring.outer-wall"].text


def test_what_has_no_source_is_listed() -> None:
    resolved = resolve("alhambra")
    names = {e.name for e in inventory(resolved.rules, "uncited")}
    assert "worth" in names and "take-money.small" not in names and "buildings.ties" not in names

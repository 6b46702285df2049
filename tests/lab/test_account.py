"""What `check` says of a sound ruleset: counts, and what overlays change in their game."""

from __future__ import annotations

from pathlib import Path

import pytest

from fuero.lab.account import account, changes, counted, sources_of_changes
from fuero.rules.load import resolve
from fuero.rules.nodes import Ruleset

SAMPLE = str(Path(__file__).parents[1] / "table" / "stones" / "stones.fuero")


def changed(tmp_path: Path, *lines: str) -> tuple[Ruleset, Ruleset]:
    """The game, and the game with a variant of these lines."""
    path = tmp_path / "friday.fuero"
    base = Path(SAMPLE).read_text(encoding="utf-8")
    (tmp_path / "stones.fuero").write_text(base, encoding="utf-8")
    path.write_text("\n".join(['variant friday for stones "Friday"', *lines, ""]), encoding="utf-8")
    return resolve(str(tmp_path / "stones.fuero")).rules, resolve(str(path)).rules


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["set limit to 6"], "changes 1 number: limit 5, now 6 (house)"),
        (["set begin-with to 2"], "changes 1 number: begin-with 3, now 2 (house)"),
        (["set limit to 6  @book/take"], "changes 1 number: limit 5, now 6 (@book/take)"),
        (["drop take.small"], "changes 1 rule of {rules} (take.small dropped)"),
        (["replace take.small", "  yes"], "changes 1 rule of {rules} (take.small)"),
        (["set end.winner to fewest points"], "changes 1 rule of {rules} (end.winner)"),
        (
            ["drop take.small", "set limit to 6", "set begin-with to 2"],
            "changes 1 rule of {rules} (take.small dropped) and 2 numbers: begin-with 3, now 2 (house); limit 5, now 6 (house)",
        ),
        (
            ["number bonus = 2", "after turn.act as more", "  score bonus for you"],
            "adds 1 moment (more) and 1 number: bonus 2 (house)",
        ),
        (
            ["points even", "  scored in every count-up", "  for each p in player", "  pays 1"],
            "adds 1 rule (even)",
        ),
        (['why "Nothing."'], "changes nothing in play (of {rules} rules)"),
    ],
)
def test_a_change_is_named_with_both_values(lines: list[str], said: str, tmp_path: Path) -> None:
    base, rules = changed(tmp_path, *lines)
    assert changes(base, rules) == said.format(rules=account(base).rules)


def test_the_lines_of_a_rule_of_points_are_one_rule(tmp_path: Path) -> None:
    base, rules = changed(tmp_path, "points even", "  scored in every count-up", "  for each p in player", "  pays 1")
    assert account(rules).rules == account(base).rules + 1


def test_what_an_overlay_brings_is_counted_not_what_the_game_has(tmp_path: Path) -> None:
    base, rules = changed(tmp_path, "set limit to 6", "set begin-with to 2  @assumed", "drop take.not-none  @book/take")
    assert sources_of_changes(base, rules) == "House rules: 1, Assumed: 1, no source missing."
    assert sources_of_changes(base, base) == ""


def test_rules_without_a_source_are_counted() -> None:
    rules = resolve(SAMPLE).rules
    assert account(rules).uncited > 0
    cited = account(resolve("alhambra").rules)
    assert (cited.house, cited.assumed) == (1, 2)


def test_many_changes_are_cut_short() -> None:
    assert counted(2, "line of pieces", "lines of pieces") == "2 lines of pieces"

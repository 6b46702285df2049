"""Rule mutants: each differs in one place, what scenarios pin down is noticed, what they do not is listed with its place."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest

from fuero.cli.main import main
from fuero.cli.worked import own
from fuero.lab.mutants.make import changed, declaration, mutants
from fuero.lab.mutants.nodes import Outcome, Sort
from fuero.lab.mutants.report import place_of, survivors, tally
from fuero.lab.mutants.run import run
from fuero.messages.diagnostic import FueroError
from fuero.program.lower import lower
from fuero.rules.hashes import meaning_hash
from fuero.rules.load import Resolved, resolve
from fuero.table.scenario_bench import ScenarioBench

ROOT = Path(__file__).parents[2]
STONES = str(ROOT / "tests/table/stones/stones.fuero")
HEAVY = str(ROOT / "tests/table/stones/variants/heavy.fuero")
RULESETS = sorted(str(path) for path in (ROOT / "tests/laws/rulesets").glob("*.fuero"))
GAME, PAGE = "alhambra", ROOT / "docs/mutants.md"
LEAST = 0.92
"""The share of the shipped game's mutants that its scenarios are to notice, and a sample of them."""

Said = pytest.CaptureFixture[str]


def outcomes(resolved: Resolved, workers: int = 1) -> list[Outcome]:
    return run(ScenarioBench(resolved), mutants(resolved.rules), workers)


@pytest.mark.parametrize("ruleset", [STONES, *RULESETS, GAME])
def test_each_mutant_differs_in_one_declaration_and_from_the_others(ruleset: str) -> None:
    rules = resolve(ruleset).rules
    seen: set[str] = set()
    for mutant in mutants(rules):
        made = changed(rules, mutant, rules)
        differing = [f.name for f in fields(rules) if f.compare and getattr(rules, f.name) != getattr(made, f.name)]
        assert differing == [mutant.group], mutant
        if len(rules.procedures) < 12:  # hashes of a large ruleset take long; below it is known by its comparison
            print_of = meaning_hash(made)
            assert print_of not in seen and print_of != meaning_hash(rules), mutant
            seen.add(print_of)


@pytest.mark.parametrize("ruleset", [STONES, *RULESETS])
def test_mutants_can_be_played(ruleset: str) -> None:
    """Nearly all can be laid out at a table; the few others only because a name is no longer known."""
    rules = resolve(ruleset).rules
    made = [changed(rules, mutant, rules) for mutant in mutants(rules)]
    fates: Counter[str] = Counter()
    for one in made:
        try:
            lower(one, max(one.players))
            fates["fine"] += 1
        except (FueroError, KeyError, StopIteration, ValueError, TypeError, AttributeError, IndexError):
            fates["refused"] += 1
    assert fates["refused"] <= len(made) / 50, fates


def test_every_sort_of_change_is_made() -> None:
    made = Counter(m.sort for path in [*RULESETS, GAME] for m in mutants(resolve(path).rules))
    assert set(made) == set(get_args(Sort))


def test_what_scenarios_say_is_noticed_and_what_they_do_not_is_listed() -> None:
    resolved = own(resolve(STONES))
    fates = {(o.mutant.part, o.mutant.change): o.fate for o in outcomes(resolved)}
    assert fates["limit", "5 became 4"] == "noticed"  # {4, 1} may be taken
    assert fates["limit", "5 became 6"] == "survived"  # {4, 5} is nine: six would go unseen
    assert fates["take.small", "left out: small"] == "noticed"
    assert fates["take", "left out: move stones to your taken"] == "survived"  # nobody takes anything
    assert fates["play", "left out: perform turn as the active player"] == "refused"  # a loop that nothing ends
    limit = next(m for m in mutants(resolved.rules) if m.part == "limit")
    assert place_of(limit, resolved.files)[1] == 10
    players = next(m for m in mutants(resolved.rules) if m.group == "players")
    assert place_of(players, resolved.files)[1] == 7


def test_one_more_scenario_notices_more(tmp_path: Path) -> None:
    text = Path(STONES).read_text()
    more = tmp_path / "stones.fuero"
    more.write_text(
        text
        + """scenario "six is too much"                                            @book/take
  players A, B
  start from an empty table
  given
    shown is red-4, blue-2
  expect A may not take stones {red-4, blue-2} because take.small
"""
    )
    before, after = (tally(outcomes(own(resolve(path)))) for path in (STONES, str(more)))
    assert after.counted == before.counted and after.noticed > before.noticed


def test_workers_do_not_change_the_result() -> None:
    resolved = own(resolve(STONES))
    one, two = ([(o.fate, o.reached) for o in outcomes(resolved, n)] for n in (1, 2))
    assert one == two


def test_an_overlay_is_changed_only_where_it_speaks() -> None:
    rules = resolve(HEAVY).rules
    assert [(m.part, m.change) for m in mutants(rules)] == [("limit", "9 became 10"), ("limit", "9 became 8")]
    assert declaration(rules, "numbers", "limit").origin.trail


def test_a_cell_that_an_overlay_sets_is_the_overlays(tmp_path: Path) -> None:
    for path in (ROOT / "rulesets" / GAME).glob("*.*"):
        (tmp_path / path.name).write_text(path.read_text())
    own_rule = tmp_path / "variants" / "third.fuero"
    own_rule.parent.mkdir()
    own_rule.write_text(f'variant third for {GAME} "Third"   @house\nset prizes at (tower, scoring 3, 3rd) to 7\n')
    made = mutants(resolve(str(own_rule)).rules)
    assert [(m.part, m.change, m.place.line) for m in made] == [
        ("prizes at (tower, scoring 3, 3rd)", "7 became 8", 2),
        ("prizes at (tower, scoring 3, 3rd)", "7 became 6", 2),
    ]


def test_the_command_lists_survivors_and_says_how_many(capsys: Said) -> None:
    assert main(["test", STONES, "--mutate", "--rule", "limit"]) == 1
    out = capsys.readouterr().out
    assert "stones.fuero, line 10: limit" in out and "5 became 6  (1 scenario comes by this rule)" in out
    assert "2 changes of the rules, 1 noticed (50.0%)." in out
    assert main(["test", STONES, "--mutate", "--rule", "limit", "--at-least", "50"]) == 0
    assert main(["test", HEAVY, "--mutate", "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out.partition("\n{")[2].join(["{", ""]))
    assert (told["changes"], told["share"], told["survivors"]) == (2, 1.0, [])


def test_a_sample_is_the_same_for_the_same_seed(capsys: Said) -> None:
    texts = []
    for _ in range(2):
        main(["test", STONES, "--mutate", "--sample", "10", "--seed", "4"])
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1] and "10 changes" in texts[0]


def test_wrong_use_is_said(capsys: Said) -> None:
    assert main(["test", STONES, "--rule", "limit"]) == 2
    assert main(["test", STONES, "--mutate", "--rule", "limmit"]) == 2
    assert 'no rule "limmit"' in capsys.readouterr().err


def test_scenarios_that_fail_are_told_first(tmp_path: Path, capsys: Said) -> None:
    broken = tmp_path / "stones.fuero"
    broken.write_text(Path(STONES).read_text().replace("expect score of B = 4", "expect score of B = 5"))
    assert main(["test", str(broken), "--mutate"]) == 1
    err = capsys.readouterr().err
    assert "failed: the weights are counted" in err and "must hold before" in err


def test_a_sample_of_the_shipped_game(capsys: Said) -> None:
    assert main(["test", GAME, "--mutate", "--sample", "20", "--seed", "2", "--at-least", str(LEAST * 100)]) == 0
    assert capsys.readouterr().out


def _reasons() -> list[tuple[str, str]]:
    """The survivors that the page lists: the rule and the change, as the command says them."""
    rows = re.findall(r"^\| `([^`]+)` \| `([^`]+)` \| .+ \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    return [(rule, change) for rule, change in rows]


def test_the_page_speaks_of_changes_that_exist() -> None:
    made = Counter((m.part, m.change) for m in mutants(resolve(GAME).rules))
    assert _reasons() and all(row in made for row in _reasons()), [row for row in _reasons() if row not in made]


@pytest.mark.soak
def test_the_page_lists_every_survivor_of_the_shipped_game() -> None:
    found = outcomes(own(resolve(GAME)), 2)
    assert tally(found).share >= LEAST
    assert Counter((o.mutant.part, o.mutant.change) for o in survivors(found)) == Counter(_reasons())

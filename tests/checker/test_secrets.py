"""Secrets: each file is a rule or two of one small game; the end of a line says what is found there, and nothing else is."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from fuero import resources
from fuero.checker.secrets import secrets
from fuero.messages.diagnostic import Diagnostic
from fuero.messages.registry import REGISTRY
from fuero.messages.registry.entry import says
from fuero.messages.registry.secrets import SECRETS
from fuero.rules import nodes as r
from fuero.rules.bind.walk import walk
from fuero.rules.load import examine, resolve
from fuero.rules.nodes import Ruleset

HERE = Path(__file__).parent
FRAME = (HERE / "secrets" / "frame.txt").read_text(encoding="utf-8")
FILES = sorted((HERE / "secrets").glob("*/*.fuero"))
MADE_UP = [*(HERE.parent / "laws" / "rulesets").glob("*.fuero"), *(HERE.parent / "sight" / "rulesets").glob("*.fuero")]
EXPECTED = re.compile(r"# (error|warning)\[([a-z-]+)\]$")


def bound(text: str) -> Ruleset:
    seen = examine("-", stdin=lambda: text)
    assert seen.rules is not None, [d.message for d in seen.diagnostics]
    return seen.rules


def found_in(text: str) -> list[Diagnostic]:
    return secrets(bound(text))


@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_a_leak_is_found_at_its_line_and_nothing_else_is(path: Path) -> None:
    text = FRAME + path.read_text(encoding="utf-8")
    expected = [(k, m[1], m[2]) for k, line in enumerate(text.split("\n"), 1) if (m := EXPECTED.search(line))]
    assert [(d.span.line, d.severity, d.code) for d in found_in(text)] == expected
    assert bool(expected) == (path.parent.name == "bad")


@pytest.mark.parametrize("path", [p for p in FILES if p.parent.name == "bad"], ids=lambda p: p.stem)
def test_a_leak_names_the_secret_and_where_it_is_declared_and_read(path: Path) -> None:
    text = FRAME + path.read_text(encoding="utf-8")
    (leak,) = found_in(text)
    assert leak.others and leak.hint and leak.caption
    assert any(says(template, leak.message) for template in REGISTRY[leak.code].says)
    if '"hand"' in leak.message or '"stock"' in leak.message:
        assert any("declared" in place.caption for place in leak.others)


def test_the_way_of_a_secret_is_told() -> None:
    text = FRAME + (HERE / "secrets" / "bad" / "by-way-of-rules.fuero").read_text(encoding="utf-8")
    (leak,) = found_in(text)
    lines = text.split("\n")
    told = {place.caption: lines[place.span.line - 1] for place in leak.others}
    assert told["only done if this holds"] == "  if n > 10"
    assert told['"hand" is read here'].startswith("function worth")
    assert told['by way of "worth"'] == "  let much = worth(you)"
    assert told['"hand" is declared here'].startswith("zone hand")


def test_at_the_end_hands_may_count_for_points() -> None:
    text = (FRAME + (HERE / "secrets" / "good" / "scored-at-the-end.fuero").read_text(encoding="utf-8")).replace(
        "  winner   most points", "  perform  count-up\n  winner   most points"
    ) + 'procedure count-up\n  for each p in player\n    score total value of hand of p for p "strength"\n'
    assert found_in(text) == []


@pytest.mark.parametrize("name", ["alhambra", "three-hills", *map(str, sorted(MADE_UP))], ids=lambda n: Path(n).stem)
def test_what_is_shipped_or_made_up_for_sight_tells_no_secret(name: str) -> None:
    assert secrets(resolve(name).rules) == []


def test_sixteen_drafts_of_modules_together_tell_none(tmp_path: Path) -> None:
    game = tmp_path / "alhambra"
    shutil.copytree(resources.rulesets() / "alhambra", game)
    names = []
    for path in sorted((HERE.parent / "drafts" / "alhambra").iterdir()):
        if path.suffix in (".fuero", ".csv"):
            folder = game / ("bridges" if path.name.startswith("bridge-") else "modules")
            folder.mkdir(exist_ok=True)
            shutil.copy(path, folder)
            names += [path.stem] if path.suffix == ".fuero" and folder.name == "modules" else []
    assert len(names) == 16
    assert secrets(resolve(str(game / "alhambra.fuero"), modules=names).rules) == []


EXTRA = """procedure turn
  perform RULE
action bid "Bid"
  effect
    set strongest to 1
action pass "Pass"
  effect
    set strongest to 2
"""
ASKED = 'procedure turn\n  ask you "What?"\n    offer demand\n'


@pytest.mark.parametrize("entry", SECRETS, ids=lambda e: e.code)
def test_the_examples_of_the_registry(entry: object) -> None:
    code, bad, good = (getattr(entry, name) for name in ("code", "bad", "good"))
    name = bad.split()[1]
    frame = FRAME + (ASKED if bad.startswith("action") else EXTRA.replace("RULE", name))
    assert [d.code for d in found_in(frame + bad)] == [code]
    assert found_in(frame + good) == []


def test_asked_all_the_same_follows_a_secret_into_a_rule_that_is_given_it() -> None:
    """A question that hangs on a secret is put even to one who can choose nothing: also where the secret came as a parameter."""
    text = FRAME + (
        "procedure turn\n"
        "  perform give(hand of you, shown)\n"
        "procedure give(from-where: set of card, open-ones: set of card)\n"
        "  choose c : one of from-where\n"
        "    move c to shown\n"
        "  choose d : one of open-ones\n"
        "    move d to shown\n"
        "  if rounds = 3\n"
        "    let x = hand of you\n"
        "    choose e : one of x\n"
        "      move e to shown\n"
        "  otherwise\n"
        "    let x = shown\n"
        "    choose f : one of x\n"
        "      move f to shown\n"
    )
    rules = bound(text)
    found = {n.choices[0].name: n.private for p in rules.procedures for n in walk(p) if isinstance(n, r.Choose)}
    assert found == {"c": True, "d": False, "e": True, "f": False}

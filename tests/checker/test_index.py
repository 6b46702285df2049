"""The index sees every node once, and knows who reads and who writes."""

from __future__ import annotations

from collections import Counter
from typing import get_args

import pytest

from fuero.checker import findings
from fuero.checker.index import Index
from fuero.rules import nodes as R
from fuero.rules.bind.walk import walk
from fuero.rules.load import examine, resolve

NODES = {*get_args(R.Term), *get_args(R.Statement)} - {R.Const}  # numbers also stand in types, which only the index goes into


@pytest.mark.parametrize("ruleset", ["alhambra", "three-hills"])
def test_every_term_and_statement_is_there_once(ruleset: str) -> None:
    rules = resolve(ruleset).rules
    index = Index(rules)
    seen = Counter({cls: len(found) for cls, found in index.by_class.items() if cls in NODES})
    assert seen == Counter(type(node) for node in walk(rules) if type(node) in NODES)


def test_who_reads_and_who_writes() -> None:
    uses = Index(resolve("alhambra").rules).uses
    assert {f.owner for f in uses.writes["var actions"]} == {"procedure turn", "action buy", "action stop-here"}
    assert {f.owner for f in uses.reads["var actions"]} == {"procedure turn"}, "to count it up is not to read it"
    assert "procedure refill-display" in {f.owner for f in uses.reads["zone discard"]}
    assert {f.owner for f in uses.writes["zone discard"]} == {"rule spent-to"}
    assert {f.owner for f in uses.reads["rule worth"]} >= {"action buy", "action take-money"}


def test_what_nothing_reads_any_more_is_told_at_the_change() -> None:
    text = 'variant friday for alhambra "Friday"   @house\ndrop take-money.small\nset money-limit to 6\n'
    seen = examine("-", stdin=lambda: text)
    assert seen.rules is not None and seen.merged is not None
    [told] = findings(seen.rules, seen.merged)
    assert told.message == 'Nothing reads the number "money-limit" any more, so this changes nothing.'
    assert (told.code, told.span.line, told.caption) == ("unread", 3, "changed here")
    [place] = told.others
    assert place.span.file.endswith("alhambra.fuero") and place.caption == "declared here"


def test_the_game_is_not_blamed_for_what_an_overlay_leaves_unread() -> None:
    text = 'variant friday for alhambra "Friday"   @house\ndrop take-money.small\n'
    seen = examine("-", stdin=lambda: text)
    assert seen.rules is not None and seen.merged is not None
    assert findings(seen.rules, seen.merged) == []

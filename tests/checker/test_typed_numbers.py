"""A number typed out in a sentence whose rule reads it under a name."""

from __future__ import annotations

from pathlib import Path

import pytest

from fuero.checker.typed_numbers import typed_numbers
from fuero.messages.registry.wording import WORDING
from fuero.rules.load import examine, resolve

FRAME = (Path(__file__).parent / "secrets" / "frame.txt").read_text(encoding="utf-8")
TURN = 'procedure turn\n  ask you "What?"\n    offer give\n    offer wait\n'
GIVE = 'action give "Give"\n  choose cards : some of your hand\n  require small "{}"\n    {}\n  effect\n    move cards to shown\n'


def warned(sentence: str, term: str = "size of cards <= limit", more: str = "") -> list[tuple[str, str]]:
    text = FRAME + TURN + GIVE.replace("{}", sentence, 1).replace("{}", term, 1) + more
    seen = examine("-", stdin=lambda: text)
    assert seen.rules is not None, [d.message for d in seen.diagnostics]
    found = typed_numbers(seen.rules)
    lines = text.split("\n")
    for d in found:
        assert (d.code, d.severity) == ("typed-number", "warning")
        assert lines[d.span.line - 1].lstrip().startswith(("require", "score"))
        assert lines[d.others[0].span.line - 1].startswith("number limit")
    return [(d.message, d.hint) for d in found]


@pytest.mark.parametrize("sentence", ["at most 5 cards", "at most five cards", "Five cards at most"])
def test_digits_and_words(sentence: str) -> None:
    ((message, hint),) = warned(sentence)
    word = "5" if "5" in sentence else "five" if "five" in sentence else "Five"
    assert f'says "{word}"' in message
    assert hint == f'Write {{limit}}: "{sentence.replace(word, "{limit}")}"'


@pytest.mark.parametrize(
    "sentence",
    [
        "at most {limit} cards",
        "at most 50 cards",
        "no. 5a, or 5-fold, or 0.5",
        "some of the fivefold ones",
        "at most four cards",
    ],
)
def test_no_false_alarm(sentence: str) -> None:
    assert warned(sentence) == []


def test_only_a_number_that_the_rule_reads() -> None:
    assert warned("at most five cards", "size of cards <= 3") == []


def test_by_way_of_a_function_and_a_let() -> None:
    more = "function allowed(p: player) = limit\n"
    assert len(warned("at most five cards", "size of cards <= allowed(you)", more)) == 1


def test_a_reason_for_points() -> None:
    more = 'upon c : card enters shown as paid\n  score limit for the active player "five points"\n'
    assert len(warned("few", more=more)) == 1


def test_one_is_no_number_of_the_rules() -> None:
    text = (
        FRAME.replace("limit = 5", "limit = 1") + TURN + GIVE.replace("{}", "one card", 1).replace("{}", "size of cards <= limit")
    )
    seen = examine("-", stdin=lambda: text)
    assert seen.rules is not None and typed_numbers(seen.rules) == []


@pytest.mark.parametrize("name", ["alhambra", "three-hills"])
def test_what_is_shipped_types_none_out(name: str) -> None:
    assert typed_numbers(resolve(name).rules) == []


def test_the_example_of_the_registry() -> None:
    (entry,) = [e for e in WORDING if e.code == "typed-number"]
    use = 'action give "Give"\n  require few\n    few(you)\n  effect\n    set strongest to 1\n'
    for example, many in ((entry.bad, 1), (entry.good, 0)):
        text = FRAME.replace("number limit = 5\n", "") + TURN + use + example
        seen = examine("-", stdin=lambda text=text: text)
        assert seen.rules is not None, [d.message for d in seen.diagnostics]
        assert len(typed_numbers(seen.rules)) == many

"""Messages that seeded mistakes showed to be wanting: place, suggestion, and no finding that only follows from another."""

from __future__ import annotations

import pytest
from tests.rules.bind.binding import FAIR, found


def said(more: str, base: str = FAIR, **choices: object) -> list[tuple[int, str]]:
    return [(d.span.line, d.message) for d in found(more, base=base, **choices)]  # type: ignore[arg-type]


def line_of(text: str) -> int:
    return FAIR[: FAIR.index(text)].count("\n") + 1


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("zone coins  : deck of coin", "zone coins  : dekc of coin", 'Did you mean "deck"?'),
        ("trim : set of colour", "trim : seet of colour", 'Did you mean "set"?'),
        ("marks on joins of ground", "marks on jions of ground", 'Did you mean "joins"?'),
    ],
)
def test_printed_lists_suggest(old: str, new: str, message: str) -> None:
    told = said("", FAIR.replace(old, new))
    assert any(line == line_of(old) and message in text for line, text in told), told


def test_an_unknown_word_of_a_chain_with_at_is_named() -> None:
    told = said("procedure tidy(p: player, g: goods)\n  move stal at red to heap\n")
    assert len(told) == 1
    assert 'There is no "stal" here. Did you mean "stall"' in told[0][1]


@pytest.mark.parametrize(
    ("old", "again", "what"),
    [
        ('  require enough "at least {limit}"\n    paid >= limit\n', "", 'a clause "enough"'),
        ("  part purse\n    purse of p\n", "", 'a part "purse"'),
        ("  step act\n", "  step act\n", 'a step "act"'),
        ("  section turn\n", "", 'a section "turn"'),
    ],
)
def test_a_part_that_is_there_twice_is_told_at_the_second(old: str, again: str, what: str) -> None:
    twice = FAIR.replace(old, (again or old) + old, 1)
    told = [d for d in found("", base=twice) if d.code == "name-taken"]
    assert [d.message for d in told] == [f"There is {what} here already."]
    assert told[0].span.line == line_of(old) + (again or old).count("\n")
    assert told[0].others[0].span.line == line_of(old)


def test_a_range_that_goes_down_holds_nothing() -> None:
    told = found("procedure tidy\n  for each n in 3..1\n    set turns to n\n")
    assert [(d.code, d.message, d.hint) for d in told] == [
        ("out-of-range", "Nothing goes from 3 to 1.", "the smaller number first: 1..3")
    ]


BELL = 'piece bell\n  tone : 1..3\npieces bell from "bells.csv"\n'


def test_semicolons_in_a_csv_are_told_once() -> None:
    told = found(BELL, tables={"bells.csv": "id;tone\nlow;1\nhigh;3\n"})
    assert [(d.span.file, d.span.line, d.code) for d in told] == [("bells.csv", 1, "table-row")]
    assert "semicolons" in told[0].message


def test_a_row_with_a_cell_too_few_is_told_once() -> None:
    told = found(BELL, tables={"bells.csv": "id,tone\nlow\nhigh,3\n"})
    assert [(d.span.line, d.code) for d in told] == [(2, "table-row")]


def test_a_procedure_that_is_nearly_called_play_is_pointed_at() -> None:
    told = found("", base=FAIR.replace("procedure play\n", "procedure plays\n"))
    assert [(d.code, d.span.line, d.hint) for d in told] == [
        ("missing-part", line_of("procedure play\n"), 'Should "plays" be called "play"?')
    ]


def test_a_phrase_for_some_of_the_tied_is_suggested_whole() -> None:
    told = found("", base=FAIR.replace("ties      share rounded down", "ties      first nobody, oters slide"))
    assert [d.message.rpartition("them. ")[2] for d in told] == ['"others slide" may be what you mean.']


@pytest.mark.parametrize(
    ("wrong", "right"), [("celsl of ground of p", "cells"), ("aize of purse of p", "size"), ("scroe of p", "score")]
)
def test_words_of_the_language_itself_are_suggested(wrong: str, right: str) -> None:
    assert f'Did you mean "{right}"?' in said(f"function tried(p: player) = {wrong}\n")[0][1]


def test_one_slip_is_likelier_than_a_minus_without_blanks() -> None:
    told = found("number east = 1\nnumber hills = 2\nenum slope = east-hill\nnumber tried = east-hills\n")
    assert 'Did you mean "east-hill"' in told[0].message
    assert told[0].hint == ""


def test_an_attribute_that_is_misspelt_is_suggested_where_the_word_means_something_else() -> None:
    told = said("number valu = 1\nfunction tried(c: coin) = valu of c\n")
    assert [message.rpartition("nothing. ")[2] for _, message in told] == ['Did you mean "value"?']


@pytest.mark.parametrize(
    "line", ["enum board = oak, elm", "piece cell", "kind side = coin, hat", "map join of spot = 3 by 3, sides touch"]
)
def test_what_is_called_like_a_type_is_told_where_it_is_declared_and_nowhere_else(line: str) -> None:
    name = line.split()[1]
    told = found(f"{line}\nvar chosen : {name} or none = none, open\n")
    named = [d for d in told if d.code == "name-taken"]
    assert [d.message for d in named] == [f'"{name}" is a type of the language already.']
    assert named[0].span.column == line.index(name) + 1 and f'"{name}-name"' in named[0].hint
    assert not [d.message for d in told if d.code == "wrong-type"]


def test_what_is_dropped_and_still_read_is_told_at_the_line_that_drops_it() -> None:
    overlay = 'variant bare for fair "Bare"\nwhy "w"\ndrop worth\n'
    told = [d for d in found("", overlay) if d.code in ("cannot-drop", "unknown-name")]
    assert [(d.code, d.message) for d in told] == [("cannot-drop", '"worth" cannot be left out, because other rules read it.')]
    lines = FAIR.splitlines()
    assert told[0].others and all("worth" in lines[place.span.line - 1] for place in told[0].others)


def test_a_notion_that_asks_a_rule_is_given_its_name() -> None:
    told = found("function longest(p: player) = longest-run(ground of p, 5)\n")
    assert [(d.code, d.message) for d in told] == [("wrong-type", "The name of a rule is wanted here, and this is a number.")]
    assert told[0].span.column == 1 + "function longest(p: player) = longest-run(ground of p, 5)".index("5")


def test_yes_is_proposed() -> None:
    assert [d.message for d in found("function tried : yes-no = ys\n")] == ['There is no "ys" here. Did you mean "yes"?']


def test_the_column_of_neighbours_is_no_attribute_when_misspelt() -> None:
    csv = "id,nieghbours\nnorth-isle,south-isle\nsouth-isle,\n"
    told = found('map isles of isle from "isles.csv"\n', tables={"isles.csv": csv})
    assert [d.message for d in told if d.code == "unread-column"] == [
        'Nothing reads the column "nieghbours". Did you mean "neighbours"?'
    ]

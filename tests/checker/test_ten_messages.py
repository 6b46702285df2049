"""The ten messages that matter most, and the next: a file that brings each, what it says, both places, the one hint."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from fuero.checker import findings
from fuero.messages.diagnostic import Diagnostic
from fuero.rules.load import examine

GAME = """game small "Small"
players 2..4
cap 100 decisions
enum suit = red, blue
piece tile
  suit : suit
  cost : 2..13
pieces tile
  id     | suit | cost
  tile-a | red  | 2
  tile-b | red  | 6
  tile-c | blue | 6
piece coin
  value : 1..9
pieces coin = 2 of each value
zone market : place of tile per suit, open
zone palace : pile of tile per player, open
zone reserve : pile of tile per player, open
zone supply : bag of tile, hidden, size open
zone purse : pile of coin per player, owner, size open
zone discard : pile of coin, open
var price : 0..13 = 0, open
table prizes
       | 1st | 2nd
  red  | 3   | 1
  blue | 4   | 2
action buy "Buy"
  choose s : suit, pay : some of your purse
  require there "something is there"
    market at s is filled
  require enough "it is paid for"
    total value of pay >= cost of market at s + price
  effect
    move pay to discard
    move market at s to your palace
action rest "Rest"
  effect
    set price to 0
procedure play
  repeat until size of supply = 0
    draw 1 from supply to reserve of the active player
    ask the active player "What?"
      offer buy
      offer rest
    set the active player to the next player
setup
  move tile to supply
  for each s in suit
    draw 1 from supply to market at s
  for each p in player
    draw 1 from box to purse of p
majority suits for each s in suit
  among p in player
  counting count(t in palace of p where suit of t = s)
  pays prizes at s
  ties slide
end
  when size of supply = 0
  perform suits
  winner most points
  ties shared
"""


@dataclass(frozen=True)
class Case:
    """`old` in the game becomes `new` (at its end, where `old` is empty). `mark` is what is marked, `other` begins a line."""

    code: str
    old: str
    new: str
    mark: str
    says: tuple[str, ...]
    other: str = ""
    hint: str = ""
    severity: str = "error"


CASES = {
    "1 a slip of the pen": Case(
        "unknown-name",
        "",
        "function f(p: player) = size of palce of p\n",
        "palce",
        ('There is no "palce" here.', 'Did you mean "palace" (a zone,', "line 17"),
    ),
    "1 a minus": Case(
        "unknown-name",
        "",
        "var paid : 0..9 = 0, open\nfunction f = paid-price\n",
        "paid-price",
        ('There is no "paid-price"',),
        hint="paid - price",
    ),
    "2 a sign of programmers": Case(
        "other-spelling",
        "size of supply = 0\n    draw",
        "size of supply == 0\n    draw",
        "==",
        ('"==" is not a sign of this language.',),
        hint='To compare, write "=".',
    ),
    "2 a word of the language": Case(
        "other-spelling",
        "zone supply",
        "zone per : pile of tile, open\nzone supply",
        "per",
        ('"per" is a word of the language',),
        hint='for example "per-marker"',
    ),
    "3 an indented line": Case(
        "belongs-nowhere",
        "var price : 0..13 = 0, open\n",
        "var price : 0..13 = 0, open\n  move price to 3\n",
        "move",
        ('This line is indented, but the line above it ("var price …") has no lines',),
        other="action buy",
        hint="move it there",
    ),
    "4 a fixed choice": Case(
        "one-of-these",
        "ties slide",
        "ties nobody scores",
        "ties nobody scores",
        (
            'After "ties" there can be one of: share rounded down',
            '"nobody scores" is not among them',
            '"nobody" may be what you mean',
        ),
    ),
    "5 the wrong zone": Case(
        "does-not-belong",
        "",
        'action x "X"\n  choose t : one of your palace\n  effect\n    move t to discard\n',
        "discard",
        ('A tile cannot go to "discard"', 'holds only "coin"'),
        other="zone discard",
        hint='"box"',
    ),
    "6 several can be meant": Case(
        "which-one",
        "",
        "procedure q\n  for each p in player\n"
        "    choose t : one of fewest(x in palace of p: cost of x)\n      move t to supply\n",
        "t : one of fewest(x in palace of p: cost of x)",
        ("Several can be", 'Say which "t" is.'),
        hint='"by chance"',
    ),
    "7 nobody decides": Case(
        "nobody-here",
        "counting count(t in palace of p where suit of t = s)",
        "counting size of your reserve",
        "reserve",
        ('"your reserve": whose? In a scoring nobody is deciding.',),
        hint='"reserve of p"',
    ),
    "8 gone already": Case(
        "already-gone",
        "to your palace\n",
        "to your palace\n    set price to cost of market at s\n",
        "cost of market at s",
        ('"market at s" is read here', "line 35", "nothing to read"),
        other="    move market at s",
        hint="before the move: let",
        severity="warning",
    ),
    "a row out of range": Case(
        "table-row",
        "tile-b | red  | 6",
        "tile-b | red  | 19",
        "19",
        ("tile-b: cost is 19, but it may be 2 to 13.",),
        other="  cost : 2..13",
    ),
    "a row of another list": Case(
        "table-row",
        "tile-b | red  | 6",
        "tile-b | rde  | 6",
        "rde",
        ('"rde" is no suit', 'Did you mean "red"?'),
    ),
    "a row too short": Case(
        "table-row",
        "tile-b | red  | 6",
        "tile-b | red",
        "tile-b | red",
        ("2 cells", "3 columns"),
        other="  id     | suit",
    ),
    "a row too long": Case(
        "table-row",
        "tile-b | red  | 6",
        "tile-b | red  | 6 | 9",
        "9",
        ("4 cells", "3 columns"),
        other="  id     | suit",
    ),
    "a row twice": Case(
        "table-row",
        "tile-b | red  | 6",
        "tile-a | red  | 6",
        "tile-a | red  | 6",
        ('"tile-a" stands here twice',),
        other="  tile-a",
    ),
    "a heading twice": Case(
        "table-row",
        "| 1st | 2nd",
        "| 1st | 1st",
        "1st",
        ('The column "1st" stands here twice.',),
        other="       | 1st",
    ),
    "a column nobody reads": Case(
        "unread-column",
        "| suit | cost",
        "| suit | cots",
        "cots",
        ('Nothing reads the column "cots". Did you mean "cost"?',),
    ),
    "a lost pipe": Case("table-row", "blue | 4   | 2", "blue | 4   2", "4   2", ("too few cells",), hint="|"),
    "a heading misspelt": Case(
        "unknown-name",
        "blue | 4   | 2",
        "bleu | 4   | 2",
        "bleu",
        ('There is no heading "bleu" here. Did you mean "blue"?',),
    ),
    "rounding": Case(
        "rounding",
        "",
        "function f = 3 / 2\n",
        "3 / 2",
        ("3 / 2 need not be a whole number.", '"rounded up" or "rounded down"'),
        hint="3 / 2 rounded down",
    ),
}


def everything(text: str) -> tuple[Diagnostic, ...]:
    seen = examine("-", stdin=lambda: text)
    more = findings(seen.rules, seen.merged) if seen.rules is not None and seen.merged is not None else []
    return (*seen.diagnostics, *more)


def told(text: str) -> list[Diagnostic]:
    """What is found, but for what nothing reads: these files are drafts."""
    return [d for d in dict.fromkeys(everything(text)) if d.code not in ("unread", "never-happens", "never-changes")]


def test_the_game_itself_is_sound() -> None:
    assert told(GAME) == []


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_one_mistake_is_told_once_in_these_words(case: Case) -> None:
    text = GAME.replace(case.old, case.new, 1) if case.old else GAME + case.new
    assert text != GAME
    lines = text.split("\n")
    [found] = told(text)
    assert (found.code, found.severity) == (case.code, case.severity)
    for words in case.says:
        assert words in found.message
    line = lines[found.span.line - 1]
    assert line[found.span.column - 1 : found.span.end_column - 1] == case.mark
    assert case.hint in found.hint
    if case.other:
        assert any(lines[place.span.line - 1].startswith(case.other) and place.caption for place in found.others)


FOUR = (
    ("pieces coin = 2 of each value", "pieces coin = tow of each value", "unknown-name"),
    ("tile-b | red  | 6", "tile-b | red  | 19", "table-row"),
    ("    move pay to discard", "    move pay to palace of you", "does-not-belong"),
    ("ties slide", "ties sideways", "one-of-these"),
)
READ = (
    ("var price : 0..13 = 0, open", "var price : 0..13 == 0, open", "other-spelling"),
    ("    set price to 0", "    set price to 0 / 2", "rounding"),
    ("  when size of supply = 0", "  when (size of supply = 0", "unclosed"),
    ("enum suit = red, blue", "enum suit = red, blue\n  move x to y", "belongs-nowhere"),
)
ALIKE = "".join(f"function f{n}(p: player) = size of {w} of p\n" for n, w in enumerate(("palce", "resreve", "prse", "pallace")))


@pytest.mark.parametrize("four", [FOUR, READ], ids=["in what it means", "in how it is written"])
def test_a_file_with_four_mistakes_gets_four_messages(four: tuple[tuple[str, str, str], ...]) -> None:
    text = GAME
    for old, new, _ in four:
        assert old in text
        text = text.replace(old, new, 1)
    assert sorted(d.code for d in told(text)) == sorted(code for _, _, code in four)


def test_four_of_a_kind_are_four() -> None:
    assert [d.code for d in told(GAME + ALIKE)] == ["unknown-name"] * 4


def test_mistakes_of_reading_and_of_meaning_come_together() -> None:
    text = GAME.replace("ties slide", "ties sideways").replace("    set price to 0", "    set price to 0 / 2")
    assert sorted(d.code for d in told(text)) == ["one-of-these", "rounding"]


# ---- a property nobody knows, a bracket in a long table


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("  ties slide", "  tise slide", "", "  tise slide"),
        ("  minimum 1", "  minimun 1", "", "  minimun 1"),
        ("| suit | cost", "| suit | csot", "unread-column", "  id     | suit | csot"),
    ],
)
def test_a_property_that_nobody_knows_is_never_passed_over(old: str, new: str, code: str, line: str) -> None:
    text = GAME.replace("  ties slide", "  minimum 1\n  ties slide").replace(old, new, 1)
    [found] = told(text)
    assert text.split("\n")[found.span.line - 1] == line
    assert not code or found.code == code
    assert old.split()[-1 if code else 0] in found.message + found.hint


LONG = "function long(t: tile) = " + "\n  + ".join(f"(if cost of t > {n} then 1 else 0)" for n in range(2, 13)) + "\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("> 8 then 1 else 0)", "> 8 then 1 else 0"),
        ("> 8 then 1 else 0)", "> 8 then 1 else 0}"),
        ("> 8 then 1 else 0)", "> 8 then 1 else 0 # )"),
    ],
    ids=["deleted", "exchanged", "commented out"],
)
def test_a_bracket_in_a_long_thing_is_told_once_from_where_it_opens(old: str, new: str) -> None:
    text = GAME + LONG.replace(old, new, 1) + "function later(n: 0..9) = n\n"
    lines = text.split("\n")
    [found] = told(text)
    assert found.code == "unclosed"
    opens = next(i for i, line in enumerate(lines, 1) if "> 8" in line)
    assert str(opens) in found.message or found.span.line == opens
    assert {p.span.line for p in found.others} | {found.span.line} >= {opens}
    assert all(p.span.line <= len(lines) - 2 for p in found.others)

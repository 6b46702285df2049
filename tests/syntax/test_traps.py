"""What must parse and what must be refused, one small text each; every leading word is free as a name."""

from __future__ import annotations

import pytest

from fuero.syntax.parse import parse_text
from fuero.syntax.tables import tables

GOOD = {
    "1st is one token": "number n = prizes at (b, 1st)\n",
    "minus with spaces": "number n = a - b\n",
    "a hyphen makes one name": "number n = a-b\n",
    "negative number": "number n = a - -1\n",
    "leading words as names": "zone draw : deck of x, hidden\nvar score : 0..9, open\n",
    "leading words as attributes": "piece x\n  move : yes-no\n  score : 1..3\n",
    "leading word first in a term": "condition c\n  require k\n    draw is empty and score of p > 3\n",
    "leading word before and": "condition c\n  require k\n    draw and score\n",
    "leading words in a statement": "procedure p\n  draw 1 from draw to move\n  set score to score + 1\n",
    "leading words in a row": "table t\n         | draw | move\n  zone   | 1    | 2\n  of     | 3    | 4\n",
    "leading words as labels": 'labels pt for g\n  draw "a"\n  move.to "b"\n  set "c", several "d"\n',
    "`of` after `at` with parentheses": "number n = table at (king of p)\n",
    "rounded": "number n = size of a / 2 rounded up + 1\n",
    "where inside and outside": 'procedure p\n  for each x in those(y in s where a of y = 1) where b of x = 2\n    say ""\n',
    "one where for all fields": 'action a\n  choose x : one of s, y : some of t where f(x, y)\n  effect\n    say ""\n',
    "commas in folds and calls": "number n = f(fewest(p in s: a of p, b), {1, 2}, prizes at (b, 3))\n",
    "continued lines": "condition c\n  require k\n    a\n    and b\n    or c\n      in d\n",
    "continued statement": "procedure p\n  choose x : one of s\n    where f(x)\n    by p\n    move x\n      to y\n",
    "a citation on the next line": "number n = 3\n  @book/part\n",
    "a line break in parentheses": "number n = f(a,\n  b)\n",
    "a bracket closed at the left edge": "number n = f(\n  a,\n  b\n)\n",
    "if as statement and as term": "procedure p\n  if a\n    set x to if b then 1 else 2\n  otherwise if c\n    finish\n",
    "otherwise of the inner choose": (
        "procedure p\n  if a\n    choose x : one of s\n      finish\n    otherwise\n      finish\n  otherwise\n    finish\n"
    ),
    "comments, empty lines, no last line end": "# a\r\n\r\nprocedure p # b\r\n  # c\r\n\r\n  finish\r\n# d",
    "set as a type and as a statement": "var x : set of 1..3, open\nset x to {1}\n",
    "a case with a term, a case with statements": "add case f.a when b\n  points of c\nadd case g.a when b\n  finish\n",
    "phrases and terms after `to`": (
        "set a.ties to share rounded down\nset a.b to share\nset a.ties to full, next moves up\nset a.winner to most points\n"
        "set t at (x, 1st) to 3 / 2 rounded down\n"
    ),
    "fold or how many": 'action a\n  choose x : any of s\n  let y = any(z in x: z is money)\n  effect\n    say ""\n',
    "total as attribute sum and as fold": "number n = total worth of pay + total(c in pay: value of c)\n",
    "an option's value in a scenario": (
        'scenario "x"\n  with option start-money 25\n  with option third no\n  with module a, b\n  do f(1)\n'
    ),
    "what a scenario expects": 'scenario "x"\n  expect A is asked\n  expect A is not asked\n  expect the match ends\n',
    "start from a set-up": 'scenario "x"\n  start from a set-up, seed 7\n',
    "usual": "instead p.s as n\n  perform usual\nreplace c.k\n  usual or b\n",
    "by chance": "procedure p\n  choose x : one of s by chance\n    move x to y\n",
    "a sum of pieces": "pieces money = (copies + 1) * 2 of each currency, value\npieces gate = players + 1\n",
    "every way a window closes": (
        "window w\n  closes one round\nwindow v\n  closes first use\nwindow u\n  closes everyone passes\n"
    ),
    "a cell may hold anything": 'pieces x\n  a | {n, s} | 2..3 | "a | b" | pais_vasco\n',
}
BAD = {
    "glued keyword": "zonex : pile of x, open\n",
    "glued keyword inside": "bridge x for g ofa, b\n",
    "glued ordinal": "number n = prizes at (b, 1stx)\n",
    "number glued to a word": "number n = 2of\n",
    "minus glued to a number": "number n = a -1\n",
    "minus glued to both": "number n = 3-1\n",
    "inner word as a name": "zone of : pile of x, open\n",
    "inner word as a variable": "var rounded : yes-no, open\n",
    "two places in a chain": "number n = palace of p at c at d\n",
    "`of` after `at`": "number n = table at king of p\n",
    "sum as a key without parentheses": "procedure p\n  shuffle piles at 6 - n\n",
    "several keys without parentheses": "number n = prizes at b, 2\n",
    "division must say how to round": "number n = a / 2\n",
    "two comparisons in a row": "number n = a = b = c\n",
    "a where for each field": 'action a\n  choose x : one of s where f(x), y : some of t\n  effect\n    say ""\n',
    "`with` does not continue": "number n = g\n  with t on c\n",
    "two terms in one body": "condition c\n  require k\n    a = 1\n    b = 2\n",
    "one-line body": "condition c\n  require k a = 1\n",
    "empty block": "procedure p\n",
    "indentation of no block": "procedure p\n    finish\n  finish\n",
    "a programmer's comparison": "number n = a == b\n",
    "at least": "majority m\n  at least 1\n",
    "a joining word at the left edge": "and b\n",
    "an added part that says not to what": 'add require foo "x"\n  a\n',
    "an overlay's name is no rule": 'add require gates/foo "x"\n  a\n',
    "a part said twice": "end\n  winner most points\n  winner fewest points\n",
    "seed misspelt": 'scenario "x"\n  start from a set-up, sed 3\n',
}


@pytest.mark.parametrize("text", GOOD.values(), ids=GOOD.keys())
def test_parses(text: str) -> None:
    file, found = parse_text(text, "x")
    assert found == []
    assert file.declarations or file.head


@pytest.mark.parametrize("text", BAD.values(), ids=BAD.keys())
def test_is_refused_with_one_finding(text: str) -> None:
    _, found = parse_text(text, "x")
    assert len(found) == 1, found
    assert found[0].message.endswith((".", ":")) and found[0].span.line >= 1


@pytest.mark.parametrize("word", sorted(tables().leading - tables().inner))
def test_every_leading_word_is_free_as_a_name(word: str) -> None:
    text = (
        f"zone {word} : pile of x, open\ncondition c\n  require {word}\n    {word} of p = {word} at 3 or {word} is empty\n"
        f"procedure p\n  move {word} to {word} of p\n"
    )
    assert parse_text(text, "x")[1] == []


def test_what_only_looks_like_a_sum_is_a_name() -> None:
    (one,) = parse_text("number n = a-b\n", "x")[0].declarations
    (other,) = parse_text("number n = a - b\n", "x")[0].declarations
    assert one != other

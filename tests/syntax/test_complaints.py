"""Messages in the words of people who write rules: a golden of the ones that matter, and laws that hold for all of them."""

from __future__ import annotations

import re

import pytest

from fuero.syntax import nodes as n
from fuero.syntax.parse import parse_text
from fuero.syntax.tables import tables

FOUR_MISTAKES = """game g "G"
zone a pile of tile, open
zone b : pile of tile, open
condition c(x: tile)
  require k "k"
    (a = 1 and b
condition d(x: tile)
  require k "k"
    every(c in pay: suits(c)
number n = 3
procedure p
  move a too b
  move a into b
procedure q
  finish
"""

# text, place, code, message, hint
GOLDEN = [
    (
        "procedure p\n  move a too b\n",
        (2, 10),
        "syntax",
        '"too" cannot stand here. After "a" there can be "from" or "to".',
        'Did you mean "to"?',
    ),
    (
        "zoen a : pile of x, open\n",
        (1, 1),
        "one-of-these",
        '"zoen" cannot begin a line at the left edge.',
        'Did you mean "zone"?',
    ),
    ("Zone a : pile of x, open\n", (1, 1), "other-spelling", '"Zone" is not how a name is written here.', 'Did you mean "zone"?'),
    ("zone a pile of x\n", (1, 8), "syntax", '"pile" cannot stand here. After "a" there can be ":".', 'Put ":" in front of it.'),
    (
        "zone round-of : x\nzone of : x\n",
        (2, 6),
        "other-spelling",
        '"of" is a word of the language, so nothing can be called that.',
        'Pick another name, for example "of-marker".',
    ),
    ("number n = a == b\n", (1, 14), "other-spelling", '"==" is not a sign of this language.', 'To compare, write "=".'),
    (
        "procedure p\n  n += 1\n",
        (2, 5),
        "other-spelling",
        '"+=" is not a sign of this language.',
        "To change a value, write it out: set n to n + 1",
    ),
    (
        "procedure p\n  n = 1\n",
        (2, 3),
        "other-spelling",
        '"n =" does not begin a line.',
        "To change a value, write: set n to …; to give a name to one: let n = …",
    ),
    ("var x : yes-no = True, open\n", (1, 18), "other-spelling", '"True" is not a word of this language.', 'Write "yes".'),
    (
        "procedure p\n  if a\n    finish\n  elif b\n    finish\n",
        (4, 3),
        "other-spelling",
        'No line begins with "elif".',
        'Write "otherwise if".',
    ),
    (
        "procedure p\n  if a\n    finish\n  else\n    finish\n",
        (4, 3),
        "other-spelling",
        'No line begins with "else".',
        'Write "otherwise".',
    ),
    (
        "procedure p\n  if a:\n    finish\n",
        (2, 7),
        "other-spelling",
        '":" cannot stand at the end of this line.',
        "Leave it out; what belongs to the line stands in the indented lines below.",
    ),
    (
        "condition c\n  require k\n    a && b\n",
        (3, 7),
        "other-spelling",
        '"&&" is not a sign of this language.',
        'If both must hold, write "and".',
    ),
    (
        "condition c\n  require k\n    a || b\n",
        (3, 5),
        "other-spelling",
        '"||" is not a sign of this language.',
        'If one of the two is enough, write "or".',
    ),
    (
        "var x : 2-6, open\n",
        (1, 9),
        "other-spelling",
        '"2-6" is not a spelling of this language.',
        "For a range, write 2..6; to subtract, put spaces around the sign: 2 - 6",
    ),
    (
        "number n = max_score\n",
        (1, 12),
        "other-spelling",
        '"max_score" is not how a name is written here.',
        'Names are written in small letters, with hyphens between words: "max-score".',
    ),
    (
        "zone s : pile of x, open\nnumber n = 1\n  number m = 2\n",
        (3, 3),
        "belongs-nowhere",
        'This line is indented, but the line above it ("number n …") has no lines of its own below it.',
        "Start it at the left edge if it is a new thing; otherwise move it under the line it belongs to.",
    ),
    (
        "require k\n",
        (1, 1),
        "belongs-nowhere",
        'No line that begins with "require" can stand at the left edge.',
        "Indent it, below the thing it belongs to.",
    ),
    (
        "window w\n  opens during a.b\n",
        (2, 9),
        "one-of-these",
        '"during" cannot stand here. After "opens" there can be "after" or "before".',
        "",
    ),
    (
        'why "so\n',
        (1, 5),
        "unclosed",
        "The text that begins here has no closing quote in its line.",
        'End the text with ". A text stands in one line.',
    ),
    ("number n = f(a\n", (1, 13), "unclosed", 'The "(" in line 1 is never closed.', 'Add the missing ")".'),
    ("procedure p\n", (1, 1), "syntax", '"procedure p" needs lines of its own below it, indented by two spaces.', ""),
    ("procedure p\n  draw 3 from a\n", (2, 15), "syntax", 'The line ends too early: after "a" must come "at", "of" or "to".', ""),
    (
        "condition c\n  require k\n    a = 1\n    b = 2\n",
        (4, 5),
        "syntax",
        "Here stands one value alone, and this would be a second one.",
        'Join two with "and" or "or".',
    ),
]


@pytest.mark.parametrize(("text", "place", "code", "message", "hint"), GOLDEN, ids=[case[0].strip() for case in GOLDEN])
def test_golden(text: str, place: tuple[int, int], code: str, message: str, hint: str) -> None:
    _, found = parse_text(text, "x")
    assert len(found) == 1, found
    said = found[0]
    assert ((said.span.line, said.span.column), said.code, said.message, said.hint) == (place, code, message, hint)


def test_each_broken_declaration_gives_one_finding_and_the_others_stay() -> None:
    file, found = parse_text(FOUR_MISTAKES, "x")
    assert [d.span.line for d in found] == [2, 6, 9, 12]
    assert file.head is not None
    assert [(type(d), d.name.text) for d in file.declarations if isinstance(d, n.Zone | n.Number | n.Procedure)] == [
        (n.Zone, "b"),
        (n.Number, "n"),
        (n.Procedure, "q"),
    ]


def test_where_a_bracket_opened_and_where_that_showed() -> None:
    text = "condition d(x: tile)\n  require k\n    every(c in pay: suits(c)\n  require m\n    a\n"
    (finding,) = parse_text(text, "x")[1]
    assert (finding.code, finding.span.line, finding.span.column) == ("unclosed", 3, 10)
    assert finding.others[0].span.line == 4


def _every_spoilt_text(text: str) -> list[str]:
    """The text with each word of it left out, doubled, and replaced, one after another."""
    spans = [match.span() for match in re.finditer(r'"[^"\n]*"|[\w@/.-]+|[^\s\w]', text)]
    out = []
    for start, end in spans:
        out += [text[:start] + new + text[end:] for new in ("", text[start:end] * 2, "of", ")", "Foo_x")]
    return out


def test_no_message_names_a_token_and_none_is_a_crash() -> None:
    text = (
        'option x "X"  1..3, usually 2  @a/b\n  with 2 players  1\nzone a : place of b on c of d per e, open\n'
        'ways w(p: q)\n  way k "k"\n    every(x in s clockwise from p where a: b + 1)\n'
        "procedure p\n  choose up to 2 times x : exactly 3 of s by p\n"
        "    move x from a to b at (c, 1st)\n  otherwise\n    finish\n"
        'majority m for each b in c\n  ties share rounded down\n'
        'scenario "s"\n  do A : buy x {a}, y 3\n  expect A may not buy because a.b\n'
    )
    assert parse_text(text, "x")[1] == []
    kinds = {kind for kind, _ in tables().patterns} | {
        "LPAR",
        "RBRACE",
        "VBAR",
        "__ANON",
        "$END",
        "_NL",
        "_IN",
        "_OUT",
        "MISFIT",
        "BAD",
    }
    for spoilt in _every_spoilt_text(text):
        for finding in parse_text(spoilt, "x")[1]:
            told = " ".join((finding.message, finding.hint, finding.caption, *finding.notes))
            assert not kinds & set(re.findall(r"[A-Z_$]{2,}", told)), told
            assert finding.span.line >= 1 and finding.span.column >= 1


@pytest.mark.parametrize(
    "text",
    [
        "number n = " + "(" * 20_000,
        "number n = " + "(" * 5_000 + "a" + ")" * 5_000 + " b",
        "number n = " + "not " * 5_000 + "a",
        "number n = " + " + ".join(["a"] * 5_000),
        "number n = " + "f(" * 3_000 + "a" + ")" * 3_000,
        "procedure p\n  if a\n    finish\n" + "  otherwise if a\n    finish\n" * 2_000,
        "procedure p\n" + "".join("  " * depth + "if a\n" for depth in range(1, 1_500)),
    ],
    ids=["open", "closed", "not", "sum", "calls", "otherwise if", "indented"],
)
def test_depth_is_a_finding_and_no_crash(text: str) -> None:
    _, found = parse_text(text, "x")
    assert len(found) == 1 and hash(found[0])


def test_much_on_one_level_is_no_depth() -> None:
    members = ", ".join(f"m{i}" for i in range(3_000))
    rows = "".join(f"  r{i} | {i}\n" for i in range(3_000))
    file, found = parse_text(
        f"enum e = {members}\ntable t\n{rows}procedure p\n" + "  finish\n" * 3_000 + "number n = ((((a))))\n", "x"
    )
    assert found == [] and len(file.declarations) == 4


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("set x = 6", "Write: set x to 6"),
        ("set x 6", "Write: set x to 6"),
        ("set x of bank y", "Write: set x of bank to y"),
        ("set x of bank =", "Write: set x of bank to …"),
        ("set x at 3 6", "Write: set x at 3 to 6"),
        ("set x tp 6", 'Did you mean "to"?'),
        ("set x be 6", ""),
    ],
)
def test_what_is_set_without_to_is_told_how(line: str, hint: str) -> None:
    _, found = parse_text(f"procedure p\n  {line}\n", "p.fuero")
    assert [d.hint for d in found] == [hint]


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ('scenario "x"  @house\n  given\n    round is before 3\n', ""),
        ('condition c\n  require k "k"\n    evry(p in player: p = q)\n', 'Should the line begin with "every"?'),
    ],
)
def test_another_first_word_is_proposed_only_if_the_line_reads_on_with_it(text: str, hint: str) -> None:
    _, found = parse_text(text, "s.fuero")
    assert [d.hint for d in found] == [hint]

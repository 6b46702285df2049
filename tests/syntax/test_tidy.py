"""Laws of tidying: nothing that is said changes, every comment stays, and a second time changes nothing."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fuero.syntax import nodes as n
from fuero.syntax.parse import parse_text
from fuero.syntax.tidy.tidy import tidy_text

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = sorted((ROOT / "rulesets").rglob("*.fuero"))
OTHERS = sorted((ROOT / "tests").rglob("*.fuero"))


def _tidied(text: str) -> str:
    made, found = tidy_text(text, "x")
    assert made is not None, [d.message for d in found]
    return made


def _said(text: str) -> tuple[n.Head | None, tuple[n.Declaration, ...], list[str]]:
    file, found = parse_text(text, "x")
    assert not found
    return file.head, file.declarations, sorted(comment.text for comment in file.comments)


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", SHIPPED, ids=_name)
def test_a_shipped_file_is_in_order(path: Path) -> None:
    text = path.read_bytes().decode("utf-8")
    assert _tidied(text) == text, "fuero fmt rulesets puts it in order"


CORRECT = [path for path in [*SHIPPED, *OTHERS] if not parse_text(path.read_text("utf-8"), "x")[1]]


@pytest.mark.parametrize("path", CORRECT, ids=_name)
def test_laws_hold_for_damaged_files(path: Path) -> None:
    text = path.read_text("utf-8")
    made = _tidied(text)
    assert _tidied(made) == made
    assert _said(made) == _said(text)
    hurt = damaged(text, random.Random(path.stem))
    assert _said(hurt) == _said(text), "the damage is to blanks and twins alone"
    again = _tidied(hurt)
    assert _said(again) == _said(text)
    assert _tidied(again) == again
    if not any(not comment.alone for comment in parse_text(text, "x")[0].comments):
        assert again == made


_PIECES = re.compile(r'(#.*|"[^"]*")')
_TWINS = {"<=": "≤", ">=": "≥", "!=": "≠", " * ": " × ", " - ": " – "}


def damaged(text: str, chance: random.Random) -> str:
    """The same rules with other blanks, indentation, line ends and twins of signs."""
    deeper = chance.choice((1, 2, 3))
    out: list[str] = []
    for line in text.split("\n"):
        said = line.lstrip(" ")
        indent = (len(line) - len(said)) * deeper
        parts = _PIECES.split(said)
        for place in range(0, len(parts), 2):
            parts[place] = _hurt(parts[place], chance)
        for place in range(1, len(parts), 2):
            if parts[place][0] == '"' and "|" not in said and chance.random() < 0.3:
                parts[place] = f"“{parts[place][1:-1]}”"
        front = "\t" * (indent // 2) if indent % 2 == 0 and chance.random() < 0.2 else " " * indent
        out.append(front + "".join(parts) + chance.choice(("", "", "  ", "\t")))
        if not said and chance.random() < 0.3:
            out.append("   ")
    return "\ufeff" + chance.choice(("\n", "\r\n", "\r")).join(out) + "\n" * chance.randrange(3)


def _hurt(text: str, chance: random.Random) -> str:
    for plain, twin in _TWINS.items():
        if chance.random() < 0.5:
            text = text.replace(plain, twin)
    return re.sub(" +", lambda _: chance.choice((" ", "   ", "\u00a0", "\t")), text)


def test_the_form() -> None:
    written = (
        "\ufeff\r\n\r\n#first\r\ngame   g “G”   @a/b\r\n\r\n\r\n\r\n# about x\r\nzone x:pile   of t per  player,open # kept\r\n"
        "    always  any( p in s :f(p) )\r\nzone longer : place of t,open# too\r\n"
        "table t\r\n |a|b\r\n longer|1|\r\npiece p\r\n\ta : 1 .. 3\r\n\tlonger:set of side\r\n"
        "procedure q(a:1..3,b : t)   @a\r\n   if a≥2\r\n      move b to c at(0,-1)\r\n      # inside\r\n"
        "      # still inside\r\n   # before otherwise\r\n   otherwise\r\n      move b\r\n"
        "            from c to d\r\n   # at the end of q\r\n# of what follows\r\n"
        "number n = 1   "
    )
    assert _tidied(written) == (
        '#first\ngame g "G"   @a/b\n\n# about x\nzone x      : pile of t per player, open  # kept\n'
        "  always any(p in s: f(p))\nzone longer : place of t, open  # too\n"
        "table t\n          | a | b\n  longer  | 1 |\npiece p\n  a      : 1..3\n  longer : set of side\n"
        f"{'procedure q(a: 1..3, b: t)'.ljust(72)}@a\n  if a >= 2\n    move b to c at (0, -1)\n    # inside\n"
        "    # still inside\n  # before otherwise\n  otherwise\n    move b\n"
        "      from c to d\n  # at the end of q\n# of what follows\n"
        "number n = 1\n"
    )


def test_comments_that_stand_below_each_other_stay_so() -> None:
    text = "number a = 1    # one\nnumber bcd = 22 # two\nnumber e = 3 # three\n\nnumber f = 1 # f\nnumber ab = 1   # g\n"
    assert _tidied(text) == (
        "number a = 1  # one\nnumber bcd = 22  # two\nnumber e = 3  # three\n\nnumber f = 1  # f\nnumber ab = 1  # g\n"
    )
    below = "number a = 1      # one\nnumber bcd = 22   # two\n"
    assert _tidied(below) == "number a = 1     # one\nnumber bcd = 22  # two\n"


def test_rows_with_comments_between_stay_one_table() -> None:
    text = 'table t\n  | a | b\n# why\n  first | 1 | "x | y"\n\n  z | 22 | 3 # last\n'
    assert _tidied(text) == 'table t\n         | a  | b\n  # why\n  first  | 1  | "x | y"\n\n  z      | 22 | 3  # last\n'


def test_a_drawn_board_has_its_numbers_to_the_right() -> None:
    text = 'scenario "s"\n  given\n    b of A\n      | -1 | 0\n      -1 | x | y\n      10 | | z\n'
    assert _tidied(text) == 'scenario "s"\n  given\n    b of A\n         | -1 | 0\n     -1  | x  | y\n     10  |    | z\n'


def test_a_field_and_its_value_stay_apart() -> None:
    text = 'scenario "s"\n  do A : build   t x,spot (1,1)\n  do go(1)\n'
    assert _tidied(text) == 'scenario "s"\n  do A : build t x, spot (1, 1)\n  do go(1)\n'


def test_a_text_with_a_mistake_is_left_alone() -> None:
    made, found = tidy_text("zone a pile\n", "x")
    assert made is None and [d.code for d in found] == ["syntax"]


def test_nothing_stays_nothing() -> None:
    assert _tidied("") == "" == _tidied("\n \r\n\ufeff\n".replace("\ufeff", ""))
    assert _tidied("# only this  ") == "# only this\n"


LINES = ["# a", "    # b", "number n = 1", "", "procedure p", "  set a to 1", "  if b", "    finish", "  otherwise"]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(LINES)))
def test_comments_stay_wherever_they_stand(lines: list[str]) -> None:
    text = "\n".join(lines)
    if parse_text(text, "x")[1]:
        return
    made = _tidied(text)
    assert _said(made) == _said(text)
    assert _tidied(made) == made

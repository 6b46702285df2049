"""Slips on the way through the README's ten minutes, as somebody made them who had nothing but that page: what was typed, and the
message that came of it.
"""

from __future__ import annotations

import io
import os
import shutil
from pathlib import Path

import pytest
from tests.cases.telling import Said, told

from fuero.cli.main import main

HEAD = 'variant friday for alhambra "Friday"   @house\nwhy "We like it richer."\n'
FRIDAY = HEAD + "set money-limit to 6\n"
EXAMPLE = """
scenario "six may be taken"   @house
  players A, B, C
  start from an empty table
  given
    display is florin-1, florin-1, dirham-2, dirham-2
  expect A may take-money cards {florin-1, dirham-2, dirham-2}
"""


@pytest.fixture
def friday(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the file that the ten minutes begin with."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "friday.fuero").write_text(FRIDAY, encoding="utf-8")
    return tmp_path / "friday.fuero"


COMMANDS = [
    (["chekc", "friday.fuero"], 'Unknown command "chekc". Did you mean "check"?'),
    (["check", "friday"], 'There is no game "friday". Did you mean the file "friday.fuero"?'),
    (["check", "fridya.fuero"], 'There is no file "fridya.fuero". Did you mean "friday.fuero"?'),
    (["check", "friday.feuro"], 'There is no game "friday.feuro". Did you mean the file "friday.fuero"?'),
    (["check", "saturday.fuero"], 'There is no file "saturday.fuero".\n'),
    (["new", "variant", "Friday", "for", "alhambra"], '"Friday" cannot be a name: names are small letters'),
    (["new", "variant", "friday", "alhambra"], "For which game is the variant?"),
    (["new", "varient", "friday", "for", "alhambra"], 'Did you mean "variant"?'),
    (["new", "variant", "saturday", "for", "alhambrra"], 'There is no game "alhambrra". Did you mean "alhambra"?'),
    (["new", "variant", "friday", "for", "alhambra"], 'There is a file "friday.fuero" already, and it stays as it is.'),
    (["explain", "take-mony"], 'No installed game has anything called "take-mony". Did you mean "take-money"?'),
    (["play", "alhambra", "--seat", "human"], "Did you mean --seats?"),
    (["play", "alhambra", "--seats", "humn,random"], 'There is no player called "humn". Did you mean "human"?'),
    (["play", "alhambra", "--seats", "human", "random", "random"], 'Nothing can be made of "random random". What belongs to one'),
    (["run", "alhambra", "friday.fuero", "--game", "10"], "There is no flag --game here.\nSee: fuero run --help"),
    (["diff", "alhambra"], "Name the two rulesets that are compared."),
    (["show", "alhambra", "seams"], "The topic comes first, then the ruleset.\nhint: Write: fuero show seams alhambra"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "said"), COMMANDS, ids=lambda x: " ".join(x) if isinstance(x, list) else "")
@pytest.mark.usefixtures("friday")
def test_a_command_that_is_not_quite_right(words: list[str], said: str, capsys: Said) -> None:
    assert said in told(words, capsys, 2)


FILES = [
    ("set mony-limit to 6", 'There is no "mony-limit" here. Did you mean "money-limit"?', "3:5"),
    ("Set money-limit to 6", 'Did you mean "set"?', "3:1"),
    ("set Money-Limit to 6", 'with hyphens between words: "money-limit"', "3:5"),
    ("set money_limit to 6", 'with hyphens between words: "money-limit"', "3:5"),
    ("money-limit = 6", "To change a value, write: set money-limit to …", "3:1"),
    ("set money-limit to six", 'There is no "six" here.', "3:20"),
    ("  set money-limit to 6", "This line is indented, but the line above it", "3:3"),
    ("\tset money-limit to 6", "This line is indented, but the line above it", "3:2"),
    ("set money-limit to 6\nset money-limit to 7", 'give "money-limit" different values', "3:1"),
    ("drop sound.nogap", 'Did you mean "sound.no-gap"?', "3:6"),
    ("number money-limit = 6", '"money-limit" is the name of something else already.', "3:1"),
    ('add require take-money.one "one card"\n  size of cards == 1', 'write "="', "4:17"),
    ('pieces tile from "mine.csv"   @house', 'Which pieces of "tile" there are is said already.', "3:8"),
    (FRIDAY.replace("friday for", "friday of"), '"of" cannot stand here. After "friday" there can be "for".', "1:16"),
    (FRIDAY.replace("for alhambra", "for alhambrra"), 'Did you mean "alhambra"?', "1:"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "said", "place"), FILES, ids=lambda x: x.strip().split("\n")[0] if " " in x else x)
def test_a_file_that_is_not_quite_right(text: str, said: str, place: str, friday: Path, capsys: Said) -> None:
    friday.write_text(text if text.startswith("variant") else HEAD + text + "\n", encoding="utf-8")
    found = told(["check", "friday.fuero"], capsys, 2 if text.startswith("variant") else 1)
    assert said in found, found
    assert f"friday.fuero:{place}" in found, found


EXAMPLES = [
    (("players A, B, C", "players A B C"), "6:13"),
    (("expect A may", "expect D may"), "10:"),
    (("florin-1, dirham-2, dirham-2}\n", "florin-1, dirham-2, dirham2}\n"), "10:"),
]


def test_an_example_in_a_file_of_its_own_has_no_game(friday: Path, capsys: Said) -> None:
    friday.with_name("six.fuero").write_text(EXAMPLE, encoding="utf-8")
    text = told(["test", "six.fuero"], capsys, 2)
    assert "six.fuero" in text and "first line" in text


def test_a_file_that_was_not_saved_says_what_is_in_it(friday: Path, capsys: Said) -> None:
    friday.write_text("", encoding="utf-8")
    text = told(["check", "friday.fuero"], capsys, 2)
    assert "does not say whose file it is" in text and "first line" in text


def test_quotes_and_dashes_of_a_word_processor_are_read_and_mended(friday: Path, capsys: Said) -> None:
    friday.write_text(FRIDAY.replace('"Friday"', "“Friday”"), encoding="utf-8")
    assert "money-limit 5, now 6" in told(["check", "friday.fuero"], capsys, 0)
    assert main(["fmt", "friday.fuero"]) == 0
    assert '"Friday"' in friday.read_text(encoding="utf-8")


@pytest.mark.parametrize(("change", "place"), EXAMPLES, ids=lambda x: x[1].strip() if isinstance(x, tuple) else "")
def test_an_example_that_is_not_quite_right(change: tuple[str, str], place: str, friday: Path, capsys: Said) -> None:
    friday.write_text(FRIDAY + EXAMPLE.replace(*change), encoding="utf-8")
    assert main(["test", "friday.fuero"]) in (1, 2)
    out, err = capsys.readouterr()
    assert f"friday.fuero:{place}" in out + err or f"friday.fuero, line {place.split(':')[0]}:" in out + err, out + err


TYPED = [
    ("take money denar 3", "take"),
    ("take-money cards denar3", "denar3"),
    ("why take-money cards {dirham-3, ducat-3}", "One card, or together at most 5"),
    ("9", "9"),
]


@pytest.mark.parametrize(("line", "said"), TYPED)
def test_what_is_typed_at_the_table(line: str, said: str, friday: Path, monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    assert friday
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{line}\nquit\n"))
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["play", "alhambra", "--seats", "human,random,random", "--seed", "7"]) == 0
    out, err = capsys.readouterr()
    answer = (out + err).partition(f"> {line}\n")[2].partition("> quit")[0]
    assert said in answer, out + err
    assert "Traceback" not in out + err


def test_paths_of_messages_can_be_typed_from_every_folder(friday: Path, capsys: Said) -> None:
    shipped = "rulesets/alhambra/variants/no-ties.fuero"
    assert "A tie for first" in told(["check", shipped], capsys, 0)
    (friday.parent / "sub").mkdir()
    os.chdir(friday.parent / "sub")
    assert 'Did you mean "friday.fuero"?' not in told(["check", "friday.fuero"], capsys, 2), "it lies one folder up"
    shutil.rmtree(friday.parent / "sub")

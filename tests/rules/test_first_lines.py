"""First lines that are misspelt, and names that are unknown at many places: what a whole ruleset says of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.rules.test_gather import GAME

from fuero.messages.diagnostic import Diagnostic, FueroError
from fuero.rules.load import examine


def told(place: Path) -> tuple[Diagnostic, ...]:
    try:
        return examine(str(place)).diagnostics
    except FueroError as error:
        return error.diagnostics


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "g.fuero").write_text(GAME, encoding="utf-8")
    (tmp_path / "variants").mkdir()
    return tmp_path


@pytest.mark.parametrize(
    ("line", "message", "hint"),
    [
        ('vairant v for g "V"', '"vairant" cannot begin a line at the left edge.', 'Did you mean "variant"?'),
        ('variant v fro g "V"', '"fro" cannot stand here.', 'Did you mean "for"?'),
        ('variant v g "V"', '"g" cannot stand here.', 'Put "for" in front of it.'),
        ("variant v for g 'V'", "\"'V'\" is not a spelling of this language.", 'Texts stand in double quotes: "V"'),
    ],
)
def test_a_first_line_that_cannot_be_read_is_told_at_its_place(folder: Path, line: str, message: str, hint: str) -> None:
    place = folder / "variants" / "v.fuero"
    place.write_text(f"# a house rule\n{line}\nset limit to 6\n", encoding="utf-8")
    [only] = told(place)
    assert (Path(only.span.file).name, only.span.line) == ("v.fuero", 2)
    assert only.message.startswith(message)
    assert only.hint == hint


def test_a_game_that_is_not_there_is_told_at_its_name(folder: Path) -> None:
    place = folder / "variants" / "v.fuero"
    place.write_text('variant v for alhamrba "V"\n', encoding="utf-8")
    [only] = told(place)
    assert (only.code, only.span.line, only.span.column) == ("unknown-game", 1, 15)
    assert 'Did you mean "alhambra"?' in only.message


def test_a_word_that_is_unknown_at_many_places_is_told_once(folder: Path) -> None:
    (folder / "g.fuero").write_text(GAME.replace("zone hand ", "zone hadn "), encoding="utf-8")
    found = told(folder)
    assert [d.message.partition(" Did")[0] for d in found] == ['There is no "hand" here.']
    assert [place.caption for place in found[0].others] == ["and here"]


def test_a_name_in_another_spelling_is_suggested_as_it_is_declared(folder: Path) -> None:
    game = GAME.replace("enum", "enum").replace("limit", "limit-2")
    (folder / "g.fuero").write_text(game.replace("of your hand < limit-2", "of your hand < limit2X"), encoding="utf-8")
    assert told(folder)[0].code == "other-spelling"
    (folder / "g.fuero").write_text(
        game.replace("limit-2", "limit-2-x").replace("of your hand < limit-2-x", "of your hand < limit2X"), encoding="utf-8"
    )
    assert told(folder)[0].hint.endswith('between words: "limit-2-x".')


def test_a_file_of_another_game_that_is_nearly_called_the_same(folder: Path) -> None:
    (folder / "more.fuero").write_text('game great "G"\nnumber one = 1\n', encoding="utf-8")
    (folder / "g.fuero").write_text(GAME.replace("game g ", "game great "), encoding="utf-8")
    (folder / "odd.fuero").write_text('game geat "G"\n', encoding="utf-8")
    [only] = told(folder)
    assert (only.code, Path(only.span.file).name, only.span.line, only.span.column) == ("unknown-game", "odd.fuero", 1, 6)
    assert 'Did you mean "great"?' in only.message


def test_a_variant_of_a_game_that_is_nearly_called_the_same_is_not_left_aside(folder: Path) -> None:
    (folder / "g.fuero").write_text(GAME.replace("game g ", "game great "), encoding="utf-8")
    (folder / "variants" / "v.fuero").write_text('variant v for graet "V"\n', encoding="utf-8")
    [only] = told(folder)
    assert (only.code, Path(only.span.file).name, only.span.column) == ("unknown-game", "v.fuero", 15)

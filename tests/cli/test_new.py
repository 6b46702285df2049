"""The verb new: what it writes checks, holds and plays as it is, and nothing is written over."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fuero.cli.main import main
from fuero.rules.locate import shipped_games

Said = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _holds(path: str, capsys: Said) -> str:
    """What check says of a file that is right in every way: no message, an example that holds, and in order."""
    capsys.readouterr()
    assert main(["check", "--strict", path]) == 0
    out, err = capsys.readouterr()
    assert err == "" and "1 scenario" in out and "failed" not in out
    assert main(["test", path]) == 0
    assert capsys.readouterr().out == "1 scenario, it holds.\n"
    assert main(["fmt", "--check", path]) == 0
    capsys.readouterr()
    return out


def test_a_new_game_checks_holds_and_plays(folder: Path, capsys: Said) -> None:
    assert main(["new", "game", "long-day"]) == 0
    out, err = capsys.readouterr()
    assert out == "long-day.fuero\n" and "fuero check long-day.fuero" in err
    text = (folder / "long-day.fuero").read_text()
    assert text.startswith('game long-day "Long day"\n') and len(text.splitlines()) < 60
    assert _holds("long-day.fuero", capsys).startswith("Long day: ")
    assert main(["play", "long-day.fuero", "--seats", "random", "--players", "3", "--seed", "1"]) == 0
    assert "The match has ended by its rules" in capsys.readouterr().out
    text_broken = text.replace("score prize", "score 2")
    (folder / "long-day.fuero").write_text(text_broken)
    assert main(["test", "long-day.fuero"]) == 1, "its example pins the points down"


@pytest.mark.parametrize("game", shipped_games())
@pytest.mark.parametrize("kind", ["variant", "module"])
def test_a_new_overlay_holds_and_its_example_works(kind: str, game: str, folder: Path, capsys: Said) -> None:
    assert main(["new", kind, "friday", "for", game]) == 0
    assert "changes nothing in play" in _holds("friday.fuero", capsys)
    path = folder / "friday.fuero"
    text = path.read_text()
    assert text.splitlines()[0].startswith(f'{kind} friday for {game} "Friday"')
    head, _, rest = text.partition("\nscenario ")
    tried = re.sub(r"(?m)^# (set |after |  say )", r"\1", head)
    assert tried != head
    path.write_text(f"{tried}\nscenario {rest}")
    assert main(["check", "friday.fuero"]) == 0
    out, err = capsys.readouterr()
    assert err == "" and re.search(r"(changes|adds) 1 ", out)


def test_an_overlay_finds_a_game_that_lies_beside_or_above_it(folder: Path, capsys: Said) -> None:
    main(["new", "game", "nim"])
    (folder / "house").mkdir()
    assert main(["new", "variant", "quick", "for", "nim"]) == 0
    assert main(["new", "module", "slow", "for", "nim", "--into", "house"]) == 0
    _holds("quick.fuero", capsys)
    _holds("house/slow.fuero", capsys)
    assert main(["new", "variant", "third", "for", "nim.fuero"]) == 0
    assert (folder / "third.fuero").read_text().startswith("variant third for nim ")


def test_nothing_is_written_over(folder: Path, capsys: Said) -> None:
    (folder / "friday.fuero").write_text("mine")
    for words in (["game", "friday"], ["variant", "friday", "for", shipped_games()[0]]):
        assert main(["new", *words]) == 2
        assert "error[file-there]" in capsys.readouterr().err
    assert (folder / "friday.fuero").read_text() == "mine"
    assert [path.name for path in folder.iterdir()] == ["friday.fuero"]


def test_a_name_that_the_game_has_is_taken(folder: Path, capsys: Said) -> None:
    main(["new", "game", "nim"])
    main(["new", "variant", "quick", "for", "nim"])
    (folder / "variants").mkdir()
    (folder / "quick.fuero").rename(folder / "variants" / "quick.fuero")
    capsys.readouterr()
    assert main(["new", "module", "quick", "for", "nim"]) == 2
    assert 'The game "nim" has a variant "quick" already (variants/quick.fuero).' in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["game", "Friday_Night"], "For example: friday-night"),
        (["game", "LongDay"], "For example: long-day"),
        (["game", "7"], "small letters"),
        (["game", "total"], '"total" is a word of the language'),
        (["gmae", "x"], 'Did you mean "game"?'),
        (["variant", "x"], "For which game is the variant?"),
        (["module", "x", "chess"], "For which game is the module?"),
        (["game", "x", "for", "y"], '"for y" is left over.'),
        (["variant"], "What is the variant to be called?"),
        ([], "A new what?"),
        (["game", "x", "--into", "nowhere"], 'There is no folder "nowhere".'),
    ],
)
def test_what_cannot_be_begun_is_explained(words: list[str], said: str, folder: Path, capsys: Said) -> None:
    assert main(["new", *words]) == 2
    assert said in capsys.readouterr().err
    assert not list(folder.iterdir())


def test_an_unknown_game_gets_the_nearest(capsys: Said) -> None:
    known = shipped_games()[0]
    assert main(["new", "variant", "x", "for", known[:-2] + known[-1] + known[-2]]) == 2
    assert f'Did you mean "{known}"?' in capsys.readouterr().err

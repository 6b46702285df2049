"""Texts in other languages (C48): numbers come from the rules, a text that no longer fits is found, and nothing else is moved."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.cases.positions import ALHAMBRA

import fuero
from fuero import resources
from fuero.cli.main import main
from fuero.messages.diagnostic import Diagnostic, FueroError
from fuero.messages.registry.wording import WORDING
from fuero.rules.hashes import meaning_hash
from fuero.rules.languages import in_language, mark_of
from fuero.rules.load import examine, resolve
from fuero.rules.sentences import said_otherwise, sentences

FOLDER = resources.rulesets() / ALHAMBRA / "labels"
AT_MOST = {
    "": "one card, or together at most {}",
    "pt": "uma carta, ou juntas no máximo {}",
    "de": "eine karte, oder zusammen höchstens {}",
}
Said = pytest.CaptureFixture[str]


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game of one's own to translate: a copy of a shipped one."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(resources.rulesets() / ALHAMBRA, tmp_path / ALHAMBRA)
    return tmp_path / ALHAMBRA


def edit(path: Path, before: str, after: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(before) == 1, before
    path.write_text(text.replace(before, after), encoding="utf-8")


def found(game: Path) -> list[tuple[str, str, str, str]]:
    """Code, severity, file and line (as text) of every finding."""
    seen = examine(f"{game.name}/{ALHAMBRA}.fuero")
    return [(d.code, d.severity, Path(d.span.file).stem, line_of(d)) for d in seen.diagnostics]


def line_of(d: Diagnostic) -> str:
    return Path(d.span.file).read_text(encoding="utf-8").split("\n")[d.span.line - 1].strip()


def refused(game: str, language: str, **with_: Any) -> str:
    """Why the whole display cannot be taken at once."""
    state = fuero.load(game, players=3, language=language, **with_).start(seed=7)
    cards = state.view(0)["zones"]["display"] if "zones" in state.view(0) else None
    names = re.findall(r"[a-z]+-\d", json.dumps(cards if cards is not None else state.view(0)["display"]))
    (reason,) = state.why_not(f"take-money cards {{{', '.join(names)}}}")
    assert reason.path == "take-money.small"
    return reason.sentence.rstrip(".").lower()


@pytest.mark.parametrize("language", AT_MOST)
def test_c48_a_number_is_one_and_the_same_in_every_language(language: str) -> None:
    assert refused(ALHAMBRA, language) == AT_MOST[language].format(5)
    assert refused(ALHAMBRA, language, variants=("six-money",)) == AT_MOST[language].format(6)


def test_c48_a_text_without_the_number_is_found_and_not_used(copy: Path) -> None:
    edit(copy / "labels" / "pt.fuero", "juntas no máximo {money-limit}", "juntas no máximo cinco")
    (finding,) = found(copy)
    assert finding[:3] == ("other-braces", "error", "pt") and finding[3].startswith("take-money.small")
    (d,) = examine(f"{ALHAMBRA}/{ALHAMBRA}.fuero").diagnostics
    assert "{money-limit}" in d.message and line_of(d) == finding[3]
    assert Path(d.others[0].span.file).name == "money.fuero" and "{money-limit}" in d.hint
    assert refused(f"{ALHAMBRA}/{ALHAMBRA}.fuero", "pt") == AT_MOST[""].format(5)
    assert refused(f"{ALHAMBRA}/{ALHAMBRA}.fuero", "de") == AT_MOST["de"].format(5)


def test_c48_a_text_with_something_more_is_found(copy: Path) -> None:
    edit(copy / "labels" / "de.fuero", '"der Platz ist frei"', '"der Platz {spot} ist frei"')
    (finding,) = found(copy)
    assert finding[:3] == ("other-braces", "error", "de") and finding[3].startswith("build.free")


def test_c48_a_text_for_another_version_is_stale_and_not_used(copy: Path) -> None:
    edit(copy / "palace.fuero", '"no empty space is enclosed"', '"no empty space is walled in"')
    assert [(code, severity, stem) for code, severity, stem, _ in found(copy)] == [
        ("stale-label", "warning", "de"),
        ("stale-label", "warning", "pt"),
    ]
    rules = resolve(f"{ALHAMBRA}/{ALHAMBRA}.fuero")
    said = sentences(in_language(rules.rules, rules.merged.labels, "pt"))
    assert said["sound.no-gap"].text == "no empty space is walled in"
    assert said["sound.on-foot"].text == "da fonte se chega a pé a todas as peças"


def test_marking_again_says_that_the_text_was_read(copy: Path, capsys: Said) -> None:
    edit(copy / "palace.fuero", '"no empty space is enclosed"', '"no empty space is walled in"')
    path = copy / "labels" / "pt.fuero"
    before = path.read_text(encoding="utf-8")
    assert main(["labels", str(path), "--mark"]) == 0
    assert "1 mark written." in capsys.readouterr().out
    after = path.read_text(encoding="utf-8")
    changed = [(a, b) for a, b in zip(before.split("\n"), after.split("\n"), strict=True) if a != b]
    assert len(changed) == 1 and mark_of("no empty space is walled in") in changed[0][1]
    assert [stem for _, _, stem, _ in found(copy)] == ["de"]
    assert main(["labels", str(path), "--mark"]) == 0 and path.read_text(encoding="utf-8") == after
    assert main(["fmt", "--check", str(path)]) == 0


def test_a_name_that_is_not_there_and_one_said_twice(copy: Path) -> None:
    edit(copy / "labels" / "de.fuero", "sound.no-gap ", "sound.no-gip ")
    edit(copy / "labels" / "de.fuero", "  garden ", "  tower ")
    assert [(code, line.split()[0]) for code, _, _, line in found(copy)] == [
        ("unknown-name", "sound.no-gip"),
        ("said-twice", "tower"),
    ]
    first = examine(f"{ALHAMBRA}/{ALHAMBRA}.fuero").diagnostics[0]
    assert 'Did you mean "sound.no-gap"?' in first.message


def test_a_form_that_there_is_not(copy: Path) -> None:
    edit(copy / "labels" / "de.fuero", 'several "Türme"', 'plural "Türme"')
    assert [code for code, *_ in found(copy)] == ["one-of-these"]


def test_what_overlays_take_away_or_bring_is_no_mistake(copy: Path) -> None:
    assert examine(f"{ALHAMBRA}/variants/courtyard.fuero").rules is not None
    assert {d.code for d in examine(f"{ALHAMBRA}/variants/courtyard.fuero").diagnostics} <= {"leans-on"}
    (copy / "modules").mkdir()
    (copy / "modules" / "luck.fuero").write_text(
        f'module luck for {ALHAMBRA} "Luck"\nadd require buy.lucky "you feel lucky"\n  1 = 1\n', encoding="utf-8"
    )
    path = copy / "labels" / "de.fuero"
    path.write_text(path.read_text(encoding="utf-8") + '  buy.lucky "Glück gehabt"\n', encoding="utf-8")
    assert found(copy) == []
    seen = resolve(f"{ALHAMBRA}/{ALHAMBRA}.fuero", modules=["luck"])
    assert sentences(in_language(seen.rules, seen.merged.labels, "de"))["buy.lucky"].text == "Glück gehabt"


def test_a_number_may_be_named(copy: Path) -> None:
    path = copy / "labels" / "pt.fuero"
    path.write_text(path.read_text(encoding="utf-8") + '  money-limit "no máximo {money-limit}"\n', encoding="utf-8")
    assert found(copy) == []


def test_what_is_said_never_moves_the_meaning() -> None:
    seen = resolve(ALHAMBRA)
    own = meaning_hash(seen.rules)
    for path in sorted(FOLDER.glob("*.fuero")):
        rules = in_language(seen.rules, seen.merged.labels, path.stem)
        assert rules != seen.rules and meaning_hash(rules) == own
    assert said_otherwise(seen.rules, {}) == seen.rules
    every = {path: f"say {path}" for path in sentences(seen.rules)}
    other = said_otherwise(seen.rules, every)
    assert meaning_hash(other) == own and {p: s.text for p, s in sentences(other).items()} == every


def test_the_shipped_texts_fit_and_are_marked(capsys: Said) -> None:
    assert [d for d in resolve(ALHAMBRA).diagnostics if "labels" in d.span.file] == []
    seen = resolve(ALHAMBRA)
    own = sentences(seen.rules)
    for head in seen.merged.labels:
        for label in head.labels:
            assert (label.path.text in own) == ("mark" in dict(label.forms)), label.path.text
    assert main(["labels", ALHAMBRA]) == 0
    assert re.fullmatch(r"de: \d+ of \d+ sentences\npt: \d+ of \d+ sentences\n", capsys.readouterr().out)


def test_a_language_that_there_is_not(capsys: Said) -> None:
    with pytest.raises(FueroError) as error:
        fuero.load(ALHAMBRA, language="ptt")
    (d,) = error.value.diagnostics
    assert d.code == "unknown-language" and 'Did you mean "pt"?' in d.message and "de, pt" in d.hint
    assert main(["play", ALHAMBRA, "--language", "fr", "--seats", "random"]) == 2
    assert "unknown-language" in capsys.readouterr().err


def test_a_match_is_told_in_the_language_of_the_table(tmp_path: Path, capsys: Said) -> None:
    config = tmp_path / "table.toml"
    config.write_text(f'game = "{ALHAMBRA}"\nplayers = 3\nseats = "random"\nseed = 7\nlanguage = "pt"\n', encoding="utf-8")
    assert main(["play", "--config", str(config)]) == 0
    told = capsys.readouterr().out
    assert "Pegar dinheiro" in told and "muralha mais longa" in told and "Take money" not in told
    assert main(["play", ALHAMBRA, "--players", "3", "--seats", "random", "--seed", "7"]) == 0
    own = capsys.readouterr().out
    assert "Take money" in own and "Pegar dinheiro" not in own
    numbers = [re.findall(r"(\d+) for", line) for line in own.split("\n")]
    assert numbers == [re.findall(r"(\d+) for", line) for line in told.split("\n")]


@pytest.mark.parametrize("entry", [e for e in WORDING if e.code in ("other-braces", "stale-label")], ids=lambda e: e.code)
def test_the_examples_of_the_registry(entry: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("sample.fuero").write_text(
        'game sample "Sample"\nplayers 2..4\ncap 20 decisions\nnumber limit = 5\n'
        'condition few(n: 0..9)\n  require small "at most {limit} cards"\n    n <= limit\n'
        "procedure play\n  finish\nsetup\n  step deal\nend\n  when few(1)\n  winner most points\n  ties shared\n",
        encoding="utf-8",
    )
    Path("labels").mkdir()
    for text, codes in ((entry.bad, [entry.code]), (entry.good, [])):
        Path("labels/pt.fuero").write_text(text, encoding="utf-8")
        assert [d.code for d in examine("sample.fuero").diagnostics] == codes

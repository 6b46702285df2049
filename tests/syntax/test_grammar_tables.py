"""The tables come from the grammar alone, strictly, and the cache does no harm."""

from __future__ import annotations

from pathlib import Path

import pytest
from lark import Lark
from lark.exceptions import GrammarError

from fuero import resources
from fuero.syntax import tables as t
from fuero.syntax.lines import cut
from fuero.syntax.makers import MAKERS
from fuero.syntax.parse import parse_file

SAMPLES = sorted((Path(__file__).parent / "samples").glob("*.fuero"))


def _grammar() -> str:
    return "".join(path.read_text(encoding="utf-8") for path in sorted(resources.grammar().glob("*.lark")))


def test_an_ambiguous_grammar_would_be_refused() -> None:
    spoilt = _grammar().replace("?atom: NAME ", '?atom: atom "of" atom | NAME ')
    assert spoilt != _grammar()
    with pytest.raises(GrammarError):
        Lark(spoilt, parser="lalr", lexer="basic", strict=True, maybe_placeholders=True)


def test_every_production_has_its_maker_and_every_maker_its_production() -> None:
    assert {p.maker for p in t.tables().productions if p.kind == "make"} == set(MAKERS)


def test_the_samples_use_every_word() -> None:
    used: set[str] = set()
    for path in SAMPLES:
        assert parse_file(path)[1] == []
        for piece in cut(path.read_text(encoding="utf-8"), "x").pieces:
            used |= {
                word for token in piece.tokens if token.type not in ("NAME", "STRING", "CELL") for word in token.value.split()
            }
    assert set(t.tables().words) - used == set()


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "fuero"


def test_the_cache_gives_the_same_tables_and_heals(fresh: Path) -> None:
    build = t.tables.__wrapped__
    first = build()
    (place,) = fresh.iterdir()
    assert build() == first == t.tables()
    for damage in ("", "x\n{}", place.read_text(encoding="utf-8")[:-5]):
        place.write_text(damage, encoding="utf-8")
        assert build() == first
    assert [path.name for path in fresh.iterdir()] == [place.name]


def test_an_unwritable_cache_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert t.tables.__wrapped__() == t.tables()

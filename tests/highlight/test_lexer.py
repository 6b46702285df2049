"""The Pygments lexer: every letter comes out, keywords are those of the reader, shipped files have no mistakes."""

from __future__ import annotations

import tomllib
from importlib import import_module
from pathlib import Path

import pytest
from pygments.token import Comment, Error, Keyword, Name, Number, Operator, String, Token

from fuero.highlight.lexer import FueroLexer
from fuero.syntax.tables import tables

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "rulesets").rglob("*.fuero"))


def _pieces(text: str) -> list[tuple[object, str]]:
    return [(kind, value) for kind, value in FueroLexer(ensurenl=False, stripnl=False).get_tokens(text) if value.strip()]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_shipped_file_has_no_mistakes_and_loses_nothing(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found = list(FueroLexer(ensurenl=False, stripnl=False).get_tokens(text))
    assert "".join(value for _, value in found) == text
    assert not [value for kind, value in found if kind is Error]
    assert not [value for kind, value in found if kind is Token.Text and value.strip()], "everything has a class"


def test_every_keyword_is_coloured_where_it_is_one() -> None:
    read = tables()
    for word in read.leading:
        assert _pieces(f"{word} x")[0] == (Keyword.Declaration, word)
    for word in read.inner - read.leading:
        kind = {value: kind for kind, value in _pieces(f"number n = {word} x")}[word]
        assert kind in (Keyword, Operator.Word), word


def test_a_word_is_a_name_where_it_is_one() -> None:
    pieces = _pieces("zone draw : pile of t\nprocedure p\n  draw 1 from draw to b\npiece x\n  draw : 1..3\n")
    assert [kind for kind, value in pieces if value == "draw"] == [Name.Class, Keyword, Name, Name]
    assert _pieces('rulebook b "B", in en\n')[-1] == (Name, "en")


def test_classes() -> None:
    text = 'action buy "Buy"  @b/c\n  choose x : 1..3  # why\n  require k "s"\n    f(A) <= -2\ntable t\n  | a | 1st\n  z | 5 | \n'
    kinds = {value: kind for kind, value in _pieces(text)}
    assert kinds['"Buy"'] is String.Double and kinds["@b/c"] is Name.Decorator and kinds["# why"] is Comment.Single
    assert kinds["f"] is Name.Function and kinds["A"] is Name.Constant and kinds["<="] is Operator
    assert kinds["-2"] is Number.Integer and kinds["5"] is Number.Integer


@pytest.mark.parametrize("text", ["“x” – ≤\t@\r\n== 'a' \u00e9e\u0301 \ufeff|", "", "\n\n", '"open', "((", "# only"])
def test_anything_can_be_coloured(text: str) -> None:
    list(FueroLexer().get_tokens(text))


def test_what_is_no_word_of_the_language_is_marked() -> None:
    assert (Error, "==") in _pieces("number n = a == b\n")


def test_it_is_registered_with_pygments() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    module, _, name = project["entry-points"]["pygments.lexers"]["fuero"].partition(":")
    assert getattr(import_module(module), name) is FueroLexer

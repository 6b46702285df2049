"""Every code in use is explained, and every explained code is in use."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

import fuero
from fuero.messages.registry import REGISTRY, explanation
from fuero.messages.registry.binding import BINDING
from fuero.messages.registry.composing import COMPOSING
from fuero.messages.registry.entry import Entry
from fuero.messages.registry.playing import PLAYING
from fuero.messages.registry.reading import READING
from fuero.syntax.parse import parse_text

ROOT = Path(fuero.__file__).parent
CODE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
HEAD = 'game sample "Sample"\n'


@cache
def codes_in_source() -> frozenset[str]:
    """Every text that is given as a code: to Diagnostic itself, or to a function that hands its `code` on to it."""
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in ROOT.rglob("*.py")}
    makers = {path: {name for name, _ in _makers(tree)} for path, tree in trees.items()}
    positions = {(path, name): k for path, tree in trees.items() for name, k in _makers(tree)}
    everywhere = {name: k for (_, name), k in positions.items() if not name.startswith("_")}
    found: set[str] = set()
    for path, tree in trees.items():
        known = {"Diagnostic": 0} | everywhere | {name: positions[path, name] for name in makers[path]}
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and (name := _called(node)) in known:
                given = [k.value for k in node.keywords if k.arg == "code"] or node.args[known[name] : known[name] + 1]
                for value in given:
                    found |= _texts(value)
        for node in ast.walk(tree):  # `code = "a" if … else "b"`, handed on below
            if isinstance(node, ast.Assign) and [t.id for t in node.targets if isinstance(t, ast.Name)] == ["code"]:
                found |= _texts(node.value)
    return frozenset(c for c in found if CODE.fullmatch(c))


def _makers(tree: ast.AST) -> list[tuple[str, int]]:
    """Functions with a parameter `code` that is a text, and its position in a call."""
    made = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            arguments = [*node.args.posonlyargs, *node.args.args]
            for k, argument in enumerate(arguments):
                if argument.arg == "code" and isinstance(argument.annotation, ast.Name) and argument.annotation.id == "str":
                    made.append((node.name, k - (arguments[0].arg in ("self", "cls"))))
    return made


def _called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else node.func.attr if isinstance(node.func, ast.Attribute) else ""


def _texts(value: ast.expr) -> set[str]:
    match value:
        case ast.Constant(value=str(text)):
            return {text}
        case ast.IfExp(body=body, orelse=otherwise):
            return _texts(body) | _texts(otherwise)
        case ast.JoinedStr(values=[ast.Constant(value="unknown-"), _]):  # a module or a variant
            return {"unknown-module", "unknown-variant"}
        case _:
            return set()


def test_every_code_in_the_source_is_explained() -> None:
    assert sorted(codes_in_source() - set(REGISTRY)) == []


def test_every_explained_code_is_in_the_source() -> None:
    assert sorted(set(REGISTRY) - codes_in_source()) == []


def test_no_code_stands_twice() -> None:
    counted = Counter(e.code for e in (*READING, *COMPOSING, *BINDING, *PLAYING))
    assert {c for c, n in counted.items() if n > 1} == set()


@pytest.mark.parametrize("entry", REGISTRY.values(), ids=lambda e: e.code)
def test_an_entry_is_whole(entry: Entry) -> None:
    assert CODE.fullmatch(entry.code)
    assert entry.title and not entry.title.endswith(".")
    assert entry.explanation.endswith(".")
    assert entry.bad.endswith("\n") and entry.good.endswith("\n") and entry.bad != entry.good
    words = re.findall(r"[a-z]+", (entry.title + entry.explanation).lower())
    assert not {"token", "identifier", "expression", "unexpected", "parser"} & set(words), "game words, not programmer's words"


NOT_A_TEXT = {"too-deep", "not-utf-8", "no-file"}


@pytest.mark.parametrize("entry", [e for e in READING if e.code not in NOT_A_TEXT], ids=lambda e: e.code)
def test_a_bad_text_brings_its_message_and_the_good_one_none(entry: Entry) -> None:
    assert entry.code in {d.code for d in parse_text(HEAD + entry.bad, "bad.fuero")[1]}
    assert parse_text(HEAD + entry.good, "good.fuero")[1] == []


@pytest.mark.parametrize("entry", [*COMPOSING, *BINDING], ids=lambda e: e.code)
def test_what_is_wrong_in_meaning_can_still_be_read(entry: Entry) -> None:
    for text in (entry.bad, entry.good):
        if text.startswith("fuero "):
            continue
        whole = text if text.startswith(("game ", "variant ")) else HEAD + text
        assert parse_text(whole, "example.fuero")[1] == []


def test_explanation_shows_both_examples() -> None:
    text = explanation("two-answers")
    assert text.startswith("two-answers: Two changes give different values\n")
    assert "    set limit to 6\n" in text and "Mended:\n    set limit to 7\n" in text

"""Law: what is printed reads back as the same tree, and printing that again changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fuero.syntax import nodes as n
from fuero.syntax.parse import parse_file, parse_text
from fuero.syntax.print import print_declaration, print_file, print_term, print_type
from fuero.syntax.print_lines import as_line

SAMPLES = sorted((Path(__file__).parent / "samples").glob("*.fuero"))


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_samples_read_back_equal(path: Path) -> None:
    file, _ = parse_file(path)
    printed = print_file(file)
    again, found = parse_text(printed, str(path))
    assert found == []
    assert (again.head, again.declarations) == (file.head, file.declarations)
    assert again.comments == file.comments
    assert print_file(again) == printed


def test_canonical_form() -> None:
    text = (
        '# first\ngame   g "G"   @a/b\n\n# about x\nzone x:pile   of t per  player,open  # kept\n   always  (f(x))\n'
        "table t\n |a|b\n longer|1|\npiece p\n  a : 1..3\n  longer : set of side\n"
        "condition c\n  require k\n      ((a and b))\n      or (c)\n      # why not\n  require m\n    (finish)\n"
    )
    expected = (
        '# first\ngame g "G"  @a/b\n\n# about x\nzone x : pile of t per player, open  # kept\n  always f(x)\n'
        "table t\n         | a | b\n  longer | 1 |\npiece p\n  a      : 1..3\n  longer : set of side\n"
        "condition c\n  require k\n    a and b or c\n  # why not\n  require m\n    (finish)\n"
    )
    file, found = parse_text(text, "x")
    assert found == []
    assert print_file(file) == expected


@pytest.mark.parametrize(
    "text",
    [
        "(a or b) and c",
        "not (a and b)",
        "a - (b - c) - d",
        "(a + b) * c / 2 rounded up",
        "a / (b * c) rounded down",
        "(a = b) = c",
        "t at (king of p)",
        "prizes at (tower, scoring 3, 3rd)",
        "total worth of pay",
        "size of (a + b)",
        "g with t on c without d",
        "(if a then 1 else 2) + 1",
        "if a then 1 else if b then 2 else 3",
        "a - -1",
        "-1..3",
        "(a..b) of c",
        "x not in y",
        "(a of b) of c",
        "fewest(p in s clockwise from the next player where a: b of p, c)",
        "f(a, {}, {1, you}, your hand, this turn, other players, players, none, A, 21st, 12th)",
    ],
)
def test_parentheses_are_kept_where_needed_and_only_there(text: str) -> None:
    (number,) = parse_text(f"number n = {text}\n", "x")[0].declarations
    assert isinstance(number, n.Number)
    assert print_term(number.value) == text


# ---- terms generated as trees

_plain = st.sampled_from(["a", "tower", "draw", "no-gap", "x1", "finish", "score", "pai-2-new"])
_names = _plain.map(n.Name)
_words = _plain.map(n.Word)
_atoms: st.SearchStrategy[n.Term] = st.one_of(
    _names,
    st.builds(n.Numbered, _plain, st.integers(0, 99)),
    st.integers(-9, 99).map(n.Integer),
    st.integers(1, 123).map(n.Ordinal),
    st.sampled_from("ABCDEF").map(n.Seat),
    st.builds(n.Your, _words),
    st.builds(n.This, _words),
    st.builds(n.The, _plain, _plain),
    st.sampled_from([n.You(), n.OtherPlayers(), n.PlayerCount(), n.NoneTerm(), n.SetLiteral(())]),
)


def _bigger(terms: st.SearchStrategy[n.Term]) -> st.SearchStrategy[n.Term]:
    some = st.lists(terms, min_size=1, max_size=3).map(tuple)
    binds = st.builds(n.Bind, _words, terms, st.none() | terms, st.none() | terms)
    folds = st.sampled_from(["every", "any", "count", "total", "most", "fewest", "highest", "lowest", "those"])
    more_links = st.lists(terms, min_size=2, max_size=3).map(tuple)
    return st.one_of(
        st.builds(n.Apply, _words, some),
        st.lists(terms, min_size=2, max_size=3).map(lambda items: n.Keys(tuple(items))),
        st.builds(n.SetLiteral, some),
        st.builds(n.Fold, folds, binds, st.just(()) | some),
        st.builds(n.Chain, more_links, st.none() | terms),
        st.builds(lambda term, at: n.Chain((term,), at), terms, terms),
        st.builds(lambda name, rest, at: n.Chain((name, *rest), at, True), _names, some, st.none() | terms),
        st.builds(n.Not, terms),
        st.builds(n.And, terms, terms),
        st.builds(n.Or, terms, terms),
        st.builds(n.Compare, st.sampled_from(["=", "!=", "<", "<=", ">", ">="]), terms, terms),
        st.builds(n.In, terms, terms, st.booleans()),
        st.builds(n.Is, terms, _words, st.booleans()),
        st.builds(n.With, terms, terms, st.none() | terms),
        st.builds(n.Without, terms, terms),
        st.builds(n.RangeTerm, terms, terms),
        st.builds(n.Binary, st.sampled_from(["+", "-", "*"]), terms, terms),
        st.builds(n.Divide, terms, terms, st.booleans()),
        st.builds(n.IfTerm, terms, terms, terms),
    )


TERMS = st.recursive(_atoms, _bigger, max_leaves=12)


@settings(max_examples=300, deadline=None)
@given(TERMS)
def test_a_printed_term_reads_back_equal(term: n.Term) -> None:
    text = f"number n = {print_term(term)}\ncondition c\n  require k\n    {as_line(print_term(term))}\n"
    file, found = parse_text(text, "x")
    assert found == [], text
    number, rule = file.declarations
    assert isinstance(number, n.Number) and isinstance(rule, n.Rule)
    assert number.value == term, text
    assert rule.parts[0].term == term, text


@settings(max_examples=100, deadline=None)
@given(TERMS, TERMS, st.sampled_from(["one", "some", "up to", "exactly"]))
def test_printed_statements_read_back_equal(term: n.Term, other: n.Term, many: str) -> None:
    count = other if many in ("up to", "exactly") else None
    fields = (n.Field(n.Word("x"), n.HowMany(many, count), term), n.Field(n.Word("y"), None, other))  # type: ignore[arg-type]
    body: n.Block = (
        n.Move(term, other, term),
        n.Draw(term, other, other),
        n.SetTo(term, other),
        n.Score(term, other, "why", (n.Cite("a", "b"),)),
        n.If(term, (n.Finish(),), (n.If(other, (n.Finish(),), (n.Finish(),)),)),
        n.Repeat(term, True, other, (n.Finish(),)),
        n.Ask(term, "", (n.Offer(n.Call(n.Word("f"), (term,)), other),), (n.Finish(),)),
        n.Choose(n.Times(term, True), fields, other, term if term != n.Name("chance") else None, (n.Finish(),)),
        n.Choose(None, fields, None, "chance", (n.Reveal(term),), (n.Finish(),)),
    )
    declaration = n.Procedure(n.Word("p"), (n.Param(n.Word("q"), n.TypeRange(term, other)),), body)
    printed = print_declaration(declaration)
    file, found = parse_text(printed, "x")
    assert found == [], printed
    assert file.declarations == (declaration,), printed


_types = st.recursive(
    _plain.map(n.TypeName) | st.builds(n.TypeRange, _atoms, _atoms, st.sampled_from(["", "half"])),
    lambda inner: st.builds(n.TypeOf, st.sampled_from(["set", "bag", "list"]), inner),
    max_leaves=4,
)


@settings(max_examples=100, deadline=None)
@given(_types, st.booleans())
def test_a_printed_type_reads_back_equal(inner: n.TypeText, or_none: bool) -> None:
    type = n.TypeOrNone(inner) if or_none else inner
    (var,) = parse_text(f"var v : {print_type(type)}, open\n", "x")[0].declarations
    assert isinstance(var, n.Var) and var.type == type

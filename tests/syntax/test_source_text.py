"""Typing habits that make no difference (byte marks, line ends, tabs, curly quotes, long dashes), and where things stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from fuero.syntax import nodes as n
from fuero.syntax.parse import parse_file, parse_text

SAMPLES = sorted((Path(__file__).parent / "samples").glob("*.fuero"))


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_samples_parse(path: Path) -> None:
    file, found = parse_file(path)
    assert found == [] and file.head is not None and file.path == str(path)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_byte_mark_line_ends_and_tabs_make_no_difference(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    plain = parse_text(text, "x")[0]
    assert parse_text("\ufeff" + text.replace("\n", "\r\n"), "x")[0].declarations == plain.declarations
    assert parse_text(text.replace("\n", "\r"), "x")[0].declarations == plain.declarations
    tabbed = "\n".join("\t" * ((len(line) - len(line.lstrip(" "))) // 2) + line.lstrip(" ") for line in text.split("\n"))
    assert parse_text(tabbed, "x")[0].declarations == plain.declarations


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("number n = a − b", "number n = a - b"),
        ("number n = a – b", "number n = a - b"),
        ("condition c\n  require k “the “price””\n    a ≤ b", None),
        ("condition c\n  require k “price”\n    a ≤ b", 'condition c\n  require k "price"\n    a <= b'),
        ("condition c\n  require k „price“\n    a ≠ b or a ≥ c", 'condition c\n  require k "price"\n    a != b or a >= c'),
        ("number\u00a0n = 3\u00a0* 2", "number n = 3 * 2"),
        ("number n = 3 × 2", "number n = 3 * 2"),
        ("number n\u200b = 3", "number n = 3"),
        ("enum e = pavilha\u0303o", "enum e = pavilhão"),
        ("table t\n  a\u00a0| −1\n  b | 2", "table t\n  a | -1\n  b | 2"),
    ],
)
def test_typographic_twins_are_read_in_silence(typed: str, plain: str | None) -> None:
    file, found = parse_text(typed, "x")
    if plain is None:
        assert len(found) == 1
    else:
        assert found == [] and file == parse_text(plain, "x")[0]


def test_what_is_quoted_stays_as_typed() -> None:
    (why,) = parse_text('why "a ≤ b – “so”\u00a0it is"\n', "x")[0].declarations
    assert why == n.Why("a ≤ b – “so”\u00a0it is")


def test_columns_are_the_authors_own() -> None:
    (number,) = parse_text("number n = a ≤ bcd + 1\n", "x")[0].declarations
    assert isinstance(number, n.Number) and isinstance(number.value, n.Compare)
    right = number.value.right
    assert (right.span.column, right.span.end_column) == (16, 23)
    (rule,) = parse_text("condition c\n\trequire k\n\t\tabc\n", "x")[0].declarations
    assert isinstance(rule, n.Rule)
    assert (rule.parts[0].term.span.column, rule.parts[0].term.span.end_column) == (3, 6)


def test_spans_are_exact() -> None:
    text = 'condition c(g: board) "so"  @book/part\n  require k\n    (a of b at (x, 1)) = f(y)\n\n# more\nnumber n = 3\n'
    rule, number = parse_text(text, "x")[0].declarations
    assert isinstance(rule, n.Rule) and isinstance(number, n.Number)

    def place(node: n.Node) -> tuple[int, int, int, int]:
        return node.span.line, node.span.column, node.span.end_line, node.span.end_column

    assert place(rule) == (1, 1, 3, 30)
    assert place(rule.name) == (1, 11, 1, 12)
    assert place(rule.cites[0]) == (1, 29, 1, 39)
    term = rule.parts[0].term
    assert isinstance(term, n.Compare) and isinstance(term.left, n.Chain) and term.left.at is not None
    assert place(term) == (3, 5, 3, 30)
    assert place(term.left) == (3, 6, 3, 22)
    assert place(term.left.at) == (3, 16, 3, 22)
    assert place(number) == (6, 1, 6, 13)
    assert rule.span.file == "x"


def test_comments_are_kept() -> None:
    file, _ = parse_text('# one\nnumber n = 3  # "two" @three\nwhy "# no"\n', "x")
    assert [(c.text, c.alone, c.span.line, c.span.column) for c in file.comments] == [
        (" one", True, 1, 1),
        (' "two" @three', False, 2, 15),
    ]


def test_cells() -> None:
    text = 'table t\n     | scoring  1 |     | "a | b" |\n  x  | 2  # four\n'
    (table,) = parse_text(text, "x")[0].declarations
    assert isinstance(table, n.Table)
    assert [[cell.text for cell in row.cells] for row in table.rows] == [["", "scoring 1", "", "a | b", ""], ["x", "2"]]
    assert (table.rows[0].cells[1].span.column, table.rows[1].cells[0].span.column) == (8, 3)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    file, found = parse_file(tmp_path / "none.fuero", "none")
    assert (file, [d.code for d in found]) == (n.File("none", None, ()), ["no-file"])
    path = tmp_path / "latin.fuero"
    path.write_bytes('game g "G"\nwhy "não"\n'.encode("latin-1"))
    _, (finding,) = parse_file(path)
    assert (finding.code, finding.span.line, finding.span.column) == ("not-utf-8", 2, 7)
    assert parse_file(tmp_path)[1][0].code == "no-file"

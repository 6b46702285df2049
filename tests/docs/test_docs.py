"""The documentation holds: samples parse, examples give what is printed, links lead somewhere, tables agree with the program."""

from __future__ import annotations

import doctest
import re
import tomllib
from pathlib import Path

import pytest
from tests.docs.pages import CHAPTERS, PAGES, ROOT, blocks, called, links, prose, rows, samples

from fuero.engine.ranks import parse_ties, payouts
from fuero.messages.registry import REGISTRY
from fuero.rules.bind.calls import BUILT_INS
from fuero.syntax.parse import parse_text

SAMPLES = [(page, number) for page in PAGES for number in range(len(samples(page)))]
COMMANDS = 2


@pytest.mark.parametrize(("page", "number"), SAMPLES, ids=[f"{called(p)}:{n}" for p, n in SAMPLES])
def test_samples_parse(page: Path, number: int) -> None:
    pieces = re.split(r"(?m)^(?=(?:game|module|variant|bridge|labels) )", samples(page)[number])
    for piece in filter(str.strip, pieces):
        _, found = parse_text(piece, called(page))
        assert not found, [d.message for d in found]


def test_a_sample_that_does_not_parse_is_noticed() -> None:
    _, found = parse_text("zone hand pile of money\n", "page")
    assert found


@pytest.mark.parametrize("page", PAGES, ids=called)
def test_examples_give_what_is_printed(page: Path) -> None:
    text = "\n".join(blocks(page, "python"))
    test = doctest.DocTestParser().get_doctest(text, {}, called(page), called(page), 0)
    out: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=out.append)
    assert not result.failed, "".join(out)


@pytest.mark.parametrize("page", PAGES, ids=called)
def test_links_lead_somewhere(page: Path) -> None:
    for link in links(page):
        if not link.startswith(("http:", "https:", "#")):
            assert (page.parent / link.partition("#")[0]).exists(), link


@pytest.mark.parametrize("page", PAGES, ids=called)
def test_no_word_stands_twice(page: Path) -> None:
    assert not re.findall(r"\b(\w+)[ \n]\1\b", re.sub(r"`[^`]*`|\|.*", "–", prose(page)))


@pytest.mark.parametrize("page", CHAPTERS[:-1], ids=called)
def test_a_chapter_begins_with_a_rule(page: Path) -> None:
    _, begin, *_ = page.read_text(encoding="utf-8").split("\n## ")[0].split("```fuero\n")
    assert begin


def test_the_index_lists_every_chapter() -> None:
    assert sorted(links(ROOT / "docs/language/index.md")) == [page.name for page in CHAPTERS]


def test_every_message_is_listed_and_exists() -> None:
    listed = [cells[0].strip("`") for cells in rows(CHAPTERS[-1]) if cells[0].startswith("`")]
    assert sorted(listed) == sorted(REGISTRY)
    for page in CHAPTERS[:-1]:
        checks = page.read_text(encoding="utf-8").partition("\n## Checks\n")[2].partition("\n## ")[0]
        for code in re.findall(r"`([a-z]+(?:-[a-z0-9]+)+)`", checks):
            assert code in REGISTRY, f"{called(page)}: {code}"


def test_every_built_in_notion_is_listed() -> None:
    page = next(p for p in CHAPTERS if "built-ins" in p.name)
    table = page.read_text(encoding="utf-8").partition("## Built-in notions")[2]
    listed = {
        name for line in table.split("\n") if line.startswith("| `") for name in re.findall(r"`([\w-]+)`", line.split(" | ")[0])
    }
    assert listed == set(BUILT_INS)


def test_the_table_of_ties_is_what_they_pay() -> None:
    page = next(p for p in CHAPTERS if "points" in p.name)
    table = page.read_text(encoding="utf-8").partition("### Ties")[2].partition("\n## ")[0]
    lines = re.findall(r"^\| `([^`]+)` \| ([\d, ]+) \|", table, re.MULTILINE)
    assert len(lines) == 6
    for phrase, paid in lines:
        rule = parse_ties(tuple(part.strip() for part in phrase.split(",")))
        assert ", ".join(str(p.points) for p in payouts((4, 4, 1), 1, (21, 13, 6), rule)) == paid, phrase


def _readme_commands() -> list[str]:
    return [
        line for block in blocks(ROOT / "README.md", "sh") for line in block.splitlines() if line.startswith("python3 -m venv")
    ]


def test_the_check_run_takes_the_readme_at_its_word() -> None:
    lines = (ROOT / ".ci/run").read_text(encoding="utf-8").splitlines()
    commands = _readme_commands()
    assert len(commands) == COMMANDS
    for command in commands:
        assert command in lines


def test_the_check_run_needs_nothing_but_a_clone() -> None:
    run = ROOT / ".ci/run"
    assert run.stat().st_mode & 0o111, "it can be started"
    tools = run.read_text(encoding="utf-8")
    for tool in ("ruff check", "mypy", "lint-imports", "pytest"):
        assert tool in tools


def test_extras_named_in_the_readme_exist() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = {extra for command in _readme_commands() for extra in re.findall(r"\.\[(\w+)\]", command)}
    assert named
    assert named <= set(project["optional-dependencies"])

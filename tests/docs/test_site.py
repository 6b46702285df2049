"""The pages as a web site: links lead from page to page, and it is made without a warning."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest
from tests.docs.pages import PAGES, ROOT, called

from fuero.messages.registry import REGISTRY


def _site() -> ModuleType:
    spec = importlib.util.spec_from_file_location("site_of_the_pages", ROOT / "docs" / "site.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    before = list(sys.path)
    spec.loader.exec_module(module)
    sys.path[:] = before
    return module


def test_every_page_is_on_the_site_and_every_link_leads_to_one() -> None:
    site = _site()
    pages: dict[str, str] = site.pages()
    assert len(pages) == len(PAGES)
    for name, text in pages.items():
        for target in re.findall(r"(?<!!)\[[^\]\n]*\]\(([^)\s#:]+\.md)", re.sub(r"(?ms)^```.*?^```$", "", text)):
            found = (Path("/") / name).parent / target
            assert found.resolve().relative_to("/").as_posix() in pages, f"{name}: {target}"


def test_links_to_what_is_no_page_become_words() -> None:
    site = _site()
    linked = site.linked("[a](LICENSE) [b](docs/api.md#x) [c](https://e.org) [d](#here)\n", "README.md", "readme.md")
    assert linked == "a [b](api.md#x) [c](https://e.org) [d](#here)\n"
    assert site.linked("[a](../../README.md)", "docs/language/x.md", "language/x.md") == "[a](../readme.md)"


def test_messages_and_productions_are_told_in_full() -> None:
    pages = _site().pages()
    assert all(f"### `{code}`" in pages["language/16-messages.md"] for code in REGISTRY)
    assert 'zone: "zone" NAME' in pages["language/03-zones-and-variables.md"]
    assert "01-files-and-names.md" in pages["language/index.md"].rpartition("toctree")[2]


def test_pictures_can_be_drawn() -> None:
    shown = [(page, target) for page in PAGES for target in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", page.read_text("utf-8"))]
    assert shown
    for page, target in shown:
        picture = ElementTree.parse(page.parent / target).getroot()
        assert picture.tag.endswith("svg"), called(page)
        assert picture.find("{http://www.w3.org/2000/svg}title") is not None, "it says what it shows"
        assert "prefers-color-scheme: dark" in (page.parent / target).read_text("utf-8")


@pytest.mark.skipif(
    any(importlib.util.find_spec(name) is None for name in ("sphinx", "myst_parser", "furo")),
    reason="the packages of the extra docs are not installed: pip install -e '.[docs]'",
)
def test_the_site_is_made_without_a_warning(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "site.py"), str(tmp_path)], cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    assert run.returncode == 0, run.stderr
    page = (tmp_path / "html" / "language" / "06-actions.html").read_text("utf-8")
    assert 'class="highlight-fuero' in page and '<span class="kd">action</span>' in page
    assert 'class="err"' not in page
    assert "architecture.svg" in (tmp_path / "html" / "architecture.html").read_text("utf-8")

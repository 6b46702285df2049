"""What the pages show commands to print is what they print."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.docs import tour


@pytest.mark.parametrize("name", ["README.md", "docs/guide.md"])
def test_commands_print_what_the_page_shows(name: str) -> None:
    page = (tour.ROOT / name).read_text(encoding="utf-8")
    shown = tour.commands(page)
    assert shown
    with tour.folder_of(page) as folder:
        for one in shown:
            now = tour.printed(one.command, folder)
            assert tour.fits(one.lines, now), f"$ {one.command} prints now (make golden writes it down):\n" + "\n".join(now[:60])


def test_a_changed_output_is_noticed(tmp_path: Path) -> None:
    block = "```console\n$ fuero --version\n0.0.0\n```\n"
    (one,) = tour.commands(block)
    assert not tour.fits(one.lines, tour.printed(one.command, tmp_path))

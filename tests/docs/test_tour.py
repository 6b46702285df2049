"""What the pages show commands to print is what they print, and what they tell to write is right."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.docs import tour, written
from tests.docs.tour import ROOT

from fuero.checker import findings
from fuero.rules.load import resolve
from fuero.table.scenario_setting import Settings
from fuero.table.scenarios import run_one


@pytest.mark.parametrize("name", tour.TOURS)
def test_commands_print_what_the_page_shows(name: str) -> None:
    page = (ROOT / name).read_text(encoding="utf-8")
    ran = 0
    with tour.folder_of_its_own() as folder:
        for shown, now in tour.followed(page, folder):
            ran += 1
            told = f"$ {shown.command} prints now (make golden writes it down):\n" + "\n".join(now[:80])
            assert tour.fits(shown.lines, now), told
    assert ran


@pytest.mark.parametrize("name", ["README.md", *tour.DOORS])
def test_what_a_reader_writes_is_right_in_the_end_and_has_an_example(name: str) -> None:
    page = (ROOT / name).read_text(encoding="utf-8")
    made = list(written.blocks(page))
    if name in tour.DOORS:
        assert all(block.file for block in made if block.language in ("fuero", "csv")), "each block says for which file it is"
    with tour.folder_of_its_own() as folder:
        for block in made:
            if block.language == "console":  # a file that a command writes
                for new in (shown for shown in tour.commands(block.text) if shown.command.startswith("fuero new ")):
                    tour.printed(new, folder)
            written.write(block, folder)
        files = sorted(folder.glob("*.fuero"))
        assert files
        for path in files:
            resolved = resolve(str(path))
            found = [*resolved.diagnostics, *findings(resolved.rules, resolved.merged)]
            assert [f"{d.code}: {d.message}" for d in found if d.severity != "note"] == []
            settings = Settings(resolved)
            own = [(owner, told) for owner, told in resolved.merged.scenarios if Path(told.span.file).name == path.name]
            held = {told.title: run_one(settings, owner, told).message for owner, told in own}
            assert held
            assert set(held.values()) == {""}, held


def test_there_are_four_doors_and_the_guide_leads_to_each() -> None:
    guide = (ROOT / "docs/guide.md").read_text(encoding="utf-8")
    for name in tour.DOORS:
        assert f"](doors/{Path(name).name})" in guide


def test_the_game_shown_in_full_is_the_one_that_is_shipped() -> None:
    shipped = (ROOT / "rulesets/three-hills/three-hills.fuero").read_text(encoding="utf-8")
    page = (ROOT / "docs/doors/three-hills.md").read_text(encoding="utf-8")
    shown = next(block for block in written.blocks(page) if block.file == "three-hills.fuero")
    assert shown.text.startswith(shipped)
    assert len(shipped.splitlines()) <= 40


def test_a_changed_output_is_noticed(tmp_path: Path) -> None:
    (one,) = tour.commands("$ fuero --version\n0.0.0\n")
    assert not tour.fits(one.lines, tour.printed(one, tmp_path))


def test_files_are_written_as_the_page_says(tmp_path: Path) -> None:
    page = (
        "`a.fuero`:\n\n```fuero\none\ntwo\n```\n\nIn `a.fuero`, line 2 becomes:\n\n```fuero\n2\n3\n```\n"
        "\nIn `a.fuero`, below line 1:\n\n```fuero\nhalf\n```\n\nAt the end of `a.fuero`:\n\n```fuero\nlast\n```\n"
    )
    for block in written.blocks(page):
        written.write(block, tmp_path)
    assert (tmp_path / "a.fuero").read_text() == "one\nhalf\n2\n3\nlast\n"

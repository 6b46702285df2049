"""Seeded mistakes are caught: nearly all at their line, misspelt names with the right suggestion, none with a traceback.

The short run takes a fixed sample; the long one (`pytest -m soak tests/mistakes`) takes what `docs/mistakes.md` tells of.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.mistakes import measure
from tests.mistakes.drawn import drawn
from tests.mistakes.judge import Judge, remembered
from tests.mistakes.operators import MISSPELT, OPERATORS, OTHERS
from tests.mistakes.seeded import Mistake, pages

DOC = Path(__file__).resolve().parents[2] / "docs" / "mistakes.md"


@pytest.fixture(scope="module")
def judge(tmp_path_factory: pytest.TempPathFactory) -> Judge:
    return Judge(tmp_path_factory.mktemp("copy"))


def changed(file: str, old: str, new: str) -> Mistake:
    """A shipped file with one text replaced by another."""
    page = next(p for p in pages() if p.file == file)
    line = page.text[: page.text.index(old)].count("\n") + 1
    return Mistake("by hand", file, line, frozenset({line}), page.text.replace(old, new, 1), old, new)


def test_there_are_enough_operators_and_each_finds_a_place() -> None:
    assert len(OPERATORS) >= 25
    assert not set(MISSPELT) & set(OTHERS)
    for name, operator in OPERATORS.items():
        offers = [m for page in pages() for m in operator(page, Random(1))]
        assert offers, f"{name} finds nothing to change"
        texts = {page.file: page.text for page in pages()}
        assert all(m.text != texts[m.file] and m.operator == name for m in offers), name


def test_what_is_drawn_hangs_on_the_seed_alone() -> None:
    assert drawn(3, 150) == drawn(3, 150) != drawn(4, 150)
    many = drawn(measure.SEED, measure.COUNT)
    assert len(many) >= 500
    assert sum(m.operator in MISSPELT for m in many) >= 300
    assert {m.file for m in many} == {page.file for page in pages()}, "all shipped files"


def test_the_untouched_rulesets_have_no_error(judge: Judge) -> None:
    with remembered():
        assert [d for d in judge.sound() if d.severity == "error"] == []


def test_verdicts_tell_what_is_said_from_what_is_not(judge: Judge) -> None:
    """What the counting rests on: a change of meaning without a finding is a miss, one of a comment is not."""
    game = "three-hills/three-hills.fuero"
    with remembered():
        assert judge.judge(changed(game, "number room = 5", "number room = 4")).kind == "missed"
        assert judge.judge(changed(game, '"Which hill?"', '"Where to?"')).kind == "harmless"
        right = judge.judge(changed(game, "hill has room", "hill hsa room"))
        assert right.kind == "harmless"
        assert judge.judge(changed(game, "offer send", "offer sned")).kind == "right"
        elsewhere = changed(game, "enum hill = east-hill", "enum hull = east-hill")
        assert judge.judge(elsewhere).kind == "elsewhere"


def test_a_sample_of_mistakes_is_caught() -> None:
    verdicts = measure.judged(drawn(measure.SEED, 170))
    short = "\n".join(measure.told(v) for v in verdicts if measure.fell_short(v))
    assert not any(v.kind == "traceback" for v in verdicts), short
    assert measure.share_suggested(verdicts) >= 0.97, short
    assert measure.share_right(verdicts) >= 0.93, short


@pytest.mark.soak
def test_all_of_them_are_caught() -> None:
    verdicts = measure.measured(drawn(measure.SEED, measure.COUNT), workers=2)
    short = "\n".join(measure.told(v) for v in verdicts if measure.fell_short(v))
    assert not any(v.kind == "traceback" for v in verdicts), short
    assert measure.share_suggested(verdicts) >= 0.99, short
    assert measure.share_right(verdicts) >= 0.95, short


def test_the_page_tells_of_every_operator() -> None:
    rows = [line.split("|")[1].strip() for line in DOC.read_text("utf-8").splitlines() if line.startswith("| ")]
    assert [row for row in rows if row not in ("operator", "all")] == list(OPERATORS)

"""The kept sample of another program's positions, moves and scorings of the base game: ours say the same."""

from __future__ import annotations

import copy
import gzip
import json
from pathlib import Path

import pytest
from tests.positions.compare import Line, compare, compare_kept, main, read

KEPT = Path(__file__).parent / "positions.jsonl.gz"


@pytest.fixture(scope="module")
def kept() -> list[Line]:
    return list(read(KEPT))


def test_the_sample_is_varied(kept: list[Line]) -> None:
    positions = [line for line in kept if "moves" in line]
    verbs = {move.partition(" ")[0] for line in positions for move in line["moves"]}
    assert len(positions) >= 150 and verbs >= {"take", "buy", "build", "remove", "exchange", "place", "reserve"}
    assert {len(line["palaces"]) for line in positions} == {3, 4, 5, 6}
    assert any(line["final"] for line in positions) and any(len(line["bought"]) > 1 for line in positions)
    assert {r for line in kept if "scoring" in line for r in line["scoring"]} == {1, 2, 3}


def test_the_moves_and_points_are_the_same(kept: list[Line]) -> None:
    assert [str(d) for d in compare_kept(kept)] == []


def test_a_move_more_or_less_is_found(kept: list[Line]) -> None:
    for verb in ("take", "buy", "build", "remove", "exchange", "place", "reserve"):
        line = copy.deepcopy(next(x for x in kept if any(m.startswith(verb) for m in x.get("moves", ()))))
        gone = next(m for m in line["moves"] if m.startswith(verb))
        line["moves"].remove(gone)
        found = compare_kept([line])
        assert [(d.rule, d.only_here, d.only_there) for d in found] == [(verb, (gone,), ())]
        line["moves"] += [gone, f"{verb} nothing"]
        assert [d.only_there for d in compare_kept([line])] == [(f"{verb} nothing",)]


def test_other_points_are_found(kept: list[Line]) -> None:
    line = copy.deepcopy(next(x for x in kept if "scoring" in x))
    line["points"][0] += 1
    assert [d.rule for d in compare_kept([line])] == ["scoring"]


def test_a_match_with_its_scorings(tmp_path: Path, kept: list[Line], capsys: pytest.CaptureFixture[str]) -> None:
    """The form in which a whole match comes: points show in the line after a scoring."""
    scored = next(x for x in kept if x.get("scoring") == [1] and any(x["points"]))
    before = next(x for x in kept if "moves" in x and len(x["palaces"]) == len(scored["palaces"])) | {"game": 1, "step": 0}
    after = copy.deepcopy(before) | {"palaces": scored["palaces"], "reserves": [[] for _ in scored["palaces"]], "step": 1}
    after |= {"market": {}, "bought": [], "phase": "act", "final": False, "moves": ["pass"]}
    lines = [before | {"scores": [5] * len(scored["points"])}, after | {"scores": [5 + n for n in scored["points"]]}]
    file = tmp_path / "match.jsonl.gz"
    for wrong in (0, 1):
        lines[1]["scores"][0] += wrong
        file.write_bytes(gzip.compress("".join(json.dumps(line) + "\n" for line in lines).encode()))
        counts, differences = compare(file)
        assert ("scoring" in {d.rule for d in differences}) == bool(wrong)
        assert counts["scoring 1"] == 1 - wrong and counts["positions"] == 2
    assert main([str(file)]) == 1
    assert "disagreements" in capsys.readouterr().out

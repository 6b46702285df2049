"""The soak itself: a short run by default, a long one under the mark `soak`; stopping and going on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.laws import laws, soak
from tests.laws.tables import base_games, overlaid, small


def jobs(seeds: int, share: float) -> list[soak.Job]:
    return [soak.Job(t, seed, share) for seed in range(seeds) for t in small()]


def test_a_short_soak(tmp_path: Path) -> None:
    assert not soak.soak(jobs(6, 0.05), tmp_path / "done.jsonl")
    assert not soak.soak([soak.Job(t, 11, 0.005) for t in base_games()], tmp_path / "done.jsonl")


def test_a_run_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "done.jsonl"
    soak.soak(jobs(1, 0)[:3], file)
    file.write_text(file.read_text()[:-7])  # stopped while it wrote
    played: list[str] = []
    real = soak.play

    def watched(job: soak.Job) -> soak.Line:
        played.append(job.key)
        return real(job)

    monkeypatch.setattr(soak, "play", watched)
    soak.soak(jobs(1, 0)[:4], file)
    assert played == [job.key for job in jobs(1, 0)[2:4]]
    assert set(soak.finished(file)) == {job.key for job in jobs(1, 0)[:4]}


def test_what_broke_before_still_counts(tmp_path: Path) -> None:
    file = tmp_path / "done.jsonl"
    job = jobs(1, 0)[0]
    file.write_text(json.dumps({"match": job.key, "decisions": 1, "tried": 1, "end": "", "broken": ["a law"]}) + "\n")
    assert [line["match"] for line in soak.soak([job], file)] == [job.key]


def test_a_broken_match_is_told_and_the_run_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laws, "all_laws", lambda state, rng: 1 // 0)
    broken = soak.soak(jobs(1, 1)[:2], tmp_path / "done.jsonl")
    assert len(broken) == 2 and "ZeroDivisionError" in broken[0]["broken"][0]


@pytest.mark.soak
def test_a_long_soak(tmp_path: Path) -> None:
    named = [*small(), *base_games(), *overlaid()]
    assert not soak.soak((soak.Job(t, seed, 0.02) for seed in range(100, 140) for t in named), tmp_path / "done.jsonl", workers=2)

"""The lowered text hangs on the rules alone, never on the order in which a process happens to keep its sets."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SAY = """
import sys, hashlib, fuero
from fuero.native.compile import lowered
low = lowered(fuero.load(sys.argv[1], players=2).machine.program)[0]
print(hashlib.sha256((low.text + repr(sorted(low.tables.items())) + repr(low.faults)).encode()).hexdigest())
"""


@pytest.mark.parametrize("path", ["rulesets/alhambra", "tests/native/rulesets/ground.fuero", "tests/native/rulesets/ties.fuero"])
def test_two_processes_lower_alike(path: str) -> None:
    def said(seed: str) -> str:
        env = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run([sys.executable, "-c", SAY, str(ROOT / path)], env=env, capture_output=True, text=True, check=True)
        return done.stdout

    assert said("1") == said("2")

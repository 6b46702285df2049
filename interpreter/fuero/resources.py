"""The only place that asks where the grammar and the shipped rulesets are."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def _folder(name: str) -> Path:
    """In a wheel the folder lies inside the package; in a checkout two levels up, beside `interpreter`."""
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent.parent / name


def grammar() -> Path:
    """The folder with the grammar files."""
    return _folder("grammar")


def rulesets() -> Path:
    """The folder with the shipped rulesets, one folder a game."""
    return _folder("rulesets")

"""Lines of boxes: which sign stands where lines of several weights meet, and what stands for it where there are no such signs."""

from __future__ import annotations

NONE, THIN, THICK = 0, 1, 2
"""Weights of a line: none, an open side, a wall."""

_SIGNS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"


def corner(up: int, right: int, down: int, left: int) -> str:
    """The sign where four lines of these weights meet.

    >>> corner(0, 2, 2, 0), corner(1, 1, 1, 1), corner(0, 0, 0, 0)
    ('┏', '┼', ' ')
    """
    return _SIGNS[((up * 3 + right) * 3 + down) * 3 + left]


def level(weight: int) -> str:
    """A line from left to right."""
    return " ─━"[weight]


def upright(weight: int) -> str:
    """A line from top to bottom."""
    return " │┃"[weight]


def _plain(sign: str, number: int) -> str:
    weights = [number // 27, number // 9 % 3, number // 3 % 3, number % 3]
    if THICK in weights:
        return "#"
    if not any(weights):
        return sign
    return ":" if not weights[1] and not weights[3] else "."


PLAIN = {sign: _plain(sign, number) for number, sign in enumerate(_SIGNS)} | {"·": ".", "×": "x", "…": "~"}
"""The plain sign for each, as wide as it: `#` for a wall, dots for an open side."""

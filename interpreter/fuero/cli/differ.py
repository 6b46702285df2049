"""The verb `diff`: what differs between two rulesets, by name."""

from __future__ import annotations

import sys

from fuero.cli.common import ColorFlag, Place, Players, TextOrJson, example, read_input, wrong
from fuero.cli.console import coloured


def diff(a: Place = "", b: Place = "", *, players: Players = None, format: TextOrJson = "text", color: ColorFlag = "auto") -> int:
    """List by name what differs between two rulesets, with both sides and their sources. Exit code 1 if anything does.

    Example: fuero diff GAME friday.fuero

    Parameters
    ----------
    a
        A ruleset: a shipped name, or a path.
    b
        The other one.
    """
    if not a or not b:
        raise wrong("wrong-use", "Name the two rulesets that are compared.", f"For example: fuero diff {example()} friday.fuero")
    from fuero.lab.diff import diff as difference_of
    from fuero.lab.diff_text import render_difference
    from fuero.rules.load import resolve

    left, right = (resolve(name, players=players, stdin=read_input).rules for name in (a, b))
    difference = difference_of(left, right)
    sys.stdout.write(render_difference(difference, format, coloured(color, sys.stdout)))
    return 1 if difference.changes else 0

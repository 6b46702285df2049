"""Secrets: what everybody notices must hang on what everybody knows; what a player is offered, on what that player knows.

In: a bound ruleset. Out: findings, an error where the game asks by a secret or offers by somebody else's, a warning where an open
variable, a message, points, a loop or the end tells one.
"""

from __future__ import annotations

from fuero.messages.diagnostic import Diagnostic
from fuero.rules import nodes as r


def secrets(rules: r.Ruleset) -> list[Diagnostic]:
    """The findings, sorted by place."""
    from fuero.checker.secrets.walk import Walker

    found = Walker(rules).findings()
    return sorted(found, key=lambda d: (d.span.file, d.span.line, d.span.column, d.code))

"""What can be found in rules that bind: warnings about what works, but hardly as meant; errors about what cannot work.

In: a bound ruleset with the merged syntax it was made from. Out: findings. One file a check; each takes the same `Index`.
"""

from __future__ import annotations

from collections.abc import Callable

from fuero.checker.after_end import after_end
from fuero.checker.certain import certain
from fuero.checker.free_actions import free_actions
from fuero.checker.incomplete import incomplete
from fuero.checker.index import Index
from fuero.checker.loops import loops
from fuero.checker.members import members
from fuero.checker.names import names
from fuero.checker.performed import performed
from fuero.checker.ranges import ranges
from fuero.checker.secrets import secrets
from fuero.checker.tables import tables
from fuero.checker.typed_numbers import typed_numbers
from fuero.checker.unread import unread
from fuero.messages.diagnostic import Diagnostic
from fuero.rules.compose import Merged
from fuero.rules.nodes import Ruleset

CHECKS: tuple[Callable[[Index, Merged], list[Diagnostic]], ...] = (
    lambda index, merged: free_actions(index.rules),
    unread,
    performed,
    names,
    members,
    certain,
    after_end,
    incomplete,
    lambda index, merged: secrets(index.rules),
    lambda index, merged: ranges(index.rules),
    lambda index, merged: loops(index.rules),
    lambda index, merged: tables(index),
    lambda index, merged: typed_numbers(index.rules),
)


def findings(rules: Ruleset, merged: Merged) -> list[Diagnostic]:
    """Every finding once, sorted by place."""
    index = Index(rules)
    found = dict.fromkeys(d for check in CHECKS for d in check(index, merged))
    return sorted(found, key=lambda d: (d.span.file, d.span.line, d.span.column, d.code))

"""Binding: one merged ruleset as SYNTAX becomes RULES, with every name bound and every term typed.

`bind(merged, read_file, off)` gives the ruleset (None where something is wrong) and every finding, sorted by place.
`read_file(from_path, name)` gives the text of a table beside the file that names it; `off` maps names declared by
overlays that are off to the overlay, for messages.
"""

from __future__ import annotations

from collections.abc import Mapping

from fuero.messages.diagnostic import Diagnostic
from fuero.rules import nodes as r
from fuero.rules.bind import checks, privacy, ruleset
from fuero.rules.bind.world import ReadFile, World
from fuero.rules.compose import Merged

__all__ = ["World", "bind"]


def bind(merged: Merged, read_file: ReadFile, off: Mapping[str, str] | None = None) -> tuple[r.Ruleset | None, list[Diagnostic]]:
    world = World(merged, read_file, off or {})
    rules = ruleset.build(world)
    if not world.findings.failed:
        checks.check(world, rules)
        rules = privacy.mark(rules)
    return (None if world.findings.failed else rules), world.findings.sorted()

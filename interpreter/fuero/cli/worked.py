"""Which worked examples belong to a ruleset: those of the overlays that are on; for a game alone its own, then each overlay's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from fuero.rules.load import Resolved
from fuero.syntax.nodes import Scenario


def _with(resolved: Resolved, scenarios: tuple[tuple[str, Scenario], ...]) -> Resolved:
    merged = replace(resolved.merged, scenarios=scenarios)
    return Resolved(resolved.rules, merged, resolved.files, resolved.diagnostics)


def own(resolved: Resolved) -> Resolved:
    """The same rules with only the scenarios of the overlays that are on, or of the game itself where there are none."""
    names = {overlay.name for overlay in resolved.rules.overlays} or {""}
    kept = tuple([(owner, scenario) for owner, scenario in resolved.merged.scenarios if owner in names])
    return _with(resolved, kept)


def titles(resolved: Resolved) -> list[str]:
    """The titles of the scenarios in it."""
    return [scenario.title for _, scenario in resolved.merged.scenarios]


def with_overlays(name: str, stdin: Callable[[], str]) -> Iterator[Resolved]:
    """The ruleset with its own scenarios; where a game alone is named, then each of its modules and variants that has any.

    Raises FueroError.
    """
    from fuero.rules.load import resolve
    from fuero.rules.locate import heading

    base = resolve(name, stdin=stdin)
    yield own(base)
    if base.rules.overlays:
        return
    game_file = next(path for path, text in base.files.items() if (head := heading(text)) is not None and head.kind == "game")
    for text in base.files.values():
        head = heading(text)
        if head is not None and head.kind in ("module", "variant") and "\nscenario " in text:
            chosen: dict[str, Any] = {f"{head.kind}s": (head.name,)}
            yield own(resolve(game_file, **chosen))

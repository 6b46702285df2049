"""Which worked examples belong to a ruleset: those of the overlays that are on; for a game alone its own, and each overlay's with it switched on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from fuero.rules.load import Resolved


def own(resolved: Resolved) -> Resolved:
    """The same rules with only the scenarios of the overlays that are on, or of the game itself where there are none."""
    names = {overlay.name for overlay in resolved.rules.overlays} or {""}
    kept = tuple([(owner, scenario) for owner, scenario in resolved.merged.scenarios if owner in names])
    return replace(resolved, merged=replace(resolved.merged, scenarios=kept))


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


def only_titled(resolved: Resolved, words: str) -> Resolved:
    """The same with only the scenarios whose title holds `words`."""
    kept = tuple([(owner, scenario) for owner, scenario in resolved.merged.scenarios if words in scenario.title])
    return replace(resolved, merged=replace(resolved.merged, scenarios=kept))

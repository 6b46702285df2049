"""fuero: board games written down as rules, and one engine that plays every ruleset.

>>> import fuero
>>> game = fuero.load("alhambra", players=3)
>>> state = game.start(seed=7)
>>> while (decision := state.decision) is not None:
...     state.apply(decision.nth(0))
>>> state.outcome.kind
'ended'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fuero.engine.game import Game
    from fuero.rules.load import Resolved
    from fuero.rules.nodes import Ruleset

__version__ = "0.1.0"
__all__ = ["__version__", "from_rules", "load"]


def load(
    ruleset: str,
    *,
    modules: Iterable[str] = (),
    variants: Iterable[str] = (),
    players: int | None = None,
    options: Mapping[str, str | int | bool] | None = None,
    language: str = "",
) -> Game:
    """A ruleset at a table, ready to play.

    `ruleset` is a shipped name or a path (a path to a variant means its game with it); `players` is by default the least number
    that the game allows, raised to 3 where it may be; `language` names files of labels. Raises FueroError with every finding
    where a file, a name, an option, the number or the language does not fit.
    """
    from fuero.engine.game import Game
    from fuero.rules.load import resolve

    wanted: dict[str, Any] = {"modules": tuple(modules), "variants": tuple(variants), "options": options or {}}
    wanted["examples"] = bool(language)  # the merged files, which hold the texts, are kept only with the examples
    resolved: Resolved = resolve(ruleset, players=players, **wanted)
    low, high = resolved.rules.players
    count = players if players is not None else min(max(low, 3), high)
    if players is None:
        resolved = resolve(ruleset, players=count, **wanted)
    notes = [d.message for d in resolved.diagnostics if d.severity == "note"]
    if language:
        from fuero.rules.languages import speaking

        resolved = speaking(resolved, language)
    return Game(resolved.rules, count, notes=notes, resolved=resolved)


def from_rules(rules: Ruleset, *, players: int, options: Mapping[str, str] | None = None) -> Game:
    """A game from rules already resolved (as a replay carries them); options by name, as text."""
    from fuero.engine.game import Game, option_values

    return Game(rules, players, option_values(rules, players, options or {}))

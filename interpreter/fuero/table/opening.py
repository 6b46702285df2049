"""Opening games: from a table's configuration, and from the header of a replay.

A replay carries its resolved rules, so a mended ruleset never orphans it: the rules found by name are used only if they mean
the same.
"""

from __future__ import annotations

from typing import Any

from fuero.messages.diagnostic import FueroError
from fuero.table.config import TableConfig
from fuero.table.packed import unpack
from fuero.table.replay import Header, damaged


def open_table(config: TableConfig) -> Any:
    """The game that a configuration asks for. Raises FueroError."""
    import fuero

    return fuero.load(
        config.game,
        modules=config.modules,
        variants=config.variants,
        players=config.players,
        options=dict(config.options),
        language=config.language,
    )


def open_recorded(header: Header, path: str, language: str = "") -> Any:
    """The game as it was when the replay was made, speaking `language` if the rules found by name do. Raises FueroError."""
    import fuero

    try:
        game = fuero.load(
            header.ruleset,
            modules=header.modules,
            variants=header.variants,
            players=header.players,
            options=dict(header.chosen),
            language=language,
        )
    except FueroError:
        game = None
    if game is not None and game.meaning_hash == header.meaning_hash:
        return game
    try:
        rules = unpack(header.rules)
    except ValueError as error:
        raise damaged(path, 1, str(error)) from error
    return fuero.from_rules(rules, players=header.players, options=dict(header.options))


def open_under(header: Header, ruleset: str, modules: tuple[str, ...], variants: tuple[str, ...], options: dict[str, str]) -> Any:
    """Other rules for the players of a recorded match, with what its table chose where they offer it. Raises FueroError."""
    import fuero

    game = fuero.load(ruleset, modules=modules, variants=variants, players=header.players, options=options)
    offered = {option.name for option in game.rules.options}
    kept = {name: value for name, value in header.chosen if name in offered and name not in options}
    if not kept:
        return game
    return fuero.load(ruleset, modules=modules, variants=variants, players=header.players, options=kept | options)

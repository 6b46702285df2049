"""The verb `show`: what a ruleset holds, by topic, with sources."""

from __future__ import annotations

import json

from fuero.cli.common import Modules, Options, Place, Players, TextOrJson, Variants, example, listed, read_input, settings, wrong
from fuero.cli.console import out


def show(
    topic: str = "",
    ruleset: Place = "",
    *,
    players: Players = None,
    module: Modules = (),
    variant: Variants = (),
    option: Options = (),
    format: TextOrJson = "text",
) -> int:
    """List what a ruleset holds: seams, hooks, numbers, options, assumed, pieces, zones and more, each with its source.

    Example: fuero show seams GAME

    Parameters
    ----------
    topic
        What to list; without one, the topics and the shipped games are listed.
    ruleset
        A shipped name, or a path.
    """
    from fuero.lab.inventory import TOPICS, inventory
    from fuero.messages.nearest import nearest

    if not topic:
        return _contents(format)
    if topic not in TOPICS:
        if ruleset in TOPICS:
            raise wrong("wrong-use", "The topic comes first, then the ruleset.", f"Write: fuero show {ruleset} {topic}")
        near = nearest(topic, TOPICS)
        guess = f' Did you mean "{near}"?' if near else ""
        raise wrong("wrong-use", f'There is no topic "{topic}".{guess}', f"Topics are {', '.join(TOPICS)}.")
    if not ruleset:
        raise wrong("wrong-use", "Of which ruleset?", f"For example: fuero show {topic} {example()}")
    from fuero.rules.load import resolve

    resolved = resolve(
        ruleset, modules=listed(module), variants=listed(variant), options=settings(option), players=players, stdin=read_input
    )
    rules = resolved.rules
    entries = inventory(rules, topic, resolved.merged.declarations)
    if format == "json":
        out(
            json.dumps(
                [
                    {
                        "kind": entry.what,
                        "name": entry.name,
                        "text": entry.text,
                        "sentence": entry.sentence,
                        "overlay": entry.overlay,
                        "amended": list(entry.amended),
                        "cites": list(entry.cites),
                        "file": entry.file,
                        "line": entry.line,
                        "write": list(entry.write),
                        "depth": entry.depth,
                    }
                    for entry in entries
                ],
                ensure_ascii=False,
                indent=2,
            )
        )
        return 0
    from fuero.cli.explain import screen_columns
    from fuero.lab.inventory_text import lines

    for line in lines(entries, topic, rules, screen_columns()):
        out(line)
    return 0


def _contents(format: str) -> int:
    from fuero.lab.inventory import TOPICS
    from fuero.table.catalogue import shipped

    games = shipped()
    if format == "json":
        listing = [
            {
                "name": g.name,
                "title": g.title,
                "players": list(g.players),
                "modules": dict(g.modules),
                "variants": dict(g.variants),
            }
            for g in games
        ]
        out(
            json.dumps(
                {"topics": {name: text for name, (text, _) in TOPICS.items()}, "games": listing}, ensure_ascii=False, indent=2
            )
        )
        return 0
    out("Topics (fuero show TOPIC RULESET):")
    for name, (text, _) in TOPICS.items():
        out(f"  {name.ljust(max(map(len, TOPICS)))}  {text}")
    out("Games:")
    for game in games:
        out(f"  {game.name}  {game.title}, {game.players[0]} to {game.players[1]} players")
        for word, named in (("module", game.modules), ("variant", game.variants)):
            for name, title in named.items():
                out(f"    {word} {name}  {title}")
    return 0

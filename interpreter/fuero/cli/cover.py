"""The verb `cover`: what of a ruleset its scenarios and random matches come by."""

from __future__ import annotations

import json
from typing import Annotated

from cyclopts import Parameter

from fuero.cli.common import ColorFlag, Modules, Options, Place, Seed, TextOrJson, Variants, drawn_seed, listed, settings, wrong
from fuero.cli.console import Bar, out, say


def cover(
    ruleset: Place,
    *,
    games: Annotated[int, Parameter(name=("--games", "-n"), help="How many random matches with each number of players.")] = 50,
    players: Annotated[
        str, Parameter(name=("--players", "-p"), help="With how many players: 4, or 2..5; all permitted numbers, if not said.")
    ] = "",
    seed: Seed = None,
    module: Modules = (),
    variant: Variants = (),
    option: Options = (),
    missing: Annotated[
        bool, Parameter(name="--missing", negative="", help="List only what nothing came by; exit code 1 if there is any.")
    ] = False,
    format: TextOrJson = "text",
    color: ColorFlag = "auto",
) -> int:
    """Play the scenarios of a ruleset and random matches, and list what they came by: rules, actions, cases, steps, conditions
    that forbade something, windows, effects cut short, bonuses, places alone and tied, numbers of players, values of options.

    Scenarios are played as they stand; --option is for the matches. The same seed gives the same table.

    Example: fuero cover GAME --games 20 --seed 1 --missing

    Parameters
    ----------
    ruleset
        A shipped name, or a path.
    """
    from fuero import load
    from fuero.cli.common import read_input
    from fuero.cli.worked import own
    from fuero.lab.cover.play import cover as covered
    from fuero.lab.cover.report import data, lines
    from fuero.rules.load import resolve
    from fuero.table.scenario_bench import ScenarioBench
    from fuero.table.scenario_play import ScenarioPlays
    from fuero.table.scenarios import run_all

    if games < 0:
        raise wrong("wrong-use", "The number of matches cannot be below nothing.")
    resolved = own(resolve(ruleset, stdin=read_input, modules=listed(module), variants=listed(variant)))
    failed = [result for result in run_all(resolved) if not result.passed]
    if failed:
        say(f"failed: {failed[0].title}\n  " + failed[0].message.replace("\n", "\n  "))
        say("The scenarios must hold before it can be said what they come by.")
        return 1
    if seed is None:
        seed = drawn_seed()
        say(f"seed {seed}")
    tables = {}
    for count in _numbers(players, resolved.rules.players):
        tables[count] = load(
            ruleset, modules=listed(module), variants=listed(variant), players=count, options=dict(settings(option))
        )
    plays = ScenarioPlays(ScenarioBench(resolved))
    with Bar(len(plays) + games * len(tables), "scenarios and matches", color) as bar:
        table = covered(plays, tables, games, seed, bar.step)
    if format == "json":
        out(json.dumps(data(ruleset, table), ensure_ascii=False, indent=2))
    else:
        out("\n".join(lines(ruleset, table, missing)))
    return 1 if missing and table.missing else 0


def _numbers(text: str, permitted: tuple[int, int]) -> list[int]:
    """The numbers of players that a text names. Raises FueroError."""
    if not text:
        return list(range(permitted[0], permitted[1] + 1))
    first, dots, last = text.partition("..")
    if not first.isdecimal() or (dots and not last.isdecimal()):
        raise wrong("wrong-use", f'"{text}" is no number of players.', "Write one number, or two with dots between: 2..5")
    found = list(range(int(first), int(last or first) + 1))
    if not found or found[0] < permitted[0] or found[-1] > permitted[1]:
        raise wrong("wrong-use", f"This game is for {permitted[0]} to {permitted[1]} players.")
    return found

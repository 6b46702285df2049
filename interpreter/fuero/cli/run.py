"""The verb `run`: many matches, and what they come to."""

from __future__ import annotations

import json
from typing import Annotated

from cyclopts import Parameter

from fuero.cli.common import (
    ColorFlag,
    ConfigFile,
    EngineFlag,
    Modules,
    Options,
    Place,
    Players,
    Seats,
    Seed,
    TextOrJson,
    Variants,
    drawn_seed,
    example,
    listed,
    listed_seats,
    settings,
    wrong,
)
from fuero.cli.console import Bar, out, say


def run(
    *rulesets: Place,
    players: Players = None,
    games: Annotated[int, Parameter(name=("--games", "-n"), help="How many matches.")] = 100,
    seats: Seats = "",
    seed: Seed = None,
    module: Modules = (),
    variant: Variants = (),
    option: Options = (),
    config: ConfigFile = "",
    workers: Annotated[
        int, Parameter(name=("--workers", "-j"), help="How many processes; the result does not depend on it.")
    ] = 1,
    engine: EngineFlag = "auto",
    format: TextOrJson = "text",
    color: ColorFlag = "auto",
) -> int:
    """Simulate matches and report points, wins, lengths and reasons for the end. Two rulesets are set side by side, paired by
    seed.

    Example: fuero run GAME --players 4 --games 200 --seed 1 --seats random --format json

    Parameters
    ----------
    rulesets
        One ruleset or two: a shipped name, or a path.
    """
    from fuero.lab.records import Spec
    from fuero.lab.report import pair_lines, run_lines
    from fuero.lab.simulate import open_game, simulate
    from fuero.lab.summary import compare, summarise
    from fuero.players.registry import seats as seats_of
    from fuero.table.config import overlaid, read_config
    from fuero.table.files import read_text

    table = read_config(read_text(config), config) if config else None
    if len(rulesets) > 2 or (not rulesets and table is None):
        raise wrong("wrong-use", "Name one ruleset, or two to compare them.", f"For example: fuero run {example()} --games 100")
    chosen = overlaid(
        table, game=rulesets[0] if rulesets else "", players=players, modules=listed(module), variants=listed(variant),
        options=tuple(settings(option).items()), seats=listed_seats(seats), seed=seed,
    )  # fmt: skip
    named = ",".join(chosen.seats) or "random"
    count = chosen.players if chosen.players is not None or len(chosen.seats) < 2 else len(chosen.seats)
    first_seed = chosen.seed if chosen.seed is not None else drawn_seed()
    specs = [Spec(name, chosen.modules, chosen.variants, count, chosen.options) for name in (chosen.game, *rulesets[1:])]
    opened = [open_game(spec) for spec in specs]
    sitting = [seats_of(named, game.players) for game in opened]
    for note in dict.fromkeys(note for game in opened for note in game.notes):
        say(f"note: {note}")
    with Bar(games * len(specs), "matches", color) as bar:
        runs = [
            simulate(spec, names, games=games, seed=first_seed, workers=workers, engine=engine, progress=bar.step)
            for spec, names in zip(specs, sitting, strict=True)
        ]
    told = [summarise(one) for one in runs]
    pair = compare(runs[0], runs[1]) if len(runs) == 2 else None
    if format == "json":
        out(json.dumps(told[0] if pair is None else {"runs": told, "paired": pair}, ensure_ascii=False, indent=2))
        return 0
    for data in told:
        out("\n".join(run_lines(data)))
    if pair is not None:
        out("\n".join(pair_lines(told[0], told[1], pair)))
    return 0

"""The verb `play`: one match at the table, told as it happens."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

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
    Variants,
    drawn_seed,
    example,
    listed,
    listed_seats,
    settings,
    wrong,
)
from fuero.cli.console import say
from fuero.table.files import may_write

if TYPE_CHECKING:
    from fuero.table.sitting import Sitting


def play(
    ruleset: Place = "",
    *,
    players: Players = None,
    seats: Seats = "",
    seed: Seed = None,
    module: Modules = (),
    variant: Variants = (),
    option: Options = (),
    config: ConfigFile = "",
    save: Annotated[str, Parameter(name="--save", help="Keep the match so far in this file (play goes on with --resume).")] = "",
    resume: Annotated[str, Parameter(name="--resume", help="Go on with the match in this file.")] = "",
    record: Annotated[str, Parameter(name="--record", help="Write the replay to this file when the match is over.")] = "",
    stop_after: Annotated[int | None, Parameter(name="--stop-after", help="Stop after this many decisions.")] = None,
    language: Annotated[str, Parameter(name="--language", help="The language of the rules' sentences (a file of labels).")] = "",
    engine: EngineFlag = "auto",
    color: ColorFlag = "auto",
) -> int:
    """Play a match in the terminal: the table drawn before each of your decisions, every event in a sentence, then the score
    sheet line by line with its sources.

    Example: fuero play GAME --players 3 --seats human,random,greedy --save evening.fuero-save

    Parameters
    ----------
    ruleset
        A shipped name, or a path; not needed with --resume or --config.
    """
    from fuero.cli.match import MatchLoop

    if stop_after is not None and stop_after < 0:
        raise wrong("wrong-use", f"The match cannot stop after {stop_after} decisions.", "Give --stop-after 0 or more.")

    for path in filter(None, (save, record)):
        may_write(path)
    if resume:
        if ruleset or config or module or variant or option or players is not None or seed is not None:
            raise wrong(
                "wrong-use", "A saved match brings its own rules, players and seed.", "Give --resume and, if wanted, --seats."
            )
        sitting = _resumed(resume, seats, language, engine)
    else:
        overlays = (listed(module), listed(variant), settings(option))
        sitting = _new(ruleset, config, players, seats, seed, *overlays, language, engine)
    table = MatchLoop(sitting, save, color)
    table.begin(resume)
    try:
        ending = table.play(stop_after)
    except KeyboardInterrupt:
        say(f"\nSaved. Go on with: fuero play --resume {save}" if save else "\nThe match is not saved (--save FILE keeps it).")
        raise
    finally:
        if save:
            table.save(save)
    return table.end(ending, record)


def _by(game: Any, engine: str) -> Any:
    """The game under an engine: a match at a table needs the interpreter, which tells what happens; `native` has machine code
    make each step as well, and both must agree.
    """
    if engine != "native":
        return game
    from fuero.lab.simulate import natively
    from fuero.native.mirrored import MirroredGame

    return MirroredGame(natively(game))


def _resumed(path: str, seats: str, language: str, engine: str) -> Sitting:
    from dataclasses import replace

    from fuero.players.registry import seats as seats_of
    from fuero.table.files import read_text
    from fuero.table.opening import open_recorded
    from fuero.table.replay import from_text
    from fuero.table.verify import replay_again

    saved = from_text(read_text(path), path)
    game = _by(open_recorded(saved.header, path, language), engine)
    played = replay_again(saved, game, same_rules=True)
    if played.difference is not None:
        raise wrong(
            "save-differs",
            f"This save cannot be gone on with. {played.difference.sentence}",
            "fuero replay shows how far it holds.",
        )
    sitting = played.sitting
    names = seats_of(seats, game.players) if seats else saved.header.seats
    sitting.header = replace(sitting.header, seats=names)
    return sitting


def _new(
    ruleset: str,
    config: str,
    players: int | None,
    seats: str,
    seed: int | None,
    modules: tuple[str, ...],
    variants: tuple[str, ...],
    options: dict[str, str],
    language: str,
    engine: str,
) -> Sitting:
    from fuero.lab.simulate import player_seed
    from fuero.players.registry import seats as seats_of
    from fuero.table.config import overlaid, read_config
    from fuero.table.files import read_text
    from fuero.table.opening import open_table
    from fuero.table.sitting import Sitting

    table = read_config(read_text(config), config) if config else None
    if not ruleset and table is None:
        raise wrong("wrong-use", "Which game?", f"For example: fuero play {example()} (fuero show lists the games)")
    given = tuple(options.items())
    chosen = overlaid(
        table,
        game=ruleset,
        players=players,
        modules=modules,
        variants=variants,
        options=given,
        seats=listed_seats(seats),
        seed=seed,
        language=language,
    )
    count = chosen.players if chosen.players is not None or len(chosen.seats) < 2 else len(chosen.seats)
    game = _by(open_table(overlaid(chosen, players=count)), engine)
    names = seats_of(",".join(chosen.seats) or _usual_seats(game.players), game.players)
    first = chosen.seed if chosen.seed is not None else drawn_seed()
    return Sitting.start(game, chosen, names, first, player_seed(first))


def _usual_seats(players: int) -> str:
    """A person against random players, where a person can answer; else random players."""
    return ",".join(["human", *["random"] * (players - 1)]) if sys.stdin.isatty() else "random"

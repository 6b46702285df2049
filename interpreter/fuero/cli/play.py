"""The verb `play`: one match at the table, told as it happens."""

from __future__ import annotations

import sys
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from fuero.cli.common import (
    ConfigFile,
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
from fuero.cli.console import out, say
from fuero.players.player import Player
from fuero.table.files import may_write
from fuero.table.sitting import Sitting

Ending = Literal["over", "stopped", "left"]


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
) -> int:
    """Play a match in the terminal: every event in a sentence, then the score sheet line by line with its sources.

    Example: fuero play GAME --players 3 --seats human,random,greedy --save evening.fuero-save

    Parameters
    ----------
    ruleset
        A shipped name, or a path; not needed with --resume or --config.
    """
    for path in filter(None, (save, record)):
        may_write(path)
    if resume:
        if ruleset or config or module or variant or option or players is not None or seed is not None:
            raise wrong(
                "wrong-use", "A saved match brings its own rules, players and seed.", "Give --resume and, if wanted, --seats."
            )
        sitting = _resumed(resume, seats)
    else:
        sitting = _new(ruleset, config, players, seats, seed, listed(module), listed(variant), settings(option))
    table = _Table(sitting, save)
    table.begin(resume)
    try:
        ending = table.play(stop_after)
    finally:
        if save:
            table.save(save)
    return table.end(ending, save, record)


def _resumed(path: str, seats: str) -> Sitting:
    from dataclasses import replace

    from fuero.players.registry import seats as seats_of
    from fuero.table.files import read_text
    from fuero.table.opening import open_recorded
    from fuero.table.replay import from_text
    from fuero.table.verify import replay_again

    saved = from_text(read_text(path), path)
    game = open_recorded(saved.header, path)
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
) -> Sitting:
    from fuero.lab.simulate import player_seed
    from fuero.players.registry import seats as seats_of
    from fuero.table.config import overlaid, read_config
    from fuero.table.files import read_text
    from fuero.table.opening import open_table

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
    )
    count = chosen.players if chosen.players is not None or len(chosen.seats) < 2 else len(chosen.seats)
    game = open_table(overlaid(chosen, players=count))
    names = seats_of(",".join(chosen.seats) or _usual_seats(game.players), game.players)
    first = chosen.seed if chosen.seed is not None else drawn_seed()
    return Sitting.start(game, chosen.game, chosen.modules, chosen.variants, names, first, player_seed(first))


def _usual_seats(players: int) -> str:
    """A person against random players, where a person can answer; else random players."""
    return ",".join(["human", *["random"] * (players - 1)]) if sys.stdin.isatty() else "random"


class _Table:
    """The loop of a match in the terminal."""

    def __init__(self, sitting: Sitting, save: str) -> None:
        from fuero.cli.dialogue import Person
        from fuero.players.registry import HUMAN, maker

        self.sitting = sitting
        self._save_to = save
        header = sitting.header
        self._people = [seat for seat, name in enumerate(header.seats) if name == HUMAN]
        self._programs: dict[int, Player] = {
            seat: maker(name)(seat, header.player_seed, sitting.answered(seat))
            for seat, name in enumerate(header.seats)
            if name != HUMAN
        }
        self._eyes = self._people[0] if len(self._people) == 1 else None
        self._told = 0
        self._at_screen: int | None = self._eyes
        self._person = Person(_read, out, self.save)

    def begin(self, resumed: str) -> None:
        """The heading, and what has happened so far."""
        from fuero.table.narrate import heading

        for line in heading(self.sitting.game, self.sitting.header.seats):
            out(line)
        if not self._people:
            out(f"  seed {self.sitting.header.seed}")
        if resumed:
            self._told = len(self.sitting.state.log(self._eyes))
            out(f"  going on after {len(self.sitting.steps)} decisions")
        out()
        self._tell_news()

    def play(self, stop_after: int | None) -> Ending:
        """Plays until the match is over, a limit is reached or a person leaves."""
        sitting = self.sitting
        while (decision := sitting.state.decision) is not None:
            if stop_after is not None and len(sitting.steps) >= stop_after:
                return "stopped"
            if decision.player not in self._programs:
                if not self._ask(decision):
                    return "left"
            else:
                knowledge = sitting.state.knowledge(decision.player)
                sitting.answer(self._programs[decision.player].choose(knowledge, decision), decision.player)
            self._tell_news()
        return "over"

    def _ask(self, decision: Any) -> bool:
        """Asks a person; whether they stay."""
        if self._at_screen != decision.player:
            self._hand_over(decision.player)
        try:
            answer = self._person.answer(self.sitting, decision)
        except EOFError:
            out()
            return False
        if answer == "quit":
            return False
        if answer == "undo":
            self._undo(decision.player)
        else:
            self.sitting.answer(answer, decision.player)
            if self._save_to:
                self.save(self._save_to)
        return True

    def _hand_over(self, seat: int) -> None:
        """Several people share the screen: the next one says when they sit before it."""
        self._at_screen = seat
        name = self.sitting.header.names[seat]
        try:
            _read(f"It is for {name} to answer. Press Enter when {name} sits at the screen. ")
        except EOFError:
            return

    def _undo(self, seat: int) -> None:
        from fuero import UndoRefused

        try:
            self.sitting.undo()
        except UndoRefused as refused:
            out(f"  {refused}")
            return
        out("  Taken back.")
        self._told = min(self._told, len(self.sitting.state.log(self._eyes)))
        decision = self.sitting.state.decision
        if decision is not None and decision.player == seat and decision.count() == 1:
            self._undo(seat)

    def _tell_news(self) -> None:
        log = self.sitting.state.log(self._eyes)
        for event in log[self._told :]:
            out(str(event))
        self._told = len(log)

    def save(self, path: str) -> None:
        """Writes the match so far."""
        from fuero.table.files import write_text
        from fuero.table.replay import to_text

        write_text(path, to_text(self.sitting.replay()))

    def end(self, ending: Ending, save: str, record: str) -> int:
        """The last words: the score sheet if the match is over, else how to go on."""
        from fuero.table.narrate import final_table, score_sheet

        sitting = self.sitting
        if ending != "over":
            made = len(sitting.steps)
            words = "Stopped" if ending == "stopped" else "You left the table"
            out(f"{words} after {made} {'decision' if made == 1 else 'decisions'}.")
            out(f"Saved. Go on with: fuero play --resume {save}" if save else "The match is not saved (--save FILE keeps it).")
            if record:
                say(f'"{record}" was not written: the match is not over.')
            return 0
        out()
        for line in [*score_sheet(sitting.state.score_lines, sitting.game.rules), "", *final_table(sitting.game, sitting.state)]:
            out(line)
        if self._people:
            out(f"seed {sitting.header.seed}")
        if record:
            self.save(record)
            say(f"Replay written to {record}.")
        return 0


def _read(prompt: str) -> str:
    """A line from the person, also where the input is no terminal."""
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    if not sys.stdin.isatty():
        out(line.rstrip("\n"))
    return line

"""The loop of a match in the terminal: who answers, what is told, what is saved.

A `Sitting` and where to save it come in; the match is told on standard output while it goes on.
"""

from __future__ import annotations

import sys
from typing import Any, Literal

from fuero.cli.console import out, say
from fuero.cli.dialogue import Person
from fuero.engine.state import UndoRefused
from fuero.players.asking import ask
from fuero.players.player import Player
from fuero.players.registry import HUMAN, maker
from fuero.table.chance import log_length
from fuero.table.files import write_text
from fuero.table.narrate import final_table, heading, score_sheet, told
from fuero.table.replay import to_text
from fuero.table.sitting import Sitting

Ending = Literal["over", "stopped", "left"]


class MatchLoop:
    """The loop of a match in the terminal."""

    def __init__(self, sitting: Sitting, save: str) -> None:
        self.sitting = sitting
        self._save_to = save
        self._kept = ("", 0)
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
        for line in heading(self.sitting.game, self.sitting.header.seats):
            out(line)
        if not self._people:
            out(f"  seed {self.sitting.header.seed}")
        if resumed:
            self._told = log_length(self.sitting.state)
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
                sitting.answer(ask(self._programs[decision.player], sitting.state, decision), decision.player)
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
        try:
            self.sitting.undo(seat)
        except UndoRefused as refused:
            out(f"  {refused}")
            return
        out("  Taken back.")
        self._told = min(self._told, log_length(self.sitting.state))
        decision = self.sitting.state.decision
        if decision is not None and decision.player == seat and decision.count() == 1:
            self._undo(seat)

    def _tell_news(self) -> None:
        for line in told(self.sitting.state.log_since(self._told, self._eyes)):
            out(line)
        self._told = log_length(self.sitting.state)

    def save(self, path: str) -> None:
        """Writes the match so far."""
        write_text(path, to_text(self.sitting.replay()))
        self._kept = (path, len(self.sitting.steps))

    def end(self, ending: Ending, record: str) -> int:
        """The last words: the score sheet if the match is over, else how to go on."""
        sitting = self.sitting
        if ending != "over":
            made = len(sitting.steps)
            words = "Stopped" if ending == "stopped" else "You left the table"
            out(f"{words} after {made} {'decision' if made == 1 else 'decisions'}.")
            path, kept = self._kept
            if path and kept == made:
                out(f"Saved. Go on with: fuero play --resume {path}")
            else:
                out("The match is not saved (--save FILE keeps it).")
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

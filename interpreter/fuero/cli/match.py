"""The loop of a match in the terminal: who answers, what is told, what is saved.

A `Sitting` and where to save it come in; the match is told on standard output while it goes on.
"""

from __future__ import annotations

import sys
from typing import Any, Literal

from fuero.cli.console import Color, out, say
from fuero.cli.dialogue import Person
from fuero.cli.screen import CLEAR, Screen, can_clear
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
_LONG = 12
"""A set-up of more sentences than this is left to the log."""
_SHEET = 3
"""So many lines of points given at once are shown as a sheet rather than in sentences."""


class MatchLoop:
    """The loop of a match in the terminal. `eyes` of a telling: the seat that hears it, None for what everybody may hear."""

    def __init__(self, sitting: Sitting, save: str, color: Color = "auto") -> None:
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
        self._heard = dict.fromkeys(self._people, 0)
        self._scored = 0
        self._at_screen: int | None = self._eyes
        self._screen = Screen(sitting.game, color)
        self._person = Person(_read, out, self.save, self._screen)

    def begin(self, resumed: str) -> None:
        """The heading, and what has happened so far."""
        for line in heading(self.sitting.game, self.sitting.header.seats):
            out(line)
        if not self._people:
            out(f"  seed {self.sitting.header.seed}")
        if resumed:
            self._told = log_length(self.sitting.state)
            self._heard = dict.fromkeys(self._people, self._told)
            self._scored = len(self.sitting.state.score_lines)
            out(f"  going on after {len(self.sitting.steps)} decisions")
        out()
        if not resumed and self._people:
            self._tell_set_up()
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

    # ------------------------------------------------------------ people

    def _ask(self, decision: Any) -> bool:
        """Asks a person; whether they stay."""
        try:
            if self._at_screen != decision.player:
                self._hand_over(decision.player)
            if decision.count() > 1:
                self._draw(decision)
            answer = self._person.answer(self.sitting, decision)
            if answer == "quit":
                return False
            if answer == "undo":
                self._undo(decision.player)
                return True
            self.sitting.answer(answer, decision.player)
            if self._save_to:
                self.save(self._save_to)
            return self._keeps(decision.player)
        except EOFError:
            out()
            return False

    def _draw(self, decision: Any) -> None:
        """The table before a person who is asked."""
        name = self.sitting.header.names[decision.player]
        out()
        for line in self._screen.table(self.sitting.state, decision.player, f"{name} is asked: {decision.question}"):
            out(line)
        out()

    def _hand_over(self, seat: int) -> None:
        """Several people share the screen: what one has seen is wiped away, and the next one says when they sit before it.
        Raises EOFError.
        """
        wiped = can_clear()
        if self._at_screen is not None and wiped:
            out(CLEAR)
        self._at_screen = seat
        name = self.sitting.header.names[seat]
        _read(f"It is for {name} to answer. Pass the screen to {name}, who presses Enter. ")
        if wiped:
            out(CLEAR)
        lines = told(self.sitting.state.log_since(self._heard[seat], seat))
        if lines:
            out("What has happened since:" if self._heard[seat] else "What has happened:")
            self._say(["  " + line for line in lines])
        self._heard[seat] = self._told = log_length(self.sitting.state)

    def _keeps(self, seat: int) -> bool:
        """An answer that stays secret until all have answered can be taken back until then; does the person stay?"""
        while self._secret(seat):
            line = _read("Kept until all have answered. Press Enter to go on, or type back to answer anew: ").strip()
            if line == "quit":
                return False
            if line in ("back", "undo"):
                self.sitting.take_back(seat)
                out("  Taken back.")
                if self._save_to:
                    self.save(self._save_to)
                return True
            if not line:
                break
            out("  Only Enter, back or quit can be answered here.")
        return True

    def _secret(self, seat: int) -> bool:
        """Is there an answer of this seat that others do not see yet?"""
        if self.sitting.state.decision is None:
            return False
        try:
            self.sitting.state.copy().take_back(seat)
        except UndoRefused:
            return False
        return True

    def _undo(self, seat: int) -> None:
        try:
            self.sitting.undo(seat)
        except UndoRefused as refused:
            out(self._screen.said(f"  This cannot be taken back. {refused}"))
            return
        out("  Taken back.")
        self._told = min(self._told, log_length(self.sitting.state))
        self._heard = {person: min(heard, self._told) for person, heard in self._heard.items()}
        self._scored = min(self._scored, len(self.sitting.state.score_lines))
        if self._save_to:
            self.save(self._save_to)
        decision = self.sitting.state.decision
        if decision is not None and decision.player == seat and decision.count() == 1:
            self._undo(seat)

    # ------------------------------------------------------------ telling

    def _say(self, lines: list[str]) -> None:
        """Sentences; for people no wider than their screen."""
        for line in lines:
            for part in self._screen.wrapped(line) if self._people else [self._screen.said(line)]:
                out(part)

    @property
    def _width(self) -> int | None:
        """How wide a sheet may be; whoever only records a match gets it whole."""
        return self._screen.ink.width if self._people or sys.stdout.isatty() else None

    def _tell_set_up(self) -> None:
        """A long set-up is not told to people who are about to see the table."""
        state = self.sitting.state
        if len(told(state.log_since(0, self._eyes))) > _LONG and not state.score_lines:
            self._told = log_length(state)
            self._heard = dict.fromkeys(self._people, self._told)
            out("The table is set up (log tells how). help lists what can be typed.")

    def _tell_news(self) -> None:
        """What has happened since the last telling; points of a scoring as a sheet, line by line."""
        state = self.sitting.state
        news = state.log_since(self._told, self._eyes)
        lines = state.score_lines
        fresh = lines[self._scored :]
        sheet = len(fresh) >= _SHEET
        self._say(told([event for event in news if not (sheet and event.kind == "score")]))
        if sheet and state.decision is not None:
            for line in score_sheet(fresh, self.sitting.game.rules, self._width):
                out(line)
        self._told, self._scored = log_length(state), len(lines)
        if self._at_screen is not None:
            self._heard[self._at_screen] = self._told

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
        for line in [
            *score_sheet(sitting.state.score_lines, sitting.game.rules, self._width),
            "",
            *final_table(sitting.game, sitting.state),
        ]:
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

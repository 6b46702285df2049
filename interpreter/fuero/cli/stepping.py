"""A recorded match walked through decision by decision, with the table drawn after each.

In: a match as it was played again, who looks, lines typed. Out: lines on standard output. A viewer is shown what that seat saw
at the time, everybody what all saw.
"""

from __future__ import annotations

import sys
from typing import Any

from fuero.cli.common import wrong
from fuero.cli.console import Color, out
from fuero.cli.screen import Screen
from fuero.table.chance import log_length
from fuero.table.narrate import final_table, heading, score_sheet, told
from fuero.table.sitting import Sitting

_HELP = "  Enter goes on, back goes back, a number goes to that decision, end to the last, quit leaves."


class Stepping:
    """Goes forward and back through a match that has been played."""

    def __init__(self, played: Sitting, eyes: str, color: Color) -> None:
        names = played.header.names
        if eyes and eyes not in names:
            raise wrong("wrong-use", f'Nobody is called "{eyes}" here; the seats are {", ".join(names)}.', "Name one of them.")
        self._viewer = names.index(eyes) if eyes else None
        self._steps = list(played.steps)
        self._screen = Screen(played.game, color)
        self._played = played
        self._now = self._fresh()

    def _fresh(self) -> Sitting:
        """The match as it began."""
        played = self._played
        return Sitting(played.game, played.header, played.game.start(played.header.seed))

    def walk(self) -> None:
        """Shows the beginning, then what each line typed asks for, until the input or the walk ends."""
        for line in heading(self._played.game, self._played.header.seats):
            out(line)
        self._show(0)
        last = len(self._steps)
        while (typed := _typed(f"{len(self._now.steps)} of {last}> ")) not in (None, "quit"):
            line, at = str(typed), len(self._now.steps)
            if line == "" and at == last:
                self._end()
                return
            match line:
                case "":
                    self._go(at + 1)
                case "back":
                    self._go(max(at - 1, 0))
                case "end":
                    self._go(last)
                case _ if line.isdecimal() and int(line) <= last:
                    self._go(int(line))
                case _ if line.isdecimal():
                    out(f"  There are {last} decisions.")
                case _:
                    out(_HELP)

    def _go(self, to: int) -> None:
        """To the moment after so many decisions; the last of them is told."""
        if to <= len(self._now.steps):
            self._now = self._fresh()
        before = 0
        for step in self._steps[len(self._now.steps) : to]:
            before = log_length(self._now.state)
            self._now.repeat(step)
        self._show(before)

    def _show(self, before: int) -> None:
        """The decision that led here, the table, and who is asked now."""
        state: Any = self._now.state
        made = self._now.steps
        out()
        if made:
            out(f"Decision {len(made)}")
            for line in told(state.log_since(before, self._viewer)):
                out(self._screen.said("  " + line))
        decision = state.decision
        turn = f"{len(made)} of {len(self._steps)}: " + (
            f"{self._played.header.names[decision.player]} is asked: {decision.question}" if decision is not None else "the end"
        )
        for line in self._screen.table(state, self._viewer, turn):
            out(line)

    def _end(self) -> None:
        state, game = self._now.state, self._played.game
        lines = score_sheet(state.score_lines, game.rules, self._screen.ink.width)
        for line in [*lines, "", *final_table(game, state)] if state.outcome is not None else lines:
            out(line)


def _typed(prompt: str) -> str | None:
    """A line; None where the input has ended."""
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        out()
        return None
    if not sys.stdin.isatty():
        out(line.rstrip("\n"))
    return " ".join(line.split())

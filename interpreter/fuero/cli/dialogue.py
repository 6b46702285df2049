"""A person at the table, in plain lines of text: the question, numbered options, and a few words of their own.

Nothing is read or printed except through `read` and `tell`, so a test can sit down too. The person sees their own view, log
and reasons only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from fuero.messages.diagnostic import FueroError
from fuero.table.narrate import reason_lines, sources, told
from fuero.table.sitting import Sitting

Read = Callable[[str], str]
Tell = Callable[[str], None]
Save = Callable[[str], None]
Command = Literal["quit", "undo"]

_HELP = """A number picks an option. A move can be typed whole, as its text is shown in the log.
  back        go back one pick in the move you are putting together
  moves       list whole moves (the first fifty)
  why MOVE    why a move may not be made
  view        what the table shows you
  log         what has happened, as you saw it
  undo        take back your last decision, while nothing new has come to light
  save FILE   write the match so far to a file
  quit        leave the table
Where one of these words is also an option, put a slash before it: /undo"""

_WORDS = ("back", "help", "log", "moves", "quit", "save", "undo", "view", "why")


class Person:
    """Asks a person; gives back a move, or that they want to take one back or leave."""

    def __init__(self, read: Read, tell: Tell, save: Save) -> None:
        self._read, self._tell, self._save = read, tell, save

    def answer(self, sitting: Sitting, decision: Any) -> Any | Command:
        """The person's answer to a decision. Raises EOFError and KeyboardInterrupt as `read` does."""
        rules = sitting.game.rules
        cited = sources(decision.cites, rules)
        name = sitting.header.names[decision.player]
        self._tell(f"{name}: {decision.question}" + (f"  [{cited}]" if cited else ""))
        if decision.count() == 1:
            only = decision.nth(0)
            self._tell(f"  There is only one thing to do: {only}")
            return only
        walks = [decision.walk()]
        while True:
            walk = walks[-1]
            if walk.move is not None:
                return walk.move
            options = walk.options()
            if len(options) == 1 and walk.action is not None:
                self._tell(f"  {options[0]} (nothing else fits)")
                walks[-1] = walk.pick(options[0])
                continue
            if walk.field is not None:
                self._tell(f"  {walk.field}:")
            for number, option in enumerate(options, 1):
                self._tell(f"  {number}  {option}")
            line = " ".join(self._read("> ").split())
            result = self._obey(line, options, sitting, decision, walks)
            if result is not None:
                return result

    def _obey(self, line: str, options: list[str], sitting: Sitting, decision: Any, walks: list[Any]) -> Any | Command | None:
        """Does what a line says; None if the question stays open."""
        if not line:
            return None
        if line in options:
            walks.append(walks[-1].pick(line))
            return None
        if line.isdecimal():
            if 1 <= int(line) <= len(options):
                walks.append(walks[-1].pick(options[int(line) - 1]))
            else:
                self._tell(f"  There is no option {line}; they go from 1 to {len(options)}.")
            return None
        word, _, rest = line.removeprefix("/").partition(" ")
        if word in _WORDS:
            return self._command(word, rest.strip(), sitting, decision, walks)
        return self._typed(line, sitting, decision)

    def _command(self, word: str, rest: str, sitting: Sitting, decision: Any, walks: list[Any]) -> Any | Command | None:
        seat = decision.player
        match word:
            case "quit" | "undo":
                return word
            case "back":
                if len(walks) > 1:
                    walks.pop()
                else:
                    self._tell("  Nothing is picked yet. (undo takes back your last decision.)")
            case "help":
                self._tell(_HELP)
            case "view":
                for line in view_lines(sitting.state.view(seat)):
                    self._tell("  " + line)
            case "log":
                for line in told(sitting.state.log(seat)):
                    self._tell("  " + line)
            case "moves":
                count = decision.count()
                for number in range(min(count, 50)):
                    self._tell(f"  {decision.nth(number)}")
                if count > 50:
                    self._tell(f"  … and {count - 50} more")
            case "save":
                self._saved(rest)
            case "why":
                self._why(rest, sitting, seat)
        return None

    def _saved(self, path: str) -> None:
        if not path:
            self._tell("  Into which file? save FILE")
            return
        try:
            self._save(path)
            self._tell(f"  Saved in {path}.")
        except FueroError as error:
            self._tell(f"  {error}")

    def _why(self, text: str, sitting: Sitting, seat: int) -> None:
        if not text:
            self._tell("  Which move? why MOVE")
            return
        try:
            reasons = sitting.state.why_not(text, seat)
        except FueroError as error:
            self._told(error)
            return
        for line in reason_lines(reasons, sitting.game.rules) or ["  It may be made."]:
            self._tell(line)

    def _typed(self, text: str, sitting: Sitting, decision: Any) -> Any | None:
        reasons = sitting.state.why_not(text, decision.player)
        for line in reason_lines(reasons, sitting.game.rules):
            self._tell(line)
        if reasons:
            self._tell("  (help lists what can be typed.)")
            return None
        try:
            return decision.parse(text)
        except FueroError as error:
            self._told(error)
            return None

    def _told(self, error: FueroError) -> None:
        for diagnostic in error.diagnostics:
            self._tell(f"  {diagnostic.message}" + (f" {diagnostic.hint}" if diagnostic.hint else ""))
        self._tell("  (help lists what can be typed.)")


def view_lines(view: Mapping[str, Any]) -> list[str]:
    """A view as indented lines.

    >>> view_lines({"market": {"red": "mill", "blue": None}, "hand": ["five", "two"], "deck": {"size": 9}, "shown": {}})
    ['market', '  red: mill', '  blue: nothing', 'hand: five, two', 'deck: size 9', 'shown: not shown']
    """
    lines: list[str] = []
    for key, value in view.items():
        if isinstance(value, Mapping) and value and set(value) != {"size"}:
            lines += [str(key), *("  " + line for line in view_lines(value))]
        elif isinstance(value, list | tuple) and any(isinstance(item, Mapping) for item in value):
            lines.append(str(key))
            for item in value:
                inner = view_lines(item) if isinstance(item, Mapping) else [_plain(item)]
                lines += ["  - " + inner[0], *("    " + line for line in inner[1:])]
        else:
            lines.append(f"{key}: {_plain(value)}")
    return lines


def _plain(value: Any) -> str:
    match value:
        case None:
            return "nothing"
        case True:
            return "yes"
        case False:
            return "no"
        case list() | tuple():
            return ", ".join(_plain(item) for item in value) if value else "nothing"
        case Mapping():
            return ", ".join(f"{key} {_plain(item)}" for key, item in value.items()) if value else "not shown"
        case _:
            return str(value)

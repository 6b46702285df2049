"""A person at the table, in plain lines of text: the question, numbered options, and a few words of their own.

Nothing is read or printed except through `read` and `tell`, so a test can sit down too. The person sees their own view, log
and reasons only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from fuero.cli.choices import PAGE, Options, as_cell
from fuero.cli.orders import WORDS, Orders
from fuero.cli.screen import Screen
from fuero.messages.diagnostic import FueroError
from fuero.table.sitting import Sitting

Read = Callable[[str], str]
Tell = Callable[[str], None]
Save = Callable[[str], None]
Command = Literal["quit", "undo"]
CHOOSE, PASS = "choose", "pass"
"""How a choice in the middle of a rule, and a pass, are written among the options."""


@dataclass
class Question:
    """A question on the way to its answer: the move being put together pick by pick, and which options are listed."""

    sitting: Sitting
    decision: Any
    walks: list[Any] = field(default_factory=list)
    start: int = 0

    @property
    def walk(self) -> Any:
        return self.walks[-1]

    @property
    def may_pass(self) -> bool:
        """Can one pass instead of what is picked here? So it is where a rule asks for one choice that may also be left."""
        return len(self.walks) == 2 and _one_or_none(self.walks[0])

    def pick(self, option: str) -> None:
        """One pick on. Raises FueroError if that cannot be picked."""
        if option == PASS and self.may_pass:
            self.walks = self.walks[:1]
        self.walks.append(self.walk.pick(option))
        self.start = 0

    def back(self) -> bool:
        """Back to the last pick that was a choice; was there one?"""
        earlier = [at for at, walk in enumerate(self.walks[:-1]) if len(walk.options()) > 1 and not _one_or_none(walk)]
        if not earlier:
            return False
        del self.walks[earlier[-1] + 1 :]
        self.start = 0
        return True


def _one_or_none(walk: Any) -> bool:
    """Is nothing to be picked first but whether one chooses at all?"""
    return walk.action is None and set(walk.options()) == {CHOOSE, PASS}


class Person:
    """Asks a person; gives back a move, or that they want to take one back or leave."""

    def __init__(self, read: Read, tell: Tell, save: Save, screen: Screen) -> None:
        self._read, self._tell, self._screen = read, tell, screen
        self._orders = Orders(tell, save, screen)

    def answer(self, sitting: Sitting, decision: Any) -> Any | Command:
        """The person's answer to a decision. Raises EOFError and KeyboardInterrupt as `read` does."""
        name = sitting.header.names[decision.player]
        self._tell(self._screen.said(f"{name}: {decision.question}"))
        if decision.count() == 1:
            only = decision.nth(0)
            self._tell(self._screen.said(f"  There is only one thing to do: {only}"))
            return only
        question = Question(sitting, decision, [decision.walk()])
        listed: Any = None
        while True:
            walk = question.walk
            if walk.move is not None:
                return walk.move
            if _one_or_none(walk):
                question.pick(CHOOSE)
                continue
            options = self._screen.options(walk, sitting.state, decision.player)
            if question.may_pass:
                options = options.with_another(PASS, "pass")
            if len(options.written) == 1:
                what = f"{self._screen.field(walk)}: " if walk.action is not None else ""
                if walk.action is not None or options.written[0] != "choose":
                    self._tell(f"  {what}{options.labels[0]} (nothing else fits)")
                question.pick(options.written[0])
                continue
            if listed != (walk, question.start):
                self._list(question, options)
                listed = (walk, question.start)
            result = self._obey(" ".join(self._read("> ").split()), options, question)
            if result == "again":
                listed = None
            elif result is not None:
                return result

    def _list(self, question: Question, options: Options) -> None:
        """What comes next, and what can be picked for it; a cell on its board."""
        walk, screen = question.walk, self._screen
        if walk.field is not None:
            so_far = dict(walk.chosen).get(walk.field)
            several = f" (so far {screen.said(so_far)})" if so_far else ""
            self._tell(f"  {screen.field(walk)}{several}:")
        on_board = walk.shape == "cell"
        if on_board:
            for line in screen.boards(question.sitting.state, question.decision.player, walk):
                self._tell(line)
        width = screen.ink.width
        drawn = options.inline(question.start, width) if on_board else options.page(question.start, width)
        for line in screen.lines(drawn):
            self._tell(line)
        if options.rest(question.start):
            self._tell(options.rest(question.start))

    def _obey(self, line: str, options: Options, question: Question) -> Any | Command | Literal["again"] | None:
        """Does what a line says; None if the question stays open, `again` if the options are to be listed again."""
        if not line:
            return "again"
        walk = question.walk
        if walk.shape == "cell":
            line = as_cell(line)
        if line in options.written:
            question.pick(line)
            return None
        if line.isdecimal():
            if 1 <= int(line) <= len(options.written):
                question.pick(options.written[int(line) - 1])
                return None
            self._tell(f"  There is no option {line}; they go from 1 to {len(options.written)}.")
            return None
        if (several := options.several(line)) is not None:
            self._pick_all(several, question)
            return None
        word, _, rest = line.removeprefix("/").partition(" ")
        if word == "more" and len(options.written) > PAGE:
            question.start = 0 if question.start + PAGE >= len(options.written) else question.start + PAGE
            return None
        if word in WORDS:
            return self._orders.obey(word, rest.strip(), question)
        meant = options.meant(line)
        if len(meant) == 1:
            self._tell(f"  {options.labels[meant[0]]}")
            question.pick(options.written[meant[0]])
            return None
        if meant and not self._is_move(line, question):
            self._several_fit(line, meant, options)
            return None
        return self._typed(line, question)

    def _pick_all(self, several: list[str], question: Question) -> None:
        """Picks one behind the other; what does not fit any more is told, and nothing of the line is done."""
        before = len(question.walks)
        try:
            for option in several:
                if question.walk.move is None:
                    question.pick(option)
        except FueroError as error:
            del question.walks[before:]
            self._orders.explain(error)

    @staticmethod
    def _is_move(line: str, question: Question) -> bool:
        """Is this the beginning of a whole move rather than a word to find an option by?"""
        action, _, rest = line.partition(" ")
        return bool(rest) and action in question.decision.actions()

    def _several_fit(self, line: str, meant: list[int], options: Options) -> None:
        self._tell(f'  "{line}" fits {len(meant)} of the options:')
        for at in meant[:PAGE]:
            self._tell(self._screen.said(f"  {at + 1}  {options.labels[at]}"))
        if len(meant) > PAGE:
            self._tell(f"  and {len(meant) - PAGE} more")

    def _typed(self, text: str, question: Question) -> Any | None:
        """A whole move in its own words, or why it may not be made."""
        decision = question.decision
        try:
            return decision.parse(text)
        except FueroError:
            self._orders.why(text, question)
            self._tell("  (help lists what can be typed.)")
            return None

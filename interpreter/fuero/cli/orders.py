"""The words that a person at the table can type besides picking: what they show, and what they do.

In: a word, what follows it, the question that is open. Out: lines through `tell`; None, or that the person leaves or takes
back. Everything is told from the person's own view.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from fuero.cli.screen import Screen
from fuero.messages.diagnostic import FueroError
from fuero.rules.nodes import Choice
from fuero.table.drawing.block import shown
from fuero.table.drawing.terms import plainly
from fuero.table.facts import facts
from fuero.table.narrate import reason_lines, rule_lines, score_sheet, sources, told

if TYPE_CHECKING:
    from fuero.cli.dialogue import Question
    from fuero.table.sitting import Sitting

WORDS = ("back", "help", "log", "moves", "more", "quit", "rules", "save", "score", "table", "undo", "view", "why")

_HELP = """A number picks an option, several numbers several; so does the beginning of its text.
A place on a board is picked by its number or its coordinates: 1 -2.
A move can be typed whole, as "moves" shows it.
  back        go back one pick in the move you are putting together
  moves       list whole moves (the first fifty; moves 51 lists on)
  why MOVE    why a move may not be made
  rules NAME  what a rule says (rules alone: the rule that asks you now)
  table       draw the table again
  view        everything the table shows you, as text
  log         what has happened, as you saw it
  score       every point so far, with its rule and source
  undo        take back your last decision, while nothing new has come to light
  save FILE   write the match so far to a file
  quit        leave the table
Where one of these words is also an option, put a slash before it: /undo"""

_LISTED = 50


class Orders:
    """Obeys a person's words."""

    def __init__(self, tell: Callable[[str], None], save: Callable[[str], None], screen: Screen) -> None:
        self._tell, self._save, self._screen = tell, save, screen

    def obey(self, word: str, rest: str, question: Question) -> Literal["quit", "undo", "again"] | None:
        """Does what a word says; `again` where the options are to be listed again."""
        state, seat = question.sitting.state, question.decision.player
        match word:
            case "quit":
                return "quit"
            case "undo":
                return "undo"
            case "back":
                if not question.back():
                    self._tell("  Nothing is picked yet. (undo takes back your last decision.)")
            case "help":
                self._tell(_HELP)
            case "more":
                self._tell("  All options are listed.")
            case "table":
                for line in self._screen.table(state, seat, question.decision.question):
                    self._tell(line)
                return "again"
            case "view":
                self._all(view_lines(state.view(seat)))
            case "log":
                self._all([self._screen.said(line) for line in told(state.log(seat))])
            case "score":
                self._all(score_sheet(state.score_lines, question.sitting.game.rules, self._screen.ink.width - 2))
            case "moves":
                self._moves(rest, question.decision)
            case "save":
                self._saved(rest)
            case "rules":
                self._rules(rest, question)
            case "why":
                self._why(rest, question)
        return None

    def _all(self, lines: list[str]) -> None:
        for line in lines:
            self._tell("  " + line)

    def _moves(self, rest: str, decision: Any) -> None:
        count = decision.count()
        first = min(max(int(rest), 1), count) - 1 if rest.isdecimal() else 0
        last = min(first + _LISTED, count)
        self._all([str(decision.nth(number)) for number in range(first, last)])
        if last < count:
            self._tell(f"  … and {count - last} more (moves {last + 1} lists them)")

    def _saved(self, path: str) -> None:
        if not path:
            self._tell("  Into which file? save FILE")
            return
        try:
            self._save(path)
            self._tell(f"  Saved in {path}.")
        except FueroError as error:
            self._tell(f"  {error}")

    # ------------------------------------------------------------ reasons and rules

    def _why(self, text: str, question: Question) -> None:
        text = text.removeprefix("not ").strip()
        if not text:
            self._tell("  Which move? why MOVE")
            return
        try:
            allowed = self.why(text, question)
        except FueroError as error:
            self.explain(error)
            return
        if allowed:
            self._tell("  It may be made.")

    def why(self, text: str, question: Question) -> bool:
        """Tells why a move may not be made; is it allowed after all?"""
        state, game = question.sitting.state, question.sitting.game
        if (nothing := self._nothing_fits(text, question)) is not None:
            self._tell(nothing)
            return False
        reasons = state.why_not(text, question.decision.player)
        used = facts(self._screen.game, state, question.decision.player, text, [reason.path for reason in reasons])
        for line in reason_lines(reasons, game.rules, used):
            for part in self._screen.wrapped(line):
                self._tell(part)
        return not reasons

    def _nothing_fits(self, action: str, question: Question) -> str | None:
        """Of an action named alone that is offered, but for which there is nothing to choose: that this is so."""
        rule = next((a for a in self._screen.game.rules.actions if a.name == action), None)
        choices = [plainly(part.name) for part in rule.parts if isinstance(part, Choice)] if rule is not None else []
        if rule is None or not choices or action in question.decision.actions():
            return None
        return f"  {rule.label or plainly(action)}: now there is nothing that could be chosen for {' and '.join(choices)}."

    def _rules(self, name: str, question: Question) -> None:
        """What a rule says, with its sources; without a name, the rule that asks now."""
        game = self._screen.game
        if name:
            for line in rule_told(question.sitting, name, self._screen.ink.width - 2):
                self._tell("  " + shown(line, self._screen.ink))
            return
        _, cites = game.teller.sources.get(question.decision.path, ("", ()))
        cited = sources(question.decision.cites or cites, game.rules)
        for line in self._screen.wrapped(f"  {question.decision.question}" + (f" [{cited}]" if cited else "")):
            self._tell(line)

    def explain(self, error: FueroError) -> None:
        """What was wrong with a line."""
        for diagnostic in error.diagnostics:
            self._tell(f"  {diagnostic.message}" + (f" {diagnostic.hint}" if diagnostic.hint else ""))
        self._tell("  (help lists what can be typed.)")


def rule_told(sitting: Sitting, name: str, width: int) -> list[str]:
    """A rule explained as `fuero explain` does; of a match whose files are gone or say something else by now, what the rules
    themselves hold.
    """
    from fuero.rules.load import resolve

    header, game = sitting.header, sitting.game
    try:
        resolved = resolve(
            header.ruleset,
            modules=header.modules,
            variants=header.variants,
            options=dict(header.chosen),
            players=game.players,
        )
    except FueroError:
        resolved = None
    if resolved is None or resolved.rules != game.rules:
        return [part for line in rule_lines(game, name) for part in textwrap.wrap(line, width, subsequent_indent="    ")]
    from fuero.lab.explain.find import meant, near
    from fuero.lab.explain.gather import Explainer
    from fuero.lab.explain.text import lines

    explainer = Explainer(resolved, game.players)
    found = meant(name, explainer.things)
    if len(found) == 1:
        return lines(explainer.of(found[0]), width)
    if found:
        return [f'"{name}" stands for several things:', *["  " + key[1] for key in found[:_LISTED]]]
    close = near(name, explainer.things)
    return [f'There is no rule called "{name}".' + (f' Did you mean "{close}"?' if close else "")]


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

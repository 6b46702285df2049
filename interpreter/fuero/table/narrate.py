"""A match in words: sources of rules, reasons, the points given and the final table, as lines of text.

In: what an engine says of a state and the rules' own titles. Out: lines; nothing is printed here and nothing is worked out anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from fuero.players.contract import Event, Game, Reason, ScoreLine, State
from fuero.rules.nodes import Ruleset


def source(cite: str, rules: Ruleset) -> str:
    """A citation (`book/section`) in words: the book's title and the section, `house rule` or `assumed`."""
    if cite in ("house", "assumed"):
        return "house rule" if cite == "house" else "assumed"
    name, _, section = cite.partition("/")
    title = next((book.title for book in rules.rulebooks if book.name == name), name)
    return f"{title}, {section}" if section else title


def sources(cites: Iterable[str], rules: Ruleset) -> str:
    """Several citations, with semicolons between."""
    return "; ".join(dict.fromkeys(source(cite, rules) for cite in cites))


def told(events: Iterable[Event]) -> list[str]:
    """The sentences of a log; one that is said several times running stands once, with how often."""
    lines: list[str] = []
    for sentence, same in groupby(str(event) for event in events):
        times = len(list(same))
        if sentence:
            lines.append(sentence if times == 1 else f"{sentence} ({times} times)")
    return lines


def reason_lines(reasons: Sequence[Reason], rules: Ruleset) -> list[str]:
    """Why a move may not be made: one line a clause, with its name and its source."""
    lines = []
    for reason in reasons:
        cited = sources(reason.cites, rules)
        where = ": ".join(part for part in (reason.path, cited) if part)
        lines.append(f"  not so: {reason.sentence}" + (f"  [{where}]" if where else ""))
    return lines


def heading(game: Game, seats: Sequence[str]) -> list[str]:
    """Which game is played, with what, by whom, and which options went off."""
    title = game.rules.title
    extra = ", ".join(overlay.title or overlay.name for overlay in game.rules.overlays)
    lines = [f"{title}{' with ' + extra if extra else ''}, {game.players} players"]
    lines.append("  " + ", ".join(f"{name}: {player}" for name, player in zip(game.seats, seats, strict=True)))
    return lines + [f"  note: {note}" for note in game.notes]


def ordinal(place: int) -> str:
    """
    >>> [ordinal(n) for n in (1, 2, 3, 4, 11, 21)]
    ['1st', '2nd', '3rd', '4th', '11th', '21st']
    """
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


def _place(line: ScoreLine) -> str:
    if not line.place:
        return ""
    tied = [name for name in line.tied if name != line.party]
    shared = f", tied with {' and '.join(tied)}" if tied else ""
    rule = f" ({line.ties})" if tied and line.ties else ""
    return ordinal(line.place) + shared + rule


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return ["  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def score_sheet(lines: Sequence[ScoreLine], rules: Ruleset) -> list[str]:
    """Every point in the order given: who, how many, for what, in which place and how tied, by which rule and source."""
    if not lines:
        return ["No points were given."]
    rows = [["scoring", "who", "points", "for", "place", "rule", "source"]]
    for line in lines:
        what = line.label or line.rule.rpartition(".")[2].replace("-", " ")
        what += f": {line.of}" if line.of else ""
        rows.append([str(line.scoring), line.party, str(line.points), what, _place(line), line.rule, ", ".join(line.cites)])
    return ["Score sheet", *_columns(rows), *_books([cite for line in lines for cite in line.cites], rules)]


def _books(cites: Iterable[str], rules: Ruleset) -> list[str]:
    """What the short names of sources stand for."""
    used = dict.fromkeys(cite.partition("/")[0] for cite in cites)
    titles = [f"  {book.name}: {book.title}" for book in rules.rulebooks if book.name in used]
    titles += [f"  {name}: {words}" for name, words in (("house", "a house rule"), ("assumed", "assumed here")) if name in used]
    return ["Sources", *titles] if titles else []


def final_table(game: Game, state: State) -> list[str]:
    """The end: why, the points, the places, who wins."""
    outcome = state.outcome
    lines = [outcome.text + (f"  [{outcome.rule}]" if outcome.rule else "")]
    scores: Mapping[str, Any] = state.scores
    place, rows = 1, []
    for group in state.ranking:
        rows += [[ordinal(place), game.seats[seat], str(scores[game.seats[seat]])] for seat in group]
        place += len(group)
    rows += [["", name, f"{points} (neutral)"] for name, points in scores.items() if name not in game.seats]
    lines += _columns(rows) if rows else []
    winners = [game.seats[seat] for seat, part in sorted(state.shares.items()) if part]
    if outcome.kind == "ended" and winners:
        lines.append(f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'share the win'}.")
    return lines

"""A match in words: sources of rules, reasons, the points given and the final table, as lines of text.

In: what an engine says of a state and the rules' own titles. Out: lines; nothing is printed here and nothing is worked out anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from fuero.players.contract import Game, Reason, ScoreLine, State
from fuero.rules.nodes import Cite, Ruleset

_ENDS = {
    "ended": "The match is over",
    "capped": "The match was stopped at its cap",
    "stuck": "The match is stuck: the rules have a gap",
}


def source(cite: Cite, rules: Ruleset) -> str:
    """A citation in words: the book's title and the section, `house rule` or `assumed`."""
    if cite.rulebook == "house":
        return "house rule"
    if cite.rulebook == "assumed":
        return "assumed"
    title = next((book.title for book in rules.rulebooks if book.name == cite.rulebook), cite.rulebook)
    return f"{title}, {cite.section}" if cite.section else title


def sources(cites: Iterable[Cite], rules: Ruleset) -> str:
    """Several citations, with semicolons between."""
    return "; ".join(dict.fromkeys(source(cite, rules) for cite in cites))


def reason_lines(reasons: Sequence[Reason], rules: Ruleset) -> list[str]:
    """Why a move may not be made: one line a clause, with its name and its source."""
    lines = []
    for reason in reasons:
        cited = sources(reason.cites, rules)
        lines.append(f"  not so: {reason.sentence}  [{reason.path}{': ' + cited if cited else ''}]")
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
        what = line.label + (f": {line.of}" if line.of else "")
        rows.append([str(line.scoring), line.party, str(line.points), what, _place(line), line.rule, sources(line.cites, rules)])
    return ["Score sheet", *_columns(rows)]


def final_table(game: Game, state: State) -> list[str]:
    """The end: why, the points, the places, who wins."""
    outcome = state.outcome
    lines = [f"{_ENDS.get(outcome.kind, outcome.kind)}. {outcome.text} [{outcome.rule}]".replace(" []", "")]
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

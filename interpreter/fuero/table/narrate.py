"""A match in words: sources of rules, reasons, the points given and the final table, as lines of text.

In: what an engine says of a state and the rules' own titles. Out: lines; nothing is printed here and nothing is worked out anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from fuero.players.contract import Event, Game, Reason, ScoreLine, State
from fuero.rules.nodes import Action, Cite, Part, Parts, Require, Ruleset


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
    """The sentences of a log. One that is said several times running stands once, with how often; a piece that only passes
    through a place is told of once, from where it came to where it lies.
    """
    lines: list[str] = []
    for sentence, same in groupby(map(_counted, _through([str(event) for event in events]))):
        times = len(list(same))
        if sentence:
            lines.append(sentence if times == 1 else f"{sentence} ({times} times)")
    return lines


_GOES = re.compile(r"(?P<what>.+) (?P<goes>go(?:es)?) from (?P<start>.+) to (?P<end>.+)\.")


def _counted(sentence: str) -> str:
    """
    >>> _counted("oak, oak, elm go from bag to tray.")
    'oak ×2, elm go from bag to tray.'
    """
    goes = _GOES.fullmatch(sentence)
    names = goes["what"].split(", ") if goes else []
    if len(names) == len(set(names)):
        return sentence
    said = [name if names.count(name) == 1 else f"{name} ×{names.count(name)}" for name in dict.fromkeys(names)]
    return ", ".join(said) + sentence[len(", ".join(names)) :]


def _through(sentences: Sequence[str]) -> list[str]:
    """
    >>> _through(["oak goes from bag to tray.", "", "oak goes from tray to row.", "elm goes from bag to tray."])
    ['oak goes from bag to row.', '', 'elm goes from bag to tray.']
    """
    found: list[str] = []
    last = -1
    for sentence in sentences:
        new = _GOES.fullmatch(sentence)
        old = _GOES.fullmatch(found[last]) if new and last >= 0 else None
        if new and old and new["what"] == old["what"] != "A piece" and new["start"] == old["end"]:
            found[last] = f"{new['what']} {new['goes']} from {old['start']} to {new['end']}."
            continue
        found.append(sentence)
        last = len(found) - 1 if sentence else last  # what only a trace tells may stand between
    return found


def reason_lines(reasons: Sequence[Reason], rules: Ruleset, facts: Mapping[str, Sequence[str]] | None = None) -> list[str]:
    """Why a move may not be made: one line a clause, with the facts it was judged by, its name, the module it comes from and
    its source.
    """
    lines = []
    for reason in reasons:
        cited = sources(reason.cites, rules)
        where = ": ".join(part for part in (reason.path + _module(reason.path, rules), cited) if part)
        sentence = reason.sentence
        if facts and (known := facts.get(reason.path)):
            sentence = f"{sentence.removesuffix('.')} ({'; '.join(known)})."
        lines.append(f"  not so: {sentence}" + (f"  [{where}]" if where else ""))
    return lines


def _module(path: str, rules: Ruleset) -> str:
    """The module or variant that a clause comes from; empty where it is the game's own."""
    clauses: list[Require | Part] = [part for parts in rules.parts for part in parts.parts]
    clauses += [part for action in rules.actions for part in action.parts if isinstance(part, Require)]
    for clause in clauses:
        if clause.path == path:
            overlay = next((o for o in rules.overlays if o.name == clause.origin.overlay), None)
            return f" ({overlay.title or overlay.name})" if overlay is not None else ""
    return ""


def rule_lines(game: Game, name: str) -> list[str]:
    """What an action or a condition says, by its name or its sentence: each clause with its source."""
    rules = game.rules
    wanted = name.casefold().replace(" ", "-")
    told: list[str] = []
    every: tuple[Action | Parts, ...] = (*rules.actions, *rules.parts)
    for rule in every:
        if wanted not in (rule.name.casefold(), rule.label.casefold().replace(" ", "-")):
            continue
        told.append(_with_source(rule.label or rule.name.replace("-", " "), rule.origin.cites, game))
        for part in rule.parts:
            if isinstance(part, Require | Part):
                told.append("  - " + _with_source(part.label or part.path.rpartition(".")[2], part.origin.cites, game))
    if told:
        return told
    known = ", ".join([a.name for a in rules.actions])
    return [f'There is no action or condition "{name}". Actions: {known}.']


def _with_source(label: str, cites: Iterable[Cite], game: Game) -> str:
    """A sentence with the numbers and options it quotes, and its sources."""
    numbers = {number.name: str(number.value) for number in game.rules.numbers} | dict(game.options)
    said = _QUOTED.sub(lambda m: numbers.get(m[1], m[1].replace("-", " ")), label)
    cited = sources([f"{c.rulebook}/{c.section}" if c.section else c.rulebook for c in cites], game.rules)
    return said + (f"  [{cited}]" if cited else "")


_QUOTED = re.compile(r"\{([^{}]+)\}")


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


def score_sheet(lines: Sequence[ScoreLine], rules: Ruleset, width: int | None = None) -> list[str]:
    """Every point in the order given: who, how many, for what, in which place and how tied, by which rule and source. Where
    that is wider than `width`, the rules with their sources stand below.
    """
    if not lines:
        return ["No points were given."]
    rows = [["scoring", "who", "points", "for", "place", "rule", "source"]]
    for line in lines:
        what = line.label or line.rule.rpartition(".")[2].replace("-", " ")
        what += f": {line.of}" if line.of else ""
        rows.append([str(line.scoring), line.party, str(line.points), what, _place(line), line.rule, ", ".join(line.cites)])
    sheet = ["Score sheet", *_columns(rows), *_books([cite for line in lines for cite in line.cites], rules)]
    return sheet if width is None or max(map(len, sheet)) <= width else _narrow_sheet(lines, rows, rules)


def _narrow_sheet(lines: Sequence[ScoreLine], rows: Sequence[Sequence[str]], rules: Ruleset) -> list[str]:
    """The sheet with a heading for each scoring, and what each rule cites once below."""
    columns = _columns([row[1:5] for row in rows])
    sheet = ["Score sheet", columns[0]]
    for at, line in enumerate(lines):
        if at == 0 or line.scoring != lines[at - 1].scoring:
            sheet.append(f"Scoring {line.scoring}")
        sheet.append(columns[at + 1])
    rules_used = {row[3].partition(":")[0]: (line.rule, line.cites) for row, line in zip(rows[1:], lines, strict=True)}
    sheet.append("Rules")
    sheet += [f"  {what}: {rule}" + (f" [{', '.join(cites)}]" if cites else "") for what, (rule, cites) in rules_used.items()]
    return [*sheet, *_books([cite for line in lines for cite in line.cites], rules)]


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

"""A coverage table as lines of text, or as plain data for JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fuero.lab.cover.nodes import TITLES, Row, Table


def lines(name: str, table: Table, only_missing: bool) -> Iterator[str]:
    """The table, topic by topic: each row with the number of examples and of matches that came by it; or only the empty rows."""
    shown = table.missing if only_missing else table.rows
    width = max([len(row.name) for row in shown], default=0)
    for topic, title in TITLES.items():
        of_topic = [row for row in shown if row.topic == topic]
        if not of_topic:
            continue
        yield f"{title[0].upper()}{title[1:]}"
        yield f"  {'':{width}}  scenarios  matches"
        for row in of_topic:
            yield f"  {row.name:{width}}  {row.scenarios:9}  {row.matches:7}" + ("  nothing came by it" if row.empty else "")
        yield ""
    yield summary(name, table)


def summary(name: str, table: Table) -> str:
    """One line: how much was played, how many rows there are, how many of them are empty."""
    played = ", ".join([f"{count} at {players}" for players, count in table.matches if count])
    missing = len(table.missing)
    return (
        f"{name}: {len(table.rows)} rows, {missing or 'none'} empty, "
        f"after {table.scenarios} scenarios" + (f" and random matches ({played} players), seed {table.seed}." if played else ".")
    )


def data(name: str, table: Table) -> dict[str, Any]:
    """The table as plain data."""
    return {
        "ruleset": name,
        "seed": table.seed,
        "scenarios": table.scenarios,
        "matches": {str(players): count for players, count in table.matches},
        "rows": [_row(row) for row in table.rows],
        "missing": len(table.missing),
    }


def _row(row: Row) -> dict[str, Any]:
    return {"topic": row.topic, "name": row.name, "scenarios": row.scenarios, "matches": row.matches}

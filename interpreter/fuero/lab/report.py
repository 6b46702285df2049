"""The figures of a run as lines of text; the same figures as `summary`, none of its own."""

from __future__ import annotations

from pathlib import PurePath
from typing import Any

from fuero.lab.statistics import FEW


def _number(value: float | None, places: int = 1) -> str:
    return "–" if value is None else f"{value:.{places}f}"


def _between(interval: list[float] | None, places: int = 1, scale: float = 1) -> str:
    return "" if interval is None else f" ({interval[0] * scale:.{places}f} to {interval[1] * scale:.{places}f})"


def _columns(rows: list[list[str]]) -> list[str]:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return ["  " + "   ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def name_of(data: dict[str, Any]) -> str:
    """A ruleset with what was chosen for it: `game + module, variant; option 25`."""
    ruleset = str(data["ruleset"])
    name = PurePath(ruleset).stem if "/" in ruleset or "\\" in ruleset else ruleset
    extra = [*data["modules"], *data["variants"]]
    chosen = ", ".join(f"{option} {value}" for option, value in data["options"].items())
    return name + (" + " + ", ".join(extra) if extra else "") + (f"; {chosen}" if chosen else "")


def run_lines(data: dict[str, Any]) -> list[str]:
    """One run."""
    matches = "match" if data["games"] == 1 else "matches"
    lines = [f"{name_of(data)}: {data['games']} {matches} of {data['players']} players, seeds from {data['seed']}"]
    if data["few"]:
        lines.append(f"  Few matches: {data['ended']} ended by the rules, fewer than {FEW}. Read the intervals, not the order.")
    rows = [["seat", "player", "points", "spread", "wins", "share of wins"]]
    for seat in data["seats"]:
        score = seat["score"]
        part = seat["share"]
        rows.append(
            [
                seat["seat"],
                seat["player"],
                _number(score["mean"]) + _between(score["interval"]),
                _number(score["sd"]),
                f"{seat['wins']:g}",
                "–" if part is None else f"{part * 100:.1f}%" + _between(seat["share_interval"], scale=100),
            ]
        )
    lines += _columns(rows)
    if data["length"] is not None:
        length = data["length"]
        parts = ", ".join(f"{name} {value}" for name, value in length.items() if name != "mean")
        lines.append(f"  decisions a match: mean {_number(length['mean'])}; {parts}")
    for end in data["ends"]:
        lines.append(f"  {end['kind']}: {end['games']}" + (f" by {end['rule']}" if end["rule"] else ""))
    if data["capped"] or data["stuck"]:
        lines.append("  Points and shares count the matches that ended by the rules.")
    rate = data["games_per_cpu_second"]
    lines.append(
        f"  {data['decisions']} decisions, {_number(data['cpu_seconds'], 2)} s of processor time"
        + (f" ({rate:g} matches a second)" if rate is not None else "")
        + f", engine {data['engine']}, rules {data['ruleset_hash'][:12]}"
    )
    return lines


def pair_lines(left: dict[str, Any], right: dict[str, Any], pair: dict[str, Any]) -> list[str]:
    """Two runs side by side, and the second's surplus over the first, seed by seed."""

    def row(name: str, one: str, two: str, more: dict[str, Any] | None, scale: float = 1, unit: str = "") -> list[str]:
        surplus = (
            ""
            if more is None or more["mean"] is None
            else f"{more['mean'] * scale:+.1f}{unit}" + _between(more["interval"], scale=scale)
        )
        return [name, one, two, surplus]

    rows = [["", name_of(left), name_of(right), "difference"]]
    rows.append(row("matches that ended", str(left["ended"]), str(right["ended"]), None))
    rows.append(row("capped or stuck", str(left["capped"] + left["stuck"]), str(right["capped"] + right["stuck"]), None))
    lengths = [_number(data["length"]["mean"]) if data["length"] else "–" for data in (left, right)]
    rows.append(row("decisions a match", lengths[0], lengths[1], pair["length"]))
    for seat, (one, two) in enumerate(zip(left["seats"], right["seats"], strict=False)):
        more = pair["seats"][seat]
        rows.append(row(f"points of {one['seat']}", _number(one["score"]["mean"]), _number(two["score"]["mean"]), more["score"]))
        parts = ["–" if side["share"] is None else f"{side['share'] * 100:.1f}%" for side in (one, two)]
        rows.append(row(f"wins of {one['seat']}", parts[0], parts[1], more["share"], 100, "%"))
    lines = [f"Side by side, paired by seed: {pair['pairs']} seeds ended by the rules in both"]
    if pair["left_out"]:
        lines[0] += f"; {pair['left_out']} left out"
    if pair["same_ruleset"]:
        lines.append("  Both are the same rules (equal hashes).")
    if pair["few"]:
        lines.append(f"  Few pairs (fewer than {FEW}): read the intervals.")
    return lines + _columns(rows)

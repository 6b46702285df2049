"""What a run, or two runs side by side, say: plain data for JSON and for the report.

Law of honest figures: shares of the win and points are over the matches that ended by the rules; capped and stuck ones are
counted apart. Runs of different rulesets are never pooled: two of them are paired, seed by seed.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from fuero.lab.records import Match, Run
from fuero.lab.statistics import FEW, Estimate, estimate, quantile, share

_PARTS = (("least", 0.0), ("5%", 0.05), ("25%", 0.25), ("50%", 0.5), ("75%", 0.75), ("95%", 0.95), ("most", 1.0))


def _figures(value: Estimate | None) -> dict[str, Any]:
    if value is None:
        return {"mean": None, "sd": None, "interval": None}
    interval = None if value.low is None or value.high is None else [round(value.low, 4), round(value.high, 4)]
    return {"mean": round(value.mean, 4), "sd": None if value.sd is None else round(value.sd, 4), "interval": interval}


def lengths(matches: list[Match]) -> dict[str, Any] | None:
    """Quantiles of the number of decisions of a match."""
    if not matches:
        return None
    ordered = sorted(match.decisions for match in matches)
    return {name: quantile(ordered, part) for name, part in _PARTS} | {"mean": round(sum(ordered) / len(ordered), 2)}


def _seat(run: Run, seat: int, ended: list[Match]) -> dict[str, Any]:
    points = [match.scores[seat] for match in ended]
    wins = sum((match.shares[seat] for match in ended), Fraction(0))
    part = share(wins, len(ended))
    return {
        "seat": run.seats[seat],
        "player": run.players[seat],
        "score": _figures(estimate(points)) | ({"least": min(points), "most": max(points)} if points else {}),
        "wins": round(float(wins), 4),
        "share": None if part is None else round(part.mean, 4),
        "share_interval": None
        if part is None or part.low is None or part.high is None
        else [round(part.low, 4), round(part.high, 4)],
    }


def summarise(run: Run) -> dict[str, Any]:
    """All figures of one run."""
    ended = [match for match in run.matches if match.ended]
    ends = Counter(match.end for match in run.matches)
    reasons = Counter((match.end, match.rule) for match in run.matches)
    return {
        "ruleset": run.spec.ruleset,
        "title": run.title,
        "modules": list(run.spec.modules),
        "variants": list(run.spec.variants),
        "options": dict(run.spec.options),
        "players": len(run.seats),
        "games": len(run.matches),
        "ended": ends["ended"],
        "capped": ends["capped"],
        "stuck": ends["stuck"],
        "few": len(ended) < FEW,
        "decisions": sum(match.decisions for match in run.matches),
        "cpu_seconds": run.cpu_seconds,
        "games_per_cpu_second": round(len(run.matches) / run.cpu_seconds, 2) if run.cpu_seconds > 0 else None,
        "engine": run.engine,
        "seed": run.seed,
        "ruleset_hash": run.meaning_hash,
        "seats": [_seat(run, seat, ended) for seat in range(len(run.seats))],
        "length": lengths(ended),
        "ends": [{"kind": kind, "rule": rule, "games": count} for (kind, rule), count in sorted(reasons.items())],
    }


def compare(left: Run, right: Run) -> dict[str, Any]:
    """Two runs paired by seed: what the second has more than the first, over the seeds that ended by the rules in both."""
    others = {match.seed: match for match in right.matches}
    pairs = [(match, others[match.seed]) for match in left.matches if match.seed in others]
    both = [(a, b) for a, b in pairs if a.ended and b.ended]
    per_seat = []
    for seat in range(min(len(left.seats), len(right.seats))):
        per_seat.append(
            {
                "seat": left.seats[seat],
                "score": _figures(estimate([b.scores[seat] - a.scores[seat] for a, b in both])),
                "share": _figures(estimate([b.shares[seat] - a.shares[seat] for a, b in both])),
            }
        )
    return {
        "pairs": len(both),
        "left_out": len(pairs) - len(both),
        "few": len(both) < FEW,
        "same_ruleset": left.meaning_hash == right.meaning_hash,
        "length": _figures(estimate([b.decisions - a.decisions for a, b in both])),
        "score": _figures(estimate([_mean(b) - _mean(a) for a, b in both])),
        "seats": per_seat,
    }


def _mean(match: Match) -> Fraction:
    return Fraction(sum(match.scores), len(match.scores))

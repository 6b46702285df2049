"""Ranges: where a number, a place, a piece could be out of range in play, and where it is proved that it cannot.

`places(rules)` lists every such place; `proved(rules)` gives the keys of those that need no second look in play, for
programs that leave it out; `ranges(rules)` reports those that cannot be right.
"""

from __future__ import annotations

from fuero.checker.ranges.flow import look
from fuero.checker.ranges.places import SORTS, Key, Place
from fuero.messages import diagnostic as m
from fuero.messages.diagnostic import Diagnostic
from fuero.rules import nodes as R

__all__ = ["SORTS", "Key", "Place", "places", "proved", "ranges"]


def places(rules: R.Ruleset) -> tuple[Place, ...]:
    """Every place that could be out of range, in the order in which they are reached."""
    return look(rules).found()


def proved(rules: R.Ruleset) -> frozenset[Key]:
    """The places that no match can leave, for every permitted number of players and every option that `rules` leaves open.

    Rests on it that the other places are looked at in play where `Place.guarded` says so.
    """
    return frozenset(place.key for place in places(rules) if place.proved)


def ranges(rules: R.Ruleset) -> list[Diagnostic]:
    """A warning for each place that is out of range whenever it is reached."""
    return [_finding(place) for place in places(rules) if place.never]


def _finding(place: Place) -> Diagnostic:
    says = place.says[:1].upper() + place.says[1:]
    if place.gone is not None:
        what = place.says.partition(" may be missing")[0]
        message = f"{what} is read here, but the move in line {place.gone.line} took it away, so there is nothing to read."
        hint = f"Name what is wanted before the move: let … = … of {what.strip(chr(34))}"
        taken = (m.Place(place.gone, "moved away here"),)
        return Diagnostic("already-gone", "warning", message, place.span, "read after it is gone", taken, hint=hint)
    if place.sort in ("set", "argument", "result", "key"):
        return Diagnostic("out-of-range", "warning", says, place.span, "whenever this is reached")
    match place.sort:
        case "room":
            message = f"Whenever this is reached, there is no room: {place.says}"
        case "divisor":
            message = "Whenever this is reached, it divides by 0."
        case _:
            message = f"{place.says.partition(' may be missing')[0]} is never there when this is reached."
    return Diagnostic("always-fails", "warning", message, place.span, "this cannot be done")

"""Where a ruleset could leave its ranges as far as can be worked out: the places that are not proved, as a listing.

In: RULES. Out: entries like those of the other topics, in the order of the rules. Each of them is looked at again in play,
and stops the match with a fault there if it ever comes to that.
"""

from __future__ import annotations

from fuero.checker.ranges import SORTS, places
from fuero.lab.inventory import Entry
from fuero.rules.nodes import Ruleset


def unproved(rules: Ruleset) -> list[Entry]:
    """One entry for each place: the rule it stands in, what the place is about, what may be there and what is allowed."""
    found = []
    for place in places(rules):
        if not place.proved:
            kind, _, name = place.rule.partition(" ")
            overlay = name.rpartition("/")[0]
            text = f"line {place.span.line}: {SORTS[place.sort]}; {place.says}"
            found.append(Entry(kind, name or kind, text, "", overlay, (), (), place.span.file, place.span.line))
    return found

"""What a ruleset offers to its readers and to those who amend it, by topic, every thing with what it says and where it comes
from.

In: RULES. Out: entries in the order of the ruleset. Only the names of things are used; `diff` reads the same list.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fuero.lab.named import Named, named_things
from fuero.rules.nodes import Ruleset


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing: `what` is its kind, `overlay` empty for the game itself, `amended` the overlays that changed it, in order."""

    what: str
    name: str
    text: str
    sentence: str
    overlay: str
    amended: tuple[str, ...]
    cites: tuple[str, ...]
    file: str
    line: int


_PARTS = ("require", "way", "part", "case", "bonus")
_SEAMS = (*_PARTS, "step", "field", "number", "option", "majority", "points", "function", "kind", "window")
_RULES = (*_PARTS, "function", "action", "procedure", "majority", "points", "upon", "window", "end")


def _kinds(*kinds: str) -> Callable[[Named], bool]:
    return lambda thing: thing.kind in kinds


def _assumed(thing: Named) -> bool:
    amended = any(cite.rulebook == "assumed" for entry in thing.origin.trail for cite in entry.cites)
    return amended or any(cite.rulebook == "assumed" for cite in thing.origin.cites)


TOPICS: dict[str, tuple[str, Callable[[Named], bool]]] = {
    "actions": ("what players may do, with each condition", _kinds("action", "require")),
    "assumed": ("what no rulebook says and was guessed", _assumed),
    "hooks": ("the moments that an overlay can hang rules on", _kinds("step", "effect", "procedure", "setup")),
    "house": ("what comes from no rulebook", lambda thing: any(cite.rulebook == "house" for cite in thing.origin.cites)),
    "numbers": ("the named numbers and the cells of tables", _kinds("number", "table cell")),
    "options": ("the settings that the table may choose", _kinds("option")),
    "pieces": ("the components", _kinds("piece", "attribute", "pieces", "row", "enum", "kind")),
    "points": ("what scores", _kinds("majority", "bonus", "points")),
    "seams": ("everything that an overlay can add to or change", _kinds(*_SEAMS)),
    "zones": ("where pieces lie, and who sees them", _kinds("zone", "var")),
}
"""The topics of `fuero show`, each with what it lists."""


def inventory(rules: Ruleset, topic: str) -> list[Entry]:
    """The entries of one of the `TOPICS`."""
    wanted = TOPICS[topic][1]
    return [_entry(thing) for thing in named_things(rules).values() if wanted(thing)]


def _entry(thing: Named) -> Entry:
    trail = thing.origin.trail
    given = thing.origin.cites or (trail[-1].cites if trail else ())
    cites = tuple(f"{cite.rulebook}/{cite.section}" if cite.section else cite.rulebook for cite in given)
    span = thing.origin.span
    amended = tuple(dict.fromkeys(entry.overlay for entry in trail))
    return Entry(thing.kind, thing.name, thing.text, thing.sentence, thing.origin.overlay, amended, cites, span.file, span.line)


@dataclass(frozen=True, slots=True)
class Account:
    """How much there is: rules (everything that says what may, must or does happen), numbers, and those without a source."""

    rules: int
    numbers: int
    house: int
    assumed: int


def account(rules: Ruleset) -> Account:
    """Counts what stands in a ruleset."""
    things = list(named_things(rules).values())
    counted = [thing for thing in things if thing.kind in _RULES]
    cited = [{cite.rulebook for cite in thing.origin.cites} for thing in counted]
    return Account(
        rules=len(counted),
        numbers=sum(thing.kind == "number" for thing in things),
        house=sum("house" in books for books in cited),
        assumed=sum("assumed" in books for books in cited),
    )


def is_rule(kind: str) -> bool:
    """Whether things of this kind are counted as rules."""
    return kind in _RULES


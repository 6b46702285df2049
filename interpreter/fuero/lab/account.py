"""What a ruleset comes to, and what overlays change in their game, in one line: the answer of `check` where nothing is wrong.

In: RULES (of the game alone, and with its overlays). Out: counts and sentences. Law: every difference in play is counted once,
under the rule, number, option or other thing that it belongs to.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from fuero.lab.diff import Change, diff
from fuero.lab.named import NO_KEY, Key, Named, named_things
from fuero.rules.nodes import Cite, Option, Ruleset
from fuero.rules.text import term_text

PARTS = ("require", "way", "part", "case", "bonus")
WHOLE = ("majority", "points", "window", "end")
"""Rules whose lines have no sources of their own: the rule is counted, not each line."""
RULES = (*PARTS, *WHOLE, "function", "action", "procedure", "upon")
"""The kinds of things that say what may, must or does happen."""
NAMED_AT_MOST = 4

_SEVERAL = {
    "step": "moments",
    "pieces": "sets of pieces",
    "row": "lines of pieces",
    "setup": "set-ups",
    "all": "conditions",
    "any": "ways",
    "var": "variables",
    "effect": "effects",
    "neutral": "neutral parties",
    "game": "facts of the game",
    "cases": "rules by cases",
    "ways": "rules of several ways",
}
_ONE = {
    "step": "moment",
    "pieces": "set of pieces",
    "row": "line of pieces",
    "setup": "set-up",
    "var": "variable",
    "neutral": "neutral party",
    "game": "fact of the game",
    "cases": "rule by cases",
    "ways": "rule of several ways",
}


@dataclass(frozen=True, slots=True)
class Account:
    """How much there is: rules, numbers, rules from no rulebook, guessed rules, rules without any source."""

    rules: int
    numbers: int
    house: int
    assumed: int
    uncited: int


def is_rule(kind: str) -> bool:
    """Whether things of this kind are counted as rules."""
    return kind in RULES


def rule_name(kind: str, name: str) -> str:
    """The rule that a thing is counted under: the lines of a majority, of points, of a window and of the end count once."""
    return name.split(".", 1)[0] if kind in WHOLE else name


def cited(thing: Named, things: dict[Key, Named]) -> tuple[Cite, ...]:
    """What a thing cites, or else the rule of the same overlay that it stands in."""
    here: Named | None = thing
    while here is not None:
        if here.origin.cites and here.origin.overlay == thing.origin.overlay:
            return here.origin.cites
        here = things.get(here.parent) if here.parent != NO_KEY else None
    return ()


def account(rules: Ruleset) -> Account:
    """Counts what stands in a ruleset. A part without a source of its own has that of its rule."""
    things = named_things(rules)
    heads = {o.name: o.cites or ((Cite("house"),) if o.kind == "variant" else ()) for o in rules.overlays}
    sources: dict[tuple[str, str], set[str]] = {}
    own: dict[tuple[str, str], set[str]] = {}
    for thing in things.values():
        if thing.kind in RULES:
            key = (thing.kind, rule_name(thing.kind, thing.name))
            given = cited(thing, things) or heads.get(thing.origin.overlay, ())
            sources.setdefault(key, set()).update(c.rulebook for c in given)
            own.setdefault(key, set()).update(c.rulebook for c in thing.origin.cites)
    return Account(
        rules=len(sources),
        numbers=sum(thing.kind == "number" for thing in things.values()),
        house=sum("house" in books for books in own.values()),
        assumed=sum("assumed" in books for books in own.values()),
        uncited=sum(not books for books in sources.values()),
    )


def counted(number: int, word: str, several: str = "") -> str:
    """
    >>> counted(1, "rule"), counted(0, "rule"), counted(2, "set-up of pieces", "set-ups of pieces")
    ('1 rule', '0 rules', '2 set-ups of pieces')
    """
    return f"{number} {word}" if number == 1 else f"{number} {several or word + 's'}"


def changes(base: Ruleset, rules: Ruleset) -> str:
    """`changes 1 rule of 60 (sound.no-gap dropped) and 1 number: money-limit 5, now 6 (house)`."""
    found = diff(base, rules).in_play
    total = account(base).rules
    said = []
    for verb, hows in (("changes", ("changed", "removed", "reordered")), ("adds", ("added",))):
        some = [change for change in found if change.how in hows]
        phrases = _phrases(some, verb, total, base, rules)
        if phrases:
            said.append(f"{verb} {_joined(phrases)}")
    return "; ".join(said) if said else f"changes nothing in play (of {counted(total, 'rule')})"


def _joined(phrases: list[str]) -> str:
    """`a, b and c`; what goes on behind a colon stands last already."""
    return phrases[0] if len(phrases) == 1 else f"{', '.join(phrases[:-1])} and {phrases[-1]}"


def _phrases(some: list[Change], verb: str, total: int, base: Ruleset, rules: Ruleset) -> list[str]:
    ruled: dict[str, str] = {}
    numbers: list[str] = []
    options: list[str] = []
    others: dict[str, dict[str, None]] = {}
    for change in some:
        name = _bare(change.name)
        if change.kind in ("number", "table cell"):
            numbers.append(_value(name, change.before.text, change.after.text, change))
        elif change.kind == "option":
            before, after = (_setting(r.options, change.name) for r in (base, rules))
            told = _value(name, before, after, change)
            (numbers if (after or before or "").lstrip("-").isdecimal() else options).append(told)
        elif is_rule(change.kind):
            how = {"removed": " dropped", "reordered": " in another order"}.get(change.how, "")
            ruled.setdefault(rule_name(change.kind, change.name), _bare(change.name) + how)
        else:
            others.setdefault(change.kind, {})[name + (" dropped" if change.how == "removed" else "")] = None
    phrases = []
    if ruled:
        of = f" of {total}" if verb == "changes" else ""
        phrases.append(counted(len(ruled), "rule") + f"{of} ({_some(ruled.values())})")
    for kind, names in others.items():
        phrases.append(counted(len(names), _ONE.get(kind, kind), _SEVERAL.get(kind, "")) + f" ({_some(names)})")
    lists = [
        f"{counted(len(values), word)}: {'; '.join(values[:NAMED_AT_MOST])}{_more(values)}"
        for values, word in ((numbers, "number"), (options, "option"))
        if values
    ]
    return [*phrases, "; and ".join(lists)] if lists else phrases


def _some(names: Iterable[str]) -> str:
    listed = list(names)
    return ", ".join(listed[:NAMED_AT_MOST]) + _more(listed)


def _more(listed: list[str]) -> str:
    return f" and {len(listed) - NAMED_AT_MOST} more" if len(listed) > NAMED_AT_MOST else ""


def _bare(name: str) -> str:
    """An overlay's own things may be named without it."""
    return name.split("/", 1)[-1]


def _setting(options: Iterable[Option], name: str) -> str | None:
    """What an option is, unless the table says otherwise."""
    found = next((o for o in options if o.name == name), None)
    return None if found is None else term_text(found.value if found.value is not None else found.usually)


def _value(name: str, before: str | None, after: str | None, change: Change) -> str:
    """`money-limit 5, now 6 (house)`, with what the change rests on."""
    cites = (change.after if change.how != "removed" else change.before).cites
    source = ", ".join(f"@{c.rulebook}/{c.section}" if c.section else c.rulebook for c in cites)
    if change.how == "added":
        told = f"{name} {after}"
    elif change.how == "removed":
        told = f"{name} {before}, dropped"
    elif before == after:
        told = f"{name} {after} with other limits or conditions"
    else:
        told = f"{name} {before}, now {after}"
    return told + (f" ({source})" if source else "")


def sources_of_changes(base: Ruleset, rules: Ruleset) -> str:
    """`House rules: 2, no source missing.`: what the overlays bring, and what of it rests on no rulebook or on nothing."""
    house: dict[str, None] = {}
    assumed: dict[str, None] = {}
    missing: dict[str, None] = {}
    for change in diff(base, rules).in_play:
        side = change.after
        if not side.overlay:
            continue
        name = _bare(rule_name(change.kind, change.name))
        books = {c.rulebook for c in side.cites}
        if not books:
            missing[name] = None
        if "house" in books:
            house[name] = None
        if "assumed" in books:
            assumed[name] = None
    if not (house or assumed or missing):
        return ""
    words = [f"House rules: {len(house)}" if house else "", f"Assumed: {len(assumed)}" if assumed else ""]
    words.append(f"without a source: {_some(missing)}" if missing else "no source missing")
    told = ", ".join(word for word in words if word)
    return told[:1].upper() + told[1:] + "."

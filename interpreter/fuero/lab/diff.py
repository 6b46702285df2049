"""What differs between two rulesets, by name, with the source of each side.

Two rulesets come in, a list of named things that differ goes out, each at the finest level that has a name: a part, a
number, a table cell, a field. What plays alike but is worded, cited or drawn otherwise is listed apart. Law: two
rulesets have the same meaning hash exactly when no listed thing `plays`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from fuero.lab.blocks import keeping_steps, steps_in
from fuero.lab.named import NO_KEY, Key, Named, named_things
from fuero.messages.diagnostic import NOWHERE, Span
from fuero.rules.hashes import same_meaning
from fuero.rules.nodes import Cite, Ruleset, TrailEntry
from fuero.rules.text_flow import block_text

How = Literal["added", "removed", "changed", "reordered", "reworded", "cited otherwise"]


@dataclass(frozen=True, slots=True)
class Side:
    """What one ruleset says: `text` is None where it has no such thing. `overlay` is empty for the game itself.

    Where an overlay amended the thing (or took it away), overlay, citations and place are those of the amendment.
    """

    text: str | None
    sentence: str = ""
    overlay: str = ""
    cites: tuple[Cite, ...] = ()
    span: Span = NOWHERE

    @property
    def house(self) -> bool:
        """Whether this comes from no rulebook."""
        return any(c.rulebook == "house" for c in self.cites)


@dataclass(frozen=True, slots=True)
class Change:
    """One named thing that differs. `plays` is false where only words, sources or drawings do."""

    kind: str
    name: str
    how: How
    before: Side
    after: Side
    plays: bool


@dataclass(frozen=True, slots=True)
class Difference:
    """`left` and `right` say which rulesets were compared: the game and the overlays that are on."""

    left: str
    right: str
    changes: tuple[Change, ...]

    @property
    def in_play(self) -> tuple[Change, ...]:
        """What changes how the game is played."""
        return tuple(c for c in self.changes if c.plays)

    @property
    def in_words(self) -> tuple[Change, ...]:
        """What changes only sentences, sources or drawings."""
        return tuple(c for c in self.changes if not c.plays)


def diff(a: Ruleset, b: Ruleset) -> Difference:
    """All named things that differ from `a` to `b`, in the order of the rulesets.

    A thing that came or went is listed once, not with its parts.
    """
    left, right = _Book(a), _Book(b)
    changes: list[Change] = []
    for key in left.order_with(right):
        before, after = left.things.get(key), right.things.get(key)
        if before is not None and after is not None:
            change = _compare(before, after, left, right)
            if change is not None:
                changes.append(change)
            changes += _reordered(key, left, right)
            continue
        thing = before or after
        there = left if before is not None else right
        elsewhere = right if before is not None else left
        if thing is None or (thing.parent != NO_KEY and thing.parent not in elsewhere.things):
            continue  # it came or went with what holds it
        present, absent = there.side(thing, elsewhere, thing.whole), elsewhere.gone(thing, there)
        if before is not None:
            changes.append(Change(thing.kind, thing.name, "removed", present, absent, thing.plays))
        else:
            changes.append(Change(thing.kind, thing.name, "added", absent, present, thing.plays))
    return Difference(_called(a), _called(b), tuple(changes))


def _called(ruleset: Ruleset) -> str:
    names = ", ".join(o.name for o in ruleset.overlays)
    return f"{ruleset.name} with {names}" if names else ruleset.name


def _compare(before: Named, after: Named, left: _Book, right: _Book) -> Change | None:
    how: How | None = None
    if before.plays and not (same_meaning(before.meaning, after.meaning) and _same_block(before, after)):
        how = "changed"
    elif before.block != () and _moved_steps(before, after):
        how = "reordered"
    elif before.sentence != after.sentence or _own_words(before) != _own_words(after):
        how = "reworded"
    elif before.origin.cites != after.origin.cites:
        how = "cited otherwise"
    if how is None:
        return None
    sides = left.side(before, right, before.text), right.side(after, left, after.text)
    return Change(before.kind, before.name, how, *sides, plays=how in ("changed", "reordered"))


def _own_words(thing: Named) -> str:
    """Text that can differ where the meaning does not: it quotes sentences, or has no meaning in play."""
    return block_text(keeping_steps(thing.block, ())) if thing.plays else thing.text


def _same_block(before: Named, after: Named) -> bool:
    return same_meaning(keeping_steps(before.block, ()), keeping_steps(after.block, ()))


def _moved_steps(before: Named, after: Named) -> bool:
    """Whether steps that both have stand at other places."""
    common = _step_paths(before) & _step_paths(after)
    return not same_meaning(keeping_steps(before.block, common), keeping_steps(after.block, common))


def _step_paths(thing: Named) -> frozenset[str]:
    return frozenset(s.path for s in steps_in(thing.block))


def _reordered(key: Key, left: _Book, right: _Book) -> list[Change]:
    """The parts of a rule in another order: clauses are tested, rows dealt and choices listed in the order written."""
    mine, theirs = left.children(key), right.children(key)
    common = set(mine) & set(theirs)
    before, after = ([k for k in keys if k in common] for keys in (mine, theirs))
    if before == after:
        return []
    thing, other = left.things[key], right.things[key]
    texts = [", ".join(name for _, name in keys) for keys in (before, after)]
    sides = left.side(thing, right, texts[0]), right.side(other, left, texts[1])
    return [Change(thing.kind, thing.name, "reordered", *sides, plays=True)]


class _Book:
    """One of the two rulesets, with its named things and who amended them."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.things = named_things(ruleset)
        self.dropped = ruleset.dropped
        self.kinds = {o.name: o.kind for o in ruleset.overlays}
        self.cited = {o.name: o.cites for o in ruleset.overlays}
        self._children: dict[Key, list[Key]] = {}
        for key, thing in self.things.items():
            if thing.kind != "step":
                self._children.setdefault(thing.parent, []).append(key)

    def children(self, key: Key) -> list[Key]:
        return self._children.get(key, [])

    def order_with(self, other: _Book) -> list[Key]:
        """The names of both, each new one of the other's after its predecessor there."""
        order: list[Key] = []
        after: dict[Key, list[Key]] = {}
        previous = NO_KEY
        for key in other.things:
            if key not in self.things:
                after.setdefault(previous, []).append(key)
            else:
                previous = key
        order += after.get(NO_KEY, [])
        for key in self.things:
            order += [key, *after.get(key, [])]
        return order

    def side(self, thing: Named, other: _Book, text: str) -> Side:
        """What this ruleset says, and by whom: the amendment that the other has not, else the thing's own origin."""
        entry = self._amendment(thing, other)
        if entry is not None:
            return Side(text, thing.sentence, entry.overlay, self._cites(entry.overlay, entry.cites), entry.span)
        origin = thing.origin
        cites = self._cites(origin.overlay, origin.cites or self._above(thing))
        return Side(text, thing.sentence, origin.overlay, cites, origin.span)

    def gone(self, thing: Named, other: _Book) -> Side:
        """Who took away what the other ruleset has (nobody, where this one simply never had it)."""
        here = self.things.get(thing.parent)
        entries = self._new_entries(here, other.things.get(thing.parent)) if here else []
        best = (
            [e for e in self.dropped if thing.answers_to(e.path)]
            or [e for e in entries if thing.answers_to(e.path)]
            or [e for e in entries if e.before == thing.text]
            or [e for e in entries if e.kind == "drop"]
            or entries
        )
        if best:
            return Side(None, "", best[-1].overlay, self._cites(best[-1].overlay, best[-1].cites), best[-1].span)
        only_here = [name for name in self.kinds if name not in other.kinds]
        overlay = only_here[0] if len(only_here) == 1 else ""
        return Side(None, "", overlay, self._cites(overlay, ()))

    def _amendment(self, thing: Named, other: _Book) -> TrailEntry | None:
        theirs = other.things.get(thing.key)
        own = self._new_entries(thing, theirs)
        exact = [e for e in own if thing.answers_to(e.path)] or [e for e in own if theirs is not None and e.before == theirs.text]
        return (exact or own)[-1] if own else None

    @staticmethod
    def _new_entries(here: Named | None, there: Named | None) -> list[TrailEntry]:
        known = set(there.origin.trail) if there is not None else set()
        return [e for e in here.origin.trail if e not in known] if here is not None else []

    def _above(self, thing: Named) -> tuple[Cite, ...]:
        """The citations of the rule that a part without its own stands in."""
        parent = self.things.get(thing.parent)
        while parent is not None:
            if parent.origin.cites and parent.origin.overlay == thing.origin.overlay:
                return parent.origin.cites
            parent = self.things.get(parent.parent)
        return ()

    def _cites(self, overlay: str, cites: tuple[Cite, ...]) -> tuple[Cite, ...]:
        """What an amendment does not cite its overlay may; a variant that names no source is a house rule: that is what a
        variant is.
        """
        return cites or self.cited.get(overlay, ()) or ((Cite("house"),) if self.kinds.get(overlay) == "variant" else ())

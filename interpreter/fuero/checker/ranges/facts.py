"""What is known at one point of the flow: between which numbers things lie there, as a value that is handed on.

A fact is kept under the term it speaks of, without types (`plain`), as an interval: a number's own, the size of a set or
zone, or 0..1 for whether something is there. Law: a fact is held only as long as nothing that its term reads may have
changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import Any, cast

from fuero.checker.ranges.intervals import Interval, empty, hull, meet
from fuero.messages.diagnostic import Span
from fuero.rules import nodes as R
from fuero.rules.bind.walk import walk

_BARE = R.AnyType()


_NAMES: dict[type, tuple[str, ...]] = {}


def parts(term: R.Term) -> tuple[str, ...]:
    """The fields of a term that may hold terms."""
    cls = type(term)
    if cls not in _NAMES:
        _NAMES[cls] = tuple(f.name for f in fields(cls) if f.name not in ("type", "span"))
    return _NAMES[cls]


def mapped(term: R.Term, change: Callable[[R.Term], R.Term]) -> dict[str, Any]:
    """Each field of a term that holds terms, with these changed."""
    made: dict[str, Any] = {}
    for name in parts(term):
        value: Any = getattr(term, name)
        if isinstance(value, R.Typed):
            made[name] = change(cast(R.Term, value))
        elif isinstance(value, tuple) and any(isinstance(v, R.Typed) for v in value):
            made[name] = tuple(change(cast(R.Term, v)) if isinstance(v, R.Typed) else v for v in value)
    return made


@lru_cache(maxsize=20_000)
def plain(term: R.Term) -> R.Term:
    """A term without types, here and below, and without what only says that more is known of it."""
    while isinstance(term, R.BuiltIn) and term.name == "narrowed":
        term = term.args[0]
    return replace(term, type=_BARE, **mapped(term, plain))


def size(term: R.Term) -> R.Term:
    """The key for how many there are in a set or zone."""
    return R.BuiltIn("size", (plain(term),))


def there(term: R.Term) -> R.Term:
    """The key for whether something is there."""
    return R.BuiltIn("there", (plain(term),))


@lru_cache(maxsize=20_000)
def reads(term: R.Term) -> frozenset[str]:
    """What a term hangs on: variables, zones, local names; `call` for what a rule may read."""
    found: set[str] = set()
    for node in walk(term):
        match node:
            case R.VarRead(var=name):
                found.add(f"var {name}")
            case R.ZoneRead(zone=name) | R.AttachedAt(zone=name) | R.MarksOf(zone=name):
                found.add(f"zone {name}")
            case R.Local(name=name):
                found.add(f"local {name}")
            case R.Call() | R.ThisArg() | R.BuiltIn(name="zone-of" | "match-ends"):
                found.add("call")
            case R.You():
                found.add("you")
            case _:
                pass
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class Facts:
    """`known` by term; `untouched` are zones into which nothing has been laid yet; `dead` where the flow cannot come;
    `emptied` says of what is known to be gone which move took it.
    """

    known: Mapping[R.Term, Interval] = field(default_factory=dict)
    untouched: frozenset[str] = frozenset()
    dead: bool = False
    emptied: Mapping[R.Term, Span] = field(default_factory=dict)

    def of(self, key: R.Term) -> Interval | None:
        return self.known.get(key)

    def learn(self, key: R.Term, interval: Interval) -> Facts:
        """One more fact, beside what is known of the same term."""
        old = self.known.get(key)
        new = interval if old is None else meet(old, interval)
        return replace(self, known={**self.known, key: new}, dead=self.dead or empty(new))

    def put(self, key: R.Term, interval: Interval) -> Facts:
        """A fact in the place of what was known."""
        return replace(self, known={**self.known, key: interval})

    def took(self, key: R.Term, span: Span) -> Facts:
        """What a key counts is gone, by the move at this place."""
        return replace(self, known={**self.known, key: (0, 0)}, emptied={**self.emptied, key: span})

    def forget(self, changed: Iterable[str]) -> Facts:
        """The facts that hold still once these may have changed: `var x`, `zone z`, `local n`; `into z` where pieces may
        have come to a zone."""
        gone = frozenset(changed)
        if not gone:
            return self
        beyond = any(not name.startswith("local ") for name in gone)
        kept = {k: v for k, v in self.known.items() if not (gone & (r := reads(k)) or (beyond and "call" in r))}
        untouched = frozenset(z for z in self.untouched if f"into {z}" not in gone)
        return Facts(kept, untouched, self.dead, {k: v for k, v in self.emptied.items() if k in kept})

    def join(self, other: Facts) -> Facts:
        """What holds whichever of two ways the flow came."""
        if self.dead or other.dead:
            return other if self.dead else self
        both = {k: hull(v, other.known[k]) for k, v in self.known.items() if k in other.known}
        emptied = {k: v for k, v in self.emptied.items() if k in both and k in other.emptied}
        return Facts(both, self.untouched & other.untouched, False, emptied)

    def as_you(self, who: R.Term) -> Facts:
        """The same, with what is known of a player's things said of `you` as well, who is that player from here on."""
        asked = plain(who)
        known = {k: v for k, v in self.known.items() if "you" not in reads(k)}
        more = {moved: v for k, v in known.items() if (moved := exchanged(k, asked, R.You())) != k}
        return replace(self, known={**known, **more})

    def renamed(self, names: Mapping[R.Term, str], keep_you: bool) -> Facts:
        """What a performed rule may take over: its parameters stand for the terms that are handed to it; other local names
        mean nothing there.
        """
        known: dict[R.Term, Interval] = {}
        for key, interval in self.known.items():
            inside = reads(key)
            if "you" in inside and not keep_you:
                continue
            if not any(name.startswith("local ") for name in inside):
                known[key] = interval
            moved = _renamed(key, names) if names else key
            if names and not any(n.startswith("local ") and n[6:] not in names.values() for n in reads(moved)):
                known[moved] = interval
        return Facts(known, self.untouched, self.dead)


def _renamed(term: R.Term, names: Mapping[R.Term, str]) -> R.Term:
    """A term with locals of the caller as what they are called in the callee; one that has no name there stays as `?`."""
    if isinstance(term, R.Local):
        return R.Local(names.get(term, f"?{term.name}"))
    changed = mapped(term, lambda inner: _renamed(inner, names))
    return replace(term, **changed) if changed else term


def exchanged(term: R.Term, old: R.Term, new: R.Term) -> R.Term:
    """A plain term with one term in the place of another."""
    if term == old:
        return new
    changed = mapped(term, lambda inner: exchanged(inner, old, new))
    return replace(term, **changed) if changed else term

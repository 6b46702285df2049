"""What hangs on which secret, and which secrets everybody knows by now.

A *secret* is a name with whose it is: a zone or variable that is not open, or a choice made among pieces of one. Whose: a sign
for a player (told apart by how the rules speak of them), `""` for what nobody sees. A *taint* is every secret that a value hangs
on, each with the places by which it came. What is known by all is a set of secrets: `*` stands for every owner, `-p` for all but
p.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field

from fuero.messages.diagnostic import Place
from fuero.messages.forms import dataclass

Secret = tuple[str, str]
Trail = tuple[Place, ...]
Taint = Mapping[Secret, Trail]
Known = frozenset[Secret]

NONE: Taint = {}
LONGEST_TRAIL = 3


def joined(taints: Iterable[Taint]) -> Taint:
    """All secrets of several values; the first trail of each is kept."""
    filled = [t for t in taints if t]
    if not filled:
        return NONE
    if len(filled) == 1:
        return filled[0]
    made: dict[Secret, Trail] = {}
    for taint in filled:
        for secret, trail in taint.items():
            made.setdefault(secret, trail)
    return made


def by_way_of(taint: Taint, place: Place) -> Taint:
    """The same secrets, having come through one more place."""
    return {s: trail if len(trail) >= LONGEST_TRAIL else (*trail, place) for s, trail in taint.items()}


def unknown(taint: Taint, known: Known) -> Taint:
    """What of it not everybody knows."""
    if not taint or not known:
        return taint
    return {s: trail for s, trail in taint.items() if not is_known(known, s)}


def is_known(known: Known, secret: Secret) -> bool:
    name, whose = secret
    if secret in known or (name, "*") in known:
        return True
    return any(n == name and w[:1] == "-" and w[1:] != whose for n, w in known) and whose not in ("", "?")


def shown(known: Known, secret: Secret) -> Known:
    """After everybody has seen it."""
    name, whose = secret
    if (name, "*") in known:
        return known
    if whose == "*" or (name, "-" + whose) in known:
        return frozenset(s for s in known if s[0] != name) | {(name, "*")}
    return known | {secret}


def hidden(known: Known, secret: Secret) -> Known:
    """After something came in that not everybody saw."""
    name, whose = secret
    rest = frozenset(s for s in known if s[0] != name)
    if (name, "*") in known and whose not in ("", "?"):
        return rest | {(name, "-" + whose)}
    return known & {(name, "-" + whose)} | rest


@dataclass(frozen=True, slots=True)
class Value:
    """What is known of a local name: what it hangs on, which player it is (a sign, or empty), the choice whose piece or pieces it
    is, and what the number of its elements hangs on.
    """

    taint: Taint = field(default_factory=dict)
    player: str = ""
    choice: Secret | None = None
    count: Taint = field(default_factory=dict)

    @property
    def sign(self) -> object:
        """Two values with the same sign are treated alike."""
        return (frozenset(self.taint), self.player, self.choice, frozenset(self.count))

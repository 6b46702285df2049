"""An amendment with what composition has to know of it: whose, on which level, where it stands, what it is called.

Syntax comes in, `Change` values go out. A window that opens after a step is a hook like any other, under the window's name.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from fuero.messages.diagnostic import Span
from fuero.rules.compose.tree import uses_usual
from fuero.rules.compose.world import Site
from fuero.syntax.nodes import (
    AddCase,
    AddField,
    AddOffer,
    AddPart,
    Call,
    Cites,
    Drop,
    Except,
    Extend,
    Hook,
    Open,
    Replace,
    SetAmend,
    Term,
    Window,
    Word,
)

Amending = AddPart | AddCase | AddField | AddOffer | Drop | Replace | SetAmend | Except | Extend | Hook
PHASES = ("extend", "add", "set", "replace", "instead", "drop", "except", "before", "after", "window")
VERBS = {
    "extend": "extended here",
    "add": "added here",
    "set": "set here",
    "replace": "replaced here",
    "instead": "done otherwise here",
    "drop": "dropped here",
    "except": "excepted here",
    "before": "a step before it is put in here",
    "after": "a step after it is put in here",
    "window": "a window opens here",
}


@dataclass(frozen=True, slots=True)
class Change:
    """One amendment. `name` is what `over M/name` and `order` call it; `site` is filled in once its target is known."""

    node: Amending
    overlay: str
    level: int
    file: str
    place: int
    kind: str
    name: str
    site: Site = ()

    @property
    def span(self) -> Span:
        return self.node.span

    @property
    def cites(self) -> Cites:
        if isinstance(self.node, AddPart):
            return self.node.part.cites
        if isinstance(self.node, AddCase):
            return self.node.case.cites
        return self.node.cites

    @property
    def over(self) -> Word | None:
        return None if isinstance(self.node, AddField | AddOffer | Extend) else self.node.over

    @property
    def rank(self) -> tuple[int, str, str, int]:
        """The canonical order: by level, then by the overlay's name, then as it stands there."""
        return self.level, self.overlay, self.file, self.place

    @property
    def phase(self) -> int:
        return PHASES.index(self.kind)

    @property
    def key(self) -> str:
        return f"{self.overlay}/{self.name}"

    @property
    def hooks(self) -> bool:
        """A step put in before or after a moment."""
        return self.kind in ("before", "after", "window")

    @property
    def whole(self) -> bool:
        """It puts something in the place of the whole target, and of all that is inside it."""
        return self.kind in ("replace", "drop") or self.kind == "instead" and not self.keeps

    @property
    def keeps(self) -> bool:
        """What was there before lives on inside it, as `usual`."""
        return isinstance(self.node, Replace | Hook) and uses_usual(self.node.body)


def amendment_name(node: Amending) -> tuple[str, str]:
    """Its kind, as the trail tells it, and its own name."""
    match node:
        case AddPart(part=part):
            return "add", part.name.text
        case AddCase(case=case):
            return "add", case.name.text
        case AddField(field=field):
            return "add", field.name.text
        case AddOffer(offer=offer):
            return "add", offer.call.name.text
        case Hook(kind=kind, name=name):
            return kind, name.text
        case Except(name=name):
            return "except", name.text
        case Extend(name=name):
            return "extend", name.text
        case Drop(target=target):
            return "drop", last(target.text)
        case Replace(target=target):
            return "replace", last(target.text)
        case SetAmend(target=target):
            return "set", last(target_word(target).text)


def last(path: str) -> str:
    return path.split("/")[-1].split(".")[-1]


def target_word(target: Word | Term) -> Word:
    """The word that a `set` begins with: the number, the path, or the table of a cell."""
    if isinstance(target, Word):
        return target
    links = getattr(target, "links", (target,))
    first = links[0]
    text = getattr(first, "text", None)
    return Word(text if isinstance(text, str) else "", span=target.span)


def change_of(node: Amending, overlay: str, level: int, file: str, place: int) -> Change:
    kind, name = amendment_name(node)
    return Change(node, overlay, level, file, place, kind, name)


def opening_of(window: Window, overlay: str, level: int, file: str, place: int) -> Change | None:
    """The hook by which a window opens at a moment of the flow."""
    if window.opens is None:
        return None
    when, target = window.opens
    body = (Open(Call(window.name, span=window.name.span), span=window.span),)
    hook = Hook("before" if when == "before" else "after", target, window.name, body, cites=window.cites, span=window.span)
    return Change(hook, overlay, level, file, place, "window", window.name.text)


def covers(winner: Change, loser: Change) -> bool:
    """`over M` names the other's overlay, `over M/n` the amendment itself."""
    if winner.over is None:
        return False
    overlay, _, name = winner.over.text.partition("/")
    return overlay == loser.overlay and (not name or name == loser.name or name == ".".join(loser.site))


def over_any(change: Change, others: Iterable[Change]) -> list[Change]:
    return [other for other in others if other is not change and covers(change, other)]

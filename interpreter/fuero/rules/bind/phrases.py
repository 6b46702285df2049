"""Phrases that must be one of a printed list: what is among it, what was perhaps meant, and where the line stands.

In: a phrase as written and the list. Out: a finding at the phrase's own line. Law: what is suggested stands in the list,
perhaps for some of the tied only.
"""

from __future__ import annotations

from collections.abc import Sequence

from fuero.messages.diagnostic import Span
from fuero.messages.nearest import nearest
from fuero.rules.bind.world import World
from fuero.syntax import nodes as s

PLACES = ("first", "others")
"""What may stand before a phrase that is for some of the tied only."""


def line_of(node: s.End | s.Window | s.Majority, what: str) -> Span:
    """Where a declaration says this, or the declaration itself."""
    return next((span for said, span in node.lines if said == what), node.span)


def meant(phrase: str, choices: Sequence[str]) -> str:
    """The phrase of the list that was perhaps meant: spelled alike, or made of the same words; or nothing.

    >>> meant("nobody scores", ("slide", "full", "nobody")), meant("slied", ("slide", "full"))
    ('nobody', 'slide')
    >>> meant("share", ("share rounded down", "slide"))
    'share rounded down'
    """
    words = set(phrase.split())
    alike = [choice for choice in choices if words & set(choice.split())]
    return (nearest(phrase, alike) or alike[0] if alike else nearest(phrase, choices)) or ""


def one_of(world: World, what: str, choices: Sequence[str], phrase: str, span: Span, notes: tuple[str, ...] = ()) -> None:
    """Reports a phrase that is not in the list."""
    lead, _, rest = phrase.partition(" ")
    close = meant(phrase.removeprefix("first ").removeprefix("others "), choices)
    if rest in choices and (place := nearest(lead, PLACES)) is not None:
        close = f"{place} {rest}"
    guess = f' "{close}" may be what you mean.' if close else ""
    message = f'After "{what}" there can be one of: {", ".join(choices)}. "{phrase}" is not among them.{guess}'
    world.findings.report("one-of-these", message, span, notes=notes)

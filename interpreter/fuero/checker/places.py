"""Where a finding is told: at the thing itself, or at the change that made it so.

In: where a thing comes from. Out: the place, or None. Law: with overlays on, only what an overlay brings or changes is told; the
game's own findings belong to the game, and what an overlay leaves without use by purpose is no mistake of the game.
"""

from __future__ import annotations

from fuero.messages.diagnostic import NOWHERE, Diagnostic, Place, Span
from fuero.rules import nodes as R
from fuero.rules.compose import Merged

Thing = (
    R.Option
    | R.Number
    | R.Enum
    | R.Kind
    | R.Piece
    | R.Zone
    | R.Var
    | R.Table
    | R.Function
    | R.Parts
    | R.Cases
    | R.Action
    | R.Procedure
    | R.Window
    | R.Majority
)
PARTS = {"all": "condition", "any": "ways", "sum": "total", "union": "pool"}


class Places:
    """Which places matter for this ruleset."""

    def __init__(self, rules: R.Ruleset, merged: Merged) -> None:
        self.overlaid = bool(rules.overlays)
        self.kinds = {overlay.name: overlay.kind for overlay in rules.overlays}
        self.scope_of = merged.scope_of

    def told(self, span: Span) -> bool:
        """Whether a finding at this place is to be told."""
        return span != NOWHERE and (not self.overlaid or bool(self.scope_of.get(span.file)))

    def owner_kind(self, span: Span) -> str:
        """`module`, `bridge`, `variant`, or nothing for the game itself."""
        return self.kinds.get(self.scope_of.get(span.file, ""), "")

    def of(self, origin: R.Origin) -> Span | None:
        """Where to tell of a declared thing: at itself, or at the last change of it."""
        if self.told(origin.span):
            return origin.span
        changes = [entry.span for entry in origin.trail if self.told(entry.span)]
        return changes[-1] if self.overlaid and changes else None

    def whole(self, code: str, message: str, thing: Thing, caption: str, hint: str = "", changed: str = "") -> list[Diagnostic]:
        """A warning about a declared thing; `changed` is what is said where a change of it is to blame."""
        origin = thing.origin
        span = self.of(origin)
        if span is None:
            return []
        if span == origin.span:
            return [Diagnostic(code, "warning", message, heading(thing), caption, hint=hint)]
        others = (Place(heading(thing), "declared here"),)
        hint = "Leave this change out, or have a rule make use of it."
        return [Diagnostic(code, "warning", changed or message, first_line(span), "changed here", others, hint=hint)]


def heading(thing: Thing) -> Span:
    """The words that begin a declaration of more than one line; a single line is its own heading."""
    span = thing.origin.span
    if span.end_line == span.line:
        return span
    word = PARTS[thing.combine] if isinstance(thing, R.Parts) else type(thing).__name__.lower()
    return Span(span.file, span.line, span.column, span.line, span.column + len(f"{word} {thing.name.rpartition('/')[2]}"))


def first_line(span: Span) -> Span:
    """The place, but no more of it than its first line: a mark under a whole rule says nothing."""
    return span if span.end_line == span.line else Span(span.file, span.line, span.column, span.line, span.column + 1)

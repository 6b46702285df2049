"""The findings about secrets, in words."""

from __future__ import annotations

from typing import Literal

from fuero.checker.secrets.taint import Secret, Trail
from fuero.messages.diagnostic import NOWHERE, Diagnostic, Place, Span
from fuero.rules import nodes as r

Sink = Literal["whom", "whether", "offer", "variable", "message", "points", "loop", "end"]

WAYS: dict[Sink, tuple[str, str]] = {
    "whom": ("Whom the game asks here hangs on {}, so the question tells everybody.", "who is asked hangs on it"),
    "whether": ("Whether the game asks here hangs on {}, so the question tells everybody.", "asked or not asked"),
    "offer": ("What is offered here hangs on {}, and the one who chooses may not know that.", "what is offered hangs on it"),
    "variable": ("Everybody sees this variable, and its value hangs on {}.", "everybody sees the value"),
    "message": ("Everybody reads this message, and it hangs on {}.", "everybody reads it"),
    "points": ("Everybody sees these points, and they hang on {}.", "everybody sees the points"),
    "loop": ("Everybody sees how often this is done, and that hangs on {}.", "everybody can count the rounds"),
    "end": ("Everybody sees whether the match ends, and that hangs on {}.", "everybody sees it end"),
}
SIGHTS = {"owner": "which only its owner sees", "hidden": "which nobody sees", "covered": "which is covered"}


class Teller:
    """Gathers findings; each leak is told once."""

    def __init__(self, places: dict[str, r.Zone | r.Var]) -> None:
        self.places = places
        self.found: dict[tuple[str, str, int, str], Diagnostic] = {}

    def leak(self, sink: Sink, span: Span, secret: Secret, trail: Trail, cause: Span = NOWHERE) -> None:
        """A leak of `secret` at `span`; `cause` is the condition under which it stands, if the leak comes from that alone."""
        code = "secret-asks" if sink in ("whom", "whether") else "secret-offer" if sink == "offer" else "secret-shown"
        at = cause if cause != NOWHERE else span
        key = (code, at.file, at.line, secret[0])
        if key in self.found or (code, span.file, span.line, secret[0]) in self.found:
            return
        said, caption = WAYS[sink]
        others = [] if cause == NOWHERE else [Place(cause, "only done if this holds")]
        others += [p for p in trail if p.span not in (span, cause)]
        name = secret[0].rpartition(".")[2] if " " in secret[0] else secret[0]
        place = self.places.get(secret[0])
        if place is not None and place.origin.span != NOWHERE:
            others.append(Place(place.origin.span, f'"{name}" is declared here'))
        severity: Literal["error", "warning"] = "error" if code != "secret-shown" else "warning"
        message = said.format(self._named(secret, name))
        self.found[key] = Diagnostic(code, severity, message, span, caption, tuple(others), hint=self._hint(sink, secret, place))

    def _named(self, secret: Secret, name: str) -> str:
        place = self.places.get(secret[0])
        if " " in secret[0]:
            return f'what "{name}" is, which not everybody sees'
        sight = place.sight.split()[0] if place is not None else "hidden"
        return f'"{name}", {SIGHTS.get(sight, SIGHTS["hidden"])}'

    def _hint(self, sink: Sink, secret: Secret, place: r.Zone | r.Var | None) -> str:
        if sink in ("whom", "whether") and place is not None and place.sight.startswith("owner"):
            return "Ask by what everybody sees; who cannot use it then passes like anybody else."
        if " " in secret[0]:
            return f'Move "{secret[0].rpartition(".")[2]}" to an open zone first.'
        if isinstance(place, r.Zone) and not place.sight.startswith("owner"):
            return "Move the piece to an open zone first, and look at it there."
        return f'Write "reveal {secret[0]}" first, or leave it out.'

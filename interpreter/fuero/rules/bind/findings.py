"""Where the binder puts what it finds wrong: one list, in order of discovery, without doubles; nothing here stops the
binding.
"""

from __future__ import annotations

from dataclasses import replace

from fuero.messages.diagnostic import NOWHERE, Diagnostic, Place, Severity, Span


class Findings:
    """Gathers diagnostics; the same message at the same place counts once, with all the other places it speaks of."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str, Span], Diagnostic] = {}
        self.muted = 0  # while above 0, findings are counted only
        self.heard = 0

    def report(
        self,
        code: str,
        message: str,
        span: Span = NOWHERE,
        *,
        severity: Severity = "error",
        caption: str = "",
        others: tuple[Place, ...] = (),
        notes: tuple[str, ...] = (),
        hint: str = "",
    ) -> None:
        self.heard += 1
        if not self.muted:
            self.add(Diagnostic(code, severity, message, span, caption, others, notes, hint))

    def add(self, diagnostic: Diagnostic) -> None:
        key = (diagnostic.code, diagnostic.message, diagnostic.span)
        known = self._found.setdefault(key, diagnostic)
        if more := tuple(place for place in diagnostic.others if place not in known.others):
            self._found[key] = replace(known, others=(*known.others, *more))

    @property
    def failed(self) -> bool:
        return any(d.severity == "error" for d in self._found.values())

    def sorted(self) -> list[Diagnostic]:
        """By file, line and column."""
        return sorted(self._found.values(), key=lambda d: (d.span.file, d.span.line, d.span.column))

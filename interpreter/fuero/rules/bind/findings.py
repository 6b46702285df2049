"""Where the binder puts what it finds wrong: one list, in order of discovery, without doubles; nothing here stops the
binding.
"""

from __future__ import annotations

from fuero.messages.diagnostic import NOWHERE, Diagnostic, Place, Severity, Span


class Findings:
    """Gathers diagnostics; the same message at the same place counts once."""

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
        self._found.setdefault((diagnostic.code, diagnostic.message, diagnostic.span), diagnostic)

    @property
    def failed(self) -> bool:
        return any(d.severity == "error" for d in self._found.values())

    def sorted(self) -> list[Diagnostic]:
        """By file, line and column."""
        return sorted(self._found.values(), key=lambda d: (d.span.file, d.span.line, d.span.column))

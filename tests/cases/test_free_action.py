"""C41, at load: a further action that costs nothing is warned of; one under a condition is not."""

from __future__ import annotations

from fuero.checker import findings
from fuero.rules.load import resolve


def warnings(variant: str | None) -> list[tuple[str, int, str]]:
    resolved = resolve("alhambra", variants=[variant] if variant else [])
    return [(d.code, d.span.line, d.message) for d in findings(resolved.rules, resolved.merged) if d.severity == "warning"]


def test_c41_each_action_that_gives_itself_back_is_named() -> None:
    found = warnings("long-redesign")
    assert [(code, line) for code, line, _ in found] == [("free-action", 4), ("free-action", 6), ("free-action", 8)]
    assert [message.split('"')[1] for _, _, message in found] == ["build", "remove", "exchange"]


def test_an_exact_payment_pays_for_its_further_action() -> None:
    assert warnings(None) == []

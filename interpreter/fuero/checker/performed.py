"""Rules that say what happens and never do: actions nobody is offered, procedures nobody performs, windows that never open.

In: the index. Out: one warning a rule. Law: a rule that only such a rule would reach is not told as well: mending the first
shows it.
"""

from __future__ import annotations

from fuero.checker.index import Index
from fuero.checker.places import Places, Thing
from fuero.messages.diagnostic import Diagnostic
from fuero.rules.compose import Merged


def performed(index: Index, merged: Merged) -> list[Diagnostic]:
    rules = index.rules
    places = Places(rules, merged)
    found: list[Diagnostic] = []

    def tell(thing: Thing, message: str, caption: str, hint: str) -> None:
        changed = f"{message[:-1]} any more, so this changes nothing."
        found.extend(places.whole("never-happens", message, thing, caption, hint, changed))

    for action in rules.actions:
        if f"action {action.name}" not in index.callers:
            tell(
                action,
                f'Nobody is ever offered "{action.name}".',
                "never offered",
                f"offer {action.name} below an ask, or leave it out",
            )
    for window in rules.windows:
        if f"window {window.name}" not in index.callers:
            tell(
                window,
                f'Nothing opens the window "{window.name}".',
                "never opened",
                "opens after STEP, as a line of the window",
            )
    named: list[tuple[str, str, Thing]] = [("procedure", p.name, p) for p in rules.procedures if p.name != "play"]
    named += [("cases", c.name, c) for c in rules.cases]
    named += [("majority", m.name, m) for m in rules.majorities]
    for kind, name, rule in named:
        if f"{kind} {name}" not in index.callers:
            tell(
                rule,
                f'Nothing performs "{name}".',
                "never performed",
                f"perform {name}, where it is to happen, or leave it out",
            )
    return found

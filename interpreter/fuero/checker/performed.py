"""Rules that say what happens and never do: actions nobody is offered, procedures nobody performs, windows that never open.

In: the index. Out: one warning a rule. Law: a rule that only such a rule would reach is not told as well: mending the first
shows it.
"""

from __future__ import annotations

from fuero.checker.index import Index
from fuero.checker.places import Places, Thing, first_line
from fuero.messages.diagnostic import Diagnostic
from fuero.rules import nodes as R
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
    for points in rules.points:
        found += _missed(index, places, points)
    brought = _brought(index)
    for piece in rules.pieces:
        if piece.name not in brought:
            message = f'Nothing brings "{piece.name}" into play, so it stays in the box.'
            tell(piece, message, "never used", f"move {piece.name} to …, in the setup")
    return found


def _missed(index: Index, places: Places, points: R.Points) -> list[Diagnostic]:
    """Points that are scored in a run of a procedure which never comes: `scored in scoring 4` where there are three."""
    span = places.of(points.origin)
    if span is None or not isinstance(points.only, R.Const):
        return []
    performs = [f.node for f in index.all(R.Perform) if isinstance(f.node, R.Perform)]
    runs = [p.args[0] for p in performs if p.rule == points.after and p.args]
    if not runs or any(not isinstance(run, R.Const) or run.value == points.only.value for run in runs):
        return []
    message = f'"{points.after} {points.only.value}" never comes, so these points are never given.'
    named = sorted({run.value for run in runs if isinstance(run, R.Const)})
    hint = f"It is performed with {', '.join(map(str, named))}."
    return [Diagnostic("never-happens", "warning", message, first_line(points.only.span), "never comes", hint=hint)]


def _brought(index: Index) -> set[str]:
    """The pieces that some rule names, by their type or kind, by their name, or one by one."""
    found: set[str] = set()
    for f in index.all(R.PiecesAt, R.PieceNamed, R.AllOf):
        match f.node:
            case R.PiecesAt(piece=piece) | R.PieceNamed(piece=piece):
                found.add(piece)
            case R.AllOf(of=R.PieceType(pieces=pieces)):
                found.update(pieces)
            case _:
                pass
    return found

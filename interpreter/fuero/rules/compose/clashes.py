"""Which amendments of one level cannot both stand, and which ones another overlay leaves without a reader.

Changes with their sites come in, clashes and diagnostics go out. Keeps the laws that what could differ by order is an error
until it is said, and that a whole and its parts are one target.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from fuero.messages.diagnostic import Diagnostic, Place
from fuero.rules.compose.changes import VERBS, Change, covers
from fuero.rules.compose.paths import written
from fuero.rules.compose.world import Site, World


@dataclass(frozen=True, slots=True)
class Clash:
    first: Change
    second: Change


def begins(whole: Site, part: Site) -> bool:
    return len(whole) < len(part) and part[: len(whole)] == whole


def inside(whole: Change, part: Change) -> bool:
    """The part stands within what the whole one exchanges. Hooks at the same moment stay, and so does all in them."""
    return begins(whole.site, part.site) and not is_hook_name(part.site[len(whole.site)])


def is_hook_name(name: str) -> bool:
    return "/" in name and not name.startswith("offer ")


def meet(a: Change, b: Change) -> bool:
    return a.site == b.site or a.whole and inside(a, b) or b.whole and inside(b, a)


def compatible(a: Change, b: Change) -> bool:
    kinds = {a.kind, b.kind}
    if kinds == {"drop"} or kinds == {"extend"}:
        return True
    if a.site == b.site:
        if "except" in kinds:
            return True
        moments = (a.hooks or a.kind == "instead") and (b.hooks or b.kind == "instead")
        return moments and kinds != {"instead"}
    return kinds == {"except", "drop"}


def clashes(changes: list[Change]) -> list[Clash]:
    """Every pair of one level that cannot both stand and of which neither says that it has the last word."""
    by_thing: dict[str, list[Change]] = {}
    for change in changes:
        by_thing.setdefault(change.site[0], []).append(change)
    found: list[Clash] = []
    for group in by_thing.values():
        ordered = sorted(group, key=lambda change: change.rank)
        for index, a in enumerate(ordered):
            for b in ordered[index + 1 :]:
                if meet(a, b) and not compatible(a, b) and covers(a, b) == covers(b, a):
                    found.append(Clash(a, b))
    return found


def settled(clash: Clash, later: Iterable[Change]) -> bool:
    """A higher level says anew what both say: a bridge or a variant has the last word."""
    shorter = min(clash.first.site, clash.second.site, key=len)
    return any(
        change.level > clash.first.level
        and (change.whole or change.kind == "set")
        and not change.keeps
        and (change.site == shorter or begins(change.site, shorter))
        for change in later
    )


def report(world: World, clash: Clash) -> Diagnostic:
    a, b = clash.first, clash.second
    target = written(min(a.site, b.site, key=len))
    kinds = {a.kind, b.kind}
    if a.overlay == b.overlay:
        who = f"Two changes in {world.overlay_words(a.overlay)}"
        way = "Leave one of the two out."
    else:
        who = f"{world.overlay_words(a.overlay)} and {world.overlay_words(b.overlay)}"
        who = who[0].upper() + who[1:]
        way = f"Add `over {b.overlay}` to the first, `over {a.overlay}` to the second, or leave one of the two out."
    if covers(a, b) and covers(b, a):
        message = f'{who} both claim the last word about "{target}".'
        return _clash("exception-clash", message, a, b, "Only one of them can say over.")
    if kinds == {"set"}:
        return _clash("two-answers", f'{who} give "{target}" different values, and both can apply.', a, b, way)
    if kinds == {"add"}:
        return _clash("exception-clash", f'{who} both add "{written(a.site)}".', a, b, "Give one of the two another name.")
    if len(kinds) == 1:
        return _clash("exception-clash", f'{who} both say "{a.kind}" to "{target}".', a, b, way)
    return _clash("exception-clash", f'{who} both change "{target}", and what comes out depends on the order.', a, b, way)


def _clash(code: str, message: str, a: Change, b: Change, hint: str) -> Diagnostic:
    return Diagnostic(code, "error", message, a.span, VERBS[a.kind], (Place(b.span, _and(b)),), hint=hint)


def _and(change: Change) -> str:
    return f"and {VERBS[change.kind]}"


def lost(world: World, change: Change, earlier: Iterable[Change]) -> list[Diagnostic]:
    """Amendments of lower levels inside what this change exchanges: nothing would read them any more."""
    if not change.whole or change.keeps:
        return []
    found = []
    for other in earlier:
        if other.level < change.level and other.kind != "drop" and inside(change, other) and not covers(change, other):
            if other.kind == "except" and change.kind == "drop":
                continue
            found.append(unread(world, other, change))
    return found


def unread(world: World, change: Change, by: Change) -> Diagnostic:
    mine, theirs = world.overlay_words(change.overlay), world.overlay_words(by.overlay)
    return Diagnostic(
        "two-answers",
        "error",
        f'{theirs[0].upper()}{theirs[1:]} takes "{written(by.site)}" over, so that nothing reads any more what {mine} '
        f'changes in "{written(change.site)}".',
        by.span,
        VERBS[by.kind],
        (Place(change.span, _and(change)),),
        hint=f"Add `over {change.overlay}` if that is meant, or leave one of the two out.",
    )

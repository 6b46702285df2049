"""One level after another: find what each change touches, pair them, apply them in an order that never depends on mention.

The world and the changes of a level come in; the world is changed. Kept: what was applied (with what stood there before) and
every diagnostic. A preview of the level tells what its changes touch, so that one overlay may amend what
another of the level adds.
"""

from __future__ import annotations

import dataclasses

from fuero.messages.diagnostic import Diagnostic, Place
from fuero.rules.compose.apply import aim, apply, touched
from fuero.rules.compose.changes import VERBS, Change, covers
from fuero.rules.compose.clashes import Clash, clashes, lost, meet, report, settled
from fuero.rules.compose.idle import gone_already, idle
from fuero.rules.compose.paths import written
from fuero.rules.compose.world import World
from fuero.syntax.nodes import Drop, Except


class Levels:
    def __init__(self, world: World) -> None:
        self.world = world
        self.applied: list[tuple[Change, object]] = []
        self.found: list[Diagnostic] = []
        self.clashes: list[Clash] = []

    def run(self, changes: list[Change]) -> None:
        known = self._aimed(sorted(changes, key=lambda change: (change.phase, change.rank)))
        self.clashes += clashes(known)
        todo = _in_turn([change for change in known if not _overruled(change, known)])
        while todo:
            waiting: list[Change] = []
            failed: list[Diagnostic] = []
            for change in todo:
                if trouble := self._apply(change):
                    waiting.append(change)
                    failed.append(trouble)
            if len(waiting) == len(todo):
                self.found += self._unless_clashing(waiting, failed)
                return
            todo = waiting

    def finish(self) -> list[Diagnostic]:
        """All findings: pairs that a higher level settles are no clash."""
        applied = [change for change, _ in self.applied]
        return self.found + [report(self.world, clash) for clash in self.clashes if not settled(clash, applied)]

    # ------------------------------------------------------------ what the changes touch

    def _aimed(self, changes: list[Change]) -> list[Change]:
        """The changes whose targets exist, with their sites; hooks and additions may stand on one another."""
        preview = self.world.copy()
        known: list[Change] = []
        todo = [change for change in changes if change.kind in ("extend", "add") or change.hooks]
        failed: list[Diagnostic] = []
        while todo:
            waiting, failed = [], []
            for change in todo:
                target = aim(preview, change)
                site = () if isinstance(target, Diagnostic) else touched(preview, change, target)
                entry = apply(preview, change)
                if isinstance(entry, Diagnostic):
                    waiting.append(change)
                    failed.append(entry)
                else:
                    known.append(dataclasses.replace(change, site=site))
            if len(waiting) == len(todo):
                break
            todo = waiting
        self.found += [self._taken_away(c, d) for c, d in zip(todo, failed, strict=True)] if todo else []
        for change in changes:
            if change.kind not in ("extend", "add") and not change.hooks:
                target = aim(preview, change)
                if not isinstance(target, Diagnostic):
                    known.append(dataclasses.replace(change, site=touched(preview, change, target)))
                elif not self._moot(change):
                    self.found.append(self._taken_away(change, target))
        return known

    def _moot(self, change: Change) -> bool:
        """An exception from what is dropped, or the same thing dropped once more."""
        return isinstance(change.node, Except | Drop) and self._dropped(change) is not None

    def _dropped(self, change: Change) -> Change | None:
        word = getattr(change.node, "target", None)
        text = getattr(word, "text", "")
        gone = (c for c, _ in self.applied if c.kind == "drop" and c.site in self.world.removed)
        return next((c for c in gone if text and (text == written(c.site) or text.startswith(f"{written(c.site)}."))), None)

    def _taken_away(self, change: Change, trouble: Diagnostic) -> Diagnostic:
        """The target was there until another overlay dropped it: say so, with both places."""
        by = self._dropped(change)
        if by is None or trouble.code != "unknown-target":
            return trouble
        by_whom, whose = self.world.overlay_words(by.overlay), self.world.overlay_words(change.overlay)
        return Diagnostic(
            "two-answers",
            "error",
            f'"{written(by.site)}" is dropped by {by_whom}, so nothing reads what {whose} changes in it.',
            change.span,
            VERBS[change.kind],
            (Place(by.span, "dropped here"),),
            hint="Leave one of the two out.",
        )

    # ------------------------------------------------------------ applying

    def _apply(self, change: Change) -> Diagnostic | None:
        gone = lost(self.world, change, (other for other, _ in self.applied))
        entry = apply(self.world, change)
        if isinstance(entry, Diagnostic):
            return entry
        self.found += gone
        if trouble := idle(self.world, change, entry.before):
            self.found.append(trouble)
        self.applied.append((change, entry.before))
        return None

    def _unless_clashing(self, changes: list[Change], failed: list[Diagnostic]) -> list[Diagnostic]:
        """What fails because of a pair that is reported anyway, or is dropped already, needs no second message."""
        pairs = [change for clash in self.clashes for change in (clash.first, clash.second)]
        both = zip(changes, failed, strict=True)
        told = [trouble for change, trouble in both if change not in pairs and not self._moot(change)]
        again = [(change, by) for change in changes if self._moot(change) and (by := self._dropped(change)) is not None]
        return told + [gone_already(change, by) for change, by in again if change.overlay == by.overlay]


def _overruled(change: Change, others: list[Change]) -> bool:
    """A drop over which another has the last word does not happen: the other needs what it would take away."""
    if change.kind != "drop":
        return False
    return any(other.kind != "drop" and covers(other, change) and meet(other, change) for other in others)


def _in_turn(changes: list[Change]) -> list[Change]:
    """By phase and canonical order, but whoever says `over` comes after the one it names."""
    waiting = sorted(changes, key=lambda change: (change.phase, change.rank))
    done: list[Change] = []
    while waiting:
        free = (a for a in waiting if not any(covers(a, b) and not covers(b, a) and meet(a, b) for b in waiting if b is not a))
        chosen = next(free, waiting[0])
        waiting.remove(chosen)
        done.append(chosen)
    return done

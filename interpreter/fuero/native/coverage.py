"""Which rules of a program have a native form, which have not and why, and which run cell by cell though they could be slow.

In: a program. Out: a `Coverage`. One rule without a native form is enough for the whole game to be played by the interpreter;
here the others are tried all the same, so that all reasons are told at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fuero.native.base import Uncovered
from fuero.native.entries import entries
from fuero.native.lower import Lowering
from fuero.program import nodes as P


@dataclass(frozen=True, slots=True)
class Coverage:
    """`compiled` counts rules: terms with a name, routines, choices. `interpreted` names those without a native form, with the
    reason. `notes` are rules that are looked at thing by thing, with the reason and what else is known of them.
    """

    compiled: int
    interpreted: tuple[tuple[str, str], ...]
    notes: tuple[tuple[str, str], ...]


class _Trying(Lowering):
    """A lowering that goes on after what has no native form."""

    def __init__(self, program: P.Program):
        self.lacking: dict[str, str] = {}
        self.done: set[str] = set()
        super().__init__(program)

    def _try(self, kind: str, name: str, said: Any, missing: Any) -> Any:
        length = len(self.text)
        try:
            found = said()
        except Uncovered as e:
            self.lacking.setdefault(name, str(e) or "it has no native form")
            del self.text[length:]
            return missing
        self.done.add(f"{kind} {name}")
        return found

    def _function(self, f: P.Function) -> Any:
        return self._try("term", f.name, lambda: super(_Trying, self)._function(f), None)

    def _plain(self, r: P.Routine) -> Any:
        return self._try("routine", r.name.partition(":")[2], lambda: super(_Trying, self)._plain(r), None)

    def _blocks(self, r: P.Routine) -> Any:
        return self._try("routine", r.name.partition(":")[2], lambda: super(_Trying, self)._blocks(r), [])

    def _menu(self, menu: P.Menu) -> Any:
        return self._try("choice", menu.name, lambda: super(_Trying, self)._menu(menu), None)


def coverage(program: P.Program) -> Coverage:
    """What of a program has a native form. Never raises for what a ruleset says."""
    rules = len(program.functions) + len(program.routines) + len(program.menus)
    try:
        low = _Trying(program)
    except (Uncovered, RecursionError, MemoryError) as e:
        return Coverage(0, (("the whole game", str(e) or "rules nested too deeply"),), ())
    try:
        low.all()
        entries(low)
    except Exception as e:  # after something was left out much else may be missing
        if not low.lacking:
            if not isinstance(e, Uncovered | RecursionError | MemoryError):
                raise
            low.lacking["the whole game"] = str(e) or "rules nested too deeply"
    notes = tuple((str(note[0]), str(note[1])) for note in getattr(low, "notes", ()))
    return Coverage(rules - len(low.lacking), tuple(low.lacking.items()), tuple(dict.fromkeys(notes)))

"""What the checker says to a seeded mistake: the changed file in a copy of all rulesets in, a verdict out.

The pipeline is that of `fuero check` of the folder (or, for a variant or module, of its file), without the cache. Where a file of
worked examples is changed, what `fuero test` says counts as well, as check of a game does not play them. A file that did not
change is read once only.
"""

from __future__ import annotations

import functools
import re
import shutil
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal
from unittest import mock

from tests.mistakes.seeded import Mistake, game_folder, root

from fuero.messages.diagnostic import Diagnostic, FueroError
from fuero.rules import cache
from fuero.rules.hashes import meaning_hash
from fuero.rules.load import Examined, Resolved, build
from fuero.rules.locate import locate
from fuero.syntax import nodes as s
from fuero.syntax import parse

Kind = Literal["right", "elsewhere", "missed", "harmless", "traceback"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """`kind` says how the mistake fared, `suggested` whether the wanted name was suggested, `findings` what was said."""

    mistake: Mistake
    kind: Kind
    suggested: bool
    findings: tuple[Diagnostic, ...]
    trouble: str = ""


@contextmanager
def remembered() -> Iterator[None]:
    """Texts that were read once are not read again: trees are never changed. The user's cache is left alone."""
    read = parse.parse_text

    @functools.lru_cache(maxsize=200)
    def once(text: str, path: str) -> tuple[s.File, tuple[Diagnostic, ...]]:
        file, found = read(text, path)
        return file, tuple(found)

    def again(text: str, path: str) -> tuple[s.File, list[Diagnostic]]:
        file, found = once(text, path)
        return file, list(found)

    with (
        mock.patch.object(parse, "parse_text", again),
        mock.patch.object(cache, "read", lambda name: None),
        mock.patch.object(cache, "write", lambda name, value: None),
    ):
        yield


class Judge:
    """Judges mistakes one after another, in a copy of the shipped rulesets that lies in `folder`."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "rulesets"
        shutil.copytree(root(), self.root)
        self.untouched: dict[str, tuple[str, tuple[Diagnostic, ...], Examined | None]] = {}

    def judge(self, mistake: Mistake) -> Verdict:
        path = self.root / mistake.file
        before = path.read_bytes()
        target = self._target(mistake.file)
        plain, usual, examined = self._plain(target)
        try:
            path.write_bytes(mistake.text.encode("utf-8"))
            found, seen = self._findings(target, mistake)
        except Exception:  # noqa: BLE001 - that this never happens is what is measured
            return Verdict(mistake, "traceback", False, (), traceback.format_exc())
        finally:
            path.write_bytes(before)
        before_ = {(d.code, d.message) for d in usual}  # warnings that a variant deserves as it stands
        found = tuple(d for d in found if (d.code, d.message) not in before_)
        named = [d for d in found if d.severity != "note"]
        harmless = not named and seen is not None and seen.rules is not None and examined is not None
        if harmless and seen is not None and examined is not None and seen.rules is not None:
            same = meaning_hash(seen.rules) == plain
            same = same and (not _played(mistake.file) or _worked(seen, path) == _worked(examined, path))
            return Verdict(mistake, "harmless" if same else "missed", False, found)
        name = path.as_posix()
        right = any(_at(d, name, mistake.lines) or self._speaks(d, mistake.lost) for d in named)
        kind: Kind = "right" if right else "elsewhere" if named else "missed"
        return Verdict(mistake, kind, any(_suggests(d, mistake, name) for d in named), found)

    def _speaks(self, d: Diagnostic, lost: str) -> bool:
        """Does a finding stand at a line that speaks of a name whose declaration is gone, and name it?"""
        if not lost or not d.span.line or f'"{lost}"' not in d.message:
            return False
        lines = Path(d.span.file).read_text("utf-8").splitlines()
        return d.span.line <= len(lines) and _named(lost, lines[d.span.line - 1])

    def sound(self) -> list[Diagnostic]:
        """What is said of the untouched rulesets."""
        targets = {self._target(p.relative_to(self.root).as_posix()) for p in self.root.rglob("*.fuero")}
        return [d for target in sorted(targets) for d in self._plain(target)[1]]

    def _target(self, file: str) -> str:
        """What one would give `fuero check`: the folder of the game, or the file of the overlay."""
        whole = self.root / file
        return str(whole if whole.parent.name in ("variants", "modules", "bridges") else self.root / game_folder(file))

    def _plain(self, target: str) -> tuple[str, tuple[Diagnostic, ...], Examined | None]:
        if target not in self.untouched:
            found, seen = self._findings(target, None)
            assert seen is not None and seen.rules is not None, found
            self.untouched[target] = (meaning_hash(seen.rules), found, seen)
        return self.untouched[target]

    def _findings(self, target: str, mistake: Mistake | None) -> tuple[tuple[Diagnostic, ...], Examined | None]:
        try:
            located = locate(target)
            seen = build(located, located.modules, located.variants, (), None)
        except FueroError as error:
            return error.diagnostics, None
        found = list(seen.diagnostics)
        if seen.rules is not None:
            if mistake is None or "/scenarios/" not in mistake.file:  # else the rules are the untouched ones
                found += _of_the_whole(seen)
            if mistake is None or _played(mistake.file):
                found += _of_examples(seen, self.root / mistake.file if mistake else None, mistake)
        return tuple(found), seen


def _of_the_whole(seen: Examined) -> list[Diagnostic]:
    """What the checker finds in a bound ruleset, and what shows only when the pieces are counted out."""
    from fuero.checker import findings
    from fuero.cli.check import _beyond_any_table

    assert seen.rules is not None and seen.merged is not None
    return [*_beyond_any_table(seen.rules, None), *findings(seen.rules, seen.merged)]


def _played(file: str) -> bool:
    """Does check or test play what stands in this file?"""
    return "/scenarios/" in file or "/variants/" in file or "/modules/" in file


def _of_examples(seen: Examined, path: Path | None, mistake: Mistake | None) -> list[Diagnostic]:
    """Findings of the worked examples in the changed file, and of those only that the change touches (in an overlay: of all)."""
    from fuero.table.scenarios import run_all

    assert seen.rules is not None and seen.merged is not None
    if path is None or mistake is None:
        return []
    mine = tuple(
        (owner, scenario)
        for owner, scenario in seen.merged.scenarios
        if scenario.span.file == path.as_posix()
        and ("/scenarios/" not in mistake.file or _touches(scenario, mistake))
    )
    resolved = Resolved(seen.rules, replace(seen.merged, scenarios=mine), seen.files, seen.diagnostics)
    return [d for result in run_all(resolved) if (d := result.finding) is not None]


def _touches(scenario: s.Scenario, mistake: Mistake) -> bool:
    return scenario.span.line <= mistake.line + 1 and mistake.line <= scenario.span.end_line + 1


def _worked(seen: Examined, path: Path) -> list[object]:
    """The worked examples of a file as far as they say something: titles and citations left out."""
    assert seen.merged is not None
    mine = [scenario for _, scenario in seen.merged.scenarios if scenario.span.file == path.as_posix()]
    return [replace(scenario, title="", cites=()) for scenario in mine]


def _at(d: Diagnostic, file: str, lines: frozenset[int]) -> bool:
    return d.span.file == file and any(d.span.line <= line <= max(d.span.line, d.span.end_line) for line in lines) and (
        d.span.end_line - d.span.line < 2 or d.span.line in lines
    )


def _suggests(d: Diagnostic, mistake: Mistake, file: str) -> bool:
    """Is the wanted name brought, or, at a use of what was declared with a slip, the name and line of the declaration?"""
    if not mistake.wanted:
        return False
    told = " ".join((d.message, d.hint, *d.notes))
    close = re.findall(r'(?:Did you mean|begin with|be called|Write|small letters[^"]*) "?([^"?]+)', told)
    close += re.findall(r'"([^"]+)" may be what you mean', told)
    if not any(_named(mistake.wanted, said) for said in [*close, d.hint]):
        # at a use of what was declared with a slip the declaration as it stands now is what can be suggested
        return _named(mistake.wanted, d.message) and any(_named(mistake.after, said) for said in close)
    return _at(d, file, mistake.lines) or _named(mistake.after, told)


def _named(name: str, told: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", told) is not None

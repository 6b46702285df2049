"""From a ruleset's name or path to its rules: find the files, parse, compose, bind; the same thing twice comes from the
cache.

`resolve` gives a `Resolved`; mistakes of the author or of the table's choices are a `FueroError` with every finding.
`examine` gives the findings instead, for tools that show them.
"""

from __future__ import annotations

import pickle
import posixpath
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from fuero.messages.diagnostic import Diagnostic, FueroError, Place
from fuero.rules import cache
from fuero.rules.locate import Located, heading, locate
from fuero.rules.nodes import Ruleset

if TYPE_CHECKING:  # what comes from the cache needs neither syntax nor composer
    from fuero.rules.compose import Merged, Sources
    from fuero.syntax import nodes as s

NO_OVERLAY = ("unknown-module", "unknown-variant")
"""What need not be said of an overlay whose first line cannot be read: what is wrong with the line says it."""

Value = str | int | bool
Files = Mapping[str, str]


class Examined:
    """A ruleset and what it was made from: the merged syntax, all texts by shown path, all findings.

    Where something is wrong, `rules` (and perhaps `merged`) is None. The merged syntax may be kept packed until it is asked for.
    """

    __slots__ = ("_merged", "diagnostics", "files", "rules")

    def __init__(
        self, rules: Ruleset | None, merged: Merged | bytes | None, files: Files, diagnostics: tuple[Diagnostic, ...]
    ) -> None:
        self.rules = rules
        self._merged = merged
        self.files = files
        self.diagnostics = diagnostics

    @property
    def merged(self) -> Merged | None:
        if isinstance(self._merged, bytes):
            self._merged = pickle.loads(self._merged)
        return self._merged  # type: ignore[return-value]


class Resolved:
    """A sound ruleset with the same; its diagnostics are warnings and notes."""

    __slots__ = ("_examined", "diagnostics", "files", "rules")

    def __init__(self, rules: Ruleset, merged: Merged | Examined, files: Files, diagnostics: tuple[Diagnostic, ...]) -> None:
        self.rules = rules
        self._examined = merged if isinstance(merged, Examined) else Examined(rules, merged, files, diagnostics)
        self.files = files
        self.diagnostics = diagnostics

    @property
    def merged(self) -> Merged:
        merged = self._examined.merged
        assert merged is not None
        return merged


def resolve(
    ruleset: str,
    *,
    modules: Iterable[str] = (),
    variants: Iterable[str] = (),
    options: Mapping[str, Value] | None = None,
    players: int | None = None,
    stdin: Callable[[], str] | None = None,
    examples: bool = True,
) -> Resolved:
    """The rules of a game with the wanted modules, variants and options; any mistake is a `FueroError`.

    Without `examples` the files of worked examples and texts in other languages are not read: enough for playing, and quicker
    after a change.
    """
    located = locate(ruleset, stdin)
    found = examine_located(located, frozenset(modules), frozenset(variants), options or {}, players, examples)
    if found.rules is None:
        raise FueroError(found.diagnostics)
    return Resolved(found.rules, found, found.files, found.diagnostics)


def examine(
    ruleset: str,
    *,
    modules: Iterable[str] = (),
    variants: Iterable[str] = (),
    options: Mapping[str, Value] | None = None,
    players: int | None = None,
    stdin: Callable[[], str] | None = None,
) -> Examined:
    """The rules, or what is wrong with them. A ruleset that cannot be found is a `FueroError` all the same."""
    return examine_located(locate(ruleset, stdin), frozenset(modules), frozenset(variants), options or {}, players)


def examine_located(
    located: Located,
    modules: frozenset[str],
    variants: frozenset[str],
    options: Mapping[str, Value],
    players: int | None,
    examples: bool = True,
) -> Examined:
    """The same for files that were found before; what they were made into is kept for the next time."""
    files = located.texts | located.tables
    wanted_modules = modules | located.modules
    wanted_variants = variants | located.variants
    chosen = tuple(sorted(options.items()))
    choices = (
        located.game,
        str(players),
        str(examples),
        *sorted(wanted_modules),
        "|",
        *sorted(wanted_variants),
        "|",
        repr(chosen),
    )
    name = cache.key(files, choices)
    match cache.read(name):
        case ("resolved", (Ruleset() | None) as rules, (bytes() | None) as merged, tuple() as diagnostics):
            return Examined(rules, merged, files, diagnostics)
    made = build(located, wanted_modules, wanted_variants, chosen, players, examples)
    merged_data = None if made.merged is None or not examples else pickle.dumps(made.merged)
    cache.write(name, ("resolved", made.rules, merged_data, made.diagnostics))
    return made


def build(
    located: Located,
    modules: frozenset[str],
    variants: frozenset[str],
    options: tuple[tuple[str, Value], ...],
    players: int | None,
    examples: bool = True,
) -> Examined:
    """Parses, composes and binds, without the cache."""
    from fuero.rules.bind import bind
    from fuero.rules.compose import Selection, Sources, compose
    from fuero.rules.languages import findings, known_elsewhere
    from fuero.syntax.parse import parse_text

    files = located.texts | located.tables
    wanted = {
        path: text
        for path, text in located.texts.items()
        if examples or posixpath.basename(posixpath.dirname(path)) not in ("scenarios", "labels")
    }
    parsed = [parse_text(text, path) for path, text in sorted(wanted.items())]
    sources = Sources(tuple(file for file, _ in parsed))
    terms = tuple((name, _term(value)) for name, value in options)
    selection = Selection(located.game, players, modules, variants, terms)
    merged, found = compose(sources, selection)
    on = modules | variants if merged is None else {o.name for o in merged.overlays}
    found += [_as_named(d, files) for file, mistakes in parsed if file.head is None or _counts(file.head, on) for d in mistakes]

    def read(from_path: str, name: str) -> str:
        return located.tables[posixpath.normpath(posixpath.join(posixpath.dirname(from_path), name))]

    unread = {known.name for file, _ in parsed if file.head is None and (known := heading(located.texts[file.path]))}
    found = [d for d in found if d.code not in NO_OVERLAY or d.span.line or not any(f'"{name}"' in d.message for name in unread)]
    if merged is None or any(d.severity == "error" for d in found):
        from fuero.rules.gather import further

        found += further(sources.files, selection, found, files, read, names_off)
        return Examined(None, merged, files, _sorted(found))

    rules, mistakes = bind(merged, read, names_off(sources, merged))
    if rules is not None:
        overlays = _overlays(sources, merged)
        mistakes += findings(rules, merged.labels, lambda path: known_elsewhere(path, *overlays))
    return Examined(rules, merged, files, _sorted([*found, *mistakes]))


def _as_named(d: Diagnostic, files: Files) -> Diagnostic:
    """A hint how to spell a name (`ser4Ne`), with the name that some file has, where only its hyphens stand elsewhere."""
    from fuero.syntax.tables import tables
    from fuero.syntax.twins import SMALL_LETTERS

    before, hint, name = d.hint.rpartition(SMALL_LETTERS)
    name = name.strip(' ".')
    if not hint or not name:
        return d
    loose = re.compile(r"(?<![\w-])" + "-?".join(map(re.escape, name.replace("-", ""))) + r"(?![\w-])")
    spelled = {match[0] for text in files.values() for match in loose.finditer(text)} - tables().words.keys()
    return d if name in spelled or len(spelled) != 1 else replace(d, hint=f'{before}{hint} "{spelled.pop()}".')


def _counts(head: s.Head, on: Iterable[str]) -> bool:
    """A broken file matters where it belongs to the game or to what is on."""
    return head.kind in ("game", "labels") or head.name.text in on


def _overlays(sources: Sources, merged: Merged) -> tuple[tuple[s.File, ...], tuple[s.File, ...]]:
    """The files of overlays that are on, and of those that are off."""
    names = {o.name for o in merged.overlays}
    heads = [(f, f.head) for f in sources.files if f.head is not None and f.head.kind not in ("game", "labels")]
    return tuple(f for f, h in heads if h.name.text in names), tuple(f for f, h in heads if h.name.text not in names)


def names_off(sources: Sources, merged: Merged) -> dict[str, str]:
    """Names that modules declare which are off, for messages."""
    from fuero.syntax import nodes as s

    on = {o.name for o in merged.overlays}
    found: dict[str, str] = {}
    for file in sources.files:
        head = file.head
        if head is None or head.kind != "module" or head.game != merged.game.name.text or head.name.text in on:
            continue
        for node in file.declarations:
            word = getattr(node, "name", None)
            if isinstance(word, s.Word) and not isinstance(node, s.Amendment):
                found.setdefault(word.text, head.name.text)
    return found


def _term(value: Value) -> s.Term:
    """A table's value as an author would write it."""
    from fuero.syntax import nodes as s

    if isinstance(value, bool):
        return s.Name("yes" if value else "no")
    if isinstance(value, int):
        return s.Integer(value)
    text = value.strip()
    if text.lstrip("-").isdecimal():
        return s.Integer(int(text))
    return s.Name({"true": "yes", "false": "no"}.get(text.lower(), text))


_ONCE = ("unknown-name", "whose")


def _sorted(found: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    """By place; a word that is unknown at many places is told once, with the other places."""
    told: dict[tuple[object, ...], Diagnostic] = {}
    for d in sorted(found, key=lambda d: (d.span.file, d.span.line, d.span.column)):
        same = (d.message, d.hint) if d.code in _ONCE else (d.code, d.message, d.span, d.others)
        first = told.get(same)
        told[same] = d if first is None else replace(first, others=(*first.others, Place(d.span, "and here")))
    return tuple(told.values())

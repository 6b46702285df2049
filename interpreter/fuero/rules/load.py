"""From a ruleset's name or path to its rules: find the files, parse, compose, bind; the same thing twice comes from the cache.

`resolve` gives a `Resolved`; mistakes of the author or of the table's choices are a `FueroError` with every finding. `sources` and `examine` give
the findings instead, for tools that show them.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from fuero.messages.diagnostic import Diagnostic, FueroError
from fuero.rules import cache
from fuero.rules.compose.model import Merged, Selection, Sources
from fuero.rules.locate import Located, locate
from fuero.rules.nodes import Ruleset
from fuero.syntax import nodes as s

Value = str | int | bool


@dataclass(frozen=True, slots=True)
class Resolved:
    """A ruleset with what it was made from: the merged syntax, all texts by shown path, warnings and notes."""

    rules: Ruleset
    merged: Merged
    files: Mapping[str, str]
    diagnostics: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class Examined:
    """The same, where something may be wrong: then `rules` (and perhaps `merged`) is None."""

    rules: Ruleset | None
    merged: Merged | None
    files: Mapping[str, str]
    diagnostics: tuple[Diagnostic, ...]


def resolve(
    ruleset: str,
    *,
    modules: Iterable[str] = (),
    variants: Iterable[str] = (),
    options: Mapping[str, Value] | None = None,
    players: int | None = None,
    stdin: Callable[[], str] | None = None,
) -> Resolved:
    """The rules of a game with the wanted modules, variants and options; any mistake is a `FueroError`."""
    found = examine(ruleset, modules=modules, variants=variants, options=options, players=players, stdin=stdin)
    if found.rules is None or found.merged is None:
        raise FueroError(found.diagnostics)
    return Resolved(found.rules, found.merged, found.files, found.diagnostics)


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
    located = locate(ruleset, stdin)
    wanted = Selection(
        game=located.game,
        players=players,
        modules=frozenset(modules) | located.modules,
        variants=frozenset(variants) | located.variants,
        options=tuple((name, _term(value)) for name, value in sorted((options or {}).items())),
    )
    choices = (located.game, str(players), *sorted(wanted.modules), "|", *sorted(wanted.variants), "|", repr(wanted.options))
    name = cache.key(located.texts | located.tables, choices)
    kept = cache.read(name)
    if isinstance(kept, Examined):
        return kept
    made = build(located, wanted)
    cache.write(name, made)
    return made


def build(located: Located, wanted: Selection) -> Examined:
    """Parses, composes and binds, without the cache."""
    from fuero.rules.bind import bind  # reading from the cache needs neither parser nor binder
    from fuero.rules.compose import compose
    from fuero.syntax.parse import parse_text

    files = located.texts | located.tables
    parsed = [parse_text(text, path) for path, text in sorted(located.texts.items())]
    sources = Sources(tuple(file for file, _ in parsed))
    merged, found = compose(sources, wanted)
    found += [d for file, mistakes in parsed if file.head is None or _counts(file.head, wanted, merged) for d in mistakes]
    if merged is None or any(d.severity == "error" for d in found):
        return Examined(None, merged, files, _sorted(found))

    def read(from_path: str, name: str) -> str:
        return located.tables[posixpath.normpath(posixpath.join(posixpath.dirname(from_path), name))]

    rules, mistakes = bind(merged, read, names_off(sources, merged))
    found += mistakes
    return Examined(rules, merged, files, _sorted(found))


def _counts(head: s.Head, wanted: Selection, merged: Merged | None) -> bool:
    """A broken file matters where it belongs to the game or to what is on."""
    on = {o.name for o in merged.overlays} if merged is not None else wanted.modules | wanted.variants
    return head.kind in ("game", "labels") or head.name.text in on


def names_off(sources: Sources, merged: Merged) -> dict[str, str]:
    """Names that modules declare which are off, for messages."""
    on = {o.name for o in merged.overlays}
    found: dict[str, str] = {}
    for file in sources.files:
        if (
            file.head is None
            or file.head.kind != "module"
            or file.head.game != merged.game.name.text
            or file.head.name.text in on
        ):
            continue
        for node in file.declarations:
            word = getattr(node, "name", None)
            if isinstance(word, s.Word) and not isinstance(node, s.Amendment):
                found.setdefault(word.text, file.head.name.text)
    return found


def _term(value: Value) -> s.Term:
    """A table's value as an author would write it."""
    if isinstance(value, bool):
        return s.Name("yes" if value else "no")
    if isinstance(value, int):
        return s.Integer(value)
    text = value.strip()
    if text.lstrip("-").isdecimal():
        return s.Integer(int(text))
    return s.Name({"true": "yes", "false": "no"}.get(text.lower(), text))


def _sorted(found: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    return tuple(sorted(found, key=lambda d: (d.span.file, d.span.line, d.span.column)))

"""Which overlays are on: the wanted ones, what they need, and the bridges between them.

Parsed files and a selection come in; `Chosen` and diagnostics go out. Keeps the laws that overlays that are off are not looked at
(beyond their names, for hints) and that the order of files or of mention never shows: everything is sorted here, once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from fuero.messages.diagnostic import NOWHERE, Diagnostic, Place, Span
from fuero.messages.nearest import nearest
from fuero.rules.compose.model import LEVELS, Overlay, Selection, Sources
from fuero.rules.compose.world import own_name
from fuero.syntax.nodes import AddCase, AddPart, File, Head, Hook, Needs, PlayersRange, Uses, Why, Word


@dataclass(frozen=True, slots=True)
class Chosen:
    """The files that count, by overlay (empty for the game), and what is known of the overlays that are off."""

    game: Head
    overlays: tuple[Overlay, ...]
    files: dict[str, tuple[File, ...]]
    sees: dict[str, tuple[str, ...]]
    options: tuple[tuple[str, Word], ...]
    off: dict[str, str]
    names_off: dict[str, tuple[str, str]]
    labels: tuple[Head, ...]


def choose(sources: Sources, selection: Selection) -> tuple[Chosen | None, list[Diagnostic]]:
    files = sorted(sources.files, key=lambda file: file.path)
    base = [f for f in files if f.head and f.head.kind == "game" and f.head.name.text == selection.game]
    if not base:
        games = sorted({f.head.name.text for f in files if f.head and f.head.kind == "game"})
        return None, [_unknown("unknown-game", "game", selection.game, games, NOWHERE)]
    base.sort(key=lambda f: (_stem(f.path) != selection.game, f.path))
    known: dict[str, list[File]] = {}
    labels: list[Head] = []
    found: list[Diagnostic] = []
    for file in files:
        head = file.head
        if head is None or head.game != selection.game:
            continue
        if head.kind == "labels":
            labels.append(head)
            continue
        first = known.setdefault(head.name.text, [])
        if first and _head(first).kind != head.kind:
            message = f'"{head.name.text}" is the name of a {_head(first).kind} already.'
            found.append(
                Diagnostic(
                    "name-taken",
                    "error",
                    message,
                    head.span,
                    others=(Place(_head(first).span, "here"),),
                    hint="Pick another name.",
                )
            )
        first.append(file)
    if found:
        return None, found
    wanted = {*selection.modules, *selection.variants}
    for kind, names in (("module", selection.modules), ("variant", selection.variants)):
        known_names = sorted(name for name, group in known.items() if _head(group).kind == kind)
        found += [
            _unknown(f"unknown-{kind}", kind, name, known_names, NOWHERE) for name in sorted(names) if name not in known_names
        ]
    on = _closed({name for name in wanted if name in known}, known, found)
    if any(d.severity == "error" for d in found):
        return None, found
    order = sorted(on, key=lambda name: (LEVELS[_head(known[name]).kind], name))
    overlays = tuple(_overlay(name, known[name]) for name in order)
    off: dict[str, str] = {name: _head(group).kind for name, group in sorted(known.items()) if name not in on}
    chosen = Chosen(
        _head(base),
        overlays,
        {"": tuple(base), **{name: tuple(known[name]) for name in order}},
        {overlay.name: overlay.needs for overlay in overlays},
        tuple((name, word) for name in order for word in _asked_for(known[name], ("option",))),
        off,
        {word: (off[name], name) for name in reversed(off) for word in _names_in(known[name])},
        tuple(labels),
    )
    return chosen, found + _check_players(base, selection)


def _stem(path: str) -> str:
    return path.rsplit("/", 1)[-1].removesuffix(".fuero")


def _head(files: list[File]) -> Head:
    head = files[0].head
    assert head is not None
    return head


def _asked_for(files: Iterable[File], kinds: tuple[str, ...]) -> list[Word]:
    return [w for f in files for d in f.declarations if isinstance(d, Needs | Uses) and d.kind in kinds for w in d.names]


def _closed(on: set[str], known: dict[str, list[File]], found: list[Diagnostic]) -> set[str]:
    """The overlays with all they need or use, and every bridge whose modules are all on."""
    todo = sorted(on)
    while todo:
        files = known[todo.pop()]
        head = _head(files)
        needed = [(word, "module") for word in head.of] if head.kind == "bridge" else []
        for kind in ("module", "variant"):
            needed += [(word, kind) for word in _asked_for(files, (kind,))]
        for word, kind in needed:
            there = sorted(name for name, group in known.items() if _head(group).kind == kind)
            if word.text not in there:
                found.append(_unknown(f"unknown-{kind}", kind, word.text, there, word.span))
            elif word.text not in on:
                on.add(word.text)
                todo.append(word.text)
        for name, group in sorted(known.items()):
            if _head(group).kind == "bridge" and name not in on and all(word.text in on for word in _head(group).of):
                on.add(name)
                todo.append(name)
    return on


def _overlay(name: str, files: list[File]) -> Overlay:
    head = _head(files)
    needs = dict.fromkeys(word.text for word in (*head.of, *_asked_for(files, ("module", "variant"))))
    why = next((d.text for f in files for d in f.declarations if isinstance(d, Why)), "")
    return Overlay(name, head.kind, head.title, head.span, head.cites, tuple(needs), why)


def _names_in(files: list[File]) -> list[str]:
    """Every name an overlay brings, so that a message can say where it belongs."""
    names: list[str] = []
    for declaration in (d for f in files for d in f.declarations):
        if isinstance(declaration, AddPart):
            names.append(f"{declaration.target.text}.{declaration.part.name.text}")
        elif isinstance(declaration, AddCase):
            names.append(f"{declaration.target.text}.{declaration.case.name.text}")
        elif isinstance(declaration, Hook):
            names.append(declaration.name.text)
        elif name := own_name(declaration):
            names.append(name)
    return names


def _unknown(code: str, kind: str, name: str, there: list[str], span: Span) -> Diagnostic:
    guess = nearest(name, there)
    listed = f"There are: {', '.join(there)}." if there else f"There is no {kind} at all."
    return Diagnostic(
        code,
        "error",
        f'There is no {kind} "{name}".' + (f' Did you mean "{guess}"?' if guess else ""),
        span,
        "named here" if span.line else "",
        hint=f'Write "{guess}" instead.' if guess else listed,
    )


def _check_players(base: list[File], selection: Selection) -> list[Diagnostic]:
    for declaration in (d for f in base for d in f.declarations):
        if isinstance(declaration, PlayersRange) and selection.players is not None:
            if declaration.low <= selection.players <= declaration.high:
                return []
            message = f'"{selection.game}" is played by {declaration.low} to {declaration.high}, not by {selection.players}.'
            return [Diagnostic("players-range", "error", message, declaration.span, "said here")]
    return []

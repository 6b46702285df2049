"""All findings in one go: where something cannot be read or composed, what is left is composed and bound as well.

In: the parsed files, what was found so far. Out: the further findings that do not merely follow from the ones known, so that each
mistake gets its message. What a broken declaration would have declared counts as known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from fuero.messages.diagnostic import NOWHERE, Diagnostic, Span
from fuero.rules.bind import bind
from fuero.rules.compose import Merged, Selection, Sources, compose
from fuero.syntax.nodes import File

_ROUNDS = 5
"""So often declarations that cannot be composed are laid aside."""
_WORD = re.compile(r"[^\W\d_A-Z][^\W_A-Z]*(?:-[^\W_A-Z]+)*")
_LEFT_OUT = {"missing-part", "calls-itself", "endless"}
"""What may be said only because a declaration is missing."""


def further(
    files: Sequence[File],
    selection: Selection,
    found: Sequence[Diagnostic],
    texts: Mapping[str, str],
    read: Callable[[str, str], str],
    off: Callable[[Sources, Merged], Mapping[str, str]],
) -> list[Diagnostic]:
    """Findings of composing and binding what is left when everything with an error in `found` is laid aside."""
    broken = [d.span for d in found if d.severity == "error" and d.span != NOWHERE]
    names = {w for span in broken for w in _words(texts.get(span.file, ""), span)}
    left = [_without(f, broken) for f in files]
    more: list[Diagnostic] = []
    merged: Merged | None = None
    for _ in range(_ROUNDS):
        merged, composed = compose(Sources(tuple(left)), selection)
        fresh = [d for d in composed if d.severity == "error" and not _follows(d, names, texts)]
        more += [d for d in fresh if d not in more and d not in found]
        if merged is not None:
            break
        spans = [d.span for d in composed if d.severity == "error" and d.span != NOWHERE]
        if not spans:
            return more
        names |= {w for span in spans for w in _words(texts.get(span.file, ""), span)}
        left = [_without(f, spans) for f in left]
    if merged is None:
        return more
    _, bound = bind(merged, read, dict(off(Sources(tuple(left)), merged)))
    return more + [d for d in bound if d.severity == "error" and d.code not in _LEFT_OUT and not _follows(d, names, texts)]


def _without(file: File, spans: Sequence[Span]) -> File:
    """A file without the declarations in which something is wrong."""
    lines = [s.line for s in spans if s.file == file.path]
    kept = tuple(d for d in file.declarations if not any(d.span.line <= line <= d.span.end_line for line in lines))
    return replace(file, declarations=kept)


def _words(text: str, span: Span) -> set[str]:
    """The words on the first line of the declaration in which a mistake stands: what it would have declared is among them."""
    lines = text.splitlines()
    at = min(span.line, len(lines)) - 1
    while at > 0 and (not lines[at] or lines[at][0] in " #\t"):
        at -= 1
    return set(_WORD.findall(lines[at])) if lines else set()


def _follows(d: Diagnostic, names: set[str], texts: Mapping[str, str]) -> bool:
    """Does a finding speak of a word that a broken declaration holds?"""
    lines = texts.get(d.span.file, "").splitlines()
    if not 0 < d.span.line <= len(lines):
        return True
    line = lines[d.span.line - 1]
    word = line[d.span.column - 1 : d.span.end_column - 1] if d.span.end_line == d.span.line else line
    return any(w in names for w in _WORD.findall(word))

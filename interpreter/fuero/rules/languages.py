"""Texts in other languages: what a file of labels says of a ruleset, what is wrong with it, the rules speaking that language.

In: a bound ruleset and the heads of its files of labels. Out: findings (an unknown name, other `{…}` than the rule's own
sentence, a sentence that has changed since its mark), or the ruleset with its sentences in that language. A text that no longer
fits is not used: the rule's own sentence stands there. The mark of a sentence is the beginning of a hash of it, written by
`fuero labels --mark`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import is_dataclass
from typing import TYPE_CHECKING

from fuero.messages.diagnostic import NOWHERE, Diagnostic, FueroError, Place
from fuero.messages.nearest import nearest
from fuero.rules import nodes as r
from fuero.rules.bind.walk import children
from fuero.rules.sentences import Sentence, braces, said_otherwise, sentences
from fuero.syntax import nodes as s

if TYPE_CHECKING:
    from fuero.rules.load import Resolved

FORMS = ("several", "mark")
MARK_LENGTH = 7


def mark_of(text: str) -> str:
    """The mark of a sentence: seven signs that change when it does.

    >>> mark_of("Take money") == mark_of("Take money "), len(mark_of("Take money"))
    (False, 7)
    """
    return hashlib.sha256(text.encode()).hexdigest()[:MARK_LENGTH]


class Spoken:
    """What can be said in other words in one ruleset: sentences by path, and names of things (of which a text is the name)."""

    def __init__(self, rules: r.Ruleset) -> None:
        self.sentences = sentences(rules)
        self.names = frozenset(_names(rules))
        self.short: dict[str, str] = {}
        for path in self.sentences:
            self.short.setdefault(path.rpartition("/")[2], path)

    def sentence(self, path: str) -> Sentence | None:
        """The sentence that a path stands for; an overlay's own name may be left out."""
        return self.sentences.get(path) or self.sentences.get(self.short.get(path, ""))

    def known(self, path: str) -> bool:
        return self.sentence(path) is not None or path in self.names


def _names(rules: r.Ruleset) -> Iterator[str]:
    for group in (rules.numbers, rules.enums, rules.kinds, rules.maps, rules.pieces, rules.zones, rules.vars, rules.tables):
        yield from (x.name.rpartition("/")[2] for x in group)
    for enum in rules.enums:
        yield from enum.members
    for game_map in rules.maps:
        yield from game_map.regions
    for pieces in rules.piece_sets:
        yield from (row.name for row in pieces.rows)
    for name in (*(x.name for x in rules.functions), *(x.name for x in rules.majorities), *(x.name for x in rules.procedures)):
        yield name.rpartition("/")[2]


def languages(heads: tuple[s.Head, ...]) -> tuple[str, ...]:
    """The languages that there are texts in, sorted."""
    return tuple(sorted({head.name.text for head in heads}))


def in_language(rules: r.Ruleset, heads: tuple[s.Head, ...], language: str) -> r.Ruleset:
    """The rules speaking a language; what there is no fitting text for is said as the rules say it.

    Raises FueroError where there are no texts in that language.
    """
    if language not in languages(heads):
        near = nearest(language, languages(heads))
        known = ", ".join(languages(heads))
        raise FueroError(
            (
                Diagnostic(
                    "unknown-language",
                    "error",
                    f'There are no texts in "{language}" for {rules.title}.' + (f' Did you mean "{near}"?' if near else ""),
                    hint=f"There are texts in {known}." if known else "",
                ),
            )
        )
    spoken = Spoken(rules)
    texts: dict[str, str] = {}
    for label in _labels(heads, language):
        sentence = spoken.sentence(label.path.text)
        if sentence is not None and fits(label, sentence):
            texts.setdefault(sentence.path, label.text)
    return said_otherwise(rules, texts)


def speaking(resolved: Resolved, language: str) -> Resolved:
    """The same speaking that language; with no language, as it is. Raises FueroError as `in_language` does."""
    if not language:
        return resolved
    from fuero.rules.load import Resolved

    rules = in_language(resolved.rules, resolved.merged.labels, language)
    return Resolved(rules, resolved.merged, resolved.files, resolved.diagnostics)


def fits(label: s.Label, sentence: Sentence) -> bool:
    """May the text stand for the sentence: the same `{…}`, and not older than the sentence?"""
    return set(braces(label.text)) == set(braces(sentence.text)) and marked(label) in ("", mark_of(sentence.text))


def marked(label: s.Label) -> str:
    """The mark that a label carries, or nothing."""
    return dict(label.forms).get("mark", "")


def _labels(heads: tuple[s.Head, ...], language: str) -> Iterator[s.Label]:
    for head in heads:
        if head.name.text == language:
            yield from head.labels


def findings(rules: r.Ruleset, heads: tuple[s.Head, ...], elsewhere: Callable[[str], bool]) -> list[Diagnostic]:
    """What is wrong with the texts. `elsewhere` tells of a path whether overlays may know it, or have taken it away."""
    if not heads:
        return []
    spoken = Spoken(rules)
    found: list[Diagnostic] = []
    for language in languages(heads):
        first: dict[str, s.Label] = {}
        for label in _labels(heads, language):
            path = label.path.text
            if path in first:
                found.append(_twice(label, first[path], language))
            first.setdefault(path, label)
            for form, _ in label.forms:
                if form not in FORMS:
                    said = f'After a text there can be one of: {", ".join(FORMS)}. "{form}" is not among them.'
                    close = nearest(form, FORMS)
                    said += f' Did you mean "{close}"?' if close else ""
                    found.append(Diagnostic("one-of-these", "error", said, label.span))
            sentence = spoken.sentence(path)
            if sentence is not None:
                found += _compared(label, sentence, language)
            elif not spoken.known(path):
                if not elsewhere(path):
                    found.append(_unknown(label, spoken))
            elif wrong := set(braces(label.text)) - {path}:
                found.append(_braces(label, None, (), sorted(wrong), language))
    return found


def _compared(label: s.Label, sentence: Sentence, language: str) -> list[Diagnostic]:
    if sentence.origin.trail:
        return []  # an overlay says it otherwise; the text is for the game's own sentence
    said, own = braces(label.text), braces(sentence.text)
    missing, extra = [x for x in own if x not in said], [x for x in said if x not in own]
    if missing or extra:
        return [_braces(label, sentence, missing, extra, language)]
    if marked(label) not in ("", mark_of(sentence.text)):
        return [
            Diagnostic(
                "stale-label",
                "warning",
                f'The sentence of "{label.path.text}" has changed since this text was marked; until it is marked again the '
                "rule's own sentence is shown.",
                label.span,
                f"written in {language} for another sentence",
                _own(sentence),
                hint="Read both, mend the text if need be, and mark it: fuero labels FILE --mark",
            )
        ]
    return []


def _braces(
    label: s.Label, sentence: Sentence | None, missing: list[str] | tuple[str, ...], extra: list[str], language: str
) -> Diagnostic:
    words = [f"leaves out {{{x}}}" for x in missing] + [f"has {{{x}}}, which the rule's own sentence has not" for x in extra]
    return Diagnostic(
        "other-braces",
        "error",
        f'The text of "{label.path.text}" in {language} {" and ".join(words)}.',
        label.span,
        "other braces than the rule's own sentence",
        _own(sentence) if sentence is not None else (),
        hint=f"Put {{{missing[0]}}} where the number or name belongs." if missing else f"Leave {{{extra[0]}}} out.",
    )


def _own(sentence: Sentence) -> tuple[Place, ...]:
    return (Place(sentence.span, "the rule's own sentence"),) if sentence.span != NOWHERE else ()


def _twice(label: s.Label, first: s.Label, language: str) -> Diagnostic:
    return Diagnostic(
        "said-twice",
        "error",
        f'"{label.path.text}" has two texts in {language}.',
        label.span,
        "again here",
        (Place(first.span, "first here"),),
        hint="Leave one out.",
    )


def _unknown(label: s.Label, spoken: Spoken) -> Diagnostic:
    path = label.path.text
    near = nearest(path, [*spoken.sentences, *spoken.short, *sorted(spoken.names)])
    return Diagnostic(
        "unknown-name",
        "error",
        f'There is no "{path}" here.' + (f' Did you mean "{near}"?' if near else ""),
        label.path.span,
        "nothing has this name",
        hint=f'Write "{near}" instead.' if near else "",
    )


def known_elsewhere(path: str, on: tuple[s.File, ...], off: tuple[s.File, ...]) -> bool:
    """Does an overlay that is on speak of the path or of what it is in, or one that is off of the thing itself?"""
    parts = path.replace("/", ".").split(".")
    return any(part in words_of(on) for part in parts) or parts[-1] in words_of(off)


def words_of(files: tuple[s.File, ...]) -> frozenset[str]:
    """Every name written in these files, and every part of a path."""
    found: set[str] = set()
    stack: list[object] = [files]
    while stack:
        top = stack.pop()
        if isinstance(top, s.Word):
            found.update(top.text.replace("/", ".").split("."))
        elif isinstance(top, tuple):
            stack.extend(top)
        elif is_dataclass(top) and not isinstance(top, type):
            stack.extend(getattr(top, name) for name in children(top.__class__))
    return frozenset(found)

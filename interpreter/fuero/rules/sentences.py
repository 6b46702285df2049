"""Everything that a ruleset says in sentences, each under a name; and the same ruleset saying it in other words.

In: a bound ruleset. Out: its sentences by path, or the ruleset with some of them said otherwise. A sentence has the path of what
it belongs to (`take.small`); what a game asks is `PATH.question`, a reason for points `PATH.points`, a line in the log
`PATH.message`, where PATH is the step or rule it stands in (a second one there is `question-2`); an overlay is called by its
name, or `NAME.title` where a rule has that name. Law: only sentences change, so
the meaning hash does not, and each `{name}` still stands for what the rule reads.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass, replace
from typing import TypeVar, cast

from fuero.messages.diagnostic import Span
from fuero.messages.forms import dataclass
from fuero.rules import nodes as r
from fuero.rules.bind.walk import children

T = TypeVar("T")
_BRACES = re.compile(r"\{([^{}\s]+)\}")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence and where what it belongs to comes from."""

    path: str
    text: str
    origin: r.Origin
    span: Span


def braces(text: str) -> tuple[str, ...]:
    """The names that a text quotes, in order, each once.

    >>> braces("one card, or together at most {limit}")
    ('limit',)
    """
    return tuple(dict.fromkeys(_BRACES.findall(text)))


def sentences(rules: r.Ruleset) -> dict[str, Sentence]:
    """Every sentence by its path."""
    found: dict[str, Sentence] = {}

    def note(sentence: Sentence) -> str:
        found.setdefault(sentence.path, sentence)
        return sentence.text

    _Sayer(note).ruleset(rules)
    return found


def said_otherwise(rules: r.Ruleset, texts: Mapping[str, str]) -> r.Ruleset:
    """The ruleset with these sentences in place of its own, by path."""
    return _Sayer(lambda sentence: texts.get(sentence.path, sentence.text)).ruleset(rules)


class _Sayer:
    def __init__(self, say: Callable[[Sentence], str]) -> None:
        self.say = say
        self.counts: dict[str, int] = {}
        self.paths: set[str] = set()

    def ruleset(self, rules: r.Ruleset) -> r.Ruleset:
        title = self._said(rules.name, rules.title, r.NO_ORIGIN, r.NO_ORIGIN.span)
        neutral = self._said(rules.neutral, rules.neutral_title, r.NO_ORIGIN, r.NO_ORIGIN.span) if rules.neutral else ""
        made: dict[str, object] = {"title": title, "neutral_title": neutral}
        for name in (
            "options", "parts", "functions", "cases", "actions", "procedures", "setup", "windows", "majorities", "points",
            "upons", "displays",
        ):  # fmt: skip
            made[name] = self._rebuilt(getattr(rules, name), "", r.NO_ORIGIN)
        made["overlays"] = tuple(replace(o, title=self._titled(o)) for o in rules.overlays)
        return replace(rules, **made)  # type: ignore[arg-type]

    def _titled(self, overlay: r.Overlay) -> str:
        """The title of a module or variant, under its name; a rule that has the same name keeps that for itself."""
        path = f"{overlay.name}.title" if overlay.name in self.paths else overlay.name
        return self._said(path, overlay.title, r.NO_ORIGIN, r.NO_ORIGIN.span)

    def _said(self, path: str, text: str, origin: r.Origin, span: Span) -> str:
        self.paths.add(path)
        return self.say(Sentence(path, text, origin, span))

    def _numbered(self, path: str) -> str:
        """The second one of its sort in a place is `…-2`."""
        self.counts[path] = self.counts.get(path, 0) + 1
        return path if self.counts[path] == 1 else f"{path}-{self.counts[path]}"

    def _rebuilt(self, node: T, path: str, origin: r.Origin) -> T:
        if isinstance(node, tuple):
            parts = tuple(self._rebuilt(x, path, origin) for x in node)
            return node if all(a is b for a, b in zip(parts, node, strict=True)) else cast(T, parts)
        if not is_dataclass(node) or isinstance(node, r.Typed):
            return node
        names = children(node.__class__)
        here = _path(node, path)
        origin = getattr(node, "origin", origin)
        changed: dict[str, object] = {}
        match node:
            case r.Score(label=text):
                changed["label"] = self._said(self._numbered(f"{here}.points"), text, origin, node.span)
            case r.Say(text=text):
                changed["text"] = self._said(self._numbered(f"{here}.message"), text, origin, node.span)
            case r.Ask(text=text) | r.Choose(text=text) | r.Secretly(text=text):
                changed["text"] = self._said(self._numbered(f"{here}.question"), text, origin, node.span)
            case r.Option(sentence=text):
                changed["sentence"] = self._said(here, text, origin, origin.span)
            case _:
                label = getattr(node, "label", None)
                if isinstance(label, str):
                    changed["label"] = self._said(here, label, origin, origin.span)
        changed = {name: new for name, new in changed.items() if new != getattr(node, name)}
        for name in names:
            old = getattr(node, name)
            if not isinstance(old, str):
                new = self._rebuilt(old, here, origin)
                if new is not old:
                    changed[name] = new
        return replace(node, **changed) if changed else node  # type: ignore[type-var]


def _path(node: object, outer: str) -> str:
    """The path of a named thing; what has none stands in its surroundings."""
    path = getattr(node, "path", None)
    if path is None and isinstance(node, r.Declared):
        path = getattr(node, "name", None)
    return path if isinstance(path, str) else outer

"""Which things of a ruleset a name means.

In: a name as somebody types it. Out: the keys of what it can mean, and near names where it means nothing. A name is the whole
path, or the path without its overlay, or the sentence of a rule; only where nothing has that name, the last words of a path.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from fuero.lab.named import Key, Named
from fuero.messages.nearest import nearest

SPOKEN = {
    "clause": "require",
    "condition": "all",
    "moment": "step",
    "variable": "var",
    "cell": "table cell",
    "interrupt": "window",
}
_HIDDEN = ("game", "effect")
_LESSER = {"display": ("zone", "var", "piece"), "pieces": ("piece",)}
"""Kinds that are told with another thing of the same name."""


def meant(name: str, things: Mapping[Key, Named]) -> list[Key]:
    """What a name means: one thing, none, or several."""
    kind, words = _kind(name, things)
    shown = [key for key in things if key[0] not in _HIDDEN and (not kind or key[0] == kind)]
    for fits in (_whole, _bare, _sentence, _last):
        found = [key for key in shown if fits(words, things[key])]
        if fits is _last or fits is _bare:
            found = _of_one(found)
        if found:
            return _without_lesser(found)
    return _of_one([key for key in things if key[0] == words or key[1].split(".", 1)[0] == words])


def near(name: str, things: Mapping[Key, Named]) -> str | None:
    """The nearest name, for "did you mean"."""
    names = {key[1] for key in things if key[0] not in (*_HIDDEN, "row", "table cell", "offer")}
    return nearest(name, names | {n.split("/", 1)[-1] for n in names} | {n.rpartition(".")[2] for n in names})


def root(key: Key, things: Mapping[Key, Named]) -> Key:
    """The declaration that a thing stands in."""
    while things[key].parent in things:
        key = things[key].parent
    return key


def _kind(name: str, things: Mapping[Key, Named]) -> tuple[str, str]:
    """`action buy` says the kind as well."""
    first, _, rest = name.strip().partition(" ")
    word = SPOKEN.get(first, first)
    kinds = {key[0] for key in things}
    if rest and (word in kinds or first in kinds):
        return (word if word in kinds else first), rest.strip()
    return "", name.strip()


def _whole(words: str, thing: Named) -> bool:
    return thing.name == words


def _bare(words: str, thing: Named) -> bool:
    return thing.name.split("/", 1)[-1] == words


def _sentence(words: str, thing: Named) -> bool:
    return thing.sentence != "" and thing.sentence.casefold() == words.casefold()


def _last(words: str, thing: Named) -> bool:
    return thing.name.endswith((f".{words}", f"/{words}"))


def _of_one(found: Iterable[Key]) -> list[Key]:
    """The lines of the end all belong to one thing: the first stands for it."""
    kept: list[Key] = []
    for key in found:
        if key[0] == "end" and any(other[0] == "end" for other in kept):
            continue
        kept.append(key)
    return kept


def _without_lesser(found: list[Key]) -> list[Key]:
    kinds = {key[0] for key in found}
    kept = [key for key in found if not kinds & set(_LESSER.get(key[0], ()))]
    return kept or found

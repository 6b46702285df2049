"""Two hashes of a ruleset: of its meaning and of its source.

A ruleset (or the texts it was read from) comes in, a hex SHA-256 goes out. Two rulesets with one meaning hash play
alike: the same seed and the same decisions give the same match. Sentences, labels, titles, citations, places, trails,
drawings, and the order of files and declarations do not move it; the versions of language and built-ins are in it.
Inside a declaration the order stands as written: members of an enum, clauses, rows and steps come in the order in which
choices are listed and things happen.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

from fuero.rules.nodes import PiecesAt, Ruleset, Typed
from fuero.rules.shapes import Stretch, fields_of
from fuero.rules.versions import BUILTINS_VERSION, LANGUAGE_VERSION

# What is only said, shown or cited, by class and field.
SAID: frozenset[tuple[str, str]] = frozenset(
    {
        ("Ruleset", "title"),
        ("Ruleset", "overlays"),
        ("Ruleset", "neutral_title"),
        ("Ruleset", "rulebooks"),
        ("Ruleset", "displays"),
        ("Ruleset", "dropped"),
        ("Option", "sentence"),
        ("Part", "label"),
        ("Parts", "label"),
        ("Parts", "relies"),
        ("Cases", "label"),
        ("Require", "label"),
        ("Action", "label"),
        ("Window", "label"),
        ("Bonus", "label"),
        ("Points", "label"),
        ("Step", "label"),
        ("Ask", "text"),
        ("Choose", "text"),
        ("Secretly", "text"),
        ("BlockCase", "label"),
        ("TermCase", "label"),
        ("Say", "text"),
        ("Say", "values"),
        ("Score", "label"),
        ("Score", "values"),
        ("Part", "values"),
        ("Require", "values"),
        ("Score", "rule"),
        ("Score", "cites"),
        ("Offered", "cites"),
        ("Choose", "cites"),
    }
)
# Declarations are looked up by name: where they stand says nothing.
_TOP = Ruleset.__name__


def meaning_hash(ruleset: Ruleset) -> str:
    """The hash of how the ruleset plays."""
    meaning = {"language": LANGUAGE_VERSION, "built-ins": BUILTINS_VERSION, "rules": canonical(ruleset)}
    return hashlib.sha256(json.dumps(meaning, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()


def source_hash(texts: Mapping[str, str]) -> str:
    """The hash of the texts by file name.

    Names count from the folder that holds them all; line ends and a byte order mark do not count.
    """
    digest = hashlib.sha256()
    for name, text in sorted(zip(_relative(list(texts)), texts.values(), strict=True)):
        plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        for part in (name, plain):
            coded = part.encode("utf-8", "surrogatepass")
            digest.update(len(coded).to_bytes(8, "big") + coded)
    return digest.hexdigest()


def canonical(value: Any) -> object:
    """Plain data that is equal for two nodes exactly when they mean the same."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, tuple):
        return [canonical(item) for item in value]
    cls: type = type(value)
    written: list[object] = [cls.__name__]
    for field in fields_of(cls):
        if _counts(cls, field.name) and not isinstance(field.shape, Stretch):
            inner = canonical(getattr(value, field.name))
            if cls.__name__ == _TOP and isinstance(inner, list) and field.name != "players":
                inner = sorted(inner, key=_text)
            written.append(inner)
    return written


def same_meaning(left: object, right: object) -> bool:
    """Whether two nodes mean the same, whatever they are called, cited or drawn as."""
    return canonical(left) == canonical(right)


def _counts(cls: type, field: str) -> bool:
    if (cls.__name__, field) in SAID or field == "origin":
        return False
    # A term's type follows from the declarations and the term, so it says nothing new, and a checker that proves narrower ranges
    # must not orphan a match. Only a bare name of pieces needs it: it tells one piece from a set.
    return not (field == "type" and issubclass(cls, Typed) and cls is not PiecesAt)


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _relative(names: list[str]) -> list[str]:
    paths = [PurePosixPath(n.replace("\\", "/")) for n in names]
    folders = [p.parent.parts for p in paths]
    shared = 0
    while folders and all(len(f) > shared and f[shared] == folders[0][shared] for f in folders):
        shared += 1
    return ["/".join(p.parts[shared:]) for p in paths]

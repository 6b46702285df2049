"""Every code that a message can carry, with its title, an explanation, a bad and a good example.

Nothing comes in, a mapping by code goes out. `explain CODE` and the documentation print from here. Law: a code is in use in
the program exactly when it stands here (a test reads the sources).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from textwrap import wrap
from types import MappingProxyType

from fuero.messages.registry.binding import BINDING
from fuero.messages.registry.checking import CHECKING
from fuero.messages.registry.composing import COMPOSING
from fuero.messages.registry.entry import Entry
from fuero.messages.registry.playing import PLAYING
from fuero.messages.registry.proving import PROVING
from fuero.messages.registry.reading import READING
from fuero.messages.registry.secrets import SECRETS
from fuero.messages.registry.sentences import SENTENCES
from fuero.messages.registry.wording import WORDING

__all__ = ["REGISTRY", "Entry", "explanation"]

_ENTRIES = (*READING, *COMPOSING, *BINDING, *CHECKING, *PLAYING, *PROVING, *SECRETS, *WORDING)
REGISTRY: Mapping[str, Entry] = MappingProxyType(
    {e.code: replace(e, says=tuple(dict.fromkeys((*e.says, *SENTENCES.get(e.code, ()))))) for e in _ENTRIES}
)


def explanation(code: str, width: int = 100) -> str:
    """What `explain CODE` prints, in lines of at most `width`. Raises KeyError for a code that is not known."""
    entry = REGISTRY[code]

    def shown(example: str) -> str:
        return "".join(f"    {line}\n" for line in example.rstrip("\n").split("\n"))

    told = [f"{entry.code}: {entry.title}", "", *wrap(entry.explanation, width), ""]
    if entry.says:
        sentences = [
            wrap(s, width, initial_indent="    ", subsequent_indent="      ", break_on_hyphens=False) for s in entry.says
        ]
        told += ["It says:" if len(entry.says) == 1 else "It says one of:", *[line for lines in sentences for line in lines], ""]
    return "\n".join(told) + f"\nBrings it:\n{shown(entry.bad)}\nMended:\n{shown(entry.good)}"

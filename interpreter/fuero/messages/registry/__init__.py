"""Every code that a message can carry, with its title, an explanation, a bad and a good example.

Nothing comes in, a mapping by code goes out. `explain CODE` and the documentation print from here. Law: a code is in use in
the program exactly when it stands here (a test reads the sources).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from fuero.messages.registry.binding import BINDING
from fuero.messages.registry.composing import COMPOSING
from fuero.messages.registry.entry import Entry
from fuero.messages.registry.playing import PLAYING
from fuero.messages.registry.reading import READING

__all__ = ["REGISTRY", "Entry", "explanation"]

REGISTRY: Mapping[str, Entry] = MappingProxyType({e.code: e for e in (*READING, *COMPOSING, *BINDING, *PLAYING)})


def explanation(code: str) -> str:
    """What `explain CODE` prints. Raises KeyError for a code that is not known."""
    entry = REGISTRY[code]

    def shown(example: str) -> str:
        return "".join(f"    {line}\n" for line in example.rstrip("\n").split("\n"))

    return f"{entry.code}: {entry.title}\n\n{entry.explanation}\n\nBrings it:\n{shown(entry.bad)}\nMended:\n{shown(entry.good)}"

"""What the registry holds for one code."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Entry:
    """A kind of message: `bad` is text (of a file, or a command) that brings it, `good` the same text mended.

    `says` are the sentences that it can say, each with `{…}` where it names something.
    """

    code: str
    title: str
    explanation: str
    bad: str
    good: str
    says: tuple[str, ...] = ()


def says(template: str, message: str) -> bool:
    """Whether a message is that sentence, filled in.

    >>> says('There is no "{name}" here.', 'There is no "palce" here.'), says("It is {n}.", "They are 3.")
    (True, False)
    """
    return _pattern(template).fullmatch(message) is not None


@lru_cache(maxsize=1024)
def _pattern(template: str) -> re.Pattern[str]:
    pieces = re.split(r"\{[^{}]*\}", template)
    return re.compile("(?s:.*?)".join(map(re.escape, pieces)))

"""The registry as a page of the documentation.

Nothing comes in, Markdown goes out. `docs/messages.md` is this text (a test compares): `python -m fuero.messages.registry.page`
prints it.
"""

from __future__ import annotations

import sys

from fuero.messages.registry import REGISTRY
from fuero.messages.registry.entry import Entry

HEAD = """# Messages, one by one

*There is no "mony-limit" here. Did you mean "money-limit"?* Every message has a code, and `fuero explain CODE` prints what stands
here. The sentences are those that it can say, `{…}` where it names something; the first example brings it, the second is the same
mended. What can be done with messages is told in [All messages](language/16-messages.md).
"""


def page() -> str:
    """The whole page, codes in the order of the alphabet."""
    return "\n".join([HEAD, *[_entry(REGISTRY[code]) for code in sorted(REGISTRY)]])


def _entry(entry: Entry) -> str:
    said = "\n".join(f"- {_escaped(sentence)}" for sentence in entry.says)
    return (
        f"## `{entry.code}`\n\n**{entry.title}.** {_escaped(entry.explanation)}\n\n{said}\n\n"
        f"```text\n{entry.bad.rstrip()}\n```\n\nMended:\n\n```text\n{entry.good.rstrip()}\n```\n"
    )


def _escaped(text: str) -> str:
    """Signs that Markdown would read as its own, outside of code."""
    pieces = text.split("`")
    return "`".join(p if k % 2 else p.replace("<", "\\<").replace("*", "\\*").replace("_", "\\_") for k, p in enumerate(pieces))


if __name__ == "__main__":
    sys.stdout.write(page())

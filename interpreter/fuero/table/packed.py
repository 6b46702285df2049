"""Resolved rules packed into one line of text for a replay's header, and back."""

from __future__ import annotations

import base64
import binascii
import json
import zlib

from fuero.messages.diagnostic import FueroError
from fuero.rules.nodes import Ruleset

_LIMIT = 64 * 1024 * 1024
"""No ruleset is that large unpacked; a longer one is damage or mischief."""


def pack(rules: Ruleset) -> str:
    """The ruleset as JSON, compressed, in letters and digits."""
    from fuero.rules.json import to_json

    text = json.dumps(to_json(rules, spans=False), ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode("ascii")


def unpack(packed: str) -> Ruleset:
    """The ruleset again. Raises ValueError if the text is damaged."""
    from fuero.rules.json import from_json

    try:
        unpacker = zlib.decompressobj()
        raw = unpacker.decompress(base64.b64decode(packed, validate=True), _LIMIT)
        if not unpacker.eof:
            raise ValueError("the rules in it are cut off or too long")
        return from_json(json.loads(raw))
    except (binascii.Error, zlib.error, KeyError, TypeError, FueroError, RecursionError) as error:
        raise ValueError("the rules in it cannot be unpacked") from error

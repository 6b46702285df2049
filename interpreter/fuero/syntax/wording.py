"""What could stand somewhere, in the words of people who write rules: kinds of tokens in, readable lists out."""

from __future__ import annotations

from fuero.messages import nearest as near
from fuero.syntax.lines import Token
from fuero.syntax.tables import tables

_KINDS = {
    "NAME": "a name",
    "PATH": "a name with its owner (as in rule.part)",
    "INT": "a number",
    "ORD": "a place (1st, 2nd)",
    "SEAT": "a seat (A to F)",
    "STRING": "a text in quotes",
    "CITE": "a citation (as in @rulebook/section)",
    "CELL": "a line with pipes",
    "_OF_EACH": '"of each"',
    "_NL": "the end of the line",
    "_IN": "lines of its own, indented by two spaces",
    "COMPARE": 'a comparison (as in "<")',
}
_LAST = ("CITE", "_NL", "_IN")  # told after everything else
_UNSPOKEN = {"_OUT", "NEG", "$END"}


def said(kinds: frozenset[str], before: Token | None = None) -> list[str]:
    """Each thing that could stand there, the likeliest first; what starts or goes on with a value is told in one phrase."""
    read = tables()
    left = set(kinds) - _UNSPOKEN
    if before is not None and before.type == "NAME" and not _is_value(kinds):
        left -= {"INT", "LPAR"}  # `scoring 3` and `f(x)` go on with the name
    out: list[str] = []
    if _is_value(kinds):
        left -= read.values
        out.append("a value")
    more = len(left & read.operators) > 3
    if more:
        left -= read.operators
    spelled = {kind: word for table in (read.words, read.signs) for word, kind in table.items()}
    out.extend(sorted(f'"{spelled[kind]}"' for kind in left if kind in spelled))
    out[:0] = [_KINDS[kind] for kind in _KINDS if kind in left and kind not in _LAST]
    out.extend(_KINDS[kind] for kind in _LAST if kind in left)
    if more and len(out) < 2:
        out.append('a sign or word that goes on with the value (as in "+" or "and")')
    return out


def _is_value(kinds: frozenset[str]) -> bool:
    return {"NAME", "LPAR", "LBRACE"} <= kinds


def wants_name(kinds: frozenset[str]) -> bool:
    """Is a name wanted here, and no other value?"""
    return "NAME" in kinds and not _is_value(kinds)


def only_words(kinds: frozenset[str]) -> bool:
    """Is it a choice between words of the language?"""
    return bool(kinds) and kinds <= set(tables().words.values())


def goes_on(kinds: frozenset[str]) -> bool:
    """Does a value stand in front, with which something could go on?"""
    return len(kinds & tables().operators) > 3


def listed(things: list[str]) -> str:
    """`a, b or c`."""
    return things[0] if len(things) == 1 else ", ".join(things[:-1]) + " or " + things[-1]


def nearest(value: str, kinds: frozenset[str]) -> str:
    """The word of the language that could stand here and is spelled most alike, or nothing."""
    return near.nearest(value.lower(), (word for word, kind in tables().words.items() if kind in kinds)) or ""


def shown(token: Token) -> str:
    """A word or sign as it is quoted in a message."""
    return f"the text {token.value}" if token.type == "STRING" else f'"{token.value}"'


def start_of(line: list[Token]) -> str:
    """The first words of a line."""
    words = [token.value for token in line[:2] if token.type != "STRING"]
    return f'"{" ".join(words)}{" …" if len(line) > len(words) else ""}"'

"""Slips of the fingers: a word in, the same word as somebody would mistype it out."""

from __future__ import annotations

from random import Random

_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


def _beside(letter: str) -> str:
    for row in _ROWS:
        at = row.find(letter)
        if at >= 0:
            return row[max(0, at - 1) : at] + row[at + 1 : at + 2]
    return ""


def swapped(word: str, chance: Random) -> str:
    """Two letters that follow one another change places."""
    places = [i for i in range(len(word) - 1) if word[i] != word[i + 1] and "-" not in word[i : i + 2]]
    if not places:
        return word
    at = chance.choice(places)
    return word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def dropped(word: str, chance: Random) -> str:
    """A letter is left out (never the only one of a part)."""
    places = [i for i, letter in enumerate(word) if letter.isalpha() and len(word) > 2]
    places = [i for i in places if _whole(word[:i] + word[i + 1 :])]
    if not places:
        return word
    at = chance.choice(places)
    return word[:at] + word[at + 1 :]


def doubled(word: str, chance: Random) -> str:
    """A letter is typed twice."""
    at = chance.choice([i for i, letter in enumerate(word) if letter.isalpha()] or [0])
    return word[: at + 1] + word[at:]


def neighbour(word: str, chance: Random) -> str:
    """The key beside the right one is hit."""
    places = [i for i, letter in enumerate(word) if _beside(letter)]
    if not places:
        return word
    at = chance.choice(places)
    return word[:at] + chance.choice(_beside(word[at])) + word[at + 1 :]


def plural(word: str, _: Random) -> str:
    """Several instead of one, or one instead of several."""
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word + "s"


def unhyphened(word: str, chance: Random) -> str:
    """A hyphen is forgotten."""
    places = [i for i, letter in enumerate(word) if letter == "-"]
    if not places:
        return word
    at = chance.choice(places)
    return word[:at] + word[at + 1 :]


def _whole(word: str) -> bool:
    return all(part and part[0].isalpha() for part in word.split("-")[:1]) and all(word.split("-"))


SLIPS = {
    "swapped": swapped,
    "dropped": dropped,
    "doubled": doubled,
    "neighbour": neighbour,
}

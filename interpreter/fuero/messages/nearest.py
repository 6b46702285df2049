"""Did you mean …: the one known name that an unknown word was probably meant to be.

A word and the candidates come in; the best candidate goes out, or None where nothing is near enough: a wrong guess misleads
more than none helps. Pure and deterministic: the order of the candidates never shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable


def distance(left: str, right: str, limit: int | None = None) -> int:
    """The number of slips between two words: a letter missing, added, wrong, or two neighbours swapped.

    (Damerau–Levenshtein, each letter touched once.) With `limit`, anything beyond it is given as `limit + 1`.

    >>> distance("makret", "market"), distance("hnad", "hand"), distance("same", "same")
    (1, 1, 0)
    """
    beyond = len(left) + len(right) if limit is None else limit + 1
    if abs(len(left) - len(right)) >= beyond:
        return beyond
    before_last: list[int] = []
    last = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        row = [i]
        for j, b in enumerate(right, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, before_last[j - 2] + 1)
            row.append(cost)
        if min(row) >= beyond:
            return beyond
        before_last, last = last, row
    return min(last[-1], beyond)


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate that `word` was probably meant to be.

    Longer words may hold more slips. A candidate with the same first letter wins over one without; one that consists of the
    same hyphened parts in another order, or that has the word as a whole part (or is a whole part of it), counts as near too. A
    key hit beside the right one is likelier than any other, and a name with another number is likely another name.

    >>> nearest("makret", ["display", "market", "pile"])
    'market'
    >>> nearest("limit-money", ["money-limit", "money"])
    'money-limit'
    >>> nearest("age-1", ["age-2", "age1"]), nearest("sixe", ["side", "size"])
    ('age1', 'size')
    >>> nearest("castle", ["display", "hand"]) is None
    True
    """
    low = word.lower().replace("_", "-")
    best: tuple[tuple[int, int, int, str], str] | None = None
    for candidate in candidates:
        if candidate == word:
            continue
        slips = _slips(low, candidate.lower())
        if slips is None:
            continue
        # A word typed letter by letter rarely lacks its own letters: what only adds to it is likelier than what replaces in it.
        strength = 2 * slips - _starts_alike(low, candidate) - _beside(low, candidate) + _other_number(low, candidate)
        rank = (strength, _lost_letters(low, candidate), abs(len(low) - len(candidate)), candidate)
        if best is None or rank < best[0]:
            best = (rank, candidate)
    return best[1] if best else None


def allowed_slips(length: int) -> int:
    """How many slips a word of this length may hold and still be recognised."""
    return 0 if length <= 1 else 1 if length <= 4 else 2 if length <= 8 else 3


def _slips(word: str, candidate: str) -> int | None:
    if word.replace("-", "") == candidate.replace("-", ""):
        return 0  # the same letters, hyphens left aside
    allowed = allowed_slips(min(len(word), len(candidate)))
    direct = distance(word, candidate, allowed)
    if direct <= allowed:
        return direct
    return _by_parts(word, candidate)


def _by_parts(word: str, candidate: str) -> int | None:
    """Nearness of names made of several parts: the same parts in another order, or one name a run of whole parts of the other."""
    mine, theirs = word.split("-"), candidate.split("-")
    if len(mine) == len(theirs) > 1:
        if sorted(mine) == sorted(theirs):
            return 1
        each = [distance(a, b, allowed_slips(min(len(a), len(b)))) for a, b in zip(mine, theirs, strict=True)]
        near = all(d <= allowed_slips(min(len(a), len(b))) for d, a, b in zip(each, mine, theirs, strict=True))
        return max(2, sum(each)) if near else None
    short, long = sorted((mine, theirs), key=len)
    if len(short) < len(long) and len("".join(short)) >= 4:
        runs = (long[k : k + len(short)] for k in range(len(long) - len(short) + 1))
        if any(run == short for run in runs):
            return 3
    return None


def _starts_alike(word: str, candidate: str) -> int:
    return int(word[:1] == candidate[:1].lower())


_KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


def _beside(word: str, candidate: str) -> int:
    """Is the only wrong letter one whose key lies beside the right one?"""
    wrong = [a + b for a, b in zip(word, candidate.lower(), strict=False) if a != b]
    return int(len(word) == len(candidate) and len(wrong) == 1 and any(wrong[0] in row or wrong[0][::-1] in row for row in _KEYS))


def _other_number(word: str, candidate: str) -> int:
    """2 where both hold numbers, and not the same."""
    mine, theirs = (re.findall(r"\d+", text) for text in (word, candidate))
    return 2 * int(bool(mine) and bool(theirs) and mine != theirs)


def _lost_letters(word: str, candidate: str) -> int:
    left = list(candidate.lower())
    lost = 0
    for letter in word:
        if letter in left:
            left.remove(letter)
        else:
            lost += 1
    return lost

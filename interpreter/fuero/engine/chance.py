"""Keyed chance: every random quantity is a pure function of 64-bit words.

In: the match's seed, *where* (the key of a zone's or roll's name), *which* (how often that zone was shuffled or that
rule has rolled) and *what* (the name key of a piece). Out: words, orders of pieces, rolls. Nothing here has a state.

The law kept is the **restriction law**: the word of a piece depends on nothing but the four words above, so what two
rulesets share lies in the same order in both, whatever else was added or left out.

The function is fixed and portable (64-bit add, xor, multiply, shift)::

    mix(z):  z ^= z >> 30;  z *= 0xBF58476D1CE4E5B9;  z ^= z >> 27;  z *= 0x94D049BB133111EB;  z ^= z >> 31
    H(seed, where, which, what):  h = 0;  for each word w of the four, in order:  h = mix((h ^ w) + 0x9E3779B97F4A7C15)

Test vectors, for other implementations (they are also tests):

>>> hex(H(0, 0, 0, 0)), hex(H(1, 2, 3, 4))
('0x2130748aaac80268', '0xd55ccd4aeb3ccafb')
>>> hex(H(HIGHEST, HIGHEST, HIGHEST, HIGHEST))
'0x9c666618c8f279d7'
>>> hex(word_key("")), hex(word_key("draw"))
('0xf52a15e9a9b5e89b', '0xdca665c5e61ed08e')
>>> hex(name_key("card", "red-5", 2))
'0x6237076154340a71'

For fixed seed, *where* and *which* the function is one-to-one in *what*: two pieces have equal words only if their name
keys are equal.
"""

from __future__ import annotations

from functools import lru_cache

HIGHEST = 0xFFFF_FFFF_FFFF_FFFF
"""The largest word: the key below the last piece of a pile."""
LOWEST = 0
"""The smallest word: the key above the first piece of a pile."""

_GOLDEN = 0x9E37_79B9_7F4A_7C15
_FIRST = 0xBF58_476D_1CE4_E5B9
_SECOND = 0x94D0_49BB_1331_11EB
_FNV_START = 0xCBF2_9CE4_8422_2325
_FNV_PRIME = 0x0000_0100_0000_01B3


def _mix(word: int) -> int:
    word = ((word ^ (word >> 30)) * _FIRST) & HIGHEST
    word = ((word ^ (word >> 27)) * _SECOND) & HIGHEST
    return word ^ (word >> 31)


def _joined(state: int, word: int) -> int:
    return _mix(((state ^ word) + _GOLDEN) & HIGHEST)


@lru_cache(maxsize=1 << 14)
def _prefix(seed: int, where: int, which: int) -> int:
    return _joined(_joined(_joined(0, seed & HIGHEST), where & HIGHEST), which & HIGHEST)


def H(seed: int, where: int, which: int, what: int) -> int:
    """The word of `what`: each argument is taken modulo 2**64, the result lies in 0 .. 2**64 - 1."""
    return _joined(_prefix(seed, where, which), what & HIGHEST)


@lru_cache(maxsize=1 << 16)
def word_key(text: str) -> int:
    """The key of a name: 64-bit FNV-1a over its UTF-8 bytes, then `mix`."""
    word = _FNV_START
    for byte in text.encode():
        word = ((word ^ byte) * _FNV_PRIME) & HIGHEST
    return _mix(word)


@lru_cache(maxsize=1 << 16)
def name_key(kind: str, row: str, copy: int) -> int:
    """The name key of a piece, from its kind, its row (the row's id, or the enum values that make it) and its copy number.

    Never from an index and never from an attribute that a variant may change.
    """
    return H(word_key("piece"), word_key(kind), word_key(row), copy)


Named = tuple[int, int]
"""A piece: its id in this process, and its name key."""


@lru_cache(maxsize=1 << 12)
def order_keys(seed: int, where: int, which: int, pieces: tuple[Named, ...]) -> tuple[tuple[int, int], ...]:
    """`pieces` in the order of shuffle number `which` of zone `where`: (piece id, its word), least word first.

    Ties go by name key. The order of the argument is without effect.
    """
    start = _prefix(seed, where, which)
    keyed = []
    for piece, name in pieces:
        word = ((start ^ name) + _GOLDEN) & HIGHEST
        word = ((word ^ (word >> 30)) * _FIRST) & HIGHEST
        word = ((word ^ (word >> 27)) * _SECOND) & HIGHEST
        keyed.append((word ^ (word >> 31), name, piece))
    keyed.sort()
    return tuple([(piece, word) for word, _, piece in keyed])


@lru_cache(maxsize=1 << 12)
def shuffled(seed: int, where: int, which: int, pieces: tuple[Named, ...]) -> tuple[int, ...]:
    """The ids of `pieces` in the order of shuffle number `which` of zone `where`, top first."""
    return tuple([piece for piece, _ in order_keys(seed, where, which, pieces)])


def insert_key(above: int, below: int, word: int) -> int:
    """A key strictly between two keys, as even as `word` is: the place of a piece put at random into a pile.

    `above` is the key of the neighbour above the pile (`LOWEST` if none), `below` of the one below it (`HIGHEST` if
    none). Raises ValueError if no key lies between them.
    """
    room = below - above - 1
    if room <= 0:
        raise ValueError(f"no key lies between {above} and {below}")
    return above + 1 + ((word * room) >> 64)


_ROLL = word_key("roll")
_PLAYER = word_key("player")


def roll(seed: int, where: int, which: int, low: int, high: int) -> int:
    """Roll number `which` of the rule `where`: a number in low .. high, both included.

    Multiply and shift: with n = high - low + 1 each outcome has 1/n up to 2**-64, which is less than 2**-50 of 1/n as
    long as n < 2**14. Raises ValueError if the range is empty.
    """
    size = high - low + 1
    if size <= 0:
        raise ValueError(f"nothing lies in {low}..{high}")
    return low + ((H(seed, where, which, _ROLL) * size) >> 64)


def player_word(player_seed: int, seat: int, decision: int) -> int:
    """The word with which a random player answers its own decision number `decision`; apart from the match's seed."""
    return H(player_seed, _PLAYER, seat, decision)

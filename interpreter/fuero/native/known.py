"""What is known of a board alone, kept until it changes: a function of the lowered text.

A block of words for each row of cells: where tiles are, where one can walk, where nothing may be put or taken. In: the rules as
planes of pieces. Out: the function's name; its text is among the lowering's, and is written anew when planes are added.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fuero.native.ground import FIRST, WIDTH, Ground

if TYPE_CHECKING:
    from fuero.native.cells import Cells as Lowering

ROWS = 64
ZERO = 8 + 2 * WIDTH
"""Where the block of row 0 lies in what is known of a board."""
_WORDS = 8 + WIDTH * (ROWS + 4)


def known(low: Lowering, g: Ground, begin: str, zones: int) -> str:
    """A function (board, zone): where what is known of the board lies. `begin` are the start pieces, as a text.

    Words from there on: its stamp, the rows worth asking (first, last), whether the board keeps its rules, how many start pieces
    it has, how many tiles, the first and the last row with any. Then a block for each row (two rows before the first and behind
    the last are empty): 0 occupied, 1 nothing, 2 to 5 occupied with a way over that side, 6 where nothing may be put, 7 whence
    nothing may be taken, 8 what cannot be taken without cutting something off, 9 what is reached, then the planes of pieces.
    """
    if not g.name:
        g.name = low._fresh("ROWS")
        g.at = low.scratch.take(_WORDS * zones)
        g.cuts = low.scratch.take(4 * ROWS * ROWS)
        g.text_at = len(low._late)
        low._late.append("")
    low._late[g.text_at] = _text(low, g, begin)
    return g.name


def _text(low: Lowering, g: Ground, begin: str) -> str:
    name, zero = g.name, ZERO
    north, east, south, west = g.ways
    amiss = [
        f"M[r + {mine}] & shr(M[r + {unfit}], 1)" if s == 1 else f"M[r + {mine}] & M[r + {WIDTH + unfit}]"
        for s, mine, unfit in g.pairs
    ]
    return f"""
def {name}(b: int, z: int) -> int:
    a = {g.at} + {_WORDS} * z
    if M[a] != M[b + {low.stamp_at}]:
        {name}_new(b, a)
    return a
@noinline
def {name}_new(b: int, a: int) -> None:
    for y in range(M[a + 1] - 1, M[a + 2] + 2):
        clear(a + {zero} + {WIDTH} * y, {FIRST + len(g.planes)})
    M[a] = M[b + {low.stamp_at}]
    M[a + 3] = 0
    held = load(b)
    lo = 63
    hi = 0
    for p in bits(held):
        c = M[{low.memory.place} + p] - 1
        y = c >> 6
        here = 1 << (c & 63)
        if y < lo:
            lo = y
        if y > hi:
            hi = y
        r = a + {zero} + {WIDTH} * y
        M[r] = M[r] | here
        for k in bits({g.members}[p]):
            M[r + {FIRST} + k] = M[r + {FIRST} + k] | here
    M[a + 1] = lo - 1 if lo > 0 else 0
    M[a + 2] = hi + 1 if hi < 63 else 63
    M[a + 4] = size(held & {begin})
    if not some(held):
        return
    # Joins, links on foot, and Euler's count of corners, edges and cells (for enclosed space).
    amiss = 0
    links = 0
    count = 0
    above = 0
    total = 0
    for y in range(lo, hi + 2):
        r = a + {zero} + {WIDTH} * y
        own = M[r]
        {f"amiss = amiss | {' | '.join(f'({x})' for x in amiss)}" if amiss else "amiss = 0"}
        over = M[r + {east}] & shr(M[r + {west}], 1)
        down = M[r + {south}] & M[r + {WIDTH + north}]
        M[r + 3] = over
        M[r + 5] = over << 1
        M[r + 4] = down
        M[r + {WIDTH + 2}] = down
        links += pop(over) + pop(down)
        total += pop(own)
        wide = own | (own << 1)
        count += pop(wide | above) - pop(M[r - {WIDTH}] | own) - pop(wide) + pop(own)
        above = wide
    if amiss != 0 or count != 1:
        return
    M[a + 5] = total
    M[a + 6] = lo
    M[a + 7] = hi
    if {name}_reach(a) != total:
        return
    M[a + 3] = 1
    # In a tree whatever has more than one way is needed; else it is looked at more closely.
    tree = 1 if links == total - 1 else 0
    if tree == 0:
        {name}_cuts(a, M[{low.memory.place} + first(held & {begin})] - 1)
    for y in range(M[a + 1], M[a + 2] + 1):
        r = a + {zero} + {WIDTH} * y
        own = M[r]
        n = M[r - {WIDTH}]
        v = M[r + {WIDTH}]
        e = shr(own, 1)
        w = own << 1
        if tree == 1:
            cut = (M[r + 2] & M[r + 3]) | (M[r + 4] & M[r + 5]) | ((M[r + 2] | M[r + 3]) & (M[r + 4] | M[r + 5]))
            cut = cut & ~M[r + {g.start}]
        else:
            cut = M[r + 8]
        b0 = ~n & (e | shr(n, 1))
        b1 = ~e & (v | shr(v, 1))
        b2 = ~v & (w | (v << 1))
        b3 = ~w & (n | (n << 1))
        M[r + 6] = (b0 & b1) | (b2 & b3) | ((b0 | b1) & (b2 | b3)) | own
        M[r + 7] = (own & n & v & e & w) | cut | M[r + {g.start}]
        M[r + 8] = cut{_reach(g)}{_cuts(g)}"""


def _reach(g: Ground) -> str:
    """How many tiles are reached on foot; the same after the tile at a cell has been exchanged for `t`."""
    name, zero = g.name, ZERO
    return f"""
@noinline
def {name}_reach(a: int) -> int:
    lo = M[a + 6]
    hi = M[a + 7]
    total = M[a + 5]
    for y in range(lo, hi + 1):
        r = a + {zero} + {WIDTH} * y
        M[r + 9] = M[r + {g.start}]
    got = 0
    new = 1
    while new != 0 and got != total:
        new = 0
        got = 0
        for i in range(2 * (hi - lo) + 1):
            y = lo + i if lo + i <= hi else 2 * hi - lo - i
            r = a + {zero} + {WIDTH} * y
            had = M[r + 9]
            grown = had | (M[r - {WIDTH - 9}] & M[r + 2]) | (M[r + {WIDTH + 9}] & M[r + 4])
            over = M[r + 3]
            wider = grown | ((grown & over) << 1) | (shr(grown, 1) & over)
            while wider != grown:
                grown = wider
                wider = grown | ((grown & over) << 1) | (shr(grown, 1) & over)
            M[r + 9] = grown
            new = new | (grown ^ had)
        for y in range(lo, hi + 1):
            got += pop(M[a + {zero + 9} + {WIDTH} * y])
    return got
@noinline
def {name}_exchanged(a: int, t: int, c: int) -> int:
    r = a + {zero} + {WIDTH} * (c >> 6)
    here = 1 << (c & 63)
    north = M[r + 2]
    east = M[r + 3]
    south = M[r + 4]
    before = M[r + 3 - {WIDTH}]
    M[r + 2] = (north & ~here) | (M[r - {WIDTH} + {g.sites}[12 * t]] & here)
    M[r + 4] = (south & ~here) | (M[r + {WIDTH} + {g.sites}[12 * t + 2]] & here)
    M[r + 4 - {WIDTH}] = M[r + 2]
    M[r + 2 + {WIDTH}] = M[r + 4]
    over = (shr(M[r + {g.sites}[12 * t + 1]], 1) & here) | (shr((M[r + {g.sites}[12 * t + 3]] << 1) & here, 1))
    M[r + 3] = (east & ~(here | shr(here, 1))) | over
    got = {name}_reach(a)
    M[r + 2] = north
    M[r + 3] = east
    M[r + 4] = south
    M[r + 4 - {WIDTH}] = north
    M[r + 2 + {WIDTH}] = south
    return 1 if got == M[a + 5] else 0"""


def _cuts(g: Ground) -> str:
    """The cells without whose tile something can no more be reached, in word 8 of each row: a walk in depth over the links."""
    name, zero, at = g.name, ZERO, g.cuts
    return f"""
@inline
def {name}_ways(a: int, c: int) -> int:
    r = a + {zero} + {WIDTH} * (c >> 6)
    x = c & 63
    return (shr(M[r + 2], x) & 1) | ((shr(M[r + 3], x) & 1) << 1) | ((shr(M[r + 4], x) & 1) << 2) | ((shr(M[r + 5], x) & 1) << 3)
@noinline
def {name}_cuts(a: int, root: int) -> None:
    for y in range(M[a + 6], M[a + 7] + 1):
        r = a + {zero} + {WIDTH} * y
        M[r + 8] = 0
        for x in bits(M[r]):
            M[{at} + 4 * (64 * y + x)] = 0
    # Of each cell: its number, the least number met from it on, whence it was come to, the ways not yet tried.
    q = {at} + 4 * root
    M[q] = 1
    M[q + 1] = 1
    M[q + 2] = -1
    M[q + 3] = {name}_ways(a, root)
    n = 1
    c = root
    while c >= 0:
        q = {at} + 4 * c
        w = M[q + 3]
        if w != 0:
            s = ctz(w)
            M[q + 3] = w & (w - 1)
            d = c + (2 - s if (s & 1) == 1 else 64 * (s - 1))
            p = {at} + 4 * d
            if M[p] == 0:
                n += 1
                M[p] = n
                M[p + 1] = n
                M[p + 2] = c
                M[p + 3] = {name}_ways(a, d) & ~(1 << (s ^ 2))
                c = d
            elif M[p] < M[q + 1]:
                M[q + 1] = M[p]
        else:
            up = M[q + 2]
            if up >= 0:
                p = {at} + 4 * up
                if M[q + 1] < M[p + 1]:
                    M[p + 1] = M[q + 1]
                if M[q + 1] >= M[p] and up != root:
                    r = a + {zero} + {WIDTH} * (up >> 6)
                    M[r + 8] = M[r + 8] | (1 << (up & 63))
            c = up"""

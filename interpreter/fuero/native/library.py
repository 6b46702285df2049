"""The part of the lowered form that is the same for every program: chance, zones, points.

In: a memory layout and a program (numbers of words, tables). Out: lowered text and its tables. Each function means what its
namesake in `engine` does.
"""

from __future__ import annotations

from fuero.engine.chance import word_key
from fuero.engine.pieces import Pieces
from fuero.native import area_text
from fuero.native.memory import Memory
from fuero.native.scratch import Scratch
from fuero.program import nodes as P

KINDS = ("place", "row", "deck", "bag", "pile", "board", "attached")


def zone_kind(kind: str) -> int:
    """The number of a kind of zone in the lowered form."""
    return KINDS.index("attached") if kind.startswith("attached") else KINDS.index(kind) if kind in KINDS else len(KINDS)


def tables(memory: Memory, pieces: Pieces, scratch: Scratch) -> dict[str, tuple[int, ...]]:
    """Facts about zones and pieces."""
    layout = memory.program.layout
    zones = range(len(memory.bases))
    groups: dict[int, int] = {}
    for i, p in enumerate(layout.pieces):
        groups[p.group] = groups.get(p.group, 0) | 1 << i
    return {
        "ZBASE": tuple(memory.bases),
        "NZONES": (len(zones),),
        "ZKIND": tuple(zone_kind(pieces.kind[z]) for z in zones),
        "ZSIZE": tuple(pieces.size[z] for z in zones),
        "ZHIDDEN": tuple(int(pieces.hidden[z]) for z in zones),
        "ZKEY": tuple(pieces.where_keys),
        "ZTAKES": tuple(scratch.constant(pieces.takes[z]) for z in zones),
        "ZFAMILY": tuple(pieces.family[z] for z in zones),
        "PKEY": tuple(pieces.piece_keys),
        "PGROUP": tuple(scratch.constant(groups[p.group]) for p in layout.pieces),
    }


def text(program: P.Program, memory: Memory, scratch: Scratch) -> str:
    """The functions."""
    layout = program.layout
    L = memory.limbs
    numbers = {
        "WHERE": layout_word(memory, layout.where) if layout.pieces else 0,
        "KEYS": layout_word(memory, layout.keys) if layout.pieces else 0,
        "SCORES": layout_word(memory, layout.scores),
        "PLACE": memory.place,
        "SEED": 1,
        "DECISIONS": 2,
        "OUTCOME": 3,
        "PARTIES": layout.parties,
        "LINES": scratch.lines,
        "SCORED": scratch.scored,
        "POINTS": scratch.points,
        "REAL": memory.words[6].at,
        "PENDING": memory.words[5].at,
        "FAULT": scratch.fault,
        "STAMP": scratch.stamp,
        "STOP": scratch.stop,
        "COUNTS": scratch.counts,
        "WHO": scratch.who,
        "LIST": scratch.list_,
        "ROLL": word_key("roll") - (1 << 64) if word_key("roll") >> 63 else word_key("roll"),
        "QUEUE": memory.words[8].at,
        "L": L,
        "WIDTH": memory.width,
        "RECORD": memory.record,
        "STAMPAT": memory.stamp_at,
        "NP": len(layout.pieces),
        "WATCHED": int(bool(program.upons)),
    }
    source = _SOURCE + (area_text.SOURCE if memory.window else "")
    for name, value in sorted(numbers.items(), key=lambda item: -len(item[0])):
        source = source.replace(f"${name}", str(value))
    return source


def layout_word(memory: Memory, word: int) -> int:
    return memory.words[word].at


_SOURCE = '''
@inline
def first(s: set) -> int:
    return low(s) if some(s) else -1
@inline
def one(x: int) -> set:
    if ult(x, $WIDTH):
        return bit(x)
    if x >= 0:
        fault(14)
    return K(0)
@noinline
def fault(code: int) -> int:
    if M[$FAULT] == 0:
        M[$FAULT] = code
    return 0
@inline
def at(i: int, n: int) -> int:
    if ult(i, n):
        return i
    return fault(1)
@inline
def entry(i: int, n: int) -> int:
    if ult(i, n):
        return i
    if i == -1:
        return n
    return fault(1)
@inline
def clamped(v: int, low: int, high: int) -> int:
    return 0 if v < low else high - low if v > high else v - low
@inline
def within(i: int, n: int) -> int:
    return i if ult(i, n) else n
@inline
def guard(v: int, lo: int, hi: int, code: int) -> int:
    if v < lo or v > hi:
        fault(code)
        return lo
    return v
@inline
def only(s: set) -> int:
    if some(drop(s)):
        fault(2)
    return first(s)
@inline
def tame(x: int) -> int:
    if x >= 1152921504606846976 or x <= -1152921504606846976:
        return fault(15)
    return x
def times(a: int, b: int) -> int:
    if a > -1073741824 and a < 1073741824 and b > -1073741824 and b < 1073741824:
        return a * b
    if a == 0 or b == 0:
        return 0
    high = mulhi(a if a > 0 else 0 - a, b if b > 0 else 0 - b)
    product = wmul(a, b)
    if high != 0 or (product > 0) != ((a > 0) == (b > 0)):
        return fault(15)
    return tame(product)
def moved(s: set, k: int) -> set:
    if k == 0:
        return s
    if not ult(k, $WIDTH):
        fault(14)
        return K(0)
    if some(down(s, $WIDTH - k)):
        fault(14)
        return K(0)
    return shl(s, k)
@inline
def under(i: int) -> set:
    if ult(i, $WIDTH):
        return below(i)
    return K(0) if i < 0 else K(-1)
@inline
def span(lo: int, hi: int) -> set:
    if hi < lo:
        return K(0)
    if lo < 0 or hi >= $WIDTH:
        fault(14)
        return K(0)
    return andnot(under(hi + 1), under(lo))
@inline
def mix(z: int) -> int:
    z = wmul(z ^ shr(z, 30), -4658895280553007687)
    z = wmul(z ^ shr(z, 27), -7723592293110705685)
    return z ^ shr(z, 31)
@inline
def joined(h: int, w: int) -> int:
    return mix(wadd(h ^ w, -7046029254386353131))
def H(seed: int, where: int, which: int, what: int) -> int:
    return joined(joined(joined(joined(0, seed), where), which), what)
def insert_key(above: int, under: int, w: int) -> int:
    room = wadd(wadd(under, -1), 0 - above)
    if room == 0:
        fault(3)
    return wadd(wadd(above, 1), mulhi(w, room))
def member(s: set, k: int) -> int:
    for i in bits(s):
        if k == 0:
            return i
        k -= 1
    return 0
def cyclic_first(s: set, start: int) -> int:
    above = andnot(s, under(start))
    return low(above) if some(above) else first(s)
def idle(w: int) -> int:
    real = M[$REAL] + 1
    if (w >> 8) != real:
        return real << 8
    if (w & 255) >= 99:
        M[$OUTCOME] = 3
        M[$PENDING] = 0
        M[$STOP] = -1
        return w
    return w + 1
def score(points: int, who: int) -> None:
    if not ult(who, $PARTIES):
        fault(4)
        return
    if points == 0:
        return
    M[$SCORES + who] = tame(M[$SCORES + who] + tame(points))
    M[$LINES + M[$SCORED]] += 1
    M[$POINTS + 16 * M[$SCORED] + who] += points

def leave(p: int, z: int) -> int:
    base = ZBASE[z]
    store(base, load(base) ^ bit(p))
    kind = ZKIND[z]
    if kind == 4:
        if not some(load(base)):
            M[base + $L] = 0
            M[base + $L + 1] = 0
        return -1
    if kind == 0:
        return -1
    if kind == 1:
        i = 0
        while M[base + $L + i] != p + 1:
            i += 1
        M[base + $L + i] = 0
        M[$PLACE + p] = 0
        return i + 1
    if kind == 2:
        n = size(load(base))
        i = n
        while M[base + $L + 2 + i] != p:
            i -= 1
        where = n - i
        while i < n:
            M[base + $L + 2 + i] = M[base + $L + 3 + i]
            i += 1
        M[base + $L + 2 + n] = 0
        return where
    if kind == 3:
        M[base + $L] = M[base + $L] | 1
        return -1
    if kind == 5:
        c = M[$PLACE + p] - 1
        board_clear(base, ZSIZE[z], c)
        stamp(base, ZSIZE[z])
        M[$PLACE + p] = 0
        return c
    c = M[$PLACE + p] - 1
    M[$PLACE + p] = 0
    return c
def cells_of_width(w: int) -> int:
    return (w * w + 63) // 64
def stamp(base: int, w: int) -> None:
    M[$STAMP] += 1
    M[base + $STAMPAT] = M[$STAMP]
def fresh_boards() -> None:
    for z in range(NZONES[0]):
        if ZKIND[z] == 5:
            stamp(ZBASE[z], ZSIZE[z])
def board_clear(base: int, w: int, c: int) -> None:
    M[base + $L + (c >> 6)] = M[base + $L + (c >> 6)] & ~(1 << (c & 63))
    g = base + $L + cells_of_width(w) + (c >> 2)
    M[g] = M[g] & ~(65535 << (16 * (c & 3)))
def board_set(base: int, w: int, c: int, p: int) -> None:
    M[base + $L + (c >> 6)] = M[base + $L + (c >> 6)] | (1 << (c & 63))
    g = base + $L + cells_of_width(w) + (c >> 2)
    M[g] = M[g] & ~(65535 << (16 * (c & 3))) | ((p + 1) << (16 * (c & 3)))
def board_at(base: int, w: int, c: int) -> int:
    if c < 0 or c >= w * w:
        return -1
    return (shr(M[base + $L + cells_of_width(w) + (c >> 2)], 16 * (c & 3)) & 65535) - 1
def on_rim(c: int, w: int) -> int:
    x = c % w
    y = c // w
    return 1 if x == 0 or y == 0 or x == w - 1 or y == w - 1 else 0
def enter(p: int, z: int, where: int) -> int:
    base = ZBASE[z]
    if not has(load(ZTAKES[z]), p):
        fault(5)
        return -1
    kind = ZKIND[z]
    held = load(base)
    came = where
    if kind == 0 and some(held):
        fault(6)
        return -1
    M[$WHERE + p] = z
    if kind == 4:
        if M[base + $L + 1] != 0:
            M[$KEYS + p] = insert_key(M[base + $L], M[base + $L + 1], H(M[$SEED], ZKEY[z], 0, PKEY[p]))
    if kind == 5:
        w = ZSIZE[z]
        if where < 0 or where >= w * w:
            fault(7)
            return -1
        if on_rim(where, w) == 1 or board_at(base, w, where) >= 0:
            fault(7)
            return -1
        board_set(base, w, where, p)
        stamp(base, w)
        M[$PLACE + p] = where + 1
    if kind == 1:
        if came < 0:
            came = 1
            while came < ZSIZE[z] and M[base + $L + came - 1] != 0:
                came += 1
        if came < 1 or came > ZSIZE[z]:
            fault(8)
            return -1
        if M[base + $L + came - 1] != 0:
            fault(8)
            return -1
        M[base + $L + came - 1] = p + 1
        M[$PLACE + p] = came
    if kind == 2:
        M[base + $L + 2 + size(held)] = p
        came = 0
    if kind == 3:
        if (M[base + $L] & 1) == 1:
            M[base + $L] += 1
    if kind == 6:
        if where < 0:
            fault(9)
            return -1
        for q in bits(held):
            if M[$PLACE + q] == where + 1:
                fault(9)
                return -1
        M[$PLACE + p] = where + 1
    store(base, load(base) | bit(p))
    return came
def move_one(p: int, z: int, where: int) -> None:
    before = M[$WHERE + p]
    left = leave(p, before)
    came = enter(p, z, where)
    if M[$FAULT] != 0:
        return
    if $WATCHED == 1:
        notify(p, before, z, left, came)
def before_in_order(p: int, q: int) -> int:
    a = M[$KEYS + p]
    b = M[$KEYS + q]
    if a != b:
        return 1 if ult(a, b) else 0
    return 1 if ult(PKEY[p], PKEY[q]) else 0
def sort_list(n: int) -> None:
    i = 1
    while i < n:
        x = M[$LIST + i]
        j = i
        while j > 0:
            if before_in_order(x, M[$LIST + j - 1]) == 0:
                break
            M[$LIST + j] = M[$LIST + j - 1]
            j -= 1
        M[$LIST + j] = x
        i += 1
def move(s: set, source: int, z: int, where: int) -> None:
    if source >= 0:
        if some(andnot(s, load(ZBASE[source]))):
            fault(10)
            return
    if not some(s):
        return
    if not some(drop(s)):
        move_one(low(s), z, where)
        return
    if ZKIND[z] != 2:
        for p in bits(s):
            move_one(p, z, where)
        return
    n = 0
    for p in bits(s):
        M[$LIST + n] = p
        n += 1
    sort_list(n)
    while n > 0:
        n -= 1
        move_one(M[$LIST + n], z, where)
def move_some(count: int, source: int, z: int, where: int) -> None:
    base = ZBASE[source]
    n = size(load(base))
    if count < n:
        n = count
    for i in range(n):
        if ZKIND[source] == 2:
            move_one(M[base + $L + 2 + size(load(base)) - 1], z, where)
        else:
            move_one(low(load(base)), z, where)
def next_piece(z: int) -> int:
    base = ZBASE[z]
    held = load(base)
    if not some(held):
        return -1
    kind = ZKIND[z]
    if kind == 2:
        return M[base + $L + 2 + size(held) - 1]
    if not some(drop(held)):
        return low(held)
    best = -1
    if kind == 4:
        if M[base + $L + 1] != 0:
            for p in bits(held):
                if best < 0:
                    best = p
                elif before_in_order(p, best) == 1:
                    best = p
            return best
    which = M[$DECISIONS]
    if kind == 4:
        which = M[base + $L + 2]
    if kind == 3:
        which = M[base + $L] >> 1
    least = 0
    prefix = joined(joined(joined(0, M[$SEED]), ZKEY[z]), which)
    for p in bits(held):
        w = joined(prefix, PKEY[p])
        if best < 0:
            best = p
            least = w
        elif ult(w, least) or w == least and ult(PKEY[p], PKEY[best]) and kind == 3:
            best = p
            least = w
    return best
def draw(count: int, source: int, z: int, where: int) -> None:
    base = ZBASE[source]
    to = ZBASE[z]
    deck = 1 if ZKIND[source] == 2 else 0
    cut = 0
    above = 0
    under = 0
    if deck == 1 and ZKIND[z] == 4 and ZHIDDEN[z] == 1 and not some(load(to)):
        cut = 1
        n = size(load(base))
        left = n - count
        above = M[base + $L + 1]
        under = -1
        if left > 0:
            under = M[$KEYS + M[base + $L + 2 + n - 1 - count]]
        M[to + $L + 1] = 0
    got = 0
    for i in range(count):
        p = next_piece(source)
        if p < 0:
            break
        if deck == 1:
            M[base + $L + 1] = M[$KEYS + p]
        elif ZKIND[source] == 4:
            if M[base + $L + 1] != 0:
                M[base + $L] = M[$KEYS + p]
            else:
                M[base + $L + 2] += 1
        move_one(p, z, where)
        if M[$FAULT] != 0:
            return
        M[$LIST + got] = p
        got += 1
    if cut == 1 and got > 0:
        cut_pile(z, got, above, under)
def cut_pile(z: int, n: int, above: int, under: int) -> None:
    base = ZBASE[z]
    good = 1
    last = above
    for i in range(n):
        k = M[$KEYS + M[$LIST + i]]
        if not ult(last, k):
            good = 0
        last = k
    if not ult(last, under):
        good = 0
    if good == 0:
        for i in range(n):
            M[$COUNTS + i] = H(M[$SEED], ZKEY[z], M[base + $L + 2], i)
        i = 1
        while i < n:
            x = M[$COUNTS + i]
            j = i
            while j > 0:
                if not ult(x, M[$COUNTS + j - 1]):
                    break
                M[$COUNTS + j] = M[$COUNTS + j - 1]
                j -= 1
            M[$COUNTS + j] = x
            i += 1
        for i in range(n):
            M[$KEYS + M[$LIST + i]] = M[$COUNTS + i]
        M[base + $L + 2] += 1
        above = 0
        under = -1
    M[base + $L] = above
    M[base + $L + 1] = under
def order_deck(z: int, held: set, under: int) -> None:
    base = ZBASE[z]
    M[base + $L] += 1
    prefix = joined(joined(joined(0, M[$SEED]), ZKEY[z]), M[base + $L])
    n = 0
    for p in bits(held):
        M[$KEYS + p] = joined(prefix, PKEY[p])
        M[$LIST + n] = p
        n += 1
    sort_list(n)
    if under > 0:
        i = under
        while i > 0:
            i -= 1
            M[base + $L + 2 + n + i] = M[base + $L + 2 + i]
    for i in range(n):
        M[base + $L + 2 + n - 1 - i] = M[$LIST + i]
def shuffle(z: int) -> None:
    base = ZBASE[z]
    held = load(base)
    kind = ZKIND[z]
    if kind == 3:
        M[base + $L] = ((M[base + $L] >> 1) + 1) * 2
    elif kind == 2:
        order_deck(z, held, 0)
        M[base + $L + 1] = 0
    elif kind == 4:
        if some(held):
            for p in bits(held):
                M[$KEYS + p] = H(M[$SEED], ZKEY[z], M[base + $L + 2], PKEY[p])
            M[base + $L] = 0
            M[base + $L + 1] = -1
            M[base + $L + 2] += 1
def restock(z: int, source: int) -> None:
    base = ZBASE[z]
    held = load(ZBASE[source])
    kept = size(load(base))
    if not some(held):
        return
    for p in bits(held):
        left = leave(p, source)
        if not has(load(ZTAKES[z]), p):
            fault(5)
            return
        M[$WHERE + p] = z
    store(base, load(base) | held)
    order_deck(z, held, kept)
    if kept == 0:
        M[base + $L + 1] = 0
def nth_bit(s: set, k: int) -> int:
    for p in bits(s):
        if k == 0:
            return p
        k -= 1
    return -1
def pick(s: set, rule: int, counter: int) -> int:
    n = size(s)
    k = mulhi(H(M[$SEED], rule, M[counter], $ROLL), n)
    M[counter] += 1
    return nth_bit(s, k)
def notify(p: int, before: int, z: int, left: int, came: int) -> None:
    if UWATCH[ZFAMILY[before]] == 1:
        wake(p, before, 0, left)
    if UWATCH[ZFAMILY[z]] == 1:
        wake(p, z, 1, came)
def wake(p: int, z: int, enters: int, where: int) -> None:
    for n in range(UCOUNT[0]):
        if UFAMILY[n] == ZFAMILY[z] and UENTERS[n] == enters:
            if has(load(UTAKES[n]), p):
                k = M[$QUEUE]
                if k >= 64:
                    fault(11)
                    return
                M[$QUEUE + 1 + k] = (n + 1) | ((p + 1) << 12) | ((z - UFIRST[n]) << 28) | ((where + 1) << 44)
                M[$QUEUE] = k + 1
def payout(way: int, place: int, n: int, row: int, most: int) -> int:
    if n == 1:
        return prize(row, place, most)
    if way <= 1:
        total = 0
        for i in range(n):
            total += prize(row, place + i, most)
        return total // n if way == 0 else 0 - ((0 - total) // n)
    if way == 2:
        return prize(row, place + 1, most)
    if way == 3 or way == 4:
        return prize(row, place, most)
    return 0
def prize(row: int, place: int, most: int) -> int:
    if place > most or place > LLEN[row]:
        return 0
    return LITEM[LSTART[row] + place - 1]
def rank(n: int, minimum: int, row: int, single: int, most: int, way_first: int, way_others: int) -> None:
    place = 1
    done = 0
    for i in range(n):
        M[$COUNTS + 64 + i] = 0
    while done == 0:
        best = -1
        some_left = 0
        for i in range(n):
            if M[$COUNTS + 64 + i] == 0 and M[$COUNTS + i] >= minimum:
                if some_left == 0 or M[$COUNTS + i] > best:
                    best = M[$COUNTS + i]
                    some_left = 1
        if some_left == 0:
            done = 1
        else:
            group = 0
            for i in range(n):
                if M[$COUNTS + 64 + i] == 0 and M[$COUNTS + i] == best:
                    group += 1
            way = way_first if place == 1 else way_others
            points = 0
            if row >= 0:
                points = payout(way, place, group, row, most)
            else:
                points = single_payout(way, place, group, single, most)
            for i in range(n):
                if M[$COUNTS + 64 + i] == 0 and M[$COUNTS + i] == best:
                    M[$COUNTS + 64 + i] = place
                    score(points, M[$WHO + i])
            if group == 1 or way == 4:
                place += 1
            elif way == 2:
                place += 2
            else:
                place += group
def single_payout(way: int, place: int, n: int, single: int, most: int) -> int:
    mine = single if place == 1 and most >= 1 else 0
    if n == 1:
        return mine
    if way <= 1:
        return mine // n if way == 0 else 0 - ((0 - mine) // n)
    if way == 3 or way == 4:
        return mine
    return 0
'''
_SOURCE += '''
def top_of(base: int) -> int:
    n = size(load(base))
    if n == 0:
        return -1
    return M[base + $L + 2 + n - 1]
def top_many(base: int, count: int) -> set:
    n = size(load(base))
    s = K(0)
    for i in range(count if count < n else n):
        s = s | bit(M[base + $L + 2 + n - 1 - i])
    return s
def standing(held: set, on: int) -> int:
    for p in bits(held):
        if M[$PLACE + p] == on + 1:
            return p
    return -1
@inline
def signed_wide(x: int) -> set:
    return wide(x) if x >= 0 else andnot(K(-1), wide(~x))
def classes_of(pool: set, ids: int, starts: int, grouped: int) -> int:
    n = 0
    at_id = 0
    while some(pool):
        p = low(pool)
        same = bit(p)
        if grouped == 1:
            same = pool & load(PGROUP[p])
        M[starts + n] = at_id
        for q in bits(same):
            M[ids + at_id] = q
            at_id += 1
        pool = andnot(pool, same)
        n += 1
    M[starts + n] = at_id
    return n
'''
_SOURCE += '''
def shift(c: int, s: int, w: int) -> int:
    if c < 0:
        return -1
    if s == 0:
        return c - w if c >= w else 0 - 1
    if s == 1:
        return c + 1 if c % w != w - 1 else 0 - 1
    if s == 2:
        return c + w if c + w < w * w else 0 - 1
    return c - 1 if c % w != 0 else 0 - 1
def cell(x: int, y: int, w: int) -> int:
    half = w // 2
    if x < 0 - half or x >= w - half or y < 0 - half or y >= w - half:
        fault(7)
        return 0
    return (y + half) * w + x + half
def distance(a: int, b: int, w: int) -> int:
    dx = a % w - b % w
    dy = a // w - b // w
    return (dx if dx >= 0 else 0 - dx) + (dy if dy >= 0 else 0 - dy)
def with_tile(to: int, source: int, w: int, p: int, c: int) -> int:
    copy(to, source, $RECORD)
    if not ult(c, w * w) or not ult(p, $NP):
        fault(1)
        return to
    if board_at(to, w, c) >= 0 or has(load(to), p):
        fault(1)
        return to
    store(to, load(to) | bit(p))
    board_set(to, w, c, p)
    return to
def without_tile(to: int, source: int, w: int, c: int) -> int:
    copy(to, source, $RECORD)
    q = board_at(to, w, c)
    if q < 0:
        fault(1)
        return to
    store(to, load(to) ^ bit(q))
    board_clear(to, w, c)
    return to
def exchanged(to: int, source: int, w: int, p: int, c: int) -> int:
    without_tile(to, source, w, c)
    if not ult(p, $NP):
        fault(1)
        return to
    if has(load(to), p):
        fault(1)
        return to
    if M[$FAULT] != 0:
        return to
    store(to, load(to) | bit(p))
    board_set(to, w, c, p)
    return to
def spare(base: int, s: set) -> int:
    left = andnot(s, load(base))
    if not some(left):
        fault(13)
        return 0
    return low(left)
def cells_holding(base: int, w: int, s: set, to: int) -> int:
    clear(to, cells_of_width(w))
    for k in range(cells_of_width(w)):
        for x in bits(M[base + $L + k]):
            if has(s, board_at(base, w, 64 * k + x)):
                M[to + k] = M[to + k] | (1 << x)
    return to
def plane_has(a: int, c: int) -> int:
    if c < 0:
        return 0
    return shr(M[a + (c >> 6)], c & 63) & 1
def plane_add(a: int, c: int) -> None:
    if c >= 0:
        M[a + (c >> 6)] = M[a + (c >> 6)] | (1 << (c & 63))
def plane_size(a: int, n: int) -> int:
    total = 0
    for k in range(n):
        total += pop(M[a + k])
    return total
def plane_first(a: int, n: int) -> int:
    for k in range(n):
        if M[a + k] != 0:
            return 64 * k + ctz(M[a + k])
    return -1
def plane_some(a: int, n: int) -> int:
    for k in range(n):
        if M[a + k] != 0:
            return 1
    return 0
def plane_same(a: int, b: int, n: int) -> int:
    for k in range(n):
        if M[a + k] != M[b + k]:
            return 0
    return 1
def beside_plane(base: int, w: int, to: int) -> int:
    clear(to, cells_of_width(w))
    for k in range(cells_of_width(w)):
        for x in bits(M[base + $L + k]):
            for s in range(4):
                plane_add(to, shift(64 * k + x, s, w))
    for k in range(cells_of_width(w)):
        M[to + k] = M[to + k] & ~M[base + $L + k]
    return to
def line_plane(base: int, w: int, c: int, s: int, to: int) -> int:
    clear(to, cells_of_width(w))
    c = shift(c, s, w)
    while c >= 0 and board_at(base, w, c) >= 0:
        plane_add(to, c)
        c = shift(c, s, w)
    return to
def encloses(base: int, w: int, seen: int, queue: int) -> int:
    n = cells_of_width(w)
    lo = w
    hi = -1
    left = w
    right = -1
    for k in range(n):
        for x in bits(M[base + $L + k]):
            c = 64 * k + x
            if c // w < lo:
                lo = c // w
            if c // w > hi:
                hi = c // w
            if c % w < left:
                left = c % w
            if c % w > right:
                right = c % w
    if hi < 0:
        return 0
    wide = right - left + 3
    tall = hi - lo + 3
    total = wide * tall
    for i in range((total + 63) // 64):
        M[seen + i] = 0
    filled = 0
    for k in range(n):
        for x in bits(M[base + $L + k]):
            c = 64 * k + x
            plane_add(seen, (c // w - lo + 1) * wide + c % w - left + 1)
            filled += 1
    plane_add(seen, 0)
    M[queue] = 0
    head = 0
    tail = 1
    while head < tail:
        c = M[queue + head]
        head += 1
        x = c % wide
        if c >= wide and plane_has(seen, c - wide) == 0:
            plane_add(seen, c - wide)
            M[queue + tail] = c - wide
            tail += 1
        if c + wide < total and plane_has(seen, c + wide) == 0:
            plane_add(seen, c + wide)
            M[queue + tail] = c + wide
            tail += 1
        if x > 0 and plane_has(seen, c - 1) == 0:
            plane_add(seen, c - 1)
            M[queue + tail] = c - 1
            tail += 1
        if x < wide - 1 and plane_has(seen, c + 1) == 0:
            plane_add(seen, c + 1)
            M[queue + tail] = c + 1
            tail += 1
    return 1 if filled + tail < total else 0
'''
_SOURCE += '''
def inner_window(w: int, to: int) -> int:
    clear(to, cells_of_width(w))
    for c in range(w * w):
        if on_rim(c, w) == 0:
            plane_add(to, c)
    return to
def starts_at(base: int, w: int, c: int, starts: set) -> int:
    return has(starts, board_at(base, w, c))
def surrounded(base: int, w: int, c: int) -> int:
    for s in range(4):
        if board_at(base, w, shift(c, s, w)) < 0:
            return 0
    return 1
def there(base: int, w: int, c: int) -> int:
    return 1 if board_at(base, w, c) >= 0 else 0
def parts_off(base: int, w: int, c: int) -> int:
    n = shift(c, 0, w)
    e = shift(c, 1, w)
    s = shift(c, 2, w)
    v = shift(c, 3, w)
    north = there(base, w, n)
    east = there(base, w, e)
    south = there(base, w, s)
    west = there(base, w, v)
    breaks = 0
    if north == 0 and (east == 1 or there(base, w, shift(n, 1, w)) == 1):
        breaks += 1
    if east == 0 and (south == 1 or there(base, w, shift(s, 1, w)) == 1):
        breaks += 1
    if south == 0 and (west == 1 or there(base, w, shift(s, 3, w)) == 1):
        breaks += 1
    if west == 0 and (north == 1 or there(base, w, shift(n, 3, w)) == 1):
        breaks += 1
    return 1 if breaks >= 2 else 0
def one_part(base: int, w: int, seen: int, queue: int) -> int:
    n = cells_of_width(w)
    clear(seen, n)
    first_cell = plane_first(base + $L, n)
    if first_cell < 0:
        return 1
    plane_add(seen, first_cell)
    M[queue] = first_cell
    head = 0
    tail = 1
    while head < tail:
        c = M[queue + head]
        head += 1
        up = shift(c, 0, w)
        down = shift(c, 2, w)
        for k in range(8):
            d = up
            if k == 1:
                d = shift(up, 1, w)
            elif k == 2:
                d = shift(c, 1, w)
            elif k == 3:
                d = shift(down, 1, w)
            elif k == 4:
                d = down
            elif k == 5:
                d = shift(down, 3, w)
            elif k == 6:
                d = shift(c, 3, w)
            elif k == 7:
                d = shift(up, 3, w)
            if board_at(base, w, d) >= 0 and plane_has(seen, d) == 0:
                plane_add(seen, d)
                M[queue + tail] = d
                tail += 1
    return 1 if tail == plane_size(base + $L, n) else 0
'''

"""What is done with sets of cells and of joins, the same for every program: lowered text.

An *area* lies in memory from a word on: bit c for cell c, or bit 2 * c + (0 east, 1 south) for a join. `n` is how many words
it has.
"""

SOURCE = """
def area_has(a: int, x: int, n: int) -> int:
    if not ult(x, 64 * n):
        return 0
    return shr(M[a + (x >> 6)], x & 63) & 1
def area_put(a: int, x: int, there: int, n: int) -> None:
    if not ult(x, 64 * n):
        fault(7)
        return
    if there != 0:
        M[a + (x >> 6)] = M[a + (x >> 6)] | (1 << (x & 63))
    else:
        M[a + (x >> 6)] = M[a + (x >> 6)] & ~(1 << (x & 63))
def area_one(to: int, x: int, n: int) -> int:
    clear(to, n)
    if x >= 0:
        area_put(to, x, 1, n)
    return to
def area_copy(to: int, a: int, n: int) -> int:
    if to != a:
        copy(to, a, n)
    return to
def area_wider(to: int, a: int, n: int, m: int) -> int:
    clear(to, m)
    copy(to, a, n)
    return to
def area_or(to: int, a: int, b: int, n: int) -> int:
    for k in range(n):
        M[to + k] = M[a + k] | M[b + k]
    return to
def area_and(to: int, a: int, b: int, n: int) -> int:
    for k in range(n):
        M[to + k] = M[a + k] & M[b + k]
    return to
def area_but(to: int, a: int, b: int, n: int) -> int:
    for k in range(n):
        M[to + k] = M[a + k] & ~M[b + k]
    return to
def area_only(a: int, n: int) -> int:
    if plane_size(a, n) > 1:
        fault(2)
    return plane_first(a, n)
def area_nth(a: int, k: int, n: int) -> int:
    for i in range(n):
        here = pop(M[a + i])
        if k < here:
            for x in bits(M[a + i]):
                if k == 0:
                    return 64 * i + x
                k -= 1
        k -= here
    return -1
def area_from(to: int, a: int, start: int, upper: int, n: int) -> int:
    for k in range(n):
        w = M[a + k]
        low_part = 0
        if start >= 64 * (k + 1):
            low_part = w
        elif start > 64 * k:
            low_part = w & ((1 << (start - 64 * k)) - 1)
        M[to + k] = w & ~low_part if upper == 1 else low_part
    return to
def area_next(a: int, start: int, n: int) -> int:
    for k in range(n):
        for x in bits(M[a + k]):
            if 64 * k + x >= start:
                return 64 * k + x
    return plane_first(a, n)
def area_pick(a: int, rule: int, counter: int, n: int) -> int:
    k = mulhi(H(M[$SEED], rule, M[counter], $ROLL), plane_size(a, n))
    M[counter] += 1
    return area_nth(a, k, n)
def area_classes(a: int, n: int, ids: int, starts: int) -> int:
    found = 0
    for k in range(n):
        for x in bits(M[a + k]):
            M[ids + found] = 64 * k + x
            M[starts + found] = found
            found += 1
    M[starts + found] = found
    return found
def window_area(to: int, w: int) -> int:
    clear(to, cells_of_width(w))
    for c in range(w * w):
        plane_add(to, c)
    return to
def beside_cell(to: int, c: int, w: int) -> int:
    clear(to, cells_of_width(w))
    for s in range(4):
        plane_add(to, shift(c, s, w))
    return to
def joins_of(to: int, b: int, w: int) -> int:
    clear(to, (2 * w * w + 63) // 64)
    for k in range(cells_of_width(w)):
        for x in bits(M[b + $L + k]):
            c = 64 * k + x
            if board_at(b, w, shift(c, 1, w)) >= 0:
                plane_add(to, 2 * c)
            if board_at(b, w, shift(c, 2, w)) >= 0:
                plane_add(to, 2 * c + 1)
    return to
def join_at(c: int, s: int, w: int) -> int:
    if s == 1:
        return 2 * c
    if s == 2:
        return 2 * c + 1
    return 2 * (c - w) + 1 if s == 0 else 2 * (c - 1)
def whole_join(b: int, j: int, w: int) -> int:
    c = j >> 1
    return j | ((board_at(b, w, c) + 1) << 20) | ((board_at(b, w, shift(c, 1 + (j & 1), w)) + 1) << 34)
def without_all(to: int, b: int, w: int, gone: int) -> int:
    copy(to, b, $RECORD)
    for k in range(cells_of_width(w)):
        for x in bits(M[gone + k] & M[b + $L + k]):
            c = 64 * k + x
            store(to, load(to) ^ bit(board_at(to, w, c)))
            board_clear(to, w, c)
    return to
def with_marks(to: int, b: int, at: int, marks: int, n: int) -> int:
    if to != b:
        copy(to, b, $RECORD)
    for k in range(n):
        M[to + at + k] = M[to + at + k] | M[marks + k]
    return to
def board_copy(to: int, b: int) -> int:
    if to != b:
        copy(to, b, $RECORD)
    return to
def board_keep(to: int, b: int) -> None:
    if to != b:
        copy(to, b, $RECORD)
    M[to + $STAMPAT] = 0
def on_it(b: int, p: int, w: int) -> int:
    return has(load(b), p)
def off_rim(a: int, w: int) -> int:
    n = 0
    rim = 0
    for k in range(cells_of_width(w)):
        n += pop(M[a + k])
    for i in range(w):
        for k in range(4):
            c = i
            if k == 1:
                c = w * (w - 1) + i
            elif k == 2:
                c = w * i
            elif k == 3:
                c = w * i + w - 1
            if plane_has(a, c) == 1:
                rim += 1
                M[a + (c >> 6)] = M[a + (c >> 6)] & ~(1 << (c & 63))
    if rim > 0 and 2 * n <= w * w:
        fault(7)
    return plane_size(a, cells_of_width(w))
"""

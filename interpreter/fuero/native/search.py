"""The text that goes through all parts of a pool in order: a walk over its classes of equal pieces that keeps sums as it goes.

At a point of the walk the classes before `i` are decided; `m` pieces are taken so far and `t0`, `t1`, … are their sums. What is
still to come can add at least `down` and at most `up` to a sum. In: names and places in the scratch. Out: lines of the lowered
form.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fuero.native.base import Base

_MOST = 1 << 60
_KEPT_BITS = 8
"""So many counts of moves are kept for a choice: 2 to this power."""
_SPREAD = -7046029254386353131


class Search:
    """One walk; its locals begin with `u`. The pool's pieces lie at `ids`, class by class; each class begins at `starts`."""

    def __init__(self, low: Base, u: str, ids: int, starts: int, sums: int):
        self.low, self.limbs = low, low.L
        self.u, self.ids, self.starts, self.sums = u, ids, starts, sums
        many = low.memory.width + 2
        self.weights, self.up, self.down, self.before = ([low.scratch.take(many) for _ in range(sums)] for _ in range(4))
        self.counts, self.sizes, self.ways_at = (low.scratch.take(many) for _ in range(3))

    def spans(self) -> dict[str, tuple[str, str]]:
        """Between what each sum and the size can still end."""
        u = self.u
        found = {
            f"+sum{k}": (f"({u}t{k} + M[{self.down[k]} + {u}i])", f"({u}t{k} + M[{self.up[k]} + {u}i])") for k in range(self.sums)
        }
        return {**found, "+size": (f"{u}m", f"({u}m + {self.left()})")}

    def left(self) -> str:
        return f"{self.u}all - M[{self.starts} + {self.u}i]"

    def weigh(self, values: list[str], ways: bool) -> list[str]:
        """What each piece (`x`) adds to each sum, what all from a class on can add, and in how many ways they can be taken: -1
        where that is no number for a word."""
        u, n = self.u, range(self.sums)
        if not self.sums and not ways:
            return []
        lines = [f"{u}i = {u}c", *(f"{u}p{k} = 0" for k in n), *(f"{u}q{k} = 0" for k in n)]
        lines += [f"M[{self.up[k]} + {u}c] = 0" for k in n] + [f"M[{self.down[k]} + {u}c] = 0" for k in n]
        lines += [f"{u}w = 1", f"M[{self.ways_at} + {u}c] = 1"] if ways else []
        lines += [
            f"while {u}i > 0:",
            f"    {u}i -= 1",
            f"    {u}b = M[{self.starts} + {u}i]",
            f"    {u}k = M[{self.starts} + {u}i + 1]",
        ]
        if self.sums:
            lines += [f"    for {u}j in range({u}b, {u}k):", f"        {u}x = M[{self.ids} + {u}j]"]
        for k in n:
            lines += [
                f"        {u}v = {values[k]}",
                f"        M[{self.weights[k]} + {u}j] = {u}v",
                f"        if {u}v >= 0:",
                f"            {u}p{k} += {u}v",
                "        else:",
                f"            {u}q{k} += {u}v",
            ]
        for k in n:
            lines += [f"    M[{self.up[k]} + {u}i] = {u}p{k}", f"    M[{self.down[k]} + {u}i] = {u}q{k}"]
        if ways:
            lines += [f"    if {u}w > 0:", f"        {u}w = {u}w * ({u}k - {u}b + 1) if {u}w < {_MOST >> 10} else 0 - 1"]
            lines.append(f"    M[{self.ways_at} + {u}i] = {u}w")
        return lines

    def classes(self, grouped: bool) -> str:
        """How many classes of equal pieces the pool `d` has; they are put down at `ids`, `starts`."""
        low, u = self.low, self.u
        groups = [p.group for p in low.program.layout.pieces]
        firsts = [k for k, g in enumerate(groups) if k == 0 or g != groups[k - 1]]
        if not grouped or len(firsts) != len(set(groups)):
            return f"classes_of({u}d, {self.ids}, {self.starts}, {int(grouped)})"
        if "RUN" not in low.tables:  # equal pieces lie side by side, so one look at each piece is enough
            low.tables["RUN"] = tuple(groups)
            low._late.append("""
def runs_of(pool: set, ids: int, starts: int) -> int:
    n = 0
    k = 0
    last = -1
    for p in bits(pool):
        if RUN[p] != last:
            last = RUN[p]
            M[starts + n] = k
            n += 1
        M[ids + k] = p
        k += 1
    M[starts + n] = k
    return n""")
        return f"runs_of({u}d, {self.ids}, {self.starts})"

    def kept(self, head: list[str], keys: list[str], walk: list[str]) -> tuple[list[str], list[str]]:
        """A walk that is left out where the number of choices for the same pool and the same numbers is still known."""
        u, L = self.u, self.limbs
        keys = [x for x in keys if not x.isdigit()]
        size, pool = L + len(keys) + 1, self.low.scratch.take(L)
        first = self.low.scratch.take(size << _KEPT_BITS)
        # The parts are spread each by a factor of its own, so that none waits for another.
        parts = [*(f"M[{pool} + {k}]" for k in range(L)), *keys]
        spread = parts[0]
        for k, text in enumerate(parts[1:], 1):
            spread = f"wadd({spread}, wmul({text}, {_SPREAD * (2 * k + 1) % (1 << 63) | 1}))"
        head = [*head, f"store({pool}, {u}d)", f"{u}h = {spread}"]
        head.append(f"{u}h = {first} + {size} * shr(wmul({u}h ^ shr({u}h, 29), {_SPREAD}), {64 - _KEPT_BITS})")
        known = "".join(f" and M[{u}h + {L + k}] == {text}" for k, text in enumerate(keys))
        head += [f"{u}w = 0 - 1", f"if M[{u}h + {size - 1}] != 0 and load({u}h) == {u}d{known}:"]
        head += [
            f"    {u}w = M[{u}h + {size - 1}] - 1",
            f"if {u}w >= 0 and (wanted < n or wanted >= n + {u}w):",
            f"    n += {u}w",
            "else:",
        ]
        lines = [f"{u}was = n", *walk, f"store({u}h, {u}d)", *(f"M[{u}h + {L + k}] = {text}" for k, text in enumerate(keys))]
        return head, ["    " + line for line in (*lines, f"M[{u}h + {size - 1}] = n - {u}was + 1")]

    def begin(self, name: str | None) -> list[str]:
        """The head of the walk; `name` is the set so far, where somebody asks for it."""
        u = self.u
        lines = [f"{u}m = 0", f"{u}i = 0", f"{u}on = 1", *(f"{u}t{k} = 0" for k in range(self.sums))]
        if name is not None:
            lines.append(f"{name} = K(0)")
        return [*lines, f"while {u}on == 1:"]

    def deeper(self) -> list[str]:
        """On to the next class, none of it taken."""
        u = self.u
        return [
            f"M[{self.counts} + {u}i] = 0",
            f"M[{self.sizes} + {u}i] = {u}m",
            *(f"M[{self.before[k]} + {u}i] = {u}t{k}" for k in range(self.sums)),
            f"{u}i += 1",
            "continue",
        ]

    def taken(self, name: str, stored: list[str], fault: int) -> list[str]:
        """All below this point are choices: they are counted; if the wanted one is among them it is put together and stored."""
        u = self.u
        piece = f"M[{self.ids} + M[{self.starts} + {u}j] + {u}x]"
        return [
            f"{u}w = M[{self.ways_at} + {u}i]",
            f"if {u}w < 0:",
            f"    fault({fault})",
            "    return n",
            f"if wanted < n or wanted >= n + {u}w:",
            f"    n += {u}w",
            "else:",
            f"    {name} = K(0)",
            f"    for {u}j in range({u}i):",
            f"        for {u}x in range(M[{self.counts} + {u}j]):",
            f"            {name} = {name} | bit({piece})",
            f"    {u}k = wanted - n",
            f"    {u}j = {u}c",
            f"    while {u}j > {u}i:",
            f"        {u}j -= 1",
            f"        {u}b = M[{self.starts} + {u}j + 1] - M[{self.starts} + {u}j] + 1",
            f"        for {u}x in range({u}k % {u}b):",
            f"            {name} = {name} | bit({piece})",
            f"        {u}k = {u}k // {u}b",
            *("    " + line for line in stored),
            "    return n",
        ]

    def back(self, name: str | None) -> list[str]:
        """One more of the last class that has one, or further back."""
        u = self.u
        lines = [
            f"{u}go = 1",
            f"while {u}go == 1:",
            f"    {u}i -= 1",
            f"    if {u}i < 0:",
            f"        {u}on = 0",
            f"        {u}go = 0",
            "    else:",
            f"        {u}k = M[{self.counts} + {u}i]",
            f"        {u}b = M[{self.starts} + {u}i] + {u}k",
            f"        if {u}b < M[{self.starts} + {u}i + 1] and {u}m < {u}hi:",
        ]
        if name is not None:
            lines.append(f"            {name} = {name} | bit(M[{self.ids} + {u}b])")
        lines += [
            *(f"            {u}t{k} += M[{self.weights[k]} + {u}b]" for k in range(self.sums)),
            f"            M[{self.counts} + {u}i] = {u}k + 1",
            f"            {u}m += 1",
            f"            {u}i += 1",
            f"            {u}go = 0",
            "        else:",
        ]
        if name is not None:
            lines += [
                f"            for {u}j in range({u}k):",
                f"                {name} = andnot({name}, bit(M[{self.ids} + {u}b - 1 - {u}j]))",
            ]
        lines += [
            *(f"            {u}t{k} = M[{self.before[k]} + {u}i]" for k in range(self.sums)),
            f"            {u}m = M[{self.sizes} + {u}i]",
        ]
        return ["    " + line for line in lines]

"""The text that goes through all parts of a pool in order: a walk over its classes of equal pieces that keeps sums as it goes.

At a point of the walk the classes before `i` are decided; `m` pieces are taken so far and `t0`, `t1`, … are their sums. What is
still to come can add at least `down` and at most `up` to a sum. In: names and places in the scratch. Out: lines of the lowered form.
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
    """One walk; its locals begin with `u`. The pool's pieces lie at `ids`, class by class; `starts` has where each class begins."""

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

    def weigh(self, k: int, value: str) -> list[str]:
        """What each piece (`x`) adds to a sum, and what all from a class on can add."""
        u, up, down = self.u, self.up[k], self.down[k]
        return [
            f"{u}i = {u}c",
            f"M[{up} + {u}c] = 0",
            f"M[{down} + {u}c] = 0",
            f"while {u}i > 0:",
            f"    {u}i -= 1",
            f"    {u}a = M[{up} + {u}i + 1]",
            f"    {u}b = M[{down} + {u}i + 1]",
            f"    for {u}j in range(M[{self.starts} + {u}i], M[{self.starts} + {u}i + 1]):",
            f"        {u}x = M[{self.ids} + {u}j]",
            f"        {u}v = {value}",
            f"        M[{self.weights[k]} + {u}j] = {u}v",
            f"        if {u}v >= 0:",
            f"            {u}a += {u}v",
            "        else:",
            f"            {u}b += {u}v",
            f"    M[{up} + {u}i] = {u}a",
            f"    M[{down} + {u}i] = {u}b",
        ]

    def ways(self) -> list[str]:
        """How many parts there are of all classes from each on; -1 where that is no number for a word."""
        u, at = self.u, self.ways_at
        return [
            f"{u}i = {u}c",
            f"{u}w = 1",
            f"M[{at} + {u}c] = 1",
            f"while {u}i > 0:",
            f"    {u}i -= 1",
            f"    {u}k = M[{self.starts} + {u}i + 1] - M[{self.starts} + {u}i] + 1",
            f"    if {u}w > 0:",
            f"        {u}w = {u}w * {u}k if {u}w < {_MOST >> 10} else 0 - 1",
            f"    M[{at} + {u}i] = {u}w",
        ]

    def kept(self, head: list[str], keys: list[str], walk: list[str]) -> tuple[list[str], list[str]]:
        """A walk that is left out where the number of choices for the same pool and the same numbers is still known."""
        u, L = self.u, self.limbs
        size, pool = L + len(keys) + 1, self.low.scratch.take(L)
        first = self.low.scratch.take(size << _KEPT_BITS)
        head = [*head, f"store({pool}, {u}d)", f"{u}h = M[{pool}]"]
        for text in (*(f"M[{pool} + {k}]" for k in range(1, L)), *keys):
            head.append(f"{u}h = wmul({u}h ^ shr({u}h, 32), {_SPREAD}) ^ {text}")
        head.append(f"{u}h = {first} + {size} * shr(wmul({u}h ^ shr({u}h, 32), {_SPREAD}), {64 - _KEPT_BITS})")
        known = " and ".join(f"M[{u}h + {L + k}] == {text}" for k, text in enumerate(keys))
        head += [f"{u}w = 0 - 1", f"if M[{u}h + {size - 1}] != 0 and load({u}h) == {u}d and {known}:"]
        head += [f"    {u}w = M[{u}h + {size - 1}] - 1", f"if {u}w >= 0 and (wanted < n or wanted >= n + {u}w):", f"    n += {u}w", "else:"]
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

"""From block to block: handlers, the loop, the way in from outside, random play."""

from __future__ import annotations

from math import prod

from fuero.engine.chance import word_key
from fuero.engine.emit_terms import python_name
from fuero.native.decisions import Decisions
from fuero.program import nodes as P
from fuero.program.layout import ASKING, DECISIONS, OUTCOME, PC, PENDING


class Running(Decisions):
    """Says what runs a match."""

    def _handlers(self) -> None:
        """`handle(back, since)`: runs the handler of the first thing that waits behind the first `since`."""
        queue = self.memory.words[8].at
        out = [
            "def handle(back: int, since: int) -> int:",
            f"    e = M[{queue} + 1 + since]",
            "    k = since + 1",
            f"    while k < M[{queue}]:",
            f"        M[{queue} + k] = M[{queue} + 1 + k]",
            "        k += 1",
            f"    M[{queue}] -= 1",
            f"    M[{queue} + 1 + M[{queue}]] = 0",
            "    number = (e & 4095) - 1",
            "    piece = (shr(e, 12) & 65535) - 1",
            "    index = shr(e, 28) & 65535",
            "    where = (shr(e, 44) & 1048575) - 1",
        ]
        for n, u in enumerate(self.program.upons):
            family = self.families[u.family]
            target = self.routines[u.routine]
            out.append(f"    if number == {n}:")
            values = ["piece"]
            below = prod(family.sizes)
            for size, bound in zip(family.sizes, u.keys, strict=True):
                below //= size
                if bound:
                    values.append(f"(index // {below}) % {size}")
            if u.cell:
                values.append("where")
            if target.pauses:
                frame = self.frame(target)
                for p, text in zip(("you", *target.params), ["0 - 1", *values], strict=True):
                    out.append("        " + self._set(frame.names[p], text, "int"))
                out += [f"        M[{self._word(target.back)}] = back", f"        return {self.entry[target.name]}"]
            else:
                out.append(f"        R_{python_name(target.name)}({', '.join(['0 - 1', *values])})")
                out += [f"        if M[{self.scratch.stop}] != 0:", "            return 0 - 3", "        return back"]
        out.append("    return back")
        self._say(*out)

    def _running(self, blocks: list[int]) -> None:
        if self.program.upons:
            self._handlers()
        pc, outcome, pending = self._word(PC), self._word(OUTCOME), self._word(PENDING)
        stop, fault = self.scratch.stop, self.scratch.fault
        out = ["def dispatch(pc: int) -> int:"]
        for b in blocks:
            out += [f"    if pc == {b}:", f"        return B_{b}()"]
        out.append("    return 0 - 2")
        out += [
            "def run(pc: int) -> None:",
            f"    M[{stop}] = 0",
            "    while pc >= 0:",
            "        pc = dispatch(pc)",
            f"        if M[{stop}] != 0:",
            f"            pc = M[{stop}] - 1",
            f"            M[{stop}] = 0",
            f"        if M[{fault}] != 0:",
            "            return",
            f"    if M[{outcome}] == 0 and M[{self._word(DECISIONS)}] >= {self.program.cap}:",
            f"        M[{outcome}] = 2",
            f"        M[{pending}] = 0",
            "def start() -> None:",
            f"    M[{fault}] = 0",
            "    fresh_boards()",
            f"    M[{pc}] = 0",
            "    run(0)",
            "def count(who: int) -> int:",
        ]
        for number in self.asks:
            out += [f"    if M[{self._word(ASKING)}] == {number}:", f"        return count_{number}(who)"]
        out += ["    return 0", "def nth(who: int, k: int) -> None:"]
        for number in self.asks:
            out += [f"    if M[{self._word(ASKING)}] == {number}:", f"        nth_{number}(who, k)", "        return"]
        out += [
            "    return",
            "def apply(who: int, chosen: int) -> None:",
            f"    M[{self._word(DECISIONS)}] += 1",
            "    pc = 0 - 1",
        ]
        out.append(f"    M[{stop}] = 0")
        out.append("    asking = M[" + self._word(ASKING) + "]")
        for number in self.asks:
            out += [f"    if asking == {number}:", f"        pc = apply_{number}(who, chosen)"]
        out += [
            f"    if M[{stop}] != 0:",
            f"        pc = M[{stop}] - 1",
            f"        M[{stop}] = 0",
            "    many = 0",
        ]
        for number, (step, *_rest) in self.asks.items():
            if isinstance(step, P.AskMany):
                out += [f"    if asking == {number}:", "        many = 1"]
        out += [
            "    if many == 1 and pc == 0 - 1:",
            "        return",
            f"    M[{pc}] = pc",
            "    run(pc)",
            "def declines(asking: int) -> int:",
        ]
        for number, (step, *_rest) in self.asks.items():
            if step.decline:
                out += [f"    if asking == {number}:", "        return 1"]
        player = word_key("player")
        player = player - (1 << 64) if player >> 63 else player
        out += [
            "    return 0",
            "def decide(who: int, w: int) -> None:",
            "    total = count(who)",
            f"    passes = declines(M[{self._word(ASKING)}])",
            "    may = passes",
            "    if total == 0:",
            "        passes = 1",
            "    k = mulhi(w, total + passes)",
            "    if k < total:",
            "        nth(who, k)",
            "        apply(who, 0)",
            "    else:",
            f"        M[{self.scratch.offer}] = -1",
            "        apply(who, 1 if may == 1 and total > 0 else 0)",
            "def playout(player_seed: int) -> None:",
            f"    clear({self.scratch.numbers}, {self.program.layout.players})",
            f"    while M[{outcome}] == 0 and M[{fault}] == 0:",
            f"        who = ctz(M[{pending}])",
            f"        decide(who, H(player_seed, {player}, who, M[{self.scratch.numbers} + who]))",
            f"        M[{self.scratch.numbers} + who] += 1",
        ]
        self._say(*out)

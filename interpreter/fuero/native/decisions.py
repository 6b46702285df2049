"""Questions: who is offered what, how many moves there are, what a move sets going."""

from __future__ import annotations

from fuero.engine.emit_terms import python_name
from fuero.native.base import Env, written
from fuero.native.cells import Cells
from fuero.native.typing_ import AREAS
from fuero.program import nodes as P
from fuero.program.layout import PENDING, REAL


class Decisions(Cells):
    """Says questions."""

    def _offered(self, number: int) -> list[tuple[str, str, str, int]]:
        """For each offer of a question: its condition, the values handed over, whom it is for, its menu's number."""
        step, r, env, _, _, _ = self.asks[number]
        var = step.var if isinstance(step, P.AskMany) else ""
        asked = env.also(you=("who", "int"))
        if var:
            asked = asked.also(**{var: ("who", "int")})
        found = []
        names = list(self.menus)
        for o in step.offers:
            menu = self.menus[o.menu]
            kinds = self.kinds.menu(o.menu)
            when = self.flag(o.when, asked) if o.when is not None else ""
            plain = o.you is not None
            you = self.want(o.you, "int", env) if o.you is not None else "who"
            args = ""
            for a, p in zip(o.args, menu.params, strict=True):
                here = asked if not plain or (isinstance(a, P.Local) and a.name == var) else env
                args += f", {self.want(a, kinds[p], here)}"
            found.append((when, args, you, names.index(o.menu)))
        return found

    def _asking(self) -> None:
        for number, (step, _, _, _, _, _) in self.asks.items():
            self.rule = step.path
            offered = self._offered(number)
            out = [f"def any_{number}(who: int) -> int:"]
            for when, args, you, menu in offered:
                pad = "    "
                if when:
                    out.append(f"    if {when}:")
                    pad += "    "
                out += [f"{pad}if E_{menu}({you}{args}, -1) > 0:", f"{pad}    return 1"]
            out.append("    return 0")
            out += [f"def count_{number}(who: int) -> int:", "    total = 0"]
            for j, (when, args, you, menu) in enumerate(offered):
                at = self.scratch.offered + j
                out.append(f"    M[{at}] = 0")
                pad = "    "
                if when:
                    out.append(f"    if {when}:")
                    pad += "    "
                out += [f"{pad}M[{at}] = E_{menu}({you}{args}, -1)", f"{pad}total += M[{at}]"]
            out.append("    return total")
            out.append(f"def nth_{number}(who: int, k: int) -> None:")
            for j, (_, args, you, menu) in enumerate(offered):
                at = self.scratch.offered + j
                out += [
                    f"    if k < M[{at}]:",
                    f"        M[{self.scratch.offer}] = {j}",
                    f"        E_{menu}({you}{args}, k)",
                    "        return",
                    f"    k -= M[{at}]",
                ]
            out += [f"    M[{self.scratch.offer}] = -1", "    return"]
            self._say(*out)
            self._launch(number, offered)

    def _launch(self, number: int, offered: list[tuple[str, str, str, int]]) -> None:
        """`apply_ask(who)`: performs the move at hand; gives the block to go on with."""
        step, r, env, resume, empty, declined = self.asks[number]
        out = [f"def apply_{number}(who: int, chosen: int) -> int:"]
        if isinstance(step, P.AskMany):
            first, stride = self._answer_word(number, 0), self._answer_stride(number)
            pending = self._word(PENDING)
            out += [
                f"    base = {first} + who * {stride}",
                f"    M[base] = 1 if M[{self.scratch.offer}] >= 0 else 2",
                f"    M[base + 1] = M[{self.scratch.offer}]",
                f"    if M[{self.scratch.offer}] >= 0:",
            ]
            for j, (_, _, _, menu) in enumerate(offered):
                fields = len(self.program.menus[menu].fields)
                out.append(f"        if M[{self.scratch.offer}] == {j}:")
                out.append(f"            copy(base + 2, {self.scratch.fields}, {fields * self.F})")
            out += [
                "    else:",
                "        store(base + 2, wide(chosen))",
                f"    M[{pending}] = M[{pending}] & ~(1 << who)",
                f"    if M[{pending}] != 0:",
                "        return -1",
                "    real = 0",
                f"    for w in range({self.program.layout.players}):",
                f"        base = {first} + w * {stride}",
                "        if M[base] == 1 or (M[base] != 0 and some(load(base + 2))):",
                "            real = 1",
                f"    M[{self._word(REAL)}] += real",
                f"    return {resume}",
            ]
            self._say(*out)
            if number in self.resolves:
                self._resolve(number, offered)
            return
        out += [
            f"    M[{self._word(PENDING)}] = 0",
            f"    if M[{self.scratch.offer}] < 0:",
        ]
        if step.decline:
            out += ["        if chosen == 1:", f"            M[{self._word(REAL)}] += 1", f"            return {declined}"]
        out += [f"        return {empty}", f"    M[{self._word(REAL)}] += 1"]
        for j, (_, args, you, menu) in enumerate(offered):
            out.append(f"    if M[{self.scratch.offer}] == {j}:")
            self._begin(self.program.menus[menu], args, you, r, env, resume, self.scratch.fields, out, "        ")
        out.append(f"    return {resume}")
        self._say(*out)

    def _begin(
        self,
        menu: P.Menu,
        args: str,
        you: str,
        r: P.Routine,
        env: Env,
        resume: int | str,
        fields: int | str,
        out: list[str],
        pad: str,
    ) -> None:
        """Launches what a move sets going, its fields lying from `fields` on."""
        kinds = self.kinds.menu(menu.name)
        values = []
        for k, f in enumerate(menu.fields):
            area = kinds[f.name] in AREAS
            values.append((f"{fields} + {k * self.F}", kinds[f.name]) if area else (f"load({fields} + {k * self.F})", "set"))
        if not menu.routine:
            out.append(pad + self._used(f"choice:{menu.name}"))
            for f, (value, kind) in zip(menu.fields, values, strict=True):
                out.append(pad + self._set(env.names[f.name], value, kind))
            out.append(f"{pad}return {resume}")
            return
        target = self.routines[menu.routine]
        given = [(you, "int")]
        parts = split_values(args)
        given += [(a, kinds[p]) for a, p in zip(parts, menu.params, strict=True)]
        given += values
        names = ("you", *target.params)
        if not target.pauses:
            texts = []
            for (text, kind), p in zip(given, names, strict=True):
                wanted = "int" if p == "you" else self.kinds.local(target.name, p)
                texts.append(text if kind == wanted else f"word({text})" if kind == "set" else f"wide({text})")
            out.append(f"{pad}R_{python_name(target.name)}({', '.join(texts)})")
            if self.kinds.unwinds(target.name):
                out += [f"{pad}if M[{self.scratch.stop}] != 0:", f"{pad}    return 0 - 3"]
            out.append(f"{pad}return {resume}")
            return
        frame = self.frame(target)
        for k, (text, kind) in enumerate(given):
            out.append(f"{pad}v{k}{written(kind)} = {text}")
        for k, ((_, kind), p) in enumerate(zip(given, names, strict=True)):
            out.append(pad + self._set(frame.names[p], f"v{k}{written(kind)}", kind))
        out += [f"{pad}M[{self._word(target.back)}] = {resume}", f"{pad}return {self.entry[target.name]}"]

    def _resolve(self, number: int, offered: list[tuple[str, str, str, int]]) -> None:
        """The first use among the answers of a window, cyclic from `start`."""
        step, r, env, _, _, _ = self.asks[number]
        again = self.resolves[number]
        first, stride = self._answer_word(number, 0), self._answer_stride(number)
        players = self.program.layout.players
        out = [
            f"def resolve_{number}(start: int, none: int, back: int) -> int:",
            "    if start < 0:",
            "        start = 0",
            f"    for turn in range({players}):",
            f"        who = (start + turn) % {players}",
            f"        base = {first} + who * {stride}",
            "        if M[base] == 1:",
            "            M[base] = 3",
        ]
        for j, (when, args, you, menu) in enumerate(offered):
            m = self.program.menus[menu]
            test = f"M[base + 1] == {j}" + (f" and {when}" if when else "")
            out.append(f"            if {test}:")
            pad = "                "
            if again:
                out.append(f"{pad}if legal_{number}_{j}(who, base + 2) == 1:")
                pad += "    "
            self._begin(m, args, you, r, env, "back", "base + 2", out, pad)
        out += ["    return none"]
        if again:
            for j, (_, args, you, menu) in enumerate(offered):
                fields = len(self.program.menus[menu].fields)
                self._say(
                    f"def legal_{number}_{j}(who: int, fields: int) -> int:",
                    f"    n = E_{menu}({you}{args}, -1)",
                    "    for k in range(n):",
                    f"        E_{menu}({you}{args}, k)",
                    "        same = 1",
                    *(
                        line
                        for i in range(fields)
                        for line in (
                            f"        if plane_same({self.scratch.fields + i * self.F}, fields + {i * self.F}, {self.F}) == 0:",
                            "            same = 0",
                        )
                    ),
                    "        if same == 1:",
                    "            return 1",
                    "    return 0",
                )
        self._say(*out)


def split_values(args: str) -> list[str]:
    """`, a, f(b, c)` → ["a", "f(b, c)"]."""
    parts, depth, part = [], 0, ""
    for ch in args[2:] if args.startswith(", ") else args:
        if ch == "," and depth == 0:
            parts.append(part.strip())
            part = ""
            continue
        depth += ch in "(["
        depth -= ch in ")]"
        part += ch
    if part.strip():
        parts.append(part.strip())
    return parts

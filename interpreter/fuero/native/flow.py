"""Routines → functions; what can pause is cut into blocks, each of which gives the number of the next."""

from __future__ import annotations

from fuero.engine.emit_terms import python_name
from fuero.native.base import Env, written
from fuero.native.steps import Steps
from fuero.native.typing_ import AREAS
from fuero.program import nodes as P
from fuero.program.layout import ANSWER_WORDS, ASKING, OUTCOME, OUTCOME_RULE, PENDING

KEPT = ("board", *AREAS)
"""Kinds of values that are copied where they are kept."""


class Flow(Steps):
    """Says routines."""

    @staticmethod
    def _cuts(step: P.Step) -> bool:
        return isinstance(step, (P.Enter, P.AskOne, P.AskMany)) or (isinstance(step, P.Handle) and step.pauses)

    def _numbering(self) -> None:
        number = 3
        for r in self.program.routines:
            if not r.pauses:
                continue
            self.entry[r.name] = number
            number += 1
            for step in r.code:
                if isinstance(step, P.Label):
                    self.label_at[r.name, step.number] = number
                    number += 1
                elif self._cuts(step):
                    number += 2 if isinstance(step, P.Handle) else 1
                elif isinstance(step, P.Resolve):
                    number += 2
        self.blocks = number

    def _flow(self) -> list[int]:
        entry, routines = self.entry, self.routines
        setup, play, end = (f"procedure:{n}" for n in ("setup", "play", "end"))
        for at, (name, then) in enumerate(((setup, 1), (play, 2))):
            self._say(f"def B_{at}() -> int:", f"    M[{self._word(routines[name].back)}] = {then}", f"    return {entry[name]}")
        self._say("def B_2() -> int:", f"    return {entry[end]}")
        made = [0, 1, 2]
        for r in self.program.routines:
            self.rule = r.name.partition(":")[2]
            if r.pauses:
                made += self._blocks(r)
            else:
                self._plain(r)
        return made

    def _plain(self, r: P.Routine) -> None:
        env = {}
        for p in (*r.locals, "you", *r.params):
            kind = self.kinds.local(r.name, p)
            env[p] = (self.room(kind) if kind in KEPT else f"l_{python_name(p)}", kind)
        params = ", ".join(f"l_{python_name(p)}: {written(env[p][1])}" for p in dict.fromkeys(("you", *r.params)))
        out = [f"def R_{python_name(r.name)}({params}) -> None:"]
        out.append(f"    {self._used(r.name)}")
        given = {"you", *r.params}
        for p in r.params:
            if env[p][1] in KEPT:
                out.append("    " + self._set(env[p], f"l_{python_name(p)}", env[p][1]))
        for p in r.locals:
            if p not in given and env[p][1] in KEPT:
                out.append("    " + self._set(env[p], "0", "int"))
            elif p not in given:
                out.append(f"    {env[p][0]} = {'K(0)' if env[p][1] == 'set' else '0'}")
        self._structured(r.code, Env(env), 1, r, out)
        out.append("    return")
        self._say(*out)

    def _blocks(self, r: P.Routine) -> list[int]:
        env = self.frame(r)
        number = self.entry[r.name]
        made = [number]
        out = [f"def B_{number}() -> int:", f"    {self._used(r.name)}"]

        def begin(at: int) -> None:
            nonlocal out
            self._say(*out)
            out = [f"def B_{at}() -> int:"]
            made.append(at)

        for step in r.code:
            if isinstance(step, P.Label):
                out.append(f"    return {number + 1}")
                number += 1
                begin(number)
                continue
            if isinstance(step, (P.Resolve, P.Handle)) and not (isinstance(step, P.Handle) and not step.pauses):
                number += 1
                out.append(f"    return {number}")
                begin(number)
                self._again(step, env, r, number, out)
                number += 1
                begin(number)
                continue
            self._step(step, env, r, number, out)
            if self._cuts(step):
                number += 1
                begin(number)
        out.append(f"    return M[{self._word(r.back)}]")
        self._say(*out)
        return made

    def _again(self, step: P.Resolve | P.Handle, env: Env, r: P.Routine, number: int, out: list[str]) -> None:
        if isinstance(step, P.Handle):
            since = self.want(step.since, "int", env)
            out += [f"    if M[{self.memory.words[8].at}] <= {since}:", f"        return {number + 1}"]
            out.append(f"    return handle({number}, {since})")
            self.handles = True
            return
        start = self.want(step.start, "int", env) if step.start is not None else "0"
        back = number if step.again else number + 1
        none = self.label_at[r.name, step.none]
        out.append(f"    return resolve_{step.ask}({start}, {none}, {back})")
        self.resolves[step.ask] = step.again

    def _step(self, step: P.Step, env: Env, r: P.Routine, number: int, out: list[str]) -> None:
        match step:
            case P.Branch(condition, otherwise):
                out += [f"    if not {self.flag(condition, env)}:", f"        return {self.label_at[r.name, otherwise]}"]
            case P.Jump(to):
                out.append(f"    return {self.label_at[r.name, to]}")
            case P.Return():
                out.append(f"    return M[{self._word(r.back)}]")
            case P.Enter(routine, args, you):
                self._enter(self.routines[routine], args, you, env, number + 1, out)
            case P.Next(rest, var, start, empty) if env.names[rest][1] in AREAS:
                at, n = env.names[rest][0], self.words_of(env.names[rest][1])
                out += [f"    if plane_some({at}, {n}) == 0:", f"        return {self.label_at[r.name, empty]}"]
                first = "0" if start is None else self.want(start, "int", env)
                out += [f"    x = area_next({at}, {first}, {n})", f"    area_put({at}, x, 0, {n})"]
                out.append("    " + self._set(env.names[var], "x", "int"))
            case P.Next(rest, var, start, empty):
                out.append(f"    rest = {self.want(P.Local(rest), 'set', env)}")
                out += ["    if not some(rest):", f"        return {self.label_at[r.name, empty]}"]
                out.append(
                    "    x = low(rest)" if start is None else f"    x = cyclic_first(rest, {self.want(start, 'int', env)})"
                )
                out.append("    " + self._set(env.names[rest], "andnot(rest, bit(x))", "set"))
                out.append("    " + self._set(env.names[var], "x", "int"))
            case P.Round(counter, most, reset):
                word, real = env.names[counter][0], env.names[counter + "-real"][0]
                if reset:
                    out.append(f"    {word} = 0")
                else:
                    out.append(f"    {word} += 1")
                    if most is not None:
                        code = self._fault(self.rule, "a loop went round more often than the rules say")
                        out += [f"    if {word} > {self.want(most, 'int', env)}:", f"        fault({code})"]
                    out.append(f"    {real} = idle({real})")
                    out += [f"    if M[{self.scratch.stop}] != 0:", "        return 0 - 2"]
            case P.AskOne():
                self._ask_one(step, env, r, number, out)
            case P.AskMany():
                self._ask_many(step, env, r, number, out)
            case P.Answers():
                self._answers(step, env, r, out)
            case P.Finish(rule):
                out += [f"    M[{self._word(OUTCOME_RULE)}] = {self._rule(rule)}", f"    return {self.entry['procedure:end']}"]
            case P.Leave(within):
                _, routine, label = self.program.withins[within]
                out.append(f"    return {self.label_at[routine, label]}")
            case P.WithinMark(within, inside, since):
                for k in (within, *inside):
                    out.append(f"    M[{self._word(self.program.withins[k][0])}] = 0")
                if since is not None and self.program.upons:
                    queue = self.memory.words[8].at
                    text = self.want(since, "int", env)
                    out += [f"    if M[{queue}] > {text}:", f"        M[{queue}] = {text}"]
            case P.Stop():
                out += [f"    M[{self._word(OUTCOME)}] = 1", f"    M[{self._word(PENDING)}] = 0", "    return 0 - 2"]
            case P.Fault(message):
                out.append(f"    fault({self._fault(self.rule, message)})")
            case _:
                self._structured((step,), env, 1, r, out)

    def _enter(self, target: P.Routine, args: tuple[P.Term, ...], you: P.Term, env: Env, back: int, out: list[str]) -> None:
        if not target.pauses:
            out += self._run(target, args, you, env, "    ")
            out.append(f"    return {back}")
            return
        names = ("you", *target.params)
        frame = self.frame(target)
        values = [(you, "you"), *zip(args, target.params, strict=True)]
        for k, (term, p) in enumerate(values):
            out.append(f"    v{k} = {self.handed(term, frame.names[p][1], env)}")
        for k, p in enumerate(names):
            out.append("    " + self._set(frame.names[p], f"v{k}", frame.names[p][1]))
        out += [f"    M[{self._word(target.back)}] = {back}", f"    return {self.entry[target.name]}"]

    def _ask_one(self, step: P.AskOne, env: Env, r: P.Routine, number: int, out: list[str]) -> None:
        empty, declined = self.label_at[r.name, step.empty], self.label_at[r.name, step.declined]
        self.asks[step.number] = (step, r, env, number + 1, empty, declined)
        out.append(f"    who = {self.want(step.who, 'int', env)}")
        out += ["    if who < 0:", f"        fault({self._fault(step.path, 'nobody is there to be asked')})", "        who = 0"]
        if not step.private:
            out += [f"    if any_{step.number}(who) == 0:", f"        return {empty}"]
        out += [f"    M[{self._word(ASKING)}] = {step.number}", f"    M[{self._word(PENDING)}] = 1 << who", "    return -1"]

    def _answer_word(self, ask: int, k: int) -> int:
        return self.memory.words[self.answers[ask] + k].at

    def _answer_stride(self, ask: int) -> int:
        base = self.answers[ask]
        return 2 + (ANSWER_WORDS - 2) * self.F if self.program.layout.players > 1 else self.memory.words[base].size

    def _ask_many(self, step: P.AskMany, env: Env, r: P.Routine, number: int, out: list[str]) -> None:
        self.asks[step.number] = (step, r, env, number + 1, number + 1, number + 1)
        words = self.program.layout.players * self._answer_stride(step.number)
        out.append(f"    clear({self._answer_word(step.number, 0)}, {words})")
        out += [
            f"    M[{self._word(ASKING)}] = {step.number}",
            f"    M[{self._word(PENDING)}] = word({self.want(step.who, 'set', env)})",
        ]
        out.append("    return -1")

    def _answers(self, step: P.Answers, env: Env, r: P.Routine, out: list[str]) -> None:
        first, stride = self._answer_word(step.ask, 0), self._answer_stride(step.ask)
        out.append(f"    for w in range({self.program.layout.players}):")
        out.append(f"        if M[{first} + w * {stride}] == 1:")
        out.append("            " + self._set(env.names[step.var], "w", "int"))
        for i, f in enumerate(step.fields):
            at = f"{first} + w * {stride} + {2 + i * self.F}"
            kind = env.names[f][1] if env.names[f][1] in AREAS else "set"
            out.append("            " + self._set(env.names[f], at if kind in AREAS else f"load({at})", kind))
        self._structured(step.body, env, 3, r, out)
        for f in step.fields:
            out.append("    " + self._set(env.names[f], "K(0)" if env.names[f][1] == "set" else "0", env.names[f][1]))
        out.append(f"    clear({first}, {self.program.layout.players * stride})")

"""Steps of code that never pauses: loops, conditions, moves, points."""

from __future__ import annotations

from fuero.engine.chance import word_key
from fuero.engine.emit_terms import python_name
from fuero.engine.ranks import parse_ties
from fuero.native.base import Env, Uncovered
from fuero.native.terms import Terms
from fuero.native.typing_ import AREAS
from fuero.program import nodes as P
from fuero.program.layout import EVENTS, OUTCOME_RULE

WAYS = {"share down": 0, "share up": 1, "slide": 2, "full": 3, "full up": 4, "nobody": 5}


class Steps(Terms):
    """Says steps."""

    def _rule(self, name: str) -> int:
        if name not in self.rules:
            self.rules.append(name)
        return self.rules.index(name)

    def frame(self, r: P.Routine) -> Env:
        """Where the locals of a routine that can pause are kept."""
        names = {}
        for i, p in enumerate(r.locals):
            word = self.memory.words[r.frame + i]
            if word.form in ("area", "board"):
                names[p] = (str(word.at), self.kinds.local(r.name, p))
            else:
                names[p] = (f"load({word.at})", "set") if word.form == "set" else (f"M[{word.at}]", "int")
        return Env(names)

    def room(self, kind: str) -> str:
        """A place for a value that is more than a set."""
        return str(self.scratch.take(self.record if kind == "board" else self.words_of(kind)))

    def _set(self, target: tuple[str, str], text: str, kind: str) -> str:
        """A local gets a value of a kind."""
        place, have = target
        if have == "board":
            return f"board_keep({place}, {text})" if kind == "board" else f"clear({place}, {self.record})"
        if have in AREAS:
            n = self.words_of(have)
            return f"area_copy({place}, {text}, {n})" if kind in AREAS else f"clear({place}, {n})"
        if have == "set":
            value = text if kind == "set" else f"wide({text})"
            return f"store({place[5:-1]}, {value})" if place.startswith("load(") else f"{place} = {value}"
        return f"{place} = {text if kind != 'set' else f'word({text})'}"

    def _run(
        self, target: P.Routine, args: tuple[P.Term, ...], you: P.Term, env: Env, pad: str, after: str = "return -3"
    ) -> list[str]:
        given = [self.want(you, "int", env)]
        given += [self.handed(a, self.kinds.local(target.name, p), env) for a, p in zip(args, target.params, strict=True)]
        lines = [f"{pad}R_{python_name(target.name)}({', '.join(given)})"]
        if self.kinds.unwinds(target.name):
            lines += [f"{pad}if M[{self.scratch.stop}] != 0:", f"{pad}    {after.replace('-3', '0 - 3')}"]
        return lines

    def _structured(self, code: P.Code, env: Env, depth: int, r: P.Routine, out: list[str]) -> None:  # noqa: C901 - one case a step
        pad = "    " * depth
        leave = "return" if not r.pauses else "return 0 - 3"
        if not code:
            out.append(pad + "pass")
        for step in code:
            match step:
                case P.Store(target, value, low, high, name):
                    self._store(target, value, low, high, name, env, pad, out)
                case P.When(condition, then, otherwise):
                    out.append(f"{pad}if {self.flag(condition, env)}:")
                    self._structured(then, env, depth + 1, r, out)
                    if otherwise:
                        out.append(f"{pad}else:")
                        self._structured(otherwise, env, depth + 1, r, out)
                case P.Loop(domain=domain) if self.natural(domain, env) in AREAS:
                    self._area_loop(step, env, depth, r, out)
                case P.Loop(var, domain, start, where, body):
                    held = self.want(domain, "set", env)
                    name = self._fresh("d")
                    parts = [name]
                    out.append(f"{pad}{name} = {held}")
                    if start is not None:
                        out.append(f"{pad}{name}s = {self.want(start, 'int', env)}")
                        parts = [f"andnot({name}, under({name}s))", f"{name} & under({name}s)"]
                    for part in parts:
                        item = self._fresh("i")
                        out.append(f"{pad}for {item} in bits({part}):")
                        out.append(f"{pad}    {self._set(env.names[var], item, 'int')}")
                        inner = depth + 1
                        if where is not None:
                            out.append(f"{pad}    if {self.flag(where, env)}:")
                            inner += 1
                        self._structured(body, env, inner, r, out)
                case P.While(condition, until, most, body):
                    count = self._fresh("n")
                    out.append(f"{pad}{count} = 0")
                    test = self.flag(condition, env)
                    out.append(f"{pad}while {f'not {test}' if until else test}:")
                    out.append(f"{pad}    {count} += 1")
                    limit = self.want(most, "int", env) if most is not None else "100000"
                    code_ = self._fault(self.rule, "a loop went round more often than the rules say")
                    out += [f"{pad}    if {count} > {limit}:", f"{pad}        fault({code_})"]
                    out += [f"{pad}    if M[{self.scratch.fault}] != 0:", f"{pad}        {leave}"]
                    self._structured(body, env, depth + 1, r, out)
                case P.Cases(rule, branches):
                    for i, (_, when, body) in enumerate(branches):
                        out.append(f"{pad}{'if' if i == 0 else 'elif'} {self.flag(when, env)}:")
                        self._structured(body, env, depth + 1, r, out)
                    if branches:
                        out += [f"{pad}else:", f"{pad}    fault({self._fault(rule, 'none of the cases applies')})"]
                case P.Run(routine, args, you):
                    out += self._run(self.routines[routine], args, you, env, pad, leave)
                case P.Finish(rule):
                    out += [
                        f"{pad}M[{self._word(OUTCOME_RULE)}] = {self._rule(rule)}",
                        f"{pad}M[{self.scratch.stop}] = {self.entry['procedure:end'] + 1}",
                        pad + leave,
                    ]
                case P.Leave(within):
                    _, routine, label = self.program.withins[within]
                    out += [f"{pad}M[{self.scratch.stop}] = {self.label_at[routine, label] + 1}", pad + leave]
                case P.Return():
                    if depth > 1:
                        out.append(pad + "return")
                case P.Moment() | P.Tell() | P.RevealZone() | P.RevealVar():
                    out.append(pad + "pass")
                case P.Handle(since=since):
                    text = self.want(since, "int", env)
                    self.handles = True
                    out += [f"{pad}while M[{self.memory.words[8].at}] > {text}:", f"{pad}    handle(0, {text})"]
                    out += [f"{pad}    if M[{self.scratch.fault}] != 0 or M[{self.scratch.stop}] != 0:", f"{pad}        {leave}"]
                case _:
                    self._primitive(step, env, pad, out)

    def _store(
        self,
        target: P.Local | P.Load | P.LoadAt,
        value: P.Term,
        low: int | None,
        high: int | None,
        name: str,
        env: Env,
        pad: str,
        out: list[str],
    ) -> None:
        if isinstance(target, P.Load) and target.slot == EVENTS:
            out.append(f"{pad}clear({self._word(EVENTS)}, {self.memory.words[EVENTS].size})")
            return
        if isinstance(target, P.Local):
            place = env.names[target.name]
        elif self.kinds.word(target) in AREAS:
            place = (self.place_of(target, env), self.kinds.word(target))
        else:
            place = self.load(target, env)
        kind = place[1]
        text = self.handed(value, kind, env) if low is None else self.want(value, kind, env)
        if low is not None and high is not None and kind == "int" and low > -(1 << 62) and high < 1 << 62:
            code = self._fault(name, f"out of its range, {low} to {high}")
            text = f"guard({text}, {low}, {high}, {code})"
        out.append(pad + self._set(place, text, kind))

    def _area_loop(self, step: P.Loop, env: Env, depth: int, r: P.Routine, out: list[str]) -> None:
        """For each cell or join of an area that is fixed on entry."""
        pad, kind = "    " * depth, self.natural(step.domain, env)
        n, item = self.words_of(kind), self._fresh("i")
        held = self.scratch.take(n)
        joins = isinstance(step.domain, P.BuiltIn) and step.domain.name == "joins"
        out.append(f"{pad}area_copy({held}, {self.area(step.domain, kind, env)}, {n})")
        parts = [str(held)]
        if step.start is not None:
            start, rest = self._fresh("s"), self.scratch.take(n)
            out.append(f"{pad}{start} = {self.want(step.start, 'int', env)}")
            parts = [f"area_from({rest}, {held}, {start}, {k}, {n})" for k in (1, 0)]
        for part in parts:
            at = self._fresh("a")
            out.append(f"{pad}{at} = {part}")
            out += self.over(at, kind, item, [], pad)
            inner, deep = "    " * (depth + 2), depth + 2
            value = item
            if joins and step.start is None:
                assert isinstance(step.domain, P.BuiltIn)
                value = f"whole_join({self.want(step.domain.args[0], 'board', env)}, {item}, {self.wide})"
            out.append(inner + self._set(env.names[step.var], value, "int"))
            if step.where is not None:
                out.append(f"{inner}if {self.flag(step.where, env)}:")
                deep += 1
            self._structured(step.body, env, deep, r, out)

    def zone(self, ref: P.ZoneRef, env: Env) -> str:
        """A zone's number."""
        if ref.dynamic is not None:
            return self.want(ref.dynamic, "int", env)
        family = self.families[ref.family]
        if isinstance(ref.index, P.Const):
            return str(family.first + ref.index.value)
        return f"({family.first} + at({self.want(ref.index, 'int', env)}, {family.count}))"

    def _primitive(self, step: P.Step, env: Env, pad: str, out: list[str]) -> None:  # noqa: C901 - one case a step
        match step:
            case P.MovePieces(pieces, count, source, target):
                place = "-1"
                if target.cell is not None:
                    place = self.want(target.cell, "int", env)
                elif target.place is not None:
                    place = self.want(target.place, "int", env)
                src = self.zone(source, env) if source is not None else "-1"
                if count is not None:
                    out.append(f"{pad}move_some({self.want(count, 'int', env)}, {src}, {self.zone(target, env)}, {place})")
                else:
                    out.append(f"{pad}move({self.want(pieces, 'set', env)}, {src}, {self.zone(target, env)}, {place})")
            case P.DrawPieces(count, source, target):
                place = self.want(target.cell, "int", env) if target.cell is not None else "-1"
                out.append(
                    f"{pad}draw({self.want(count, 'int', env)}, {self.zone(source, env)}, {self.zone(target, env)}, {place})"
                )
            case P.ShuffleZone(zone):
                out.append(f"{pad}shuffle({self.zone(zone, env)})")
            case P.RestockZone(zone, source):
                out.append(f"{pad}restock({self.zone(zone, env)}, {self.zone(source, env)})")
            case P.SetMarks(family, index, at, on):
                marks = self.families[family]
                where = self.place_of(P.LoadAt(marks.base, index, marks.count, marks.stride), env)
                n = self.joins
                if at is None:
                    out.append(f"{pad}area_copy({where}, {self.area(on, 'joins', env)}, {n})")
                else:
                    place = self.want(at, "int", env)
                    out.append(f"{pad}area_put({where}, {place} & 1048575, 1 if {self.flag(on, env)} else 0, {n})")
                board = self._board(marks.on, index, env)
                out.append(f"{pad}stamp({board}, {self.wide})")
            case P.ScoreLine(points, who):
                out.append(pad + self._scoring(step.rule))
                out.append(f"{pad}score({self.want(points, 'int', env)}, {self.want(who, 'int', env)})")
            case P.RankScore():
                self._ranks(step, env, pad, out)
            case P.Pick(target, domain, rule):
                key = word_key(rule)
                key = key - (1 << 64) if key >> 63 else key
                of, counter = self.natural(domain, env), self._word(self.rolls[rule])
                if of in AREAS:
                    text = f"area_pick({self.area(domain, of, env)}, {key}, {counter}, {self.words_of(of)})"
                else:
                    text = f"pick({self.want(domain, 'set', env)}, {key}, {counter})"
                out.append(pad + self._set(env.names[target.name], text, "int"))
            case _:
                raise Uncovered(type(step).__name__)

    def _ranks(self, step: P.RankScore, env: Env, pad: str, out: list[str]) -> None:
        n, w = self._fresh("n"), self._fresh("w")
        item = env.also(**{step.var: (w, "int")})
        scratch = self.scratch
        out += [f"{pad}{n} = 0", f"{pad}for {w} in bits({self.want(step.among, 'set', env)}):"]
        inner = pad + "    "
        if step.where is not None:
            out.append(f"{inner}if {self.flag(step.where, item)}:")
            inner += "    "
        out += [
            f"{inner}M[{scratch.who} + {n}] = {w}",
            f"{inner}M[{scratch.counts} + {n}] = {self.want(step.counting, 'int', item)}",
            f"{inner}{n} += 1",
        ]
        most = self.want(step.places, "int", env) if step.places is not None else "1000"
        ties = parse_ties(step.ties)
        out.append(pad + self._scoring(step.rule))
        pays, kind = self.term(step.pays, env)
        row, single = (pays, "0") if kind == "list" else ("-1", pays)
        minimum = self.want(step.minimum, "int", env)
        out.append(f"{pad}rank({n}, {minimum}, {row}, {single}, {most}, {WAYS[ties.first]}, {WAYS[ties.others]})")
        for _, points, to, when in step.bonuses:
            k, first, i = self._fresh("k"), self._fresh("f"), self._fresh("i")
            out += [f"{pad}{first} = 0", f"{pad}for {i} in range({n}):"]
            out += [f"{pad}    if M[{scratch.counts} + 64 + {i}] == 1:", f"{pad}        {first} += 1"]
            out.append(f"{pad}for {i} in range({n}):")
            test = f"M[{scratch.counts} + 64 + {i}] {'>= 1' if to == 'everybody' else '== 1'}"
            if to == "a sole first":
                test += f" and {first} == 1"
            out.append(f"{pad}    if {test}:")
            out.append(f"{pad}        {w} = M[{scratch.who} + {i}]")
            deeper = pad + "        "
            if when is not None:
                out.append(f"{deeper}if {self.flag(when, item)}:")
                deeper += "    "
            out.append(f"{deeper}{k} = {self.want(points, 'int', item)}")
            out.append(f"{deeper}score({k}, {w})")

"""Routines → Python functions. What never pauses is a plain function; what can pause is cut into blocks, each of which gives
the number of the next.

A block is `f(S, L) -> int`: S the words of the state, L the log or None. A negative number is a pause (-1) or the end (-2).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import prod

from fuero.engine.emit_terms import Namespace, Terms, python_name
from fuero.program import nodes as P
from fuero.program.layout import ANSWER_WORDS, ASKING, OUTCOME, OUTCOME_RULE, PENDING
from fuero.program.trees import walk


@dataclass
class AskInfo:
    """A question as the machine knows it."""

    number: int
    step: P.AskOne | P.AskMany
    routine: str
    many: bool
    resume: int = 0
    empty: int = 0
    declined: int = 0
    offers: str = ""
    fields: tuple[tuple[int, ...], ...] = ()
    answers: int = 0


@dataclass
class Code:
    """Text with the places its lines come from."""

    lines: list[str] = field(default_factory=list)

    def add(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)


class Flow:
    """Prints all routines of a program."""

    def __init__(self, space: Namespace, menu_numbers: dict[str, int]):
        self.space = space
        self.program = space.program
        self.routines = {r.name: r for r in self.program.routines}
        self.menu_numbers = menu_numbers
        self.code = Code()
        self.blocks: list[str] = []
        self.asks: dict[int, AskInfo] = {}
        self.entry: dict[str, int] = {}
        self.label_at: dict[tuple[str, int], int] = {}
        self.rules: list[str] = []
        self.answers = dict(self.program.answers)
        self.vars = {v.name: v for v in self.program.layout.vars}
        self.kept: list[str] = []
        """Functions from the fields of secret answers to the values that are kept of them."""
        self.answering: tuple[int, str, tuple[str, ...]] | None = None
        self.rolls = dict(self.program.rolls)

    def all(self) -> str:
        pausing = [r for r in self.program.routines if r.pauses]
        number = 3  # 0 to 2 start setup, start play, end
        for r in pausing:
            number = self._number(r, number)
        self.blocks = [""] * number
        entry, routines = self.entry, self.routines
        setup, play, end = (f"procedure:{n}" for n in ("setup", "play", "end"))
        for at, (name, then) in enumerate(((setup, 1), (play, 2))):
            self.code.lines += [f"def B_{at}(S,L):", f"    S[{routines[name].back}] = {then}", f"    return {entry[name]}"]
        self.code.lines += ["def B_2(S,L):", f"    return {entry[end]}"]
        self.blocks[:3] = ["B_0", "B_1", "B_2"]
        for r in self.program.routines:
            if r.pauses:
                self._blocks(r)
            else:
                self._plain(r)
        self.code.lines.append(f"BLOCKS = [{','.join(self.blocks)}]")
        return "\n".join([*self.code.lines, *self.kept]) + "\n"

    # ------------------------------------------------------------ numbering

    @staticmethod
    def _cuts(step: P.Step) -> bool:
        """Does a new block begin after this step?"""
        return isinstance(step, (P.Enter, P.AskOne, P.AskMany)) or (isinstance(step, P.Handle) and step.pauses)

    def _number(self, r: P.Routine, number: int) -> int:
        """Gives numbers to a routine's blocks: its start, each label, each place after a pause (and before what may be done
        again).
        """
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
        return number

    def _rule(self, name: str) -> int:
        if name not in self.rules:
            self.rules.append(name)
        return self.rules.index(name)

    # ------------------------------------------------------------ routines

    def _plain(self, r: P.Routine) -> None:
        names = {p: f"l_{python_name(p)}" for p in (*r.locals, "you", *r.params)}
        head = "".join(f",{names[p]}" for p in r.params)
        self.code.add(0, f"def R_{python_name(r.name)}(S,L,{names['you']}{head}):")
        self._structured(r.code, Terms(self.space, names), 1, r)
        self.code.add(1, "return None")

    def _blocks(self, r: P.Routine) -> None:
        env = Terms(self.space, {p: f"S[{r.frame + i}]" for i, p in enumerate(r.locals)})
        number = self.entry[r.name]

        def begin(at: int) -> None:
            self.blocks[at] = f"B_{at}"
            self.code.add(0, f"def B_{at}(S,L):")

        begin(number)
        for step in r.code:
            if isinstance(step, P.Label):
                self.code.add(1, f"return {number + 1}")
                number += 1
                begin(number)
                continue
            if isinstance(step, (P.Resolve, P.Handle)) and not (isinstance(step, P.Handle) and not step.pauses):
                number += 1
                self.code.add(1, f"return {number}")
                begin(number)
                self._again(step, env, r, number)
                number += 1
                begin(number)
                continue
            self._step(step, env, r, number)
            if self._cuts(step):
                number += 1
                begin(number)
        self.code.add(1, f"return S[{r.back}]")

    def _again(self, step: P.Resolve | P.Handle, env: Terms, r: P.Routine, number: int) -> None:
        """Steps that come back to themselves."""
        if isinstance(step, P.Handle):
            since = env(step.since)
            self.code.add(1, f"if waiting(S) <= {since}:")
            self.code.add(2, f"return {number + 1}")
            self.code.add(1, f"return handle(S,L,{number},{since})")
            return
        start = env(step.start) if step.start is not None else "0"
        back = number if step.again else number + 1
        none = self.label_at[r.name, step.none]
        self.code.add(1, f"return resolve(S,L,{step.ask},{start},{none},{back},{step.again})")

    def _step(self, step: P.Step, env: Terms, r: P.Routine, number: int) -> None:
        """One step of a block (what follows a return is never reached, and harmless)."""
        add = self.code.add
        match step:
            case P.Branch(condition, otherwise):
                add(1, f"if not {env(condition)}:")
                add(2, f"return {self.label_at[r.name, otherwise]}")
            case P.Jump(to):
                add(1, f"return {self.label_at[r.name, to]}")
            case P.Return():
                add(1, f"return S[{r.back}]")
            case P.Enter(routine, args, you):
                self._enter(self.routines[routine], args, you, env, number + 1)
            case P.Next(rest, var, start, empty):
                add(1, f"rest = {env(P.Local(rest))}")
                add(1, "if not rest:")
                add(2, f"return {self.label_at[r.name, empty]}")
                add(1, "x = first(rest)" if start is None else f"x = cyclic_first(rest,{env(start)})")
                add(1, f"{env(P.Local(rest))} = rest & ~(1<<x)")
                add(1, f"{env(P.Local(var))} = x")
            case P.Round(counter, most, reset):
                word, real = env(P.Local(counter)), env(P.Local(counter + "-real"))
                if reset:
                    add(1, f"{word} = 0")
                else:
                    add(1, f"{word} += 1")
                    if most is not None:
                        add(1, f"if {word} > {env(most)}:")
                        add(2, f"fault({r.name.partition(':')[2]!r},'a loop went round more often than the rules say')")
                    add(1, f"{real} = idle(S,{real})")
            case P.AskOne():
                self._ask_one(step, env, r, number)
            case P.AskMany():
                self._ask_many(step, env, r, number)
            case P.Answers():
                self._answers(step, env, r)
            case P.Finish(rule):
                add(1, f"S[{OUTCOME_RULE}] = {self._rule(rule)}")
                add(1, f"return {self.entry['procedure:end']}")
            case P.Leave(within):
                _, routine, label = self.program.withins[within]
                add(1, f"return {self.label_at[routine, label]}")
            case P.WithinMark(within, inside, since):
                for k in (within, *inside):
                    add(1, f"S[{self.program.withins[k][0]}] = 0")
                if since is not None and self.program.upons:
                    add(1, f"drop_waiting(S,{env(since)})")
            case P.Stop():
                add(1, f"S[{OUTCOME}] = 1")
                add(1, f"S[{PENDING}] = 0")
                add(1, "return -2")
            case P.Fault(message):
                add(1, f"fault({r.name.partition(':')[2]!r},{message!r})")
            case _:
                self._structured((step,), env, 1, r)

    def _enter(self, target: P.Routine, args: tuple[P.Term, ...], you: P.Term, env: Terms, back: int) -> None:
        add = self.code.add
        if not target.pauses:
            add(1, f"R_{python_name(target.name)}(S,L,{env(you)}{''.join(',' + env(a) for a in args)})")
            add(1, f"return {back}")
            return
        values = [env(you), *(env(a) for a in args)]
        places = [f"S[{target.frame + target.locals.index(p)}]" for p in ("you", *target.params)]
        add(1, f"{','.join(places)}{',' if len(places) == 1 else ''} = {','.join(values)}{',' if len(places) == 1 else ''}")
        add(1, f"S[{target.back}] = {back}")
        add(1, f"return {self.entry[target.name]}")

    # ------------------------------------------------------------ questions

    def _offers(self, number: int, offers: tuple[P.Offer, ...], env: Terms, var: str) -> str:
        """A function (S, who) → [(menu, you, args, index)] of what is on offer now."""
        name = f"OFF_{number}"
        asked = env.with_names({"you": "who", **({var: "who"} if var else {})})
        self.code.add(0, f"def {name}(S,who):")
        self.code.add(1, "out = []")
        for i, o in enumerate(offers):
            depth = 1
            if o.when is not None:
                self.code.add(1, f"if {asked(o.when)}:")
                depth = 2
            plain = o.you is not None
            you = env(o.you) if o.you is not None else "who"
            args = "".join((asked if not plain or (isinstance(a, P.Local) and a.name == var) else env)(a) + "," for a in o.args)
            self.code.add(depth, f"out.append(({self.menu_numbers[o.menu]},{you},({args}),{i}))")
        self.code.add(1, "return out")
        return name

    def _frame(self, r: P.Routine, offers: tuple[P.Offer, ...]) -> tuple[tuple[int, ...], ...]:
        """For menus that fill this routine's locals: the words of their fields."""
        menus = {m.name: m for m in self.program.menus}
        found = []
        for o in offers:
            menu = menus[o.menu]
            found.append(tuple(r.frame + r.locals.index(f.name) for f in menu.fields) if not menu.routine else ())
        return tuple(found)

    def _ask_one(self, step: P.AskOne, env: Terms, r: P.Routine, number: int) -> None:
        add = self.code.add
        info = AskInfo(
            step.number, step, r.name, False, number + 1, self.label_at[r.name, step.empty], self.label_at[r.name, step.declined]
        )
        info.offers = f"OFF_{step.number}"
        info.fields = self._frame(r, step.offers)
        self.asks[step.number] = info
        add(1, f"who = {env(step.who)}")
        add(1, f"if who < 0: fault({step.path!r},'nobody is there to be asked')")
        if not step.private:
            add(1, f"if not something(S,{step.number},who):")
            add(2, f"if L is not None: nothing(L,who,{step.path!r})")
            add(2, f"return {info.empty}")
        add(1, f"S[{ASKING}] = {step.number}")
        add(1, f"S[{PENDING}] = 1<<who")
        add(1, "return -1")
        self._offers(step.number, step.offers, env, "")

    def _ask_many(self, step: P.AskMany, env: Terms, r: P.Routine, number: int) -> None:
        add = self.code.add
        base = self.answers[step.number]
        info = AskInfo(step.number, step, r.name, True, number + 1, number + 1, number + 1)
        info.offers, info.fields, info.answers = f"OFF_{step.number}", self._frame(r, step.offers), base
        self.asks[step.number] = info
        words = self.program.layout.players * ANSWER_WORDS
        add(1, f"S[{base}:{base + words}] = [0]*{words}")
        add(1, f"S[{ASKING}] = {step.number}")
        add(1, f"S[{PENDING}] = {env(step.who)}")
        add(1, "return -1")
        self._offers(step.number, step.offers, env, step.var)

    def _answers(self, step: P.Answers, env: Terms, r: P.Routine) -> None:
        add = self.code.add
        base = self.answers[step.ask]
        add(1, f"for w in range({self.program.layout.players}):")
        add(2, f"if S[{base}+w*{ANSWER_WORDS}] == 1:")
        add(3, f"{env(P.Local(step.var))} = w")
        for i, f in enumerate(step.fields):
            add(3, f"{env(P.Local(f))} = S[{base}+w*{ANSWER_WORDS}+{2 + i}]")
        self.answering = (step.ask, step.var, step.fields)
        self._structured(step.body, env, 3, r)
        self.answering = None
        for f in step.fields:  # nothing of the last answer stays behind
            add(1, f"{env(P.Local(f))} = 0")
        add(
            1, f"S[{base}:{base + self.program.layout.players * ANSWER_WORDS}] = [0]*{self.program.layout.players * ANSWER_WORDS}"
        )

    # ------------------------------------------------------------ structured code

    def _structured(self, code: P.Code, env: Terms, depth: int, r: P.Routine) -> None:  # noqa: C901 - one case a step
        add = self.code.add
        if not code:
            add(depth, "pass")
        for step in code:
            match step:
                case P.Store(target, value, low, high, name):
                    text = env(value)
                    if low is not None:
                        text = f"guard({text},{low},{high},{name!r})"
                    add(depth, f"{env(target)} = {text}")
                    if isinstance(target, (P.Load, P.LoadAt)) and name in self.vars and self.vars[name].sight != "open":
                        self._set_unseen(target, value, name, env, depth)
                case P.When(condition, then, otherwise):
                    add(depth, f"if {env(condition)}:")
                    self._structured(then, env, depth + 1, r)
                    if otherwise:
                        add(depth, "else:")
                        self._structured(otherwise, env, depth + 1, r)
                case P.Loop(var, domain, start, where, body):
                    source = f"bits({env(domain)})" if start is None else f"cyclic({env(domain)},{env(start)})"
                    item = self.space.fresh("i")
                    add(depth, f"for {item} in {source}:")
                    add(depth + 1, f"{env(P.Local(var))} = {item}")
                    inner = depth + 1
                    if where is not None:
                        add(inner, f"if {env(where)}:")
                        inner += 1
                    self._structured(body, env, inner, r)
                case P.While(condition, until, most, body):
                    count = self.space.fresh("n")
                    add(depth, f"{count} = 0")
                    add(depth, f"while {'not ' if until else ''}{env(condition)}:")
                    add(depth + 1, f"{count} += 1")
                    limit = env(most) if most is not None else "100000"
                    add(depth + 1, f"if {count} > {limit}:")
                    add(depth + 2, f"fault({r.name.partition(':')[2]!r},'a loop went round more often than the rules say')")
                    self._structured(body, env, depth + 1, r)
                case P.Cases(rule, branches):
                    for i, (_, when, body) in enumerate(branches):
                        add(depth, f"{'if' if i == 0 else 'elif'} {env(when)}:")
                        self._structured(body, env, depth + 1, r)
                    if branches:
                        add(depth, "else:")
                        add(depth + 1, f"fault({rule!r},'none of the cases applies')")
                case P.Run(routine, args, you):
                    add(depth, f"R_{python_name(routine)}(S,L,{env(you)}{''.join(',' + env(a) for a in args)})")
                case P.Finish(rule):
                    add(depth, f"raise Finished({self._rule(rule)})")
                case P.Leave(within):
                    _, routine, label = self.program.withins[within]
                    add(depth, f"raise Left({self.label_at[routine, label]})")
                case P.Return():
                    if depth > 1:
                        add(depth, "return None")
                case P.Moment(path):
                    add(depth, f"if L is not None: L.append(('step',{path!r}))")
                case P.Handle(since=since):
                    add(depth, f"while waiting(S) > {env(since)}: handle(S,L,0,{env(since)})")
                case _:
                    self._primitive(step, env, depth, r)

    def _set_unseen(self, target: P.Load | P.LoadAt, value: P.Term, name: str, env: Terms, depth: int) -> None:
        """A value that not everybody sees is set: memories must know that, and whose answer said what it is."""
        v = self.vars[name]
        index = (
            f"{env(target.index)}*{target.stride}+{target.base - v.base}"
            if isinstance(target, P.LoadAt)
            else str(target.slot - v.base)
        )
        known, answer = isinstance(value, P.Const), "None"
        if self.answering is not None:
            ask, var, fields = self.answering
            known, answer = False, f"({ask},{env(P.Local(var))},{self._of_answer(value, fields)!r})"
        self.code.add(depth, f"if L is not None: L.append(('set',{name!r},{index},{known},{answer}))")

    def _of_answer(self, value: P.Term, fields: tuple[str, ...]) -> str:
        """The name of a function from an answer's fields to the value that is set; empty if it hangs on more than these."""
        plain = (P.Const, P.Local, P.Arith, P.Compare, P.And, P.Or, P.Not, P.Select, P.Single, P.SetOp)
        if any(not isinstance(x, plain) or (isinstance(x, P.Local) and x.name not in fields) for x in walk(value)):
            return ""
        name = f"KEPT_{len(self.kept)}"
        names = [f"f{i}" for i in range(len(fields))]
        text = Terms(self.space, dict(zip(fields, names, strict=True)))(value)
        self.kept.append(f"def {name}({','.join(names)}): return {text}\n")
        return name

    def _zone(self, ref: P.ZoneRef, env: Terms) -> str:
        if ref.dynamic is not None:
            return env(ref.dynamic)
        family = self.space.families[ref.family]
        if isinstance(ref.index, P.Const):
            return str(family.first + ref.index.value)
        return f"{family.first}+{env(ref.index)}"

    def _primitive(self, step: P.Step, env: Terms, depth: int, r: P.Routine) -> None:
        add = self.code.add
        match step:
            case P.MovePieces(pieces, count, source, target):
                place = "-1"
                if target.cell is not None:
                    place = env(target.cell)
                elif target.place is not None:
                    place = env(target.place)
                src = self._zone(source, env) if source is not None else "-1"
                if count is not None:
                    add(depth, f"move_some(S,L,{env(count)},{src},{self._zone(target, env)},{place})")
                else:
                    add(depth, f"move(S,L,{env(pieces)},{src},{self._zone(target, env)},{place})")
            case P.DrawPieces(count, source, target):
                place = env(target.cell) if target.cell is not None else "-1"
                add(depth, f"draw(S,L,{env(count)},{self._zone(source, env)},{self._zone(target, env)},{place})")
            case P.ShuffleZone(zone):
                add(depth, f"shuffle(S,L,{self._zone(zone, env)})")
            case P.RestockZone(zone, source):
                add(depth, f"restock(S,L,{self._zone(zone, env)},{self._zone(source, env)})")
            case P.RevealZone(zone):
                add(depth, f"reveal(S,L,{self._zone(zone, env)})")
            case P.RevealVar(name):
                v = self.vars[name]
                add(depth, f"if L is not None: L.append(('reveal-var',{name!r},tuple(S[{v.base}:{v.base + prod(v.sizes)}])))")
            case P.SetMarks(family, index, at, on):
                info = self.space.families[family]
                word = f"S[{info.base}+{info.stride}*({env(index)})]"
                if at is None:
                    add(depth, f"{word} = {env(on)}")
                else:
                    bit = f"one({env(at)}&{(1 << 20) - 1})"
                    add(depth, f"{word} = ({word} | {bit}) if {env(on)} else ({word} & ~{bit})")
            case P.ScoreLine(points, who, label, rule, cites):
                values = env.quoted(label, step.values)
                add(depth, f"score(S,L,{env(points)},{env(who)},{values},{rule!r},{cites!r})")
            case P.RankScore():
                self._ranks(step, env, depth)
            case P.Tell(text, told):
                add(depth, f"if L is not None: L.append(('say',{env.quoted(text, told)}))")
            case P.Pick(target, domain, rule):
                add(depth, f"{env(target)} = pick(S,L,{env(domain)},{rule!r},{self.rolls[rule]})")
            case _:
                raise KeyError(f"{type(step).__name__} cannot stand here")

    def _ranks(self, step: P.RankScore, env: Terms, depth: int) -> None:
        add = self.code.add
        var = "w"
        inner = env.with_names({step.var: var})
        where = f" if {inner(step.where)}" if step.where is not None else ""
        add(depth, f"who = [{var} for {var} in bits({env(step.among)}){where}]")
        add(depth, f"counts = [{inner(step.counting)} for {var} in who]")
        places = env(step.places) if step.places is not None else "None"
        bonuses = "".join(
            f"({label!r},[({inner(points)} if {inner(when) if when is not None else 'True'} else 0) for {var} in who],{to!r}),"
            for label, points, to, when in step.bonuses
        )
        of = "".join(f"({shape!r},{env(term)})," for shape, term in step.of)
        ties = self.space.keep("TIES", step.ties)
        add(
            depth,
            f"rank(S,L,{step.rule!r},who,counts,{env(step.minimum)},{env(step.pays)},{places},{ties},"
            f"({bonuses}),({of}),{step.cites!r})",
        )

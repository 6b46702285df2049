"""RULES statements → PROGRAM steps: structured where nothing can pause, flattened to labels and jumps where something can."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from fuero.messages.diagnostic import Span
from fuero.program import nodes as P
from fuero.program.asking import ask_code, choice_field, choose_code, offers_of, pick_code, secretly_code, within_code
from fuero.program.layout import ANSWER_WORDS, EVENTS, Table, fail
from fuero.program.pauses import Pauses, locals_in
from fuero.program.scoring import majority_code, points_code, written_shape
from fuero.program.shared import NO, cite_texts
from fuero.program.terms import Terms
from fuero.rules import nodes as R


@dataclass
class Context:
    """The routine being written: its name, whether it can pause, its locals in order of appearance, running effects that cut
    in.
    """

    name: str
    pauses: bool
    locals: dict[str, None] = field(default_factory=dict)
    labels: int = 0
    withins: tuple[int, ...] = ()
    end_tests: bool = False
    path: str = ""
    cites: tuple[str, ...] = ()

    def label(self) -> int:
        self.labels += 1
        return self.labels

    def local(self, name: str) -> P.Local:
        self.locals.setdefault(name)
        return P.Local(name)

    def fresh(self, stem: str) -> P.Local:
        return self.local(f"{stem}#{len(self.locals)}")


class Flow:
    """Writes all routines and menus of a table."""

    def __init__(self, table: Table, terms: Terms, pauses: Pauses):
        self.table, self.terms, self.pauses = table, terms, pauses
        self.routines: list[P.Routine] = []
        self.menus: dict[str, P.Menu] = {}
        self.asks = 0
        self.answers: dict[int, int] = {}
        self.rolls: dict[str, int] = {}
        self.within_flags = [table.take(1) for _ in pauses.withins]
        self.within_labels: dict[int, tuple[str, int]] = {}

    # ------------------------------------------------------------ routines

    def all(self) -> None:
        rules = self.table.rules
        for kind, declared in (("procedure", rules.procedures), ("cases", rules.cases), ("action", rules.actions)):
            for rule in declared:
                self._no_boards(f"{kind}:{rule.name}", rule)
        for p in (*rules.procedures, rules.setup):
            if p.params:
                self.terms.this_args[p.name] = P.Load(self.table.take(1))
        for p in (*rules.procedures, rules.setup):
            self._procedure(p)
        self._end()
        for cases in rules.cases:
            self._cases(cases)
        for a in rules.actions:
            self._action(a)
        for w in rules.windows:
            self._window(w)
        for m in rules.majorities:
            names = tuple(x.name for x in m.params)
            c = self._context(f"majority:{m.name}", names)
            self._finish(c, names, majority_code(self, m, None, c))
        for u in rules.upons:
            names = (u.piece.name, *(b.name for b in u.binds if b), *((u.cell.name,) if u.cell else ()))
            c = self._context(f"upon:{u.name}", names)
            self._finish(c, names, self.block(u.body, c))

    def _no_boards(self, name: str, rule: R.Procedure | R.Cases | R.Action) -> None:
        """What may pause keeps its parameters in the state, and a board is nothing that a state can keep."""
        for p in rule.params:
            if isinstance(p.type, R.BoardType) and self.pauses.rule(name):
                raise fail(
                    f'"{rule.name}" may ask somebody, so it cannot be handed a board: name the player whose board is meant.',
                    rule.origin.span,
                )

    def _context(self, name: str, params: tuple[str, ...]) -> Context:
        c = Context(name, self.pauses.rule(name) if not name.startswith("window:") else True, path=name.split(":", 1)[1])
        for p in ("you", *params):
            c.local(p)
        c.withins = self.pauses.cutting_in(name)
        return c

    def _finish(self, c: Context, params: tuple[str, ...], code: list[P.Step]) -> None:
        names = tuple(c.locals)
        frame = self.table.take(len(names)) if c.pauses else 0
        back = self.table.take(1) if c.pauses else 0
        self.routines.append(P.Routine(c.name, params, (*code, P.Return()), c.pauses, names, frame, back))

    def _procedure(self, p: R.Procedure) -> None:
        params = tuple(x.name for x in p.params)
        c = self._context(f"procedure:{p.name}", params)
        c.end_tests = p.name == "play"
        c.cites = cite_texts(p.origin.cites)
        code: list[P.Step] = []
        if p.name in self.terms.this_args:
            slot = self.terms.this_args[p.name]
            assert isinstance(slot, P.Load)
            code.append(P.Store(slot, P.Local(params[0])))
        for info in self.table.vars.values():
            if info.forgotten == p.name:
                count = 1
                for s in info.sizes:
                    count *= s
                code += [P.Store(P.Load(info.base + i), P.Const(info.initial), name=info.name) for i in range(count)]
        code += self.block(p.body, c)
        for points in self.table.rules.points:
            if points.after == p.name:
                code += points_code(self, points, c, params)
        self._finish(c, params, code)

    def _end(self) -> None:
        c = self._context("procedure:end", ())
        # A match can finish from inside of anything: nothing goes on running or waiting.
        code: list[P.Step] = [P.WithinMark(k) for k in range(len(self.within_flags))]
        if self.table.rules.upons:
            code.append(P.Store(P.Load(EVENTS), NO))
        for perform in self.table.rules.end.performs:
            code += self.statement(perform, c)
        self._finish(c, (), [*code, P.Stop()])

    def _cases(self, cases: R.Cases) -> None:
        params = tuple(p.name for p in cases.params)
        c = self._context(f"cases:{cases.name}", params)
        code: list[P.Step] = []
        if not c.pauses:
            branches = []
            for case in cases.cases:
                inner = [P.Moment(case.path, "", cite_texts(case.origin.cites)), *self.block(case.body, c)]
                branches.append((case.path, self.terms.lower(case.when), tuple(inner)))
            self._finish(c, params, [P.Cases(cases.name, tuple(branches), span=cases.origin.span)])
            return
        end = c.label()
        for case in cases.cases:
            after = c.label()
            code += [P.Branch(self.terms.lower(case.when), after), P.Moment(case.path, "", cite_texts(case.origin.cites))]
            code += self.block(case.body, c)
            code += [P.Jump(end), P.Label(after)]
        code += [P.Fault(f'No case of "{cases.name}" applies.', span=cases.origin.span), P.Label(end)]
        self._finish(c, params, code)

    def _action(self, a: R.Action) -> None:
        params = tuple(p.name for p in a.params)
        choices = [p for p in a.parts if isinstance(p, R.Choice)]
        fields = tuple(choice_field(self, x) for x in choices)
        lets = tuple((p.name, self.terms.lower(p.value)) for p in a.parts if isinstance(p, R.Let))
        clauses = tuple(
            P.Clause(
                p.path,
                p.label,
                cite_texts(p.origin.cites or a.origin.cites),
                self.terms.lower(p.term),
                p.origin.span,
                self.terms.quoted(p.values),
            )
            for p in a.parts
            if isinstance(p, R.Require)
        )
        name = f"action:{a.name}"
        shapes = tuple(written_shape(self, p.type) for p in a.params)
        self.menus[a.name] = P.Menu(a.name, a.label, params, fields, lets, clauses, name, cite_texts(a.origin.cites), shapes)
        names = (*params, *(x.name for x in choices))
        c = self._context(name, names)
        used = locals_in(a.effect)
        wanted: set[str] = set(used)
        for let in reversed([p for p in a.parts if isinstance(p, R.Let)]):
            if let.name in wanted:
                wanted |= locals_in(let.value)
        code: list[P.Step] = []
        for part in a.parts:
            if isinstance(part, R.Let) and part.name in wanted:
                code.append(self._let(part, c))
        code += self.block(a.effect, c)
        self.terms.boards.clear()
        self._finish(c, names, code)

    def _let(self, s: R.Let, c: Context) -> P.Step:
        """Gives a value a name. A board is kept as one number: a state holds nothing else."""
        value = self.terms.lower(s.value)
        if not isinstance(s.value.type, R.BoardType):
            return P.Store(c.local(s.name), value, span=s.span)
        kept = c.local(f"{s.name}#board")
        self.terms.boards[s.name] = self.terms.unpacked(kept, s.value.type)
        return P.Store(kept, P.BuiltIn("pack", (value,)), span=s.span)

    def _window(self, w: R.Window) -> None:
        params = tuple(p.name for p in w.params)
        for o in w.offers:
            if len(self.menus[o.action].fields) > ANSWER_WORDS - 2:
                raise fail(f'"{o.action}" chooses more than {ANSWER_WORDS - 2} things: too many for a window.', o.span)
        c = self._context(f"window:{w.name}", params)
        head, end = c.label(), c.label()
        asked = c.fresh("asked")
        eligible = P.Reduce(
            "those",
            w.asks.name,
            self.terms.as_set(w.asks.domain),
            None,
            self.terms.lower(w.asks.where) if w.asks.where else None,
            (),
        )
        start = self.terms.as_type(w.asks.start, w.asks.type) if w.asks.start is not None else None
        number = self._many()
        code: list[P.Step] = [
            P.Moment(w.name, w.label, cite_texts(w.origin.cites)),
            P.Label(head),
            P.Store(asked, eligible),
            P.Branch(P.Compare("!=", asked, NO), end),
            P.AskMany(number, asked, w.label, offers_of(self, w.offers), True, w.name, cites=cite_texts(w.origin.cites)),
            P.Resolve(number, start, end, w.closes == "one round"),
        ]
        code += [P.Jump(head)] if w.closes == "everyone passes" else []
        self._finish(c, params, [*code, P.Label(end)])

    def _many(self) -> int:
        """A number for a simultaneous question, with words for the answers."""
        number = self.asks
        self.asks += 1
        self.answers[number] = self.table.take(self.table.players * ANSWER_WORDS)
        return number

    # ------------------------------------------------------------ blocks

    def block(self, block: R.Block, c: Context) -> list[P.Step]:
        code: list[P.Step] = []
        outer = dict(self.terms.boards)
        for s in block:
            code += self.statement(s, c)
            if c.end_tests:
                for when in self.table.rules.end.when:
                    code += self._branch(self.terms.lower(when), [P.Finish("end")], [], c, when.span)
        self.terms.boards = outer
        return code

    def _branch(self, condition: P.Term, then: list[P.Step], otherwise: list[P.Step], c: Context, span: Span) -> list[P.Step]:
        flat = any(isinstance(s, (P.Label, P.AskOne, P.AskMany, P.Enter, P.Branch, P.Jump)) for s in (*then, *otherwise))
        flat = flat or any(isinstance(s, P.Handle) and s.pauses for s in (*then, *otherwise))
        flat = flat or any(isinstance(s, (P.When, P.Finish, P.Leave, P.Next)) for s in (*then, *otherwise))
        if not (c.pauses and flat):
            return [P.When(condition, tuple(then), tuple(otherwise), span=span)]
        other, end = c.label(), c.label()
        code: list[P.Step] = [P.Branch(condition, other, span=span), *then]
        if otherwise:
            code.append(P.Jump(end))
        return [*code, P.Label(other), *otherwise, *([P.Label(end)] if otherwise else [])]

    def checkpoint(self, c: Context) -> list[P.Step]:
        """Where a window of a running effect may cut in."""
        code: list[P.Step] = []
        for k in c.withins:
            skip = c.label()
            window = self.pauses.withins[k][1].window
            code += [
                P.Branch(P.Compare("!=", P.Load(self.within_flags[k]), NO), skip),
                P.Enter(f"window:{window}", (), self.terms.you),
                P.Label(skip),
            ]
        return code

    def statement(self, s: R.Statement, c: Context) -> list[P.Step]:  # noqa: C901 - one case a statement
        t = self.terms
        span = s.span
        match s:
            case R.Move():
                return self._move(s, c)
            case R.Draw(count, source, target):
                step = P.DrawPieces(t.lower(count), self.zone(source), self.zone(target), span=span)
                return self._handled(s, step, c)
            case R.Shuffle(zone):
                return [P.ShuffleZone(self.zone(zone), span=span)]
            case R.Restock(zone, source):
                return [P.RestockZone(self.zone(zone), self.zone(source), span=span)]
            case R.Reveal(what):
                if isinstance(what, R.VarRead):
                    return [P.RevealVar(what.var, span=span)]
                if isinstance(what, R.ZoneRead) and not what.keys:
                    zones = range(self.table.families[what.zone].count)
                    return [P.RevealZone(P.ZoneRef(what.zone, P.Const(i)), span=span) for i in zones]
                return [P.RevealZone(self.zone(what), span=span)]
            case R.Mark(zone, at, on):
                assert isinstance(zone, R.ZoneRead)
                return [P.SetMarks(zone.zone, t.zone_index(zone), t.lower(at) if at else None, t.lower(on), span=span)]
            case R.SetVar(target, value):
                return [self._set(target, value, span)]
            case R.Let():
                return [self._let(s, c)]
            case R.Score(points, who, label, cites, rule):
                if t.half(points):
                    raise fail("Points are whole numbers here: round the halves up or down.", span)
                line = P.ScoreLine(
                    t.lower(points),
                    t.lower(who),
                    label,
                    rule or c.path,
                    cite_texts(cites) or c.cites,
                    values=self.terms.quoted(s.values),
                    span=span,
                )
                return [line]
            case R.Say(text, values):
                return [P.Tell(text, self.terms.quoted(values), span=span)]
            case R.Finish():
                return [P.Finish(c.path, span=span)]
            case R.If(condition, then, otherwise):
                return self._branch(t.lower(condition), self.block(then, c), self.block(otherwise, c), c, span)
            case R.ForEach():
                return self._for_each(s, c)
            case R.Repeat():
                return self._repeat(s, c)
            case R.Choose():
                return pick_code(self, s, c) if s.chance else choose_code(self, s, c)
            case R.Ask():
                return ask_code(self, s, c)
            case R.Secretly():
                return secretly_code(self, s, c)
            case R.Perform():
                return self._perform(s, c)
            case R.OpenWindow(window, args):
                params = next(w.params for w in self.table.rules.windows if w.name == window)
                given = tuple(t.as_type(a, p.type) for a, p in zip(args, params, strict=True))
                return [P.Enter(f"window:{window}", given, self.terms.you, span=span)]
            case R.Step(path, label, body):
                before, c.path = (c.path, c.cites), path
                c.cites = cite_texts(s.origin.cites) or c.cites
                code = [P.Moment(path, label, cite_texts(s.origin.cites), span=span), *self.block(body, c)]
                c.path, c.cites = before
                return [*code, *self.checkpoint(c)]
            case R.Within():
                return within_code(self, s, c)
            case R.Leave(name):
                for k, (_, within) in enumerate(self.pauses.withins):
                    if within.name == name:
                        return [P.Leave(k, span=span)]
                raise fail(f'Nothing called "{name}" is running here.', span)

    def _set(self, target: R.VarRead, value: R.Term, span: Span) -> P.Step:
        info = self.table.vars[target.var]
        word = self.terms.var(target)
        assert isinstance(word, (P.Load, P.LoadAt))
        var = next((v for v in self.table.rules.vars if v.name == target.var), None)
        of = var.type if var else R.PlayerType()
        lowered = self.terms.as_type(value, of)
        guard = not (isinstance(lowered, P.Const) and info.low <= lowered.value <= info.high)
        if isinstance(of, (R.SetType, R.ListType)) and not isinstance(of.element, R.Num):
            guard = False  # members of a finite type: none can be beyond it
        return P.Store(word, lowered, info.low if guard else None, info.high if guard else None, target.var, span=span)

    # ------------------------------------------------------------ pieces

    def zone(self, term: R.Term) -> P.ZoneRef:
        """Where pieces go or come from."""
        t = self.terms
        match term:
            case R.ZoneRead(zone):
                return P.ZoneRef(zone, t.zone_index(term))
            case R.BoardAt(R.ZoneRead() as board, cell):
                return P.ZoneRef(board.zone, t.zone_index(board), cell=t.lower(cell))
            case R.RowAt(R.ZoneRead() as row, place):
                return P.ZoneRef(row.zone, t.zone_index(row), place=t.lower(place))
            case R.AttachedAt(zone, _, on):
                return P.ZoneRef(zone, t.zone_index(term), cell=t.lower(on))
            case _:
                return P.ZoneRef("", NO, dynamic=t.lower(term))

    def _move(self, s: R.Move, c: Context) -> list[P.Step]:
        t = self.terms
        source = self.zone(s.source) if s.source is not None else None
        target = self.zone(s.target)
        if isinstance(s.what.type, R.Num):
            return self._handled(s, P.MovePieces(NO, t.lower(s.what), source, target, span=s.span), c)
        return self._handled(s, P.MovePieces(t.as_set(s.what), None, source, target, span=s.span), c)

    def _handled(self, s: R.Move | R.Draw, step: P.Step, c: Context) -> list[P.Step]:
        """The move, and what it sets off: that comes to its end before what an outer move has set off goes on."""
        matching = self.pauses.matching(s)
        if not matching:
            return [step]
        since = c.fresh("waiting")
        pauses = c.pauses and any(self.pauses.rule(f"upon:{u.name}") for u in matching)
        return [P.Store(since, P.BuiltIn("waiting", ())), step, P.Handle(pauses, since, span=s.span)]

    # ------------------------------------------------------------ loops

    def _for_each(self, s: R.ForEach, c: Context) -> list[P.Step]:
        t, b = self.terms, s.bind
        domain, start = t.ordered(b.domain, b.start)
        where = t.lower(b.where) if b.where is not None else None
        var = c.local(b.name)
        pausing = c.pauses and (self.pauses.block(s.body) or bool(c.withins) or c.end_tests)
        if not pausing:
            return [P.Loop(b.name, domain, start, where, tuple(self.block(s.body, c)), span=s.span)]
        rest = c.fresh("rest")
        code: list[P.Step] = [P.Store(rest, domain)]
        if start is not None:
            fixed = c.fresh("start")
            code.append(P.Store(fixed, start))
            start = fixed
        head, end = c.label(), c.label()
        code += [P.Label(head), P.Next(rest.name, var.name, start, end)]
        if where is not None:
            code.append(P.Branch(where, head))
        return [*code, *self.block(s.body, c), *self.checkpoint(c), P.Jump(head), P.Label(end)]

    def _repeat(self, s: R.Repeat, c: Context) -> list[P.Step]:
        t = self.terms
        condition = t.lower(s.condition)
        most = t.lower(s.at_most) if s.at_most is not None else None
        pausing = c.pauses and (self.pauses.block(s.body) or bool(c.withins) or c.end_tests)
        if not pausing:
            return [P.While(condition, s.until, most, tuple(self.block(s.body, c)), span=s.span)]
        counter = c.fresh("round")
        c.local(counter.name + "-real")
        head, end = c.label(), c.label()
        test = P.Not(condition) if s.until else condition
        return [
            P.Round(counter.name, None, True),
            P.Label(head),
            P.Branch(test, end, span=s.span),
            P.Round(counter.name, most, False, span=s.span),
            *self.block(s.body, c),
            P.Jump(head),
            P.Label(end),
        ]

    # ------------------------------------------------------------ calls and points

    def _perform(self, s: R.Perform, c: Context) -> list[P.Step]:
        t = self.terms
        if s.kind == "majority":
            return majority_code(self, next(m for m in self.table.rules.majorities if m.name == s.rule), s, c)
        if s.kind == "points":
            return points_code(self, replace(next(p for p in self.table.rules.points if p.name == s.rule), only=None), c, ())
        rules: tuple[R.Procedure | R.Cases, ...] = (*self.table.rules.procedures, *self.table.rules.cases)
        params = next(p.params for p in rules if p.name == s.rule)
        args = tuple(t.as_type(a, p.type) for a, p in zip(s.args, params, strict=True))
        you: P.Term = t.as_type(s.who, R.PlayerType()) if s.who is not None else self.terms.you
        name = f"{s.kind}:{s.rule}"
        if self.pauses.rule(name):
            return [P.Enter(name, args, you, span=s.span)]
        return [P.Run(name, args, you, span=s.span)]


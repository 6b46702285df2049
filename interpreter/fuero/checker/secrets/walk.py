"""Going through a whole match as the rules tell it, in the order in which things are done, once for each way of coming there.

In: a bound ruleset. Out: every place where something that everybody notices (whom and whether the game asks, what somebody else
is offered, an open variable, a message, points, how often a loop runs, the end) hangs on what not everybody knows. `reveal`, and
a move to an open zone, are the only way down. What is known after two ways is what is known after both; a loop is gone through
until nothing more is lost. As no rule comes back to itself, each can be gone through where it is called.
"""

from __future__ import annotations

from collections.abc import Callable

from fuero.checker.secrets.asking import Asking
from fuero.checker.secrets.noticed import Under
from fuero.checker.secrets.taint import NONE, Known, Value, is_known, shown, unknown
from fuero.checker.secrets.terms import Frame
from fuero.messages.diagnostic import NOWHERE, Diagnostic
from fuero.rules import nodes as r


class Walker(Asking):
    """The whole of a match."""

    def findings(self) -> list[Diagnostic]:
        secret = [name for name, place in self.reader.places.items() if place.sight != "open"]
        if not secret:
            return []
        start: Known = frozenset((name, "*") for name in secret)  # nothing lies anywhere yet
        self._block(self.rules.setup.body, Frame("setup", {}), start, Under())
        known: Known = frozenset()
        play = self.procedures.get("play")
        if play is not None:
            known = self._block(play.body, Frame("play", {}), known, Under())
        frame = Frame("end", {})
        self._public("end", self.rules.end.when, frame, known)
        self.ending = True
        self.memory.clear()
        self._block(self.rules.end.performs, frame, known, Under())
        return list(self.teller.found.values())

    # ---- statements

    def _block(self, block: r.Block, frame: Frame, known: Known, under: Under) -> Known:
        for statement in block:
            if isinstance(statement, r.Let):
                term = statement.value
                value, known = self._named(
                    statement.name, self.reader.value(term, frame), term.type, statement.span, frame, known
                )
                frame = frame.with_names({statement.name: value})
            else:
                known = self._statement(statement, frame, known, under)
        return known

    def _statement(self, s: r.Statement, frame: Frame, known: Known, under: Under) -> Known:  # noqa: C901 - one case a kind
        match s:
            case r.Move(what, source, target):
                return self._moved(what, source, target, False, frame, known, under)
            case r.Draw(_, source, target):
                return self._moved(source, source, target, True, frame, known, under)
            case r.Shuffle(zone):
                return self._lost(zone, frame, known)
            case r.Restock(zone, _):
                return self._lost(zone, frame, known)
            case r.Reveal(r.ZoneRead(zone=name, keys=keys) | r.VarRead(var=name, keys=keys)):
                return self._revealed(name, keys, frame, known)
            case r.Mark(zone, at, on):
                return self._set(zone, (at, on), s.span, frame, known, under)
            case r.SetVar(target, value):
                return self._set(target, value, s.span, frame, known, under)
            case r.Score(points, who, values=values):
                if not self.ending:
                    self._public("points", (points, who, *(v for _, v in values)), frame, known)
                    self._under("points", s.span, known, under)
            case r.Say(values=values):
                self._public("message", tuple(v for _, v in values), frame, known)
                self._under("message", s.span, known, under)
            case r.If(condition, then, otherwise):
                inner = self._narrowed(condition, frame, known, under)
                return self._block(then, frame, known, inner) & self._block(otherwise, frame, known, inner)
            case r.ForEach(bind, body):
                return self._for_each(bind, body, frame, known, under)
            case r.Repeat(condition=condition, body=body):
                return self._repeat(s, condition, body, frame, known, under)
            case r.Choose():
                return self._choose(s, frame, known, under)
            case r.Ask(who=who, offers=offers, otherwise=otherwise):
                self._public("whom", who, frame, known)
                under = self._under("whether", s.span, known, under)
                asked = self.reader.player(who, frame)
                after = self._offers(offers, Frame(frame.name, frame.names, asked), known, under)
                return after & self._block(otherwise, frame, known, under)
            case r.Secretly(bind=bind, choices=choices, where=where, body=body):
                return self._secretly(s, bind, choices, where, body, frame, known, under)
            case r.Perform():
                return self._perform(s, frame, known, under)
            case r.OpenWindow(window, args):
                return self._window(self.windows[window], args, s.span, frame, known, under)
            case r.Step(body=body):
                return self._block(body, frame, known, under)
            case r.Within(window=window, body=body):
                known = self._window(self.windows[window], (), s.span, frame, known, under)
                after = self._block(body, frame, known, under)
                return self._window(self.windows[window], (), s.span, frame, known & after, under)
            case _:
                pass
        return known

    # ---- loops

    def _for_each(self, bind: r.Bound, body: r.Block, frame: Frame, known: Known, under: Under) -> Known:
        taint = self.reader.taint((bind.domain, bind.start), frame)
        sign = f"{frame.name}.{bind.name}"
        source = frame.names.get(bind.domain.name) if isinstance(bind.domain, r.Local) else None
        choice = source.choice if source is not None and bind.where is None else None
        player = sign if isinstance(bind.type, r.PlayerType | r.PartyType) else ""
        count = source.count if source is not None else self.reader.value(bind.domain, frame).count
        value, known = self._named(bind.name, Value(taint, player, choice, NONE), bind.type, bind.span, frame, known)
        inner = frame.with_names({bind.name: value})
        under = self._narrowed_by(count, bind.span, known, under)
        if bind.where is not None:
            under = self._narrowed(bind.where, inner, known, under)

        def once(before: Known) -> Known:
            fresh = before if value.choice is None or value.choice == choice else before - {value.choice}
            return self._block(body, inner, fresh, under)

        after = self._looped(once, known)
        if choice is not None and is_known(once(known), choice):
            after = shown(after, choice)
        if isinstance(bind.domain, r.AllOf) and player and bind.where is None:
            after = self._for_all(once, known, after, sign)
        return frozenset(s for s in after if s[1].removeprefix("-") != sign)

    def _for_all(self, once: Callable[[Known], Known], before: Known, after: Known, sign: str) -> Known:
        """What is shown of each player in turn is shown of all."""
        for name, whose in once(before):
            if whose == sign and (name, "*") not in after and (name, "*") in once(before | {(name, "*")}):
                after = shown(after, (name, "*"))
        return after

    def _repeat(self, s: r.Repeat, condition: r.Term, body: r.Block, frame: Frame, known: Known, under: Under) -> Known:
        told = len(self.teller.found)

        def once(before: Known) -> Known:
            return self._block(body, frame, before, self._narrowed(condition, frame, before, under))

        known = self._looped(once, known)
        if len(self.teller.found) == told and self._visible(body):
            self._public("loop", condition, frame, known)
        return known

    # ---- what is performed

    def _perform(self, s: r.Perform, frame: Frame, known: Known, under: Under) -> Known:
        you = frame.you
        if s.who is not None:
            you = self.reader.player(s.who, frame)
            self._public("whom", s.who, frame, known)
        values = [self.reader.value(a, frame) for a in s.args]
        key = (s.kind, s.rule, you, tuple(v.sign for v in values), known, frozenset(under.taint))
        if key in self.memory:
            return self.memory[key]
        match s.kind:
            case "procedure":
                procedure = self.procedures[s.rule]
                names = {p.name: v for p, v in zip(procedure.params, values, strict=False)}
                after = self._block(procedure.body, Frame(s.rule, names, you), known, under)
                for points in self.points_after.get(s.rule, ()):
                    self._score(points, Frame(points.name, {}), after, under)
            case "cases":
                after = self._cases(self.cases[s.rule], values, you, known, under)
            case "majority":
                majority = self.majorities[s.rule]
                names = {p.name: v for p, v in zip(majority.params, values, strict=False)}
                self._score(majority, Frame(s.rule, names), known, under)
                after = known
            case "points":
                self._score(self.points[s.rule], Frame(s.rule, {}), known, under)
                after = known
        self.memory[key] = after
        return after

    def _cases(self, cases: r.Cases, values: list[Value], you: str, known: Known, under: Under) -> Known:
        frame = Frame(cases.name, {p.name: v for p, v in zip(cases.params, values, strict=False)}, you)
        found: list[Known] = []
        for case in cases.cases:
            under = self._narrowed(case.when, frame, known, under)
            found.append(self._block(case.body, frame, known, under))
        return frozenset.intersection(*found) if found else known

    def _score(self, rule: r.Majority | r.Points, frame: Frame, known: Known, under: Under) -> None:
        if self.ending:
            return
        parts: tuple[object, ...]
        if isinstance(rule, r.Majority):
            bonuses = tuple((b.points, b.when) for b in rule.bonuses)
            parts = (rule.each, rule.among, rule.counting, rule.minimum, rule.pays, rule.places, *bonuses)
        else:
            parts = (rule.each, rule.when, rule.pays)
        for part in parts:
            span = getattr(part, "span", NOWHERE)
            for secret, trail in unknown(self.reader.taint(part, frame), known).items():
                self.teller.leak("points", rule.origin.span if span == NOWHERE else span, secret, trail)
        self._under("points", rule.origin.span, known, under)

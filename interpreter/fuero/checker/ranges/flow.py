"""Walks every rule from its callers on, with what is known at each point, and looks at each place that could be out of range.

In: a ruleset. Out: places, proved or not. Law: a place counts as proved only if no permitted match can leave its range
there, as long as no place before it did. Since the engine looks again at what it sets, moves and looks up, but not at what
is handed to rules and what they give, the ranges of those are believed only where they are proved themselves: what is not is
taken back, and all is gone through again.
"""

from __future__ import annotations

from collections.abc import Iterator

from fuero.checker.ranges import intervals as iv
from fuero.checker.ranges.blocks import Blocks
from fuero.checker.ranges.facts import Facts, plain, size
from fuero.checker.ranges.learn import learned
from fuero.rules import nodes as R
from fuero.rules.bind.walk import called


def look(rules: R.Ruleset) -> Walk:
    """The rules gone through, with every place looked at; the proof is closed in itself. The last one is kept."""
    kept = _last.get("walk")
    if kept is not None and kept.rules is rules:
        return kept
    distrusted: frozenset[str] = frozenset()
    while True:
        walk = Walk(rules, distrusted)
        walk.everything()
        taken_back = distrusted | walk.broken
        if taken_back == distrusted:
            _last["walk"] = walk
            return walk
        distrusted = taken_back


class Walk(Blocks):
    """The rules one after another, callers before what they call."""

    def everything(self) -> None:
        for name in self._order():
            node = self.effects.nodes[name]
            self.begin(name, node)
            self._declared(name, node)
        self.begin("end", self.rules.end)
        for term in self.rules.end.when:
            self.check(term, Facts())

    def _order(self) -> list[str]:
        nodes = self.effects.nodes
        done: dict[str, None] = {}

        def visit(name: str) -> None:
            if name in done or name in busy:
                return
            busy.add(name)
            for to, _ in called(nodes[name]):
                if to in nodes:
                    visit(to)
            done[name] = None

        busy: set[str] = set()
        setup = f"procedure {self.rules.setup.name}"
        for name in nodes:
            if name != setup:
                visit(name)
        visit(setup)
        order = list(done)[::-1]
        return [setup, *(n for n in order if n != setup)]

    def _entry(self, name: str) -> Facts:
        """What is known when a rule begins: what holds at all places that perform it. Rules nobody performs may be begun from
        anywhere (the end, a worked example)."""
        return self.entries.get(name, Facts())

    def _declared(self, name: str, node: object) -> None:
        facts = self._entry(name)
        match node:
            case R.Procedure(name=own, body=body):
                start = self._at_start() if node is self.rules.setup else facts
                start = start.forget(self.effects._forgotten.get(name, ()))
                for var in self.rules.vars:
                    if var.forgotten == own and node is not self.rules.setup:
                        start = self.initial(var, start)
                end = self.block(body, start)
                if node is self.rules.setup:
                    self.enter("procedure play", end)
            case R.Action():
                self._action(node, facts)
            case R.Cases(cases=cases):
                for case in cases:
                    self.check(case.when, facts)
                    self.block(case.body, learned(self.values, facts, case.when, True))
            case R.Function() | R.Parts():
                self._rule(node)
            case R.Window(asks=asks, offers=offers):
                inner = self.bind(asks, self.check_bound(asks, facts))
                for offer in offers:
                    self.offer(offer, inner, keep_you=False)
            case R.Majority():
                self._majority(node)
            case R.Points(each=each, when=when, pays=pays):
                inner = Facts() if each is None else self.bind(each, self.check_bound(each, Facts()))
                if when is not None:
                    self.check(when, inner)
                    inner = learned(self.values, inner, when, True)
                self.check(pays, inner)
            case R.Upon(body=body):
                self.block(body, Facts())
            case _:
                pass

    def _at_start(self) -> Facts:
        start = Facts({}, frozenset(z.name for z in self.rules.zones))
        for var in self.rules.vars:
            start = self.initial(var, start)
        return start

    def _action(self, node: R.Action, facts: Facts) -> None:
        for part in node.parts:
            match part:
                case R.Choice():
                    self.check_choice(part, facts)
                    facts = self.choice(part, facts)
                case R.Let():
                    facts = self.let(part, facts)
                case R.Require(term=term):
                    self.check(term, facts)
                    facts = learned(self.values, facts, term, True)
        self.block(node.effect, facts)

    def _rule(self, node: R.Function | R.Parts) -> None:
        facts = Facts()
        label = f"result {node.name}"
        match node:
            case R.Function(value=value, cases=cases):
                for case in cases:
                    self.check(case.when, facts)
                    inside = learned(self.values, facts, case.when, True)
                    self.check(case.value, inside)
                    self.result(label, node, case.value, inside)
                self.check(value, facts)
                self.result(label, node, value, facts)
            case R.Parts(combine=combine, parts=parts):
                total: iv.Interval = (0, 0)
                for part in parts:
                    self.check(part.term, facts)
                    if combine == "sum":
                        total = iv.add(total, self.values.of(part.term, facts))
                    if combine == "all":
                        facts = learned(self.values, facts, part.term, True)
                if combine == "sum" and parts:
                    self.given(label, node, total, node.type, parts[0].term, f'"{node.name}" comes to')

    def _majority(self, node: R.Majority) -> None:
        facts = Facts()
        if node.each is not None:
            facts = self.bind(node.each, self.check_bound(node.each, facts))
        if node.places is not None:
            self.check(node.places, facts)
        self.check(node.pays, facts)
        inner = self.bind(node.among, self.check_bound(node.among, facts))
        for term in self._majority_terms(node):
            self.check(term, inner)

    @staticmethod
    def _majority_terms(node: R.Majority) -> Iterator[R.Term]:
        yield node.counting
        if node.minimum is not None:
            yield node.minimum
        for bonus in node.bonuses:
            yield bonus.points
            if bonus.when is not None:
                yield bonus.when

    def initial(self, var: R.Var, facts: Facts) -> Facts:
        """A variable as it begins."""
        if var.per or var.initial is None:
            return facts
        key = R.VarRead(var.name)
        if isinstance(var.type, R.SetType):
            return facts.put(size(key), self.values.size(var.initial, Facts()))
        if isinstance(var.type, R.Num | R.YesNo):
            return facts.put(plain(key), self.values.of(var.initial, Facts()))
        return facts


_last: dict[str, Walk] = {}

"""Blocks: one statement after another with what is known, and what is known behind it.

In: statements and facts. Out: the facts behind them; what is performed on the way is noted with the facts it begins with.
Law: behind a statement nothing is held of what it may have changed.
"""

from __future__ import annotations

from fuero.checker.ranges import intervals as iv
from fuero.checker.ranges.counting import counted
from fuero.checker.ranges.effects import NOTHING, Names, both, zone_of
from fuero.checker.ranges.facts import Facts, plain, reads, size, there
from fuero.checker.ranges.learn import learned
from fuero.checker.ranges.looking import Looking
from fuero.rules import nodes as R
from fuero.rules.bind.types import strip
from fuero.rules.bind.walk import called


class Blocks(Looking):
    def __init__(self, rules: R.Ruleset, distrusted: frozenset[str]) -> None:
        super().__init__(rules, distrusted)
        self.entries: dict[str, Facts] = {}
        self.cuts: dict[str, Names] = {}
        """What windows may change in between, for rules that are performed inside `within`."""
        self.cut: Names = NOTHING
        self.sure: dict[int, bool] = {}
        """For each question, by the identity of its node: can something always be answered?"""

    def begin(self, name: str, node: object) -> None:
        super().begin(name, node)
        self.cut = self.cuts.get(name, NOTHING)

    # ---------------------------------------------------------------- statements

    def block(self, statements: R.Block, facts: Facts) -> Facts:
        for node in statements:
            facts = self.statement(node, facts)
            if self.cut:
                facts = facts.forget(self.cut)
        return facts

    def statement(self, node: R.Statement, facts: Facts) -> Facts:
        match node:
            case R.Let():
                return self.let(node, facts)
            case R.SetVar(target=target, value=value):
                return self._set(node, target, value, facts)
            case R.Move():
                return self._move(node, facts)
            case R.Draw(count=count, source=source, target=target):
                self.check_all((count, source, target), facts)
                self.room(node, target, self._least(count, source, facts), facts)
                return self._moved(facts, node, source, target, self._least(count, source, facts))
            case R.Restock(zone=zone, source=source):
                self.check_all((zone, source), facts)
                self.room(node, zone, self.values.size(source, facts), facts)
                return self._moved(facts, node, source, zone, self.values.size(source, facts))
            case R.If(condition=condition, then=then, otherwise=otherwise):
                self.check(condition, facts)
                one = self.block(then, learned(self.values, facts, condition, True))
                return one.join(self.block(otherwise, learned(self.values, facts, condition, False)))
            case R.ForEach(bind=bind, body=body):
                return self._for_each(node, bind, body, self.check_bound(bind, facts))
            case R.Repeat(at_most=at_most, until=until, condition=condition, body=body):
                return self._repeat(node, at_most, until, condition, body, facts)
            case R.Choose():
                return self._choose(node, facts)
            case R.Ask(who=who, offers=offers, otherwise=otherwise):
                self.check(who, facts)
                mine = facts if isinstance(who, R.You) else facts.as_you(who)
                self.sure[id(node)] = facts.dead or any(self._always(offer, mine) for offer in offers)
                for offer in offers:
                    self.offer(offer, mine, keep_you=True)
                after = facts.forget(self.effects.of(offers))
                return after.join(self.block(otherwise, facts)) if otherwise else after.join(facts)
            case R.Secretly(bind=bind, choices=choices, where=where, body=body):
                head = self.check_bound(bind, facts).forget(self.effects.of(body) | self.cut)
                inner = self._fields(choices, where, self.bind(bind, head))
                self.block(body, inner)
                return head
            case R.Perform(kind=kind, rule=rule, args=args, who=who):
                self.check_all(args if who is None else (*args, who), facts)
                self.hand_over(f"{kind} {rule}", node, args, facts, keep_you=who is None)
                return facts.forget(self.effects.of_rule(f"{kind} {rule}"))
            case R.OpenWindow(window=window, args=args):
                self.check_all(args, facts)
                self.hand_over(f"window {window}", node, args, facts, keep_you=False)
                return facts.forget(self.effects.of_rule(f"window {window}"))
            case R.Within(window=window, body=body):
                before = self.cut
                self.cut = before | self.effects.of_rule(f"window {window}")
                self.enter(f"window {window}", facts.forget(self.effects.of(body)).renamed({}, False))
                after = self.block(body, facts.forget(self.cut))
                self.cut = before
                return after.join(facts.forget(self.effects.of(node)))
            case R.Step(body=body):
                return self.block(body, facts)
            case R.Score(points=points, who=who):
                self.check_all((points, who), facts)
                return facts.forget(("var score",))
            case R.Mark(zone=zone, at=at, on=on):
                self.check_all((zone, on) if at is None else (zone, at, on), facts)
                return facts.forget(self.effects.of(node))
            case R.Shuffle(zone=zone) | R.Reveal(what=zone):
                self.check(zone, facts)
                return facts
            case R.Say() | R.Finish() | R.Leave():
                return facts

    def let(self, node: R.Let, facts: Facts) -> Facts:
        self.check(node.value, facts)
        return self.named(node.name, node.value, facts)

    def named(self, name: str, value: R.Term, facts: Facts) -> Facts:
        """A name that stands for a value from here on."""
        number, many, is_there = self._about(value, facts)
        facts = facts.forget((f"local {name}",))
        key = R.Local(name)
        if number is not None:
            facts = facts.put(plain(key), number)
        if many is not None:
            facts = facts.put(size(key), many)
        return facts if is_there is None else facts.put(there(key), is_there)

    def _about(self, value: R.Term, facts: Facts) -> tuple[iv.Interval | None, iv.Interval | None, iv.Interval | None]:
        kind = strip(value.type)
        number = self.values.of(value, facts) if isinstance(kind, R.Num | R.YesNo) else None
        many = self.values.size(value, facts) if isinstance(kind, R.SetType) else None
        return number, many, self.values.there(value, facts) if isinstance(value.type, R.OrNone) else None

    def _set(self, node: R.SetVar, target: R.VarRead, value: R.Term, facts: Facts) -> Facts:
        self.check(target, facts)
        self.check(value, facts)
        self.assigned(node, target, value, facts)
        number, many, is_there = self._about(value, facts)
        facts = facts.forget((f"var {target.var}",))
        var = self.values.vars.get(target.var)
        if var is None:
            return facts
        if number is not None and isinstance(strip(var.type), R.Num | R.YesNo):
            allowed = self.values.of_type(var.type)
            facts = facts.put(plain(target), iv.meet(number, allowed))
        if many is not None and isinstance(strip(var.type), R.SetType):
            facts = facts.put(size(target), many)
        return facts if is_there is None else facts.put(there(target), is_there)

    def _for_each(self, node: R.ForEach, bind: R.Bound, body: R.Block, facts: Facts) -> Facts:
        before = facts
        if bind.where is not None and f"local {bind.name}" not in reads(bind.where):
            before = learned(self.values, facts, bind.where, True)  # asked of the loop as a whole
        most = self.values.size(bind.domain, before)[1]
        changed = self.effects.of(body) | self.cut
        head, after = counted(self.values, node, facts, changed, self._indirect(body), most)
        self.block(body, self.bind(bind, before if most is not None and most <= 1 else head))
        return after

    def _repeat(
        self, node: R.Repeat, at_most: R.Term | None, until: bool, condition: R.Term, body: R.Block, facts: Facts
    ) -> Facts:
        most = None
        if at_most is not None:
            self.check(at_most, facts)
            most = self.values.of(at_most, facts)[1]
        changed = self.effects.of(body) | self.cut
        head, after = counted(self.values, node, facts, changed, self._indirect(body), most)
        self.check(condition, after if most is None else head.join(after))
        self.block(body, learned(self.values, head, condition, not until))
        return learned(self.values, after, condition, until)

    def _indirect(self, body: R.Block) -> Names:
        """What other rules may change that a block performs, offers, opens or sets off."""
        rules = [self.effects.of_rule(to) for to, _ in called(body) if not to.startswith("rule ")]
        upons = [self.effects.of_rule(f"upon {u.name}") for u in self.rules.upons]
        return both([self.cut, *rules, *upons])

    # ---------------------------------------------------------------- choices and offers

    def bind(self, bind: R.Bound, facts: Facts) -> Facts:
        """The facts for one element of what a loop runs over."""
        inner = self.values.elements(bind.domain, facts) if isinstance(strip(bind.type), R.Num) else iv.UNKNOWN
        facts = facts.forget((f"local {bind.name}",))
        if inner != iv.UNKNOWN and not iv.empty(inner):
            facts = facts.put(plain(R.Local(bind.name)), inner)
        return facts if bind.where is None else learned(self.values, facts, bind.where, True)

    def choice(self, part: R.Choice, facts: Facts) -> Facts:
        """The facts once a field is chosen."""
        domain = self.values.elements(part.domain, facts) if isinstance(strip(part.type), R.Num) else iv.UNKNOWN
        _, most = self.values.size(part.domain, facts)
        facts = facts.forget((f"local {part.name}",))
        key = R.Local(part.name)
        if part.many == "one":
            return facts if domain == iv.UNKNOWN or iv.empty(domain) else facts.put(plain(key), domain)
        low = 0 if part.low is None else self.values.of(part.low, facts)[0]
        high = None if part.high is None else self.values.of(part.high, facts)[1]
        return facts.put(size(key), iv.meet((low or 0, high), (None, most)))

    def _fields(self, choices: tuple[R.Choice, ...], where: R.Term | None, facts: Facts) -> Facts:
        for part in choices:
            self.check_choice(part, facts)
            facts = self.choice(part, facts)
        if where is None:
            return facts
        self.check(where, facts)
        return learned(self.values, facts, where, True)

    def _choose(self, node: R.Choose, facts: Facts) -> Facts:
        for term in (node.by, node.times):
            if term is not None:
                self.check(term, facts)
        changed = self.effects.of(node.body) | self.cut
        head = facts if node.times is None else facts.forget(changed)
        self.sure[id(node)] = facts.dead or (node.where is None and all(self._some(c, head) for c in node.choices))
        inner = self.block(node.body, self._fields(node.choices, node.where, head))
        after = inner.join(facts) if not node.otherwise else inner.join(self.block(node.otherwise, facts))
        return after if node.times is None else after.join(head)

    def offer(self, node: R.Offered, facts: Facts, keep_you: bool) -> None:
        if node.when is not None:
            self.check(node.when, facts)
            facts = learned(self.values, facts, node.when, True)
        self.check_all(node.args, facts)
        self.hand_over(f"action {node.action}", node, node.args, facts, keep_you)

    def _always(self, node: R.Offered, facts: Facts) -> bool:
        """Can this action be taken whatever the state, as far as it is known here?"""
        action = self.effects.nodes.get(f"action {node.action}")
        if not isinstance(action, R.Action):
            return False
        if node.when is not None and self.values.of(node.when, facts)[0] != 1:
            return False
        inside = facts.renamed({}, keep_you=True)
        for param, arg in zip(action.params, node.args, strict=False):
            if isinstance(strip(param.type), R.SetType):
                inside = inside.put(size(R.Local(param.name)), self.values.size(arg, facts))
        for part in action.parts:
            match part:
                case R.Choice() if not self._some(part, inside):
                    return False
                case R.Choice():
                    inside = self.choice(part, inside)
                case R.Require(term=term) if self.values.of(term, inside)[0] != 1:
                    return False
                case R.Let():
                    inside = self.named(part.name, part.value, inside)
                case _:
                    pass
        return True

    def _some(self, part: R.Choice, facts: Facts) -> bool:
        """Is there always something to choose in this field?"""
        few, _ = self.values.size(part.domain, facts)
        if part.many == "one":
            return (few or 0) >= 1
        if part.many == "all":
            return True
        low = (0, 0) if part.low is None else self.values.of(part.low, facts)
        return low[1] is not None and low[1] <= (few or 0)

    def hand_over(self, name: str, node: R.Statement | R.Offered, args: tuple[R.Term, ...], facts: Facts, keep_you: bool) -> None:
        """Looks at what is handed to a rule and notes with what it begins."""
        params: tuple[R.Param, ...] = getattr(self.effects.nodes.get(name), "params", ())
        names: dict[R.Term, str] = {}
        for param, arg in zip(params, args, strict=False):
            self.argument(name, param, node, arg, facts)
            if isinstance(arg, R.Local):
                names[plain(arg)] = param.name
        start = facts.renamed(names, keep_you)
        for param, arg in zip(params, args, strict=False):
            number, many, is_there = self._about(arg, facts)
            key = R.Local(param.name)
            for at, known in ((plain(key), number), (size(key), many), (there(key), is_there)):
                if known is not None and known != iv.UNKNOWN:
                    start = start.put(at, known)
        self.enter(name, start)

    def enter(self, name: str, facts: Facts) -> None:
        if facts.dead:
            return
        before = self.entries.get(name)
        self.entries[name] = facts if before is None else before.join(facts)
        if self.cut:
            self.cuts[name] = self.cuts.get(name, NOTHING) | self.cut

    # ---------------------------------------------------------------- moves

    def _move(self, node: R.Move, facts: Facts) -> Facts:
        what, source, target = node.what, node.source, node.target
        self.check_all((what, target) if source is None else (what, source, target), facts)
        kind = strip(what.type)
        if isinstance(kind, R.Num) and source is not None:
            many = self._least(what, source, facts)
        elif isinstance(kind, R.SetType):
            many = self.values.size(what, facts)
        else:
            self.present(node, what, facts)
            many = (1, 1)
        self.room(node, target, many, facts)
        return self._moved(facts, node, what if source is None else source, target, many)

    def _least(self, count: R.Term, source: R.Term, facts: Facts) -> iv.Interval:
        """As many as are wanted, at most as many as there are."""
        low, high = iv.meet((0, None), self.values.of(count, facts))
        few, most = self.values.size(source, facts)
        return (
            min(low or 0, few or 0),
            most if high is None else high if most is None else min(high, most),
        )

    def _moved(self, facts: Facts, node: R.Move | R.Draw | R.Restock, start: R.Term, target: R.Term, many: iv.Interval) -> Facts:
        """What is known behind a move: how many are where it took from and where it went to."""
        old = {}
        for term, sign in ((start, -1), (target, 1)):
            if isinstance(term, R.ZoneRead):
                now = self.values.size(term, facts)
                old[size(term)] = iv.meet((0, None), iv.add(now, many if sign > 0 else iv.negative(many)))
        same = zone_of(start) == zone_of(target)
        after = facts.forget(both((self.effects.of(node), self.cut)))
        whole = isinstance(node, R.Move) and node.source is None and isinstance(strip(node.what.type), R.SetType)
        for term in (start, target):
            if isinstance(term, R.BoardAt | R.RowAt | R.AttachedAt) and not same and zone_of(term) not in self.watched:
                after = after.put(there(term), (1, 1)) if term is target else after.took(there(term), node.span)
            key = size(term) if isinstance(term, R.ZoneRead) else None
            if key is None or same or term.zone in self.watched:  # type: ignore[union-attr]
                continue
            room = self.values.room(term.zone)  # type: ignore[union-attr]
            left = iv.meet(old[key], (0, room))
            gone = term is start and (whole or left == (0, 0))
            after = after.took(key, node.span) if gone else after.put(key, left)
        return after

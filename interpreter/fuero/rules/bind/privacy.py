"""Which questions hang on something that not everybody sees: those are asked even of one who cannot use them.

Comes after binding; gives the ruleset back with `private` set. Keeps the law that what the game asks, it asks by what
everybody sees. How many lie in a zone is no secret where its size is open.
"""

from __future__ import annotations

from dataclasses import is_dataclass, replace
from typing import TypeVar, cast

from fuero.rules import nodes as r
from fuero.rules.bind.walk import children, declared, walk

T = TypeVar("T")


def mark(rules: r.Ruleset) -> r.Ruleset:
    return _Marker(rules).ruleset()


class _Marker:
    def __init__(self, rules: r.Ruleset) -> None:
        self.rules = rules
        self.sight: dict[str, str] = {}
        self.sight.update({z.name: z.sight for z in rules.zones})
        self.sight.update({v.name: v.sight for v in rules.vars})
        self.nodes = declared(rules)
        self.known: dict[str, bool] = {}
        self.secret_locals: set[str] = set()

    def ruleset(self) -> r.Ruleset:
        rules = self.rules
        return replace(
            rules,
            cases=tuple(self._declaration(c) for c in rules.cases),
            actions=tuple(self._declaration(a) for a in rules.actions),
            procedures=tuple(self._declaration(p) for p in rules.procedures),
            setup=self._declaration(rules.setup),
            upons=tuple(self._declaration(u) for u in rules.upons),
        )

    def _declaration(self, node: T) -> T:
        """Locals that are made from what is hidden hide it further."""
        self.secret_locals = set()
        grown = True
        while grown:
            before = len(self.secret_locals)
            for inner in walk(node):
                match inner:
                    case r.Let(name=name, value=value) if self.secret(value):
                        self.secret_locals.add(name)
                    case r.Bound(name=name, domain=domain, where=where) if self.secret(domain) or self.secret(where):
                        self.secret_locals.add(name)
                    case r.Choice(name=name, domain=domain) if self.secret(domain):
                        self.secret_locals.add(name)
                    case _:
                        pass
            grown = len(self.secret_locals) > before
        made = self._rebuilt(node)
        self.secret_locals = set()
        return made

    def _rebuilt(self, node: T) -> T:
        """The same node with every question below it marked; what has none below it stays as it is."""
        if isinstance(node, tuple):
            parts = tuple(self._rebuilt(x) for x in node)
            return node if all(a is b for a, b in zip(parts, node, strict=True)) else cast(T, parts)
        if not is_dataclass(node) or isinstance(node, r.Typed):
            return node
        changed: dict[str, object] = {}
        for name in children(node.__class__):
            old = getattr(node, name)
            new = self._rebuilt(old)
            if new is not old:
                changed[name] = new
        if isinstance(node, r.Choose):
            changed["private"] = not node.chance and self.secret((node.choices, node.where))
        elif isinstance(node, r.Ask):
            changed["private"] = any(self._secret_offer(o) for o in node.offers)
        return replace(node, **changed) if changed else node  # type: ignore[type-var]

    def _secret_offer(self, offer: r.Offered) -> bool:
        if self.secret((offer.args, offer.when)):
            return True
        action = self.nodes.get(f"action {offer.action}")
        return isinstance(action, r.Action) and self._secret_named(f"action {offer.action}", action.parts)

    def _secret_named(self, name: str, body: object) -> bool:
        if name not in self.known:
            self.known[name] = False
            kept, self.secret_locals = self.secret_locals, set()
            self.known[name] = self.secret(body)
            self.secret_locals = kept
        return self.known[name]

    def secret(self, node: object) -> bool:
        """Does a term, or anything it calls, read what is not open to all?"""
        match node:
            case None:
                return False
            case tuple():
                return any(self.secret(x) for x in node)
            case r.BuiltIn(name="size", args=(r.ZoneRead(zone=zone, keys=keys),)) if "size open" in self.sight.get(zone, ""):
                return self.secret(keys)
            case r.Is(term=r.ZoneRead(zone=zone, keys=keys), what="empty" | "filled" | "full") if "size open" in self.sight.get(
                zone, ""
            ):
                return self.secret(keys)
            case r.ZoneRead(zone=name) | r.AttachedAt(zone=name) | r.VarRead(var=name) if self.sight.get(name, "open") != "open":
                return True
            case r.Local(name=name):
                return name in self.secret_locals
            case r.Call(rule=rule) if self._calls(rule):
                return True
            case r.Member(name=rule, type=r.AnyType()) if self._calls(rule):
                return True
            case _ if is_dataclass(node) and not isinstance(node, type):
                return any(self.secret(getattr(node, name)) for name in children(type(node)))
            case _:
                return False

    def _calls(self, rule: str) -> bool:
        found = self.nodes.get(f"rule {rule}")
        return found is not None and self._secret_named(f"rule {rule}", found)

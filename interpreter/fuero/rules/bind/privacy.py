"""Which questions hang on something that not everybody sees: those are asked even of one who cannot use them.

Comes after binding; gives the ruleset back with `private` set. Keeps the law that what the game asks, it asks by what
everybody sees. How many lie in a zone is no secret where its size is open.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import is_dataclass, replace
from typing import TypeVar, cast

from fuero.rules import nodes as r
from fuero.rules.bind.walk import children, declared

T = TypeVar("T")
Names = frozenset[str]
NO_NAMES: Names = frozenset()


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
        self.parameters: dict[str, set[str]] = {}
        if any(sight != "open" for sight in self.sight.values()):
            self._spread()

    def ruleset(self) -> r.Ruleset:
        rules = self.rules
        return replace(
            rules,
            cases=tuple(self._declaration(c, "cases") for c in rules.cases),
            actions=tuple(self._declaration(a, "action") for a in rules.actions),
            procedures=tuple(self._declaration(p, "procedure") for p in rules.procedures),
            setup=self._declaration(rules.setup, "procedure"),
            upons=tuple(self._declaration(u, "upon") for u in rules.upons),
        )

    def _spread(self) -> None:
        """A rule that is given a secret somewhere has a secret parameter; goes on until no more are found."""
        grown = True
        while grown:
            grown = False
            for key, node in self.nodes.items():
                for callee, arg in self._given(node, self._parameters(key)):
                    known = self.parameters.setdefault(callee[0], set())
                    if callee[1] not in known and arg:
                        known.add(callee[1])
                        grown = True

    def _parameters(self, key: str) -> Names:
        return frozenset(self.parameters.get(key, ()))

    def _given(self, node: object, names: Names) -> Iterator[tuple[tuple[str, str], bool]]:
        """What a declaration hands on: to which parameter of which rule, and whether that is secret."""
        for inner, known in self._within(node, names):
            match inner:
                case r.Perform(kind=kind, rule=rule, args=args):
                    callee = f"{kind} {rule}"
                case r.Offered(action=action, args=args):
                    callee = f"action {action}"
                case r.OpenWindow(window=window, args=args):
                    callee = f"window {window}"
                case _:
                    continue
            for param, arg in zip(getattr(self.nodes.get(callee), "params", ()), args, strict=False):
                yield (callee, param.name), self.secret(arg, known)

    def _within(self, node: object, names: Names) -> Iterator[tuple[object, Names]]:
        """Every node that is no term, with the names that are secret where it stands."""
        if isinstance(node, tuple):
            for x in node:
                yield from self._within(x, names)
                names = self._after(x, names)
        elif is_dataclass(node) and not isinstance(node, r.Typed | type):
            yield node, names
            inner = self._inside(node, names)
            for name in children(type(node)):
                yield from self._within(getattr(node, name), names if name == "otherwise" else inner)

    def _after(self, node: object, names: Names) -> Names:
        """The secret names behind a line: a `let` and an action's field hold for all that follows."""
        match node:
            case r.Let(name=name, value=term) | r.Choice(name=name, domain=term):
                return self._bound(name, self.secret(term, names), names)
            case _:
                return names

    def _inside(self, node: object, names: Names) -> Names:
        """The secret names in the block that belongs to a line."""
        match node:
            case r.ForEach(bind=bind) | r.Secretly(bind=bind):
                names = self._bound(bind.name, self.secret((bind.domain, bind.where), names), names)
        match node:
            case r.Choose(choices=choices) | r.Secretly(choices=choices):
                for c in choices:
                    names = self._bound(c.name, self.secret(c.domain, names), names)
        return names

    def _bound(self, name: str, secret: bool, names: Names) -> Names:
        return names | {name} if secret else names - {name}

    def _declaration(self, node: T, kind: str) -> T:
        """What is made from what is hidden hides it further, also from one rule into the next."""
        return self._rebuilt(node, self._parameters(f"{kind} {node.name}"))  # type: ignore[attr-defined]

    def _rebuilt(self, node: T, names: Names) -> T:
        """The same node with every question below it marked; what has none below it stays as it is."""
        if isinstance(node, tuple):
            parts: list[object] = []
            for x in node:
                parts.append(self._rebuilt(x, names))
                names = self._after(x, names)
            return node if all(a is b for a, b in zip(parts, node, strict=True)) else cast(T, tuple(parts))
        if not is_dataclass(node) or isinstance(node, r.Typed):
            return node
        changed: dict[str, object] = {}
        inner = self._inside(node, names)
        for name in children(node.__class__):
            old = getattr(node, name)
            new = self._rebuilt(old, names if name == "otherwise" else inner)
            if new is not old:
                changed[name] = new
        if isinstance(node, r.Choose):
            changed["private"] = not node.chance and self.secret((node.choices, node.where), inner)
        elif isinstance(node, r.Ask):
            changed["private"] = any(self._secret_offer(o, names) for o in node.offers)
        return replace(node, **changed) if changed else node  # type: ignore[type-var]

    def _secret_offer(self, offer: r.Offered, names: Names) -> bool:
        if self.secret((offer.args, offer.when), names):
            return True
        action = self.nodes.get(f"action {offer.action}")
        return isinstance(action, r.Action) and self._secret_named(f"action {offer.action}", action.parts)

    def _secret_named(self, name: str, body: object) -> bool:
        if name not in self.known:
            self.known[name] = False
            self.known[name] = self.secret(body)
        return self.known[name]

    def secret(self, node: object, names: Names = NO_NAMES) -> bool:
        """Does a term, or anything it calls, read what is not open to all?"""
        match node:
            case None:
                return False
            case tuple():
                return any(self.secret(x, names) for x in node)
            case r.BuiltIn(name="size", args=(r.ZoneRead(zone=zone, keys=keys),)) if self._size_open(zone):
                return self.secret(keys, names)
            case r.Is(term=r.ZoneRead(zone=zone, keys=keys), what="empty" | "filled" | "full") if self._size_open(zone):
                return self.secret(keys, names)
            case r.ZoneRead(zone=name) | r.AttachedAt(zone=name) | r.VarRead(var=name) if self.sight.get(name, "open") != "open":
                return True
            case r.Local(name=name):
                return name in names
            case r.Call(rule=rule) if self._calls(rule):
                return True
            case r.Member(name=rule, type=r.AnyType()) if self._calls(rule):
                return True
            case _ if is_dataclass(node) and not isinstance(node, type):
                return any(self.secret(getattr(node, name), names) for name in children(type(node)))
            case _:
                return False

    def _size_open(self, zone: str) -> bool:
        return self.sight.get(zone, "open") not in ("owner", "hidden")

    def _calls(self, rule: str) -> bool:
        found = self.nodes.get(f"rule {rule}")
        return found is not None and self._secret_named(f"rule {rule}", found)

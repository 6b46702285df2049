"""What is known at one place of a rule: its local names, what has been found out about them, who decides, which rule it
is.

A scope is a value: going deeper makes a new one. Keeps the laws that no local name hides another name, and that `is`
narrows what follows it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from fuero.messages.diagnostic import Place
from fuero.rules import nodes as r
from fuero.rules.bind.types import ANY, PARTY, PLAYER, narrowed, strip
from fuero.rules.bind.world import World
from fuero.syntax import nodes as s

_TERM_KINDS = {"option", "number", "zone", "var", "table", "function", "condition", "ways", "total", "pool"}


@dataclass(frozen=True, slots=True)
class Scope:
    """`decider` says whether somebody decides here; `here` names the kind of place for messages; `path` is the innermost
    named rule or step,
    `rule` and `overlay` the declaration it stands in and whose that is; `spots` are zones that mean one certain zone here."""

    world: World
    locals: Mapping[str, r.Type] = field(default_factory=dict)
    facts: Mapping[r.Term, r.Type] = field(default_factory=dict)
    decider: bool = False
    here: str = ""
    path: str = ""
    overlay: str = ""
    rule: str = ""
    domain: bool = False
    whole: bool = False
    each: bool = False
    scenario: bool = False
    spots: Mapping[str, r.Term] = field(default_factory=dict)

    def at(self, path: str) -> Scope:
        return replace(self, path=path)

    def deciding(self) -> Scope:
        return replace(self, decider=True)

    def in_domain(self, on: bool = True) -> Scope:
        return self if self.domain == on else replace(self, domain=on)

    def with_local(self, word: s.Word, kind: r.Type) -> Scope:
        """The scope with one more name; a name that is taken is reported and then means the new thing."""
        name = word.text
        if name in self.locals:
            self.world.findings.report(
                "name-taken",
                f'"{name}" has a meaning here already: it is another local name.',
                word.span,
                hint="take another name",
            )
        elif (
            (symbol := self.world.find(name, word.span)) is not None
            and symbol.kind in _TERM_KINDS
            and not getattr(symbol.node, "params", ())
        ):
            self.world.findings.report(
                "name-taken",
                f'"{name}" has a meaning here already: it is {symbol}.',
                word.span,
                others=(Place(symbol.span, "declared here"),),
                hint="take another name",
            )
        return self.plus({name: kind})

    def plus(self, more: Mapping[str, r.Type]) -> Scope:
        """Names that were checked elsewhere."""
        return replace(self, locals={**self.locals, **more})

    def knowing(self, condition: r.Term, truth: bool = True) -> Scope:
        """The scope once a condition is known to hold (or not to hold)."""
        found = learned(condition, truth)
        return replace(self, facts={**self.facts, **found}) if found else self

    def narrow(self, term: r.Term) -> r.Term:
        """The term with the narrower type that is known of it here; a member of a union is counted anew among its own kind."""
        known = self.facts.get(key(term)) if self.facts else None
        if known is None:
            return term
        if _of_union(term.type) and not _of_union(known):
            return r.BuiltIn("narrowed", (term,), type=known, span=term.span)
        return replace(term, type=known)

    def unique(self, path: str) -> str:
        """The path, with `#2`, `#3` … where it has been used before."""
        count = self.world.uses[path] = self.world.uses.get(path, 0) + 1
        return path if count == 1 else f"{path}#{count}"


def key(term: r.Term) -> r.Term:
    """A term without its own type: what facts are kept under."""
    return replace(term, type=ANY)


def learned(condition: r.Term, truth: bool) -> dict[r.Term, r.Type]:
    """Types that follow from a condition's being true (or false)."""
    match condition:
        case r.Op(op="not", args=(inner,)):
            return learned(inner, not truth)
        case r.Op(op="and", args=args) if truth:
            return _all(args, True)
        case r.Op(op="or", args=args) if not truth:
            return _all(args, False)
        case r.Op(op="=", args=(left, r.PieceNamed(piece=piece))) if truth:
            return {key(left): narrowed(left.type, (piece,), piece, False)}
        case r.Is(term=term, what="player", pieces=(), negated=negated) if truth != negated:
            return {key(term): PLAYER}
        case r.Is(term=term, what="neutral", pieces=()):
            return {key(term): PARTY if truth != negated_of(condition) else PLAYER}
        case r.Is(term=term, what=what, pieces=pieces, negated=negated) if pieces:
            return {key(term): narrowed(term.type, pieces, what, truth == negated)}
        case r.Is(term=term, what=what, negated=negated) if truth != negated:
            return _member(term, what)
        case r.Fold(word="every", domain=domain, where=None, bodies=(body,), var=var) if truth:
            return _elements(domain, var, body)
        case _:
            return {}


def _of_union(t: r.Type) -> bool:
    inner = strip(t)
    return isinstance(inner.element if isinstance(inner, r.SetType) else inner, r.UnionType)


def negated_of(term: r.Term) -> bool:
    return isinstance(term, r.Is) and term.negated


def _all(args: tuple[r.Term, ...], truth: bool) -> dict[r.Term, r.Type]:
    found: dict[r.Term, r.Type] = {}
    for arg in args:
        found |= learned(arg, truth)
    return found


def _member(term: r.Term, what: str) -> dict[r.Term, r.Type]:
    inner = strip(term.type)
    if isinstance(inner, r.UnionType):
        for member in inner.members:
            if isinstance(member, r.EnumType | r.RegionType | r.UnionType) and type_word(member) == what:
                return {key(term): member}
    return {}


def type_word(t: r.Type) -> str:
    """The word under which a member type of a union is asked with `is`."""
    match t:
        case r.EnumType(name=name) | r.UnionType(name=name) | r.RegionType(map=name):
            return name
        case _:
            return ""


def _elements(domain: r.Term, var: str, body: r.Term) -> dict[r.Term, r.Type]:
    kind = strip(domain.type)
    for known, narrower in learned(body, True).items():
        if isinstance(known, r.Local) and known.name == var and isinstance(kind, r.SetType):
            return {key(domain): replace(kind, element=narrower)}
    return {}
